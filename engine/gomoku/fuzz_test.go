package gomoku

import "testing"

// FuzzPlayUndo plays, passes and takes back as the bytes say and compares with the
// oracle.
func FuzzPlayUndo(f *testing.F) {
	f.Add([]byte{0, 10, 10, 7, 7, 8, 8, 255, 9, 9})
	f.Add([]byte{2, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 254, 250, 250, 250})
	f.Add([]byte{4, 27, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13})
	f.Fuzz(func(t *testing.T, ops []byte) {
		if len(ops) < 3 || len(ops) > 300 {
			return
		}
		rule := Rule(ops[0]) % ruleCount
		w, h := MinSize+int(ops[1])%(MaxSize-MinSize+1), MinSize+int(ops[2])%(MaxSize-MinSize+1)
		b := newBoard(t, w, h, rule)
		b.SetArea(int(ops[0]) / int(ruleCount) % (AreaFull + 1))
		start := b.Clone()
		last := CellAt(w/2, h/2)
		for _, op := range ops[3:] {
			switch {
			case op >= 240 && b.ply > 0:
				b.Undo()
			case op >= 230:
				b.PlayPass()
			default: // a cell near the last one, round the edges of the board
				x, y := (last.X()+int(op)%15+w-7)%w, (last.Y()+int(op)/15%15+h-7)%h
				c := CellAt(x, y)
				if !b.Empty(c) {
					continue
				}
				wins := winsNaively(b, b.side, c)
				if got := b.Class(b.side, c) == ClassFive; got != wins {
					t.Fatalf("%v: five of %v is %v, want %v", c, b.side, got, wins)
				}
				b.Play(c)
				if b.Won(c) != wins {
					t.Fatalf("%v: won is %v, want %v", c, b.Won(c), wins)
				}
				last = c
			}
		}
		checkBoard(t, b)
		side := b.side
		for b.ply > 0 {
			side = Side(b.cells[b.lastMove(1)].stone - black)
			b.Undo()
		}
		if side != b.side {
			t.Fatalf("%v to move, want %v", b.side, side)
		}
		if b.side == White {
			b.PlayPass()
		}
		checkSame(t, b, start)
	})
}
