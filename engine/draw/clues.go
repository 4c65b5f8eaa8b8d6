package draw

import (
	"slices"

	"github.com/astragal/astragal/engine/board"
)

// Clue is what a puzzle tells of sites of the board's default type: written between two
// of them, in the corner of a single one, beside a row and above a column of several, so
// that those of a row and of a column that begin at the same place have room for both.
type Clue struct {
	Sites   []int32
	Text    string
	Between bool // a sign that holds from the first site to the second
}

// clues writes them.
func (p *picture) clues() {
	st := p.t.Default()
	for _, c := range p.o.Clues {
		if len(c.Sites) == 0 || outside(p.t, c.Sites) {
			continue
		}
		x, y := p.at(p.t.Point(st, c.Sites[0]))
		ex, ey := p.at(p.t.Point(st, c.Sites[len(c.Sites)-1]))
		size := max(7, 0.28*p.gap)
		switch {
		case c.Between:
			mx, my := (x+ex)/2, (y+ey)/2
			turn := 0
			switch {
			case ey > y+1e-6 && abs(ex-x) < 1e-6:
				turn = 90
			case ey < y-1e-6 && abs(ex-x) < 1e-6:
				turn = -90
			case ex < x:
				turn = 180
			}
			p.put(`<circle cx="%.1f" cy="%.1f" r="%.1f" fill="#fffdf8"/><g transform="rotate(%d %.1f %.1f)" fill="#7b1f16">`, mx,
				my, 0.6*size, turn, mx, my)
			p.text(mx, my, size, "clue count", c.Text)
		case len(c.Sites) == 1 || p.caged(c.Sites):
			x, y = p.corner(c.Sites)
			p.put(`<g fill="#7b1f16">`)
			p.text(x-0.36*p.gap, y-0.34*p.gap, 0.7*size, "clue count", c.Text)
		case abs(ey-y) < 1e-6: // a row
			if wx, wy, ok := p.wallBeside(min(x, ex), y, -1, 0); ok {
				p.inWall(wx, wy, true, c.Text)
				continue
			}
			p.put(`<g fill="#7b1f16">`)
			p.text(min(x, ex)-0.5*p.gap-0.75*size, y-0.2*p.gap, size, "clue count", c.Text)
		case abs(ex-x) < 1e-6: // a column
			if wx, wy, ok := p.wallBeside(x, min(y, ey), 0, -1); ok {
				p.inWall(wx, wy, false, c.Text)
				continue
			}
			p.put(`<g fill="#7b1f16">`)
			p.text(x-0.2*p.gap, min(y, ey)-0.5*p.gap-0.7*size, size, "clue count", c.Text)
		default:
			p.put(`<g fill="#7b1f16">`)
			p.text(x-0.36*p.gap, y-0.34*p.gap, 0.7*size, "clue count", c.Text)
		}
		p.put(`</g>`)
	}
}

// caged reports whether sites are those of a cage.
func (p *picture) caged(sites []int32) bool {
	return slices.ContainsFunc(p.o.Cages, func(cage []int32) bool { return slices.Equal(cage, sites) })
}

// corner is the place of the leftmost of the uppermost sites.
func (p *picture) corner(sites []int32) (x, y float64) {
	for i, s := range sites {
		if u, v := p.at(p.t.Point(p.t.Default(), s)); i == 0 || v < y-1e-6 || v < y+1e-6 && u < x {
			x, y = u, v
		}
	}
	return x, y
}

// outside reports whether a board lacks some sites.
func outside(t *board.Topology, sites []int32) bool {
	for _, s := range sites {
		if s < 0 || int(s) >= t.NumSites() {
			return true
		}
	}
	return false
}

func abs(x float64) float64 { return max(x, -x) }
