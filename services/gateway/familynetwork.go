package gateway

import (
	"fmt"
	"html/template"
	"math"
	"strings"
	"unicode/utf8"

	"github.com/astragal/astragal/engine/distance"
)

// drawNetwork draws the split network, with the names of the rulesets around it in the
// order of its circle.
func drawNetwork(f *Family, colours []string) template.HTML {
	p, circle := f.Plan, f.Network.Circle
	low, high := [2]float64{math.Inf(1), math.Inf(1)}, [2]float64{math.Inf(-1), math.Inf(-1)}
	for _, at := range p.Nodes {
		for k, x := range at {
			low[k], high[k] = math.Min(low[k], x), math.Max(high[k], x)
		}
	}
	centre := [2]float64{(low[0] + high[0]) / 2, (low[1] + high[1]) / 2}
	far := 0.0
	for _, at := range p.Nodes {
		far = math.Max(far, math.Hypot(at[0]-centre[0], at[1]-centre[1]))
	}
	if far == 0 {
		return ""
	}
	const middle, radius = treeSize / 2, treeSize/2 - treeRim
	place := func(at [2]float64) (x, y float64) {
		return middle + radius*(at[0]-centre[0])/far, middle + radius*(at[1]-centre[1])/far
	}
	var b strings.Builder
	fmt.Fprintf(
		&b,
		`<svg class="circle-tree" viewBox="0 0 %.0f %.0f" role="group" aria-label="Split network of %d rulesets"><path d="`,
		treeSize,
		treeSize,
		len(circle),
	)
	for _, e := range p.Edges {
		x1, y1 := place(p.Nodes[e[0]])
		x2, y2 := place(p.Nodes[e[1]])
		fmt.Fprintf(&b, "M%.1f %.1fL%.1f %.1f", x1, y1, x2, y2)
	}
	b.WriteString(`"/>`)
	for k, i := range circle {
		x, y := place(p.Nodes[p.Games[i]])
		rimName(&b, f, i, 2*math.Pi*float64(k)/float64(len(circle)), x, y, colours[i])
	}
	b.WriteString(`</svg>`)
	return template.HTML(b.String())
}

// rimName writes the name of a ruleset at an angle of the rim, and a line to it from where
// the ruleset lies.
func rimName(b *strings.Builder, f *Family, i int, angle, x, y float64, colour string) {
	const middle, radius = treeSize / 2, treeSize/2 - treeRim
	sin, cos := math.Sincos(angle)
	at := func(r float64) (x, y float64) { return middle + r*cos, middle + r*sin }
	x2, y2 := at(radius + 6)
	x3, y3 := at(radius + 15)
	fmt.Fprintf(b, `<path class="lead" d="M%.1f %.1fL%.1f %.1f"/><circle cx="%.1f" cy="%.1f" r="4.5" style="fill:%s"/>`,
		x, y, x2, y2, x2, y2, colour)
	turn, anchor := angle*180/math.Pi, "start"
	if turn > 90 && turn < 270 {
		turn, anchor = turn+180, "end"
	}
	fmt.Fprintf(
		b,
		`<a href="/rulesets/%s"><text transform="translate(%.1f %.1f) rotate(%.1f)" text-anchor="%s" dy="4">%s</text></a>`,
		f.Points[i].Hash,
		x3,
		y3,
		turn,
		anchor,
		template.HTMLEscapeString(short(f.Matrix.Names[i], 34)),
	)
}

// mark is a ruleset in a picture of two dimensions.
type mark struct {
	at                 []float64
	name, href, colour string
}

// biplotConcepts is the number of concepts that a correspondence analysis shows.
const biplotConcepts = 14

// Sizes of a picture of places, in its own units; the height follows from what is shown.
const (
	placesWidth, placesRim   = 1000.0, 46.0
	placesLeast, placesMost  = 420.0, 760.0
	letterWidth, labelHeight = 6.0, 13.0
)

// box is where a label is.
type box struct{ x1, y1, x2, y2 float64 }

func (a box) meets(b box) bool { return a.x1 < b.x2 && b.x1 < a.x2 && a.y1 < b.y2 && b.y1 < a.y2 }

