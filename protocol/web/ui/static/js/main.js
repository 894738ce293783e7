// Ishi's board: starts the page, keeps the connection, goes from the form of a new game to
// a game and back as the address says.
//
//     main ─┬─ net ──── model          what the server tells
//           ├─ home ─── newgame        the form beside an empty board
//           └─ table ─┬ board ─ paper, marks
//                     ├ players
//                     └ panel ─ graph, questions

import { Connection } from "./net.js";
import { model, score } from "./model.js";
import { Table } from "./table.js";
import { Home } from "./home.js";
import { Board } from "./board.js";
import { Players } from "./players.js";
import { Actions } from "./actions.js";
import { route, gameLink } from "./links.js";
import { prefs, setPref, seatIn, keepSeat } from "./prefs.js";
import { loadTexts, translate, t } from "./i18n.js";
import { applyTheme, toggleTheme, openSettings } from "./settings.js";
import { setText } from "./dom.js";
import { unlock, play } from "./sound.js";
import { say } from "./say.js";

const $ = (id) => document.getElementById(id);

class App {
  constructor() {
    this.welcome = null;
    this.told = { present: {}, you: { sides: [], owner: false }, analysing: false };
    this.board = new Board($("board"), {
      onPlay: (point) => this.table?.choose(point),
      confirm: (tiny) => prefs.confirm === "always" || (prefs.confirm === "auto" && tiny),
    });
    this.players = null;
    this.actions = new Actions(this);
    this.bindHeader();
    window.addEventListener("hashchange", () => this.go());
    this.go();
    this.net = new Connection({
      message: (message) => this.receive(message),
      up: (welcome) => this.up(welcome),
      down: () => this.down(),
    });
  }

  bindHeader() {
    $("home").addEventListener("click", (e) => (e.preventDefault(), this.goHome()));
    $("new").addEventListener("click", () => this.goHome());
    $("mute").addEventListener("click", () => (setPref("sound", !prefs.sound), this.showChoices()));
    $("theme").addEventListener("click", toggleTheme);
    $("settings").addEventListener("click", () => openSettings((name) => this.changed(name)));
    for (const gesture of ["pointerdown", "keydown"]) document.addEventListener(gesture, unlock, { capture: true });
    document.addEventListener("keydown", (e) => this.key(e));
    this.showChoices();
  }

  showChoices() {
    $("mute").setAttribute("aria-pressed", String(prefs.sound));
    $("mute").querySelector("use").setAttribute("href", prefs.sound ? "#i-sound" : "#i-mute");
  }

  // changed is called after a choice in the settings.
  changed(name) {
    applyTheme();
    this.showChoices();
    if (name !== "language") return this.table?.draw();
    translate(document);
    this.board.shape = "";
    Object.assign(this, { id: null, table: null });
    this.go();
  }

  key(e) {
    if (!this.table || e.ctrlKey || e.metaKey || e.altKey || document.querySelector("dialog[open]")) return;
    if (!$("board").contains(e.target) && e.target !== document.body) return;
    const step = { PageUp: -1, PageDown: 1 }[e.key];
    const action = { z: "undo", y: "redo", h: "hint", a: "analysis" }[e.key];
    if (step) this.table.step(this.table.ply + step);
    else if (action && this.table.can(this.table.game)[action]) this.table.press(action);
    else return;
    e.preventDefault();
  }

  goHome() {
    if (location.hash) location.hash = "";
    else this.go();
  }

  // go shows what the address asks for.
  go() {
    const { game, invite, position } = route();
    if (!game) return this.showHome(position);
    document.body.classList.remove("home");
    if (this.id === game) {
      this.invite = invite ?? this.invite;
      return this.refresh();
    }
    this.id = game;
    this.invite = invite;
    this.state = null;
    this.home = null;
    this.table = null;
    this.told = { present: {}, you: { sides: [], owner: false }, analysing: false };
    if (!this.players) this.board.lay({ game: "gomoku", width: 15, height: 15, coordinates: prefs.coordinates });
    if (this.net?.ready) this.open();
  }

  showHome(position) {
    if (this.id && this.net?.ready) this.ask("leave");
    Object.assign(this, { id: null, state: null, table: null, players: null });
    document.body.classList.add("home");
    document.title = "Ishi";
    setText($("title"), t("newGame"));
    $("players").replaceChildren();
    this.home = new Home({ board: this.board, side: $("side"), welcome: this.welcome, position, onStart: (game) => this.create(game) });
  }

  up(welcome) {
    const first = !this.welcome;
    this.welcome = welcome;
    $("net").hidden = true;
    if (!first && this.state) say(t("back"));
    if (this.id) this.open();
    else if (first) this.home?.meet(welcome);
  }

