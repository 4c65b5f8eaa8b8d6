package board

import (
	"math"
	"slices"
)

// Poly is a polygon, closed implicitly. Some generators and operators inflate
// it in place each time they use it; a description that evaluates an operator
// twice must therefore hand over the same Poly.
type Poly struct{ points []Point }

// NewPoly makes a polygon. With rotations r ≠ 0 the points (reversed first if
// r < 0) are followed by |r|−1 copies turned about the origin by 2π/r each.
func NewPoly(points []Point, rotations int) *Poly {
	p := &Poly{slices.Clone(points)}
	if rotations < 0 {
		slices.Reverse(p.points)
	}
	own := slices.Clone(p.points)
	for k := 1; k < rotations || k < -rotations; k++ {
		theta := float64(k) * (2 * math.Pi / float64(rotations))
		for _, q := range own {
			p.points = append(p.points, turned(q, theta))
		}
	}
	return p
}

// contains is the even-odd inside test.
func (p *Poly) contains(q Point) bool { return inside(p.points, q) }

// inside is the even-odd inside test for a list of corners.
func inside(corners []Point, q Point) bool {
	in := false
	j := len(corners) - 1
	for i, a := range corners {
		b := corners[j]
		if (a.Y < q.Y && b.Y >= q.Y || b.Y < q.Y && a.Y >= q.Y) && (a.X <= q.X || b.X <= q.X) {
			if a.X+float64((q.Y-a.Y)/(b.Y-a.Y)*(b.X-a.X)) < q.X {
				in = !in
			}
		}
		j = i
	}
	return in
}

// inflation is by how much generators and operators inflate polygons.
const inflation = 0.1

// inflate moves every corner outwards if the polygon runs clockwise, and
// inwards if not.
func (p *Poly) inflate() {
	n := len(p.points)
	out := make([]Point, n)
	for i, b := range p.points {
		a, c := p.points[(i+n-1)%n], p.points[(i+1)%n]
		var u, v Point
		if cross(a, b, c) < tiny {
			u, v = unit(a, b), unit(c, b)
		} else {
			u, v = unit(b, a), unit(b, c)
		}
		out[i] = Point{X: b.X + inflation*((u.X+v.X)/2), Y: b.Y + inflation*((u.Y+v.Y)/2)}
	}
	p.points = out
}

// unit is the unit vector from p to q, in the plane.
func unit(p, q Point) Point {
	d := dist2(p, q)
	if d == 0 {
		return Point{}
	}
	return Point{X: (q.X - p.X) / d, Y: (q.Y - p.Y) / d}
}

// cross is the z part of (b−a) × (c−a).
func cross(a, b, c Point) float64 {
	return float64((b.X-a.X)*(c.Y-a.Y)) - float64((b.Y-a.Y)*(c.X-a.X))
}

// bounds returns the box around the polygon.
func (p *Poly) bounds() (lo, hi Point) { return bounds(p.points) }

// bounds returns the box around some points, in x and y.
func bounds(points []Point) (lo, hi Point) {
	lo, hi = Point{X: math.Inf(1), Y: math.Inf(1)}, Point{X: math.Inf(-1), Y: math.Inf(-1)}
	for _, q := range points {
		lo.X, lo.Y = math.Min(lo.X, q.X), math.Min(lo.Y, q.Y)
		hi.X, hi.Y = math.Max(hi.X, q.X), math.Max(hi.Y, q.Y)
	}
	return lo, hi
}

// window returns the integer ranges around the polygon, extended by a margin:
// columns for x and rows for y. The bounds are truncated toward zero.
func (p *Poly) window(margin int) (fromRow, toRow, fromCol, toCol int) {
	lo, hi := p.bounds()
	return int(lo.Y) - margin, int(hi.Y) + margin, int(lo.X) - margin, int(hi.X) + margin
}

// step is a move on a lattice.
type step struct{ row, col int }

var (
	squareSteps = []step{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}
	tiledSteps  = []step{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}
	hexSteps    = []step{{1, 0}, {1, 1}, {0, 1}, {-1, 0}, {-1, -1}, {0, -1}}
)

// walk4 is the polygon of a list of sides on a lattice with four directions. A
// negative side turns left and then runs backwards.
func walk4(sides []int, steps []step) *Poly {
	p := &Poly{points: []Point{{}}}
	row, col, heading := 0, 0, 3
	for _, s := range sides {
		if s < 0 {
			heading += 3
		} else {
			heading++
		}
		d := steps[heading%4]
		row += s * d.row
		col += s * d.col
		p.points = append(p.points, Point{X: float64(col), Y: float64(row)})
	}
	return p
}

// walk6 is the polygon of a list of sides on a lattice with six directions.
// The list is repeated to at least five sides; the last one closes the outline.
func walk6(sides []int, xy func(row, col int) Point) *Poly {
	p := &Poly{points: []Point{xy(0, 0)}}
	row, col, heading := 0, 0, 1
	for n := range max(5, len(sides)) {
		s := sides[n%len(sides)]
		t := s - 1
		if s < 0 {
			t = s + 1
		}
		if t < 0 {
			heading += 5
		} else {
			heading++
		}
		if t > 0 {
			d := hexSteps[heading%6]
			row += t * d.row
			col += t * d.col
			p.points = append(p.points, xy(row, col))
		}
	}
	return p
}

// turned is p turned about the origin.
func turned(p Point, theta float64) Point {
	s, c := sin(theta), cos(theta)
	return Point{X: float64(p.X*c) - float64(p.Y*s), Y: float64(p.Y*c) + float64(p.X*s)}
}
