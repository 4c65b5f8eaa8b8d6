package draw

import "github.com/astragal/astragal/engine/board"

// stations draws a race: a hole for every point, or for a board that is played on its
// lines a stick for every line.
func (p *picture) stations() {
	p.wood()
	if p.t.Default() == board.Edge {
		p.sticks("line", 0.34*p.gap)
		p.sticks("stick", 0.26*p.gap)
		return
	}
	p.lines("line", p.lineWidth())
	p.drawLoops()
	for v := range int32(p.t.Num(board.Vertex)) {
		x, y := p.at(p.t.Point(board.Vertex, v))
		p.put(`<circle cx="%.1f" cy="%.1f" r="%.1f" class="stone" stroke-width="%.1f"/>`, x, y, max(2, 0.3*p.gap),
			max(1, 0.04*p.gap))
	}
}

// sticks draws the lines of the board with gaps between them.
func (p *picture) sticks(class string, width float64) {
	p.put(`<g class="%s" stroke-width="%.1f">`, class, width)
	for e := range int32(p.t.Num(board.Edge)) {
		a, b, _ := p.t.Graph().EdgeEnds(e)
		x1, y1 := p.at(p.t.Point(board.Vertex, a))
		x2, y2 := p.at(p.t.Point(board.Vertex, b))
		dx, dy := 0.26*(x2-x1), 0.26*(y2-y1)
		p.put(`<path d="M%.1f %.1fL%.1f %.1f"/>`, x1+dx, y1+dy, x2-dx, y2-dy)
	}
	p.put(`</g>`)
}

// Layout is what tradition draws on the grid of a game besides, or instead of, its lines.
type Layout uint8

// The layouts.
const (
	Bare    Layout = iota
	Palaces        // crossed squares in the middle of the first and last three rows, as of janggi
	River          // palaces, and a river between the middle rows, as of xiangqi
)

// riverRows is from how many rows on a board has room for a river.
const riverRows = 8

// omits reports whether a line is not drawn as it would cross the river.
func (p *picture) omits(a, b int32) bool {
	if p.o.Layout != River {
		return false
	}
	rows, columns := p.t.Rows(board.Vertex).Len(), p.t.Columns(board.Vertex).Len()
	if rows < riverRows || rows%2 != 0 {
		return false
	}
	low, high := p.t.Row(board.Vertex, a), p.t.Row(board.Vertex, b)
	if low > high {
		low, high = high, low
	}
	column := int(p.t.Column(board.Vertex, a))
	return int(low) == rows/2-1 && int(high) == rows/2 && column > 0 && column < columns-1
}

// layout draws the palaces.
func (p *picture) layout() {
	rows, columns := p.t.Rows(board.Vertex).Len(), p.t.Columns(board.Vertex).Len()
	if p.o.Layout == Bare || rows < 6 || columns < 5 || columns%2 == 0 || rows*columns != p.t.Num(board.Vertex) {
		return
	}
	at := map[[2]int]int32{}
	for v := range int32(p.t.Num(board.Vertex)) {
		at[[2]int{int(p.t.Column(board.Vertex, v)), int(p.t.Row(board.Vertex, v))}] = v
	}
	middle := columns / 2
	for _, low := range [2]int{0, rows - 3} {
		for _, d := range [2]int{-1, 1} {
			x1, y1 := p.at(p.t.Point(board.Vertex, at[[2]int{middle - d, low}]))
			x2, y2 := p.at(p.t.Point(board.Vertex, at[[2]int{middle + d, low + 2}]))
			p.put(`<path d="M%.1f %.1fL%.1f %.1f" class="line" stroke-width="%.1f"/>`, x1, y1, x2, y2, p.lineWidth())
		}
	}
}
