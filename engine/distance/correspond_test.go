package distance

import (
	"math"
	"math/rand/v2"
	"testing"
)

// With all axes the squared distances of games are χ² distances of their profiles, and the
// inertia is χ² over the number of ones: both computed here by their definitions.
func TestCorrespond(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	const games, features = 9, 14
	var table [games][features]float64
	var bags []Bag
	names := make([]string, games)
	for i := range table {
		b := Bag{"all of them": 1}
		names[i] = string(rune('a' + i))
		b["only "+names[i]] = 2
		for j := range table[i] {
			if j == i || j == (i+1)%games || r.Float64() < 0.4 && (j < features-1 || i < games-1) {
				table[i][j] = 1
				b[string(rune('A'+j))] = 1 + 5*r.Float64() // presence counts, not the value
			}
		}
		bags = append(bags, b)
	}
	d, err := NewDataset(names, bags)
	if err != nil {
		t.Fatal(err)
	}
	c, err := d.Correspond(games)
	if err != nil {
		t.Fatal(err)
	}
	var rows [games]float64
	var columns [features]float64
	total := 0.0
	for i := range table {
		for j, x := range table[i] {
			rows[i] += x
			columns[j] += x
			total += x
		}
	}
	chi := 0.0
	for i := range table {
		for j, x := range table[i] {
			if columns[j] < 2 || columns[j] == games {
				t.Fatal("the table has columns that are left out")
			}
			e := rows[i] * columns[j] / total
			chi += (x - e) * (x - e) / e
		}
	}
	if math.Abs(c.Inertia-chi/total) > 1e-9 || len(c.Features) != features {
		t.Errorf("inertia %v, want %v; %d features", c.Inertia, chi/total, len(c.Features))
	}
	for a := range table {
		for b := range a {
			want, got := 0.0, 0.0
			for j := range columns {
				x := table[a][j]/rows[a] - table[b][j]/rows[b]
				want += x * x / (columns[j] / total)
			}
			for k := range c.Games[a] {
				got += (c.Games[a][k] - c.Games[b][k]) * (c.Games[a][k] - c.Games[b][k])
			}
			if math.Abs(want-got) > 1e-9 {
				t.Errorf("%d and %d: squared distance %v, want %v", a, b, got, want)
			}
		}
	}
	sum := 0.0
	for i, f := range c.Features {
		sum += f.Contribution
		if i > 0 && f.Contribution > c.Features[i-1].Contribution {
			t.Error("features are not in order")
		}
	}
	if math.Abs(sum-1) > 1e-9 {
		t.Errorf("contributions sum to %v", sum)
	}
}

// Two groups of games without a feature in common lie at the ends of the first axis, and a
// game that nothing is known of in the middle.
func TestCorrespondParts(t *testing.T) {
	d, err := NewDataset([]string{"a", "b", "c", "d", "e"},
		[]Bag{{"x": 1, "y": 1}, {"x": 1, "y": 1, "z": 1}, {"u": 1, "v": 1}, {"u": 1, "v": 1, "w": 1}, {}})
	if err != nil {
		t.Fatal(err)
	}
	c, err := d.Correspond(2)
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Explained) != 1 || math.Abs(c.Explained[0]-1) > 1e-9 {
		t.Errorf("explained %v: two groups take one axis", c.Explained)
	}
	if g := c.Games; g[0][0]*g[2][0] >= 0 || math.Abs(g[0][0]-g[1][0]) > 1e-9 || math.Abs(g[2][0]-g[3][0]) > 1e-9 ||
		g[4][0] != 0 {
		t.Errorf("places %v", c.Games)
	}
	same, _ := NewDataset([]string{"a", "b", "c"}, []Bag{{"x": 1}, {"x": 1}, {"x": 1}})
	if _, err := same.Correspond(2); err == nil {
		t.Error("equal games are told apart")
	}
}
