//go:build !js

// See estimate.go.

package traffic

import (
	"encoding/csv"
	"io"
	"math"
	"strconv"
)

// Row is the traffic of one pair or site by one measure.
type Row struct {
	Measure string `json:"measure"`
	// A and B are the sites of a pair in the direction that is meant; B is -1 for sites.
	A      int32  `json:"a"`
	B      int32  `json:"b"`
	LabelA string `json:"labelA"`
	LabelB string `json:"labelB,omitempty"`
	// Phase counts the phases of the rules from 0, Seat is the player who moved, 0
	// nobody; -1 is all of them together, both directions of a pair too.
	Phase int `json:"phase"`
	Seat  int `json:"seat"`
	// Count is the number of what was counted in all plays.
	Count int64 `json:"count"`
	// Mean is that of a play, Share the part of all that the measure counted, both
	// with 95 % intervals, of totals only; null where there is none.
	Mean  *Interval `json:"mean,omitempty"`
	Share *Interval `json:"share,omitempty"`
}

// Interval is an estimate with its 95 % interval, null where it is not known.
type Interval struct {
	Value float64  `json:"value"`
	Low   *float64 `json:"low"`
	High  *float64 `json:"high"`
}

func interval(value, low, high float64) *Interval {
	if math.IsNaN(value) {
		return nil
	}
	i := &Interval{Value: value}
	if !math.IsNaN(low) && !math.IsNaN(high) {
		i.Low, i.High = &low, &high
	}
	return i
}

// Rows lists the totals of every measure, and with parts what they are made of by
// direction, phase and seat, without what is 0.
func (c *Counts) Rows(b *Board, parts bool) []Row {
	rows := []Row{}
	for m := range Measure(NumMeasures) {
		list := c.Estimates(m)
		for i, e := range list {
			row := c.row(b, m, i, false)
			row.Phase, row.Seat, row.Count = -1, -1, e.Count
			row.Mean, row.Share = interval(e.Mean, e.Low, e.High), interval(e.Share, e.ShareLow, e.ShareHigh)
			rows = append(rows, row)
			if parts {
				rows = append(rows, c.parts(b, m, i)...)
			}
		}
	}
	return rows
}

// row is the row of a pair or site without counts.
func (c *Counts) row(b *Board, m Measure, i int, back bool) Row {
	row := Row{Measure: m.String(), A: int32(i), B: -1}
	if m.OfPairs() {
		row.A, row.B = b.Pairs[i][0], b.Pairs[i][1]
		if back {
			row.A, row.B = row.B, row.A
		}
		row.LabelB = b.topo.Label(b.Type, row.B)
	}
	row.LabelA = b.topo.Label(b.Type, row.A)
	return row
}

func (c *Counts) parts(b *Board, m Measure, i int) (rows []Row) {
	for phase := range c.Phases {
		for seat := range c.Seats {
			for _, back := range []bool{false, true} {
				if back && !m.OfPairs() {
					continue
				}
				if n := c.At(m, phase, seat, i, back); n > 0 {
					row := c.row(b, m, i, back)
					row.Phase, row.Seat, row.Count = phase, seat, n
					rows = append(rows, row)
				}
			}
		}
	}
	return rows
}

// Head names the columns of WriteCSV.
var Head = []string{"measure", "a", "b", "label_a", "label_b", "phase", "seat", "count", "mean", "mean_low",
	"mean_high", "share", "share_low", "share_high"}

// WriteCSV writes rows as comma-separated values below a line with Head; empty cells
// are what does not apply or is not known, phase and seat of totals among them.
func WriteCSV(w io.Writer, rows []Row) error {
	out := csv.NewWriter(w)
	out.Write(Head)
	number := func(n int) string {
		if n < 0 {
			return ""
		}
		return strconv.Itoa(n)
	}
	for _, r := range rows {
		line := []string{r.Measure, number(int(r.A)), number(int(r.B)), r.LabelA, r.LabelB, number(r.Phase), number(r.Seat),
			strconv.FormatInt(r.Count, 10)}
		for _, i := range []*Interval{r.Mean, r.Share} {
			cells := [3]string{}
			if i != nil {
				cells[0] = strconv.FormatFloat(i.Value, 'g', -1, 64)
				if i.Low != nil {
					cells[1], cells[2] = strconv.FormatFloat(*i.Low, 'g', -1, 64), strconv.FormatFloat(*i.High, 'g', -1, 64)
				}
			}
			line = append(line, cells[:]...)
		}
		out.Write(line)
	}
	out.Flush()
	return out.Error()
}
