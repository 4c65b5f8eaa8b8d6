package distance

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
)

// paths returns the lengths of the ways between all leaves of a tree.
func (p *Phylogeny) paths(n int) [][]float64 {
	d := make([][]float64, n)
	for i := range d {
		d[i] = make([]float64, n)
	}
	var visit func(p *Phylogeny) map[int]float64 // distance of leaves below
	visit = func(p *Phylogeny) map[int]float64 {
		below := map[int]float64{}
		if len(p.Children) == 0 {
			below[p.Game] = 0
		}
		for _, c := range p.Children {
			next := visit(c)
			for i, x := range next {
				for j, y := range below {
					d[i][j], d[j][i] = x+c.Length+y, x+c.Length+y
				}
			}
			for i, x := range next {
				below[i] = x + c.Length
			}
		}
		return below
	}
	visit(p)
	return d
}

func matrixOf(d [][]float64) *Matrix {
	names := make([]string, len(d))
	for i := range names {
		names[i] = string(rune('A' + i))
	}
	return NewMatrix(names, func(i, j int) float64 { return d[i][j] })
}

// TestJoinAdditive checks that distances along a tree give the tree back.
func TestJoinAdditive(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 50 {
		n := 2 + r.IntN(12)
		parts := make([]*Phylogeny, n)
		for i := range parts {
			parts[i] = &Phylogeny{Game: i, Length: 1 + r.Float64()}
		}
		for len(parts) > 1 {
			r.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
			parts[1] = &Phylogeny{Game: -1, Length: 1 + r.Float64(), Children: []*Phylogeny{parts[0], parts[1]}}
			parts = parts[1:]
		}
		want := parts[0].paths(n)
		tree, err := matrixOf(want).Join()
		if err != nil {
			t.Fatal(err)
		}
		got := tree.paths(n)
		for i := range n {
			for j := range n {
				if math.Abs(got[i][j]-want[i][j]) > 1e-9 {
					t.Fatalf("%d games: %d and %d are %v apart, want %v", n, i, j, got[i][j], want[i][j])
				}
			}
		}
	}
}

// TestNonNegative checks on distances that fit no tree that no branch is
// negative, that neighbours stay as far from each other as they were, and that
// trees without negative branches stay as they are.
func TestNonNegative(t *testing.T) {
	leaf := func(game int, length float64) *Phylogeny { return &Phylogeny{Game: game, Length: length} }
	names := []string{"A", "B", "C", "D"}
	for _, c := range []struct {
		tree    *Phylogeny
		changed int
		want    string
	}{
		{&Phylogeny{Children: []*Phylogeny{leaf(0, 1), leaf(1, 0)}}, 0, "('A':1,'B':0);"},
		{&Phylogeny{Children: []*Phylogeny{leaf(0, -0.25), leaf(1, 1)}}, 1, "('A':0,'B':0.75);"},
		{&Phylogeny{Children: []*Phylogeny{leaf(0, 1), leaf(1, -0.25)}}, 1, "('A':0.75,'B':0);"},
		{&Phylogeny{Children: []*Phylogeny{leaf(0, -1), leaf(1, 0.5)}}, 2, "('A':0,'B':0);"},
		{&Phylogeny{Children: []*Phylogeny{leaf(0, -1e-17), leaf(1, 1)}}, 0, "('A':0,'B':1);"},
		{&Phylogeny{Children: []*Phylogeny{leaf(0, 1), leaf(1, -0.25), leaf(2, 0.5)}}, 1, "('A':0.75,'B':0,'C':0.25);"},
		{&Phylogeny{Children: []*Phylogeny{{Game: -1, Length: -0.5, Children: []*Phylogeny{leaf(0, 1), leaf(1, -0.5)}},
			leaf(2, 1), leaf(3, 1)}},
			2, "(('A':0.5,'B':0):0,'C':0.5,'D':0.5);"},
	} {
		if n := c.tree.NonNegative(); n != c.changed || c.tree.Newick(names) != c.want {
			t.Errorf("%d changed, %s; want %d, %s", n, c.tree.Newick(names), c.changed, c.want)
		}
	}
	r := rand.New(rand.NewPCG(5, 6))
	for range 200 {
		n := 4 + r.IntN(9)
		d := make([][]float64, n)
		for i := range d {
			d[i] = make([]float64, n)
			for j := range i {
				d[i][j] = 0.5 + r.Float64()
				d[j][i] = d[i][j]
			}
		}
		tree, err := matrixOf(d).Join()
		if err != nil {
			t.Fatal(err)
		}
		before := tree.paths(n)
		tree.NonNegative()
		after := tree.paths(n)
		var visit func(p *Phylogeny)
		visit = func(p *Phylogeny) {
			if p.Length < 0 {
				t.Fatalf("a branch of length %v", p.Length)
			}
			for _, c := range p.Children {
				visit(c)
			}
			if c := p.Children; len(c) == 2 && c[0].Children == nil && c[1].Children == nil {
				if a, b := c[0].Game, c[1].Game; math.Abs(before[a][b]-after[a][b]) > 1e-9 && before[a][b] >= 0 {
					t.Errorf("%d and %d were %v apart, are %v", a, b, before[a][b], after[a][b])
				}
			}
		}
		visit(tree)
	}
}

