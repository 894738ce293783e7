package gomocup

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"ishi/engine"
	"ishi/engine/game"
	"ishi/protocol"
)

// yixinVerbs are the commands of the Yixin-Board extension.
var yixinVerbs = map[string]verb{
	"yxboard":         {run: (*server).yxBoard, board: true},
	"yxstop":          {run: func(s *server, _ string) { s.session.Settle() }},
	"yxnbest":         {run: (*server).yxNBest, reply: replyMove, board: true},
	"yxsearchdefend":  {run: (*server).yxSearchDefend, reply: replyMove, board: true},
	"yxbalanceone":    {run: func(s *server, args string) { s.yxBalance(args, false) }, reply: replyMove, board: true},
	"yxbalancetwo":    {run: func(s *server, args string) { s.yxBalance(args, true) }, reply: replyMove, board: true},
	"yxblock":         {run: (*server).yxBlock, board: true},
	"yxblockundo":     {run: (*server).yxBlockUndo, board: true},
	"yxblockreset":    {run: func(s *server, _ string) { s.blocked = nil }},
	"yxshowforbid":    {run: (*server).yxShowForbid, reply: replyText, board: true},
	"yxshowinfo":      {run: (*server).yxShowInfo, reply: replyText},
	"yxhashclear":     {run: (*server).yxHashClear, reply: replyText},
	"yxhashdump":      {run: (*server).yxHashDump, reply: replyText},
	"yxhashload":      {run: (*server).yxHashLoad, reply: replyText},
	"yxshowhashusage": {run: (*server).yxShowHashUsage, reply: replyText},

	"yxsetdatabase":  {run: (*server).noDatabase, reply: replyText},
	"yxsavedatabase": {run: (*server).noDatabase, reply: replyText},
	"yxdbtotxt":      {run: (*server).noDatabase, reply: replyText},
	"yxdbtotxtall":   {run: (*server).noDatabase, reply: replyText},
	"yxlibtodb":      {run: (*server).noDatabase, reply: replyText},
	"yxdbtolib":      {run: (*server).noDatabase, reply: replyText},
	"yxdbsplit":      {run: (*server).noDatabase, reply: replyText},
	"yxdbmerge":      {run: (*server).noDatabase, reply: replyText},

	"yxquerydatabaseall":  {run: (*server).noDatabaseBlock, reply: replyText},
	"yxquerydatabaseone":  {run: (*server).noDatabaseBlock, reply: replyText},
	"yxquerydatabasetext": {run: (*server).noDatabaseBlock, reply: replyText},
	"yxquerydatabaseallt": {run: (*server).noDatabaseBlock, reply: replyText},
	"yxedittvddatabase":   {run: (*server).noDatabaseBlock, reply: replyText},
	"yxedittextdatabase":  {run: (*server).noDatabaseBlock, reply: replyText},
	"yxeditlabeldatabase": {run: (*server).noDatabaseBlock, reply: replyText},
	"yxdeletedatabaseone": {run: (*server).noDatabaseBlock, reply: replyText},
	"yxdeletedatabaseall": {run: (*server).noDatabaseBlock, reply: replyText},
}

// yxBoard sets a position up as BOARD does, without a move.
func (s *server) yxBoard(string) { s.collect("YXBOARD", s.setUp) }

// yxNBest searches the n best moves, shows them and plays the best.
func (s *server) yxNBest(args string) {
	n, err := protocol.Int(args)
	if err != nil || n < 1 {
		s.refuse("YXNBEST", "%q: want a number of moves", protocol.Shorten(args))
		return
	}
	s.thinkLines(int(min(n, game.MaxPly)))
}

// yxSearchDefend values every move.
func (s *server) yxSearchDefend(string) { s.thinkLines(game.MaxPly) }

func (s *server) thinkLines(n int) {
	s.owesMove = true
	if s.session.Position().Result().Outcome != game.Ongoing {
		s.answerAny()
		return
	}
	limits := s.limits()
	limits.NBest = n
	s.think(engine.Request{Limits: limits}, s.answer)
}

