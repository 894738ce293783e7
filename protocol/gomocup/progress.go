package gomocup

import (
	"fmt"
	"strings"

	"ishi/search"
)

// The bits of INFO show_detail.
const (
	detailRealtime = 1 // marks for the client's board

)

// listener returns what reports a search to the client, nil when it did not ask.
// With several best lines the client has asked by that.
func (s *server) listener(lines int) func(search.Info) {
	detail := s.detail
	if detail <= 0 && lines <= 1 {
		return nil
	}
	return func(i search.Info) {
		text := progress(i)
		if lines > 1 {
			text = fmt.Sprintf("(%d) %s", i.Rank+1, text)
		}
		s.say("MESSAGE %s", text)
		if detail&detailRealtime != 0 && i.Rank == 0 && i.Move().IsPoint() {
			s.say("MESSAGE REALTIME REFRESH")
			s.say("MESSAGE REALTIME BEST %s", point(i.Move()))
		}
	}
}

// progress describes a finished line:
//
//	depth 12-21 ev 34 n 1234567 nps 801234 tm 1541 pv h8 i9 g7
//
// with the score from the mover's side, "+M7" for a win with the seventh ply,
// and the time in ms.
func progress(i search.Info) string {
	var b strings.Builder
	bound := map[search.Bound]string{search.Lower: ">=", search.Upper: "<="}[i.Bound]
	fmt.Fprintf(&b, "depth %d-%d ev %s%v n %d nps %d tm %d pv", i.Depth, i.SelDepth, bound, i.Score, i.Nodes, i.NPS(), i.Elapsed.Milliseconds())
	for _, m := range i.PV {
		b.WriteString(" " + m.String())
	}
	return b.String()
}
