package limit

import (
	"bytes"
	"context"
	"errors"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/astragal/astragal/engine"
	"github.com/astragal/astragal/engine/metric"
)

// A coin is tossed, 1/4 heads; the player calls it without seeing it.
const coin = `EFG 2 R "Coin" { "Caller" "House" }
c "" 1 "" { "heads" 1/4 "tails" 3/4 } 0
p "" 1 1 "" { "H" "T" } 0
t "" 1 "" { 1, -1 }
t "" 2 "" { -1, 1 }
p "" 1 1 "" { "H" "T" } 0
t "" 2 "" { -1, 1 }
t "" 3 "" { 0, 0 }
`

// hungry is a ruleset that takes time and memory, and may not listen.
type hungry struct {
	engine.Ruleset
	pause time.Duration
	bytes int
	panic bool
}

func (h hungry) Simulate(ctx context.Context, p engine.Params) (*metric.Batch, error) {
	if h.panic {
		panic("hungry")
	}
	held := make([]byte, h.bytes)
	for i := 0; i < len(held); i += 4096 {
		held[i] = 1
	}
	for range p.Playouts {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(h.pause):
		}
	}
	runtime.KeepAlive(held)
	return h.Ruleset.Simulate(ctx, p)
}

func coinToss(t *testing.T) engine.Ruleset {
	t.Helper()
	rs, err := engine.New().Compile(t.Context(), engine.Source{File: "coin.efg", Text: []byte(coin)})
	if err != nil {
		t.Fatal(err)
	}
	return rs
}

// Limits that suffice change nothing; those that do not abandon playouts.
func TestLimits(t *testing.T) {
	rs, p := coinToss(t), engine.Params{Seed: 3, First: 40, Playouts: 1000, Agent: "random"}
	free, err := rs.Simulate(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	ample, err := Simulate(t.Context(), rs, p, Limits{Budget: time.Hour, Memory: NewWatchdog(1 << 40)})
	if err != nil {
		t.Fatal(err)
	}
	x, _ := free.MarshalBinary()
	y, _ := ample.MarshalBinary()
	if !bytes.Equal(x, y) {
		t.Errorf("with limits %s\nwithout %s", y, x)
	}
	// A budget keeps what was played within it, gives up the playout that is being
	// played, and says how many were not begun.
	long := `(game "Long" (players 2) (equipment {(board (square 4)) (piece "Disc" Each)})
		(rules (start (place "Disc1" {0 1})) (play (move Select (from (sites Occupied by:All)) (then (set Counter))))
		(end (if (>= (count Moves) 3000) (result Mover Win)))))`
	whole, err := engine.New().Compile(t.Context(), engine.Source{File: "long.lud", Text: []byte(long)})
	if err != nil {
		t.Fatal(err)
	}
	part, err := Simulate(t.Context(), whole, engine.Params{Seed: 1, Playouts: 1 << 30, Agent: "random"},
		Limits{Budget: 300 * time.Millisecond})
	if err != nil || part.Playouts == 0 || part.Abandoned > 1 || part.Playouts+part.Abandoned+part.Unplayed != 1<<30 {
		t.Errorf("with too small a budget: %+v, %v", part, err)
	}
	if s := part.Summary(); s.Metrics["DurationMoves"].Censored != part.Abandoned ||
		s.Timeouts.N != part.Playouts+part.Abandoned {
		t.Errorf("with too small a budget: %+v", s)
	}
	start := time.Now()
	slow, err := Simulate(t.Context(), hungry{Ruleset: rs, pause: 20 * time.Millisecond}, p,
		Limits{Budget: 500 * time.Millisecond})
	if err != nil || slow.Playouts < 5 || slow.Playouts > 30 || slow.Playouts+slow.Abandoned+slow.Unplayed != 1000 ||
		time.Since(start) > 5*time.Second {
		t.Errorf("after %v: %+v, %v", time.Since(start), slow, err)
	}
	defer func() {
		if recover() == nil {
			t.Error("a panic is lost")
		}
	}()
	Simulate(t.Context(), hungry{Ruleset: rs, panic: true}, p, Limits{Budget: time.Hour})
}

// Three that fit only one at a time all succeed; one that never fits is abandoned.
func TestMemory(t *testing.T) {
	rs := coinToss(t)
	runtime.GC()
	w := NewWatchdog(liveBytes() + 300<<20)
	p := engine.Params{Seed: 3, Playouts: 1, Agent: "random"}
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			b, err := Simulate(t.Context(), hungry{Ruleset: rs, pause: 400 * time.Millisecond, bytes: 200 << 20}, p,
				Limits{Memory: w})
			if err != nil || b.Playouts != 1 {
				t.Errorf("%+v, %v", b, err)
			}
		})
	}
	wg.Wait()
	b, err := Simulate(t.Context(), hungry{Ruleset: rs, pause: time.Second, bytes: 400 << 20},
		engine.Params{Playouts: 5, Agent: "random"}, Limits{Memory: w})
	if err != nil || b.Abandoned != 5 || b.Playouts != 0 {
		t.Errorf("too large: %+v, %v", b, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Simulate(ctx, rs, p, Limits{Memory: w}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}
