package othello

import (
	"cmp"
	"encoding/binary"
	"hash/fnv"
	"math"
	"math/bits"
	"slices"

	"ishi/engine/othello"
)

// Sample is a position to fit or to test.
type Sample struct {
	Board othello.Board
	// Score is the disc difference from the side to move, the mean when the position came up
	// with several labels.
	Score float32
	// Weight is what an error counts.
	Weight float32
	Source Source
}

// Set is the data of a fit by stage, without duplicates. No position of Test is in Train.
type Set struct {
	Train, Test [othello.Stages][]Sample
	seed        uint64
}

// NewSet returns an empty set that holds out games by the seed.
func NewSet(seed uint64) *Set { return &Set{seed: seed} }

// Add puts a position into one of the halves. Positions in which nobody can move are left out.
func (s *Set) Add(p Labelled) {
	if p.Board.Over() {
		return
	}
	half := &s.Train
	if HeldOut(p.Game, s.seed) {
		half = &s.Test
	}
	stage := othello.Stage(bits.OnesCount64(p.Board.Own | p.Board.Opp))
	half[stage] = append(half[stage], Sample{Board: p.Board, Score: p.Score, Weight: 1, Source: p.Source})
}

// maxWeight bounds what a position counts that came up in many games.
const maxWeight = 8

// Settle merges duplicates and sets the weights: the root of how often a position came up, less for
// lopsided scores, which say little about close games: half at focus discs.
func (s *Set) Settle(focus float64) {
	for stage := range s.Train {
		s.Train[stage] = merge(s.Train[stage])
		s.Test[stage] = merge(s.Test[stage])
		s.Test[stage] = slices.DeleteFunc(s.Test[stage], func(p Sample) bool {
			_, found := slices.BinarySearchFunc(s.Train[stage], p, byBoard)
			return found
		})
		for _, half := range [][]Sample{s.Train[stage], s.Test[stage]} {
			for i := range half {
				p := &half[i]
				far := float64(p.Score) / focus
				p.Weight = float32(min(maxWeight, math.Sqrt(float64(p.Weight))) / (1 + far*far))
			}
		}
	}
}

func byBoard(a, b Sample) int {
	return cmp.Or(cmp.Compare(a.Board.Own, b.Board.Own), cmp.Compare(a.Board.Opp, b.Board.Opp))
}

// merge sorts the samples and makes one of all that share a board: the mean score of the best source,
// and the number of them as weight.
func merge(samples []Sample) []Sample {
	slices.SortStableFunc(samples, func(a, b Sample) int {
		return cmp.Or(byBoard(a, b), cmp.Compare(a.Source, b.Source))
	})
	merged := samples[:0]
	for i := 0; i < len(samples); {
		p := samples[i]
		sum, n, all := 0.0, 0, 0
		for ; i < len(samples) && samples[i].Board == p.Board; i++ {
			all++
			if samples[i].Source == p.Source {
				sum += float64(samples[i].Score)
				n++
			}
		}
		p.Score, p.Weight = float32(sum/float64(n)), float32(all)
		merged = append(merged, p)
	}
	return merged
}

// fingerprint tells one settled set from another.
func (s *Set) fingerprint() uint64 {
	h := fnv.New64a()
	var b [24]byte
	for _, samples := range s.Train {
		for i := range samples {
			p := &samples[i]
			binary.LittleEndian.PutUint64(b[0:], p.Board.Own)
			binary.LittleEndian.PutUint64(b[8:], p.Board.Opp)
			binary.LittleEndian.PutUint32(b[16:], math.Float32bits(p.Score))
			binary.LittleEndian.PutUint32(b[20:], math.Float32bits(p.Weight))
			h.Write(b[:])
		}
	}
	return h.Sum64()
}
