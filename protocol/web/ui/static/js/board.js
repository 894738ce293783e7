// The board: points, stones and marks as SVG, and above it a grid of cells that take
// clicks, taps and keys. It knows how a position looks, not what is legal.
//
//     ┌ .board ────────────────┐
//     │ svg   lines, stones    │   drawn, hidden from screen readers
//     │ .cells [role=grid]     │   one cell a point, named, roving focus
//     │ .bubble                │   why a move was refused
//     └────────────────────────┘

import { h, s, calm } from "./dom.js";
import { pointName, parsePoint } from "./points.js";
import { t } from "./i18n.js";
import { drawPaper, starPoints } from "./paper.js";
import { drawMarks } from "./marks.js";

export const unit = 100; // a cell's width in the drawing
const small = 22; // below so many pixels a cell is hard to hit with a finger

export class Board {
  // onPlay is called with a point; confirm tells whether a first tap only shows the stone.
  constructor(host, { onPlay, confirm }) {
    this.onPlay = onPlay;
    this.confirm = confirm;
    this.svg = s("svg", { class: "drawing", "aria-hidden": "true", focusable: "false" });
    this.cells = h("div", { class: "cells", role: "grid" });
    this.bubble = h("div", { class: "bubble", hidden: true });
    this.root = h("div", { class: "board" }, this.svg, this.cells, this.bubble);
    host.append(this.root);
    this.shape = "";
    this.focused = null;
    this.listen();
  }

  // lay builds the empty board, unless it is there already.
  lay({ game, width, height, coordinates }) {
    const shape = [game, width, height, coordinates, t("board")].join();
    if (shape === this.shape) return;
    this.shape = shape;
    Object.assign(this, { game, width, height });
    this.pad = !coordinates ? 16 : game === "othello" ? 56 : 42;
    const w = width * unit + 2 * this.pad;
    const ht = height * unit + 2 * this.pad;
    this.svg.setAttribute("viewBox", `0 0 ${w} ${ht}`);
    this.root.style.setProperty("--ratio", String(w / ht));
    this.root.className = `board ${game}`;
    this.stones = new Map();
    this.layers = Object.fromEntries(
      ["under", "stones", "ghost", "over"].map((name) => [name, s("g", { class: name })]),
    );
    this.svg.replaceChildren(...drawPaper(this, coordinates, starPoints(width, height)), ...Object.values(this.layers));
    Object.assign(this.cells.style, {
      left: `${(this.pad / w) * 100}%`,
      right: `${(this.pad / w) * 100}%`,
      top: `${(this.pad / ht) * 100}%`,
      bottom: `${(this.pad / ht) * 100}%`,
    });
    this.cells.style.setProperty("--columns", String(width));
    this.cells.style.setProperty("--rows", String(height));
    this.layCells();
    this.view = null;
    performance.mark("board");
  }

  layCells() {
    this.cells.setAttribute("aria-label", t("boardName", { game: t(`game.${this.game}`), width: this.width, height: this.height }));
    this.cells.setAttribute("aria-rowcount", String(this.height));
    this.cells.setAttribute("aria-colcount", String(this.width));
    this.cell = new Map();
    const rows = [];
    for (let y = 0; y < this.height; y++) {
      const row = h("div", { role: "row", class: "row" });
      for (let x = 0; x < this.width; x++) {
        const point = pointName(x, y);
        const cell = h("div", { role: "gridcell", tabindex: "-1", "data-point": point });
        this.cell.set(point, cell);
        row.append(cell);
      }
      rows.push(row);
    }
    this.cells.replaceChildren(...rows);
    const [fx, fy] = parsePoint(this.focused) ?? [];
    const keep = fx < this.width && fy < this.height;
    this.rove(keep ? this.focused : pointName(this.width >> 1, this.height >> 1), false);
  }

  // centre returns the middle of a point in the drawing.
  centre(point) {
    const [x, y] = parsePoint(point);
    return [this.pad + (x + 0.5) * unit, this.pad + (y + 0.5) * unit];
  }

