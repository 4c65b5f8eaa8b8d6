package gateway

import (
	"fmt"
	"html/template"
	"math"
	"strings"

	"github.com/astragal/astragal/engine/metric"
)

// spark is a small picture of a distribution.
type spark = template.HTML

// sparkAxis is the axis that all small pictures of a metric on a page share, in steps of its
// values: linear for shares, from 0 to 1, else logarithmic, so that short and long games can be
// compared at a glance.
type sparkAxis struct {
	Low, High, Steps int
	Linear           bool
}

// Sizes of small pictures: the bars, and the mean with its interval below them.
const sparkBins, sparkWidth, sparkHeight, sparkFoot = 28, 3, 20, 6

// axisOf spans all distributions of a metric.
func axisOf(d metric.Distributed, all map[string]metric.Spread) sparkAxis {
	a := sparkAxis{math.MaxInt, -1, d.Steps, shareSpreads[d.Metric]}
	for _, s := range all {
		for _, b := range s.Bins {
			a.Low, a.High = min(a.Low, b.Low), max(a.High, b.High)
		}
	}
	switch {
	case a.High < 0:
		return sparkAxis{}
	case a.Linear:
		a.Low, a.High = 0, d.Steps
	}
	a.High = max(a.High, 2*a.Low, a.Low+1)
	return a
}

// place is the position of a number of steps, from 0 to 1.
func (a sparkAxis) place(steps float64) float64 {
	low, high := float64(a.Low), float64(a.High)+1
	if !a.Linear {
		beside := 0.0
		if a.Low < 1 { // 0 has a place on the axis, too
			beside = 1 - low
		}
		low, high, steps = math.Log(low+beside), math.Log(high+beside), math.Log(max(steps, low)+beside)
	}
	return min(max((steps-low)/(high-low), 0), 1)
}

// value writes a number of steps in the unit of the metric.
func (a sparkAxis) value(steps int) string { return formatNumber(float64(steps) / float64(a.Steps)) }

// draw draws a distribution: bars of equal width on the common axis, the highest of full
// height, and below them the mean with its 95 % interval. Each bin's playouts are spread evenly
// over its width on that axis.
func (a sparkAxis) draw(bins []metric.Bin, unit string, mean metric.Estimate) spark {
	if len(bins) == 0 {
		return ""
	}
	var bars [sparkBins]float64
	for _, b := range bins {
		from, to := a.place(float64(b.Low))*sparkBins, a.place(float64(b.High)+1)*sparkBins
		for i := max(0, int(from)); i < sparkBins && float64(i) < to; i++ {
			overlap := min(to, float64(i+1)) - max(from, float64(i))
			bars[i] += float64(b.Count) * overlap / (to - from)
		}
	}
	top := 0.0
	for _, v := range bars {
		top = max(top, v)
	}
	var p strings.Builder
	was := 0
	fmt.Fprintf(&p, "M0 %d", sparkHeight)
	for i, v := range bars {
		h := int(math.Round(v / top * (sparkHeight - 1)))
		if v > 0 {
			h = max(h, 1)
		}
		if h != was {
			fmt.Fprintf(&p, "H%dV%d", i*sparkWidth, sparkHeight-h)
			was = h
		}
	}
	fmt.Fprintf(&p, "H%dV%dz", sparkBins*sparkWidth, sparkHeight)
	title := a.value(bins[0].Low)
	if last := bins[len(bins)-1].High; last > bins[0].Low {
		title += " to " + a.value(last)
	}
	mark := ""
	if mean.N > 0 {
		title += fmt.Sprintf(" %s; mean %s, 95 %% interval %s to %s", unit, formatNumber(mean.Mean),
			formatNumber(mean.Low), formatNumber(mean.High))
		at := func(v float64) float64 { return a.place(v*float64(a.Steps)+.5) * sparkBins * sparkWidth }
		mark = fmt.Sprintf(`<path class="mean" d="M%.1f 23.5H%.1f"/><circle cx="%.1f" cy="23.5" r="2"/>`,
			at(mean.Low), at(mean.High), at(mean.Mean))
	} else {
		title += " " + unit
	}
	return spark(fmt.Sprintf(`<svg class="spark" viewBox="0 0 %d %d" role="img"><title>%s</title><path d="%s"/>%s</svg>`,
		sparkBins*sparkWidth, sparkHeight+sparkFoot, template.HTMLEscapeString(title), p.String(), mark))
}

// smallBar is how playouts end, as a small bar without words.
func smallBar(s *metric.Summary) spark {
	bar := winBar(s)
	if len(bar) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString(`<span class="ends" aria-hidden="true">`)
	for _, g := range bar {
		fmt.Fprintf(
			&b,
			`<i style="flex:%s;background:%s" title="%s"></i>`,
			g.Flex,
			g.Colour,
			template.HTMLEscapeString(g.Title),
		)
	}
	b.WriteString(`</span>`)
	return spark(b.String())
}
