package main

import (
	"context"
	"slices"

	"ishi/engine"
	"ishi/engine/gomoku"
	"ishi/protocol"
	"ishi/protocol/gtp"
	"ishi/protocol/nboard"
)

// serveGTP offers all games, the chosen one first.
func serveGTP(ctx context.Context, conn *protocol.Conn, s *settings) error {
	first, err := s.game(s.firstGame)
	if err != nil {
		return err
	}
	games := []engine.Game{first}
	for _, g := range s.games {
		if g != first {
			games = append(games, g)
		}
	}
	choice := gtp.Choice{Games: games, Rule: s.firstRule, Config: s.engine}
	return gtp.Serve(ctx, conn, choice, gtp.About{Name: name, Version: version})
}

func serveNBoard(ctx context.Context, conn *protocol.Conn, s *settings) error {
	g, err := s.game("othello")
	if err != nil {
		return err
	}
	return nboard.Serve(ctx, conn, engine.NewSession(g, s.engine), name)
}

func (s *settings) setFirstGame(name string) error {
	g, err := s.game(name)
	if err == nil {
		s.firstGame = g.Name()
	}
	return err
}

// setFirstRule accepts all names of a rule and keeps the usual one. No name is the
// usual rule.
func (s *settings) setFirstRule(name string) error {
	if name == "" {
		s.firstRule = ""
		return nil
	}
	rule, err := gomoku.ParseRule(name)
	if err == nil {
		s.firstRule = rule.String()
	}
	return err
}

// gomokuRules lists the names of the rules.
func gomokuRules() []string { return slices.Clone(gomoku.Game().Rules()) }
