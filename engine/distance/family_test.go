package distance

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func grid(n int, between func(i, j int) float64) *Matrix {
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprint(i)
	}
	return NewMatrix(names, between)
}

// Distances of points in a plane give the plane back.
func TestEmbed(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	x, y := make([]float64, 12), make([]float64, 12)
	for i := range x {
		x[i], y[i] = r.Float64(), 0.3*r.Float64()
	}
	m := grid(12, func(i, j int) float64 { return math.Hypot(x[i]-x[j], y[i]-y[j]) })
	e, err := m.Embed(2)
	if err != nil || len(e.Explained) != 2 || math.Abs(e.Explained[0]+e.Explained[1]-1) > 1e-9 ||
		e.Explained[0] < e.Explained[1] {
		t.Fatalf("%+v, %v", e, err)
	}
	for i := range 12 {
		for j := range i {
			p, q := e.Points[i], e.Points[j]
			if d := math.Hypot(p[0]-q[0], p[1]-q[1]); math.Abs(d-m.At(i, j)) > 1e-9 {
				t.Fatalf("%d and %d are %v apart, want %v", i, j, d, m.At(i, j))
			}
		}
	}
	if _, err := grid(3, func(int, int) float64 { return 0 }).Embed(2); err == nil {
		t.Error("equal games have places of their own")
	}
}

// A branch that all features agree on is sure, one that half of them deny is not.
func TestSupport(t *testing.T) {
	var bags []Bag
	names := []string{"a", "b", "c", "d", "e", "f"}
	for i := range 6 {
		b := Bag{}
		for f := range 40 {
			if f%2 == 0 && i < 3 || f%2 == 1 && i >= 3 {
				b[fmt.Sprint("big", f)] = 1
			}
		}
		b["shared"], b[names[i]] = 1, 1
		if i == 0 || i == 1 {
			b["weak"] = 1
		}
		bags = append(bags, b)
	}
	d, err := NewDataset(names, bags)
	if err != nil {
		t.Fatal(err)
	}
	m, err := MeasureNamed("jaccard")
	if err != nil {
		t.Fatal(err)
	}
	tree, err := d.Distances(m, nil).Join()
	if err != nil {
		t.Fatal(err)
	}
	support, err := tree.Support(t.Context(), 6, d.Resampled(m), 200, 1)
	if err != nil {
		t.Fatal(err)
	}
	again, _ := tree.Support(t.Context(), 6, d.Resampled(m), 200, 1)
	sure := false
	for node, s := range support {
		leaves := node.Leaves()
		slices.Sort(leaves)
		if slices.Equal(leaves, []int{0, 1, 2}) || slices.Equal(leaves, []int{3, 4, 5}) {
			sure = sure || s == 1
		} else if s > 0.95 {
			t.Errorf("%v has support %v", leaves, s)
		}
		if again[node] != s {
			t.Error("the same seed gives other support")
		}
	}
	if !sure {
		t.Errorf("the split that all agree on: %v", support)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := tree.Support(ended, 6, d.Resampled(m), 5, 1); err == nil {
		t.Error("support goes on after its context")
	}
}

// Distances that depend on a third go together, but not where that is controlled for.
func TestMantel(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	const n = 40
	place := make([]float64, n)
	for i := range place {
		place[i] = r.Float64()
	}
	far := func(i, j int) float64 { return math.Abs(place[i] - place[j]) }
	noise := func(scale float64) *Matrix { // one after the other: r is no one else's
		own := make([]float64, n*n)
		for i := range own {
			own[i] = scale * r.Float64()
		}
		return grid(n, func(i, j int) float64 { return far(i, j) + own[i*n+j] })
	}
	z := grid(n, far)
	x, y := noise(0.3), noise(0.3)
	free := make([]float64, n*n)
	for i := range free {
		free[i] = r.Float64()
	}
	if a := Mantel(x, x, nil, 199, 1); math.Abs(a.R-1) > 1e-12 || a.P != 1.0/200 {
		t.Errorf("a matrix with itself: %+v", a)
	}
	if a := Mantel(x, y, nil, 199, 1); a.R < 0.5 || a.P > 0.01 {
		t.Errorf("what goes together: %+v", a)
	}
	if a := Mantel(x, y, z, 199, 1); math.Abs(a.R) > 0.15 || a.P < 0.01 {
		t.Errorf("what a third explains: %+v", a)
	}
	if a := Mantel(x, grid(n, func(i, j int) float64 { return free[i*n+j] }), nil, 199, 1); a.P < 0.01 {
		t.Errorf("what has nothing to do with each other: %+v", a)
	}
	if a := Mantel(x, grid(n, func(int, int) float64 { return 1 }), nil, 9, 1); !math.IsNaN(a.R) {
		t.Errorf("what does not vary: %+v", a)
	}
}
