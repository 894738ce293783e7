package game

import (
	"encoding/json"
	"testing"
)

// TestText: all that is written as text is read again, and nothing else is.
func TestText(t *testing.T) {
	type all struct {
		Moves    []Move
		Sides    []Side
		Outcomes []Outcome
	}
	want := `{"Moves":["h8","af32","pass",""],"Sides":["black","white"],"Outcomes":["ongoing","black","white","draw"]}`
	var read all
	if err := json.Unmarshal([]byte(want), &read); err != nil {
		t.Fatal(err)
	}
	if m := read.Moves; m[0] != At(7, 7) || m[1] != At(31, 31) || m[2] != Pass || m[3] != NoMove {
		t.Errorf("moves %v", m)
	}
	written, err := json.Marshal(read)
	if err != nil || string(written) != want {
		t.Errorf("written %s, %v, want %s", written, err, want)
	}
	for _, bad := range []string{`{"Moves":["h"]}`, `{"Sides":["red"]}`, `{"Outcomes":["won"]}`, `{"Moves":["h8i9"]}`} {
		if err := json.Unmarshal([]byte(bad), &read); err == nil {
			t.Errorf("%s: no error", bad)
		}
	}
}
