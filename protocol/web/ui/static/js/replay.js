// The boards of a game, ply by ply: what each move put, turned over and took.

// boards returns the stones after 0, 1, … n moves, each a Map of point to "black",
// "white" or "blocked". A move tells its side, its point or "pass", and which discs it
// turned (flips) or stones it blocked.
export function boards(setup, moves) {
  let stones = new Map(setup.map(({ point, side }) => [point, side]));
  const all = [stones];
  for (const move of moves) {
    stones = new Map(stones);
    if (move.point !== "pass") stones.set(move.point, move.side);
    for (const point of move.flips ?? []) stones.set(point, move.side);
    for (const point of move.blocked ?? []) stones.set(point, "blocked");
    all.push(stones);
  }
  return all;
}

export function count(stones) {
  const discs = { black: 0, white: 0 };
  for (const side of stones.values()) if (side in discs) discs[side]++;
  return discs;
}
