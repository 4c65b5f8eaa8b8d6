package draw

import (
	"math"

	"github.com/astragal/astragal/engine/board"
)

// room is how far around the sites of a window the board is drawn, in distances of sites.
const room = 2.2

// window is the area of the sites that are to be seen and of all pieces on sites of their
// type, with some room around them, as far as the board reaches.
func (p *picture) window(lo, hi board.Point, near float64) (from, to board.Point) {
	st := p.t.Default()
	from, to = board.Point{X: math.Inf(1), Y: math.Inf(1)}, board.Point{X: math.Inf(-1), Y: math.Inf(-1)}
	add := func(site int32) {
		if site < 0 || int(site) >= p.t.Num(st) {
			return
		}
		q := project(p.t.Point(st, site))
		from.X, from.Y = min(from.X, q.X-room*near), min(from.Y, q.Y-room*near)
		to.X, to.Y = max(to.X, q.X+room*near), max(to.Y, q.Y+room*near)
	}
	for _, s := range p.o.Window {
		add(s)
	}
	for _, x := range p.o.Pieces {
		if x.Type == st {
			add(x.Site)
		}
		for _, s := range x.Cells {
			add(s)
		}
	}
	if from.X > to.X {
		return lo, hi
	}
	return board.Point{X: max(lo.X, from.X), Y: max(lo.Y, from.Y)}, board.Point{X: min(hi.X, to.X), Y: min(hi.Y, to.Y)}
}

// shows reports whether an element of the board is in the picture.
func (p *picture) shows(st board.SiteType, i int32) bool {
	if !p.part {
		return true
	}
	q := project(p.t.Point(st, i))
	return q.X >= p.lo.X && q.X <= p.high.X && q.Y >= p.lo.Y && q.Y <= p.high.Y
}

// levels is on how many levels the points of a board lie above each other.
func levels(t *board.Topology) int {
	heights := map[float64]bool{}
	for v := range int32(t.Num(board.Vertex)) {
		heights[math.Round(t.Point(board.Vertex, v).Z*1000)] = true
	}
	return len(heights)
}
