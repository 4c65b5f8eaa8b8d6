package draw

import (
	"html"

	"github.com/astragal/astragal/engine/board"
)

// MarkKind is what a mark says of a site.
type MarkKind uint8

// The kinds of marks. They differ in shape, not only in colour.
const (
	Left    MarkKind = iota // the last move began here: a dashed ring
	Reached                 // the last move ended here: a ring
	Taken                   // what stood here was captured: a cross
	Open                    // a legal move ends here: a dot
)

// Mark is a sign on a site of a position, above what stands there.
type Mark struct {
	Type board.SiteType
	Site int32
	Kind MarkKind
	Note string // shown by browsers on hovering
}

// marks draws the signs; those of sites that the board does not have are left out,
// as hands have sites, too.
func (p *picture) marks() {
	for _, m := range p.o.Marks {
		if m.Site < 0 || int(m.Site) >= p.t.Num(m.Type) {
			continue
		}
		x, y := p.at(p.t.Point(m.Type, m.Site))
		r := max(3, 0.42*p.gap)
		p.put(`<g><title>%s</title>`, html.EscapeString(m.Note))
		switch m.Kind {
		case Left:
			p.put(`<circle cx="%.1f" cy="%.1f" r="%.1f" fill="none" stroke="#1668b8" stroke-width="%.1f" stroke-dasharray="%.1f %.1f"/>`,
				x, y, r, max(1.5, 0.06*p.gap), 0.3*r, 0.25*r)
		case Reached:
			p.put(`<circle cx="%.1f" cy="%.1f" r="%.1f" fill="none" stroke="#1668b8" stroke-width="%.1f"/>`, x, y, r,
				max(2, 0.08*p.gap))
		case Taken:
			d := 0.6 * r
			p.put(`<path d="M%.1f %.1fl%.1f %.1fm0 %.1fl%.1f %.1f" stroke="#c4281d" stroke-width="%.1f" stroke-linecap="round"/>`,
				x-d, y-d, 2*d, 2*d, -2*d, -2*d, 2*d, max(2, 0.08*p.gap))
		case Open:
			p.put(`<circle cx="%.1f" cy="%.1f" r="%.1f" fill="#2f8f4e" fill-opacity=".75" stroke="#fff" stroke-width="1"/>`, x,
				y, max(2, 0.13*p.gap))
		}
		p.put(`</g>`)
	}
}
