package board

import (
	"fmt"
)

// NewWedge makes a triangle of rows of vertices hanging from an apex.
func NewWedge(rows, cols int) (*Graph, error) {
	if err := sized("wedge", 2, rows, cols); err != nil {
		return nil, err
	}
	k := float64(rows - 1)
	g := &Graph{}
	g.addVertex(Point{X: k, Y: k})
	for r := 1; r < rows; r++ {
		left, right := k-float64(r), k+float64(r)
		for c := range cols {
			t := float64(c) / float64(cols-1)
			g.addVertex(Point{X: left + float64(t*(right-left)), Y: k - float64(r)})
		}
	}
	for c := range cols {
		g.addEdge(0, int32(1+c))
	}
	for r := 1; r < rows; r++ {
		first := int32(1 + (r-1)*cols)
		for c := range int32(cols - 1) {
			g.addEdge(first+c, first+c+1)
		}
		if r < rows-1 {
			for c := range int32(cols) {
				g.addEdge(first+c, first+c+int32(cols))
			}
		}
	}
	g.setBasis(basisNone, basisNone)
	return g.check()
}

// NewRepeat repeats polygons on a lattice given by the steps from column to
// column and from row to row.
func NewRepeat(rows, cols int, colStep, rowStep Point, polys []*Poly) (*Graph, error) {
	if err := sized("repeat", 0, rows, cols); err != nil {
		return nil, err
	}
	corners := 1
	for _, p := range polys {
		corners += len(p.points)
	}
	if rows*cols*corners > 1<<14 {
		return nil, fmt.Errorf("repeat: %d by %d polygons of %d corners together are too many", rows, cols, corners)
	}
	g := &Graph{}
	for r := range rows {
		for c := range cols {
			d := Point{X: float64(float64(c)*colStep.X) + float64(float64(r)*rowStep.X),
				Y: float64(float64(c)*colStep.Y) + float64(float64(r)*rowStep.Y)}
			for _, p := range polys {
				for i, q := range p.points {
					a := g.vertexAt(plus(q, d))
					b := g.vertexAt(plus(p.points[(i+1)%len(p.points)], d))
					if a != b {
						g.edgeBetween(a, b)
					}
				}
			}
		}
	}
	g.makeFaces(false)
	g.renumber()
	return g.check()
}

// NewGraph makes a graph of vertices and of edges between their numbers.
func NewGraph(vertices []Point, edges [][2]int) (*Graph, error) {
	g := &Graph{}
	for _, p := range vertices {
		g.addVertex(p)
	}
	for i, e := range edges {
		if !g.hasVertex(e[0]) || !g.hasVertex(e[1]) || e[0] == e[1] {
			return nil, fmt.Errorf("graph: edge %d joins vertices %d and %d, of %d vertices", i, e[0], e[1], len(vertices))
		}
		g.edgeBetween(int32(e[0]), int32(e[1]))
	}
	return g.rebuilt(true).check()
}

// NewBrick makes a wall of bricks, each as long as two half bricks.
func NewBrick(shape BrickShape, a, b int, trim bool) (*Graph, error) {
	if b == 0 {
		b = a
		if shape == BrickLimping {
			b = a + 1
		}
	}
	if err := sized("brick", 0, 2*a, 2*b); err != nil {
		return nil, err
	}
	if a*b > 1<<12 {
		return nil, fmt.Errorf("brick: a wall of %d by %d is too large", a, b)
	}
	w := wall{&Graph{}}
	switch shape {
	case BrickDiamond:
		w.diamond(a, 0, trim)
	case BrickPrism:
		w.diamond(a, b, trim)
	case BrickSpiral:
		w.spiral(a)
	default:
		for r := range a {
			for c := r % 2; c < 2*b+1; c += 2 {
				switch {
				case trim && c == 0:
					w.half(r, 1)
				case trim && c >= 2*b:
					w.half(r, c)
				default:
					w.brick(r, c)
				}
			}
		}
	}
	w.g.renumber()
	w.g.setBasis(basisBrick, basisBrick)
	return w.g.check()
}

// BrickShape is the outline of a wall.
type BrickShape uint8

// The outlines of walls.
const (
	BrickSquare BrickShape = iota
	BrickRectangle
	BrickDiamond
	BrickPrism
	BrickSpiral
	BrickLimping
)

// ParseBrickShape returns the outline of that name.
func ParseBrickShape(name string) (BrickShape, bool) {
	for i, n := range [...]string{"Square", "Rectangle", "Diamond", "Prism", "Spiral", "Limping"} {
		if n == name {
			return BrickShape(i), true
		}
	}
	return 0, false
}

// wall lays bricks.
type wall struct{ g *Graph }

// lay adds a face with these corners, given as column and row.
func (w wall) lay(corners ...[2]int) {
	verts := make([]int32, len(corners))
	for i, c := range corners {
		verts[i] = w.g.vertexAt(Point{X: float64(c[0]), Y: float64(c[1])})
	}
	for i, v := range verts {
		w.g.edgeBetween(v, verts[(i+1)%len(verts)])
	}
	w.g.addFace(verts)
}

func (w wall) brick(r, c int) {
	w.lay([2]int{c, r}, [2]int{c, r + 1}, [2]int{c + 1, r + 1}, [2]int{c + 2, r + 1}, [2]int{c + 2, r}, [2]int{c + 1, r})
}

func (w wall) half(r, c int) {
	w.lay([2]int{c, r}, [2]int{c, r + 1}, [2]int{c + 1, r + 1}, [2]int{c + 1, r})
}

func (w wall) vertical(r, c int) {
	w.lay([2]int{c, r}, [2]int{c, r + 1}, [2]int{c, r + 2}, [2]int{c + 1, r + 2}, [2]int{c + 1, r + 1}, [2]int{c + 1, r})
}

// diamond lays a diamond, or a prism when m is not 0.
func (w wall) diamond(a, m int, trim bool) {
	for r := 0; r < 2*a+2*m; r++ {
		for c := (r + 1) % 2; c < 2*a; c += 2 {
			switch {
			case r+c < a-1 || c-r >= a || r+c >= 3*a-1 || r-c > a:
			case trim && c == 0:
				w.half(r, 1)
			case trim && c >= 2*a-1:
				w.half(r, c)
			default:
				w.brick(r, c)
			}
		}
	}
}

// spiral lays rings of upright and lying bricks around half a brick.
func (w wall) spiral(n int) {
	if n > 0 {
		w.half(n-1, n-1)
	}
	for k := 1; k < n; k++ {
		for j := 0; j < 2*k; j += 2 {
			w.vertical(n-k+j, n-k-1)
			w.brick(n+k-1, n-k+j)
			w.vertical(n-k-1+j, n+k-1)
			w.brick(n-k-1, n-k-1+j)
		}
	}
}
