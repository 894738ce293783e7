// Package settings reads what a contest is from a TOML file and from flags, of which
// each has the name of a key of the file and goes before it. It opens no other file
// than that, and starts nothing.
//
//	contest.toml ──▶ Settings ◀── flags
//	                    │
//	                    ├──▶ contest.Contest
//	                    └──▶ plan.Options
package settings
