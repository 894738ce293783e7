// Setting up a position: stones put and taken by clicks, or pasted as text.

import { h, icon } from "./dom.js";
import { t } from "./i18n.js";
import { openDialog, choice, select } from "./dialog.js";
import { Board } from "./board.js";
import { pointName, opponent } from "./points.js";

const sizes = { gomoku: [15, 19, 20, 13, 9], othello: [8, 6, 10, 4] };

// start returns the stones that a game begins with.
export function start(game, width, height) {
  if (game !== "othello") return new Map();
  const [x, y] = [width / 2, height / 2];
  return new Map([
    [pointName(x - 1, y - 1), "white"],
    [pointName(x, y - 1), "black"],
    [pointName(x - 1, y), "black"],
    [pointName(x, y), "white"],
  ]);
}

// openSetup shows the dialog with a position to begin from: game, rule, width, height,
// stones, turn. onUse is called with { game, rule, width, height, stones, turn } or
// { text } and returns an error's text, or nothing when the game has begun.
export function openSetup(from, onUse) {
  const p = { ...from, stones: new Map(from.stones), brush: "turns" };
  const host = h("div", { class: "setup-board" });
  const board = new Board(host, { onPlay: (point) => put(point), confirm: () => false });
  const side = h("div", { class: "tray" });
  const failed = h("p", { class: "error", role: "alert" });

  function put(point) {
    const now = p.stones.get(point);
    if (p.brush === "erase" || now === p.brush) p.stones.delete(point);
    else if (p.brush !== "turns") p.stones.set(point, p.brush);
    else if (!now) {
      p.stones.set(point, p.turn);
      p.turn = opponent(p.turn);
    } else if (now === "black") p.stones.set(point, "white");
    else p.stones.delete(point);
    draw();
  }

  function draw() {
    board.lay({ game: p.game, width: p.width, height: p.height, coordinates: true });
    board.show({ stones: p.stones, turn: p.brush === "white" || p.brush === "black" ? p.brush : p.turn, playable: p.brush !== "erase" });
    side.replaceChildren(choice("setup-turn", t("toMoveNext"), [["black", t("black")], ["white", t("white")]], p.turn, (v) => ((p.turn = v), draw())));
  }

  function reshape(game, size) {
    Object.assign(p, { game, width: size, height: size, rule: game === p.game ? p.rule : undefined, stones: start(game, size, size), turn: "black" });
    draw();
  }

  openDialog(t("do.setup"), (close) => {
    const use = async (position) => {
      const problem = await onUse(position);
      if (problem) failed.textContent = problem;
      else close();
    };
    const sizeHost = h("div", { class: "fields" });
    const drawSizes = () => {
      const list = [...new Set([p.width, ...sizes[p.game]])];
      sizeHost.replaceChildren(
        select("setup-game", t("game"), ["gomoku", "othello"].map((g) => [g, t(`game.${g}`)]), p.game, (g) => (reshape(g, sizes[g][0]), drawSizes())),
        select("setup-size", t("size"), list.map((n) => [n, `${n} × ${n}`]), p.width, (n) => reshape(p.game, Number(n))),
      );
    };
    drawSizes();
    draw();
    const brushes = [["turns", t("brush.turns")], ["black", t("black")], ["white", t("white")], ["erase", t("brush.erase")]];
    const text = h("textarea", { id: "paste", rows: 4, spellcheck: "false", placeholder: t("pasteExample"), "aria-label": t("paste") });
    return [
      sizeHost,
      choice("brush", t("brush"), brushes, p.brush, (v) => ((p.brush = v), draw())),
      host,
      h("div", { class: "tray" }, side, h("button", { type: "button", onclick: () => (p.stones.clear(), draw()) }, t("clear"))),
      h("div", { class: "dialog-foot" }, h("button", { type: "button", class: "primary", id: "use-setup", onclick: () => use(p) }, t("useSetup"))),
      h("hr"),
      h("div", { class: "stack" }, h("label", { for: "paste", class: "label" }, t("paste")), text, h("p", { class: "note" }, t("pasteNote"))),
      failed,
      h("div", { class: "dialog-foot" }, h("button", { type: "button", id: "use-paste", onclick: () => use({ text: text.value, pasted: true, game: p.game }) }, icon("open"), t("openText"))),
    ];
  });
}
