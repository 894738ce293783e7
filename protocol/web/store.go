package web

import (
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"time"

	"go.etcd.io/bbolt"
	bbolterrors "go.etcd.io/bbolt/errors"
)

// store keeps games in one file. bbolt is pure Go and small, its commits are atomic
// and on disk when they return, so a server that is killed finds every game
// as it was last acknowledged; the games are fetched by name only, which needs no SQL.
type store struct{ db *bbolt.DB }

var gamesBucket = []byte("games")

// commitDelay is how long a commit waits for others to share its write to the disk.
const commitDelay = 2 * time.Millisecond

// errNoGame is the error of a name that no game has.
var errNoGame = errors.New("no such game, or it has expired")

// openStore opens or makes the file. A file that another server uses is an error.
func openStore(path string) (s *store, err error) {
	defer damaged(path, &err)
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true)) // a file that is too short
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{Timeout: time.Second})
	if errors.Is(err, bbolterrors.ErrTimeout) {
		return nil, fmt.Errorf("%s is in use by another server", path)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	db.MaxBatchDelay = commitDelay
	err = db.Update(func(tx *bbolt.Tx) error {
		_, err := tx.CreateBucketIfNotExists(gamesBucket)
		return err
	})
	if err != nil {
		_ = db.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return &store{db}, nil
}

// damaged makes an error of a panic: bbolt trusts what it finds in pages whose header is
// right.
func damaged(path string, err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("%s is damaged: %v", path, r)
	}
}

func (s *store) close() error { return s.db.Close() }

// put writes a game and returns when it is on disk. Games written at the same time
// share a commit.
func (s *store) put(id string, data []byte) error {
	return s.db.Batch(func(tx *bbolt.Tx) error {
		return tx.Bucket(gamesBucket).Put([]byte(id), data)
	})
}

// get returns a game, errNoGame if there is none.
func (s *store) get(id string) ([]byte, error) {
	var data []byte
	err := s.db.View(func(tx *bbolt.Tx) error {
		if v := tx.Bucket(gamesBucket).Get([]byte(id)); v != nil {
			data = append(data, v...)
			return nil
		}
		return errNoGame
	})
	return data, err
}

// remove forgets games.
func (s *store) remove(ids ...string) error {
	if len(ids) == 0 {
		return nil
	}
	return s.db.Update(func(tx *bbolt.Tx) error {
		for _, id := range ids {
			if err := tx.Bucket(gamesBucket).Delete([]byte(id)); err != nil {
				return err
			}
		}
		return nil
	})
}

// each calls f with every game; data is valid during the call.
func (s *store) each(f func(id string, data []byte) error) (err error) {
	defer damaged(s.db.Path(), &err)
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	return s.db.View(func(tx *bbolt.Tx) error {
		return tx.Bucket(gamesBucket).ForEach(func(k, v []byte) error { return f(string(k), v) })
	})
}

// check reports whether the file can still be used.
func (s *store) check() error {
	if _, err := os.Stat(s.db.Path()); err != nil {
		return err
	}
	return s.db.View(func(tx *bbolt.Tx) error {
		if tx.Bucket(gamesBucket) == nil {
			return errors.New("no games")
		}
		return nil
	})
}
