// What waits for an answer in a game: offers, the choices of swap2, a seat that is free.

import { t } from "./i18n.js";
import { playerName } from "./players.js";
import { linkField } from "./records.js";

const offers = [
  ["undo", "askUndo", "sentUndo"],
  ["draw", "askDraw", "sentDraw"],
  ["rematch", "askRematch", "sentRematch"],
];

// showQuestions puts the first question of a game into the panel, or takes it away.
export function showQuestions(panel, g) {
  for (const [offer, asked, sent] of offers) {
    const by = g.offers[offer];
    if (!by) continue;
    if (g.mine.has(by)) return panel.ask(t(sent), []);
    if (g.mine.size > 0) {
      const answers = [[`${offer}-accept`, t("accept"), true], [`${offer}-decline`, t("decline")]];
      return panel.ask(t(asked, { name: playerName(g, by) }), answers);
    }
  }
  if (g.next) return panel.ask(t("newThere"), [["next", t("do.rematch"), true]]);
  if (g.phase === "swap" && g.mine.has(g.swap.side) && !g.put) {
    const answers = [["swap-black", t("takeBlack"), true], ["swap-white", t("takeWhite")]];
    if (g.swap.canPut) answers.push(["swap-two", t("putTwo")]);
    return panel.ask(t(`swap.${g.swap.step}`), answers);
  }
  if (g.phase === "waiting") return askForSecond(panel, g);
  panel.ask(null);
}

function askForSecond(panel, g) {
  if (g.mine.size > 0 && g.inviteLink) return panel.ask(t("invite"), [], () => linkField("invite", t("linkSeat"), g.inviteLink));
  if (g.mine.size === 0 && g.invited) return panel.ask(t("joinText", { side: t(g.open) }), [["join", t("join"), true]]);
  panel.ask(null);
}
