package compiled

import (
	"sync"
	"testing"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/metric"
	"github.com/astragal/astragal/engine/rng"
)

// TestShared has goroutines play one compiled game in all ways while its machine code is made, which changes the
// program. `make race` runs it with the race detector: nobody may look at what changes.
func TestShared(t *testing.T) {
	for _, file := range []string{"line/Tic-Tac-Toe", "race/Breakthrough", "blocking/MuTorere", "connection/Hex"} {
		g := load(t, "../../../library/lud/"+file+".lud")
		plays, err := New(g)
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		watched, err := NewWatched(g)
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		var all sync.WaitGroup
		all.Go(plays.Hasten)
		all.Go(watched.Hasten)
		for i := range uint64(3) {
			all.Go(func() { throughPositions(t, plays, i) })
			all.Go(func() { fromStart(t, plays, i) })
			all.Go(func() { watching(t, g, watched, i) })
		}
		all.Wait()
	}
}

func fromStart(t *testing.T, c *Game, seed uint64) {
	p, err := c.NewPlayer()
	if err != nil {
		t.Error(err)
		return
	}
	r := rng.New(seed)
	if p.Play(&r, 100); p.Err() != nil {
		t.Error(p.Err())
	}
}

func throughPositions(t *testing.T, c *Game, seed uint64) {
	p, err := c.NewPosition()
	if err != nil {
		t.Error(err)
		return
	}
	x, r := game.NewContext(c.p.G), rng.New(seed)
	x.Start(&r)
	p.Load(x, nil)
	moves := p.Moves(nil)
	p.Fewer(moves, nil)
	p.Playout(&r, 20, false)
	if p.Err() != nil {
		t.Error(p.Err())
	}
}

func watching(t *testing.T, g *game.Game, c *Game, seed uint64) {
	w, err := c.Watcher(metric.NewPlan(g, metric.Facts{}), metric.NewBatch(g.Players), metric.All)
	if err != nil {
		t.Error(err)
		return
	}
	defer w.Release()
	r := rng.New(seed)
	w.Start(seed)
	if w.Run(&r, 20); w.Err() != nil {
		t.Error(w.Err())
	}
}
