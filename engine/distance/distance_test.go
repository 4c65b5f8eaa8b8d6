package distance

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/ludeme"
)

func dataset(t *testing.T, bags ...Bag) *Dataset {
	t.Helper()
	names := make([]string, len(bags))
	for i := range names {
		names[i] = string(rune('A' + i))
	}
	d, err := NewDataset(names, bags)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func measure(t *testing.T, name string) *Measure {
	t.Helper()
	m, err := MeasureNamed(name)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func near(a, b float64) bool { return math.Abs(a-b) < 1e-12 }

// TestMeasures checks distances computed by hand. The bags are shares 3/4, 1/4
// of x, y against 1/2, 1/2 of y, z.
func TestMeasures(t *testing.T) {
	d := dataset(t, Bag{"x": 3, "y": 1}, Bag{"y": 2, "z": 2}, Bag{"x": 6, "y": 2}, Bag{})
	entropy := func(p ...float64) (h float64) {
		for _, x := range p {
			h -= x * math.Log2(x)
		}
		return h
	}
	for _, test := range []struct {
		measure string
		want    [3]float64 // A–B, A–C, A–D
	}{
		{"cosine", [3]float64{1 - 0.125/(math.Sqrt(0.625)*math.Sqrt(0.5)), 0, 1}},
		{"jaccard", [3]float64{1 - 0.25/1.75, 0, 1}},
		{"jensen-shannon", [3]float64{entropy(3./8, 3./8, 1./4) - (entropy(.75, .25)+entropy(.5, .5))/2, 0, 0.5}},
		{"overlap", [3]float64{2. / 3, 0, 2. / 3}},
	} {
		m := d.Distances(measure(t, test.measure), nil)
		for i, want := range test.want {
			if got := m.At(0, i+1); !near(got, want) || m.At(i+1, 0) != got {
				t.Errorf("%s between A and %s: %v, want %v", test.measure, d.Names[i+1], got, want)
			}
		}
	}
}

func TestWeights(t *testing.T) {
	d := dataset(t, Bag{"everywhere": 1, "x": 1}, Bag{"everywhere": 1, "y": 1}, Bag{"everywhere": 1, "x": 1})
	w := d.Rarity()
	if want := (Weights{0, math.Log(1.5), math.Log(3)}); !slices.Equal(w, want) {
		t.Errorf("rarity %v, want %v", w, want)
	}
	if m := d.Distances(measure(t, "cosine"), w); !near(m.At(0, 1), 1) || !near(m.At(0, 2), 0) {
		t.Errorf("distances %v, want 1 and 0: what all have does not count", m.d)
	}
	w, err := d.Weigh(map[string]float64{"x": 0, "nothing": 7}, 1)
	if err != nil || !slices.Equal(w, Weights{1, 0, 1}) {
		t.Errorf("weights %v, %v", w, err)
	}
	if _, err := d.Weigh(map[string]float64{"x": -1}, 1); err == nil {
		t.Error("a negative weight is accepted")
	}
	if _, err := NewDataset([]string{"A"}, []Bag{{"x": -1}}); err == nil {
		t.Error("a negative value is accepted")
	}
	if _, err := MeasureNamed("euclid"); err == nil || !strings.Contains(err.Error(), "jaccard") {
		t.Errorf("error %v", err)
	}
}

func TestScale(t *testing.T) {
	d := dataset(t, Bag{"size": 64, "line": 1}, Bag{"size": 16}).Scale()
	if got := []float64{d.Value(0, 0), d.Value(0, 1), d.Value(1, 0), d.Value(1, 1)}; !slices.Equal(got,
		[]float64{1, 1, 0, 0.25}) {
		t.Errorf("scaled %v", got)
	}
}

func TestNearest(t *testing.T) {
	at := [][]float64{{0, 3, 1, 1}, {3, 0, 2, 2}, {1, 2, 0, 2}, {1, 2, 2, 0}}
	m := NewMatrix([]string{"A", "B", "C", "D"}, func(i, j int) float64 { return at[i][j] })
	if got, want := m.Nearest(0, 2), []Neighbour{{2, 1}, {3, 1}}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if got := m.Nearest(0, 9); len(got) != 3 {
		t.Errorf("%d neighbours of 3", len(got))
	}
}

func TestLudemes(t *testing.T) {
	const text = `(game "Probe" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})
		(rules (play (move Add (to (sites Empty)))) (end {(if (is Line 3) (result Mover Win)) (if (is Full) (result Mover Draw))})))`
	d, err := lgdl.Read("probe.lud", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	e, err := d.Expand(nil, lgdl.Selection{})
	if err != nil {
		t.Fatal(err)
	}
	c, err := e.Check(ludeme.Grammar())
	if err != nil {
		t.Fatal(err)
	}
	tree := Ludemes(c.Game)
	for path, want := range map[string]float64{"game": 1, "move Add": 1, "sites Empty": 1, "is Line": 1, "result": 2,
		"if": 2} {
		if got := tree.Counts()[path]; got != want {
			t.Errorf("%s: %v times, want %v", path, got, want)
		}
	}
	pairs := tree.Paths(2)
	if pairs["if/result"] != 2 || pairs["move Add/to"] != 1 || pairs["game"] != 0 || pairs["end/if"] != 2 {
		t.Errorf("pairs %v", pairs)
	}
	if tree.Paths(3)["to/sites Empty"] != 0 || tree.Paths(3)["move Add/to/sites Empty"] != 1 {
		t.Errorf("triples %v", tree.Paths(3))
	}
	var n float64
	for _, x := range pairs {
		n += x
	}
	if int(n) != len(tree.Labels)-1 {
		t.Errorf("%v pairs in a tree of %d nodes", n, len(tree.Labels))
	}
}