// drawPlaces draws rulesets, and concepts when there are any, with both axes on one scale.
// Names stand where there is room for them, those of concepts first; all others are titles.
func drawPlaces(marks []mark, concepts []distance.CorrespondingFeature, axes [2]string, label string) template.HTML {
	low, high := [2]float64{}, [2]float64{} // the middle belongs to the picture
	reach := func(at []float64) {
		for k := range low {
			low[k], high[k] = math.Min(low[k], at[k]), math.Max(high[k], at[k])
		}
	}
	for _, m := range marks {
		reach(m.at)
	}
	for _, c := range concepts {
		reach(c.Point)
	}
	wide, tall := math.Max(high[0]-low[0], 1e-9), math.Max(high[1]-low[1], 1e-9)
	unit := math.Min((placesWidth-2*placesRim)/wide, (placesMost-2*placesRim)/tall)
	height := math.Max(placesLeast, tall*unit+2*placesRim)
	place := func(at []float64) (x, y float64) {
		return placesWidth/2 + unit*(at[0]-(low[0]+high[0])/2), height/2 - unit*(at[1]-(low[1]+high[1])/2)
	}
	var b strings.Builder
	fmt.Fprintf(
		&b,
		`<svg class="places" viewBox="0 0 %.0f %.0f" role="group" aria-label="%s">`,
		placesWidth,
		height,
		label,
	)
	x0, y0 := place([]float64{0, 0})
	fmt.Fprintf(&b, `<path class="zero" d="M0 %.1fH%.0fM%.1f 0V%.1f"/>`, y0, placesWidth, x0, height)
	fmt.Fprintf(&b, `<text x="%.0f" y="%.0f" text-anchor="end">first axis, %s →</text>`, placesWidth-4, height-5,
		axes[0])
	fmt.Fprintf(&b, `<text x="4" y="13">↑ second axis, %s</text>`, axes[1])
	taken := []box{{placesWidth - 150, height - 20, placesWidth, height}, {0, 0, 150, 20}} // the names of the axes
	for _, m := range marks {
		x, y := place(m.at)
		fmt.Fprintf(&b, `<a href="%s"><circle cx="%.1f" cy="%.1f" r="4.5" fill="%s"><title>%s</title></circle></a>`,
			m.href, x, y, m.colour, template.HTMLEscapeString(m.name))
		taken = append(taken, box{x - 5, y - 5, x + 5, y + 5})
	}
	for i := range concepts {
		x, y := place(concepts[i].Point)
		taken = append(taken, box{x - 6, y - 6, x + 6, y + 6})
	}
	write := func(x, y float64, class, name, href string) {
		long := letterWidth * float64(utf8.RuneCountInString(name))
		for _, try := range [...]struct {
			dx, dy float64
			anchor string
		}{{8, 4, "start"}, {-8, 4, "end"}, {0, -9, "middle"}, {0, 17, "middle"}, {8, -8, "start"}, {8, 16, "start"},
			{-8, -8, "end"}, {-8, 16, "end"}} {
			left := x + try.dx
			switch try.anchor {
			case "end":
				left -= long
			case "middle":
				left -= long / 2
			}
			at := box{left, y + try.dy - labelHeight + 3, left + long, y + try.dy + 3}
			if at.x1 < 0 || at.x2 > placesWidth || at.y1 < 0 || at.y2 > height || meetsAny(at, taken) {
				continue
			}
			taken = append(taken, at)
			fmt.Fprintf(&b, `<a href="%s"><text class="%s" x="%.1f" y="%.1f" text-anchor="%s">%s</text></a>`,
				href, class, x+try.dx, y+try.dy, try.anchor, template.HTMLEscapeString(name))
			return
		}
	}
	for _, c := range concepts {
		x, y := place(c.Point)
		fmt.Fprintf(
			&b,
			`<path class="concept" d="M%.1f %.1fl5 9h-10z"><title>%s: %d rulesets, %.0f %% of the two axes</title></path>`,
			x,
			y-6,
			template.HTMLEscapeString(words(c.Name)),
			c.Games,
			100*c.Contribution,
		)
		write(x, y, "concept", words(c.Name), "/concept/"+c.Name)
	}
	for _, m := range marks {
		x, y := place(m.at)
		write(x, y, "", short(m.name, 28), m.href)
	}
	b.WriteString(`</svg>`)
	return template.HTML(b.String())
}

func meetsAny(a box, list []box) bool {
	for _, b := range list {
		if a.meets(b) {
			return true
		}
	}
	return false
}
