// Marks upon a position: the last move, legal and forbidden points, the stones that won,
// numbers of moves, hints with their scores.

import { s } from "./dom.js";
import { pointName, parsePoint } from "./points.js";

const text = (x, y, content, attributes) => s("text", { x, y, ...attributes }, content);

// drawMarks draws the marks of a view on a board.
export function drawMarks(board, view) {
  const under = [];
  const over = [];
  const hinted = new Set((view.hints ?? []).map((hint) => hint.point));
  for (const point of view.legal ?? []) {
    if (hinted.has(point)) continue;
    const [x, y] = board.centre(point);
    under.push(s("circle", { class: "legal", cx: x, cy: y, r: 11 }));
  }
  for (const point of view.forbidden ?? []) {
    const [x, y] = board.centre(point);
    under.push(s("path", { class: "forbidden", d: `M${x - 16} ${y - 16}l32 32m0 -32l-32 32` }));
  }
  for (const [point, number] of view.numbers ?? []) {
    const [x, y] = board.centre(point);
    const size = number > 99 ? "three" : "";
    over.push(text(x, y, String(number), { class: `number on-${view.stones.get(point)} ${size}` }));
  }
  if (view.last && parsePoint(view.last) && view.stones.has(view.last)) over.push(...lastMark(board, view));
  over.push(...winMarks(board, view));
  (view.hints ?? []).forEach((hint, rank) => over.push(hintMark(board, hint, rank)));
  board.layers.under.replaceChildren(...under);
  board.layers.over.replaceChildren(...over);
}

function lastMark(board, view) {
  const [x, y] = board.centre(view.last);
  if (view.numbers?.size) return [s("circle", { class: "last ring", cx: x, cy: y, r: 49 })];
  return [s("circle", { class: "last", cx: x, cy: y, r: 12 })];
}

// winMarks rings the winning stones and draws a line through each row of them.
function winMarks(board, view) {
  const win = new Set(view.win ?? []);
  if (win.size === 0) return [];
  const marks = [];
  for (const point of win) {
    const [x, y] = parsePoint(point);
    for (const [dx, dy] of [[1, 0], [0, 1], [1, 1], [1, -1]]) {
      if (win.has(pointName(x - dx, y - dy)) && x - dx >= 0 && y - dy >= 0) continue;
      let n = 1;
      while (y + n * dy >= 0 && win.has(pointName(x + n * dx, y + n * dy))) n++;
      if (n < 5) continue;
      const [x1, y1] = board.centre(point);
      const [x2, y2] = board.centre(pointName(x + (n - 1) * dx, y + (n - 1) * dy));
      marks.push(s("line", { class: "winline", x1, y1, x2, y2, pathLength: 1 }));
    }
  }
  return marks;
}

function hintMark(board, hint, rank) {
  const [x, y] = board.centre(hint.point);
  const mark = s("g", { class: `hint ${rank === 0 ? "best" : ""}` }, s("circle", { cx: x, cy: y, r: 45 }));
  mark.append(text(x, y, hint.label, { class: hint.label.length > 4 ? "longer" : hint.label.length > 3 ? "long" : "" }));
  return mark;
}
