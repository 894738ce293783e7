// What stands beside the board in a game: how it stands, questions to answer, what can
// be done, the moves, the score, what the analysis sees.

import { h, icon, setText } from "./dom.js";
import { t } from "./i18n.js";
import { Graph } from "./graph.js";
import { scoreText } from "./score.js";

const actions = ["undo", "redo", "hint", "analysis", "pause", "draw", "resign", "rematch"];

export class Panel {
  // on is called with the name of what was pressed and, for steps, the ply.
  constructor(host, on) {
    this.on = on;
    this.status = h("p", { class: "status", id: "status" });
    this.notice = h("div", { class: "notice", id: "notice", hidden: true });
    this.buttons = {};
    this.actions = h("div", { class: "actions", role: "group", "aria-label": t("actions") });
    for (const name of actions) {
      const button = h("button", { type: "button", id: name, onclick: () => on(name) }, icon(name), h("span", null, t(`do.${name}`)));
      this.buttons[name] = button;
      this.actions.append(button);
    }
    this.moves = h("ol", { class: "moves", id: "moves", "aria-label": t("moves"), tabindex: "-1" });
    this.ply = h("span", { class: "ply", id: "ply" });
    this.lines = h("ol", { class: "lines-list", id: "lines", "aria-label": t("analysisLines") });
    this.linesCard = h("section", { class: "card", hidden: true, "aria-label": t("analysisLines") }, h("h2", { class: "minor" }, t("do.analysis")), this.lines);
    const graphBox = h("div", { id: "graph" });
    this.graph = new Graph(graphBox, (ply) => on("step", ply));
    this.score = h("button", { type: "button", class: "plain", id: "score", onclick: () => on("score") }, icon("analysis"), t("scoreGame"));
    this.graphCard = h("section", { class: "card", "aria-label": t("graph") }, h("h2", { class: "minor" }, t("graphTitle")), graphBox, this.score);
    this.watchers = h("p", { class: "watchers", id: "watchers" });
    host.replaceChildren(this.status, this.notice, this.actions, this.linesCard, this.movesCard(), this.graphCard, this.links(), this.watchers);
  }

  movesCard() {
    const step = (name, to) => h("button", { type: "button", class: "plain", id: `step-${name}`, "aria-label": t(`step.${name}`), title: t(`step.${name}`), onclick: () => this.on("step", to()) }, icon(name));
    const steps = h(
      "div",
      { class: "steps" },
      step("first", () => 0),
      step("back", () => this.at - 1),
      this.ply,
      step("forward", () => this.at + 1),
      step("last", () => this.total),
    );
    return h("section", { class: "card", "aria-label": t("moves") }, steps, this.moves);
  }

  links() {
    const link = (name, sign) => h("button", { type: "button", class: "plain", id: name, onclick: () => this.on(name) }, icon(sign ?? name), h("span", null, t(`do.${name}`)));
    this.numbers = link("numbers");
    return h("div", { class: "links" }, this.numbers, link("share"), link("save"), link("open"), link("setup"));
  }

  // show draws the state of a game: status and its second line, which actions are there
  // and which can be used, moves and the ply that is looked at.
  show({ status, sub, can, analysing, paused, numbers, moves, ply, scores, watchers }) {
    const parts = [status];
    if (sub) parts.push(h("span", { class: "sub" }, sub));
    if (this.said !== status + sub) this.status.replaceChildren(...parts);
    this.said = status + sub;
    for (const name of actions) {
      this.buttons[name].hidden = can[name] === undefined;
      this.buttons[name].disabled = !can[name];
    }
    this.buttons.analysis.setAttribute("aria-pressed", String(analysing));
    this.buttons.pause.setAttribute("aria-pressed", String(paused));
    this.numbers.setAttribute("aria-pressed", String(numbers));
    this.showMoves(moves, ply);
    const known = scores.filter(Boolean).length;
    this.graphCard.hidden = known === 0 && (!can.score || moves.length === 0);
    this.score.hidden = !can.score || moves.length === 0 || known === scores.length;
    this.graph.svg.toggleAttribute("hidden", known === 0);
    if (known > 0) this.graph.show(scores, ply);
    setText(this.watchers, watchers);
  }

  showMoves(moves, ply) {
    this.at = ply;
    this.total = moves.length;
    this.ply.replaceChildren(h("b", null, String(ply)), ` / ${moves.length}`);
    const key = moves.map((m) => m.point).join();
    if (key !== this.listed) {
      this.listed = key;
      const item = (move, i) =>
        h(
          "li",
          null,
          h(
            "button",
            { type: "button", onclick: () => this.on("step", i + 1) },
            h("span", { class: "count" }, String(i + 1)),
            h("span", { class: `dot ${move.side}` }, h("span", { class: "hidden" }, ` ${t(move.side)} `)),
            move.point === "pass" ? t("pass") : move.point,
          ),
        );
      this.moves.replaceChildren(...moves.map(item));
      this.moves.hidden = moves.length === 0;
    }
    [...this.moves.children].forEach((li, i) => {
      const button = li.firstChild;
      if (i + 1 === ply) {
        button.setAttribute("aria-current", "step");
        this.scrollTo(li);
      } else button.removeAttribute("aria-current");
    });
    for (const [name, off] of [["first", ply === 0], ["back", ply === 0], ["forward", ply === moves.length], ["last", ply === moves.length]]) {
      document.getElementById(`step-${name}`).disabled = off;
    }
  }

  scrollTo(item) {
    const list = this.moves;
    if (item.offsetTop < list.scrollTop + list.offsetTop || item.offsetTop + item.offsetHeight > list.scrollTop + list.offsetTop + list.clientHeight) {
      list.scrollTop = item.offsetTop - list.offsetTop - list.clientHeight + item.offsetHeight + 4;
    }
  }

  // showLines lists what an analysis has found, best first; null hides the list.
  showLines(lines) {
    this.linesCard.hidden = !lines;
    if (!lines) return;
    const row = (line) =>
      h(
        "li",
        null,
        h("span", { class: "score" }, scoreText(line.score)),
        h("span", { class: "depth" }, t("depth", { depth: line.depth })),
        h("span", { class: "pv", title: line.pv.join(" ") }, line.pv.join(" ")),
      );
    this.lines.replaceChildren(...lines.map(row));
  }

  // ask shows a question or an offer with its answers: [name, label, primary].
  ask(text, answers, extra) {
    this.notice.hidden = !text;
    const key = JSON.stringify([text, answers, Boolean(extra)]);
    if (key === this.asked) return;
    this.asked = key;
    const button = ([name, label, primary]) => h("button", { type: "button", class: primary ? "primary" : null, id: `answer-${name}`, onclick: () => this.on(name) }, label);
    this.notice.replaceChildren(h("p", null, text ?? ""), ...(extra ? [extra()] : []), h("div", { class: "buttons", hidden: !answers?.length }, (answers ?? []).map(button)));
  }
}
