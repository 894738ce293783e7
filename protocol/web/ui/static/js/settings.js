// Choices of the reader, and the keys that there are.

import { h } from "./dom.js";
import { t, languages, language, setLanguage } from "./i18n.js";
import { prefs, setPref } from "./prefs.js";
import { openDialog, choice, select, check } from "./dialog.js";

// applyTheme puts the chosen colours on, or leaves them to the system.
export function applyTheme() {
  if (prefs.theme) document.documentElement.dataset.theme = prefs.theme;
  else delete document.documentElement.dataset.theme;
}

const dark = () => (prefs.theme ? prefs.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches);

// toggleTheme changes between light and dark.
export function toggleTheme() {
  setPref("theme", dark() ? "light" : "dark");
  applyTheme();
}

const keys = [
  ["← ↑ → ↓", "keys.move"],
  ["Enter", "keys.play"],
  ["PgUp PgDn", "keys.step"],
  ["Z, Y", "keys.undo"],
  ["H, A", "keys.hint"],
  ["Esc", "keys.close"],
];

// openSettings shows the dialog; onChange is called after each change.
export function openSettings(onChange) {
  const set = (name) => (value) => {
    setPref(name, value);
    onChange(name);
  };
  openDialog(t("settings"), () => [
    h(
      "div",
      { class: "fields" },
      select("language", t("language"), Object.entries(languages), language(), async (code) => {
        await setLanguage(code);
        onChange("language");
        openSettings(onChange);
      }),
      h("label", { for: "player-name" }, h("span", { class: "label" }, t("yourName")), h("input", { type: "text", id: "player-name", maxlength: 24, autocomplete: "nickname", value: prefs.name ?? "", onchange: (e) => set("name")(e.target.value.trim()) })),
    ),
    choice("theme", t("theme"), [["", t("theme.system")], ["light", t("theme.light")], ["dark", t("theme.dark")]], prefs.theme, set("theme")),
    choice("confirm", t("confirmMoves"), [["auto", t("confirm.auto")], ["always", t("confirm.always")], ["never", t("confirm.never")]], prefs.confirm, set("confirm")),
    h("div", null, check("set-coordinates", t("coordinates"), prefs.coordinates, set("coordinates")), check("set-sound", t("sound"), prefs.sound, set("sound"))),
    h("div", null, h("h3", null, t("keys")), h("dl", { class: "keys" }, keys.map(([key, what]) => [h("dt", null, key), h("dd", null, t(what))]))),
  ]);
}
