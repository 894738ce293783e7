package gomoku

// zobrist has a random word per side and cell. A position's hash is the
// exclusive or of its stones' words, the word of its rule and size, and whiteToMove
// when White is to move. The order of the moves does not enter.
var zobrist [2][cellCount]uint64

const whiteToMove = 0x5be1d2c4a9f03e77

func init() {
	seed := uint64(0x49736869) // "Ishi"
	for s := range zobrist {
		for c := range zobrist[s] {
			seed += 0x9e3779b97f4a7c15
			zobrist[s][c] = mix(seed)
		}
	}
}

// mix is the finalizer of SplitMix64 (Steele, Lea, Flood 2014): a bijection of
// words that looks random.
func mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// emptyHash is the hash of an empty board with Black to move.
func emptyHash(w, h int, rule Rule) uint64 {
	return mix(uint64(rule)<<16 | uint64(w)<<8 | uint64(h))
}

// blockedWord is the word of a cell that is closed to both sides.
func blockedWord(c Cell) uint64 { return mix(zobrist[Black][c] + zobrist[White][c]) }
