package report

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"

	"ishi/cmd/arena/rating"
)

// Write writes the results into a folder: summary.json, summary.csv and report.html. Each
// replaces the file of before as a whole.
func Write(folder string, s rating.Summary) error {
	var err error
	for _, f := range []struct {
		name  string
		write func(io.Writer, rating.Summary) error
	}{
		{"summary.json", JSON}, {"summary.csv", CSV}, {"report.html", HTML},
	} {
		var text bytes.Buffer
		one := f.write(&text, s)
		if one == nil {
			one = replace(filepath.Join(folder, f.name), text.Bytes())
		}
		err = errors.Join(err, one)
	}
	return err
}

// replace writes a file under another name and gives it its own when it is whole.
func replace(path string, text []byte) (err error) {
	file, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.Remove(file.Name())
		}
	}()
	_, err = file.Write(text)
	if err = errors.Join(err, file.Chmod(0o644), file.Close()); err != nil {
		return err
	}
	return os.Rename(file.Name(), path)
}

// JSON writes a summary as JSON; see rating.Summary for its fields.
func JSON(w io.Writer, s rating.Summary) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(s)
}

// summaryColumns are those of summary.csv.
var summaryColumns = []string{
	"rank", "name", "rating", "rating_low", "rating_high", "games", "wins", "draws", "losses", "points", "score", "draw_rate",
	"black_wins", "black_draws", "black_losses", "white_wins", "white_draws", "white_losses", "faults",
	"moves", "mean_time_s", "longest_s", "mean_nodes", "mean_depth", "nodes_per_second",
	"timed_moves", "late_moves", "max_over_s", "p99_over_s", "memory", "restarts",
}

// CSV writes the standings of a summary, a participant a line below a header (RFC 4180,
// UTF-8). Numbers that are not known are empty, infinite ones +Inf and -Inf.
func CSV(w io.Writer, s rating.Summary) error {
	c := csv.NewWriter(w)
	c.Write(summaryColumns)
	for i, st := range s.Standings {
		faults := 0
		for _, n := range st.Faults {
			faults += n
		}
		row := []string{strconv.Itoa(i + 1), oneLine(st.Name)}
		for _, n := range []rating.Number{st.Rating.Value, st.Rating.Low, st.Rating.High} {
			row = append(row, number(n, 2))
		}
		for _, n := range []int{st.Games(), st.Wins, st.Draws, st.Losses} {
			row = append(row, strconv.Itoa(n))
		}
		row = append(row, points(st.Points), number(st.Score, 4), number(st.DrawRate, 4))
		for _, t := range []rating.Tally{st.Black, st.White} {
			row = append(row, strconv.Itoa(t.Wins), strconv.Itoa(t.Draws), strconv.Itoa(t.Losses))
		}
		p := st.Play
		row = append(row, strconv.Itoa(faults), strconv.Itoa(p.Moves), seconds(p.Time), seconds(p.Longest))
		for _, f := range []float64{p.Nodes, p.Depth, p.Speed} {
			row = append(row, number(rating.Number(f), 2))
		}
		row = append(row, strconv.Itoa(p.Timed), strconv.Itoa(p.Late))
		if p.Timed > 0 {
			row = append(row, seconds(p.MostOver), seconds(p.Over99))
		} else {
			row = append(row, "", "")
		}
		c.Write(append(row, fmt.Sprint(p.Resident), strconv.Itoa(p.Restarts)))
	}
	c.Flush()
	return c.Error()
}

// number writes a number with so many digits behind the point, nothing where it is not
// known.
func number(n rating.Number, digits int) string {
	if n != n {
		return ""
	}
	return strconv.FormatFloat(float64(n), 'f', digits, 64)
}
