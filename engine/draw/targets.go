package draw

import (
	"fmt"
	"html"
	"math"

	"github.com/astragal/astragal/engine/board"
)

// targets draws what can be clicked: cells by their outlines, points and the sites of
// hands by circles, edges by thick lines. What may be played on is on top of what may
// not, and small things on top of large ones.
func (p *picture) targets() {
	if !p.o.Targets {
		return
	}
	p.put(`<g class="targets" fill="none" pointer-events="all">`)
	if p.o.Style == Points {
		st := p.t.Default()
		for c := range int32(p.t.Num(st)) {
			x, y := p.at(p.t.Point(st, c))
			p.put(`<path d="%s" %s/>`, p.slot(st, c), p.site(st, c, x, y))
		}
	} else {
		p.elements()
	}
	gap := p.gap
	for _, h := range p.held {
		p.gap = h.size
		p.put(`<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" rx="4" %s/>`, h.x-h.size/2, h.y-h.size/2, h.size, h.size,
			p.site(board.Cell, h.site, h.x, h.y))
	}
	p.gap = gap
	p.put(`</g>`)
}

// elements draws the targets of cells, edges and vertices.
func (p *picture) elements() {
	if p.o.Style == Cells {
		for _, c := range p.order() {
			if p.shows(board.Cell, c) {
				x, y := p.at(p.t.Point(board.Cell, c))
				p.put(`<path d="%s" %s/>`, p.outline(c), p.site(board.Cell, c, x, y))
			}
		}
	} else if p.t.Default() == board.Cell {
		p.circles(board.Cell, 0.42*p.gap)
	}
	edges := int32(p.t.Num(board.Edge))
	if p.strip.columns > 0 {
		edges = 0 // between squares of different rows they would cross the board
	}
	for e := range edges {
		if !p.shows(board.Edge, e) {
			continue
		}
		a, b, _ := p.t.Graph().EdgeEnds(e)
		x1, y1 := p.at(p.t.Point(board.Vertex, a))
		x2, y2 := p.at(p.t.Point(board.Vertex, b))
		width := min(0.3*p.gap, 0.35*math.Hypot(x2-x1, y2-y1))
		p.put(`<path d="%s" stroke="transparent" stroke-width="%.1f" stroke-linecap="round" %s/>`, p.edge(e), width,
			p.site(board.Edge, e, (x1+x2)/2, (y1+y2)/2))
	}
	if p.o.Style == Cells || p.t.Default() == board.Edge {
		p.circles(board.Vertex, 0.16*p.gap)
	} else {
		p.circles(board.Vertex, 0.42*p.gap)
	}
}

// circles draws the targets of points of a type.
func (p *picture) circles(st board.SiteType, r float64) {
	for i := range int32(p.t.Num(st)) {
		if !p.shows(st, i) {
			continue
		}
		x, y := p.at(p.t.Point(st, i))
		ry := r
		if p.o.Style == Pits && st == board.Vertex && p.store(i) {
			ry = p.storeHeight()
		}
		p.put(`<ellipse cx="%.1f" cy="%.1f" rx="%.1f" ry="%.1f" %s/>`, x, y, r, ry, p.site(st, i, x, y))
	}
}

// site is what the target of a site says of it: also its middle, and for readers its name.
func (p *picture) site(st board.SiteType, site int32, x, y float64) string {
	label := fmt.Sprint(site)
	if int(site) < p.t.Num(st) {
		if l := p.t.Label(st, site); l != "" {
			label = l
		}
	}
	return fmt.Sprintf(`class="site-target" data-type="%v" data-site="%d" data-x="%.1f" data-y="%.1f" data-r="%.1f" data-label="%s"`,
		st, site, x, y, 0.4*p.gap, html.EscapeString(label))
}

// heldSite is a site of a hand in the picture.
type heldSite struct {
	site       int32
	x, y, size float64
}
