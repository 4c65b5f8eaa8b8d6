package board

import "math"

// Shape is an outline of a hexagonal or triangular lattice.
type Shape uint8

// The shapes. Hexagon and Triangle are the defaults of hex and tri boards.
const (
	ShapeHexagon Shape = iota
	ShapeTriangle
	ShapeDiamond
	ShapePrism
	ShapeStar
	ShapeLimping
	ShapeSquare
	ShapeRectangle
)

// ParseShape returns the shape of that name.
func ParseShape(name string) (Shape, bool) {
	for i, n := range [...]string{"Hexagon", "Triangle", "Diamond", "Prism", "Star", "Limping", "Square", "Rectangle"} {
		if n == name {
			return Shape(i), true
		}
	}
	return 0, false
}

var sqrt3 = math.Sqrt(3)

// hexCorners are the corners of a hexagon with a point on top, clockwise from
// there.
var hexCorners = [6]Point{{X: 0, Y: 1}, {X: sqrt3 / 2, Y: 0.5}, {X: sqrt3 / 2, Y: -0.5}, {X: 0, Y: -1},
	{X: -sqrt3 / 2, Y: -0.5}, {X: -sqrt3 / 2, Y: 0.5}}

// hexCentre is the centre of a hexagonal cell.
func hexCentre(row, col int) Point {
	return Point{X: sqrt3 * (float64(col) - float64(row)/2), Y: 1.5 * float64(row)}
}

// hexCentreFlat is the centre of a cell of a board with flat tops.
func hexCentreFlat(row, col int) Point {
	return Point{X: 1.5 * float64(col-row), Y: sqrt3 * float64(row+col) / 2}
}

func plus(p, q Point) Point { return Point{p.X + q.X, p.Y + q.Y, p.Z + q.Z} }

// swapped exchanges x and y of all offsets.
func swapped(offsets []Point) []Point {
	out := make([]Point, len(offsets))
	for i, p := range offsets {
		out[i] = Point{X: p.Y, Y: p.X}
	}
	return out
}

// tile makes a graph of the offsets around the reference points of all
// (row,col) with 0 ≤ row < rows, 0 ≤ col < cols that keep admits.
func tile(rows, cols int, at func(row, col int) Point, offsets []Point, keep func(r, c int) bool) *Graph {
	return tileWithin(0, rows-1, 0, cols-1, at, offsets, keep)
}

// tileWithin is tile with inclusive ranges.
func tileWithin(r0, r1, c0, c1 int, at func(row, col int) Point, offsets []Point, keep func(r, c int) bool) *Graph {
	l := newPointList()
	for r := r0; r <= r1; r++ {
		for c := c0; c <= c1; c++ {
			if !keep(r, c) {
				continue
			}
			p := at(r, c)
			for _, o := range offsets {
				l.add(plus(p, o))
			}
		}
	}
	return l.graph()
}

// starred admits the (row,col) of a six-pointed star of size d.
func starred(d int) func(r, c int) bool {
	return func(r, c int) bool {
		switch {
		case r < d:
			return c >= d && c-r <= d
		case r <= 2*d:
			return r-c <= d && c < 3*d+1
		case r <= 3*d:
			return c >= d && c-r <= d
		}
		return c <= 3*d && r-c <= d
	}
}

// within admits (row,col) with |row−col| ≤ d.
func within(d int) func(r, c int) bool {
	return func(r, c int) bool { return r-c <= d && c-r <= d }
}

// straight admits the (row,col) of a board with straight left and right sides.
func straight(b int) func(r, c int) bool {
	return func(r, c int) bool { return (r+1)/2 <= c && c < b+r/2 }
}

func everywhere(int, int) bool { return true }

