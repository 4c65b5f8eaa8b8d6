package board

import (
	"fmt"
	"math"
)

// NewCeltic makes squares standing on a corner, with rounded elements along
// the outline where the board turns and at every other place between.
func NewCeltic(rows, cols int) (*Graph, error) {
	if cols == 0 {
		cols = rows
	}
	if err := sized("celtic", 1, 4*rows, cols); err != nil {
		return nil, err
	}
	return celtic(0, rows-1, 0, cols-1, func(Point) bool { return true })
}

// NewCelticPoly makes the squares with their middle inside a polygon, which is
// inflated.
func NewCelticPoly(p *Poly) (*Graph, error) {
	if err := drawable("celtic", p); err != nil {
		return nil, err
	}
	p.inflate()
	r0, r1, c0, c1 := p.window(1)
	return celtic(r0, r1, c0, c1, p.contains)
}

// NewCelticSides makes the board whose outline has these sides.
func NewCelticSides(sides []int) (*Graph, error) {
	if err := sidesInRange("celtic", sides); err != nil {
		return nil, err
	}
	p := walk4(sides, tiledSteps)
	for i, q := range p.points {
		p.points[i] = Point{X: q.X * root2, Y: q.Y * root2}
	}
	return NewCelticPoly(p)
}

func celtic(r0, r1, c0, c1 int, keep func(Point) bool) (*Graph, error) {
	g := &Graph{}
	half := 1 / root2
	for r := r0; r <= r1; r++ {
		for c := c0; c <= c1; c++ {
			p := Point{X: 2 * half * float64(c), Y: 2 * half * float64(r)}
			if !keep(p) {
				continue
			}
			for _, o := range [4]Point{{X: half}, {Y: half}, {X: -half}, {Y: -half}} {
				g.vertexAt(plus(p, o))
			}
			if len(g.vs) > 1<<13 {
				return nil, fmt.Errorf("celtic: the board is too large")
			}
		}
	}
	for a := range g.vs {
		for b := a + 1; b < len(g.vs); b++ {
			if math.Abs(dist2(g.vs[a].pos, g.vs[b].pos)-1) < 0.05 {
				g.addEdge(int32(a), int32(b))
			}
		}
	}
	g.makeFaces(true)
	g.roundOff()
	g.renumber()
	g.setBasis(basisCeltic, basisCeltic)
	return g.check()
}

// roundOff adds the rounded elements along the first outline.
func (g *Graph) roundOff() {
	m := newMeasurer(&Topology{graph: g})
	m.in[Vertex], m.in[Edge], m.in[Cell] = make([]uint64, len(g.vs)), make([]uint64, len(g.es)), make([]uint64, len(g.fs))
	m.findPerimeters()
	if len(m.perimeters) == 0 {
		return
	}
	p := m.perimeters[0]
	n := len(p)
	if n < 3 {
		return
	}
	turn := make([]float64, n)
	for i := range p {
		a, b, c := g.vs[p[(i+n-1)%n]].pos, g.vs[p[i]].pos, g.vs[p[(i+1)%n]].pos
		turn[i] = signedAngle(Point{X: b.X - a.X, Y: b.Y - a.Y}, Point{X: c.X - b.X, Y: c.Y - b.Y})
	}
	run := 0
	var keys []int
	for i, d := range turn {
		switch {
		case d > math.Pi/4:
			keys = append(keys, i)
			run = 0
		case math.Abs(d) < math.Pi/10:
			if run++; run%2 == 0 {
				keys = append(keys, i)
			}
		}
	}
	for _, i := range keys {
		b, c, d, e := p[(i+n-1)%n], p[i], p[(i+1)%n], p[(i+2)%n]
		if turn[(i+1)%n] < -math.Pi/4 {
			g.addCurved(c, e)
			g.addFace([]int32{d, c, e})
			continue
		}
		pc, pd := g.vs[c].pos, g.vs[d].pos
		t := Point{X: pc.X - g.vs[b].pos.X, Y: pc.Y - g.vs[b].pos.Y}
		if math.Abs(turn[i]) < math.Pi/10 {
			t = Point{X: pd.Y - pc.Y, Y: -(pd.X - pc.X)}
		}
		x := g.addVertex(Point{X: (pc.X+pd.X)/2 + 0.9*t.X, Y: (pc.Y+pd.Y)/2 + 0.9*t.Y})
		g.addCurved(c, x)
		g.addCurved(x, d)
		g.addFace([]int32{c, x, d})
	}
}

