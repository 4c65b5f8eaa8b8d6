package metric

import (
	"fmt"
	"math"
)

// Summary is a batch in human terms. Equal batches have equal summaries.
type Summary struct {
	// Playouts is the number of those that ended, Limits that of those ended by a
	// limit. Abandoned were given up while they were played, so that all figures are
	// censored; Unplayed were not begun.
	Playouts   int64               `json:"playouts"`
	Limits     int64               `json:"limits"`
	Abandoned  int64               `json:"abandoned"`
	Unplayed   int64               `json:"unplayed,omitempty"`
	Faulty     int64               `json:"faulty"`           // playouts that the description spoilt
	Faults     map[string]int64    `json:"faults,omitempty"` // the same by what was wrong
	Completion Estimate            `json:"completion"`       // share with a winner; drawn plays have none
	Draws      Estimate            `json:"draws"`            // share in which everybody has utility 0
	Timeouts   Estimate            `json:"timeouts"`         // share ended by a limit or abandoned
	Wins       []Estimate          `json:"wins"`             // in player order
	Balance    float64             `json:"balance"`          // 1 − largest difference of mean payoffs in [0, 1]
	Metrics    map[string]Estimate `json:"metrics"`          // every metric that was measured by name
	Median     int                 `json:"medianPlies"`
	// Heuristics says by which heuristics positions were valued, "" if none were.
	Heuristics string `json:"heuristics,omitempty"`
	Length     []Bin  `json:"length"`
	// Spreads are the distributions of some other metrics by name, where playouts differ.
	Spreads map[string]Spread `json:"spreads,omitempty"`
}

// Summary returns the figures of b. Metrics has every metric that the playouts
// told; those of all playouts together (AdvantageP1, Balance, Completion,
// Drawishness, Timeouts, OutcomeUniformity, DurationTurnsStdDev and Utility1…)
// are computed from the counts. How, is the subject of docs/statistics.md.
func (b *Batch) Summary() Summary {
	s := Summary{Playouts: b.Playouts, Limits: b.Limits, Abandoned: b.Abandoned, Unplayed: b.Unplayed, Balance: 1,
		Faulty: b.Faulty(), Faults: b.Faults, Heuristics: b.Heuristics, Metrics: map[string]Estimate{}}
	s.Timeouts = Share(b.Limits+b.Abandoned, b.Playouts+b.Abandoned)
	b.Settle()
	if b.Playouts == 0 {
		return s // and no metrics: nothing was measured
	}
	s.Spreads = b.distributions()
	s.Median, s.Length = b.Length.Quantile(0.5), b.Length.Bins()
	s.Completion = b.censored(Share(b.Completed, b.Playouts), unitRange)
	s.Draws = b.censored(Share(b.Draws, b.Playouts), unitRange)
	s.Metrics["Completion"], s.Metrics["Drawishness"], s.Metrics["Timeouts"] = s.Completion, s.Draws, s.Timeouts
	for _, w := range b.Wins {
		s.Wins = append(s.Wins, b.censored(Share(w, b.Playouts), unitRange))
	}
	for name, m := range b.Metrics() {
		if m.n == 0 {
			continue
		}
		within := spanOf(name, b.Players)
		e := m.sample().estimate(within)
		if b.certain.has(name) {
			e.Low, e.High = e.Mean, e.Mean
		} else {
			e = b.censored(e, within)
		}
		s.Metrics[name] = e
	}
	for _, i := range shares {
		if m := b.Metric(metricNames[i]); m != nil && m.n > 0 {
			s.Metrics[metricNames[i]] = b.censored(m.share(), unitRange)
		}
	}
	if turns := b.Metric(metricNames[durationTurns]); turns != nil && turns.n > 0 {
		s.Metrics["DurationTurnsStdDev"] = b.censored(b.turnsDeviation(turns.sample()), positive)
	}
	b.outcomes(&s)
	b.thinking(&s)
	return s
}

