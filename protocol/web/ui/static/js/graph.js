// The score of the game, move by move, as a curve: above the middle Black is better.

import { s } from "./dom.js";
import { t } from "./i18n.js";
import { scoreText } from "./score.js";

const width = 320;
const height = 96;

// bend maps a score onto -1 … 1 so that small differences near zero stay visible.
function bend({ value, win, unit, outcome }) {
  if (win) return win > 0 ? 1 : -1;
  if (outcome) return Math.sign(value);
  return Math.tanh(value / (unit === "discs" ? 16 : 400)) * 0.94;
}

export class Graph {
  // onStep is called with the ply that was chosen.
  constructor(host, onStep) {
    this.svg = s("svg", { class: "graph", viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", role: "img" });
    this.svg.addEventListener("click", (e) => {
      const box = this.svg.getBoundingClientRect();
      onStep(Math.round(((e.clientX - box.left) / box.width) * this.last));
    });
    host.append(this.svg);
  }

  // show draws scores, an array by ply of a score from Black's side or null, and marks
  // the ply that is looked at.
  show(scores, ply) {
    this.last = Math.max(scores.length - 1, 1);
    const x = (i) => (i / this.last) * width;
    const points = scores.map((score, i) => score && [x(i), height / 2 - bend(score) * (height / 2 - 5)]).filter(Boolean);
    const parts = [];
    if (points.length > 1) {
      const d = points.map(([px, py], i) => `${i ? "L" : "M"}${px.toFixed(1)} ${py.toFixed(1)}`).join("");
      parts.push(s("path", { class: "area-white", d: `M${points[0][0]} 0L${d.slice(1)}L${points.at(-1)[0]} 0Z` }));
      parts.push(s("path", { class: "area-black", d: `M${points[0][0]} ${height}L${d.slice(1)}L${points.at(-1)[0]} ${height}Z` }));
      parts.push(s("path", { class: "curve", d }));
    } else if (points.length === 1) parts.push(s("circle", { class: "knot", cx: points[0][0], cy: points[0][1], r: 3 }));
    parts.push(s("line", { class: "zero", x1: 0, x2: width, y1: height / 2, y2: height / 2 }));
    parts.push(s("line", { class: "at", x1: x(ply), x2: x(ply), y1: 0, y2: height }));
    this.svg.replaceChildren(...parts);
    const now = scores[Math.min(ply, scores.length - 1)];
    this.svg.setAttribute("aria-label", now ? t("graphAt", { ply, score: scoreText(now) }) : t("graph"));
  }
}
