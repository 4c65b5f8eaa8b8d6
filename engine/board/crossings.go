package board

import (
	"math"
	"slices"
)

// crossings finds the edges that cross an edge without comparing it with all: by
// the squares of a grid, as wide as a mean edge, that its bounding box meets.
type crossings struct {
	g       *Graph
	size    float64
	squares map[[2]int32][]int32
	long    []int32 // edges that meet too many squares
	spent   effort
}

// longBox is the number of squares from which on an edge is compared with all.
const longBox = 64

// crossStep is the number of steps that a comparison of two edges costs.
const crossStep = 8

func newCrossings(g *Graph) *crossings {
	x := &crossings{g: g, size: max(g.meanEdge(), coincide), squares: map[[2]int32][]int32{}}
	for e := range int32(len(g.es)) {
		box, ok := x.box(e)
		if !ok {
			x.long = append(x.long, e)
			continue
		}
		for i := box[0]; i <= box[2]; i++ {
			for k := box[1]; k <= box[3]; k++ {
				at := [2]int32{i, k}
				x.squares[at] = append(x.squares[at], e)
			}
		}
	}
	return x
}

// box returns the lowest and the highest square of an edge; false when they are
// too many, or too far away.
func (x *crossings) box(e int32) (box [4]int32, ok bool) {
	p, q := x.g.vs[x.g.es[e].a].pos, x.g.vs[x.g.es[e].b].pos
	margin := 1e-3 * (x.size + dist2(p, q)) // edges that cross within the tolerance meet a common square
	for i, v := range [4]float64{min(p.X, q.X) - margin, min(p.Y, q.Y) - margin, max(p.X, q.X) + margin,
		max(p.Y, q.Y) + margin} {
		if v = math.Floor(v / x.size); math.Abs(v) > 1e9 || math.IsNaN(v) {
			return box, false
		}
		box[i] = int32(v)
	}
	return box, (int(box[2]-box[0])+1)*(int(box[3]-box[1])+1) <= longBox
}

// any reports whether some edge with a lower number than limit that may cross e
// satisfies ok; an edge may be asked about several times, in any order.
func (x *crossings) any(e, limit int32, ok func(f int32) bool) bool {
	asked := 0
	try := func(f int32) bool {
		asked++
		return f < limit && ok(f)
	}
	found := false
	if box, small := x.box(e); small {
		found = slices.ContainsFunc(x.long, try)
		for i := box[0]; i <= box[2] && !found; i++ {
			for k := box[1]; k <= box[3] && !found; k++ {
				found = slices.ContainsFunc(x.squares[[2]int32{i, k}], try)
			}
		}
	} else {
		for f := int32(0); f < limit && !found; f++ {
			found = try(f)
		}
	}
	x.spent.spend(crossStep*asked, "find what crosses")
	return found
}

// below returns the edges with lower numbers that cross e, in ascending order.
func (x *crossings) below(e int32) []int32 {
	var over []int32
	x.any(e, e, func(f int32) bool {
		if x.g.edgesCross(e, f) {
			over = append(over, f)
		}
		return false
	})
	slices.Sort(over)
	return slices.Compact(over)
}
