// The page without a game: an empty board, or a position to begin from, and the form.

import { h, icon } from "./dom.js";
import { t } from "./i18n.js";
import { prefs } from "./prefs.js";
import { NewGame, boardSize, clockOf, usual } from "./newgame.js";
import { start } from "./setup.js";

// choiceFor returns the last choice in the form, for a game.
export const choiceFor = (game) => ({ ...usual, ...prefs.newGame, game });

const person = () => ({ kind: "person", name: prefs.name || "" });
const engine = (c, level) => (c.strength === "time" ? { kind: "engine", moveTime: Math.round(c.seconds * 1000) } : { kind: "engine", level });

// players returns the two seats of a choice, the player's own first where it is one.
function seats(c) {
  if (c.mode === "here") return [{ kind: "person" }, { kind: "person" }];
  if (c.mode === "network") return [person(), { kind: "open" }];
  if (c.mode === "engines") return [engine(c, c.level), engine(c, c.otherLevel)];
  return [person(), engine(c, c.level)];
}

// request makes the message create of a choice and a position.
export function request(c, position) {
  const [mine, other] = seats(c);
  const turned = c.colour === "white" && (c.mode === "engine" || c.mode === "network");
  const [width, height] = position ? [position.width, position.height] : boardSize(c);
  const setup = { game: c.game, width, height };
  if (c.game === "gomoku") Object.assign(setup, { rule: c.rule, opening: c.swap2 && !position ? "swap2" : "" });
  const clock = c.mode === "engines" ? null : clockOf(c);
  return {
    setup,
    black: turned ? other : mine,
    white: turned ? mine : other,
    clock: clock ? { main: clock.main * 1000, increment: clock.increment * 1000, move: 0 } : undefined,
    shuffle: c.colour === "random" && (c.mode === "engine" || c.mode === "network"),
    position: position ? { stones: position.stones.length ? position.stones : undefined, toMove: position.stones.length ? position.toMove : undefined, moves: position.moves || undefined } : undefined,
  };
}

export class Home {
  // onStart is called with the message create and may reject.
  constructor({ board, side, welcome, position, onStart }) {
    Object.assign(this, { board, position, onStart });
    this.failure = h("p", { class: "error", role: "alert", id: "form-error" });
    this.form = new NewGame({ limits: {}, fixed: position, onChange: (c) => this.preview(c), onStart: (c) => this.start(c) });
    const parts = [h("h2", null, t(position ? "playFrom" : "newGame")), this.form.node, this.failure];
    const more = h("div", { class: "links" }, this.link("open"), this.link("setup"));
    side.replaceChildren(h("section", { class: "card newgame-card", "aria-label": t("newGame") }, ...parts), more);
    if (welcome) this.meet(welcome);
    this.preview(this.form.choice);
  }

  link(name) {
    return h("button", { type: "button", class: "plain", id: `home-${name}` }, icon(name), h("span", null, t(`do.${name}`)));
  }

  // meet takes the limits of the server.
  meet(welcome) {
    const gomoku = welcome.games.find((game) => game.name === "gomoku");
    this.form.limits = { rules: gomoku?.rules, maxSeconds: Math.floor(welcome.moveTime.most / 1000) };
    this.form.redraw();
  }

  preview(c) {
    const [width, height] = this.position ? [this.position.width, this.position.height] : boardSize(c);
    if (!(width >= 4 && width <= 32 && height >= 4 && height <= 32)) return;
    this.board.lay({ game: c.game, width, height, coordinates: prefs.coordinates });
    this.board.show({ stones: this.stones(c.game, width, height), playable: false });
  }

  stones(game, width, height) {
    const { stones, moves, toMove } = this.position ?? {};
    const shown = stones?.length ? new Map(stones.map(({ point, side }) => [point, side])) : start(game, width, height);
    if (game === "gomoku" && moves) {
      let side = toMove;
      for (const point of moves.match(/[a-z]+\d+/g) ?? []) {
        shown.set(point, side);
        side = side === "black" ? "white" : "black";
      }
    }
    return shown;
  }

  async start(c) {
    this.fail("");
    try {
      await this.onStart(request(c, this.position));
    } catch (e) {
      this.fail(e.code === "busy" || e.code === "rate" ? t("error.busy") : t("error.failed", { text: e.message }));
    }
  }

  fail(text) {
    this.failure.textContent = text;
  }
}
