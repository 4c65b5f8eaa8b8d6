package gateway

import (
	"fmt"
	"html/template"
	"math"
	"strings"

	"github.com/astragal/astragal/engine/distance"
)

// Sizes of the heat map, in its own units.
const (
	heatRow, heatTree, heatGap, heatLabel = 13.0, 170.0, 6.0, 300.0
)

// drawHeat draws the matrix of distances with its dendrogram and the names of the rulesets.
// The cells are a picture at the address given.
func drawHeat(f *Family, colours []string, picture string) template.HTML {
	order := f.Cluster.Leaves()
	n := float64(len(order))
	side := n * heatRow
	row := map[int]float64{}
	for y, i := range order {
		row[i] = (float64(y) + 0.5) * heatRow
	}
	left := heatTree + heatGap
	var b strings.Builder
	fmt.Fprintf(
		&b,
		`<svg class="heat" viewBox="0 0 %.0f %.0f" style="max-width:%.0fpx" role="group" aria-label="Distances of %d rulesets, dark for near, in the order of their clusters">`,
		left+side+heatLabel,
		side,
		1.15*(left+side+heatLabel),
		len(order),
	)
	drawDendrogram(&b, f.Cluster, row)
	fmt.Fprintf(
		&b,
		`<image href="%s" x="%.1f" y="0" width="%.1f" height="%.1f" preserveAspectRatio="none" style="image-rendering:pixelated"/>`,
		template.HTMLEscapeString(picture),
		left,
		side,
		side,
	)
	for _, i := range order {
		p := &f.Points[i]
		fmt.Fprintf(
			&b,
			`<a href="/rulesets/%s"><rect x="%.1f" y="%.1f" width="7" height="%.1f" fill="%s"/><text x="%.1f" y="%.1f">%s</text></a>`,
			p.Hash,
			left+side+2,
			row[i]-heatRow/2+1,
			heatRow-2,
			colours[i],
			left+side+13,
			row[i]+4,
			template.HTMLEscapeString(short(f.Matrix.Names[i], 44)),
		)
	}
	b.WriteString(`</svg>`)
	return template.HTML(b.String())
}

// drawDendrogram draws a tree of clusters from the left, with its leaves at the heights of their
// rows.
func drawDendrogram(b *strings.Builder, tree *distance.Phylogeny, row map[int]float64) {
	top := math.Max(tree.Height(), 1e-9)
	at := func(height float64) float64 { return heatTree * (1 - height/top) }
	var walk func(p *distance.Phylogeny) (x, y float64)
	walk = func(p *distance.Phylogeny) (x, y float64) {
		if p.Game >= 0 {
			return at(0), row[p.Game]
		}
		x = at(p.Height())
		low, high := math.Inf(1), math.Inf(-1)
		for _, c := range p.Children {
			cx, cy := walk(c)
			fmt.Fprintf(b, `<path d="M%.1f %.1fH%.1f"/>`, x, cy, cx)
			low, high = math.Min(low, cy), math.Max(high, cy)
		}
		fmt.Fprintf(b, `<path d="M%.1f %.1fV%.1f"/>`, x, low, high)
		return x, (low + high) / 2
	}
	walk(tree)
}

// short cuts a text after so many characters.
func short(s string, most int) string {
	r := []rune(s)
	if len(r) <= most {
		return s
	}
	return string(r[:most-1]) + "…"
}

// treeSize is the side of the picture of a joined tree, treeRim the room for names.
const treeSize, treeRim = 1100.0, 240.0

// drawTree draws the joined tree in a circle: rulesets lie around it in the order of the
// tree, and the way from the middle is the length of branches. Inner nodes show how many
// of a hundred resampled trees have the branch, from 50 on.
func drawTree(f *Family, colours []string) template.HTML {
	order := f.Joined.Leaves()
	angle := map[int]float64{}
	for k, i := range order {
		angle[i] = 2 * math.Pi * float64(k) / float64(len(order))
	}
	depth := map[*distance.Phylogeny]float64{}
	far := 0.0
	var measure func(p *distance.Phylogeny, from float64)
	measure = func(p *distance.Phylogeny, from float64) {
		depth[p] = from
		far = math.Max(far, from)
		for _, c := range p.Children {
			measure(c, from+c.Length)
		}
	}
	measure(f.Joined, 0)
	if far == 0 {
		return ""
	}
	const middle, radius = treeSize / 2, treeSize/2 - treeRim
	place := func(r, a float64) (x, y float64) { return middle + r*math.Cos(a), middle + r*math.Sin(a) }
	scale := func(d float64) float64 { return radius * d / far }
	var b strings.Builder
	fmt.Fprintf(
		&b,
		`<svg class="circle-tree" viewBox="0 0 %.0f %.0f" role="group" aria-label="Tree of %d rulesets by neighbour joining">`,
		treeSize,
		treeSize,
		len(order),
	)
	var walk func(p *distance.Phylogeny) (low, high float64)
	walk = func(p *distance.Phylogeny) (low, high float64) {
		if p.Game >= 0 {
			return angle[p.Game], angle[p.Game]
		}
		r := scale(depth[p])
		low, high = math.Inf(1), math.Inf(-1)
		for _, c := range p.Children {
			l, h := walk(c)
			a := (l + h) / 2
			x1, y1 := place(r, a)
			x2, y2 := place(scale(depth[c]), a)
			fmt.Fprintf(&b, `<path d="M%.1f %.1fL%.1f %.1f"/>`, x1, y1, x2, y2)
			low, high = math.Min(low, a), math.Max(high, a)
			if s := f.Support[c]; s >= 0.5 && c.Game < 0 {
				fmt.Fprintf(
					&b,
					`<circle cx="%.1f" cy="%.1f" r="%.1f"><title>%.0f of %d resampled trees have this branch</title></circle>`,
					x2,
					y2,
					1+4*s,
					float64(f.Runs)*s,
					f.Runs,
				)
			}
		}
		if r > 0 {
			x1, y1 := place(r, low)
			x2, y2 := place(r, high)
			large := 0
			if high-low > math.Pi {
				large = 1
			}
			fmt.Fprintf(&b, `<path d="M%.1f %.1fA%.1f %.1f 0 %d 1 %.1f %.1f"/>`, x1, y1, r, r, large, x2, y2)
		}
		return low, high
	}
	walk(f.Joined)
	depthOf := map[int]float64{}
	for p, d := range depth {
		if p.Game >= 0 {
			depthOf[p.Game] = d
		}
	}
	for _, i := range order {
		a := angle[i]
		x1, y1 := place(scale(depthOf[i]), a)
		rimName(&b, f, i, a, x1, y1, colours[i])
	}
	b.WriteString(`</svg>`)
	return template.HTML(b.String())
}
