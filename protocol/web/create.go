package web

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"ishi/engine"
	"ishi/engine/game"
	"ishi/engine/record"
	"ishi/engine/replay"
)

// Bounds of what a client may ask for.
const (
	maxName    = 40   // characters of a name
	maxPace    = 5000 // ms
	enginePace = 400  // ms, between engines
)

// cleanName keeps a name short and on one line.
func cleanName(name string) string {
	name = strings.Join(strings.Fields(strings.ToValidUTF8(name, "")), " ")
	for utf8.RuneCountInString(name) > maxName {
		_, size := utf8.DecodeLastRuneInString(name)
		name = name[:len(name)-size]
	}
	return name
}

// newMatch makes a game as a request wants it and returns it with the tokens of its
// creator and of an invitation, which is empty where no side is open.
func (s *Server) newMatch(r *request, now time.Time) (m *match, token, invite string, err error) {
	token = newToken()
	m = &match{ID: newToken(), Seq: 1, Setup: r.Setup, Owner: digest(token), Clock: r.Clock, Hints: r.Hints, Touched: now}
	if err := r.Clock.check(); err != nil {
		return nil, "", "", err
	}
	for side, p := range []*player{r.Black, r.White} {
		made, err := s.newPlayer(p, token)
		if err != nil {
			return nil, "", "", refuse("setup", fmt.Sprintf("%v: %v", game.Side(side), err))
		}
		m.Players[side] = made
	}
	if m.Players[0].Kind == openSeat && m.Players[1].Kind == openSeat {
		return nil, "", "", refuse("setup", "one side at most can be open")
	}
	if r.Shuffle && rand.IntN(2) == 0 {
		m.Players[0], m.Players[1] = m.Players[1], m.Players[0]
	}
	if err := m.setPace(r.Pace); err != nil {
		return nil, "", "", err
	}
	if m.Players[0].Kind == openSeat || m.Players[1].Kind == openSeat {
		invite = newToken()
		m.Invite = digest(invite)
	}
	if err := s.place(m, r.Position); err != nil {
		return nil, "", "", err
	}
	m.begin(now)
	return m, token, invite, nil
}

// setPace sets the least time of an engine's move.
func (m *match) setPace(pace *int64) error {
	switch {
	case pace != nil:
		if *pace < 0 || *pace > maxPace {
			return refuse("setup", fmt.Sprintf("pace: want 0 to %d ms", maxPace))
		}
		m.Pace = *pace
	case m.Players[0].Kind == engineFor && m.Players[1].Kind == engineFor:
		m.Pace = enginePace
	}
	return nil
}

func (s *Server) newPlayer(p *player, token string) (player, error) {
	if p == nil {
		return player{}, errors.New("want a player")
	}
	made := player{Kind: p.Kind, Name: cleanName(p.Name)}
	switch p.Kind {
	case person:
		made.Seat = digest(token)
	case openSeat:
	case engineFor:
		least, most := leastMoveTime.Milliseconds(), s.config.MaxMoveTime.Milliseconds()
		switch {
		case p.MoveTime != 0 && p.Level != 0:
			return made, errors.New("want a level or a time for a move")
		case p.MoveTime != 0:
			if p.MoveTime < least || p.MoveTime > most {
				return made, fmt.Errorf("moveTime %d: want %d to %d ms", p.MoveTime, least, most)
			}
		default:
			if _, err := engine.LevelStrength(p.Level); err != nil {
				return made, err
			}
		}
		made.Level, made.MoveTime = p.Level, p.MoveTime
	default:
		return made, fmt.Errorf("kind %q: want person, open or engine", p.Kind)
	}
	return made, nil
}

// begin sets phase and clocks for a game whose position is there.
func (m *match) begin(now time.Time) {
	m.Phase, m.Result, m.Offers, m.Undone, m.Swap = playing, nil, offers{}, nil, ""
	left := time.Duration(m.Clock.Main) * time.Millisecond
	m.Times = times{Left: [2]time.Duration{left, left}}
	m.Fixed = 0
	switch {
	case m.Players[0].Kind == openSeat || m.Players[1].Kind == openSeat:
		m.Phase = waiting
	default:
		m.startPlay(now)
	}
}

