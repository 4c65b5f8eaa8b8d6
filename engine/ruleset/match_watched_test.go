package ruleset_test

import (
	"encoding/json"
	"maps"
	"math"
	"testing"
	"testing/fstest"

	machine "github.com/astragal/astragal/engine/internal/compiled"
	"github.com/astragal/astragal/engine/internal/play"
	"github.com/astragal/astragal/engine/metric"
	"github.com/astragal/astragal/engine/ruleset"
)

// mostPlies is the number of plies at which matches are stopped.
const mostPlies = 300

// watchedByRules plays so many matches by the rules, all watched.
func watchedByRules(rs *ruleset.Ruleset, scope metric.Scope, plays int) *metric.Batch {
	g, b := rs.Plan(), metric.NewBatch(rs.Plan().Players)
	by, o := play.NewRandom(g), rs.Metrics().NewObserver(b, scope)
	for seed := range uint64(plays) {
		by.Start(seed)
		c := by.Context()
		by.Watch(o)
		o.Start(c)
		for plies := 0; !c.S.Over && plies < mostPlies; plies++ {
			by.Step()
		}
		o.End(c)
	}
	b.Settle()
	return b
}

// TestMatchWatched compares watched matches by compiled code with those by the rules: where each move has as many
// others beside it whatever was played, all that is told is the same.
func TestMatchWatched(t *testing.T) {
	to2 := `(if (>= (matchScore P1) 2) (result P1 Win)) (if (>= (matchScore P2) 2) (result P2 Win))`
	loader, err := ruleset.NewLoader()
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"the same game again": match(`(subgame "First")`, to2),
		"in order":            match(`(subgame "First") (subgame "Second")`, to2),
		"by next":             match(`(subgame "First" next:1) (subgame "Second" next:1)`, to2),
		"drawn games":         match(`(subgame "Drawn") (subgame "Second")`, to2),
		"scores": match(`(subgame "Second") (subgame "Worth" result:(score Mover))`,
			`(if (>= (matchScore P1) 3) (result P1 Win))`),
		"a drawn match": match(`(subgame "First") (subgame "Second")`,
			`(if (= (count Trials) 2) (result Mover Draw))`),
		"never over": match(`(subgame "First")`, `(if (>= (matchScore P2) 1) (result P2 Win))`),
	} {
		t.Run(name, func(t *testing.T) {
			rs, err := loader.Compile(ruleset.Source{File: "match.lud", Text: []byte(text), Library: tinyGames})
			if err != nil {
				t.Fatal(err)
			}
			for _, scope := range []metric.Scope{metric.All, metric.Choices, metric.Course} {
				by := machine.NewWatchedMatch
				if !scope.Counts() {
					by = machine.NewCourseMatch
				}
				if _, err := by(rs.Plan()); err != nil {
					t.Fatal(err)
				}
				got, err := rs.Simulate(t.Context(), ruleset.Simulation{Scope: scope, Playouts: 3, MaxPlies: mostPlies})
				if err != nil {
					t.Fatal(err)
				}
				want := watchedByRules(rs, scope, 3)
				if got, want := figures(t, got), figures(t, want); got != want {
					t.Errorf("metrics %v:\n%s\nwant\n%s", scope, got, want)
				}
			}
		})
	}
}

func figures(t *testing.T, b *metric.Batch) string {
	t.Helper()
	text, err := json.Marshal(b.Summary())
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestMatchMeans compares means of watched matches with drawn moves, some of which draw nothing, by both.
func TestMatchMeans(t *testing.T) {
	row := `(game "Row" (players 2) (equipment {(board (square 3)) (piece "Ball" Each)})
		(rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))`
	library := maps.Clone(tinyGames)
	library["row/Row.lud"] = &fstest.MapFile{Data: []byte(row)}
	loader, err := ruleset.NewLoader()
	if err != nil {
		t.Fatal(err)
	}
	text := match(`(subgame "Row") (subgame "Second")`,
		`(if (>= (matchScore P1) 5) (result P1 Win)) (if (>= (matchScore P2) 5) (result P2 Win))`)
	rs, err := loader.Compile(ruleset.Source{File: "match.lud", Library: library, Text: []byte(text)})
	if err != nil {
		t.Fatal(err)
	}
	const plays = 2000
	b, err := rs.Simulate(t.Context(), ruleset.Simulation{Playouts: plays, MaxPlies: mostPlies})
	if err != nil {
		t.Fatal(err)
	}
	got, want := b.Summary(), watchedByRules(rs, metric.All, plays).Summary()
	if len(got.Metrics) < 10 || len(got.Metrics) != len(want.Metrics) {
		t.Errorf("%d metrics are told; want %d", len(got.Metrics), len(want.Metrics))
	}
	for name, w := range want.Metrics {
		g := got.Metrics[name]
		if g.N != w.N || math.Abs(g.Mean-w.Mean) > 5*math.Hypot(g.StdDev, w.StdDev)/math.Sqrt(plays)+1e-12 {
			t.Errorf("%s: %v (standard deviation %v) of %d; want %v (%v) of %d", name, g.Mean, g.StdDev, g.N, w.Mean,
				w.StdDev, w.N)
		}
	}
}
