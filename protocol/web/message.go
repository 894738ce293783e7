package web

import (
	"encoding/json"
	"errors"

	"ishi/engine/game"
)

// refusal is an error as the client gets it; doc/web.md lists the codes.
type refusal struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	Point   string `json:"point,omitempty"`
	Reason  string `json:"reason,omitempty"`
}

func (r *refusal) Error() string { return r.Code + ": " + r.Message }

func refuse(code, message string) *refusal { return &refusal{Code: code, Message: message} }

// refusalOf turns any error into what a client gets.
func refusalOf(err error, code string) *refusal {
	if r := (*refusal)(nil); errors.As(err, &r) {
		return r
	}
	if errors.Is(err, errNoGame) {
		code = "game"
	}
	return refuse(code, err.Error())
}

// request is a message of a client; which fields count depends on the type.
type request struct {
	Type string `json:"type"`
	ID   *int64 `json:"id"`

	Setup    boardSetup    `json:"setup"`
	Black    *player       `json:"black"`
	White    *player       `json:"white"`
	Clock    clockRule     `json:"clock"`
	Shuffle  bool          `json:"shuffle"`
	Hints    bool          `json:"hints"`
	Pace     *int64        `json:"pace"`
	Position *positionText `json:"position"`

	Game   string  `json:"game"`
	Token  string  `json:"token"`
	Invite string  `json:"invite"`
	Name   string  `json:"name"`
	Seq    *uint64 `json:"seq"`

	Move   string     `json:"move"`
	Ply    *int       `json:"ply"`
	Side   *game.Side `json:"side"`
	What   string     `json:"what"`
	Accept bool       `json:"accept"`
	Choice string     `json:"choice"`
	On     bool       `json:"on"`
	N      int        `json:"n"`
	Format string     `json:"format"`
}

// boardSetup is a game and its board.
type boardSetup struct {
	Game    string `json:"game"`
	Rule    string `json:"rule"`
	Width   int    `json:"width"`
	Height  int    `json:"height"`
	Opening string `json:"opening"`
}

// positionText is a position as a client tells it, in one of three ways.
type positionText struct {
	Moves  string       `json:"moves"`
	Stones []pointStone `json:"stones"`
	ToMove game.Side    `json:"toMove"`
	Text   string       `json:"text"`
	Format string       `json:"format"`
}

type pointStone struct {
	Point game.Move `json:"point"`
	Side  game.Side `json:"side"`
}

// reply is an answer without anything more to say, or with what fields say.
type reply struct {
	Type string `json:"type"`
	Re   *int64 `json:"re,omitempty"`
	*refusal
	Accepted *bool       `json:"accepted,omitempty"`
	Game     string      `json:"game,omitempty"`
	Token    string      `json:"token,omitempty"`
	Invite   string      `json:"invite,omitempty"`
	Sides    []game.Side `json:"sides,omitzero"`
	Owner    *bool       `json:"owner,omitempty"`
	Seq      uint64      `json:"seq,omitempty"`
	Format   string      `json:"format,omitempty"`
	Name     string      `json:"name,omitempty"`
	Mime     string      `json:"mime,omitempty"`
	Text     string      `json:"text,omitempty"`
	Time     int64       `json:"time,omitempty"`
	Ply      *int        `json:"ply,omitempty"`
	Depth    int         `json:"depth,omitempty"`
	Nodes    uint64      `json:"nodes,omitempty"`
	Lines    []lineView  `json:"lines,omitzero"`
}

// lineView is one of the best lines.
type lineView struct {
	Move  game.Move   `json:"move"`
	Score *blackScore `json:"score"`
	Depth int         `json:"depth"`
	PV    []game.Move `json:"pv"`
}

// welcome is the first message.
type welcome struct {
	Type       string       `json:"type"`
	Protocol   int          `json:"protocol"`
	Server     string       `json:"server"`
	Version    string       `json:"version"`
	Games      []gameView   `json:"games"`
	Levels     int          `json:"levels"`
	MoveTime   moveTimeView `json:"moveTime"`
	Formats    []formatView `json:"formats"`
	MaxMessage int          `json:"maxMessage"`
}

