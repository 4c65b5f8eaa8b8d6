package ruleset_test

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/play"
	"github.com/astragal/astragal/engine/metric"
	"github.com/astragal/astragal/engine/rng"
	"github.com/astragal/astragal/engine/ruleset"
)

// towers is a game of stacks that grow and shrink, so that positions come again
// while the room that a context keeps for levels grows from play to play.
const towers = `(game "Towers" (players 2) (equipment {(board (square 2)) (piece "Disc" Each)})
	(rules (play (or (move Add (to (sites Board)) stack:True) (move Remove (sites Occupied by:All))))
	(end (if (>= (count Moves) 40) (result Mover Draw)))))`

// late is a game of which some plays are over before the moves begin whose
// legality shows only when they are made.
const late = `(game "Late" (players 2) (equipment {(board (square 4)) (piece "Disc" Each)})
	(rules (play (if (< (count Moves) 9) (move Add (to (sites Empty)))
		(do (move Add (to (sites Empty))) ifAfterwards:(not (is Line 3 Diagonal)))))
	(end (if (is Line 3) (result Mover Win)))))`

// inline compiles a description given as text.
func inline(t *testing.T, text string) *ruleset.Ruleset {
	t.Helper()
	loader, err := ruleset.NewLoader()
	if err != nil {
		t.Fatal(err)
	}
	rs, err := loader.Compile(ruleset.Source{File: "inline.lud", Text: []byte(text)})
	if err != nil {
		t.Fatal(err)
	}
	return rs
}

