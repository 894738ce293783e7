// Addresses of games and of positions: they stand behind the #, which no server logs.
//
//     #game=ID   #game=ID&invite=TOKEN
//     #position=GAME,RULE,WIDTHxHEIGHT,STONES,FIRST,MOVES

import { parsePoint, parseMoves } from "./points.js";

const page = () => location.href.split("#")[0];

// route reads the address of the page: { game, invite } or { position } or nothing.
export function route() {
  const parts = new URLSearchParams(location.hash.slice(1));
  return { game: parts.get("game"), invite: parts.get("invite"), position: readPosition(parts.get("position")) };
}

export const gameLink = (id, invite) => `${page()}#game=${id}${invite ? `&invite=${invite}` : ""}`;

// positionLink is the address of the position of a game after some of its moves.
export function positionLink(g, ply, usual) {
  const side = (wanted) => g.setup.filter((stone) => stone.side === wanted).map((stone) => stone.point).join("");
  const stones = `${side("black")}-${side("white")}`;
  const same = stones === usual;
  const moves = g.moves.slice(0, ply).filter((m) => m.point !== "pass").map((m) => m.point).join("");
  return `${page()}#position=${[g.game, g.rule, `${g.width}x${g.height}`, same ? "" : stones, (g.first ?? "black")[0], moves].join(",")}`;
}

// stonesText writes stones as they stand in the address of a position.
export function stonesText(stones) {
  const side = (wanted) => [...stones].filter(([, s]) => s === wanted).map(([point]) => point).join("");
  return `${side("black")}-${side("white")}`;
}

// readPosition reads a position from an address, null where there is none to read.
function readPosition(text) {
  const [game, rule, size, stones = "", first, moves = ""] = (text ?? "").split(",");
  const [, width, height] = /^(\d{1,2})x(\d{1,2})$/.exec(size ?? "") ?? [];
  const played = parseMoves(moves);
  const [black, white = []] = stones.split("-").map((part) => parseMoves(part) ?? [null]);
  if (!["gomoku", "othello"].includes(game) || !width || !played) return null;
  if (![...black, ...white].every((point) => parsePoint(point))) return null;
  const list = (points, side) => points.map((point) => ({ point, side }));
  return {
    game,
    rule,
    width: Number(width),
    height: Number(height),
    stones: [...list(black, "black"), ...list(white, "white")],
    toMove: first === "w" ? "white" : "black",
    moves: played.join(""),
  };
}
