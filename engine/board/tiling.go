package board

import (
	"fmt"
	"math"
)

// tiling describes a semi-regular tiling: reference points, the offsets of
// vertices around each, and which (row,col) a board of one dimension has.
type tiling struct {
	at      func(row, col int) Point
	offsets []Point
	hexagon bool // one dimension d: rows and columns below 2d−1, |row−col| ≤ d−1
}

// ring returns 12 points on a circle, from 15° on.
func ring(radius float64) []Point {
	out := make([]Point, 12)
	for k := range out {
		theta := math.Pi / 12 * float64(1+2*k)
		out[k] = Point{X: radius * cos(theta), Y: radius * sin(theta)}
	}
	return out
}

// slanted returns the reference points of rows that shift by half a column.
func slanted(dx, dy float64) func(row, col int) Point {
	return func(row, col int) Point {
		return Point{X: dx * (float64(col) - float64(row)/2), Y: dy * float64(row)}
	}
}

// upright returns the reference points of a lattice with a point at the bottom.
func upright(dx, dy float64) func(row, col int) Point {
	return func(row, col int) Point {
		return Point{X: dx * float64(col-row), Y: dy * float64(row+col)}
	}
}

// scaled multiplies offsets given in units of (ux,uy).
func scaled(ux, uy float64, offsets ...Point) []Point {
	for i, p := range offsets {
		offsets[i] = Point{X: p.X * ux, Y: p.Y * uy}
	}
	return offsets
}

var (
	h3         = sqrt3 / 2
	v488       = 1 + math.Sqrt2
	hexFlat    = []Point{{X: -.5, Y: h3}, {X: .5, Y: h3}, {X: 1}, {X: .5, Y: -h3}, {X: -.5, Y: -h3}, {X: -1}}
	dodecagon  = ring(1 / math.Sqrt(2-sqrt3))
	rosette    = append(append([]Point(nil), hexFlat...), ring((1+sqrt3/2)/cos(math.Pi/12))...)
	side3464   = 1 + sqrt3
	step333344 = Point{X: 1, Y: 1 + sqrt3/2}
)

// tilings are the tilings by name.
var tilings = map[string]tiling{
	"T31212": {slanted(3.7320508, 3.7320508*h3), dodecagon, true},
	"T4612":  {slanted(4.7320508, 4.7320508*h3), dodecagon, true},
	"T3464": {func(row, col int) Point {
		return Point{X: (3 + sqrt3) / 2 * float64(col-row), Y: (1 + sqrt3) * float64(row+col) / 2}
	}, rosette, true},
	"T488": {func(row, col int) Point { return Point{X: v488 * float64(col), Y: v488 * float64(row)} },
		[]Point{{X: .5, Y: v488 / 2}, {X: v488 / 2, Y: .5}, {X: v488 / 2, Y: -.5}, {X: .5, Y: -v488 / 2},
			{X: -.5, Y: -v488 / 2}, {X: -v488 / 2, Y: -.5}, {X: -v488 / 2, Y: .5}, {X: -.5, Y: v488 / 2}}, false},
	"T33434": {upright(side3464/2, side3464/2), offsets33434(), false},
	"T33336": {func(row, col int) Point {
		return Point{X: 2.5*float64(col) - 2*float64(row), Y: sqrt3*float64(row) + sqrt3/2*float64(col)}
	}, scaled(.5, h3, Point{X: -1, Y: 1}, Point{X: 1, Y: 1}, Point{X: 2}, Point{X: 1, Y: -1}, Point{X: -1, Y: -1},
		Point{X: -2},
		Point{X: -2, Y: 2}, Point{Y: 2}, Point{X: 2, Y: 2}, Point{X: 3, Y: 1}, Point{X: 4}, Point{X: 3, Y: -1},
		Point{X: 2, Y: -2}, Point{Y: -2}, Point{X: -2, Y: -2}, Point{X: -3, Y: -1}, Point{X: -4}, Point{X: -3, Y: 1}), true},
	"T33344": {func(row, col int) Point {
		return Point{X: float64(col) + float64(row)/2, Y: step333344.Y * float64(row)}
	}, []Point{{}, {X: 1}, {X: 1, Y: 1}, {Y: 1}}, false},
	"T3636": {func(row, col int) Point {
		return Point{X: 2 * (float64(col) - float64(row)/2), Y: sqrt3 * float64(row)}
	}, []Point{{X: 1}, {X: .5, Y: h3}, {X: -.5, Y: h3}, {X: -1}, {X: -.5, Y: -h3}, {X: .5, Y: -h3}}, true},
	"T333333_33434": {func(row, col int) Point {
		return Point{X: (1.5 + sqrt3) * float64(col-row), Y: (2 + sqrt3) * float64(row+col) / 2}
	}, rosette, true},
}

