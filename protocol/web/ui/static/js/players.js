// The two players: who they are, whose turn it is, discs, clocks, and how an engine's
// thinking goes.

import { h, setText } from "./dom.js";
import { t } from "./i18n.js";
import { scoreText, from } from "./score.js";

const low = 20_000; // below so many milliseconds a clock turns red

// clockText writes milliseconds as 4:05, with tenths below ten seconds.
export function clockText(ms) {
  const left = Math.max(ms, 0);
  if (left < 10_000) return (Math.floor(left / 100) / 10).toFixed(1);
  const seconds = Math.ceil(left / 1000);
  const two = (n) => String(n).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const rest = `${hours ? two(Math.floor(seconds / 60) % 60) : Math.floor(seconds / 60)}:${two(seconds % 60)}`;
  return hours ? `${hours}:${rest}` : rest;
}

// playerName names a seat: the name its player chose, or what sits there.
export function playerName(g, side) {
  const seat = g.seats[side];
  if (seat.kind === "engine") return seat.level ? t("engineLevel", { level: seat.level }) : t("engineTime", { seconds: seat.seconds });
  if (seat.kind === "open") return t("openSeat");
  if (seat.name) return seat.name;
  if (g.mine.has(side)) return g.mine.size === 2 ? t(side) : t("you");
  return t("guest");
}

export class Players {
  constructor(host) {
    this.host = host;
    this.rows = {};
    for (const side of ["black", "white"]) {
      const row = {
        name: h("span", { class: "name" }),
        discs: h("span", { class: "discs" }),
        clock: h("span", { class: "clock", role: "timer" }),
        about: h("span", { class: "about" }),
        sign: h("span", { class: `stone-sign ${side}`, "aria-hidden": "true" }),
      };
      row.node = h("div", { class: "player", id: `player-${side}` }, row.sign, row.name, row.discs, row.clock, row.about);
      this.rows[side] = row;
    }
    host.append(this.rows.black.node, this.rows.white.node);
    setInterval(() => this.tick(), 100);
  }

  // show draws the players of a game; discs are counted on the board that is looked at.
  show(g, discs) {
    this.game = g;
    for (const side of ["black", "white"]) {
      const row = this.rows[side];
      const seat = g.seats[side];
      setText(row.name, playerName(g, side));
      row.node.classList.toggle("turn", g.phase === "playing" && g.toMove === side);
      row.discs.hidden = g.game !== "othello";
      setText(row.discs, String(discs[side]));
      row.discs.setAttribute("aria-label", t("discs", { n: discs[side] }));
      row.clock.hidden = !g.clocks;
      if (!this.thinkingOf(side)) this.say(row, this.about(g, side, seat), false);
    }
    this.tick();
  }

  about(g, side, seat) {
    if (seat.kind === "person" && seat.connected === false) return t("away");
    if (g.phase === "over" && g.result) return g.result.winner === side ? t("winner") : t(side);
    if (g.phase === "playing" && g.toMove === side) return t(seat.kind === "engine" && !g.paused ? "thinking" : "toMove", { side: t(side) });
    return t(side);
  }

  say(row, text, thinking) {
    setText(row.about, text);
    row.about.classList.toggle("thinking", thinking);
  }

  thinkingOf(side) {
    return this.thought && this.thought.side === side && this.game?.phase === "playing" && this.game.toMove === side;
  }

  // think shows depth and score of an engine that thinks, the score from its own side.
  think(thought) {
    this.thought = thought;
    const row = this.rows[thought.side];
    if (this.thinkingOf(thought.side)) {
      const score = from(thought.score, thought.side === "white");
      const known = thought.depth && score;
      const text = thought.queued ? t("queued", { n: thought.queued }) : known ? t("thinkingAt", { depth: thought.depth, score: scoreText(score) }) : t("thinking");
      this.say(row, text, true);
    }
  }

  tick() {
    const clocks = this.game?.clocks;
    if (!clocks) return;
    for (const side of ["black", "white"]) {
      const gone = clocks.running === side ? performance.now() - clocks.at : 0;
      const left = clocks[side] - gone;
      setText(this.rows[side].clock, clockText(left));
      this.rows[side].clock.classList.toggle("low", left < low && clocks.running === side);
    }
  }
}
