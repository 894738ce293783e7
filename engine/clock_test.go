package engine

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"
)

const ms = time.Millisecond

func TestClockLimits(t *testing.T) {
	start := time.Now()
	for _, test := range []struct {
		name       string
		clock      Clock
		moves      int
		soft, hard time.Duration
	}{
		{"no limits", NewClock(), 40, 0, 0},
		{"at once", Clock{Turn: 0, Left: Unlimited}, 40, instant, instant},
		{"nothing left", Clock{Turn: Unlimited, Left: 0}, 40, instant, instant},
		{"less than nothing left", Clock{Turn: 5000 * ms, Left: -100 * ms}, 40, instant, instant},
		{"one turn only", Clock{Turn: 500 * ms, Left: Unlimited, Reserve: 30 * ms}, 40, 940 * ms, 470 * ms},
		{"ample", Clock{Turn: 5000 * ms, Left: 200000 * ms, Reserve: 30 * ms}, 40, 9940 * ms, 4970 * ms},
		{"scarce, bound by the turn", Clock{Turn: 5000 * ms, Left: 120000 * ms, Reserve: 30 * ms}, 40, 4970 * ms, 4970 * ms},
		{"scarce", Clock{Turn: 30000 * ms, Left: 180000 * ms, Reserve: 30 * ms}, 40, 180000 * ms / 22, 180000*ms/7 - 30*ms},
		{"match only", Clock{Turn: Unlimited, Left: 70000 * ms}, 40, 70000 * ms / 22, 10000 * ms},
		{"few moves", Clock{Turn: Unlimited, Left: 9000 * ms}, 3, 3000 * ms, 3000 * ms},
		{"the last move", Clock{Turn: Unlimited, Left: 9000 * ms, Reserve: 30 * ms}, 1, 8970 * ms, 8970 * ms},
		{"increment", Clock{Turn: Unlimited, Left: 22000 * ms, Increment: 1000 * ms}, 40, 1750 * ms, 22000*ms/7 + 750*ms},
		{"increment larger than what is left", Clock{Turn: Unlimited, Left: 100 * ms, Increment: 10000 * ms, Reserve: 30 * ms}, 40, (100*ms/7 + 75*ms) * 3 / 4, (100*ms/7 + 75*ms) * 3 / 4},
		{"reserve larger than the turn", Clock{Turn: 20 * ms, Left: Unlimited, Reserve: 30 * ms}, 40, 30 * ms, 15 * ms},
		{"reserve smaller than a quarter", Clock{Turn: 20 * ms, Left: Unlimited, Reserve: 3 * ms}, 40, 34 * ms, 17 * ms},
		{"99 ms", Clock{Turn: 99 * ms, Left: Unlimited, Reserve: 30 * ms}, 40, 148500 * time.Microsecond, 74250 * time.Microsecond},
		{"100 ms", Clock{Turn: 100 * ms, Left: Unlimited, Reserve: 30 * ms}, 40, 140 * ms, 70 * ms},
		{"reserve larger than a longer turn", Clock{Turn: 100 * ms, Left: Unlimited, Reserve: 80 * ms}, 40, 100 * ms, 50 * ms},
		{"1 ms", Clock{Turn: ms, Left: Unlimited, Reserve: 30 * ms}, 40, 1500 * time.Microsecond, 750 * time.Microsecond},
		{"no moves expected", Clock{Turn: Unlimited, Left: 1000 * ms}, 0, 1000 * ms, 1000 * ms},
	} {
		got := test.clock.Limits(start, test.moves)
		if got.Soft.Round(time.Microsecond) != test.soft.Round(time.Microsecond) ||
			got.Hard.Round(time.Microsecond) != test.hard.Round(time.Microsecond) || got.Start != start {
			t.Errorf("%s: got %v, %v, want %v, %v", test.name, got.Soft, got.Hard, test.soft, test.hard)
		}
	}
}

// TestClockNeverTooMuch tries everything that a manager may send.
func TestClockNeverTooMuch(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	values := []time.Duration{Unlimited, math.MinInt64, -1, 0, 1, ms, 20 * ms, 100 * ms, 5000 * ms, time.Hour, Unlimited - 1}
	pick := func() time.Duration {
		if random.IntN(3) == 0 {
			return time.Duration(random.Int64N(int64(time.Hour)))
		}
		return values[random.IntN(len(values))]
	}
	for range 100000 {
		c := Clock{Turn: pick(), Left: pick(), Increment: pick(), Reserve: min(pick(), time.Minute)}
		l := c.Limits(time.Time{}, random.IntN(60)-5)
		available := min(c.Turn, c.Left)
		if available > 25*365*24*time.Hour {
			available = Unlimited
		}
		switch {
		case available == Unlimited:
			if l.Timed() {
				t.Fatalf("%+v: got %v, %v without a limit", c, l.Soft, l.Hard)
			}
		case available <= 0:
			if l.Hard <= 0 || l.Hard > 20*ms {
				t.Fatalf("%+v: hard %v where there is no time", c, l.Hard)
			}
		case l.Hard <= 0 || l.Hard > available || l.Soft <= 0 || l.Soft > 2*l.Hard:
			t.Fatalf("%+v: soft %v, hard %v of %v", c, l.Soft, l.Hard, available)
		case available >= shortTime && l.Hard >= shortTime && available > 2*max(c.Reserve, 0) && l.Hard > available-max(c.Reserve, 0):
			t.Fatalf("%+v: hard %v leaves no reserve", c, l.Hard)
		}
	}
}

func TestClockSpend(t *testing.T) {
	c := Clock{Left: 1000 * ms, Increment: 100 * ms}
	c.Spend(300 * ms)
	if c.Left != 800*ms {
		t.Errorf("left %v", c.Left)
	}
	c.Spend(2000 * ms)
	if c.Left >= 0 {
		t.Errorf("left %v after more than there was", c.Left)
	}
	c = NewClock()
	c.Spend(time.Hour)
	if c.Left != Unlimited {
		t.Errorf("left %v of no limit", c.Left)
	}
}

func TestMilliseconds(t *testing.T) {
	for _, test := range []struct {
		n    int64
		want time.Duration
	}{
		{0, 0}, {-5, 0}, {math.MinInt64, 0}, {5000, 5 * time.Second},
		{2147483646, 2147483646 * ms}, {2147483647, Unlimited}, {math.MaxInt64, Unlimited},
	} {
		if got := Milliseconds(test.n); got != test.want {
			t.Errorf("%d: got %v, want %v", test.n, got, test.want)
		}
	}
}
