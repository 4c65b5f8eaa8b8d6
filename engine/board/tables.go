package board

import (
	"fmt"
	"slices"
)

// elements holds what is measured of all elements of one type.
type elements struct {
	pos                    []Point
	label                  []string
	row, col, layer, phase []int32
	rows, cols, layers     Table
	sets                   [NumSets][]int32
	duplicate              bool    // two elements got the same label
	pivot                  []int32 // the vertex an element turns about, or none
}

// NewTopology measures a graph. The graph must not be changed afterwards.
func NewTopology(g *Graph, opt Options) (t *Topology, err error) {
	if bad := Guard(func() { t, err = newTopology(g, opt) }); bad != nil {
		return nil, bad
	}
	return t, err
}

func newTopology(g *Graph, opt Options) (*Topology, error) {
	t := &Topology{opt: opt, graph: g, regular: g.regular(), sides: -1}
	if _, err := g.check(); err != nil {
		return nil, err
	}
	if t.regular && len(g.fs) > 0 {
		t.sides = len(g.fs[0].verts)
	}
	t.place()
	t.incidence()
	newMeasurer(t).measure()
	if err := t.arrange(); err != nil {
		return nil, err
	}
	t.span = int32(max(t.Num(Cell), t.NumSites()))
	return t, nil
}

// place records positions and pivots.
func (t *Topology) place() {
	g := t.graph
	for st := range t.elem {
		n := g.Num(SiteType(st))
		t.elem[st].pos = make([]Point, n)
		t.elem[st].pivot = make([]int32, n)
	}
	for i := range g.vs {
		t.elem[Vertex].pos[i], t.elem[Vertex].pivot[i] = g.vs[i].pos, g.vs[i].pivot
	}
	for i := range g.es {
		pivot := g.vs[g.es[i].a].pivot
		if pivot == none {
			pivot = g.vs[g.es[i].b].pivot
		}
		t.elem[Edge].pos[i], t.elem[Edge].pivot[i] = g.es[i].mid, pivot
	}
	for i := range g.fs {
		pivot := none
		for _, v := range g.fs[i].verts {
			if pivot = g.vs[v].pivot; pivot != none {
				break
			}
		}
		t.elem[Cell].pos[i], t.elem[Cell].pivot[i] = g.fs[i].pos, pivot
	}
}

// tableOf collects n lists.
func tableOf(n int, list func(i int) []int32) Table {
	t := Table{Off: make([]int32, 1, n+1)}
	for i := range n {
		t.Val = append(t.Val, list(i)...)
		t.Off = append(t.Off, int32(len(t.Val)))
	}
	return t
}

// incidence records which elements of different types touch.
func (t *Topology) incidence() {
	g := t.graph
	t.inc[Vertex][Edge] = tableOf(len(g.vs), func(i int) []int32 { return g.vs[i].edges })
	t.inc[Vertex][Cell] = tableOf(len(g.vs), func(i int) []int32 { return g.vs[i].faces })
	t.inc[Cell][Vertex] = tableOf(len(g.fs), func(i int) []int32 { return g.fs[i].verts })
	t.inc[Cell][Edge] = tableOf(len(g.fs), func(i int) []int32 { return g.fs[i].edges })
	var buf [2]int32
	t.inc[Edge][Vertex] = tableOf(len(g.es), func(i int) []int32 {
		buf = [2]int32{g.es[i].a, g.es[i].b}
		return buf[:]
	})
	t.inc[Edge][Cell] = tableOf(len(g.es), func(i int) []int32 {
		buf = [2]int32{g.es[i].left, g.es[i].right}
		return slices.DeleteFunc(buf[:], func(f int32) bool { return f == none })
	})
}

// grouped turns group numbers into ascending lists of members.
func grouped(number []int32, groups int) Table {
	t := Table{Off: make([]int32, groups+1), Val: make([]int32, len(number))}
	for _, k := range number {
		t.Off[k+1]++
	}
	for k := range groups {
		t.Off[k+1] += t.Off[k]
	}
	at := slices.Clone(t.Off)
	for i, k := range number {
		t.Val[at[k]] = int32(i)
		at[k]++
	}
	return t
}

// letters is the column part of a label.
func letters(col int32) string {
	s := string(rune('A' + col%26))
	for col >= 26 {
		col /= 26
		s = string(rune('A'+col%26-1)) + s
	}
	return s
}

// shortLetters is the column part of a label on a board where labels were not
// unique.
func shortLetters(col int32) string {
	s := string(rune('A' + col%26))
	if col >= 26 {
		s = string(rune('A'+col/26-1)) + s
	}
	return s
}

func label(col string, row int32, layer int32, layered bool) string {
	if layered {
		return fmt.Sprintf("%s%d/%d", col, row+1, layer)
	}
	return fmt.Sprintf("%s%d", col, row+1)
}
