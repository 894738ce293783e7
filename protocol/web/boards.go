package web

import (
	"slices"
	"sync"
)

// maxBoards is how many games have a board at a time; a board of Gomoku takes 1.5 MiB.
const maxBoards = 64

// boards knows which rooms have a board, the one that was used last at the end, and takes
// it from the one that has not been used for longest.
type boards struct {
	mu    sync.Mutex
	rooms []*room
}

// use notes that a room, whose lock is held, has used its board.
func (b *boards) use(r *room) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.rooms = slices.DeleteFunc(b.rooms, func(other *room) bool { return other == r })
	if !r.gone && r.match.session != nil {
		b.rooms = append(b.rooms, r)
	}
	for i := 0; len(b.rooms) > maxBoards && i < len(b.rooms); {
		old := b.rooms[i]
		if old == r || !old.mu.TryLock() { // it is being used just now
			i++
			continue
		}
		old.match.session = nil
		old.mu.Unlock()
		b.rooms = slices.Delete(b.rooms, i, i+1)
	}
}
