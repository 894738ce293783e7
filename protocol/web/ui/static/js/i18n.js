// Texts in the language of the reader.

import { prefs, setPref } from "./prefs.js";

export const languages = { en: "English", zh: "中文", de: "Deutsch" };

let texts = {};
let current = "en";

// language returns the code of the language in use.
export const language = () => current;

function wanted() {
  if (languages[prefs.language]) return prefs.language;
  for (const tag of navigator.languages ?? [navigator.language]) {
    const code = tag.slice(0, 2).toLowerCase();
    if (languages[code]) return code;
  }
  return "en";
}

// loadTexts fetches the texts of the chosen language.
export async function loadTexts() {
  current = wanted();
  texts = (await import(`../text/${current}.js`)).default;
  document.documentElement.lang = current;
}

export async function setLanguage(code) {
  setPref("language", code);
  await loadTexts();
}

// has reports whether there is such a text.
export const has = (key) => key in texts;

// t returns a text with its {gaps} filled.
export function t(key, gaps = {}) {
  const text = texts[key];
  if (text === undefined) return key;
  return text.replace(/\{(\w+)\}/g, (_, name) => String(gaps[name] ?? ""));
}

// translate fills in the fixed texts of a part of the page: data-t for the content,
// data-t-label for the name that screen readers read and the tooltip.
export function translate(root) {
  for (const node of root.querySelectorAll("[data-t]")) node.textContent = t(node.dataset.t);
  for (const node of root.querySelectorAll("[data-t-label]")) {
    node.setAttribute("aria-label", t(node.dataset.tLabel));
    if (node.tagName === "BUTTON") node.title = t(node.dataset.tLabel);
  }
}