// slowCluster agglomerates by the definition of the linkages: the heights of
// the joins in order.
func slowCluster(d [][]float64, linkage Linkage) (heights []float64) {
	var groups [][]int
	for i := range d {
		groups = append(groups, []int{i})
	}
	apart := func(a, b []int) float64 {
		low, high, sum := math.Inf(1), 0.0, 0.0
		for _, i := range a {
			for _, j := range b {
				low, high, sum = min(low, d[i][j]), max(high, d[i][j]), sum+d[i][j]
			}
		}
		return map[Linkage]float64{Single: low, Complete: high, Average: sum / float64(len(a)*len(b))}[linkage]
	}
	for len(groups) > 1 {
		a, b, best := 0, 0, math.Inf(1)
		for i := range groups {
			for j := i + 1; j < len(groups); j++ {
				if x := apart(groups[i], groups[j]); x < best {
					a, b, best = i, j, x
				}
			}
		}
		heights = append(heights, best/2)
		groups[a] = append(groups[a], groups[b]...)
		groups = slices.Delete(groups, b, b+1)
	}
	return heights
}

func heights(p *Phylogeny) (list []float64) {
	for _, c := range p.Children {
		list = append(list, heights(c)...)
	}
	if len(p.Children) > 0 {
		list = append(list, p.height)
	}
	return list
}

func TestCluster(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, linkage := range []Linkage{Average, Single, Complete} {
		for range 30 {
			n := 1 + r.IntN(14)
			d := make([][]float64, n)
			for i := range d {
				d[i] = make([]float64, n)
				for j := range i {
					d[i][j] = r.Float64()
					d[j][i] = d[i][j]
				}
			}
			tree, err := matrixOf(d).Cluster(linkage)
			if err != nil {
				t.Fatal(err)
			}
			got, want := heights(tree), slowCluster(d, linkage)
			slices.Sort(got)
			slices.Sort(want)
			if !slices.EqualFunc(got, want, func(a, b float64) bool { return math.Abs(a-b) < 1e-12 }) {
				t.Fatalf("%s: heights %v, want %v", linkage, got, want)
			}
		}
	}
	if _, err := matrixOf([][]float64{{0}}).Cluster("ward"); err == nil {
		t.Error("an unknown linkage is accepted")
	}
}

// TestTrees checks the matrix of trees and that it ends with its context.
func TestTrees(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	trees := []*Tree{randomTree(r, 9), randomTree(r, 5), randomTree(r, 12)}
	names := []string{"A", "B", "C"}
	var pairs atomic.Int64
	m, err := Trees(t.Context(), names, trees, func(int) { pairs.Add(1) })
	if err != nil || pairs.Load() != 3 {
		t.Fatalf("%v after %d pairs", err, pairs.Load())
	}
	for i, a := range trees {
		for j, b := range trees {
			if m.At(i, j) != TreeDistance(a, b) {
				t.Errorf("%s and %s: %v, want %v", names[i], names[j], m.At(i, j), TreeDistance(a, b))
			}
		}
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Trees(ended, names, trees, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end of the context: %v", err)
	}
}

// TestWrite checks the files on three games, one with an awkward name.
func TestWrite(t *testing.T) {
	d, err := NewDataset([]string{"Go", "O'Neill's", "Go"}, []Bag{{"x": 2}, {"x": 1, "y": 0.5}, {"y": 1}})
	if err != nil {
		t.Fatal(err)
	}
	m := NewMatrix(d.Names, func(i, j int) float64 { return float64(i+j) / 4 })
	tree, err := m.Cluster(Average)
	if err != nil {
		t.Fatal(err)
	}
	joined, err := m.Join()
	if err != nil {
		t.Fatal(err)
	}
	write := func(f func(b *strings.Builder) error) string {
		var b strings.Builder
		if err := f(&b); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	for _, test := range []struct{ name, got, want string }{
		{"features", write(func(b *strings.Builder) error { return d.WriteCSV(b) }),
			"game,x,y\nGo,2,0\nO'Neill's,1,0.5\nGo,0,1\n"},
		{"matrix", write(func(b *strings.Builder) error { return m.WriteCSV(b) }),
			"game,Go,O'Neill's,Go\nGo,0,0.25,0.5\nO'Neill's,0.25,0,0.75\nGo,0.5,0.75,0\n"},
		{"phylip", write(func(b *strings.Builder) error { return m.WritePhylip(b) }),
			"3\nGo 0 0.25 0.5\nO_Neill_s 0.25 0 0.75\nGo_2 0.5 0.75 0\n"},
		{"clusters", tree.Newick(m.Names), "(('Go':0.125,'O''Neill''s':0.125):0.1875,'Go':0.3125);"},
		{"joined", joined.Newick(m.Names), "('Go':0,'O''Neill''s':0.25,'Go':0.5);"},
	} {
		if test.got != test.want {
			t.Errorf("%s:\n%s\nwant\n%s", test.name, test.got, test.want)
		}
	}
	nexus := write(func(b *strings.Builder) error {
		return m.WriteNexus(b, NamedTree{"nj", joined, false, "a [comment]", nil})
	})
	for _, part := range []string{"#NEXUS\n", "DIMENSIONS ntax=3;", "\t\t'O''Neill''s' 0.25 0 0.75\n",
		"\t[a (comment)]\n\tTREE nj = [&U] ("} {
		if !strings.Contains(nexus, part) {
			t.Errorf("%q is not in\n%s", part, nexus)
		}
	}
	if chars := write(func(b *strings.Builder) error { return d.WriteNexus(b) }); !strings.Contains(chars,
		"\t\t'O''Neill''s' 11\n") || !strings.Contains(chars, "nchar=2") {
		t.Errorf("characters\n%s", chars)
	}
}
