package board

import (
	"fmt"
	"math"
)

// Diagonals says what diagonal lines a square lattice has.
type Diagonals uint8

// The kinds of diagonals.
const (
	NoDiagonals Diagonals = iota
	Implied               // none drawn; diagonal steps exist anyway
	Alternating
	Solid
	SolidNoSplit
	ConcentricDiagonals
	Radiating
)

// ParseDiagonals returns the kind of diagonals of that name.
func ParseDiagonals(name string) (Diagonals, bool) {
	for i, n := range [...]string{"Implied", "Alternating", "Solid", "SolidNoSplit", "Concentric", "Radiating"} {
		if n == name {
			return Diagonals(i + 1), true
		}
	}
	return NoDiagonals, false
}

// maxDim bounds a single dimension of a board.
const maxDim = 4096

// sized returns an error unless all dimensions are between least and maxDim,
// and their product, a lower bound of the number of elements, is in bounds.
func sized(what string, least int, dims ...int) error {
	product := 1
	for _, d := range dims {
		if d < least || d > maxDim {
			return fmt.Errorf("%s: dimension %d is out of range; it must be between %d and %d", what, d, least, maxDim)
		}
		product *= max(d, 1)
		if product > MaxElements {
			return fmt.Errorf("%s: the board would have more than %d elements", what, MaxElements)
		}
	}
	return nil
}

// drawable returns an error when a polygon cannot be filled with a lattice.
func drawable(what string, p *Poly) error {
	if len(p.points) < 3 {
		return fmt.Errorf("%s: a polygon needs at least 3 points, this one has %d", what, len(p.points))
	}
	lo, hi := p.bounds()
	if !(hi.X-lo.X <= maxDim && hi.Y-lo.Y <= maxDim && (hi.X-lo.X)*(hi.Y-lo.Y) <= 16*MaxElements &&
		math.Abs(lo.X) <= 1<<20 && math.Abs(lo.Y) <= 1<<20) {
		return fmt.Errorf("%s: the polygon is too large", what)
	}
	return nil
}

// lattice finds the vertices of a square lattice by column and row.
type lattice struct {
	g  *Graph
	at map[[2]int]int32
}

// corners returns the corners of the unit square at (col,row): lower left,
// upper left, upper right, lower right.
func (l lattice) corners(row, col int) (c [4]int32, ok bool) {
	for i, d := range [4][2]int{{0, 0}, {0, 1}, {1, 1}, {1, 0}} {
		if c[i], ok = l.at[[2]int{col + d[0], row + d[1]}]; !ok {
			return c, false
		}
	}
	return c, true
}

// drawDiagonals adds diagonal lines to the lattice within inclusive ranges.
func (l lattice) drawDiagonals(d Diagonals, fromRow, toRow, fromCol, toCol int) {
	if d == NoDiagonals || d == Implied {
		return
	}
	midRow, midCol := (toRow+fromRow)/2, (toCol+fromCol)/2
	if d == Radiating {
		l.radiate(midRow, midCol, max((toRow-fromRow)/2, (toCol-fromCol)/2))
		return
	}
	for r := fromRow; r <= toRow; r++ {
		for c := fromCol; c <= toCol; c++ {
			q, ok := l.corners(r, c)
			if !ok {
				continue
			}
			switch d {
			case Alternating:
				if (r+c)%2 == 0 {
					l.g.edgeBetween(q[0], q[2])
				} else {
					l.g.edgeBetween(q[1], q[3])
				}
			case Solid:
				x := l.g.vertexAt(Point{X: float64(c) + 0.5, Y: float64(r) + 0.5})
				for _, v := range [4]int32{q[0], q[1], q[2], q[3]} {
					l.g.edgeBetween(v, x)
				}
			case SolidNoSplit:
				l.g.edgeBetween(q[0], q[2])
				l.g.edgeBetween(q[1], q[3])
			case ConcentricDiagonals:
				if r < midRow && c < midCol || r >= midRow && c >= midCol {
					l.g.edgeBetween(q[1], q[3])
				} else {
					l.g.edgeBetween(q[0], q[2])
				}
			}
		}
	}
}

// radiate draws the four diagonals out of the middle. Rows are taken for x and
// columns for y, which shows on boards that are not square.
func (l lattice) radiate(midRow, midCol, reach int) {
	for n := 0; n <= reach; n++ {
		for _, d := range [4][2]int{{1, 1}, {1, -1}, {-1, -1}, {-1, 1}} {
			a, okA := l.at[[2]int{midRow + n*d[0], midCol + n*d[1]}]
			b, okB := l.at[[2]int{midRow + (n+1)*d[0], midCol + (n+1)*d[1]}]
			if okA && okB {
				l.g.edgeBetween(a, b)
			}
		}
	}
}

