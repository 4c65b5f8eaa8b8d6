package metric

import "maps"

// Spread is how often a metric had which values, in the playouts that told it.
type Spread struct {
	Steps int   `json:"steps"` // in 1: a bin from 20 to 24 with 10 steps is 2.0 to 2.4
	Bins  []Bin `json:"bins"`
}

// aggregate numbers, see aggregates.
const (
	averageOf = 0
	maximumOf = 2
)

// spreads are the metrics besides the length of which the distribution over playouts is
// kept apart, with the number of steps in 1 that values are rounded to. None is negative.
var spreads = [...]struct{ metric, steps int }{
	{numSingles + branchingFactor*numAggregates + averageOf, 10},
	{decisionMoves, 100},
	{numSingles + scoreDifference*numAggregates + maximumOf, 1},
	{numSingles + pieceNumber*numAggregates + averageOf, 10},
}

// Distributed is a metric of which summaries tell the distribution over playouts.
type Distributed struct {
	Metric string
	Steps  int // in 1 that values are rounded to, as of a Spread
}

// AllDistributed are these metrics, the length first.
func AllDistributed() []Distributed {
	list := []Distributed{{"DurationMoves", 1}, {metricNames[durationTurns], 1}}
	for _, x := range spreads {
		list = append(list, Distributed{metricNames[x.metric], x.steps})
	}
	return list
}

// spread counts a value of the metric that is at a place in spreads.
func (b *Batch) spread(place int, v float64) {
	if x := b.telling; x != nil {
		x.spreads = append(x.spreads, value{place, v})
		return
	}
	b.spreadTimes(place, v, 1)
}

// spreadTimes is spread, so many times.
func (b *Batch) spreadTimes(place int, v float64, times int64) {
	if n := int(v*float64(spreads[place].steps) + 0.5); !b.spreads[place].addTimes(n, times) {
		for range times {
			b.histogram(place).Add(n)
		}
	}
}

// histogram is that of Spreads that is at a place in spreads, made on first use.
func (b *Batch) histogram(place int) Histogram {
	name := metricNames[spreads[place].metric]
	if b.Spreads == nil {
		b.Spreads = map[string]Histogram{}
	}
	if b.Spreads[name] == nil {
		b.Spreads[name] = Histogram{}
	}
	return b.Spreads[name]
}

// Places in spreads.
const (
	spreadBranching = iota
	spreadDecisions
	spreadScores
	spreadPieces
)

// mergeSpreads adds those of another batch.
func (b *Batch) mergeSpreads(o *Batch) {
	for name, h := range o.Spreads {
		if b.Spreads == nil {
			b.Spreads = map[string]Histogram{}
		}
		if b.Spreads[name] == nil {
			b.Spreads[name] = Histogram{}
		}
		b.Spreads[name].merge(h)
	}
}

// distributions are the spreads of metrics that differ between playouts, nil for none;
// that of the turns only where turns are not plies.
func (b *Batch) distributions() map[string]Spread {
	var list map[string]Spread
	put := func(metric, steps int, h Histogram) {
		if len(h) < 2 {
			return
		}
		if list == nil {
			list = map[string]Spread{}
		}
		list[metricNames[metric]] = Spread{steps, h.Bins()}
	}
	for _, x := range spreads {
		put(x.metric, x.steps, b.Spreads[metricNames[x.metric]])
	}
	if !maps.Equal(b.Turns, b.Length) {
		put(durationTurns, 1, b.Turns)
	}
	return list
}
