package ruleset_test

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/agent"
	"github.com/astragal/astragal/engine/metric"
	"github.com/astragal/astragal/engine/ruleset"
)

// shipped compiles games of the project's own library, some of each way of playing:
// planned, compiled, and by the rules.
func shipped(t *testing.T) map[string]*ruleset.Ruleset {
	t.Helper()
	root := filepath.Join("..", "..", "library")
	loader, err := ruleset.NewLoader(os.DirFS(filepath.Join(root, "def")))
	if err != nil {
		t.Fatal(err)
	}
	games := map[string]*ruleset.Ruleset{}
	for _, name := range []string{"blocking/MuTorere", "capture/EnglishDraughts", "capture/Konane", "connection/Hex",
		"line/ConnectFour",
		"line/Gomoku", "line/Tic-Tac-Toe", "line/Yavalath", "nim/Nim", "race/Breakthrough", "sow/two/Kalah", "sow/two/Oware",
		"territory/Amazons", "territory/Reversi"} {
		file := filepath.Join(root, "lud", name+".lud")
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if games[filepath.Base(file)], err = loader.Compile(ruleset.Source{File: file, Text: text}); err != nil {
			t.Fatal(err)
		}
	}
	return games
}

// simulate plays n playouts in a number of batches, merged last to first.
func simulate(t *testing.T, rs *ruleset.Ruleset, bare bool, n, batches int) []byte {
	t.Helper()
	total := metric.NewBatch(rs.Players())
	for i := batches - 1; i >= 0; i-- {
		first, next := n*i/batches, n*(i+1)/batches
		b, err := rs.Simulate(t.Context(), ruleset.Simulation{Seed: 7, First: first, Playouts: next - first,
			Bare: bare})
		if err != nil {
			t.Fatal(err)
		}
		data, err := b.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		var read metric.Batch
		if err := read.UnmarshalBinary(data); err != nil {
			t.Fatal(err)
		}
		if err := total.Merge(&read); err != nil {
			t.Fatal(err)
		}
	}
	data, err := total.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestBatches plays the same playouts in one, eight and a hundred batches.
func TestBatches(t *testing.T) {
	for name, rs := range shipped(t) {
		n := 200
		if strings.HasPrefix(strings.ToLower(name), "tic") && !testing.Short() {
			n = 100_000
		}
		one := simulate(t, rs, false, n, 1)
		for _, batches := range []int{8, 100} {
			if !bytes.Equal(simulate(t, rs, false, n, batches), one) {
				t.Errorf("%s: %d playouts in %d batches differ from those in one", name, n, batches)
			}
		}
	}
}

// TestBare plays with and without metrics. Of the playouts with metrics some are
// watched, which must come out as the others do: lengths may differ by five
// standard errors.
func TestBare(t *testing.T) {
	for name, rs := range shipped(t) {
		sim := ruleset.Simulation{Seed: 3, Playouts: 300}
		full, err := rs.Simulate(t.Context(), sim)
		if err != nil {
			t.Fatal(err)
		}
		sim.Bare = true
		bare, err := rs.Simulate(t.Context(), sim)
		if err != nil {
			t.Fatal(err)
		}
		f, b := full.Summary().Metrics, bare.Summary().Metrics
		x, y := f["DurationMoves"], b["DurationMoves"]
		if x.N != 300 || y.N != 300 {
			t.Errorf("%s: lengths of %d and %d playouts, expected 300", name, x.N, y.N)
		}
		if d, se := math.Abs(x.Mean-y.Mean), math.Hypot(x.StdDev, y.StdDev)/math.Sqrt(300); d > 5*se {
			t.Errorf("%s: mean length %g with metrics, %g without", name, x.Mean, y.Mean)
		}
		// Compiled code watches all playouts, the rules the first hundred and one of eight
		// of the two hundred others.
		watched := int64(125)
		if rs.Compiled() != nil {
			watched = 300
		}
		for _, name := range []string{"MoveDistanceAverage", "PieceNumberAverage"} {
			if n := f[name].N; n != watched {
				t.Errorf("%s: %s of %d playouts was told, expected %d", rs.Name(), name, n, watched)
			}
		}
		if len(f) < 100 || len(b) > 20 {
			t.Errorf("%s: %d metrics, %d without", name, len(f), len(b))
		}
	}
}

// TestBareBatches is TestBatches of plays that are not watched, of which compiled code makes several at once.
func TestBareBatches(t *testing.T) {
	for name, rs := range shipped(t) {
		if c := rs.Compiled(); c != nil {
			c.Hasten()
		}
		one := simulate(t, rs, true, 300, 1)
		for _, batches := range []int{7, 300} {
			if !bytes.Equal(simulate(t, rs, true, 300, batches), one) {
				t.Errorf("%s: 300 bare playouts in %d batches differ from those in one", name, batches)
			}
		}
	}
}

// TestSearchBatches checks that plays of agents do not depend on how they are
// grouped either, with chance inside of moves and without, and that they are
// measured as random play is.
func TestSearchBatches(t *testing.T) {
	loader, err := ruleset.NewLoader()
	if err != nil {
		t.Fatal(err)
	}
	race, err := loader.Compile(ruleset.Source{File: "race.lud",
		Text: []byte(`(game "Race" (players 3) (equipment {(board (square 3)) (dice d:6 num:1) (piece "Disc" Each)})
		(rules (play (do (roll) next:(or (move Add (to (sites Empty))) (if (< 3 (count Pips)) (move Pass))))) (end {(if (is Line 3) (result Mover Win)) (if (is Full) (result All Draw))})))`)})
	if err != nil {
		t.Fatal(err)
	}
	games := map[string]*ruleset.Ruleset{"Tic-Tac-Toe": shipped(t)["Tic-Tac-Toe.lud"], "Race": race}
	for name, rs := range games {
		for _, by := range []string{"flat:10", "uct:20", "alphabeta:2"} {
			team, err := agent.ParseTeam(by)
			if err != nil {
				t.Fatal(err)
			}
			run := func(sizes ...int) *metric.Batch {
				total, first := metric.NewBatch(rs.Players()), 0
				for _, n := range sizes {
					b, err := rs.Simulate(t.Context(), ruleset.Simulation{Seed: 3, First: first, Playouts: n, Agents: team})
					if err != nil {
						t.Fatalf("%s: %s: %v", name, by, err)
					}
					if err := total.Merge(b); err != nil {
						t.Fatal(err)
					}
					first += n
				}
				return total
			}
			if name == "Race" && by == "alphabeta:2" {
				if _, err := rs.Simulate(t.Context(), ruleset.Simulation{Playouts: 1, Agents: team}); err == nil {
					t.Error("alpha-beta plays a game of three with dice")
				}
				continue
			}
			one, three := run(20), run(1, 12, 7)
			x, _ := one.MarshalBinary()
			y, _ := three.MarshalBinary()
			if !bytes.Equal(x, y) {
				t.Errorf("%s: %s: batches of other sizes give other statistics", name, by)
			}
			if s := one.Summary(); one.Playouts != 20 || s.Metrics["BranchingFactorAverage"].Mean <= 1 ||
				s.Metrics["BoardSitesOccupiedAverage"].Mean <= 0 {
				t.Errorf("%s: %s: %d playouts, branching %+v", name, by, one.Playouts, s.Metrics["BranchingFactorAverage"])
			}
		}
	}
}

// The values in a deduction puzzle are no pieces, but everything else is measured.
func TestPuzzleMetrics(t *testing.T) {
	loader, err := ruleset.NewLoader()
	if err != nil {
		t.Fatal(err)
	}
	rs, err := loader.Compile(ruleset.Source{File: "square.lud", Text: []byte(`(game "Square" (players 1)
		(equipment {(board (square 3) (values Cell (range 1 3)))})
		(rules (play (satisfy {(all Different (sites Row 0)) (all Different (sites Column 0))})) (end (if (is Solved) (result P1 Win)))))`)})
	if err != nil {
		t.Fatal(err)
	}
	b, err := rs.Simulate(t.Context(), ruleset.Simulation{Seed: 1, Playouts: 32})
	if err != nil {
		t.Fatal(err)
	}
	m := b.Summary().Metrics
	if m["DurationMoves"].N != 32 || m["MoveEvaluationAverage"].N == 0 {
		t.Errorf("%d playouts, %d evaluated", m["DurationMoves"].N, m["MoveEvaluationAverage"].N)
	}
}
