package gomoku

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"ishi/engine/corpus"
	"ishi/engine/game"
)

// Record is one game of self-play.
type Record struct {
	Rule          string
	Width, Height int
	Outcome       game.Outcome
	// Opening is the number of moves that were not the engine's choice.
	Opening int
	Moves   []game.Move
	// Scores has the searched score of each position before the move, from the
	// mover's side, 0 for the opening.
	Scores []game.Score
	// Random marks moves that were drawn, though behind the opening; nil for none.
	Random []bool
}

// Write appends the record as one line:
//
//	freestyle 15 15 b 6 h8i9g7… 0,0,0,12,-15,…
func (r *Record) Write(w io.Writer) error {
	scores := make([]string, len(r.Scores))
	for i, s := range r.Scores {
		scores[i] = strconv.Itoa(int(s))
	}
	_, err := fmt.Fprintf(w, "%s %d %d %c %d %s %s\n", r.Rule, r.Width, r.Height, "?bwd"[r.Outcome],
		r.Opening, game.FormatMoves(r.Moves), strings.Join(scores, ","))
	return err
}

// Read calls f for every record of a games file, or of a file of arena selfplay. A last
// line that was cut off is left out.
func Read(r io.Reader, f func(*Record) error) error {
	lines := bufio.NewReader(r)
	if head, _ := lines.Peek(4); corpus.Is(head) {
		return readCorpus(lines, f)
	}
	for n := 1; ; n++ {
		line, err := lines.ReadString('\n')
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		record, err := parse(line)
		if err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
		if err := f(record); err != nil {
			return err
		}
	}
}

func parse(line string) (*Record, error) {
	fields := strings.Fields(line)
	if len(fields) != 7 {
		return nil, fmt.Errorf("%d fields: want 7", len(fields))
	}
	r := &Record{Rule: fields[0]}
	var err error
	for i, n := range []*int{&r.Width, &r.Height, nil, &r.Opening} {
		if n == nil {
			continue
		}
		if *n, err = strconv.Atoi(fields[1+i]); err != nil {
			return nil, err
		}
	}
	outcome := strings.Index("?bwd", fields[3])
	if len(fields[3]) != 1 || outcome < 0 {
		return nil, fmt.Errorf("outcome %q: want b, w, d or ?", fields[3])
	}
	r.Outcome = game.Outcome(outcome)
	if r.Moves, err = game.ParseMoves(fields[5]); err != nil {
		return nil, err
	}
	for _, text := range strings.Split(fields[6], ",") {
		n, err := strconv.ParseInt(text, 10, 32)
		if err != nil {
			return nil, err
		}
		r.Scores = append(r.Scores, game.Score(n))
	}
	if len(r.Scores) != len(r.Moves) {
		return nil, fmt.Errorf("%d scores for %d moves", len(r.Scores), len(r.Moves))
	}
	return r, nil
}
