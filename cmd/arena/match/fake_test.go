package match

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"
	"time"

	"ishi/engine"
	"ishi/engine/game"
)

// TestMain makes the test binary a fake engine when it is told so:
//
//	match.test fake PROTOCOL FAULT [anything]
func TestMain(m *testing.M) {
	if len(os.Args) > 3 && os.Args[1] == "fake" {
		f := &fake{protocol: os.Args[2], fault: os.Args[3]}
		f.run()
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// fake is an engine that plays the first legal move at once, until it commits its fault.
type fake struct {
	protocol, fault string
	pos             engine.Position
	last            game.Move // that was played
	setup           engine.Setup
	in              *bufio.Scanner
}

// forever is longer than any test waits.
const forever = time.Hour

func (f *fake) run() {
	switch f.fault {
	case "sleep":
		time.Sleep(forever)
	case "silent start":
		time.Sleep(forever)
	case "crash at start":
		fmt.Fprintln(os.Stderr, "cannot find my weights")
		os.Exit(7)
	case "slow start":
		time.Sleep(300 * time.Millisecond)
	case "noisy start":
		fmt.Println("Welcome!")
	case "slow exit", "leaves a child":
		signal.Ignore(syscall.SIGTERM, os.Interrupt)
		if f.fault == "leaves a child" {
			f.spawn()
		}
	}
	f.in = bufio.NewScanner(os.Stdin)
	for f.in.Scan() {
		line := strings.TrimSpace(f.in.Text())
		switch f.protocol {
		case "gomocup":
			f.gomocup(line)
		case "gtp":
			f.gtp(line)
		case "nboard":
			f.nboard(line)
		}
	}
	if f.fault == "slow exit" {
		time.Sleep(forever)
	}
}

// spawn starts a child that holds this program's outputs and has left its group.
func (f *fake) spawn() {
	c := exec.Command(os.Args[0], append([]string{"fake", f.protocol, "sleep"}, os.Args[4:]...)...)
	c.Stdout, c.Stderr = os.Stdout, os.Stderr
	leaveGroup(c)
	if err := c.Start(); err != nil {
		panic(err)
	}
}

// begin sets up an empty board.
func (f *fake) begin(of string, setup engine.Setup) {
	g, _ := Game(of)
	pos, err := g.New(setup)
	if err != nil {
		panic(err)
	}
	f.pos, f.setup = pos, pos.Setup()
}

// play plays a move, and passes before it where that must be.
func (f *fake) play(m game.Move) {
	legal := f.pos.(engine.Viewer).Legal()
	if len(legal) == 1 && legal[0] == game.Pass && m != game.Pass {
		f.pos.Play(game.Pass)
	}
	if err := f.pos.Play(m); err != nil {
		panic(err)
	}
	f.last = m
}

// choose plays a move and returns it.
func (f *fake) choose() game.Move {
	if f.pos.(engine.Viewer).Legal()[0] == game.Pass { // of the other side, which nobody told
		f.pos.Play(game.Pass)
	}
	f.play(f.pos.(engine.Viewer).Legal()[0])
	return f.last
}

// commit does what the fault wants instead of answering; false when the answer is to be
// given. Write writes an answer in the protocol's way.
func (f *fake) commit(write func(text string), taken game.Move, point func(game.Move) string) bool {
	switch f.fault {
	case "silent", "half a line", "closed output", "memory":
		switch f.fault {
		case "half a line":
			os.Stdout.WriteString("7")
		case "closed output":
			os.Stdout.Close()
		case "memory":
			eaten := bytes.Repeat([]byte{1}, 400<<20)
			defer fmt.Sprint(eaten[0])
		}
		time.Sleep(forever)
	case "crash":
		fmt.Fprintln(os.Stderr, "assertion failed")
		os.Exit(3)
	case "crash with a child":
		f.spawn()
		os.Exit(3)
	case "flood":
		for {
			os.Stdout.WriteString(strings.Repeat("x", 1<<16))
		}
	case "flood of lines":
		if f.protocol == "gtp" {
			os.Stdout.WriteString("= a response\n")
		}
		for {
			os.Stdout.WriteString(strings.Repeat("MESSAGE status searching\n", 1<<12))
		}
	case "flood of errors":
		for {
			os.Stderr.WriteString(strings.Repeat("no \n", 1<<14))
		}
	case "occupied":
		write(point(taken))
	case "off the board":
		write(map[string]string{"gomocup": "15,3", "gtp": "Z9", "nboard": "I9"}[f.protocol])
	case "negative":
		write(map[string]string{"gomocup": "-1,3", "gtp": "A0", "nboard": "A0"}[f.protocol])
	case "huge":
		huge := "18446744073709551617"
		write(map[string]string{"gomocup": huge + "," + huge, "gtp": "A" + huge, "nboard": "A" + huge}[f.protocol])
	case "malformed":
		write("hello")
	case "error":
		os.Stdout.WriteString(map[string]string{"gomocup": "ERROR no\n", "gtp": "? no\n\n"}[f.protocol])
	case "late":
		time.Sleep(200 * time.Millisecond)
		return false
	default:
		return false
	}
	return true
}

// answer writes a move, twice in one write where that is the fault.
func (f *fake) answer(format, move string) {
	text := fmt.Sprintf(format, move)
	if f.fault == "two moves" {
		text += text
	}
	os.Stdout.WriteString(text)
}

func xy(m game.Move) string { return fmt.Sprintf("%d,%d", m.X(), m.Y()) }

func (f *fake) gomocup(line string) {
	verb, args, _ := strings.Cut(line, " ")
	var x, y, n int
	taken := game.NoMove
	switch verb {
	case "ABOUT":
		fmt.Println(`name="Fake", version="1", author="none", country="none"`)
		return
	case "START":
		fmt.Sscan(args, &n)
		f.begin("gomoku", engine.Setup{Width: n, Height: n})
		fmt.Println("OK")
		return
	case "SWAP2BOARD":
		f.swap2()
		return
	case "BOARD":
		f.begin("gomoku", f.setup)
		for f.in.Scan() && f.in.Text() != "DONE" {
			fmt.Sscanf(f.in.Text(), "%d,%d", &x, &y)
			taken = game.At(x, y)
			f.play(taken)
		}
	case "TURN":
		fmt.Sscanf(args, "%d,%d", &x, &y)
		taken = game.At(x, y)
		f.play(taken)
	case "BEGIN":
	case "END":
		if f.fault != "slow exit" {
			os.Exit(0)
		}
		return
	default:
		return
	}
	if !f.commit(func(text string) { fmt.Println(text) }, taken, xy) {
		fmt.Println("MESSAGE depth 3-5 ev 12 n 345 nps 1 tm 1 pv a1 b2")
		f.answer("%s\n", xy(f.choose()))
	}
}

// swap2 takes the step that the fault names.
func (f *fake) swap2() {
	var stones []string
	for f.in.Scan() && f.in.Text() != "DONE" {
		stones = append(stones, f.in.Text())
	}
	switch step := strings.TrimPrefix(f.fault, "swap2 "); {
	case step == "wrong":
		fmt.Println("0,0 1,1 2,2 3,3")
	case len(stones) == 0:
		fmt.Println("7,7 8,8 9,7")
	case len(stones) == 3 && strings.HasPrefix(step, "put"):
		fmt.Println("3,3 4,4")
	case strings.HasSuffix(step, "swap"):
		fmt.Println("SWAP")
	default:
		fmt.Println("0,9")
	}
}

func (f *fake) gtp(line string) {
	verb, args, _ := strings.Cut(line, " ")
	say := func(text string) { fmt.Printf("= %s\n\n", text) }
	switch verb {
	case "list_commands":
		say("list_commands\nboardsize\nclear_board\nplay\ngenmove\nquit")
	case "boardsize", "clear_board":
		f.begin("othello", engine.Setup{})
		say("")
	case "play":
		_, vertex, _ := strings.Cut(args, " ")
		if vertex == "pass" {
			fmt.Print("? syntax error\n\n")
			return
		}
		m, _ := game.ParseMove(vertex)
		f.play(m)
		say("")
	case "genmove":
		if !f.commit(say, f.last, game.Move.String) {
			f.answer("= %s\n\n", strings.ToUpper(f.choose().String()))
		}
	case "quit":
		say("")
		if f.fault != "slow exit" {
			os.Exit(0)
		}
	default:
		fmt.Print("? unknown command\n\n")
	}
}

func (f *fake) nboard(line string) {
	verb, args, _ := strings.Cut(line, " ")
	switch verb {
	case "set":
		if strings.HasPrefix(args, "game") {
			f.begin("othello", engine.Setup{})
		}
	case "move":
		square, _, _ := strings.Cut(args, "/")
		m, _ := game.ParseMove(square)
		f.play(m)
	case "ping":
		fmt.Println("pong", args)
	case "go":
		write := func(text string) { fmt.Println("===", text) }
		if !f.commit(write, f.last, game.Move.String) {
			fmt.Println("search F5D6 -1.25 0 7")
			f.answer("=== %s//0.01\n", strings.ToUpper(f.pos.(engine.Viewer).Legal()[0].String()))
		}
	case "quit":
		if f.fault != "slow exit" {
			os.Exit(0)
		}
	}
}
