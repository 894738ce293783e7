// Scores as text.

import { t } from "./i18n.js";

// scoreText writes a score: "+2.5", "−4", "wins in 7". A score has value and unit
// ("points", "discs"), or win: plies to a proved win, negative for a loss; or outcome,
// which says only that it is won, drawn or lost.
export function scoreText(score) {
  if (score.outcome) return t(score.value > 0 ? "wins" : score.value < 0 ? "loses" : "draws");
  if (score.win) return t(score.win > 0 ? "winsIn" : "losesIn", { n: Math.abs(score.win) });
  return signed(score.value, score.unit === "discs" && !Number.isInteger(score.value) ? 1 : 0);
}

// shortScore is scoreText for a place as small as a stone.
export function shortScore(score) {
  if (score.outcome) return score.value > 0 ? "W" : score.value < 0 ? "L" : "=";
  if (score.win) return (score.win > 0 ? "W" : "L") + Math.abs(score.win);
  return signed(score.value, 0);
}

function signed(value, digits) {
  const text = Math.abs(value).toFixed(digits);
  if (Number(text) === 0) return "0";
  return (value < 0 ? "−" : "+") + text;
}

// from turns a score that is told from one side to the other.
export function from(score, turned) {
  if (!score || !turned) return score;
  return { ...score, value: -score.value, win: score.win ? -score.win : score.win };
}
