package othello

import "ishi/search"

type searcher struct {
	nodes       uint64
	area        uint64
	last1       int
	stopped     bool
	cache       *cache
	worker      *search.Worker
	mainEmpties int
	lists       [Squares + 1]candidates
}

func (s *searcher) halted() bool { return s.stopped }
