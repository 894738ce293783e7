// What an empty board looks like: lines or squares, dots, letters and numbers.

import { s } from "./dom.js";
import { columnName } from "./points.js";

const unit = 100;

const stop = (offset, colour) => s("stop", { offset, class: colour });

function gradient(side) {
  const [light, dark] = [`${side}-light`, `${side}-dark`];
  return s("radialGradient", { id: `disc-${side}`, cx: "36%", cy: "30%", r: "75%" }, stop("0", light), stop("1", dark));
}

// starPoints returns the marked crossings of a board of lines: the middle and four
// points around it, where the board is large enough and odd.
export function starPoints(width, height) {
  if (width !== height || width < 9) return [];
  const edge = width < 13 ? 2 : 3;
  const far = width - 1 - edge;
  const stars = [[edge, edge], [far, edge], [edge, far], [far, far]];
  if (width % 2 === 1) stars.push([width >> 1, width >> 1]);
  return stars;
}

// drawPaper returns the parts of an empty board.
export function drawPaper({ game, width, height, pad }, coordinates, stars) {
  const parts = [s("defs", null, gradient("black"), gradient("white"))];
  const squares = game === "othello";
  const inset = squares ? 0 : unit / 2;
  const [left, top] = [pad + inset, pad + inset];
  const [right, bottom] = [pad + width * unit - inset, pad + height * unit - inset];
  const lines = [];
  const columns = squares ? width + 1 : width;
  const rows = squares ? height + 1 : height;
  for (let i = 0; i < columns; i++) lines.push(`M${left + i * unit} ${top}V${bottom}`);
  for (let i = 0; i < rows; i++) lines.push(`M${left} ${top + i * unit}H${right}`);
  if (squares) parts.push(s("rect", { class: "field", x: left, y: top, width: right - left, height: bottom - top }));
  parts.push(s("path", { class: "lines", d: lines.join("") }));
  parts.push(s("rect", { class: "edge", x: left, y: top, width: right - left, height: bottom - top }));
  for (const [x, y] of squares ? cornerDots(width, height) : stars) {
    const shift = squares ? 0 : unit / 2;
    parts.push(s("circle", { class: "star", cx: pad + x * unit + shift, cy: pad + y * unit + shift, r: squares ? 7 : 9 }));
  }
  if (coordinates) parts.push(drawCoordinates(width, height, pad));
  return parts;
}

// cornerDots are the four dots of an Othello board, two squares in from the corners.
const cornerDots = (w, h) => (w < 6 || h < 6 ? [] : [[2, 2], [w - 2, 2], [2, h - 2], [w - 2, h - 2]]);

function drawCoordinates(width, height, pad) {
  const labels = s("g", { class: "coordinates" });
  const put = (x, y, text) => labels.append(s("text", { x, y }, text));
  for (let x = 0; x < width; x++) put(pad + (x + 0.5) * unit, pad * 0.5, columnName(x));
  for (let y = 0; y < height; y++) put(pad * 0.5, pad + (y + 0.5) * unit, String(y + 1));
  return labels;
}