// yxBalance looks for the move, or for the two moves, after which the game is
// worth the given bias for the side that made it. Where no two moves come near it
// one is played.
func (s *server) yxBalance(args string, pair bool) {
	name := "YXBALANCEONE"
	if pair {
		name = "YXBALANCETWO"
	}
	var bias int64
	if args != "" {
		var err error
		if bias, err = protocol.Int(args); err != nil {
			s.refuse(name, "%v", err)
			return
		}
	}
	balance := s.balance(pair)
	if balance == nil || s.session.Position().Result().Outcome != game.Ongoing {
		s.refuse(name, "no even move can be looked for here")
		return
	}
	s.owesMove = true
	balance.Bias = game.Score(max(-int64(game.Win), min(bias, int64(game.Win))))
	finish := s.answer
	if pair {
		finish = func(a engine.Answer) { s.putTwo(a, func() { s.answer(a) }) }
	}
	s.think(engine.Request{Limits: s.limits(), Balance: balance}, finish)
}

// yxBlock adds root moves that must not be considered.
func (s *server) yxBlock(string) {
	s.collectPoints("YXBLOCK", func(points []game.Move) {
		for _, m := range points {
			if !slices.Contains(s.blocked, m) {
				s.blocked = append(s.blocked, m)
			}
		}
	})
}

func (s *server) yxBlockUndo(string) {
	s.collectPoints("YXBLOCKUNDO", func(points []game.Move) {
		s.blocked = slices.DeleteFunc(s.blocked, func(m game.Move) bool { return slices.Contains(points, m) })
	})
}

// collectPoints reads lines x,y until DONE.
func (s *server) collectPoints(name string, use func([]game.Move)) {
	s.collect(name, func(lines [][]int64) error {
		var points []game.Move
		for _, line := range lines {
			if len(line) != 2 {
				return fmt.Errorf("%v: want x,y", line)
			}
			m, err := s.at(line[0], line[1])
			if err != nil {
				return err
			}
			points = append(points, m)
		}
		use(points)
		return nil
	})
}

// yxShowForbid lists the forbidden points: two digits each for x and y, nothing
// between them, a final dot.
func (s *server) yxShowForbid(string) {
	var b strings.Builder
	if f, ok := s.session.Position().(engine.Forbidder); ok && s.forbids() {
		for _, m := range f.Forbidden() {
			fmt.Fprintf(&b, "%02d%02d", m.X(), m.Y())
		}
	}
	s.say("FORBID %s.", b.String())
}

func (s *server) yxShowInfo(string) {
	s.say("MESSAGE INFO MAX_THREAD_NUM %d", engine.MaxThreads)
	s.say("MESSAGE INFO MAX_HASH_SIZE %d", bits.Len64(uint64(engine.MaxTable()>>10))-1)
}

func (s *server) yxHashClear(string) {
	s.session.ClearHash()
	s.say("MESSAGE hash table cleared")
}

func (s *server) yxShowHashUsage(string) {
	full := s.session.HashFull()
	s.say("MESSAGE hash table %d.%d %% full", full/10, full%10)
}

func (s *server) yxHashDump(path string) {
	if err := s.session.SaveHash(path); err != nil {
		s.refuse("YXHASHDUMP", "%v", err)
		return
	}
	s.say("MESSAGE hash table written to %s", path)
}

func (s *server) yxHashLoad(path string) {
	if err := s.session.LoadHash(path); err != nil {
		s.refuse("YXHASHLOAD", "%v", err)
		return
	}
	s.say("MESSAGE hash table read from %s", path)
}

// noDatabase answers the verbs of a database of positions.
func (s *server) noDatabase(string) {
	s.say("MESSAGE DATABASE none: this engine keeps no database")
}

// noDatabaseBlock does so for those that are followed by a position.
func (s *server) noDatabaseBlock(args string) {
	s.skip()
	s.noDatabase(args)
}