// startPlay lets the game begin once both players are there.
func (m *match) startPlay(now time.Time) {
	m.Phase = playing
	if m.Setup.Opening == swap2 && len(m.Moves) == 0 {
		m.Phase, m.Swap = opening, swapThree
		return
	}
	m.finish()
	m.run(now)
}

// place puts a position on the board of m: the usual start, moves, stones or a text.
func (s *Server) place(m *match, p *positionText) error {
	line := engine.Line{Setup: engine.Setup{Width: m.Setup.Width, Height: m.Setup.Height, Rule: m.Setup.Rule}}
	var g engine.Game
	var err error
	if p != nil && p.Text != "" {
		g, line, err = s.readGame(p, m.Setup)
	} else {
		g, err = s.game(m.Setup.Game)
		if err == nil && p != nil {
			err = p.fill(&line)
		}
	}
	if err != nil {
		return refusalOf(err, "setup")
	}
	session := engine.NewSession(g, engine.DefaultConfig())
	moves := line.Moves
	line.Moves = nil
	if err := session.Load(line); err != nil {
		return refuse("setup", err.Error())
	}
	pos := session.Position()
	if err := checkOpening(m.Setup.Opening, pos, len(line.Stones)+len(moves)); err != nil {
		return err
	}
	setup := pos.Setup()
	m.Setup = boardSetup{Game: g.Name(), Rule: setup.Rule, Width: setup.Width, Height: setup.Height, Opening: m.Setup.Opening}
	m.Stones, m.Moves = line.Stones, nil
	m.rules, m.session, m.start, m.First = g, session, rows(session), pos.Side()
	return m.playAll(moves)
}

// playAll plays recorded moves, whatever they say of forced passes, which are played
// by themselves.
func (m *match) playAll(moves []engine.Stone) error {
	forced, err := m.passes()
	if err != nil {
		return refuse("setup", err.Error())
	}
	for i, stone := range moves {
		if stone.Move == game.Pass {
			if forced > 0 {
				forced--
				continue
			}
			side := m.toMove()
			if err := m.board().Play(game.Pass); err != nil {
				return refuse("setup", fmt.Sprintf("move %d: %v", i+1, err))
			}
			m.Moves = append(m.Moves, played{Side: side, Move: game.Pass})
			continue
		}
		before := len(m.Moves)
		if err := m.put(stone.Move, played{}); err != nil {
			return refuse("setup", fmt.Sprintf("move %d: %v", i+1, err))
		}
		forced = len(m.Moves) - before - 1
	}
	return nil
}

func checkOpening(opening string, pos engine.Position, stones int) error {
	switch opening {
	case "":
		return nil
	case swap2:
		if _, ok := pos.(engine.Balancer); !ok {
			return refuse("setup", "swap2: not in this game")
		}
		if stones > 0 {
			return refuse("setup", "swap2 begins on the empty board")
		}
		return nil
	}
	return refuse("setup", fmt.Sprintf("opening %q: want none or %q", opening, swap2))
}

// fill adds the stones and moves of p to a line.
func (p *positionText) fill(l *engine.Line) error {
	for _, s := range p.Stones {
		l.Stones = append(l.Stones, engine.Stone{Move: s.Point, Side: s.Side})
	}
	l.First = p.ToMove
	moves, err := game.ParseMoves(p.Moves)
	if err != nil {
		return err
	}
	side := l.First
	for _, mv := range moves {
		l.Moves = append(l.Moves, engine.Stone{Move: mv, Side: side})
		side = side.Other()
	}
	return nil
}

// readGame reads a file or a pasted text.
func (s *Server) readGame(p *positionText, setup boardSetup) (engine.Game, engine.Line, error) {
	var format record.Format
	if p.Format != "" {
		f, err := record.ParseFormat(p.Format)
		if err != nil {
			return nil, engine.Line{}, err
		}
		format = f
	}
	found, err := firstGame(p.Text, format, setup)
	if err != nil {
		return nil, engine.Line{}, err
	}
	g, err := replay.Choose(found, s.config.Games...)
	if err != nil {
		return nil, engine.Line{}, err
	}
	line, err := replay.Line(found, g)
	return g, line, err
}

// errEnough ends the reading with the second game.
var errEnough = errors.New("enough")

