package traffic_test

import (
	"bytes"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/agent"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/enginetest"
	"github.com/astragal/astragal/engine/metric"
	"github.com/astragal/astragal/engine/rng"
	"github.com/astragal/astragal/engine/ruleset"
	"github.com/astragal/astragal/engine/traffic"
)

// drop places discs in a first phase and moves them like rooks, capturing, in the second.
const drop = `(game "Drop" (players 2) (equipment {(board (square 4)) (hand Each) (piece "Disc" Each (move Slide Orthogonal
	(to if:(is Enemy (who at:(to))) (apply (remove (to))))))})
	(rules (start {(place "Disc1" (handSite P1) count:3) (place "Disc2" (handSite P2) count:3)})
	phases:{(phase "Drop" (play (move (from (handSite Mover)) (to (sites Empty)))) (nextPhase Mover (is Empty (handSite Mover)) "Move"))
	(phase "Move" (play (forEach Piece)))}
	(end {(if (no Pieces Next) (result Mover Win)) (if (>= (count Moves) 60) (result Mover Draw))})))`

func simulate(t *testing.T, rs *ruleset.Ruleset, sim ruleset.Simulation) *metric.Batch {
	t.Helper()
	sim.Traffic = true
	b, err := rs.Simulate(t.Context(), sim)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestGrouping: counts are the same however plays are dealt to batches, and in
// whatever order those are merged, for random and searching agents, and the plays
// themselves are those of an evaluation that counts nothing.
func TestGrouping(t *testing.T) {
	rs := enginetest.Compile(t, drop)
	for name, n := range map[string]int{"random": 150, "uct:4": 9} {
		team, err := agent.ParseTeam(name)
		if err != nil {
			t.Fatal(err)
		}
		whole := simulate(t, rs, ruleset.Simulation{Seed: 7, Playouts: n, Agents: team})
		want, err := whole.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		for _, size := range []int{1, 7, 64} {
			var parts []*metric.Batch
			for first := 0; first < n; first += size {
				b := simulate(t, rs, ruleset.Simulation{Seed: 7, First: first, Playouts: min(size, n-first), Agents: team})
				text, err := b.MarshalBinary()
				if err != nil {
					t.Fatal(err)
				}
				again := &metric.Batch{}
				if err := again.UnmarshalBinary(text); err != nil {
					t.Fatal(err)
				}
				parts = append(parts, again)
			}
			r := rand.New(rand.NewPCG(1, uint64(size)))
			r.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
			total := metric.NewBatch(2)
			for _, b := range parts {
				if err := total.Merge(b); err != nil {
					t.Fatal(err)
				}
			}
			if got, _ := total.MarshalBinary(); !bytes.Equal(got, want) {
				t.Errorf("%s in batches of %d differs", name, size)
			}
		}
		bare, err := rs.Simulate(t.Context(), ruleset.Simulation{Seed: 7, Playouts: n, Agents: team, Bare: true})
		if err != nil {
			t.Fatal(err)
		}
		if name != "random" { // a plan may draw in another order
			whole.Traffic = nil
			x, _ := whole.MarshalBinary()
			if y, _ := bare.MarshalBinary(); !bytes.Equal(x, y) {
				t.Errorf("%s plays otherwise when it is watched", name)
			}
		}
		if err := whole.Merge(simulate(t, rs, ruleset.Simulation{Seed: 7, Playouts: 1, Agents: team})); name == "random" &&
			err == nil {
			t.Error("a play is counted twice")
		}
	}
}

// TestConsistency: totals are the sums of what the kept plays did, and what comes
// to the board and leaves it fits what stands there at the end.
func TestConsistency(t *testing.T) {
	rs := enginetest.Compile(t, drop)
	const n = 40
	c := simulate(t, rs, ruleset.Simulation{Seed: 3, Playouts: n}).Traffic
	if c.Plays != n || len(c.Kept()) != n {
		t.Fatalf("%d plays, %d kept", c.Plays, len(c.Kept()))
	}
	for m := range traffic.Measure(traffic.NumMeasures) {
		sums := c.Totals(m)
		for _, p := range c.Kept() {
			for i, x := range p.Counts[m] {
				sums[i] -= int64(x)
			}
		}
		for i, x := range sums {
			if x != 0 {
				t.Fatalf("%v of %d: %d more than the plays", m, i, x)
			}
		}
	}
	sum := func(m traffic.Measure, want func(phase, seat int) bool) (all int64) {
		for _, x := range c.Select(m, want) {
			all += x
		}
		return all
	}
	all := func(int, int) bool { return true }
	if got := sum(traffic.Placements, all); got != 6*n {
		t.Errorf("%d placements of %d", got, 6*n)
	}
	if got := sum(traffic.Placements, func(phase, seat int) bool { return phase == 0 && seat == 2 }); got != 3*n {
		t.Errorf("%d placements of the second player in the first phase", got)
	}
	if a, b := sum(traffic.Moves, all), sum(traffic.Moves, func(phase, _ int) bool { return phase == 1 }); a == 0 ||
		a != b {
		t.Errorf("%d moves, %d in the second phase", a, b)
	}
	if got := sum(traffic.Along, all); got == 0 {
		t.Error("no steps of longer moves")
	}
}

// TestRoutes: longer moves run along the lines of the board.
func TestRoutes(t *testing.T) {
	for _, x := range []struct {
		board    string
		pairs    int
		from, to string // of a hop
		along    int64
		jumps    int64
	}{
		{`(square 3) use:Vertex`, 12, "0", "2", 2, 0},
		{`(square 3) use:Vertex`, 12, "0", "8", 0, 1},                       // no line is drawn there
		{`(square 3 diagonals:Alternating) use:Vertex`, 16, "0", "8", 2, 0}, // here it is
		{`(square 3)`, 20, "0", "8", 2, 0},
		{`(square 3)`, 20, "0", "5", 0, 1},
	} {
		rs := enginetest.Compile(t, `(game "Hop" (players 2) (equipment {(board `+x.board+`) (piece "Disc" Each)})
			(rules (start (place "Disc1" `+x.from+`)) (play (move (from `+x.from+`) (to `+x.to+`))) (end (if (>= (count Moves) 1) (result Mover Win)))))`)
		c := simulate(t, rs, ruleset.Simulation{Seed: 1, Playouts: 1}).Traffic
		var along, jumps int64
		for _, n := range c.Totals(traffic.Along) {
			along += n
		}
		for _, n := range c.Jumps {
			jumps += n
		}
		if along != x.along || jumps != x.jumps || c.Pairs != x.pairs {
			t.Errorf("%+v: %d steps, %d jumps, %d pairs", x, along, jumps, c.Pairs)
		}
	}
}

// TestShares: the 95 % intervals of the shares of pairs hold what many more plays
// come to about as often as they say. The plays are the sample: 200 evaluations of
// 60 random plays (seeds 1 to 200) against one of 20,000 (seed 1000).
func TestShares(t *testing.T) {
	if testing.Short() {
		t.Skip("plays 32,000 times")
	}
	rs := enginetest.Compile(t, drop)
	truth := simulate(t, rs, ruleset.Simulation{Seed: 1000, Playouts: 20000}).Traffic.Estimates(traffic.Moves)
	held, all := 0, 0
	for seed := range uint64(200) {
		for i, e := range simulate(t, rs, ruleset.Simulation{Seed: seed + 1, Playouts: 60}).Traffic.Estimates(traffic.Moves) {
			if truth[i].Share == 0 { // no move goes there
				continue
			}
			all++
			if e.ShareLow <= truth[i].Share && truth[i].Share <= e.ShareHigh {
				held++
			}
		}
	}
	if share := float64(held) / float64(all); math.Abs(share-0.95) > 0.02 {
		t.Errorf("%.3f of %d intervals hold", share, all)
	} else {
		t.Logf("%.3f of %d intervals hold", share, all)
	}
}

// TestDamage: what is no form of counts is refused.
func TestDamage(t *testing.T) {
	rs := enginetest.Compile(t, drop)
	c := simulate(t, rs, ruleset.Simulation{Seed: 1, Playouts: 2}).Traffic
	good, err := c.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	for _, change := range [][2]string{{`"seats":3`, `"seats":-1`}, {`"seats":3`, `"seats":100000`},
		{`"pairs":`, `"pairs":9999999`},
		{`"sites":16`, `"sites":1`}, {`"n":1`, `"n":0`}, {`"n":1`, `"n":1000000`}, {`"plays":2`, `"plays":-2`},
		{`"totals":"`, `"totals":"////`}} {
		bad := strings.Replace(string(good), change[0], change[1], 1)
		if bad == string(good) {
			t.Fatalf("%v changes nothing", change)
		}
		if err := new(traffic.Counts).UnmarshalJSON([]byte(bad)); err == nil {
			t.Errorf("%v is read", change)
		}
	}
	if err := new(traffic.Counts).UnmarshalJSON(good); err != nil {
		t.Error(err)
	}
}

// BenchmarkPlayed tells that watching allocates nothing after the first plays.
func BenchmarkPlayed(b *testing.B) {
	loader, _ := ruleset.NewLoader()
	rs, err := loader.Compile(ruleset.Source{File: "inline.lud", Text: []byte(drop)})
	if err != nil {
		b.Fatal(err)
	}
	on, err := rs.Traffic()
	if err != nil {
		b.Fatal(err)
	}
	g := rs.Plan()
	o := traffic.NewObserver(on, traffic.NewCounts(on, g.Players, len(g.Phases)))
	c := game.NewContext(g)
	r := rng.New(1)
	c.Start(&r)
	o.Ply(c, 1)
	c.Play(c.Legal()[0])
	b.ReportAllocs()
	for b.Loop() {
		o.Ply(c, 1)
		o.Played(c)
	}
}
