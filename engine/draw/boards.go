package draw

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/astragal/astragal/engine/board"
)

// phaseColours fill the cells by the colouring of the board.
var phaseColours = [...]string{"#c99a63", "#f0d9b0", "#dfbb86", "#b7834d", "#e8cfa5", "#a8743f"}

func quantile(d []float64, q float64) float64 {
	slices.Sort(d)
	return d[int(q*float64(len(d)-1))]
}

// board draws the empty board.
func (p *picture) board() {
	switch p.o.Style {
	case Cells:
		p.cells()
	case Grid:
		p.wood()
		p.lines("line", p.lineWidth())
		p.drawLoops()
		p.layout()
		p.points(max(0.055*p.gap, 0.004*max(p.w, p.h)))
	case Paper:
		p.lines("thin", max(1, 0.05*p.gap))
		p.points(0.09 * p.gap)
	case Pits:
		p.pits()
	case Points:
		p.tables()
	case Stations:
		p.stations()
	case Fields:
		p.lines("line", 2) // of a graph, they are what the puzzle is about
		for v := range int32(p.t.Num(board.Vertex)) {
			x, y := p.at(p.t.Point(board.Vertex, v))
			p.box(x, y, 0.66*p.gap, 0.66*p.gap, "#fffdf6", "#7d6748")
		}
	}
}

// wood draws the plank below a grid.
func (p *picture) wood() {
	inset := 0.1 * p.margin
	p.put(`<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" rx="%.1f" class="wood"/>`, inset, inset, p.w-2*inset,
		p.h-2*inset, 0.2*p.gap)
}

// cells draws every cell as a filled outline. Cells around others, such as
// rings, are drawn first.
func (p *picture) cells() {
	if p.t.Num(board.Cell) == 0 {
		p.wood()
		p.lines("line", 2)
		return
	}
	order := p.order()
	plain := true // no colouring: neighbours in the order take turns
	for _, c := range order {
		plain = plain && p.t.Phase(board.Cell, c) == p.t.Phase(board.Cell, order[0])
	}
	for i, c := range order {
		if !p.shows(board.Cell, c) {
			continue
		}
		if p.part {
			p.put(`<path d="%s" class="mat"/>`, p.outline(c))
			continue
		}
		phase := max(0, int(p.t.Phase(board.Cell, c))) % len(phaseColours)
		if plain {
			phase = i % 2
		}
		fill := phaseColours[phase]
		if given, ok := p.o.Phases[phase]; ok {
			fill = hex(given)
		}
		p.put(`<path d="%s" fill="%s" class="cell"/>`, p.outline(c), fill)
	}
}

// order are the cells in the order in which they are drawn.
func (p *picture) order() []int32 {
	order := make([]int32, p.t.Num(board.Cell))
	area := make([]float64, len(order))
	for i := range order {
		order[i] = int32(i)
		area[i] = p.area(int32(i))
	}
	slices.SortStableFunc(order, func(a, b int32) int {
		za, zb := p.t.Point(board.Cell, a).Z, p.t.Point(board.Cell, b).Z
		switch {
		case za != zb:
			return cmp(za, zb)
		case area[a] > 2*area[b] || area[b] > 2*area[a]:
			return cmp(area[b], area[a])
		}
		return int(a - b)
	})
	return order
}