// firstGame reads the first game of a text, to its end: a damaged one is an error. A text
// of no format may be a board or moves.
func firstGame(text string, format record.Format, setup boardSetup) (*record.Game, error) {
	var found *record.Game
	source := record.Source{Format: format, Game: setup.Game, Width: setup.Width, Height: setup.Height}
	err := source.Read(bytes.NewReader([]byte(text)), func(g *record.Game) error {
		if found != nil {
			return errEnough
		}
		found = g
		return nil
	})
	if found != nil && (err == nil || errors.Is(err, errEnough)) {
		return found, nil
	}
	if format == "" {
		if board, boardErr := record.ParseBoard(text); boardErr == nil {
			return board, nil
		}
	}
	if err == nil || errors.Is(err, errEnough) {
		err = errors.New("the text holds no game")
	}
	return nil, err
}

// write returns the game up to a ply in a format of files.
func (s *Server) write(m *match, format string, ply int, now time.Time) (*reply, error) {
	f, err := record.ParseFormat(format)
	if err != nil {
		return nil, refuse("setup", err.Error())
	}
	info := formatInfo(f)
	if !info.Write || !slices.Contains(info.Games, m.Setup.Game) {
		return nil, refuse("setup", fmt.Sprintf("%s is no format for %s", f, m.Setup.Game))
	}
	g, err := s.game(m.Setup.Game)
	if err != nil {
		return nil, err
	}
	session := engine.NewSession(g, engine.DefaultConfig())
	if err := session.Load(m.line(ply)); err != nil {
		return nil, err
	}
	written := replay.Game(session)
	m.describe(written, ply, now)
	var out bytes.Buffer
	if err := record.Write(&out, f, written); err != nil {
		position := replay.Position(session)
		if loss := (*record.LossError)(nil); !errors.As(err, &loss) || position == nil || record.Write(&out, f, position) != nil {
			return nil, refuse("setup", err.Error())
		}
	}
	if !utf8.Valid(out.Bytes()) {
		return nil, refuse("setup", fmt.Sprintf("%s is not a format of text", f))
	}
	return &reply{
		Type: "file", Format: string(f), Text: out.String(), Mime: mimeOf(f),
		Name: fmt.Sprintf("ishi-%s-%s%s", m.Setup.Game, now.Format(time.DateOnly), info.Extensions[0]),
	}, nil
}

// describe adds players, date, times and scores to a record of the game.
func (m *match) describe(g *record.Game, ply int, now time.Time) {
	names := [2]string{}
	for side, p := range m.Players {
		switch {
		case p.Kind == engineFor && p.Level > 0:
			names[side] = fmt.Sprintf("Ishi level %d", p.Level)
		case p.Kind == engineFor:
			names[side] = "Ishi"
		case p.Name != "":
			names[side] = p.Name
		}
	}
	g.Black, g.White, g.Date = names[0], names[1], now.Format(time.DateOnly)
	if m.Result != nil && ply == len(m.Moves) {
		g.Result = record.FormatResult(m.Result.outcome())
	}
	if m.Clock.Main > 0 {
		c := record.Clock{Main: time.Duration(m.Clock.Main) * time.Millisecond, Increment: time.Duration(m.Clock.Increment) * time.Millisecond}
		g.Clocks = [2]record.Clock{c, c}
	}
	if len(g.Moves) != ply {
		return
	}
	for i := range g.Moves {
		p := m.Moves[i]
		g.Moves[i].Time = time.Duration(p.Time) * time.Millisecond
		if p.Score != nil && p.Score.Win == 0 && !p.Score.Outcome {
			g.Moves[i].Score, g.Moves[i].Scored = float64(p.Score.Value), true
			if p.Side == game.White {
				g.Moves[i].Score = -g.Moves[i].Score
			}
		}
	}
}

func (r *result) outcome() game.Result {
	out := game.Result{Outcome: game.Draw, Margin: r.Margin, Reason: r.Reason}
	if r.Winner != nil {
		out.Outcome = game.WonBy(*r.Winner)
	}
	return out
}

func formatInfo(f record.Format) record.FormatInfo {
	for _, info := range record.Formats() {
		if info.Format == f && len(info.Extensions) > 0 {
			return info
		}
	}
	return record.FormatInfo{Format: f, Extensions: []string{".txt"}}
}

func mimeOf(f record.Format) string {
	if f == record.SGF {
		return "application/x-go-sgf"
	}
	return "text/plain"
}
