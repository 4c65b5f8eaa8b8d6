package draw

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/astragal/astragal/engine/board"
)

// walls blackens the cells that hold nothing.
func (p *picture) walls() {
	if p.o.Style != Cells || outside(p.t, p.o.Walls) {
		return
	}
	for _, c := range p.o.Walls {
		p.put(`<path d="%s" class="wall"/>`, p.outline(c))
	}
}

// wallBeside is the wall whose middle lies one cell from that of another, to the left or above.
func (p *picture) wallBeside(x, y, dx, dy float64) (wx, wy float64, ok bool) {
	for _, c := range p.o.Walls {
		wx, wy = p.at(p.t.Point(board.Cell, c))
		if math.Hypot(wx-x-dx*p.gap, wy-y-dy*p.gap) < 0.1*p.gap {
			return wx, wy, true
		}
	}
	return 0, 0, false
}

// inWall writes the clue of a row into the upper right half of a wall, that of a column into
// the lower left, with a line between them.
func (p *picture) inWall(x, y float64, row bool, text string) {
	h := 0.5 * p.gap
	p.put(`<path d="M%.1f %.1fL%.1f %.1f" stroke="#b9ad9b" stroke-width="1"/><g fill="#fffdf6">`, x-h, y-h, x+h, y+h)
	side := 0.22 * p.gap
	if !row {
		side = -side
	}
	p.text(x+side, y-side, max(7, 0.3*p.gap), "clue count", text)
	p.put(`</g>`)
}

// cages draws dashed lines along the sides of cells that other cells of the set do not share.
func (p *picture) cages() {
	if p.o.Style != Cells {
		return
	}
	far, near := 0.43*p.gap, 0.5*p.gap
	for _, cage := range p.o.Cages {
		if outside(p.t, cage) {
			continue
		}
		type place struct{ x, y float64 }
		var at []place
		for _, c := range cage {
			x, y := p.at(p.t.Point(board.Cell, c))
			at = append(at, place{x, y})
		}
		in := func(x, y float64) bool {
			return slices.ContainsFunc(at, func(q place) bool { return math.Hypot(q.x-x, q.y-y) < 0.1*p.gap })
		}
		reach := func(joined bool) float64 {
			if joined {
				return near
			}
			return far
		}
		var b strings.Builder
		for _, q := range at {
			left, right := in(q.x-p.gap, q.y), in(q.x+p.gap, q.y)
			up, down := in(q.x, q.y-p.gap), in(q.x, q.y+p.gap)
			for _, side := range [2]struct {
				joined bool
				y      float64
			}{{up, q.y - far}, {down, q.y + far}} {
				if !side.joined {
					fmt.Fprintf(&b, "M%.1f %.1fH%.1f", q.x-reach(left), side.y, q.x+reach(right))
				}
			}
			for _, side := range [2]struct {
				joined bool
				x      float64
			}{{left, q.x - far}, {right, q.x + far}} {
				if !side.joined {
					fmt.Fprintf(&b, "M%.1f %.1fV%.1f", side.x, q.y-reach(up), q.y+reach(down))
				}
			}
		}
		p.put(`<path d="%s" class="cage"/>`, b.String())
	}
}