// NewHex makes a board of hexagonal cells. The second dimension counts only
// for Prism and Rectangle, and turns a Hexagon into one with sides of both
// lengths; 0 stands for none.
func NewHex(shape Shape, a, b int) (*Graph, error) {
	first := b == 0
	if first {
		b = a
	}
	if err := sized("hex", 1, a, b); err != nil {
		return nil, err
	}
	corners := hexCorners[:]
	var g *Graph
	switch shape {
	case ShapeHexagon:
		if !first {
			return NewHexSides([]int{a, b})
		}
		return hexagon(a)
	case ShapeLimping:
		return NewHexSides([]int{a, a + 1})
	case ShapeTriangle:
		g = tile(a, a, hexCentre, corners, func(r, c int) bool { return r <= c })
	case ShapeDiamond:
		g = tile(a, a, hexCentreFlat, swapped(corners), everywhere)
	case ShapePrism:
		g = tile(a+b-1, a+b-1, hexCentreFlat, swapped(corners), within(a-1))
	case ShapeStar:
		g = tile(4*a+1, 4*a+1, hexCentre, corners, starred(a))
	case ShapeSquare:
		g = tile(a, 2*a, hexCentre, corners, straight(a))
	case ShapeRectangle:
		g = tile(a, a+b, hexCentre, corners, straight(b))
	}
	g.renumber()
	g.setBasis(basisHex, basisNone)
	return g.check()
}

// NewHexPoly makes the hexagonal cells with their centre inside a polygon,
// which is inflated.
func NewHexPoly(p *Poly) (*Graph, error) {
	if err := drawable("hex", p); err != nil {
		return nil, err
	}
	g := fill(p, 3, hexCentre, hexCorners[:])
	g.renumber()
	g.setBasis(basisHex, basisNone)
	return g.check()
}

// NewHexSides makes the hexagonal board whose outline has these sides.
func NewHexSides(sides []int) (*Graph, error) {
	if err := sidesInRange("hex", sides); err != nil {
		return nil, err
	}
	return NewHexPoly(walk6(sides, hexCentre))
}

// fill inflates a polygon and makes the tiles with their reference point in
// it. Rows and columns are searched within the polygon's y and x ranges even
// where columns are slanted, so some tiles may be missed: that is the rule.
func fill(p *Poly, margin int, at func(row, col int) Point, offsets []Point) *Graph {
	p.inflate()
	r0, r1, c0, c1 := p.window(margin)
	return tileWithin(r0, r1, c0, c1, at, offsets, func(r, c int) bool { return p.contains(at(r, c)) })
}

// hexagon makes a hexagonal board of n cells a side out of zig-zag lines, from
// the bottom up.
func hexagon(n int) (*Graph, error) {
	if err := sized("hex", 1, 2*n-1, 2*n-1); err != nil {
		return nil, err
	}
	g := &Graph{}
	lines := make([][]int32, 2*n)
	for k := range lines {
		row, corners := k, [3]int{4, 3, 2}
		if k >= n {
			row, corners = k-1, [3]int{5, 0, 1}
		}
		last := min(2*n-2, row+n-1)
		for col := max(0, row-n+1); col <= last; col++ {
			p := hexCentre(row, col)
			lines[k] = append(lines[k], g.addVertex(plus(p, hexCorners[corners[0]])),
				g.addVertex(plus(p, hexCorners[corners[1]])))
			if col == last {
				lines[k] = append(lines[k], g.addVertex(plus(p, hexCorners[corners[2]])))
			}
		}
	}
	for _, line := range lines {
		for i := 1; i < len(line); i++ {
			g.addEdge(line[i-1], line[i])
		}
	}
	for k := 1; k < len(lines); k++ {
		// Lines of the lower half turn up at their even places; the line in the
		// middle of the board has as many vertices as the one above it.
		below, above := 0, 1
		if k-1 >= n {
			below = 1
		}
		if k >= n {
			above = 0
		}
		for i := 0; below+2*i < len(lines[k-1]) && above+2*i < len(lines[k]); i++ {
			g.addEdge(lines[k-1][below+2*i], lines[k][above+2*i])
		}
	}
	g.makeFaces(false)
	g.renumber()
	return g.check()
}
