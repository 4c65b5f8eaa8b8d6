package draw

import (
	"math"
	"strconv"
	"strings"
)

// face draws a piece that is known by what is written on it; false for one that is not.
func (p *picture) face(x, y float64, z Piece) bool {
	s := 0.72 * p.gap
	class := "face"
	if z.Kind == Covered {
		class = "back"
	}
	if z.Kind != Man {
		p.put(`<g class="%s">`, class)
		defer p.put(`</g>`)
	}
	switch z.Kind {
	case Die:
		p.box(x, y, s, s, "#fffdf8", "#6b5638")
		p.pips(x, y, s, z.Faces[0])
	case Domino:
		p.put(`<g transform="rotate(%d %.1f %.1f)">`, z.Turn, x, y)
		w, h := 0.5*p.gap, 0.92*p.gap
		p.box(x, y, w, h, "#fffdf8", "#4a4038")
		p.put(`<path d="M%.1f %.1fh%.1f" stroke="#4a4038"/>`, x-0.4*w, y, 0.8*w)
		p.pips(x, y-h/4, 0.85*h/2, z.Faces[0])
		p.pips(x, y+h/4, 0.85*h/2, z.Faces[1])
		p.put(`</g>`)
	case Card:
		p.card(x, y, z)
	case Number:
		ink := "#1d4f80"
		if z.Given {
			ink = "#33291d"
		}
		p.put(`<g fill="%s">`, ink)
		p.text(x, y, 0.55*p.gap, "count", strconv.Itoa(z.Faces[0]))
		p.put(`</g>`)
	case Candidates:
		p.candidates(x, y, z)
	case Covered:
		p.covered(x, y, z)
	case Wedge, Round, Octagon:
		p.inscribed(x, y, z, strings.TrimRight(z.Name, "0123456789"))
	default:
		return false
	}
	if z.Count > 1 {
		p.badge(x+0.3*p.gap, y+0.3*p.gap, z.Count)
	}
	return true
}

// box draws a rectangle around a point.
func (p *picture) box(x, y, w, h float64, fill, rim string) {
	p.put(`<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" rx="%.1f" fill="%s" stroke="%s" stroke-width="1.2"/>`,
		x-w/2, y-h/2, w, h, 0.14*w, fill, rim)
}

// pipPlaces are the places of the pips on a die of three by three, by value.
var pipPlaces = [...][][2]float64{
	{}, {{0, 0}}, {{-1, -1}, {1, 1}}, {{-1, -1}, {0, 0}, {1, 1}}, {{-1, -1}, {1, -1}, {-1, 1}, {1, 1}},
	{{-1, -1}, {1, -1}, {0, 0}, {-1, 1}, {1, 1}}, {{-1, -1}, {-1, 0}, {-1, 1}, {1, -1}, {1, 0}, {1, 1}},
}

// pips draws a value on a square: as pips up to six, as a number above.
func (p *picture) pips(x, y, size float64, value int) {
	if value < 0 || value >= len(pipPlaces) {
		p.put(`<g fill="#33291d">`)
		p.text(x, y, 0.6*size, "count", strconv.Itoa(value))
		p.put(`</g>`)
		return
	}
	for _, q := range pipPlaces[value] {
		p.put(`<circle cx="%.1f" cy="%.1f" r="%.1f" fill="#2f2b28"/>`, x+0.27*size*q[0], y+0.27*size*q[1], max(1, 0.095*size))
	}
}