// censored marks an estimate with the number of playouts that were given up. Where
// the range of the values is known, the interval is widened by all that they
// could have told (the worst-case bounds of Manski 1989).
func (b *Batch) censored(e Estimate, within span) Estimate {
	if b.Abandoned == 0 {
		return e
	}
	e.Censored = b.Abandoned
	if within.finite() {
		lost := float64(b.Abandoned) / float64(b.Playouts+b.Abandoned)
		e.Low = e.Low*(1-lost) + within.low*lost
		e.High = e.High*(1-lost) + within.high*lost
	}
	return e
}

// turnsDeviation is the standard deviation of the number of turns with the interval
// of Bonett (2006): on the logarithmic scale, with the kurtosis about a trimmed
// mean, so that few long plays among many short ones do not make it too narrow. The
// fourth moment is that of the histogram.
func (b *Batch) turnsDeviation(x sample) Estimate {
	e := Estimate{N: x.n, Mean: x.dev, Low: x.dev, High: x.dev}
	if x.n < 5 || x.dev == 0 { // as in sample.alike: a share q differs by as much as the value
		q := unseen(x.n, 0.05)
		e.Low, e.High = 0, x.dev+math.Sqrt(q*(1-min(q, 0.5)))*max(math.Abs(x.mean), 1)
		return e
	}
	n := float64(x.n)
	middle := b.Turns.trimmed(1 / (2 * math.Sqrt(n-4)))
	fourth := 0.0
	for _, bin := range b.Turns.Bins() {
		d := float64(bin.Low+bin.High)/2 - middle
		fourth += float64(bin.Count) * d * d * d * d
	}
	v := x.dev * x.dev
	c := n / (n - z95)
	se := c * math.Sqrt(max(fourth/(n*v*v)-(n-3)/n, 1/n)/(n-1)) / 2 // of the logarithm of the deviation
	t := studentQuantile(0.975, x.n-1)
	scaled := x.dev * math.Sqrt(c*n/(n-1))
	e.Low, e.High = min(scaled*math.Exp(-t*se), x.dev), scaled*math.Exp(t*se)
	e.StdDev = x.dev * se * math.Sqrt(n)
	return e
}

// outcomes adds what follows from the utilities.
func (b *Batch) outcomes(s *Summary) {
	if len(b.Outcomes) == 0 {
		return
	}
	each := make([]sample, len(b.Outcomes))
	for i, counts := range b.Outcomes {
		each[i] = utilities(counts, b.scale())
		if each[i].n == 0 {
			return
		}
		e := b.censored(each[i].estimate(span{-1, 1}), span{-1, 1})
		s.Metrics[fmt.Sprintf("Utility%d", i+1)] = e
		if i == 0 {
			e.Mean, e.Low, e.High, e.StdDev = (e.Mean+1)/2, (e.Low+1)/2, (e.High+1)/2, e.StdDev/2
			s.Metrics["AdvantageP1"] = e
		}
	}
	s.Metrics["OutcomeUniformity"] = b.censored(b.uniformity(each), span{math.Inf(-1), 1})
	balance := b.censored(b.balance(), unitRange)
	s.Metrics["Balance"] = balance
	s.Balance = balance.Mean
}

// utilities returns the figures of counts of utilities in steps of 1/scale from −1 on.
func utilities(counts []int64, scale int) (x sample) {
	var sum int64
	for k, c := range counts {
		if c == 0 {
			continue
		}
		v := float64(k-scale) / float64(scale)
		if x.n == 0 {
			x.low = v
		}
		x.high = v
		x.n += c
		sum += c * int64(k-scale)
	}
	if x.n == 0 {
		return x
	}
	x.mean = float64(sum) / float64(x.n) / float64(scale)
	variance := 0.0
	for k, c := range counts {
		d := float64(k-scale)/float64(scale) - x.mean
		variance += float64(c) * d * d
	}
	x.dev = math.Sqrt(variance / float64(x.n))
	return x
}
