package draw

import (
	"fmt"
	"html"
	"math"

	"github.com/astragal/astragal/engine/board"
)

// Heat is a layer of values on a board: darker and wider is more. Colours run from
// a pale yellow to a dark red whose brightness falls steadily, so that they can be
// told apart in grey, too.
type Heat struct {
	Type  board.SiteType // of the sites
	Lines []HeatLine
	Sites []HeatSite
	// Low and High say what the ends of the scale mean; a scale is drawn when High
	// is not empty.
	Low, High string
}

// HeatLine is a value on the way from one site to another.
type HeatLine struct {
	A, B  int32
	Value float64 // 0 to 1; negative for not known
	Note  string  // shown by browsers on hovering
	Label string  // written in the middle; "" for none
}

// HeatSite is a value at a site.
type HeatSite struct {
	Site        int32
	Value       float64 // 0 to 1; negative for not known
	Note, Label string
}

// Shade returns the colour of a value from 0 to 1.
func Shade(value float64) string {
	stops := [...][3]float64{{255, 243, 190}, {253, 190, 100}, {240, 110, 60}, {190, 30, 45}, {95, 5, 40}}
	x := max(0, min(1, value)) * float64(len(stops)-1)
	i := min(int(x), len(stops)-2)
	f := x - float64(i)
	mix := func(k int) int { return int(math.Round(stops[i][k]*(1-f) + stops[i+1][k]*f)) }
	return fmt.Sprintf("#%02x%02x%02x", mix(0), mix(1), mix(2))
}

// heat draws the layer.
func (p *picture) heat() {
	h := p.o.Heat
	if h == nil {
		return
	}
	edges := map[[2]int32]int32{}
	if h.Type == board.Vertex {
		for e := range int32(p.t.Num(board.Edge)) {
			a, b, _ := p.t.Graph().EdgeEnds(e)
			edges[[2]int32{min(a, b), max(a, b)}] = e
		}
	}
	unit := max(2, 0.2*p.gap)
	for _, l := range h.Lines {
		path := ""
		if e, drawn := edges[[2]int32{min(l.A, l.B), max(l.A, l.B)}]; drawn {
			path = p.edge(e)
		} else {
			x1, y1 := p.at(p.t.Point(h.Type, l.A))
			x2, y2 := p.at(p.t.Point(h.Type, l.B))
			path = fmt.Sprintf("M%.1f %.1fL%.1f %.1f", x1, y1, x2, y2)
		}
		note := fmt.Sprintf("<title>%s</title>", html.EscapeString(l.Note))
		if l.Value < 0 {
			p.put(`<path d="%s" fill="none" stroke="#777" stroke-width="1.5" stroke-dasharray="3 4">%s</path>`, path, note)
			continue
		}
		// A dark rim below keeps pale lines visible on wood.
		width := unit * (0.35 + 0.65*l.Value)
		p.put(`<path d="%s" fill="none" stroke="#4a3524" stroke-width="%.1f" stroke-linecap="round"/>`, path, width+1.6)
		p.put(`<path d="%s" fill="none" stroke="%s" stroke-width="%.1f" stroke-linecap="round">%s</path>`, path,
			Shade(l.Value), width, note)
	}
	for _, s := range h.Sites {
		x, y := p.at(p.t.Point(h.Type, s.Site))
		fill, stroke := Shade(s.Value), "#4a3524"
		if s.Value < 0 {
			fill, stroke = "#fff", "#777"
		}
		p.put(`<circle cx="%.1f" cy="%.1f" r="%.1f" fill="%s" stroke="%s"><title>%s</title></circle>`,
			x, y, max(2, 0.22*p.gap), fill, stroke, html.EscapeString(s.Note))
	}
	size := max(7, min(14, 0.22*p.gap))
	for _, l := range h.Lines {
		x1, y1 := p.at(p.t.Point(h.Type, l.A))
		x2, y2 := p.at(p.t.Point(h.Type, l.B))
		p.tag((x1+x2)/2, (y1+y2)/2, size, l.Label)
	}
	for _, s := range h.Sites {
		x, y := p.at(p.t.Point(h.Type, s.Site))
		p.tag(x, y, size, s.Label)
	}
	if h.High != "" {
		p.scaleOf(h)
	}
}

// tag writes a label on a light ground.
func (p *picture) tag(x, y, size float64, label string) {
	if label == "" {
		return
	}
	w := size * (0.35 + 0.6*float64(len(label)))
	p.put(`<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" rx="2" fill="#fffdf6" stroke="#4a3524" stroke-width=".5"/>`,
		x-w/2, y-0.65*size, w, 1.3*size)
	p.put(`<text x="%.1f" y="%.1f" font-size="%.1f" fill="#222">%s</text>`, x, y+0.35*size, size,
		html.EscapeString(label))
}

// scaleOf draws the scale of colours below the board.
func (p *picture) scaleOf(h *Heat) {
	const parts, height, size = 24, 10.0, 12.0
	width, top := min(220, p.w-2*size), p.h+4
	left := (p.w - width) / 2
	for i := range parts {
		p.put(`<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill="%s"/>`,
			left+width*float64(i)/parts, top, width/parts+0.3, height, Shade((float64(i)+0.5)/parts))
	}
	p.put(`<text x="%.1f" y="%.1f" font-size="%.1f" style="text-anchor:start" fill="#333">%s</text>`, left,
		top+height+size, size, html.EscapeString(h.Low))
	p.put(`<text x="%.1f" y="%.1f" font-size="%.1f" style="text-anchor:end" fill="#333">%s</text>`, left+width,
		top+height+size, size, html.EscapeString(h.High))
	p.h += height + size + 10
}
