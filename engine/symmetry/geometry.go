package symmetry

import (
	"math"
	"slices"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/traffic"
)

// tolerance is how far, in the unit of the board, a site may lie from where an
// isometry takes another one: twice that within which vertices coincide.
const tolerance = 2e-3

// Geometric returns the symmetries of a board that are isometries of the plane, turns
// and reflections, the identity first: all of them, of any board. Sites that lie
// above each other keep their height.
func Geometric(b *traffic.Board, g *Graph) [][]int32 {
	points := make([]board.Point, b.Sites)
	for i := range points {
		points[i] = b.Topology().Point(b.Type, int32(i))
	}
	return isometries(points, g)
}

// isometries returns the permutations of points that isometries of the plane about
// their centre are, and that keep the edges of a graph.
func isometries(points []board.Point, g *Graph) [][]int32 {
	list := [][]int32{identity(len(points))}
	if len(points) < 2 {
		return list
	}
	var centre board.Point
	for _, p := range points {
		centre.X += p.X / float64(len(points))
		centre.Y += p.Y / float64(len(points))
	}
	far, most := 0, -1.0
	centred := make([]board.Point, len(points))
	for i, p := range points {
		centred[i] = board.Point{X: p.X - centre.X, Y: p.Y - centre.Y, Z: p.Z}
		if d := math.Hypot(centred[i].X, centred[i].Y); d > most+tolerance {
			far, most = i, d
		}
	}
	if most < tolerance {
		return list
	}
	at := newPlaces(centred)
	r := centred[far]
	for _, to := range centred {
		if math.Abs(math.Hypot(to.X, to.Y)-most) > tolerance {
			continue
		}
		// The turn that takes the farthest point there, and the reflection that does.
		cos, sin := (r.X*to.X+r.Y*to.Y)/(most*most), (r.X*to.Y-r.Y*to.X)/(most*most)
		c2, s2 := (r.X*to.X-r.Y*to.Y)/(most*most), (r.X*to.Y+r.Y*to.X)/(most*most)
		for _, m := range [][4]float64{{cos, -sin, sin, cos}, {c2, s2, s2, -c2}} {
			p := at.images(centred, m)
			if p != nil && g.keeps(p) && !slices.ContainsFunc(list, func(q []int32) bool { return slices.Equal(p, q) }) {
				list = append(list, p)
			}
		}
	}
	return list
}

// places finds points by where they are.
type places struct {
	points []board.Point
	grid   map[[3]int64][]int32
}

func newPlaces(points []board.Point) *places {
	l := &places{points, map[[3]int64][]int32{}}
	for i, p := range points {
		k := l.key(p)
		l.grid[k] = append(l.grid[k], int32(i))
	}
	return l
}

func (l *places) key(p board.Point) [3]int64 {
	return [3]int64{int64(math.Floor(p.X / (2 * tolerance))), int64(math.Floor(p.Y / (2 * tolerance))),
		int64(math.Round(p.Z * 100))}
}

// find returns the point at a place, or -1.
func (l *places) find(p board.Point) int32 {
	k := l.key(p)
	best, least := int32(-1), tolerance
	for dx := int64(-1); dx <= 1; dx++ {
		for dy := int64(-1); dy <= 1; dy++ {
			for _, i := range l.grid[[3]int64{k[0] + dx, k[1] + dy, k[2]}] {
				if d := math.Hypot(l.points[i].X-p.X, l.points[i].Y-p.Y); d < least {
					best, least = i, d
				}
			}
		}
	}
	return best
}

// images returns where a matrix takes all points, nil unless it permutes them.
func (l *places) images(points []board.Point, m [4]float64) []int32 {
	out, taken := make([]int32, len(points)), make([]bool, len(points))
	for i, p := range points {
		x := l.find(board.Point{X: m[0]*p.X + m[1]*p.Y, Y: m[2]*p.X + m[3]*p.Y, Z: p.Z})
		if x < 0 || taken[x] {
			return nil
		}
		out[i], taken[x] = x, true
	}
	return out
}
