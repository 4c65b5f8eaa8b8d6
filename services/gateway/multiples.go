package gateway

import (
	"encoding/json"
	"math"
	"net/url"
	"slices"

	"github.com/astragal/astragal/engine/metric"
)

// The library shows a small picture of the distribution of a metric in every row: of the length
// of plays, or of those metrics that the query names.

// distributed are the metrics that there are distributions of.
var distributed = metric.AllDistributed()

// distributionNames are their names, the length first.
var distributionNames = func() (names []string) {
	for _, d := range distributed {
		names = append(names, d.Metric)
	}
	return names
}()

// shareSpreads are those whose values are shares.
var shareSpreads = map[string]bool{"DecisionMoves": true}

// pictureNames are the heads of the columns of small pictures, and what they count.
var pictureNames = map[string][2]string{
	"DurationMoves":          {"Lengths", "plies"},
	"DurationTurns":          {"Turns per play", "turns"},
	"BranchingFactorAverage": {"Branching per play", "moves to choose from"},
	"DecisionMoves":          {"Decisions per play", "of the moves were decisions"},
	"ScoreDifferenceMaximum": {"Largest score lead", "points of difference"},
	"PieceNumberAverage":     {"Pieces per play", "pieces"},
}

// pictureName is the head of the column of small pictures of a metric.
func pictureName(name string) string { return pictureNames[name][0] }

// chosenDistributions are those that a query names, once each in its order.
func chosenDistributions(q url.Values) (list []metric.Distributed) {
	for _, name := range q["distribution"] {
		i := slices.Index(distributionNames, name)
		if i >= 0 && !slices.Contains(list, distributed[i]) {
			list = append(list, distributed[i])
		}
	}
	return list
}

// neededMetrics are the metrics whose values tell the distributions of a list where none is
// kept, and their means.
func neededMetrics(list []metric.Distributed) (names []string) {
	for _, d := range list {
		names = append(names, d.Metric)
		if d.Metric == "DurationTurns" {
			names = append(names, "DurationMoves")
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// spread is the distribution of a metric in an evaluation. None is kept of turns that are plies,
// nor of a metric that had one value in all plays; without bins nothing was measured.
func (l *Library) spread(d metric.Distributed, evaluation string) metric.Spread {
	if s, ok := l.Distributions[d.Metric][evaluation]; ok {
		return s
	}
	e := l.Values[evaluation][d.Metric]
	if d.Metric == "DurationTurns" && e.N > 0 && e == l.Values[evaluation]["DurationMoves"] {
		return l.Distributions["DurationMoves"][evaluation]
	}
	if e.N == 0 || e.StdDev > .5/float64(d.Steps) {
		return metric.Spread{}
	}
	only := int(math.Round(e.Mean * float64(d.Steps)))
	return metric.Spread{Steps: d.Steps, Bins: []metric.Bin{{Low: only, High: only, Count: e.N}}}
}

// multiple is a column of small pictures.
type multiple struct {
	metric.Distributed
	axis    sparkAxis
	spreads map[string]metric.Spread // by evaluation
}

// multiples are the columns of a page.
func (l *Library) multiples(list []metric.Distributed) []multiple {
	columns := make([]multiple, len(list))
	for i, d := range list {
		spreads := map[string]metric.Spread{}
		for _, r := range l.Rulesets {
			if r.Latest != nil && r.Latest.Summary != nil {
				spreads[r.Latest.ID] = l.spread(d, r.Latest.ID)
			}
		}
		columns[i] = multiple{d, axisOf(d, spreads), spreads}
	}
	return columns
}

// draw draws the picture of an evaluation, "" where nothing was measured.
func (m *multiple) draw(evaluation string, mean metric.Estimate) spark {
	return m.axis.draw(m.spreads[evaluation].Bins, pictureNames[m.Metric][1], mean)
}

// column is the head of the column, with the ends of the axis.
func (m *multiple) column() libraryColumn {
	c := libraryColumn{Name: pictureName(m.Metric), Meaning: "How many plays had which values, with the mean and " +
		"its 95 % interval below: " + meaningOf(m.Metric)}
	if m.axis.Steps > 0 {
		c.From, c.To = m.axis.value(m.axis.Low), m.axis.value(m.axis.High)
	}
	return c
}

// binsText is a distribution as a cell of a file: JSON of [least value, greatest value, playouts]
// for each bin, empty where nothing was measured.
func binsText(s metric.Spread) string {
	if len(s.Bins) == 0 {
		return ""
	}
	bins := make([][3]float64, len(s.Bins))
	for i, b := range s.Bins {
		bins[i] = [3]float64{float64(b.Low) / float64(s.Steps), float64(b.High) / float64(s.Steps), float64(b.Count)}
	}
	text, _ := json.Marshal(bins) // finite numbers
	return string(text)
}
