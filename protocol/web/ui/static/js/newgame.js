// The form of a new game. It remembers the last choice.

import { h } from "./dom.js";
import { t } from "./i18n.js";
import { prefs, setPref } from "./prefs.js";
import { choice, select, check } from "./dialog.js";

export const usual = {
  game: "gomoku",
  rule: "freestyle",
  size: "15",
  width: 15,
  height: 15,
  othelloSize: "8",
  mode: "engine",
  colour: "black",
  strength: "level",
  level: 8,
  otherLevel: 8,
  seconds: 3,
  clock: "none",
  minutes: 10,
  increment: 5,
  swap2: false,
};

const gomokuSizes = ["15", "19", "20", "13", "9"];
const othelloSizes = ["8", "6", "10", "4", "12", "14", "16"];
const clocks = { none: null, "3+2": [3, 2], "5+3": [5, 3], "10+5": [10, 5], "20+10": [20, 10] };

// boardSize returns width and height of a choice.
export function boardSize(c) {
  if (c.game === "othello") return [Number(c.othelloSize), Number(c.othelloSize)];
  return c.size === "other" ? [Number(c.width), Number(c.height)] : [Number(c.size), Number(c.size)];
}

// clockOf returns main time and increment in seconds, null for no clock.
export function clockOf(c) {
  const [minutes, increment] = c.clock === "own" ? [Number(c.minutes), Number(c.increment)] : (clocks[c.clock] ?? [0, 0]);
  return minutes > 0 ? { main: minutes * 60, increment } : null;
}

export class NewGame {
  // limits come from the server: rules of Gomoku, longest time a move in seconds. fixed is
  // a position to begin from, which leaves no choice of game and size.
  // onChange is called with the choice after each change, onStart to begin.
  constructor({ limits, fixed, onChange, onStart }) {
    this.choice = { ...usual, ...prefs.newGame };
    if (fixed) Object.assign(this.choice, { game: fixed.game, rule: fixed.game === "gomoku" ? fixed.rule : this.choice.rule });
    this.fixed = fixed;
    this.limits = limits;
    this.onChange = onChange;
    this.node = h("form", {
      class: "newgame",
      onsubmit: (e) => {
        e.preventDefault();
        setPref("newGame", this.choice);
        onStart({ ...this.choice });
      },
    });
    this.draw();
  }

  set(name, value, redraw = true) {
    this.choice[name] = value;
    if (redraw) this.redraw();
    this.onChange?.(this.choice);
  }

  // redraw builds the form anew and gives the focus back to where it was.
  redraw() {
    const at = document.activeElement;
    const key = this.node.contains(at) ? (at.id ? `#${at.id}` : `[name="${at.name}"][value="${at.value}"]`) : null;
    this.draw();
    if (key) this.node.querySelector(key)?.focus();
  }

  draw() {
    const c = this.choice;
    const set = (name) => (value) => this.set(name, value);
    this.node.replaceChildren(
      ...(this.fixed ? [] : [choice("game", t("game"), [["gomoku", t("game.gomoku")], ["othello", t("game.othello")]], c.game, set("game"))]),
      this.drawBoard(),
      choice("mode", t("opponent"), ["engine", "here", "network", "engines"].map((m) => [m, t(`mode.${m}`)]), c.mode, set("mode")),
      ...this.drawSides(),
      ...this.drawClock(),
      c.game === "gomoku" && !this.fixed ? check("swap2", t("swap2"), c.swap2, (v) => this.set("swap2", v, false)) : "",
      h("button", { class: "primary", id: "start" }, t(c.mode === "network" ? "createGame" : "start")),
    );
  }

  drawBoard() {
    const c = this.choice;
    const fields = h("div", { class: "fields" });
    if (c.game === "othello") {
      if (!this.fixed) fields.append(select("othello-size", t("size"), othelloSizes.map((n) => [n, `${n} × ${n}`]), c.othelloSize, (v) => this.set("othelloSize", v)));
      return fields;
    }
    const rules = this.limits.rules ?? ["freestyle", "exact", "renju", "caro", "exact-caro"];
    fields.append(select("rule", t("rule"), rules.map((r) => [r, t(`rule.${r}`)]), c.rule, (v) => this.set("rule", v)));
    if (!this.fixed) fields.append(select("size", t("size"), [...gomokuSizes.map((n) => [n, `${n} × ${n}`]), ["other", t("otherSize")]], c.size, (v) => this.set("size", v)));
    if (c.size === "other" && !this.fixed) fields.append(this.number("width", t("width"), 5, 32), this.number("height", t("height"), 5, 32));
    return h("div", { class: "stack" }, fields, h("p", { class: "note" }, t(`rule.${c.rule}.note`)));
  }

  number(name, label, min, max) {
    const input = h("input", { type: "number", id: name, min, max, required: true, value: this.choice[name] });
    input.addEventListener("input", () => input.validity.valid && this.set(name, Number(input.value), false));
    return h("label", { for: name }, h("span", { class: "label" }, label), input);
  }

  drawSides() {
    const c = this.choice;
    const colours = [["black", t("black")], ["white", t("white")], ["random", t("random")]];
    const colour = choice("colour", t("yourColour"), colours, c.colour, (v) => this.set("colour", v, false));
    if (c.mode === "here") return [];
    if (c.mode === "network") return [colour];
    const strengths = [["level", t("level")], ["time", t("timeAMove")]];
    const how = choice("strength", t("strength"), strengths, c.strength, (v) => this.set("strength", v));
    if (c.strength === "time") {
      const seconds = h("div", { class: "fields" }, this.number("seconds", t("secondsAMove"), 1, this.limits.maxSeconds ?? 60));
      return c.mode === "engine" ? [colour, how, seconds] : [how, seconds];
    }
    if (c.mode === "engine") return [colour, how, this.slider("level", t("level"))];
    return [how, this.slider("level", t("levelBlack")), this.slider("otherLevel", t("levelWhite"))];
  }

  slider(name, label) {
    const value = () => `${t("level")} ${this.choice[name]}`;
    const output = h("output", { for: name }, value());
    const input = h("input", { type: "range", id: name, min: 1, max: 20, step: 1, value: this.choice[name] });
    input.addEventListener("input", () => {
      this.set(name, Number(input.value), false);
      output.textContent = value();
    });
    return h("div", { class: "level" }, h("label", { for: name, class: "label" }, label), output, h("div", { class: "span" }, input));
  }

  drawClock() {
    const c = this.choice;
    if (c.mode === "engines") return [];
    const options = [["none", t("noClock")], ...Object.keys(clocks).slice(1).map((k) => [k, t("clockOf", { minutes: clocks[k][0], seconds: clocks[k][1] })]), ["own", t("ownClock")]];
    const fields = h("div", { class: "fields" }, select("clock", t("clock"), options, c.clock, (v) => this.set("clock", v)));
    if (c.clock === "own") fields.append(this.number("minutes", t("minutes"), 1, 600), this.number("increment", t("increment"), 0, 600));
    return [fields];
  }
}
