// Package report shows what came of a contest: on the terminal while it runs, as JSON and
// CSV for programs, as a page for a browser, and every game as a record. It knows
// neither how games are played nor how ratings are made.
//
//	rating.Summary ─┬─▶ Live          table and bar on a terminal, lines elsewhere
//	                ├─▶ Write         summary.json, summary.csv, report.html
//	contest.Played ─┴─▶ Games         games.csv, games.sgf, games.ggf, psq/000001.psq
package report
