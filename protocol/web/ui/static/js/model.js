// A game as the page shows it, made from what the server tells.
//
//     state, present, you, welcome ──▶ model ──▶
//       phase    waiting, swap, playing, over
//       mine     Set of the sides that this browser plays; owner
//       seats    by side: kind, name, level, seconds, connected
//       setup    stones at ply 0;  moves  { side, point, flips, score, depth }
//       put      colour of the next stone in an opening that is put by one side
//       can      what the reader may do now

import { pointName } from "./points.js";

const phases = { waiting: "waiting", opening: "swap", playing: "playing", finished: "over" };
const sides = { X: "black", O: "white", "#": "blocked" };
const reasons = {
  "five in a row": "five",
  "board full": "full",
  "every point is forbidden to black": "forbidden",
  "wipe-out": "wipeout",
  resignation: "resign",
  time: "time",
  agreement: "agreed",
};

// stonesOf reads a board of rows into a list of stones.
export function stonesOf(rows) {
  const stones = [];
  rows.forEach((row, y) => [...row].forEach((sign, x) => sides[sign] && stones.push({ point: pointName(x, y), side: sides[sign] })));
  return stones;
}

// score gives a score of the server the unit of its game.
export const score = (told, unit) => (told ? { ...told, unit } : null);

function seat(player, connected) {
  const seconds = player.moveTime ? player.moveTime / 1000 : 0;
  return { kind: player.kind, name: player.name, level: player.level, seconds, connected };
}

function result(state) {
  if (!state.result) return null;
  const { winner, reason } = state.result;
  const byDiscs = state.setup.game === "othello" && (reason === "no moves left" || reason === "board full");
  return { winner, text: reason, reason: reasons[reason], discs: byDiscs ? state.counts : null };
}

// model joins what is known of a game: its state, who is here, which sides are the
// reader's, the unit of its scores, and whether it is being analysed.
export function model(state, { present = {}, you, unit, analysing }) {
  const { setup, players, swap2 } = state;
  const mine = new Set(you.sides);
  const people = ["black", "white"].filter((side) => players[side].kind !== "engine");
  const over = state.phase === "finished";
  const decides = mine.size > 0 || you.owner;
  const may = (what) => Boolean(state.can[what]);
  const settled = !over && state.phase === "playing";
  return {
    id: state.game,
    seq: state.seq,
    game: setup.game,
    rule: setup.rule,
    width: setup.width,
    height: setup.height,
    unit,
    phase: phases[state.phase],
    toMove: state.toMove,
    mine,
    owner: you.owner,
    people: people.length,
    network: people.length === 2 && mine.size < 2,
    seats: { black: seat(players.black, present.black), white: seat(players.white, present.white) },
    open: people.find((side) => players[side].kind === "open"),
    setup: stonesOf(state.start),
    first: state.first,
    moves: state.moves.map((m) => ({ side: m.side, point: m.move, flips: m.flips, score: score(m.score, unit), depth: m.depth })),
    legal: state.legal ?? null,
    forbidden: state.forbidden ?? [],
    win: state.win ?? [],
    result: result(state),
    clocks: state.clocks ? { ...state.clocks, at: performance.now() } : null,
    offers: state.offers ?? {},
    swap: swap2 ? { side: swap2.by, step: swap2.step, canPut: swap2.step === "choose" } : null,
    put: swap2 && (swap2.step === "three" || swap2.step === "two") ? state.toMove : null,
    paused: Boolean(state.paused),
    watchers: present.watchers ?? 0,
    next: state.rematch,
    analysing,
    can: {
      undo: decides && may("undo"),
      redo: decides && may("redo"),
      hint: may("hint"),
      draw: mine.size > 0 && may("draw"),
      pause: decides && may("pause"),
      resign: mine.size > 0 && settled,
      rematch: mine.size > 0 && over && !state.rematch,
    },
  };
}
