// What is said to those who do not see the board.

import { h } from "./dom.js";

const kept = 4;

// say adds a line to the log that screen readers read when they have time.
export function say(text) {
  const log = document.getElementById("said");
  log.append(h("span", null, `${text}. `));
  while (log.children.length > kept) log.firstChild.remove();
}

// warn is read at once.
export function warn(text) {
  const alert = document.getElementById("warned");
  alert.textContent = "";
  alert.textContent = text;
}
