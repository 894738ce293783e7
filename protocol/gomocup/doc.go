// Package gomocup speaks the Gomocup (Piskvork) protocol and its Yixin-Board
// extension.
//
//	line ──▶ idle ──── verb table ───▶ reply
//	          │ ▲                        ▲
//	    BOARD │ │ DONE      search done  │
//	          ▼ │                        │
//	        reading ──────▶ thinking ────┘
//	                        stop, INFO timeout_turn 0: answer now
//	                        END, end of file: leave
//	                        all else waits for its turn
//
// A single goroutine holds the state; lines come from a protocol.Reader, answers
// from an engine.Search. Coordinates are x,y from 0, the top left being 0,0.
// The package knows games in which stones are put on points and stay there, but
// none in particular.
package gomocup