  // show draws a view:
  //   stones   Map of point to "black", "white" or "blocked"
  //   turn     side of the ghost stone, playable whether clicks are moves
  //   last, win, legal, forbidden, numbers (Map), hints, line, and placed: the point that
  //   was just played, from which flips spread
  show(view) {
    const before = this.view;
    this.view = view;
    const animate = before && !calm() && view.animate;
    for (const [point, node] of this.stones) {
      if (view.stones.has(point)) continue;
      this.stones.delete(point);
      this.takeOff(node, animate);
    }
    for (const [point, side] of view.stones) {
      const node = this.stones.get(point);
      if (!node) this.put(point, side, animate && point === view.placed);
      else if (node.side !== side) this.flip(node, side, animate ? this.distance(point, view.placed) : 0, animate);
    }
    drawMarks(this, view);
    this.root.classList.toggle("playable", Boolean(view.playable));
    this.root.dataset.turn = view.turn ?? "";
    this.describe(view);
    if (!view.playable || view.stones.has(this.ghostAt)) this.ghost(null);
    if (this.pending && (!view.playable || view.stones.has(this.pending))) this.pend(null);
  }

  distance(point, from) {
    if (!from || from === "pass") return 0;
    const [a, b] = [parsePoint(point), parsePoint(from)];
    return Math.max(Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1]));
  }

  put(point, side, animate) {
    const [x, y] = this.centre(point);
    const face = s("g", { class: "face" }, ...this.face(side));
    const node = s("g", { class: "stone", transform: `translate(${x} ${y})`, "data-stone": point }, face);
    Object.assign(node, { side, face });
    this.stones.set(point, node);
    this.layers.stones.append(node);
    if (animate) face.animate([{ transform: "scale(1.18)", opacity: 0.2 }, { transform: "scale(1)", opacity: 1 }], { duration: 140, easing: "ease-out" });
  }

  face(side) {
    if (side === "blocked") return [s("rect", { class: "blocked", x: -30, y: -30, width: 60, height: 60, rx: 10 })];
    const r = this.game === "othello" ? 41 : 46;
    return [
      s("ellipse", { class: "shadow", cx: 2, cy: 5, rx: r, ry: r }),
      s("circle", { class: `disc ${side}`, r, fill: `url(#disc-${side})` }),
    ];
  }

  takeOff(node, animate) {
    if (!animate) return node.remove();
    node.animate([{ opacity: 1 }, { opacity: 0 }], { duration: 120 }).finished.then(() => node.remove());
  }

  // flip turns a disc over: it narrows, changes its colour and widens again.
  async flip(node, side, distance, animate) {
    node.side = side;
    const turned = this.face(side);
    if (!animate) return node.face.replaceChildren(...turned);
    const half = { duration: 110, fill: "none" };
    const away = node.face.animate([{ transform: "scaleX(1)" }, { transform: "scaleX(0.04)" }], { ...half, easing: "ease-in", delay: 60 + distance * 45 });
    await away.finished;
    if (node.side !== side) return;
    node.face.replaceChildren(...turned);
    node.face.animate([{ transform: "scaleX(0.04)" }, { transform: "scaleX(1)" }], { ...half, easing: "ease-out" });
  }

  // describe names the cells for screen readers.
  describe(view) {
    const legal = new Set(view.legal ?? []);
    const forbidden = new Set(view.forbidden ?? []);
    const win = new Set(view.win ?? []);
    const hints = new Map((view.hints ?? []).map((hint) => [hint.point, hint]));
    for (const [point, cell] of this.cell) {
      const parts = [point.toUpperCase(), t(`cell.${view.stones.get(point) ?? "empty"}`)];
      if (point === view.last) parts.push(t("cell.last"));
      if (legal.has(point)) parts.push(t("cell.legal"));
      if (forbidden.has(point)) parts.push(t("cell.forbidden"));
      if (win.has(point)) parts.push(t("cell.win"));
      if (hints.has(point)) parts.push(t("cell.hint", { score: hints.get(point).label }));
      const name = parts.join(", ");
      if (cell.getAttribute("aria-label") !== name) cell.setAttribute("aria-label", name);
    }
  }

  // ghost shows the stone that a click would put.
  ghost(point) {
    const free = point && this.view?.playable && !this.view.stones.has(point);
    const legal = free && (this.game !== "othello" || !this.view.legal || this.view.legal.includes(point));
    const at = legal ? point : null;
    if (at === this.ghostAt) return;
    this.ghostAt = at;
    this.layers.ghost.replaceChildren();
    if (!at) return;
    const [x, y] = this.centre(at);
    this.layers.ghost.append(s("g", { class: "stone phantom", transform: `translate(${x} ${y})` }, ...this.face(this.view.turn)));
  }

  // pend keeps a stone on show until a second tap confirms it.
  pend(point) {
    this.pending = point;
    this.root.classList.toggle("pending", Boolean(point));
    this.ghost(point);
  }

  pointAt(event) {
    const box = this.cells.getBoundingClientRect();
    const x = Math.floor(((event.clientX - box.left) / box.width) * this.width);
    const y = Math.floor(((event.clientY - box.top) / box.height) * this.height);
    return x >= 0 && y >= 0 && x < this.width && y < this.height ? pointName(x, y) : null;
  }

  listen() {
    this.cells.addEventListener("pointermove", (e) => e.pointerType !== "touch" && this.ghost(this.pointAt(e)));
    this.cells.addEventListener("pointerleave", () => this.ghost(this.pending ?? null));
    this.cells.addEventListener("pointerdown", (e) => (this.pointer = e.pointerType));
    this.cells.addEventListener("click", (e) => {
      const point = this.pointAt(e);
      if (!point) return;
      this.rove(point, true);
      const tiny = this.cells.clientWidth / this.width < small && this.pointer === "touch";
      if (this.view?.playable && this.pending !== point && this.confirm(tiny) && !this.view.stones.has(point)) this.pend(point);
      else this.choose(point);
    });
    this.cells.addEventListener("focusin", (e) => this.rove(e.target.dataset.point, false));
    this.cells.addEventListener("keydown", (e) => this.key(e));
  }

  choose(point) {
    this.pend(null);
    this.onPlay(point);
  }

  key(e) {
    if (e.ctrlKey || e.altKey || e.metaKey) return;
    const [x, y] = parsePoint(this.focused);
    const to = {
      ArrowLeft: [x - 1, y],
      ArrowRight: [x + 1, y],
      ArrowUp: [x, y - 1],
      ArrowDown: [x, y + 1],
      Home: [0, y],
      End: [this.width - 1, y],
    }[e.key];
    if (to) {
      const at = pointName(Math.min(Math.max(to[0], 0), this.width - 1), Math.min(Math.max(to[1], 0), this.height - 1));
      this.rove(at, true);
      this.ghost(at);
    } else if (e.key === "Enter" || e.key === " ") this.choose(this.focused);
    else return;
    e.preventDefault();
  }

  // rove makes a point the one that Tab reaches.
  rove(point, focus) {
    this.cell.get(this.focused)?.setAttribute("tabindex", "-1");
    this.focused = point;
    const cell = this.cell.get(point);
    cell?.setAttribute("tabindex", "0");
    if (focus) cell?.focus({ preventScroll: true });
  }

  // refuse says at the point why it cannot be played.
  refuse(point, text) {
    const [x, y] = parsePoint(point) ? this.centre(point) : [this.pad + (this.width * unit) / 2, this.pad + (this.height * unit) / 2];
    const [, , w, ht] = this.svg.getAttribute("viewBox").split(" ").map(Number);
    this.bubble.textContent = text;
    this.bubble.hidden = false;
    const left = Math.min(Math.max(x / w, 0.17), 0.83);
    this.bubble.style.left = `${left * 100}%`;
    this.bubble.style.top = `${(y / ht) * 100}%`;
    this.bubble.classList.toggle("below", y < ht / 6);
    clearTimeout(this.bubbleTimer);
    this.bubbleTimer = setTimeout(() => (this.bubble.hidden = true), 3200);
    if (!calm()) this.bubble.animate([{ translate: "-4px 0" }, { translate: "4px 0" }, { translate: "0 0" }], { duration: 90, iterations: 2 });
  }
}

