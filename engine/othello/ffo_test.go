package othello

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"ishi/engine/game"
	"ishi/search"
)

// problem is a position with the exact score of its moves, best first.
type problem struct {
	name  string
	board Board
	moves []game.Move
	score map[game.Move]int
}

// readProblems reads a file of OBF lines: 64 squares from a1, the side to move, scored moves from the
// mover's side. The first problem has the given number.
func readProblems(t testing.TB, name string, number int) (list []problem) {
	t.Helper()
	file, err := os.Open("../../testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); number++ {
		fields := strings.Split(lines.Text(), ";")
		p := problem{name: fmt.Sprintf("ffo%d", number), score: map[game.Move]int{}}
		p.board = parseSquares(fields[0][:Squares])
		if strings.HasSuffix(strings.TrimSpace(fields[0]), " O") {
			p.board = p.board.Pass()
		}
		for _, f := range fields[1:] {
			text, number, ok := strings.Cut(strings.TrimSpace(f), ":")
			if !ok {
				continue
			}
			m, err := game.ParseMove(text)
			score, err2 := strconv.Atoi(number)
			if err != nil || err2 != nil {
				t.Fatalf("%s: %q", name, f)
			}
			p.moves = append(p.moves, m)
			p.score[m] = score
		}
		list = append(list, p)
	}
	return list
}

// parseSquares reads 64 squares of X, O and - from a1, X to move.
func parseSquares(text string) (b Board) {
	for sq, c := range text {
		switch c {
		case 'X':
			b.Own |= 1 << sq
		case 'O':
			b.Opp |= 1 << sq
		}
	}
	return b
}

// checkBest searches a position to the end and compares the score and the move.
func checkBest(t *testing.T, p *problem) {
	t.Helper()
	best := deepen(search.NewTable(1<<24), p.board, search.Limits{})[0]
	want := p.score[p.moves[0]]
	if !best.Exact || int(best.Score) != want || p.score[best.Move()] != want {
		t.Errorf("%s: %v scores %d, want %d by %v", p.name, best.Move(), best.Score, want, p.moves)
	}
}

// TestFFOBestMoves solves the FForum suite up to 19 empty squares.
func TestFFOBestMoves(t *testing.T) {
	problems := append(readProblems(t, "ffo-1-19.obf", 1), readProblems(t, "ffo-20-39.obf", 20)...)
	solved := 0
	for i := range problems {
		if p := &problems[i]; p.board.Count() <= 19 {
			checkBest(t, p)
			solved++
		}
	}
	if solved != 25 {
		t.Errorf("%d positions solved, want 25", solved)
	}
}

// TestFFOAllMoves solves the position after each scored move of ten problems.
func TestFFOAllMoves(t *testing.T) {
	v := NewSolver(1 << 24)
	for _, p := range readProblems(t, "ffo-1-19.obf", 1)[:10] {
		for _, m := range p.moves {
			sq := m.Y()*8 + m.X()
			f := p.board.Flips(sq)
			if f == 0 {
				t.Fatalf("%s: %v is illegal", p.name, m)
			}
			if got := -v.Exact(p.board.Play(sq, f)); got != p.score[m] {
				t.Errorf("%s: %v scores %d, want %d", p.name, m, got, p.score[m])
			}
		}
	}
}

// TestExactScores solves positions of tournament games with 10, 14 and 18 empty squares. A line holds
// the squares from a1, the side to move and the score for Black, found by another solver.
func TestExactScores(t *testing.T) {
	file, err := os.Open("../../testdata/othello-exact.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	v := NewSolver(1 << 24)
	n := 0
	for lines := bufio.NewScanner(file); lines.Scan(); n++ {
		var squares, side string
		var want int
		if _, err := fmt.Sscan(lines.Text(), &squares, &side, &want); err != nil {
			t.Fatal(err)
		}
		b := parseSquares(squares)
		if side == "O" {
			b, want = b.Pass(), -want
		}
		if got := v.Exact(b); got != want {
			t.Errorf("%s: %d, want %d", lines.Text(), got, want)
		}
	}
	if n != 300 {
		t.Errorf("%d positions, want 300", n)
	}
}

// TestFFONBest asks for the five best moves of some problems at once.
func TestFFONBest(t *testing.T) {
	for _, p := range readProblems(t, "ffo-1-19.obf", 1)[:4] {
		lines := deepen(search.NewTable(1<<24), p.board, search.Limits{NBest: 5})
		if len(lines) != 5 {
			t.Fatalf("%s: %d lines", p.name, len(lines))
		}
		for i, line := range lines {
			if got, want := int(line.Score), p.score[line.Move()]; !line.Exact || got != want || got != p.score[p.moves[i]] {
				t.Errorf("%s, rank %d: %v scores %d, want %d", p.name, i, line.Move(), got, want)
			}
		}
	}
}

// BenchmarkSolve measures exact searches from an empty table: go test -bench Solve/ffo40.
func BenchmarkSolve(b *testing.B) {
	for _, p := range append(readProblems(b, "ffo-20-39.obf", 20), readProblems(b, "ffo-40-44.obf", 40)...) {
		b.Run(p.name, func(b *testing.B) {
			table := search.NewTable(1 << 27)
			nodes := uint64(0)
			for b.Loop() {
				table.Clear()
				best := deepen(table, p.board, search.Limits{})[0]
				if want := p.score[p.moves[0]]; int(best.Score) != want || p.score[best.Move()] != want {
					b.Fatalf("%v scores %d, want %d", best.Move(), best.Score, want)
				}
				nodes += best.Nodes
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
			b.ReportMetric(float64(nodes)/float64(b.N), "nodes/op")
		})
	}
}
