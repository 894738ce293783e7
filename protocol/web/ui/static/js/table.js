// A game on the page: what the server tells of it goes to board, players and panel, and
// what the player does goes back. See model.js for the shape of a game.

import { t, has } from "./i18n.js";
import { prefs, setPref } from "./prefs.js";
import { Panel } from "./panel.js";
import { boards, count } from "./replay.js";
import { statusText } from "./status.js";
import { shortScore, scoreText, from } from "./score.js";
import { showQuestions } from "./questions.js";
import { say, warn } from "./say.js";
import { play } from "./sound.js";

export class Table {
  // act is called with what the player wants: "play" with a point, "undo", "share" …
  constructor({ board, players, side, act }) {
    Object.assign(this, { board, players, act });
    this.panel = new Panel(side, (what, ply) => this.press(what, ply));
    this.game = null;
    this.scores = new Map(); // by moves so far: what analyses have found
    this.clearFound();
  }

  clearFound() {
    this.hints = null;
    this.lines = null;
  }

  // update takes a new state of the game.
  update(g) {
    const before = this.game?.id === g.id ? this.game : null;
    const following = !before || this.ply === before.moves.length;
    this.game = g;
    this.boards = boards(g.setup, g.moves);
    const moved = !before || key(before) !== key(g);
    if (moved) {
      this.clearFound();
      if (before && g.moves.length <= before.moves.length) this.forget(g.moves.length);
    }
    if (following || this.ply > g.moves.length) this.ply = g.moves.length;
    if (before) this.announce(before, g);
    this.draw(Boolean(before) && g.moves.length === before.moves.length + 1);
  }

  forget(from) {
    for (const ply of this.scores.keys()) if (ply > from) this.scores.delete(ply);
  }

  announce(before, g) {
    const grown = g.moves.length - before.moves.length;
    if (grown > 0) {
      const last = g.moves.at(-1);
      play(last.side);
      say(t("moved", { side: t(last.side), point: last.point === "pass" ? t("pass") : last.point.toUpperCase() }));
    } else if (grown < 0) say(t("lookingBack", { ply: g.moves.length, total: g.moves.length }));
    if (g.phase === "over" && before.phase !== "over") this.announceEnd(g);
    else if (g.phase === "playing" && g.mine.has(g.toMove) && (grown !== 0 || before.phase !== "playing")) say(statusText(g, g.moves.length)[0]);
  }

  announceEnd(g) {
    const { winner } = g.result;
    if (!winner) play("draw");
    else play(g.mine.size === 1 && !g.mine.has(winner) ? "loss" : "win");
    say(statusText(g, g.moves.length).join(": "));
  }

  // draw shows the game at the ply that is looked at.
  draw(animate = false) {
    const g = this.game;
    const stones = this.boards[this.ply];
    const now = this.ply === g.moves.length;
    const last = g.moves[this.ply - 1];
    this.board.lay({ game: g.game, width: g.width, height: g.height, coordinates: prefs.coordinates });
    this.board.show({
      stones,
      animate,
      turn: g.put ?? g.toMove,
      playable: now && this.mayPlay(g),
      last: last?.point,
      placed: last?.point,
      win: now ? g.win : [],
      legal: now && this.mayPlay(g) ? g.legal : [],
      forbidden: now && g.phase === "playing" ? g.forbidden : [],
      numbers: prefs.numbers ? this.numbers(stones) : null,
      hints: this.foundAt === this.ply ? this.hints : null,
    });
    this.players.show(g, count(stones));
    this.drawPanel();
    showQuestions(this.panel, g);
  }

  drawPanel() {
    const g = this.game;
    const [status, sub] = statusText(g, this.ply);
    this.panel.show({
      status,
      sub,
      can: this.can(g),
      analysing: g.analysing,
      paused: g.paused,
      numbers: prefs.numbers,
      moves: g.moves,
      ply: this.ply,
      scores: this.scoresByPly(g),
      watchers: g.watchers > 0 ? t("watchers", { n: g.watchers }) : "",
    });
    this.panel.showLines(g.analysing ? ((this.foundAt === this.ply && this.lines) || []) : null);
  }

