// Dialogs: one at a time over the page, closed with Escape, the cross or a click beside.

import { h, icon } from "./dom.js";
import { t } from "./i18n.js";

// openDialog shows a dialog and returns a function that closes it. build is called with
// that function and returns the content.
export function openDialog(title, build, { wide = false } = {}) {
  document.querySelector("dialog")?.close();
  const heading = h("h2", { id: "dialog-title" }, title);
  const close = () => dialog.close();
  const cross = h("button", { type: "button", class: "round", "aria-label": t("close"), title: t("close"), onclick: close }, icon("close"));
  const dialog = h("dialog", { "aria-labelledby": "dialog-title", class: wide ? "wide" : null });
  dialog.append(h("div", { class: "dialog-head" }, heading, cross), h("div", { class: "dialog-body" }, build(close)));
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("mousedown", (e) => e.target === dialog && close());
  document.body.append(dialog);
  dialog.showModal();
  (dialog.querySelector("[autofocus]") ?? cross).focus();
  return close;
}

// confirmDialog asks a question whose answer changes the game for good.
export function confirmDialog(title, text, yes, onYes) {
  openDialog(title, (close) => [
    h("p", null, text),
    h(
      "div",
      { class: "dialog-foot" },
      h("button", { type: "button", onclick: close }, t("cancel")),
      h("button", { type: "button", class: "danger", id: "confirm", autofocus: true, onclick: () => (close(), onYes()) }, yes),
    ),
  ]);
}

// choice makes a row of radio buttons that look like one switch.
export function choice(name, legend, options, chosen, onchange) {
  return h(
    "fieldset",
    null,
    h("legend", null, legend),
    h(
      "div",
      { class: options.length === 4 ? "choice pairs" : "choice" },
      options.map(([value, label]) =>
        h(
          "label",
          null,
          h("input", { type: "radio", name, value, checked: value === chosen, onchange: () => onchange(value) }),
          h("span", null, label),
        ),
      ),
    ),
  );
}

// select makes a labelled list to choose from.
export function select(id, label, options, chosen, onchange) {
  return h(
    "label",
    { for: id },
    h("span", { class: "label" }, label),
    h(
      "select",
      { id, onchange: (e) => onchange(e.target.value) },
      options.map(([value, text]) => h("option", { value, selected: String(value) === String(chosen) }, text)),
    ),
  );
}

// check makes a box to tick.
export function check(id, label, checked, onchange) {
  return h("label", { class: "check", for: id }, h("input", { type: "checkbox", id, checked, onchange: (e) => onchange(e.target.checked) }), h("span", null, label));
}
