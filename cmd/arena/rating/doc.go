// Package rating says what results are worth: scores, Elo with error bars, sequential
// tests, ratings of many participants, and how everybody behaved. It knows neither
// engines nor openings nor how anything is shown.
//
//	contest.Job, contest.Played ──▶ Ledger ──▶ Summary (plain data, JSON)
//	                                  ├─▶ Tally ──▶ Elo, LOS, SPRT
//	                                  └─▶ fit ──▶ ratings of a crosstable
//
// Games come in pairs where two participants play an opening with both sides. The two
// games of a pair depend on each other through the opening, so the spread of results
// is taken from pairs (five outcomes, pentanomial) wherever there are some, and from
// single games (three outcomes, trinomial) otherwise.
package rating
