package gateway

import (
	"fmt"
	"html/template"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/astragal/astragal/engine/metric"
)

// maxBars is the number of bars of a histogram.
const maxBars = 60

// barsOf counts playouts in bars of step values from low to high, with every bin's
// playouts spread evenly over its width.
func barsOf(bins []metric.Bin, low, high, step int) []float64 {
	bars := make([]float64, (high-low)/step+1)
	for _, b := range bins {
		share := float64(b.Count) / float64(b.High-b.Low+1)
		for v := b.Low; v <= b.High; v++ {
			bars[(v-low)/step] += share
		}
	}
	return bars
}

// distribution is what a picture of one needs.
type distribution struct {
	id, what string // what is counted, such as plies
	bins     []metric.Bin
	steps    int             // of a unit
	mean     metric.Estimate // marked with its interval; without playouts, not
	// small pictures stand several in a row: their units are about as large as pixels there, too,
	// so that numbers stay readable.
	small bool
}

// histogram draws the lengths of playouts.
func histogram(s *metric.Summary) template.HTML {
	return distribution{"histogram", "plies", s.Length, 1, s.Metrics["DurationMoves"], false}.draw()
}

// Distribution is a metric with a picture of its values over playouts.
type Distribution struct {
	Name    string
	Picture template.HTML
}

// spreadsOf draws the distributions besides the length, by name.
func spreadsOf(s *metric.Summary) []Distribution {
	var list []Distribution
	for _, name := range slices.Sorted(maps.Keys(s.Spreads)) {
		x := s.Spreads[name]
		d := distribution{"spread-" + name, words(name), x.Bins, x.Steps, s.Metrics[name], true}
		list = append(list, Distribution{name, d.draw()})
	}
	return list
}

// draw draws a distribution as SVG: bars of equal steps, and below them the mean with its
// 95 % interval.
func (d distribution) draw() template.HTML {
	if len(d.bins) == 0 {
		return ""
	}
	low, high := d.bins[0].Low, d.bins[len(d.bins)-1].High
	width, height, most, labels, class := 640.0, 200.0, maxBars, 6, "hist"
	if d.small {
		width, height, most, labels, class = 320, 150, maxBars/2, 4, "hist small"
	}
	bottom := height - 38
	step := max(1, (high-low+most)/most)
	bars := barsOf(d.bins, low, high, step)
	top := 0.0
	for _, n := range bars {
		top = max(top, n)
	}
	w := width / float64(len(bars))
	value := func(v int) string {
		return strconv.FormatFloat(float64(v)/float64(d.steps), 'f', -1, 64)
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="%s" id="%s" viewBox="0 0 %g %g" role="img" aria-label="%s">`, class, d.id, width, height,
		template.HTMLEscapeString(fmt.Sprintf("Histogram of %s from %s to %s%s", d.what, value(low), value(high), d.says())))
	fmt.Fprintf(&b, `<line x1="0" y1="%g" x2="%g" y2="%g"/>`, bottom, width, bottom)
	for i, n := range bars {
		h := n / top * (bottom - 10)
		from, to := low+i*step, min(high, low+(i+1)*step-1)
		label := value(from)
		if to > from {
			label += " to " + value(to)
		}
		fmt.Fprintf(&b, `<rect x="%.2f" y="%.2f" width="%.2f" height="%.2f"><title>%s %s: %s playouts</title></rect>`,
			float64(i)*w+0.08*w, bottom-h, 0.84*w, h, label, template.HTMLEscapeString(d.what),
			formatCount(int64(math.Round(n))))
	}
	if d.mean.N > 0 {
		at := func(v float64) float64 {
			return min(max(((v*float64(d.steps)-float64(low))/float64(step)+0.5/float64(step))*w, 2), width-2)
		}
		fmt.Fprintf(&b, `<g class="mean"><title>mean %s, 95 %% interval %s to %s</title>`, formatNumber(d.mean.Mean),
			formatNumber(d.mean.Low), formatNumber(d.mean.High))
		fmt.Fprintf(&b, `<line x1="%.1f" x2="%.1f" y1="%g" y2="%g"/><circle cx="%.1f" cy="%g" r="4"/></g>`, at(d.mean.Low),
			at(d.mean.High), bottom+7, bottom+7, at(d.mean.Mean), bottom+7)
	}
	labels = min(labels, len(bars)) // under the bars that they name
	for i := range labels {
		bar := 0
		if labels > 1 {
			bar = i * (len(bars) - 1) / (labels - 1)
		}
		fmt.Fprintf(&b, `<text x="%.1f" y="%g" text-anchor="middle">%s</text>`,
			min(max((float64(bar)+0.5)*w, 14), width-14), height-10, value(low+bar*step))
	}
	b.WriteString(`</svg>`)
	return template.HTML(b.String())
}

// says is the mean in words, "" for none.
func (d distribution) says() string {
	if d.mean.N == 0 {
		return ""
	}
	return fmt.Sprintf("; mean %s, 95 %% interval %s to %s", formatNumber(d.mean.Mean), formatNumber(d.mean.Low),
		formatNumber(d.mean.High))
}

// seats draws the share of wins of every player, and of draws, with their 95 % intervals
// on a common axis from 0 to 1; the line is where all players would be equal.
func seats(s *metric.Summary) template.HTML {
	if len(s.Wins) < 2 || s.Playouts == 0 {
		return ""
	}
	const width, row, left, right = 640.0, 24.0, 64.0, 18.0
	height := row*float64(len(s.Wins)+1) + 26
	at := func(v float64) float64 { return left + v*(width-left-right) }
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="hist seats" viewBox="0 0 %g %g" role="img" aria-label="Share of wins by player, and of draws, with 95 %% intervals">`, width, height)
	equal := (1 - s.Draws.Mean) / float64(len(s.Wins))
	fmt.Fprintf(&b, `<line x1="%.1f" x2="%.1f" y1="4" y2="%g" stroke-dasharray="3 4"><title>equal shares</title></line>`,
		at(equal), at(equal), height-24)
	for i, e := range append(slices.Clone(s.Wins), s.Draws) {
		y, name, colour := row*float64(i)+row/2+4, "draws", "#5f6670"
		if i < len(s.Wins) {
			name, colour = fmt.Sprintf("player %d", i+1), string(playerColours[i%len(playerColours)])
		}
		fmt.Fprintf(&b, `<g class="seat"><title>%s: %s, 95 %% interval %s to %s</title><text x="0" y="%.1f">%s</text>`, name,
			formatPercent(e.Mean), formatPercent(e.Low), formatPercent(e.High), y+4, name)
		fmt.Fprintf(&b, `<line x1="%.1f" x2="%.1f" y1="%.1f" y2="%.1f"/><circle cx="%.1f" cy="%.1f" r="6" fill="%s"/></g>`,
			at(e.Low), at(e.High), y, y, at(e.Mean), y, colour)
	}
	for _, v := range []float64{0, 0.25, 0.5, 0.75, 1} {
		fmt.Fprintf(&b, `<text x="%.1f" y="%g" text-anchor="middle">%g %%</text>`, at(v), height-6, 100*v)
	}
	b.WriteString(`</svg>`)
	return template.HTML(b.String())
}
