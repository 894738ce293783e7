package gomoku

// NumNear is how many places relative to another move the move order tells
// apart: 1 to 5 by distance along a row or column, 11 to 15 by distance along a
// diagonal, 6 to 10 off these lines, 0 for the rest.
//
//	o  1  2  3  4  5
//	1 11  6  7  9 10
//	2  6 12  8  9 10
//	3  7  8 13  9 10
const NumNear = 16

// nearKinds is the kind by nearOffset.
var nearKinds = makeNearKinds()

// nearOffset is the index of a cell relative to another, both on the board.
func nearOffset(c, other Cell) int { return (int(c) - int(other) + cellCount) & (2*cellCount - 1) }

func nearKind(c, other Cell) uint8 {
	if other == NoCell {
		return 0
	}
	return nearKinds[nearOffset(c, other)]
}

func makeNearKinds() (kinds [2 * cellCount]uint8) {
	const reach = 5
	for dy := -reach; dy <= reach; dy++ {
		for dx := -reach; dx <= reach; dx++ {
			kinds[cellCount+dy*stride+dx] = placeKind(abs(dx), abs(dy))
		}
	}
	return kinds
}

// placeKind numbers the offsets; dx and dy are 0 to 5.
func placeKind(dx, dy int) uint8 {
	far := max(dx, dy)
	switch {
	case far == 0:
		return 0
	case dx == 0 || dy == 0:
		return uint8(far)
	case dx == dy:
		return uint8(10 + far)
	case far <= 3:
		return uint8(4 + dx + dy - 1)
	case far == 4:
		return 9
	}
	return 10
}
