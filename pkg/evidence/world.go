package evidence

import (
	"fmt"
	"html"
	"math"
	"strings"
)

// Mark is a place on a map of the world.
type Mark struct {
	Latitude, Longitude float64 // degrees north and east
	Title, Link         string  // a Link is an address, "" for none
	Label               string  // a letter or two inside
	Colour              string  // "" for the accent of the page
	Radius              float64 // in units of the map, of which the equator has 1,000
	// Vague marks stand for all of a region, and are drawn as a ring.
	Vague bool
	// Fill is how much of a ring is filled, from 0 to 1: a share.
	Fill float64
	// Beside shifts the mark from its place, in units of the map, to the right and down.
	Beside [2]float64
}

// Line joins two places, of degrees north and east.
type Line struct {
	From, To [2]float64
	Colour   string
	Width    float64
}

// World draws marks and lines on a map of the world, as SVG for an HTML page; the label says
// to those who cannot see it what it shows.
func World(label string, marks []Mark, lines []Line) string {
	var b strings.Builder
	for _, l := range lines {
		fmt.Fprintf(&b, `<path class="way" d="%s" style="stroke:%s;stroke-width:%.1f"/>`,
			way(l.From, l.To), html.EscapeString(l.Colour), l.Width)
	}
	for i := range marks {
		marks[i].draw(&b)
	}
	return world(label, b.String())
}

// way is the shortest way between two places as the data of an SVG path: the great circle, by
// points that lie a twelfth of it apart. One that crosses the 180th meridian leaves the map there
// and comes in again at the other side.
func way(from, to [2]float64) string {
	const pieces = 12
	var b strings.Builder
	point := func(command string, p [2]float64) {
		x, y := project(p[0], p[1])
		fmt.Fprintf(&b, "%s%.1f %.1f", command, x, y)
	}
	point("M", from)
	last := from
	for i := 1; i <= pieces; i++ {
		next := to
		if t := float64(i) / pieces; i < pieces {
			middle, ok := Middle([][2]float64{from, to}, arcWeights(from, to, t))
			if !ok {
				continue // opposite places: every way is as short
			}
			next = middle
		}
		if math.Abs(last[1]-next[1]) > 180 {
			edge := math.Copysign(180, last[1]) // where the line leaves
			left, right := edge-last[1], next[1]+edge
			lat := last[0]
			if left+right != 0 {
				lat += (next[0] - last[0]) * left / (left + right)
			}
			point("L", [2]float64{lat, edge})
			point("M", [2]float64{lat, -edge})
		}
		point("L", next)
		last = next
	}
	return b.String()
}

// arcWeights are the weights of two places whose mean, as vectors, lies so far along the great
// circle from the first to the second, from 0 to 1.
func arcWeights(from, to [2]float64, t float64) []float64 {
	angle := greatCircle(from[0], from[1], to[0], to[1]) / earthRadius
	if angle < 1e-9 {
		return []float64{1 - t, t}
	}
	return []float64{math.Sin((1 - t) * angle), math.Sin(t * angle)}
}

func (m *Mark) draw(b *strings.Builder) {
	x, y := project(m.Latitude, m.Longitude)
	x, y = x+m.Beside[0], y+m.Beside[1]
	if m.Link != "" {
		fmt.Fprintf(b, `<a href="%s">`, html.EscapeString(m.Link))
	}
	class, colour := "spot", ""
	if m.Vague {
		class = "ring"
	}
	if m.Colour != "" {
		colour = ` style="--mark:` + html.EscapeString(m.Colour) + `"`
	}
	fmt.Fprintf(b, `<g class="%s"%s><title>%s</title><circle cx="%.1f" cy="%.1f" r="%.1f"/>`,
		class, colour, html.EscapeString(m.Title), x, y, m.Radius)
	if m.Fill > 0 { // the area, not the radius, is the share
		fmt.Fprintf(b, `<circle class="part" cx="%.1f" cy="%.1f" r="%.1f"/>`, x, y, m.Radius*math.Sqrt(math.Min(m.Fill, 1)))
	}
	if m.Label != "" {
		fmt.Fprintf(b, `<text x="%.1f" y="%.1f" text-anchor="middle">%s</text>`, x, y+3.2, html.EscapeString(m.Label))
	}
	b.WriteString("</g>")
	if m.Link != "" {
		b.WriteString("</a>")
	}
}

// world is the map of the world with something drawn on it.
func world(label, body string) string {
	_, top := project(north, 0)
	_, bottom := project(south, 0)
	return fmt.Sprintf(`<svg class="world" viewBox="0 %.1f %.0f %.1f" role="group" aria-label="%s"><path class="land" d="%s"/>%s</svg>`,
		top, mapWidth, bottom-top, html.EscapeString(label), landPath(), body)
}

// Middle is the place in the middle of several, of degrees north and east, each with its
// weight: the direction of the sum of their directions from the middle of the Earth. It is false
// where they balance, as two poles do.
func Middle(places [][2]float64, weights []float64) (at [2]float64, ok bool) {
	var x, y, z float64
	for i, p := range places {
		lat, long := p[0]*math.Pi/180, p[1]*math.Pi/180
		x += weights[i] * math.Cos(lat) * math.Cos(long)
		y += weights[i] * math.Cos(lat) * math.Sin(long)
		z += weights[i] * math.Sin(lat)
	}
	if math.Sqrt(x*x+y*y+z*z) < 1e-9 {
		return at, false
	}
	return [2]float64{math.Atan2(z, math.Hypot(x, y)) * 180 / math.Pi, math.Atan2(y, x) * 180 / math.Pi}, true
}
