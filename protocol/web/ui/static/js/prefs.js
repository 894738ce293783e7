// What this browser remembers: choices, the seats it holds, the games it knows. Where
// storage is refused all lasts as long as the page.

const defaults = {
  language: "", // "" follows the browser
  theme: "", // "" follows the system, else "light" or "dark"
  sound: true,
  coordinates: true,
  numbers: false,
  confirm: "auto", // "auto": on small boards under a finger; "always", "never"
  name: "", // told to the other players
  newGame: null, // the last choice in the form
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

const kept = 50; // games

// seatIn returns what this browser holds in a game: token, the right to play, and invite,
// the invitation for the other seat.
export const seatIn = (id) => readJSON("ishi.seats", {})[id] ?? {};

// keepSeat adds to that; the games not seen for the longest time are forgotten.
export function keepSeat(id, held) {
  const all = readJSON("ishi.seats", {});
  all[id] = { ...all[id], ...held, seen: Date.now() };
  const ids = Object.keys(all).sort((a, b) => all[b].seen - all[a].seen);
  for (const old of ids.slice(kept)) delete all[old];
  write("ishi.seats", JSON.stringify(all));
}
