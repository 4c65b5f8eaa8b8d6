package gateway

import (
	"fmt"
	"html/template"
	"math"
	"strings"

	"github.com/astragal/astragal/engine/metric"
)

// spark is a small picture of a distribution of lengths.
type spark = template.HTML

// sparkAxis is the axis that all small pictures of a page share: the logarithm of the
// number of plies, so that short and long games can be compared at a glance.
type sparkAxis struct{ Low, High int }

const sparkBins, sparkWidth, sparkHeight = 28, 3, 20

// axisOf spans all distributions.
func axisOf(lengths map[string][]metric.Bin) sparkAxis {
	a := sparkAxis{math.MaxInt, 0}
	for _, bins := range lengths {
		for _, b := range bins {
			a.Low, a.High = min(a.Low, max(1, b.Low)), max(a.High, b.High)
		}
	}
	if a.High == 0 {
		return sparkAxis{}
	}
	a.High = max(a.High, 2*a.Low)
	return a
}

// place is the position of a number of plies, from 0 to 1.
func (a sparkAxis) place(plies float64) float64 {
	low, high := math.Log(float64(a.Low)), math.Log(float64(a.High)+1)
	return (math.Log(max(plies, 1)) - low) / (high - low)
}

// draw draws a distribution: bars of equal width on the common axis, the highest of full
// height. Each bin's playouts are spread evenly over its width on that axis.
func (a sparkAxis) draw(bins []metric.Bin) spark {
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
	low, high := bins[0].Low, bins[len(bins)-1].High
	return spark(fmt.Sprintf(`<svg class="spark" viewBox="0 0 %d %d" role="img" aria-label="%d to %d plies"><path d="%s"/></svg>`,
		sparkBins*sparkWidth, sparkHeight, low, high, p.String()))
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
		fmt.Fprintf(&b, `<i style="flex:%s;background:%s" title="%s"></i>`, g.Flex, g.Colour, template.HTMLEscapeString(g.Title))
	}
	b.WriteString(`</span>`)
	return spark(b.String())
}
