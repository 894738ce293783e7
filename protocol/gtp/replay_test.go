package gtp

import (
	"os"
	"strings"
	"testing"
	"testing/synctest"

	"ishi/engine"
	"ishi/engine/game"
	"ishi/engine/othello"
)

// sentByQuarry returns the bytes that Quarry 0.2.0 sent in a game.
func sentByQuarry(t *testing.T, name string) []string {
	data, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
}

// answersTo returns the responses that another engine gave to Quarry.
func answersTo(t *testing.T, name string) []string {
	data, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	var answers []string
	for response := range strings.SplitSeq(strings.TrimSpace(string(data)), "\n\n") {
		answers = append(answers, strings.TrimSpace(strings.TrimPrefix(response, "=")))
	}
	return answers
}

// TestReplayQuarry sends what Quarry sent in a game with another engine, byte for byte.
// Where that engine was asked for its move ours plays the same one: it is asked for a
// move, which must be legal, and that is taken back for the other's. So the game goes
// through all the passes that Quarry implied.
func TestReplayQuarry(t *testing.T) {
	black := sentByQuarry(t, "quarry-selfplay-black-sent.txt")
	white := sentByQuarry(t, "quarry-selfplay-white-sent.txt")
	t.Run("black", func(t *testing.T) { playAgain(t, black, answersTo(t, "quarry-selfplay-black-replies.txt")) })
	t.Run("white", func(t *testing.T) { playAgain(t, white, whiteAnswers(black)) })
	t.Run("timed", func(t *testing.T) {
		playAgain(t, sentByQuarry(t, "quarry-timed-sent.txt"), answersTo(t, "quarry-timed-replies.txt"))
	})
}

// whiteAnswers makes the answers of the engine that played White from what Quarry told
// the one that played Black.
func whiteAnswers(toBlack []string) []string {
	var answers []string
	for _, line := range toBlack {
		if move, ok := strings.CutPrefix(line, "play white "); ok {
			answers = append(answers, move)
		}
	}
	return answers
}

func playAgain(t *testing.T, sent, answers []string) {
	synctest.Test(t, func(t *testing.T) {
		c := dial(t, Choice{Games: bothGames(), Config: smallConfig()})
		referee := newReferee(t, othello.Game(), engine.Setup{})
		moves := answersWanted(sent, answers)
		for _, line := range sent {
			got := c.ask(line)
			words := strings.Fields(line)
			switch words[0] {
			case "genmove":
				by, _ := side(words[1])
				referee.play(by, got)
				c.ask("undo")
				referee.undo()
				c.ask("play " + words[1] + " " + moves[0])
				referee.play(by, moves[0])
				moves = moves[1:]
			case "play":
				by, _ := side(words[1])
				referee.play(by, words[2])
			case "list_games":
				if !strings.Contains(got, "Othello") {
					t.Errorf("list_games: %q", got)
				}
			case "list_commands":
				if strings.ContainsAny(got, " \t") {
					t.Errorf("list_commands has blanks: %q", got)
				}
			case "protocol_version", "name", "version":
				if got == "" {
					t.Errorf("%s: nothing", line)
				}
			default:
				if got != "" {
					t.Errorf("%s: %q, want an empty reply", line, got)
				}
			}
			if ours, theirs := c.ask("gogui-rules_board"), referee.board(); ours != theirs {
				t.Fatalf("after %s:\n%s\nwant\n%s", line, ours, theirs)
			}
		}
		if len(moves) > 0 {
			t.Errorf("%d moves were not asked for", len(moves))
		}
		c.in.Close() // Quarry closes the pipes
		c.hasEnded()
	})
}

// answersWanted picks the moves from the answers: those to genmove. Lists that hold
// moves only are taken as they are.
func answersWanted(sent, answers []string) []string {
	genmoves := 0
	for _, line := range sent {
		if strings.HasPrefix(line, "genmove") {
			genmoves++
		}
	}
	if len(answers) != len(sent) {
		return answers[:min(genmoves, len(answers))]
	}
	var moves []string
	for i, line := range sent {
		if strings.HasPrefix(line, "genmove") {
			moves = append(moves, answers[i])
		}
	}
	return moves
}

// referee watches over a game by the rules. A pass is implied where the side to move
// has no other.
type referee struct {
	t *testing.T
	engine.Position
	passes []bool // for each move whether it implied one
}

func newReferee(t *testing.T, g engine.Game, setup engine.Setup) *referee {
	pos, err := g.New(setup)
	if err != nil {
		t.Fatal(err)
	}
	return &referee{t: t, Position: pos}
}

func (r *referee) legal() []game.Move { return r.Position.(engine.Viewer).Legal() }

func (r *referee) over() bool { return r.Result().Outcome != game.Ongoing }

// play plays a move of either side, which must be legal.
func (r *referee) play(by game.Side, text string) {
	r.t.Helper()
	m, err := withoutI.parse(text)
	if err != nil {
		r.t.Fatalf("%v %q: %v", by, text, err)
	}
	implied := r.Side() != by
	if implied {
		if legal := r.legal(); len(legal) != 1 || legal[0] != game.Pass {
			r.t.Fatalf("%v %s out of turn", by, text)
		}
		if err := r.Play(game.Pass); err != nil {
			r.t.Fatal(err)
		}
	}
	if err := r.Play(m); err != nil {
		r.t.Fatalf("%v %s: %v", by, text, err)
	}
	r.passes = append(r.passes, implied)
}

func (r *referee) undo() {
	last := len(r.passes) - 1
	r.Undo()
	if r.passes[last] {
		r.Undo()
	}
	r.passes = r.passes[:last]
}

// board draws the board with the last row first.
func (r *referee) board() string {
	setup := r.Setup()
	var b strings.Builder
	for y := setup.Height - 1; y >= 0; y-- {
		for x := range setup.Width {
			switch by, ok := r.Position.(engine.Viewer).At(game.At(x, y)); {
			case !ok:
				b.WriteString(" .")
			case by == game.Black:
				b.WriteString(" X")
			default:
				b.WriteString(" O")
			}
		}
		b.WriteString("\n")
	}
	return strings.ReplaceAll(strings.TrimSpace(b.String()), "\n ", "\n")
}
