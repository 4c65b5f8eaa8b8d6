package draw

import (
	"fmt"
	"html"
	"image/color"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/astragal/astragal/engine/board"
)

// ownerColours are the fill, rim and ink of the pieces by owner; the first is
// for nobody's pieces, and they repeat from the second on.
var ownerColours = [...][3]string{
	{"#9a9a94", "#5e5e5a", "#ffffff"},
	{"#fbf7ee", "#6a5d4b", "#33291d"},
	{"#2f2b28", "#0e0c0b", "#f6efe2"},
	{"#c0392b", "#7b1f16", "#ffffff"},
	{"#2d6ca8", "#173f66", "#ffffff"},
	{"#3b8f4b", "#1e5429", "#ffffff"},
	{"#d9a520", "#8a6710", "#33291d"},
	{"#7d4fa0", "#482b5f", "#ffffff"},
	{"#d9772b", "#884410", "#ffffff"},
}

// coloursOf are the fill, rim and ink of an owner's pieces.
func (p *picture) coloursOf(owner int) [3]string {
	if c, ok := p.o.Colours[owner]; ok {
		rim := color.NRGBA{c.R / 2, c.G / 2, c.B / 2, 255}
		ink := "#33291d"
		if brightness(c) < bright {
			ink = "#ffffff"
		}
		return [3]string{hex(c), hex(rim), ink}
	}
	if owner <= 0 {
		return ownerColours[0]
	}
	return ownerColours[1+(owner-1)%(len(ownerColours)-1)]
}

// brightness is how bright a colour is, of 2550; what is bright has dark writing on it.
func brightness(c color.NRGBA) int { return int(c.R)*3 + int(c.G)*6 + int(c.B) }

const bright = 1400

