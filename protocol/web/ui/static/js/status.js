// How a game stands, in words.

import { t, has } from "./i18n.js";
import { playerName } from "./players.js";
import { opponent } from "./points.js";

// resultText says who has won, from the reader's side where there is one.
export function resultText(g) {
  const { winner } = g.result;
  if (!winner) return t("drawn");
  if (g.mine.size === 1) return t(g.mine.has(winner) ? "youWon" : "youLost");
  return t("sideWon", { side: t(winner) });
}

// reasonText says why a game is over.
export function reasonText(g) {
  const { winner, reason, text, discs } = g.result;
  if (discs) return t("reason.discs", discs);
  const loser = winner ? t(opponent(winner)) : "";
  return has(`reason.${reason}`) ? t(`reason.${reason}`, { side: loser }) : (text ?? "");
}

function swapText(g) {
  if (!g.mine.has(g.swap.side)) return t("swapWait");
  return t(`swap.${g.swap.step}`);
}

function playingText(g) {
  const side = t(g.toMove);
  if (g.mine.has(g.toMove)) return g.mine.size === 2 ? t("sideToMove", { side }) : t("yourTurnAs", { side });
  if (g.seats[g.toMove].kind === "engine") return g.people > 0 ? t("ishiThinks") : t("sideToMove", { side });
  if (g.mine.size > 0) return t("waitingFor", { name: playerName(g, g.toMove) });
  return t("sideToMove", { side });
}

// statusText returns the line that says how it stands and a second one with more.
export function statusText(g, ply) {
  const total = g.moves.length;
  const past = ply < total ? t("lookingBack", { ply, total }) : "";
  if (g.phase === "over") return [resultText(g), past || reasonText(g)];
  if (g.phase === "waiting") return [t("waitingSecond"), past];
  if (g.phase === "swap") return [swapText(g), past];
  if (g.paused) return [t("paused"), past];
  const watching = g.mine.size === 0 && g.people > 0 ? t("watching") : "";
  return [playingText(g), past || watching];
}
