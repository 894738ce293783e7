// Package gomoku knows the game of Gomoku in five rules: the board, what
// every empty cell is worth to either side, and forbidden points. It does not
// know protocols, clocks or records.
//
// A line is seen from one cell at a time. With an own stone put on *, the
// cells within four (freestyle) or five (all other rules) of it decide what
// that stone makes in this direction:
//
//	. . O O * . .    an open three: one more stone makes an open four
//	. X O O * O .    a closed four: exactly one cell completes five
//
// Such a verdict is a LineClass. It is looked up by the neighbouring cells, two
// bits each, in a table that is derived once per rule. The four
// directions of a cell together make its Class: two closed fours, for example,
// are as good as an open four. Playing a stone looks at the 32 or 40 cells
// within reach and touches those whose line class changes; counts per class,
// sets of threatening cells and a sum of cell values follow along.
package gomoku