func offsets33434() []Point {
	const a = 0.5
	b := h3
	return []Point{{X: -a, Y: -a - b}, {X: a, Y: -a - b}, {X: -a - b, Y: -b}, {X: a + b, Y: -b}, {Y: -a}, {X: -2*a - b},
		{X: -b}, {X: b},
		{X: 2*a + b}, {Y: a}, {X: -a - b, Y: b}, {X: a + b, Y: b}, {X: -a, Y: a + b}, {X: a, Y: a + b}}
}

func findTiling(name string) (tiling, error) {
	t, ok := tilings[name]
	if !ok {
		return t, fmt.Errorf("%q is not a tiling", name)
	}
	return t, nil
}

// NewTiling makes a board of a semi-regular tiling, such as "T3464". The second
// dimension counts for T3464, T488, T33344 and T3636; 0 stands for none.
func NewTiling(name string, a, b int) (*Graph, error) {
	t, err := findTiling(name)
	if err != nil {
		return nil, err
	}
	first := b == 0
	if first {
		b = a
	}
	if err := sized("tiling", 1, a, b); err != nil {
		return nil, err
	}
	rows, cols, keep := a, b, everywhere
	switch {
	case name == "T3636" && !first:
		rows, cols = 2*a-1, 2*b-1
	case name == "T3464" && !first:
	case t.hexagon:
		rows, cols, keep = 2*a-1, 2*a-1, within((2*a-1)/2)
	case name == "T33434":
		cols = a
	}
	if err := sized("tiling", 1, rows, cols); err != nil {
		return nil, err
	}
	g := tile(rows, cols, t.at, t.offsets, keep)
	if name != "T488" {
		g.renumber()
	}
	g.setBasis(basisTiling, basisNone)
	return g.check()
}

// NewTilingPoly makes the part of a tiling inside a polygon, which is inflated.
// Some tilings ignore the polygon and have a fixed size instead.
func NewTilingPoly(name string, p *Poly) (*Graph, error) {
	t, err := findTiling(name)
	if err != nil {
		return nil, err
	}
	if err := drawable("tiling", p); err != nil {
		return nil, err
	}
	if name == "T33434" {
		g, err := NewTiling(name, 5, 0)
		if err != nil {
			return nil, err
		}
		return Keep(g, p)
	}
	return t.fill(name, p)
}

// NewTilingSides makes the tiling whose outline has these sides.
func NewTilingSides(name string, sides []int) (*Graph, error) {
	t, err := findTiling(name)
	if err != nil {
		return nil, err
	}
	if err := sidesInRange("tiling", sides); err != nil {
		return nil, err
	}
	switch name {
	case "T33434":
		return NewTiling(name, 3, 0)
	case "T488":
		return t.fill(name, walk4(sides, tiledSteps))
	}
	return t.fill(name, walk6(sides, t.slantedAt(name)))
}

// slantedAt returns the reference points of a tiling that fills a polygon.
func (t tiling) slantedAt(name string) func(row, col int) Point {
	if name == "T3464" {
		return slanted(side3464, (3+sqrt3)/2)
	}
	return t.at
}

// fill makes the tiles inside a polygon.
func (t tiling) fill(name string, p *Poly) (*Graph, error) {
	offsets := t.offsets
	switch name {
	case "T4612", "T31212", "T33336":
		return NewTiling(name, 3, 0)
	case "T333333_33434":
		return NewTiling(name, 2, 0)
	case "T3464":
		offsets = swapped(offsets)
	}
	if err := drawable("tiling", p); err != nil {
		return nil, err
	}
	basis := basisTiling
	margin := 2
	if name == "T3636" {
		basis = basisHex
	}
	g := fill(p, margin, t.slantedAt(name), offsets)
	g.renumber()
	g.setBasis(basis, basisNone)
	return g.check()
}
