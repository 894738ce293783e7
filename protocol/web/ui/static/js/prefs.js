// What this browser remembers: choices, the seats it holds, the games it knows. Where
// storage is refused all lasts as long as the page.

const defaults = {
  language: "", // "" follows the browser
  theme: "", // "" follows the system, else "light" or "dark"
  sound: true,
  coordinates: true,
  numbers: false,
  confirm: "auto", // "auto": on small boards under a finger; "always", "never"
  newGame: null, // the last choice in the dialog
};

const memory = new Map();

function read(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return memory.get(key) ?? null;
  }
}

function write(key, value) {
  memory.set(key, value);
  try {
    localStorage.setItem(key, value);
  } catch {
    // the copy in memory serves
  }
}

function readJSON(key, otherwise) {
  try {
    return JSON.parse(read(key)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

export const prefs = { ...defaults, ...readJSON("ishi.prefs", {}) };

export function setPref(name, value) {
  prefs[name] = value;
  write("ishi.prefs", JSON.stringify(prefs));
}

const kept = 50;

// seats returns the tokens by side that this browser holds in a game.
export const seats = (id) => readJSON("ishi.seats", {})[id]?.tokens ?? {};

// keepSeats adds tokens; the games not seen for the longest time are forgotten.
export function keepSeats(id, tokens) {
  const all = readJSON("ishi.seats", {});
  all[id] = { tokens: { ...all[id]?.tokens, ...tokens }, seen: Date.now() };
  const ids = Object.keys(all).sort((a, b) => all[b].seen - all[a].seen);
  for (const old of ids.slice(kept)) delete all[old];
  write("ishi.seats", JSON.stringify(all));
}

export function dropSeats(id) {
  const all = readJSON("ishi.seats", {});
  delete all[id];
  write("ishi.seats", JSON.stringify(all));
}
