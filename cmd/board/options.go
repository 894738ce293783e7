package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"github.com/peterbourgon/ff/v3"

	"ishi/engine"
	"ishi/engine/gomoku"
	"ishi/engine/othello"
	"ishi/protocol/web"
	"ishi/protocol/web/ui"
)

// envPrefix and "_" begin the names of environment variables.
const envPrefix = "ISHI_BOARD"

// options is what the flags say.
type options struct {
	addr, data     string
	games, threads int
	moveTime, most time.Duration
	table          int
	expire         time.Duration
	conns, each    int
	hosts, origins string
	proxied, open  bool
	load           string
	loadGames      int
	loadLevel      int
}

func parse(args []string, errs io.Writer) (*options, error) {
	o := &options{}
	f := flag.NewFlagSet("board", flag.ContinueOnError)
	f.SetOutput(errs)
	f.StringVar(&o.addr, "addr", "127.0.0.1:8080", "address to listen on; :8080 opens it to the network")
	f.StringVar(&o.data, "data", "", "file that keeps the games (default board.db in "+dataFolderText()+")")
	f.IntVar(&o.games, "games", 1000, "games going on at a time")
	f.IntVar(&o.threads, "threads", max(runtime.NumCPU()/2, 1), "processors for the engines, half of them by default")
	f.DurationVar(&o.moveTime, "move-time", 2*time.Second, "the most an engine with a level thinks about a move")
	f.DurationVar(&o.most, "max-move-time", 10*time.Second, "the most that players may give an engine for a move")
	f.IntVar(&o.table, "hash", 32, "transposition table of each game and thread in MiB")
	f.DurationVar(&o.expire, "expire", 30*24*time.Hour, "how long a game is kept after its last move")
	f.IntVar(&o.conns, "connections", 5000, "open connections at a time")
	f.IntVar(&o.each, "connections-each", 100, "open connections of one other machine")
	f.StringVar(&o.hosts, "host", "", "names of this server besides its addresses, with commas between them")
	f.StringVar(&o.origins, "origin", "", "hosts of other pages that may connect, with commas between them")
	f.BoolVar(&o.proxied, "proxied", false, "take addresses from X-Forwarded-For: only behind a proxy that sets it")
	f.BoolVar(&o.open, "open", false, "open the page in the browser")
	f.StringVar(&o.load, "loadtest", "", "play against the server at this address, as in ws://127.0.0.1:8080/ws, and report")
	f.IntVar(&o.loadGames, "loadtest-games", 200, "games of the load test at a time")
	f.IntVar(&o.loadLevel, "loadtest-level", 3, "level of the engine in the load test")
	if err := ff.Parse(f, args, ff.WithEnvVarPrefix(envPrefix)); err != nil {
		return nil, err
	}
	if f.NArg() > 0 {
		return nil, fmt.Errorf("unexpected argument %q; see board -help", f.Arg(0))
	}
	return o, o.check()
}

func (o *options) check() error {
	switch {
	case o.games < 1, o.conns < 1, o.each < 1, o.loadGames < 1:
		return errors.New("-games and -connections: want at least 1")
	case o.threads < 1 || o.threads > engine.MaxThreads:
		return fmt.Errorf("-threads %d: want 1 to %d", o.threads, engine.MaxThreads)
	case o.moveTime < 10*time.Millisecond || o.most < 10*time.Millisecond || o.expire < time.Minute:
		return errors.New("-move-time: want at least 10ms, -expire at least 1m")
	case o.table < 1 || o.table > 4096:
		return fmt.Errorf("-hash %d: want 1 to 4096 MiB", o.table)
	}
	_, err := engine.LevelStrength(o.loadLevel)
	return err
}

// config is what the server needs to know.
func (o *options) config(errs io.Writer) (web.Config, error) {
	data, err := o.dataFile()
	if err != nil {
		return web.Config{}, err
	}
	return web.Config{
		Games: []engine.Game{gomoku.Game(), othello.Game()}, Page: ui.Handler(), Data: data, Version: version(),
		MaxGames: o.games, Threads: o.threads, MoveTime: o.moveTime, MaxMoveTime: o.most,
		Table: int64(o.table) << 20, Expire: o.expire, MaxConns: o.conns, MaxConnsFrom: o.each,
		Hosts: list(o.hosts), Origins: list(o.origins), Proxied: o.proxied,
		Log: func(format string, arguments ...any) {
			fmt.Fprintf(errs, time.Now().Format(time.DateTime)+" "+format+"\n", arguments...)
		},
	}, nil
}

// list splits what stands between commas.
func list(text string) []string {
	var all []string
	for part := range strings.SplitSeq(text, ",") {
		if part = strings.TrimSpace(part); part != "" {
			all = append(all, part)
		}
	}
	return all
}

// dataFile returns the file of the games and makes its folder.
func (o *options) dataFile() (string, error) {
	if o.data != "" {
		return o.data, nil
	}
	folder, err := dataFolder()
	if err != nil {
		return "", fmt.Errorf("-data: want a file: %w", err)
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return "", err
	}
	return filepath.Join(folder, "board.db"), nil
}

func dataFolder() (string, error) {
	folder, err := os.UserConfigDir()
	return filepath.Join(folder, "ishi"), err
}

func dataFolderText() string {
	if folder, err := dataFolder(); err == nil {
		return folder
	}
	return "the user's folder of settings"
}

// version is what the build knows of itself.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(devel)"
	}
	return info.Main.Version
}
