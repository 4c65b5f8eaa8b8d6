package ruleset

import (
	"fmt"
	"io"
	"slices"

	"github.com/astragal/astragal/engine/draw"
	"github.com/astragal/astragal/engine/traffic"
)

// Traffic is what traffic is counted on, see traffic.NewBoard.
func (r *Ruleset) Traffic() (*traffic.Board, error) { return traffic.NewBoard(r.game) }

// DrawHeat draws the empty board with a layer of values.
func (r *Ruleset) DrawHeat(w io.Writer, heat *draw.Heat, o draw.Options) error {
	if o.Style == draw.Auto && r.game.Mancala {
		o.Style = draw.Pits
	}
	r.style(&o, r.looks().set)
	o.Loops, o.Heat = loops(r.game), heat
	return draw.SVG(w, r.game.Topo, o)
}

// DrawTraffic draws the board with the traffic of one measure; Along shows moves
// between neighbours and the steps of longer ones together.
func (r *Ruleset) DrawTraffic(w io.Writer, c *traffic.Counts, m traffic.Measure, o draw.Options) error {
	b, err := r.Traffic()
	if err != nil {
		return err
	}
	if c.Pairs != len(b.Pairs) || c.Sites != b.Sites {
		return fmt.Errorf("the traffic of %d pairs and %d sites is not of this board", c.Pairs, c.Sites)
	}
	return r.DrawHeat(w, heatOf(b, c, m), o)
}

// heatOf is the layer of a measure: shares of the largest count.
func heatOf(b *traffic.Board, c *traffic.Counts, m traffic.Measure) *draw.Heat {
	counts, what := c.Totals(m), m.String()
	if m == traffic.Along {
		what = "moves and steps of longer moves"
		for i, n := range c.Totals(traffic.Moves) {
			counts[i] += n
		}
	}
	most := int64(0)
	if len(counts) > 0 {
		most = slices.Max(counts)
	}
	per := func(n int64) string { return fmt.Sprintf("%.3g a play", float64(n)/float64(max(c.Plays, 1))) }
	heat := &draw.Heat{Type: b.Type, Low: "0", High: per(most)}
	for i, n := range counts {
		value := float64(n) / float64(max(most, 1))
		if m.OfPairs() {
			p := b.Pairs[i]
			heat.Lines = append(heat.Lines, draw.HeatLine{A: p[0], B: p[1], Value: value,
				Note: fmt.Sprintf("%d–%d: %d %s, %s", p[0], p[1], n, what, per(n))})
		} else {
			heat.Sites = append(heat.Sites, draw.HeatSite{Site: int32(i), Value: value,
				Note: fmt.Sprintf("%d: %d %s, %s", i, n, what, per(n))})
		}
	}
	return heat
}