// NewRectangle makes a board of rows × columns squares, or, when sites are
// vertices or edges, of as many vertices. A pyramidal one has smaller and
// smaller layers on top.
func NewRectangle(st SiteType, rows, cols int, d Diagonals, pyramidal bool) (*Graph, error) {
	if err := sized("rectangle", 0, rows, cols); err != nil {
		return nil, err
	}
	if st == Cell {
		rows++
		cols++
	}
	g := &Graph{}
	l := lattice{g, make(map[[2]int]int32, rows*cols)}
	for r := range rows {
		for c := range cols {
			l.at[[2]int{c, r}] = g.addVertex(Point{X: float64(c), Y: float64(r)})
		}
	}
	for r := range rows {
		for c := range cols {
			v := int32(r*cols + c)
			if r+1 < rows {
				g.addEdge(v, v+int32(cols))
			}
			if c+1 < cols {
				g.addEdge(v, v+1)
			}
		}
	}
	if pyramidal {
		if err := g.pile(rows, cols); err != nil {
			return nil, err
		}
	}
	l.drawDiagonals(d, 0, rows, 0, cols)
	g.makeFaces(false)
	g.renumber()
	g.setBasis(basisSquare, basisSquare)
	return g.check()
}

// pile adds the upper layers of a pyramid, each vertex above the middle of
// four, and joins all vertices one unit apart.
func (g *Graph) pile(rows, cols int) error {
	for layer := 1; layer < rows; layer++ {
		h, z := float64(layer)/2, float64(layer)/math.Sqrt2
		for r := 0; r < rows-layer; r++ {
			for c := 0; c < cols-layer; c++ {
				g.addVertex(Point{X: h + float64(c), Y: h + float64(r), Z: z})
			}
		}
		if len(g.vs) > 1<<13 {
			return fmt.Errorf("square: a pyramid of %d by %d is too large", rows, cols)
		}
	}
	for a := range g.vs {
		for b := range g.vs {
			if a != b && math.Abs(dist3(g.vs[a].pos, g.vs[b].pos)-1) < 0.05 {
				g.edgeBetween(int32(a), int32(b))
			}
		}
	}
	return nil
}

// NewSquareDiamond makes a square lattice in the outline of a diamond.
func NewSquareDiamond(dim int, d Diagonals) (*Graph, error) {
	if err := sized("square Diamond", 0, dim, dim); err != nil {
		return nil, err
	}
	keep := func(r, c int) bool { return r+c >= dim-1 && c-r <= dim && r-c <= dim && r+c < 3*dim }
	return squareLattice(0, 2*dim-1, 0, 2*dim-1, 0, 2*dim, 0, 2*dim, keep, d)
}

// NewSquarePoly makes the part of a square lattice inside a polygon, which is
// inflated.
func NewSquarePoly(p *Poly, d Diagonals) (*Graph, error) {
	if err := drawable("square", p); err != nil {
		return nil, err
	}
	p.inflate()
	r0, r1, c0, c1 := p.window(2)
	keep := func(r, c int) bool { return p.contains(Point{X: float64(c), Y: float64(r)}) }
	return squareLattice(r0, r1, c0, c1, r0, r1, c0, c1, keep, d)
}

// NewSquareSides makes the square lattice whose outline has these sides.
func NewSquareSides(sides []int, d Diagonals) (*Graph, error) {
	if err := sidesInRange("square", sides); err != nil {
		return nil, err
	}
	return NewSquarePoly(walk4(sides, squareSteps), d)
}

// sidesInRange checks a list of sides before it is walked.
func sidesInRange(what string, sides []int) error {
	if len(sides) < 2 || len(sides) > 64 {
		return fmt.Errorf("%s: an outline needs between 2 and 64 sides, this one has %d", what, len(sides))
	}
	for _, s := range sides {
		if s < -256 || s > 256 {
			return fmt.Errorf("%s: side %d is out of range; it must be between -256 and 256", what, s)
		}
	}
	return nil
}

// squareLattice makes the vertices that keep admits in inclusive ranges, and
// the diagonals in ranges of their own.
func squareLattice(r0, r1, c0, c1, dr0, dr1, dc0, dc1 int, keep func(r, c int) bool, d Diagonals) (*Graph, error) {
	l := newPointList()
	at := map[[2]int]int32{}
	for r := r0; r <= r1; r++ {
		for c := c0; c <= c1; c++ {
			if keep(r, c) {
				at[[2]int{c, r}] = int32(len(l.points))
				l.add(Point{X: float64(c), Y: float64(r)})
			}
		}
	}
	g := l.edges()
	lattice{g, at}.drawDiagonals(d, dr0, dr1, dc0, dc1)
	g.makeFaces(false)
	g.renumber()
	g.setBasis(basisSquare, basisNone)
	return g.check()
}
