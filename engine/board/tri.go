package board

// triPoint is the position of a vertex of a triangular lattice.
func triPoint(row, col int) Point {
	return Point{X: float64(col) - float64(row)/2, Y: sqrt3 / 2 * float64(row)}
}

// triPointUpright is the position of a vertex of a lattice turned by 90°.
func triPointUpright(row, col int) Point {
	return Point{X: sqrt3 / 2 * float64(col-row), Y: float64(row+col) / 2}
}

// single is the offset list of a lattice whose reference points are vertices.
var single = []Point{{}}

// NewTri makes a board of triangles. Dimensions count vertices, or triangles
// when sites are cells; the second one counts for Prism and Rectangle, 0
// stands for none.
func NewTri(st SiteType, shape Shape, a, b int) (*Graph, error) {
	if b == 0 {
		b = a
	}
	if err := sized("tri", 1, a, b); err != nil {
		return nil, err
	}
	if shape == ShapeLimping {
		return NewTriSides([]int{a, a + 1})
	}
	if st == Cell && shape != ShapeStar {
		a++
		b++
	}
	var g *Graph
	switch shape {
	case ShapeHexagon:
		return triHexagon(a)
	case ShapeTriangle:
		g = tile(a, a, triPoint, single, func(r, c int) bool { return r <= c })
	case ShapeDiamond:
		g = tile(a, a, triPointUpright, single, everywhere)
	case ShapePrism:
		g = tile(a+b-1, a+b-1, triPointUpright, single, within(a-1))
	case ShapeStar:
		g = tile(4*a+1, 4*a+1, triPoint, single, starred(a))
	case ShapeSquare:
		g = tile(a, 2*a, triPoint, single, straight(a))
	case ShapeRectangle:
		g = tile(a, a+b, triPoint, single, straight(b))
	}
	g.renumber()
	g.setBasis(basisTri, basisNone)
	return g.check()
}

// NewTriPoly makes the vertices of a triangular lattice inside a polygon,
// which is inflated.
func NewTriPoly(p *Poly) (*Graph, error) { return triFill(p, 2) }

// NewTriSides makes the triangular board whose outline has these sides.
func NewTriSides(sides []int) (*Graph, error) {
	if err := sidesInRange("tri", sides); err != nil {
		return nil, err
	}
	margin := 2
	if len(sides) == 2 && sides[1] == sides[0]+1 {
		margin = sides[0]
	}
	return triFill(walk6(sides, triPoint), margin)
}

func triFill(p *Poly, margin int) (*Graph, error) {
	if err := drawable("tri", p); err != nil {
		return nil, err
	}
	g := fill(p, margin, triPoint, single)
	g.renumber()
	g.setBasis(basisTri, basisNone)
	return g.check()
}

// triHexagon makes a hexagon of triangles with d vertices a side.
func triHexagon(d int) (*Graph, error) {
	n := 2*d - 1
	if err := sized("tri Hexagon", 1, n, n); err != nil {
		return nil, err
	}
	g := &Graph{}
	id := make(map[[2]int]int32, n*n)
	keep := within(d - 1)
	for r := range n {
		for c := range n {
			if keep(r, c) {
				id[[2]int{r, c}] = g.addVertex(triPoint(r, c))
			}
		}
	}
	for r := range n {
		for c := range n {
			v, ok := id[[2]int{r, c}]
			if !ok {
				continue
			}
			if right, ok := id[[2]int{r, c + 1}]; ok {
				g.addEdge(v, right)
			}
			for _, up := range [2][2]int{{r + 1, c}, {r + 1, c + 1}} {
				if w, ok := id[up]; ok && r < d-1 {
					g.addEdge(v, w)
				} else if ok {
					g.addEdge(w, v)
				}
			}
		}
	}
	g.makeFaces(false)
	g.renumber()
	return g.check()
}
