//go:build !amd64 || purego

package othello

func (x *indices) play(from *indices, sq int, flips uint64) { x.playGeneric(from, sq, flips) }

func (x *indices) sum(t *table, b Board) int32 { return x.sumGeneric(t, b) }