  mayPlay(g) {
    return g.mine.has(g.put ? g.swap.side : g.toMove) && (g.phase === "playing" || (g.phase === "swap" && Boolean(g.put)));
  }

  numbers(stones) {
    const numbers = new Map();
    this.game.moves.slice(0, this.ply).forEach((move, i) => stones.has(move.point) && numbers.set(move.point, i + 1));
    return numbers;
  }

  // can says of each action whether it can be done now; those left out are not shown.
  can(g) {
    const seated = g.mine.size > 0;
    const over = g.phase === "over";
    const ended = over && this.ply === g.moves.length;
    const help = g.can.hint && !ended;
    const can = { hint: help, analysis: help || g.analysing, score: g.can.hint };
    if (g.owner && g.people === 0 && !over) can.pause = g.can.pause;
    if (g.owner || seated) Object.assign(can, { undo: g.can.undo, redo: g.can.redo });
    if (!seated) return can;
    if (over) can.rematch = g.can.rematch;
    else Object.assign(can, { draw: g.can.draw, resign: g.can.resign });
    return can;
  }

  scoresByPly(g) {
    return [null, ...g.moves.map((m) => m.score ?? null)].map((score, ply) => this.scores.get(ply) ?? score);
  }

  press(what, ply) {
    if (what === "step") return this.step(ply);
    if (what === "numbers") {
      setPref("numbers", !prefs.numbers);
      return this.draw();
    }
    this.act(what);
  }

  step(ply) {
    const to = Math.min(Math.max(ply, 0), this.game.moves.length);
    if (to === this.ply) return;
    this.ply = to;
    this.act("stepped");
    this.draw(true);
    say(statusText(this.game, this.ply).join(". "));
  }

  // choose is a click on a point.
  choose(point) {
    const g = this.game;
    if (this.ply < g.moves.length) return this.refuse(point, "past");
    if (g.phase === "over") return this.refuse(point, "over");
    if (g.phase === "waiting") return this.refuse(point, "waiting");
    if (g.mine.size === 0) return this.refuse(point, "watching");
    if (!this.mayPlay(g)) return this.refuse(point, "turn");
    if (this.boards[this.ply].has(point)) return this.refuse(point, "occupied");
    if (g.game === "othello" && g.legal && !g.legal.includes(point)) return this.refuse(point, "no-flip");
    this.act("play", point);
  }

  // refuse says at a point why it cannot be played: a code of its own or a text.
  refuse(point, code) {
    const reason = has(`error.${code}`) ? t(`error.${code}`) : code;
    this.board.refuse(point, reason);
    play("refused");
    warn(`${point ? point.toUpperCase() + ": " : ""}${reason}`);
  }

  // think shows how an engine's search for its move goes.
  think(thought) {
    this.players.think(thought);
  }

  // found takes the lines of a hint or an analysis at a ply, with scores from Black's side;
  // they are shown from that of the side to move.
  found({ ply, lines, hint }) {
    if (lines[0]) this.scores.set(ply, lines[0].score);
    if (ply !== this.ply) return;
    const turned = this.sideAt(ply) === "white";
    this.lines = lines.map((line) => ({ ...line, score: from(line.score, turned) }));
    this.foundAt = ply;
    this.hints = this.lines.map((line) => ({ point: line.move, label: shortScore(line.score) })).filter((mark) => mark.point !== "pass");
    if (hint && this.lines[0]) say(t("cell.hint", { score: `${lines[0].move.toUpperCase()} ${scoreText(this.lines[0].score)}` }));
    this.draw();
  }

  // scored takes the score of a ply, from Black's side.
  scored(ply, score) {
    this.scores.set(ply, score);
    this.drawPanel();
  }

  sideAt(ply) {
    const g = this.game;
    return ply < g.moves.length ? g.moves[ply].side : (g.toMove ?? (g.moves.at(-1)?.side === "black" ? "white" : "black"));
  }

  // wait shows that an action is under way.
  wait(action, busy) {
    this.panel.buttons[action].setAttribute("aria-busy", String(busy));
  }

  // note says something that needs no answer.
  note(text) {
    this.board.refuse(null, text);
    say(text);
  }
}

const key = (g) => g.moves.map((m) => m.point).join() + g.setup.length;