// signedAngle is the angle from u to v, positive to the left.
func signedAngle(u, v Point) float64 {
	return atan2(float64(u.X*v.Y)-float64(u.Y*v.X), float64(u.X*v.X)+float64(u.Y*v.Y))
}

// root2 is a variable so that quotients round as at run time.
var root2 = math.Sqrt2

// lerp is the point at t from a to b.
func lerp(t float64, a, b Point) Point {
	return Point{X: a.X + float64(t*(b.X-a.X)), Y: a.Y + float64(t*(b.Y-a.Y))}
}

// NewQuadHex makes a hexagon of quadrilaterals: of six sections around the
// middle, or of three that leave a triangle there.
func NewQuadHex(layers int, thirds bool) (*Graph, error) {
	if err := sized("quadhex", 1, 6*layers, layers); err != nil {
		return nil, err
	}
	if layers > 32 {
		return nil, fmt.Errorf("quadhex: %d layers are too many; at most 32", layers)
	}
	g := &Graph{}
	if thirds {
		g.quadThirds(layers)
	} else {
		g.quadSixths(layers)
	}
	g.makeFaces(true)
	g.renumber()
	g.setBasis(basisQuadHex, basisQuadHex)
	return g.check()
}

func (g *Graph) quadSixths(layers int) {
	n := float64(layers)
	a, b, c := Point{}, Point{Y: n * sqrt3 / 2}, Point{X: n / 2, Y: n * sqrt3 / 2}
	d := mid(c, Point{X: n})
	for section := range 6 {
		theta := float64(section) * math.Pi / 3
		at := func(row, col int) int32 {
			s := float64(row) / n
			return g.vertexAt(turned(lerp(float64(col)/n, lerp(s, a, d), lerp(s, b, c)), theta))
		}
		for row := range layers {
			for col := range layers {
				v, w, x := at(row, col), at(row, col+1), at(row+1, col+1)
				g.edgeBetween(v, w)
				g.edgeBetween(w, x)
				if row == layers-1 {
					g.edgeBetween(x, at(row+1, col))
				}
			}
		}
	}
}

// quadThirds makes three sections, each a lattice and its mirror image, and
// joins them around the middle and at the outside.
func (g *Graph) quadThirds(layers int) {
	n := float64(layers)
	rho := n / (n + 0.5)
	a, e, o, c := Point{X: -n / 2, Y: -n * sqrt3 / 2}, Point{Y: -n * sqrt3 / 2}, Point{}, Point{X: -n}
	f, h := lerp(rho, e, o), lerp(rho/2, a, c)
	var first [3]int32
	for section := range 3 {
		first[section] = int32(len(g.vs))
		theta := float64(section) * 2 * math.Pi / 3
		at := func(row, col int, side float64) int32 {
			s := float64(col) / n
			p := lerp(float64(row)/n, lerp(s, a, h), lerp(s, e, f))
			p.X *= side
			return g.vertexAt(turned(p, theta))
		}
		for row := range layers {
			for col := range layers {
				for _, side := range [2]float64{1, -1} {
					v, w := at(row, col, side), at(row, col+1, side)
					y, x := at(row+1, col, side), at(row+1, col+1, side)
					g.edgeBetween(v, w)
					g.edgeBetween(w, x)
					g.edgeBetween(y, x)
					g.edgeBetween(v, y)
				}
			}
		}
	}
	middle, left, right := int32(layers*(2*layers+3)), int32(4*layers), int32(4*layers+2)
	for k := range 3 {
		next := first[(k+1)%3]
		g.edgeBetween(first[k]+middle, next+middle)
		if layers > 1 {
			g.edgeBetween(first[k]+right, next+left)
		}
	}
}