func hex(c color.NRGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

// plain are the names of pieces that look like what they are drawn as.
var plain = map[string]bool{"Disc": true, "Ball": true, "Marker": true, "Counter": true, "Seed": true, "Stone": true,
	"Disk": true, "Circle": true, "Coin": true, "Red": true, "Nut": true, "Bean": true,
	"Dot": true, "Man": true, "Peg": true, "Piece": true, "Token": true, "Bone": true, "Pouli": true, "Calculus": true,
	"Mark": true, "White": true,
	"Black": true, "Light": true, "Dark": true, "Half": true, "Runner": true}

// gradients are the fills that need definitions.
const gradients = `<defs>` +
	`<radialGradient id="astragal-pit" cx="50%" cy="40%" r="65%"><stop offset="0" stop-color="#5a3a1e"/><stop offset=".75" stop-color="#7c532c"/><stop offset="1" stop-color="#a97845"/></radialGradient>` +
	`<linearGradient id="astragal-plank" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#c08f57"/><stop offset="1" stop-color="#a37443"/></linearGradient>` +
	`</defs>
`

// position draws all pieces on the board.
func (p *picture) position() {
	height, whole := map[[2]int32]int{}, map[[2]int32]int{}
	for _, x := range p.o.Pieces {
		whole[[2]int32{int32(x.Type), x.Site}]++
	}
	for _, x := range p.o.Pieces {
		place := [2]int32{int32(x.Type), x.Site}
		level := height[place]
		height[place]++
		px, py := p.at(p.t.Point(x.Type, x.Site))
		switch {
		case x.Type == board.Edge && p.o.Style != Stations:
			p.claim(x)
		case p.o.Style == Pits && x.Type == board.Vertex:
			p.seeds(px, py, x)
		case p.o.Style == Points && x.Type == p.t.Default():
			p.row(px, py, x, level, whole[place])
		case p.large(x):
		default:
			// High stacks are pressed together, and numbered.
			n := whole[place]
			const most = 5
			py -= 0.12 * p.gap * float64(level) * min(1, most/float64(n))
			p.piece(px, py, x)
			if n > most && level == n-1 {
				p.badge(px+0.3*p.gap, py+0.3*p.gap, n)
			}
		}
	}
}

// claim draws a piece on an edge: the edge itself, thick.
func (p *picture) claim(x Piece) {
	c := p.coloursOf(x.Owner)
	p.put(`<path d="%s" fill="none" stroke="%s" stroke-width="%.1f" stroke-linecap="round"/>`, p.edge(x.Site), c[1],
		0.16*p.gap)
	p.put(`<path d="%s" fill="none" stroke="%s" stroke-width="%.1f" stroke-linecap="round"/>`, p.edge(x.Site), c[0],
		0.1*p.gap)
}

// piece draws one piece around a point.
func (p *picture) piece(x, y float64, z Piece) {
	if p.face(x, y, z) {
		return
	}
	name := strings.TrimRight(z.Name, "0123456789")
	c := p.coloursOf(z.Owner)
	r := 0.36 * p.gap
	if look, rest, ok := shapeOf(name); ok {
		look.draw(p, x, y, r, c)
		if rest != "" {
			p.beside(x-0.8*r, y+0.8*r, short(rest))
		}
	} else {
		p.disc(x, y, r, c)
		if plain[name] || z.Plain {
			p.put(`<circle cx="%.1f" cy="%.1f" r="%.1f" fill="none" stroke="%s" stroke-opacity=".35" stroke-width="1"/>`, x, y,
				0.72*r, c[1])
		} else {
			p.put(`<g fill="%s">`, c[2])
			p.text(x, y, 0.95*r, "count", lettered(name))
			p.put(`</g>`)
		}
	}
	if z.Count > 1 {
		p.badge(x+0.8*r, y+0.8*r, z.Count)
	}
}

// badge draws a number beside a piece.
func (p *picture) badge(x, y float64, n int) { p.beside(x, y, strconv.Itoa(n)) }

// beside draws a short text beside a piece.
func (p *picture) beside(x, y float64, text string) {
	size := max(8, 0.24*p.gap)
	p.put(`<circle cx="%.1f" cy="%.1f" r="%.1f" fill="#fffdf8" stroke="#7a6a55"/>`, x, y, 0.75*size)
	p.text(x, y, size, "count", text)
}

// short is the number that a part of a name ends with, else its initials.
func short(name string) string {
	if word := strings.TrimRight(name, "0123456789"); word != name {
		return name[len(word):]
	}
	return initials(name)
}

// figuresInWords are names of pieces that are numbers.
var figuresInWords = [...]string{"Zero", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"}

// lettered is what is written on a piece of a name: its initials, or the number that it is.
func lettered(name string) string {
	if n := slices.Index(figuresInWords[:], name); n >= 0 {
		return strconv.Itoa(n)
	}
	return initials(name)
}

// initials abbreviates a name: its capitals, or its first two letters.
func initials(name string) string {
	var caps []rune
	for _, r := range name {
		if r >= 'A' && r <= 'Z' {
			caps = append(caps, r)
		}
	}
	runes := []rune(name)
	switch {
	case len(caps) > 1:
		return string(caps[:2])
	case len(runes) > 2:
		return string(runes[:2])
	}
	return name
}

// seeds draws the contents of a pit: seeds in a sunflower pattern as long as
// they can be counted, and the number.
func (p *picture) seeds(x, y float64, z Piece) {
	n := max(z.Count, 1)
	r := 0.07 * p.gap
	p.put(`<g class="seeds" data-site="%d" data-count="%d">`, z.Site, n)
	for i := range min(n, 16) {
		theta := 2.39996 * float64(i)
		d := 0.075 * p.gap * math.Sqrt(float64(i)) * 1.05
		p.put(`<circle cx="%.1f" cy="%.1f" r="%.1f" fill="#e9dcc0" stroke="#6b5638" stroke-width=".8"/>`, x+d*math.Cos(theta),
			y+d*math.Sin(theta), r)
	}
	p.put(`<g fill="#fff4dc">`)
	p.text(x, y-0.3*p.gap, max(8, 0.22*p.gap), "count", strconv.Itoa(n))
	p.put(`</g></g>`)
}

// hands draws the containers beside the board, one below the other, long ones in several
// rows. What is held is large enough to be read whatever the size of the board's sites.
func (p *picture) hands() {
	const label, most = 104, 44
	for _, h := range p.o.Hands {
		size := max(h.Size, 1)
		room := max(p.w, p.o.Width) - label - 16
		pitch := max(min(p.gap, most), min(most, room/float64(min(size, 13))))
		columns := max(1, min(size, int((room-0.3*pitch)/pitch)))
		rows := (size + columns - 1) / columns
		width := float64(columns)*pitch + 0.3*pitch
		top := p.h + 0.15*pitch
		p.w = max(p.w, width+label+16)
		p.put(`<g fill="#5b4630"><text x="8" y="%.1f" font-size="13" style="text-anchor:start">%s</text></g>`, top+0.7*pitch,
			html.EscapeString(h.Name))
		p.put(`<rect x="%d" y="%.1f" width="%.1f" height="%.1f" rx="6" class="hand"/>`, label, top, width,
			(float64(rows)+0.1)*pitch)
		board := p.gap
		p.gap = pitch
		at := func(i int) (x, y float64) {
			return label + 0.65*pitch + float64(i%columns)*pitch, top + 0.55*pitch + float64(i/columns)*pitch
		}
		for i := range size {
			x, y := at(i)
			p.held = append(p.held, heldSite{int32(h.First + i), x, y, pitch})
		}
		for _, z := range h.Pieces {
			if z.Site >= 0 && int(z.Site) < size {
				x, y := at(int(z.Site))
				p.piece(x, y, z)
			}
		}
		p.gap = board
		p.h = top + (float64(rows)+0.3)*pitch
	}
}