type gameView struct {
	Name       string   `json:"name"`
	Rules      []string `json:"rules"`
	Sizes      []int    `json:"sizes"`
	Size       int      `json:"size"`
	Rectangles bool     `json:"rectangles"`
	Openings   []string `json:"openings"`
	Unit       string   `json:"unit"`
}

type moveTimeView struct {
	Usual int64 `json:"usual"`
	Least int64 `json:"least"`
	Most  int64 `json:"most"`
}

type formatView struct {
	Name      string   `json:"name"`
	Title     string   `json:"title"`
	Extension string   `json:"extension"`
	Games     []string `json:"games"`
	Read      bool     `json:"read"`
	Write     bool     `json:"write"`
}

// state is a game as everybody sees it.
type state struct {
	Type      string                   `json:"type"`
	Game      string                   `json:"game"`
	Seq       uint64                   `json:"seq"`
	Setup     boardSetup               `json:"setup"`
	Unit      string                   `json:"unit"`
	Phase     phase                    `json:"phase"`
	Players   map[game.Side]playerView `json:"players"`
	Start     []string                 `json:"start"`
	First     game.Side                `json:"first"`
	Moves     []played                 `json:"moves"`
	Board     []string                 `json:"board"`
	ToMove    game.Side                `json:"toMove"`
	Legal     *[]game.Move             `json:"legal,omitempty"`
	Forbidden []game.Move              `json:"forbidden"`
	Last      string                   `json:"last"`
	Win       []game.Move              `json:"win"`
	Counts    map[game.Side]int        `json:"counts"`
	Result    *result                  `json:"result"`
	Clock     *clockRule               `json:"clock"`
	Clocks    *clocksView              `json:"clocks"`
	Offers    offers                   `json:"offers"`
	Swap2     *swapView                `json:"swap2"`
	Can       canView                  `json:"can"`
	Paused    bool                     `json:"paused"`
	Rematch   *string                  `json:"rematch"`
}

type playerView struct {
	Kind     string `json:"kind"`
	Name     string `json:"name"`
	Level    int    `json:"level,omitempty"`
	MoveTime int64  `json:"moveTime,omitempty"`
}

type clocksView struct {
	Black   int64      `json:"black"`
	White   int64      `json:"white"`
	Running *game.Side `json:"running"`
}

type swapView struct {
	Step string    `json:"step"`
	By   game.Side `json:"by"`
}

type canView struct {
	Undo  bool `json:"undo"`
	Redo  bool `json:"redo"`
	Hint  bool `json:"hint"`
	Draw  bool `json:"draw"`
	SetUp bool `json:"setUp"`
	Pause bool `json:"pause"`
	Save  bool `json:"save"`
}

type presence struct {
	Type     string `json:"type"`
	Black    bool   `json:"black"`
	White    bool   `json:"white"`
	Watchers int    `json:"watchers"`
}

type you struct {
	Type  string      `json:"type"`
	Sides []game.Side `json:"sides"`
	Owner bool        `json:"owner"`
}

// thinking tells of a running search: of an engine to move, or an analysis.
type thinking struct {
	Type     string      `json:"type"`
	Side     *game.Side  `json:"side,omitempty"`
	Ply      *int        `json:"ply,omitempty"`
	Queued   int         `json:"queued"`
	Depth    int         `json:"depth"`
	SelDepth int         `json:"selDepth"`
	Score    *blackScore `json:"score,omitempty"`
	Nodes    uint64      `json:"nodes"`
	NPS      uint64      `json:"nps"`
	Elapsed  int64       `json:"elapsed"`
	PV       []game.Move `json:"pv,omitempty"`
	Lines    []lineView  `json:"lines,omitempty"`
	Done     *bool       `json:"done,omitempty"`
}

type plyScore struct {
	Type  string      `json:"type"`
	Ply   int         `json:"ply"`
	Score *blackScore `json:"score"`
}

// encode writes a message; messages are made of what can be written.
func encode(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return b
}
