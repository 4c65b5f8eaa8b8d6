package draw

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/astragal/astragal/engine/board"
)

// Track is a way over the board that pieces follow.
type Track struct {
	Owner int     // 0 for everybody
	Loop  bool    // the last site leads to the first
	Sites []int32 // of the board's default type; others are where the way leaves the board
}

// tracks draws the ways as broad translucent lines with a dot where they begin and
// an arrowhead where they end. Several run side by side.
func (p *picture) tracks() {
	for k, t := range p.o.Tracks {
		shift := (float64(k) - float64(len(p.o.Tracks)-1)/2) * 0.09 * p.gap
		c := trackColours[t.Owner%len(trackColours)]
		var path strings.Builder
		var first, last, before board.Point
		points, pen, previous := 0, "M", int32(-1)
		for _, s := range t.Sites {
			if s < 0 || int(s) >= p.t.NumSites() {
				pen = "M" // beside the board
				continue
			}
			x, y := p.at(p.t.Point(p.t.Default(), s))
			x, y = x+shift, y+shift
			before, last = last, board.Point{X: x, Y: y}
			if points == 0 {
				first = last
			}
			points++
			if pen == "L" && p.looped(previous, s) {
				pen = "M" // the loop shows the way
			}
			fmt.Fprintf(&path, "%s%.1f %.1f", pen, x, y)
			pen, previous = "L", s
		}
		if points == 0 {
			continue
		}
		if first := t.Sites[0]; t.Loop && pen == "L" && first >= 0 && int(first) < p.t.NumSites() &&
			!p.looped(previous, first) {
			x, y := p.at(p.t.Point(p.t.Default(), first))
			fmt.Fprintf(&path, "L%.1f %.1f", x+shift, y+shift)
		}
		p.put(`<path d="%s" fill="none" stroke="%s" stroke-opacity=".45" stroke-width="%.1f" stroke-linejoin="round" stroke-linecap="round"/>`, path.String(), c, 0.08*p.gap)
		p.put(`<circle cx="%.1f" cy="%.1f" r="%.1f" fill="%s" fill-opacity=".8"/>`, first.X, first.Y, 0.09*p.gap, c)
		if points > 1 && !t.Loop {
			p.arrowhead(before, last, c)
		}
	}
}

// looped reports whether a loop joins two sites.
func (p *picture) looped(a, b int32) bool {
	return slices.Contains(p.o.Loops, [2]int32{a, b}) || slices.Contains(p.o.Loops, [2]int32{b, a})
}

// arrowhead draws the end of an arrow that comes from a point.
func (p *picture) arrowhead(from, to board.Point, colour string) {
	d := board.Point{X: to.X - from.X, Y: to.Y - from.Y}
	length := max(1e-9, math.Hypot(d.X, d.Y))
	d.X, d.Y = d.X/length*0.14*p.gap, d.Y/length*0.14*p.gap
	p.put(`<path d="M%.1f %.1fL%.1f %.1fL%.1f %.1fZ" fill="%s" fill-opacity=".8"/>`,
		to.X+d.X, to.Y+d.Y, to.X-d.X-d.Y, to.Y-d.Y+d.X, to.X-d.X+d.Y, to.Y-d.Y-d.X, colour)
}

// trackColours by owner.
var trackColours = [...]string{"#5b4630", "#d98a1f", "#2b4f8f", "#b0342c", "#2d7d46", "#7d4fa0"}
