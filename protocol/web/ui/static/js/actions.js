// What the player asks for, and what the server answers to it.

import { t } from "./i18n.js";
import { score } from "./model.js";
import { confirmDialog } from "./dialog.js";
import { openShare, openSave, openRecord } from "./records.js";
import { openSetup, start } from "./setup.js";
import { gameLink, positionLink, stonesText } from "./links.js";
import { choiceFor } from "./home.js";

const hints = 3; // moves shown by a hint and by an analysis

const codes = {
  occupied: "occupied",
  "off the board": "off-board",
  "turns no disc": "no-flip",
  "forbidden: double three": "double-three",
  "forbidden: double four": "double-four",
  "forbidden: overline": "overline",
};

export class Actions {
  constructor(app) {
    this.app = app;
  }

  get g() {
    return this.app.table.game;
  }

  // act does what a button or a click on the board stands for.
  act(what, point) {
    const { app } = this;
    const [offer, answer] = what.split("-");
    const simple = {
      play: () => app.ask("move", { move: point, ply: this.g.moves.length }),
      undo: () => this.undo(),
      redo: () => app.ask("redo"),
      pause: () => app.ask("pause", { on: !this.g.paused }),
      hint: () => this.hint(),
      analysis: () => this.toggleAnalysis(),
      draw: () => this.draw(),
      resign: () => confirmDialog(t("resignAsk"), t("resignText"), t("do.resign"), () => app.ask("resign")),
      rematch: () => app.ask("offer", { what: "rematch" }),
      next: () => app.follow(),
      join: () => app.join(),
      score: () => this.scoreAll(),
      share: () => this.share(),
      save: () => this.save(),
      open: () => openRecord((record) => this.openText(record)),
      setup: () => this.setUp(),
      stepped: () => app.told.analysing && this.analyse(),
    };
    if (simple[what]) return simple[what]();
    if (offer === "swap") return app.ask("choose", { choice: answer });
    return app.ask("answer", { what: offer, accept: answer === "accept" });
  }

  undo() {
    if (this.g.network) return this.app.ask("offer", { what: "undo" });
    return this.app.ask("undo");
  }

  async draw() {
    const offer = () => this.app.ask("offer", { what: "draw" });
    if (this.g.mine.size === 2) return confirmDialog(t("drawAsk"), t("drawText"), t("do.draw"), offer);
    const reply = await offer();
    if (reply?.accepted === false && !this.g.network) this.app.table.note(t("drawDeclined"));
  }

  async hint() {
    const { table } = this.app;
    table.wait("hint", true);
    const { ply } = table;
    const reply = await this.app.ask("hint", { n: hints, ply });
    table.wait("hint", false);
    if (reply && table === this.app.table) table.found({ ply: reply.ply ?? ply, lines: this.lines(reply), hint: true });
  }

  lines(message) {
    return message.lines.map((line) => ({ ...line, depth: line.depth ?? message.depth, score: score(line.score, this.app.unit()) }));
  }

  toggleAnalysis() {
    const { told, table } = this.app;
    told.analysing = !told.analysing;
    table.clearFound();
    this.app.refresh();
    this.analyse();
  }

  // analyse asks for the analysis of the position that is looked at.
  async analyse() {
    const { told, table } = this.app;
    const now = table.ply === this.g.moves.length;
    const request = told.analysing ? { on: true, n: hints, ply: now ? undefined : table.ply } : { on: false };
    const reply = await this.app.ask("analyze", request);
    if (reply || !told.analysing) return;
    told.analysing = false;
    this.app.refresh();
  }

  analysed(message) {
    if (this.app.told.analysing && this.app.table) this.app.table.found({ ply: message.ply, lines: this.lines(message) });
  }

  // scoreAll has every move scored for the graph.
  scoreAll() {
    if (this.g.can.hint && this.g.moves.length > 0) this.app.net.request("scores").catch(() => {});
  }

  scored(message) {
    this.app.table?.scored(message.ply, score(message.score, this.app.unit()));
  }

  share() {
    const { table } = this.app;
    const usual = stonesText(start(this.g.game, this.g.width, this.g.height));
    openShare({
      seat: this.g.phase === "waiting" ? this.g.inviteLink : "",
      game: gameLink(this.g.id),
      position: positionLink(this.g, table.ply, usual),
    });
  }

  save() {
    const formats = this.app.welcome.formats.filter((format) => format.games.includes(this.g.game));
    openSave(formats, (format) => this.app.net.request("save", { format }));
  }

  // openText makes a game of a record or a pasted position, for two here.
  async openText({ text, format, game }) {
    if (!text.trim()) return t("nothingThere");
    const person = { kind: "person" };
    const create = (more) => this.app.create({ black: person, white: person, position: { text, format }, ...more });
    try {
      await create({});
    } catch (first) {
      const named = game ?? this.app.state?.setup.game;
      if (first.code !== "setup" || !named) return this.words(first);
      try {
        await create({ setup: { game: named } });
      } catch {
        return this.words(first);
      }
    }
    return "";
  }

  setUp() {
    const { table } = this.app;
    const g = this.g;
    const turn = table.ply < g.moves.length ? g.moves[table.ply].side : (g.toMove ?? "black");
    openSetup({ ...g, stones: table.boards[table.ply], turn }, (position) => {
      if (position.pasted) return this.openText(position);
      this.playFrom(position);
      return "";
    });
  }

  // playFrom shows the form of a new game with a position to begin from.
  playFrom(p) {
    const usual = stonesText(start(p.game, p.width, p.height));
    const told = stonesText(p.stones);
    location.hash = `#position=${[p.game, p.rule ?? choiceFor(p.game).rule, `${p.width}x${p.height}`, told === usual && p.turn === "black" ? "" : told, p.turn[0], ""].join(",")}`;
  }

  // words says what a refusal means.
  words({ code, message, reason }) {
    if (code === "illegal" && codes[reason]) return t(`error.${codes[reason]}`);
    const known = { turn: "turn", busy: "busy", rate: "busy", seat: "seat", fair: "fair", lost: "lost", game: "gone" }[code];
    return known ? t(`error.${known}`) : t("error.failed", { text: message });
  }

  // failed shows what the server refused: at the point where there is one.
  failed(e, fields) {
    if (e.code === "stale") return; // the state that follows shows what happened meanwhile
    const { table } = this.app;
    const text = this.words(e);
    if (table) table.refuse(e.point ?? fields?.move, text);
    else this.app.home?.fail(text);
  }
}