// each calls f for one in every so many games of the reference's library, where there is one, of which picked is true.
func each(t *testing.T, every int, picked func(g *game.Game) bool, f func(name string, rs *ruleset.Ruleset)) {
	t.Helper()
	root := filepath.Join(shared, "library", "lud")
	if _, err := os.Stat(root); err != nil {
		return
	}
	loader, err := ruleset.NewLoader(os.DirFS(filepath.Join(shared, "library", "def")))
	if err != nil {
		t.Fatal(err)
	}
	for i, file := range descriptions(t, root) {
		if i%every != 0 {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		rs, err := loader.Compile(ruleset.Source{File: file, Text: text})
		if err == nil && !rs.Plan().IsMatch() && picked(rs.Plan()) {
			f(filepath.Base(file), rs)
		}
	}
}

// grouped plays n playouts of at most 120 plies in batches of a size, merged in
// some order, and returns the serialised result.
func grouped(t *testing.T, rs *ruleset.Ruleset, n, size int) []byte {
	t.Helper()
	var parts []*metric.Batch
	for first := 0; first < n; first += size {
		b, err := rs.Simulate(t.Context(), ruleset.Simulation{Seed: 3, First: first, Playouts: min(size, n-first),
			MaxPlies: 120})
		if err != nil {
			t.Fatal(err)
		}
		parts = append(parts, b)
	}
	total := metric.NewBatch(rs.Players())
	order := rng.New(uint64(size))
	for len(parts) > 0 {
		i := order.Below(len(parts))
		if err := total.Merge(parts[i]); err != nil {
			t.Fatal(err)
		}
		parts = append(parts[:i], parts[i+1:]...)
	}
	data, err := total.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestGrouping plays the same playouts of stacking games one by one, by sevens
// and all at once: the figures are the same bit by bit.
func TestGrouping(t *testing.T) {
	games := 0
	check := func(name string, rs *ruleset.Ruleset, n int) {
		games++
		whole := grouped(t, rs, n, n)
		for _, size := range [...]int{1, 7} {
			if !bytes.Equal(grouped(t, rs, n, size), whole) {
				t.Errorf("%s: batches of %d and of %d give different figures", name, size, n)
			}
		}
	}
	check("Towers", inline(t, towers), 60)
	every := thinned(3)
	stacks, others := 0, 0
	each(t, thinned(7), func(g *game.Game) bool {
		if !g.Stacks {
			others++
			return others%60 == 1 // and some of the others
		}
		stacks++
		return stacks%every == 0
	}, func(name string, rs *ruleset.Ruleset) { check(name, rs, 22) })
	t.Logf("%d games", games)
}

// settling watches plays for positions in which legality shows at once, and others.
type settling struct{ at, later bool }

func (x *settling) Ply(c *game.Context, n int) {
	if c.Settled() {
		x.at = true
	} else {
		x.later = true
	}
}
func (x *settling) Samples() int                      { return 0 }
func (x *settling) Look(c *game.Context, m game.Move) {}
func (x *settling) Played(c *game.Context)            {}

// settles reports whether a game has positions of both kinds within a few plays.
func settles(g *game.Game) bool {
	x := &settling{}
	p := play.NewRandom(g)
	p.Watch(x)
	for seed := range uint64(6) {
		p.Start(seed)
		for k := 0; k < 100 && !p.Context().S.Over; k++ {
			p.Step()
		}
	}
	return x.at && x.later
}

// exhaustive plays n random games with all legal moves listed and returns the
// mean complexity of the game tree and of the median decision factor, with their
// standard errors.
func exhaustive(g *game.Game, n int) (means, errors [2]float64) {
	c := game.NewContext(g)
	var sum, square [2]float64
	for i := range n {
		live, pick := rng.Derive(99, uint64(2*i)), rng.Derive(99, uint64(2*i+1))
		c.Start(&live)
		plies, total := 0, 0
		var choices []int
		for !c.S.Over {
			legal := c.Legal()
			plies++
			total += len(legal)
			if len(legal) > 1 {
				choices = append(choices, len(legal))
			}
			c.Play(legal[pick.Below(len(legal))])
		}
		values := [2]float64{float64(plies) * math.Log10(float64(total)/float64(plies)),
			float64(len(choices)) / float64(plies)}
		for k, v := range values {
			sum[k] += v
			square[k] += v * v
		}
	}
	for k := range sum {
		means[k] = sum[k] / float64(n)
		errors[k] = math.Sqrt(max(square[k]/float64(n)-means[k]*means[k], 0) / float64(n))
	}
	return means, errors
}

// TestSelection checks that what a playout tells does not depend on its course:
// in games in which some positions tell the number of legal moves only at a price,
// as many playouts tell it as tell how many turns there were, and the figures agree
// with those of plays in which all legal moves are listed.
func TestSelection(t *testing.T) {
	const n = 1000
	games := 0
	check := func(name string, rs *ruleset.Ruleset) {
		games++
		b, err := rs.Simulate(t.Context(), ruleset.Simulation{Seed: 5, Playouts: n})
		if err != nil {
			t.Fatal(err)
		}
		metrics := b.Summary().Metrics
		want := metrics["DurationTurns"].N
		for _, m := range []string{"BranchingFactorAverage", "GameTreeComplexity", "LeadChange", "AddDecisionFrequency"} {
			if e, ok := metrics[m]; !ok || e.N != want {
				t.Errorf("%s: %s of %d playouts, DurationTurns of %d", name, m, e.N, want)
			}
		}
		if testing.Short() && games > 1 {
			return
		}
		means, errors := exhaustive(rs.Plan(), n)
		for k, m := range [2]string{"GameTreeComplexity", "DecisionMoves"} {
			e := metrics[m]
			se := math.Hypot(errors[k], e.StdDev/math.Sqrt(float64(e.N)))
			if z := (e.Mean - means[k]) / max(se, 1e-12); math.Abs(z) > 4.5 {
				t.Errorf("%s: %s is %v, listed %v: %.1f standard errors apart", name, m, e.Mean, means[k], z)
			}
		}
	}
	rs := inline(t, late)
	if !settles(rs.Plan()) {
		t.Fatal("the game of the test settles alike everywhere")
	}
	check("Late", rs)
	each(t, thinned(25), func(g *game.Game) bool {
		return g.Mode == game.Alternating && g.MoveLimit > 0 && brief(g) && settles(g)
	}, check)
	t.Logf("%d games", games)
}

// thinned is 1 with ASTRAGAL_PROPERTIES=all, so that all games of the library are
// tried; else the number of which one is, fewer still with -short.
func thinned(every int) int {
	switch {
	case os.Getenv("ASTRAGAL_PROPERTIES") == "all":
		return 1
	case testing.Short():
		return 2 * every
	}
	return every
}

// brief reports whether random plays of a game take no time worth mentioning.
func brief(g *game.Game) bool {
	p := play.NewRandom(g)
	for seed := range uint64(3) {
		if r := p.Play(seed, 150); r.Limit {
			return false
		}
	}
	return true
}

// TestWatchedInEveryThousand checks that a fixed share of playouts tells all
// metrics, wherever an evaluation is cut into batches.
func TestWatchedInEveryThousand(t *testing.T) {
	rs := inline(t, late)
	for first, want := range map[int]int64{0: 212, 1000: 125, 7000: 125} {
		b, err := rs.Simulate(t.Context(), ruleset.Simulation{Seed: 1, First: first, Playouts: 1000})
		if err != nil {
			t.Fatal(err)
		}
		for name, e := range b.Summary().Metrics {
			if n := int64(1000); e.N != want && e.N != n {
				t.Errorf("playouts from %d: %s", first, fmt.Sprint(name, " of ", e.N, " playouts, expected ", want, " or all"))
			}
		}
	}
}
