package draw

import (
	"math"

	"github.com/astragal/astragal/engine/board"
)

// loop is a line that leaves the board at one point and comes back at another, in
// an arc around the corner between them.
type loop struct {
	from, to, corner board.Point
	radius           float64
}

// findLoops finds the corners for the pairs of sites. A pair without a corner as
// far from one as from the other has no loop.
func findLoops(t *board.Topology, pairs [][2]int32) []loop {
	st := t.Default()
	var loops []loop
	for _, x := range pairs {
		l := loop{from: t.Point(st, x[0]), to: t.Point(st, x[1]), radius: math.Inf(1)}
		for _, c := range t.Set(st, board.Corners) {
			at := t.Point(st, c)
			a, b := math.Hypot(l.from.X-at.X, l.from.Y-at.Y), math.Hypot(l.to.X-at.X, l.to.Y-at.Y)
			if math.Abs(a-b) < 0.01*a && a < l.radius {
				l.corner, l.radius = at, a
			}
		}
		if !math.IsInf(l.radius, 1) {
			loops = append(loops, l)
		}
	}
	return loops
}

// drawLoops draws the loops like the lines of the board.
func (p *picture) drawLoops() {
	for _, l := range p.loops {
		x1, y1 := p.at(l.from)
		x2, y2 := p.at(l.to)
		cx, cy := p.at(l.corner)
		sweep := 1
		if (x1-cx)*(y2-cy)-(y1-cy)*(x2-cx) > 0 {
			sweep = 0
		}
		r := l.radius * p.scale
		p.put(`<path d="M%.1f %.1fA%.1f %.1f 0 1 %d %.1f %.1f" class="line" stroke-width="%.1f"/>`, x1, y1, r, r, sweep, x2,
			y2, p.lineWidth())
	}
}

// lineWidth is the width of the lines of a grid.
func (p *picture) lineWidth() float64 { return max(1, 0.035*p.gap, 0.0025*max(p.w, p.h)) }
