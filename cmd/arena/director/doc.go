// Package director runs a contest: it hands out the games of a schedule, writes each
// result into the journal before anything else happens to it, and stops when there is
// nothing left to play or to find out. What has been played is in the journal and
// nowhere else: a director that is killed goes on where it was.
//
//	plan.Schedule ─ jobs ─▶ Director ──▶ queue ──▶ workers
//	       ▲                 │    ▲                  │
//	       └──── results ────┘    └──── results ◀────┘
//	                         └──▶ journal, then Listener
//
// It knows nothing of how games are played and of what results mean.
package director
