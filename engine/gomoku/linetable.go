package gomoku

// A line key is the surroundings of a cell in one direction: two bits for each
// cell within reach, from the cell farthest back to the one farthest ahead, the
// cell itself left out.
//
//	bits 0-1        …  back   ahead  …
//	cell   -4 -3 -2 -1      +1 +2 +3 +4     reach 4: 16 bits; reach 5: 20 bits
const (
	empty = 0
	black = 1
	white = 2
	wall  = 3 // beyond the edge, or a cell closed to both sides
)

// stoneOf is what a side's stone is called on the board.
func stoneOf(s Side) uint8 { return uint8(s) + 1 }

// makeLineTable derives the classes of all line keys under a rule: Black's in
// the low four bits of an entry, White's in the high ones. Keys that no board
// has (cells beyond a wall) get what their part within the walls is worth.
func makeLineTable(rule Rule) []uint8 {
	reach := rule.reach()
	half := 1 << (2 * reach)
	table := make([]uint8, half*half)
	for _, side := range [2]Side{Black, White} {
		d := &lineDeriver{rule: rule, side: side}
		back, ahead := make([]arm, half), make([]arm, half)
		for key := range half {
			back[key] = readArm(key, reach, rule, side, true)
			ahead[key] = readArm(key, reach, rule, side, false)
		}
		// Equal arms give equal classes: one row per arm, then copies.
		var rows [armCount][]LineClass
		for key := range half {
			a := ahead[key].index()
			if rows[a] == nil {
				rows[a] = make([]LineClass, half)
				for low := range half {
					rows[a][low] = d.class(line{back[low], ahead[key]})
				}
			}
			for low, class := range rows[a] {
				table[key*half+low] |= uint8(class) << (4 * side)
			}
		}
	}
	return table
}

// readArm reads half a line key as side sees it. Going back, the nearest cell is
// in the highest bits. Only in Caro is the edge different from a stone.
func readArm(half, reach int, rule Rule, side Side, back bool) arm {
	var a arm
	for ; a.length < reach; a.length++ {
		at := a.length
		if back {
			at = reach - 1 - a.length
		}
		switch cell := uint8(half >> (2 * at) & 3); {
		case cell == stoneOf(side):
			a.own |= 1 << a.length
		case cell == wall && (rule == Caro || rule == ExactCaro):
			a.stop = stopEdge
			return a
		case cell != empty:
			a.stop = stopStone
			return a
		}
	}
	return a
}
