// Points as text: column letters and the row's number from the top, "h8"; "aa1" is the
// 27th column.

export function pointName(x, y) {
  const letter = String.fromCharCode(97 + (x % 26));
  return (x >= 26 ? "a" + letter : letter) + (y + 1);
}

export const columnName = (x) => pointName(x, 0).slice(0, -1).toUpperCase();

// parsePoint returns [x, y], or null for what is no point.
export function parsePoint(text) {
  const m = /^(a?[a-z])([1-9][0-9]?)$/.exec((text ?? "").toLowerCase());
  if (!m) return null;
  const last = m[1].charCodeAt(m[1].length - 1) - 97;
  return [m[1].length === 2 ? 26 + last : last, Number(m[2]) - 1];
}

// parseMoves cuts "h8i9" or "h8 i9" into points, null where that cannot be.
export function parseMoves(text) {
  const moves = text.toLowerCase().match(/pass|[a-z]{1,2}[0-9]{1,2}/g) ?? [];
  return moves.join("") === text.toLowerCase().replace(/[\s,;]+/g, "") ? moves : null;
}

export const opponent = (side) => (side === "black" ? "white" : "black");