  down() {
    setText($("net"), t(this.welcome ? "reconnecting" : "connecting"));
    $("net").hidden = false;
  }

  // ask sends a request and shows what goes wrong; it resolves with null then.
  async ask(type, fields) {
    try {
      return await this.net.request(type, fields);
    } catch (e) {
      this.actions.failed(e, fields);
      return null;
    }
  }

  // open leads into the game of the address, on each new connection again.
  async open() {
    const { id } = this;
    const { token } = seatIn(id);
    try {
      const reply = await this.net.request("open", { game: id, token, seq: this.state?.seq });
      this.sit(reply);
      if (this.told.analysing) this.actions.analyse();
    } catch (e) {
      if (this.id !== id || e.code === "lost") return;
      if (e.code === "seat" && token) return keepSeat(id, { token: undefined }), this.open();
      this.actions.failed(e);
      if (e.code === "game") this.gone();
    }
  }

  gone() {
    document.body.classList.add("home");
    this.goHome();
    setText($("net"), t("gone"));
    $("net").hidden = false;
    setTimeout(() => ($("net").hidden = true), 6000);
  }

  sit({ sides, owner }) {
    this.told.you = { sides, owner };
    this.refresh();
  }

  // create begins a game; fields are those of the message create.
  async create(fields) {
    const reply = await this.net.request("create", fields);
    keepSeat(reply.game, { token: reply.token, invite: reply.invite });
    this.enter(reply);
  }

  // enter goes into a game in which this connection already is.
  enter(reply, told) {
    this.id = reply.game;
    this.state = told ?? null;
    Object.assign(this, { home: null, table: null });
    this.told = { present: {}, you: { sides: reply.sides, owner: reply.owner }, analysing: false };
    document.body.classList.remove("home");
    location.hash = new URL(gameLink(reply.game)).hash;
    const early = this.early;
    this.early = null;
    if (early?.game === reply.game) this.takeState(early);
  }

  async join() {
    const reply = await this.ask("join", { game: this.id, invite: this.invite, name: prefs.name || undefined });
    if (!reply) return;
    keepSeat(this.id, { token: reply.token });
    this.invite = null;
    history.replaceState(null, "", gameLink(this.id));
    this.sit(reply);
    play("ask");
  }

  // follow goes on with the game that was agreed as a rematch; the token stays.
  follow() {
    const { token } = seatIn(this.id);
    const next = this.state.rematch;
    if (token) keepSeat(next, { token });
    location.hash = new URL(gameLink(next)).hash;
  }

  receive(message) {
    const take = {
      state: () => (message.game === this.id ? this.takeState(message) : (this.early = message)),
      present: () => ((this.told.present = message), this.refresh()),
      you: () => this.sit(message),
      thinking: () => this.table?.think(this.inUnit(message)),
      analysis: () => this.actions.analysed(message),
      scores: () => this.actions.scored(message),
      error: () => this.actions.failed({ code: message.code, message: message.message }),
    };
    take[message.type]?.();
  }

  takeState(state) {
    const before = this.state;
    this.state = state;
    this.refresh();
    const g = this.table.game;
    if (before && !before.rematch && state.rematch && g.mine.size > 0) return this.follow();
    if (before && ["draw", "undo", "rematch"].some((o) => state.offers[o] && !before.offers[o] && !g.mine.has(state.offers[o]))) play("ask");
    if (state.phase === "finished" && before?.phase !== "finished") this.actions.scoreAll();
  }

  // refresh shows the game with all that is known of it.
  refresh() {
    if (!this.state) return;
    if (!this.players) this.players = ($("players").replaceChildren(), new Players($("players")));
    this.table ??= new Table({ board: this.board, players: this.players, side: $("side"), act: (what, point) => this.actions.act(what, point) });
    const unit = this.unit();
    const g = model(this.state, { ...this.told, unit });
    g.invited = Boolean(this.invite);
    const { invite } = seatIn(this.id);
    g.inviteLink = invite ? gameLink(this.id, invite) : "";
    this.table.update(g);
    const title = `${t(`game.${g.game}`)} · ${this.table.panel.status.firstChild?.textContent ?? ""}`;
    document.title = `${title} · Ishi`;
    setText($("title"), t(`game.${g.game}`));
  }

  unit() {
    return this.welcome?.games.find((game) => game.name === this.state.setup.game)?.unit ?? "points";
  }

  inUnit(message) {
    return { ...message, score: score(message.score, this.unit()) };
  }
}

async function begin() {
  await loadTexts();
  translate(document);
  applyTheme();
  new App();
}

begin();
