package gomoku

// The candidate areas of SetArea: which cells around a stone are worth a
// look. "Lines" are the eight directions of the queen.
const (
	AreaSmall   = iota // 5x5
	AreaLines3         // 5x5 and lines to 3
	AreaMedium         // 7x7
	AreaLines4         // 7x7 and lines to 4
	AreaLarge          // 9x9
	AreaFull           // every cell of the board
	DefaultArea = AreaLines4
)

// stencilReach is how far a stencil extends.
const stencilReach = 4

// A stencil is the area around a stone in row 4, bit 4.
type stencil [2*stencilReach + 1]uint32

var stencils = makeStencils()

func makeStencils() (all [AreaFull]stencil) {
	for level := range all {
		box, lines := 2+level/2, 2+level/2+level%2
		for y := range all[level] {
			for x := range all[level] {
				dx, dy := abs(x-stencilReach), abs(y-stencilReach)
				onLine := dx == 0 || dy == 0 || dx == dy
				if far := max(dx, dy); far <= box || far <= lines && onLine {
					all[level][y] |= 1 << x
				}
			}
		}
	}
	return all
}

func abs(x int) int { return max(x, -x) }

// Area returns the candidate area.
func (b *Board) Area() int { return b.area }

// SetArea chooses the candidate area, AreaSmall to AreaFull; other
// levels are brought into that range. Candidates already found change with it.
func (b *Board) SetArea(level int) {
	b.area = min(max(level, AreaSmall), AreaFull)
	b.cand = [MaxSize]uint32{}
	if b.area == AreaFull {
		for y := range b.h {
			b.cand[y] = b.rowMask()
		}
	}
	for i, c := range b.moves[:b.ply] {
		b.history[i].cand = b.cand
		b.addCandidates(c.X(), c.Y())
	}
}

// rowMask has a bit for each column.
func (b *Board) rowMask() uint32 { return uint32(1<<b.w - 1) }

// addCandidates adds the area around a stone.
func (b *Board) addCandidates(x, y int) {
	if b.area >= AreaFull {
		return
	}
	s := &stencils[b.area]
	mask := b.rowMask()
	for i, row := range s {
		if r := y + i - stencilReach; uint(r) < uint(b.h) {
			b.cand[r&(MaxSize-1)] |= uint32(uint64(row)<<x>>stencilReach) & mask
		}
	}
}
