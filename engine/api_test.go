package engine

import (
	"context"
	"errors"
	"math"
	"os"
	"strings"
	"testing"
	"time"

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

func TestPlay(t *testing.T) {
	rs, err := New().Compile(t.Context(), Source{File: "coin.efg", Text: []byte(coin)})
	if err != nil {
		t.Fatal(err)
	}
	p := Params{Seed: 3, Playouts: 20000, Agent: "random"}
	b, err := rs.Simulate(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	s := b.Summary()
	for _, c := range []struct {
		what      string
		got, want float64
	}{
		{"wins of the caller", s.Wins[0].Mean, 1.0 / 8}, {"wins of the house", s.Wins[1].Mean, 1.0/8 + 3.0/8},
		{"draws", s.Draws.Mean, 3.0 / 8}, {"plies", s.Metrics["DurationMoves"].Mean, 1},
		{"branching", s.Metrics["BranchingFactorAverage"].Mean, 2},
	} {
		if math.Abs(c.got-c.want) > 0.015 {
			t.Errorf("%s: %g, want %g", c.what, c.got, c.want)
		}
	}
	again, err := rs.Simulate(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	x, _ := b.MarshalBinary()
	y, _ := again.MarshalBinary()
	if string(x) != string(y) {
		t.Error("equal parameters give different statistics")
	}
	p.MaxPlies, p.Timeout = 0, time.Nanosecond
	if b, err := rs.Simulate(t.Context(), p); err != nil || b.Abandoned != 20000 || b.Playouts != 0 {
		t.Errorf("no time: %+v, %v", b, err)
	}
	p.Agent = "genius"
	if _, err := rs.Simulate(t.Context(), p); err == nil {
		t.Error("an unknown agent plays")
	}
	if _, err := rs.Simulate(t.Context(), Params{Playouts: 1, Agent: "random", MoveLimit: 5}); err == nil {
		t.Error("a formalism whose rules read no limit accepts one")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := rs.Simulate(ctx, Params{Playouts: 1, Agent: "random"}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestCompileErrors(t *testing.T) {
	for file, text := range map[string]string{"a.efg": "EFG 3", "b.rbg": "#players = ", "c.txt": "x"} {
		if _, err := New().Compile(t.Context(), Source{File: file, Text: []byte(text)}); err == nil ||
			!strings.HasPrefix(err.Error(), file+":1:") {
			t.Errorf("%s: %v", file, err)
		}
	}
}

// TestAgents plays by search on a game of every formalism; the plays do not
// depend on how they are grouped.
func TestAgents(t *testing.T) {
	const ladder = `EFG 2 R "Ladder" { "A" "B" }
p "" 1 1 "" { "stop" "go" } 0
t "" 1 "" { 1, -1 }
p "" 2 1 "" { "stop" "go" } 0
t "" 2 "" { -2, 2 }
t "" 3 "" { 1/2, -1/2 }
`
	sources := []Source{{File: "ladder.efg", Text: []byte(ladder)}}
	for _, file := range []string{"../library/lud/line/Tic-Tac-Toe.lud", "../engine/rbg/testdata/ticTacToe.rbg",
		"../engine/gdl/testdata/games/ticTacToe.kif"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		sources = append(sources, Source{File: file, Text: text})
	}
	for _, src := range sources {
		rs, err := New().Compile(t.Context(), src)
		if err != nil {
			t.Fatal(err)
		}
		for _, agent := range []string{"flat:20", "uct:40", "alphabeta:2"} {
			run := func(sizes ...int) string {
				total, first := metric.NewBatch(2), 0
				for _, n := range sizes {
					b, err := rs.Simulate(t.Context(), Params{Seed: 9, First: first, Playouts: n, Agent: agent})
					if err != nil {
						t.Fatalf("%s: %s: %v", src.File, agent, err)
					}
					if err := total.Merge(b); err != nil {
						t.Fatal(err)
					}
					first += n
				}
				if m := total.Summary().Metrics; m["DurationMoves"].Mean > 9 || m["BranchingFactorAverage"].Mean <= 1 {
					t.Errorf("%s: %s: %+v plies, branching %+v", src.File, agent, m["DurationMoves"], m["BranchingFactorAverage"])
				}
				if src.File == "ladder.efg" && total.Wins[0] != int64(first) {
					t.Errorf("%s: going on loses, and it wins %v of %d", agent, total.Wins, first)
				}
				x, err := total.MarshalBinary()
				if err != nil {
					t.Fatal(err)
				}
				return string(x)
			}
			if run(8) != run(3, 1, 4) {
				t.Errorf("%s: %s: batches of other sizes give other statistics", src.File, agent)
			}
		}
		if _, err := rs.Simulate(t.Context(), Params{Playouts: 1, Agent: "genius"}); err == nil ||
			!strings.Contains(err.Error(), "uct:PLAYOUTS") {
			t.Errorf("%s: an unknown agent: %v", src.File, err)
		}
	}
}