func cmp(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// area is the area of a cell's polygon.
func (p *picture) area(c int32) float64 {
	verts := p.t.Incident(board.Cell, c, board.Vertex)
	sum := 0.0
	for i, v := range verts {
		a, b := p.t.Point(board.Vertex, v), p.t.Point(board.Vertex, verts[(i+1)%len(verts)])
		sum += a.X*b.Y - a.Y*b.X
	}
	return math.Abs(sum) / 2
}

// outline is the path around a cell, with its curved edges.
func (p *picture) outline(c int32) string {
	if p.strip.columns > 0 {
		return p.square(c)
	}
	verts, edges := p.t.Incident(board.Cell, c, board.Vertex), p.t.Incident(board.Cell, c, board.Edge)
	var b strings.Builder
	x, y := p.at(p.t.Point(board.Vertex, verts[0]))
	fmt.Fprintf(&b, "M%.1f %.1f", x, y)
	for i, v := range verts {
		b.WriteString(p.segment(edges[i], v, verts[(i+1)%len(verts)]))
	}
	return b.String() + "Z"
}

// segment is the path along an edge from one end to the other: a straight
// line, an arc about the pivot, or a curve with the given tangents.
func (p *picture) segment(e, from, to int32) string {
	g := p.t.Graph()
	a, _, curved := g.EdgeEnds(e)
	q, r := p.t.Point(board.Vertex, from), p.t.Point(board.Vertex, to)
	x, y := p.at(r)
	if !curved {
		return fmt.Sprintf("L%.1f %.1f", x, y)
	}
	if ta, tb, ok := g.Tangents(e); ok {
		if from != a {
			ta, tb = tb, ta
		}
		x1, y1 := p.at(board.Point{X: q.X + ta.X, Y: q.Y + ta.Y, Z: q.Z})
		x2, y2 := p.at(board.Point{X: r.X + tb.X, Y: r.Y + tb.Y, Z: r.Z})
		return fmt.Sprintf("C%.1f %.1f %.1f %.1f %.1f %.1f", x1, y1, x2, y2, x, y)
	}
	centre, turns := board.Point{}, false
	if pivot := g.Pivot(from); pivot >= 0 && p.round(pivot, q, r) {
		centre, turns = p.t.Point(board.Vertex, pivot), true
	}
	ra, rb := math.Hypot(q.X-centre.X, q.Y-centre.Y), math.Hypot(r.X-centre.X, r.Y-centre.Y)
	turn := (q.X-centre.X)*(r.Y-centre.Y) - (q.Y-centre.Y)*(r.X-centre.X)
	if min(ra, rb) < 1e-6 {
		return fmt.Sprintf("L%.1f %.1f", x, y)
	}
	if !turns && (math.Abs(ra-rb) > 0.02*max(ra, rb) || !p.centred) {
		return p.bulge(q, r)
	}
	sweep := 0
	if turn < 0 {
		sweep = 1
	}
	radius := (ra + rb) / 2 * p.scale
	return fmt.Sprintf("A%.1f %.1f 0 0 %d %.1f %.1f", radius, radius, sweep, x, y)
}

// bulge is a curve between two points of which nothing is known but that it is
// curved: an arc away from the middle of the picture.
func (p *picture) bulge(q, r board.Point) string {
	x1, y1 := p.at(q)
	x2, y2 := p.at(r)
	sweep := 0
	if (x1-p.w/2)*(y2-p.h/2)-(y1-p.h/2)*(x2-p.w/2) > 0 {
		sweep = 1
	}
	radius := 0.8 * math.Hypot(x2-x1, y2-y1)
	return fmt.Sprintf("A%.1f %.1f 0 0 %d %.1f %.1f", radius, radius, sweep, x2, y2)
}

// round reports whether two points lie on about one circle around a pivot.
func (p *picture) round(pivot int32, q, r board.Point) bool {
	c := p.t.Point(board.Vertex, pivot)
	a, b := math.Hypot(q.X-c.X, q.Y-c.Y), math.Hypot(r.X-c.X, r.Y-c.Y)
	return math.Abs(a-b) < 0.3*max(a, b)
}

// lines draws all edges.
func (p *picture) lines(class string, width float64) {
	p.put(`<g class="%s" stroke-width="%.1f">`, class, width)
	for e := range int32(p.t.Num(board.Edge)) {
		a, b, _ := p.t.Graph().EdgeEnds(e)
		switch {
		case p.omits(a, b) || !p.shows(board.Edge, e):
		case p.levels > 1 && p.t.Point(board.Vertex, a).Z != p.t.Point(board.Vertex, b).Z:
			// What carries a level is no line on it.
		case p.levels > 1 && p.t.Point(board.Vertex, a).Z > 0:
			p.put(`<path d="%s" opacity=".25"/>`, p.edge(e))
		default:
			p.put(`<path d="%s"/>`, p.edge(e))
		}
	}
	p.put(`</g>`)
}

// edge is the path along an edge.
func (p *picture) edge(e int32) string {
	a, b, _ := p.t.Graph().EdgeEnds(e)
	x, y := p.at(p.t.Point(board.Vertex, a))
	return fmt.Sprintf("M%.1f %.1f", x, y) + p.segment(e, a, b)
}

// points draws all vertices.
func (p *picture) points(r float64) {
	for v := range int32(p.t.Num(board.Vertex)) {
		if p.shows(board.Vertex, v) {
			x, y := p.at(p.t.Point(board.Vertex, v))
			p.put(`<circle cx="%.1f" cy="%.1f" r="%.1f" class="dot"/>`, x, y, max(1, r))
		}
	}
}

// pits draws a mancala board: a pit for every vertex, a long one for a store,
// which is a vertex between rows at either end.
func (p *picture) pits() {
	inset := 0.08 * p.margin
	p.put(`<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" rx="%.1f" fill="url(#astragal-plank)" stroke="#5d3d20" stroke-width="2"/>`,
		inset, inset, p.w-2*inset, p.h-2*inset, 0.45*p.gap)
	for v := range int32(p.t.Num(board.Vertex)) {
		x, y := p.at(p.t.Point(board.Vertex, v))
		ry := 0.4 * p.gap
		if p.store(v) {
			ry = p.storeHeight()
		}
		p.put(`<ellipse cx="%.1f" cy="%.1f" rx="%.1f" ry="%.1f" fill="url(#astragal-pit)"/>`, x, y, 0.4*p.gap, ry)
	}
}

// storeHeight is half the height of a store.
func (p *picture) storeHeight() float64 {
	return max(0.4*p.gap, 0.4*p.height*p.scale+0.2*p.gap)
}

// store reports whether a vertex is a store: alone in its column at the left or
// right end of a board of several rows.
func (p *picture) store(v int32) bool {
	column := p.t.Columns(board.Vertex).Row(p.t.Column(board.Vertex, v))
	last := int32(p.t.Columns(board.Vertex).Len() - 1)
	c := p.t.Column(board.Vertex, v)
	return p.t.Rows(board.Vertex).Len() > 1 && len(column) == 1 && (c == 0 || c == last)
}

// captions writes labels and numbers at the sites.
func (p *picture) captions() {
	st := p.t.Default()
	for i := range int32(p.t.NumSites()) {
		if !p.shows(st, i) {
			continue
		}
		x, y := p.at(p.t.Point(st, i))
		if p.o.Labels {
			// Beside and below a piece, of which it would cover the lower edge; cells of other forms have no room
			// there.
			dx, dy := -0.31, 0.42
			if st == board.Cell && len(p.t.Graph().CellVertices(i)) != 4 {
				dx, dy = 0, 0.43
			}
			p.text(x+dx*p.gap, y+dy*p.gap, max(7, 0.16*p.gap), "label", p.t.Label(st, i))
		}
		if p.o.Sites {
			p.text(x-0.26*p.gap, y-0.3*p.gap, max(7, 0.19*p.gap), "site", fmt.Sprint(i))
		}
	}
}