// suits are the outlines of clubs, spades, diamonds and hearts in a square of 2, and
// their colours.
var suits = [...]struct{ path, fill string }{
	{"M0-.9a.42.42 0 0 1 .38.6a.42.42 0 1 1-.28.68L.25.9h-.5L-.1.38a.42.42 0 1 1-.28-.68A.42.42 0 0 1 0-.9Z", "#2f2b28"},
	{"M0-.9C.1-.55.8-.2.8.2A.4.4 0 0 1 .1.4L.25.9h-.5L-.1.4A.4.4 0 0 1-.8.2C-.8-.2-.1-.55 0-.9Z", "#2f2b28"},
	{"M0-.9L.65 0L0 .9L-.65 0Z", "#b3261e"},
	{"M0 .9C-.2.5-.85.1-.85-.35A.42.42 0 0 1 0-.5A.42.42 0 0 1 .85-.35C.85.1.2.5 0 .9Z", "#b3261e"},
}

// card draws a playing card of a suit, counted from 0 or from 1 as descriptions do.
func (p *picture) card(x, y float64, z Piece) {
	w, h := 0.66*p.gap, 0.94*p.gap
	p.box(x, y, w, h, "#fffdf8", "#7a6a55")
	suit := suits[((z.Faces[0]-1)%len(suits)+len(suits))%len(suits)]
	rank := strconv.Itoa(z.Faces[1])
	if court, ok := map[int]string{1: "A", 11: "J", 12: "Q", 13: "K"}[z.Faces[1]]; ok {
		rank = court
	}
	p.put(`<g fill="%s">`, suit.fill)
	p.text(x, y-0.22*h, 0.36*h, "count", rank)
	p.put(`<path transform="translate(%.1f %.1f) scale(%.2f)" d="%s"/></g>`, x, y+0.2*h, 0.22*h, suit.path)
}

// candidates draws small numbers, every value at a place of its own.
func (p *picture) candidates(x, y float64, z Piece) {
	n := z.Faces[1] - z.Faces[0] + 1
	columns := int(math.Ceil(math.Sqrt(float64(n))))
	rows := (n + columns - 1) / columns
	step := 0.84 * p.gap / float64(max(columns, 2))
	p.put(`<g class="candidates" fill="#5b4a33">`)
	for _, v := range z.Values {
		i := v - z.Faces[0]
		p.text(x+(float64(i%columns)-float64(columns-1)/2)*step, y+(float64(i/columns)-float64(rows-1)/2)*step, 0.72*step,
			"candidate", strconv.Itoa(v))
	}
	p.put(`</g>`)
}

// back draws the back of a card or a tile.
func (p *picture) back(x, y float64, z Piece) {
	w, h := 0.66*p.gap, 0.94*p.gap
	fill, rim := "#7d3f3a", "#4d2320"
	if z.Back == Domino {
		w, h, fill, rim = 0.5*p.gap, 0.92*p.gap, "#5b5148", "#332c26"
	}
	p.box(x, y, w, h, fill, rim)
	p.put(`<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" rx="2" fill="none" stroke="#f6efe2" stroke-opacity=".7"/>`,
		x-0.38*w, y-0.41*h, 0.76*w, 0.82*h)
	p.put(`<path d="M%.1f %.1fl%.1f %.1fl%.1f %.1fl%.1f %.1fz" fill="#f6efe2" fill-opacity=".55"/>`, x, y-0.28*h, 0.24*w,
		0.28*h, -0.24*w, 0.28*h, -0.24*w, -0.28*h)
}

// covered draws the back of what is hidden.
func (p *picture) covered(x, y float64, z Piece) {
	if z.Back == Card || z.Back == Domino {
		p.back(x, y, z)
		return
	}
	c := p.coloursOf(z.Owner)
	s := 0.7 * p.gap
	p.box(x, y, s, s, "#7c6f8e", c[1])
	p.put(`<path d="M%.1f %.1fl%.1f %.1fl%.1f %.1fl%.1f %.1fz" fill="none" stroke="#d9d0e6" stroke-width="1.2"/>`,
		x, y-0.32*s, 0.32*s, 0.32*s, -0.32*s, 0.32*s, -0.32*s, -0.32*s)
	p.put(`<g fill="#fffdf8">`)
	p.text(x, y, 0.36*s, "count", "?")
	p.put(`</g>`)
}
