package web

import "testing"

// TestDamagedGames: what cannot be read to its end is no game.
func TestDamagedGames(t *testing.T) {
	for _, text := range []string{
		"(;GM[4]SZ[15];B[hh];W[h",
		"(;GM[4]SZ[15];B[hh];W[zz];B[aa])",
		"(;GM[Othello]PC[x]TY[8]BO[8 ---*O--- *];B[d3];)",
	} {
		if g, err := firstGame(text, "", boardSetup{}); err == nil {
			t.Errorf("%s: read as a game of %d moves", text, len(g.Moves))
		}
	}
	g, err := firstGame("(;GM[4]SZ[15];B[hh];W[hi])(;GM[4]SZ[15];B[h", "", boardSetup{})
	if err != nil || len(g.Moves) != 2 {
		t.Errorf("the first of two games, the second damaged: %v, %v", g, err)
	}
}
