package metric

import (
	"fmt"
	"math"
)

// Summary is a batch in human terms. Equal batches have equal summaries.
type Summary struct {
	Playouts   int64               `json:"playouts"`
	Abandoned  int64               `json:"abandoned"`
	Completion Estimate            `json:"completion"` // share with a winner
	Draws      Estimate            `json:"draws"`      // share in which everybody has utility 0
	Timeouts   Estimate            `json:"timeouts"`   // share ended by a limit
	Wins       []Estimate          `json:"wins"`       // in player order
	Balance    float64             `json:"balance"`    // 1 − largest difference of mean payoffs in [0, 1]
	Metrics    map[string]Estimate `json:"metrics"`    // every metric by name
	Median     int                 `json:"medianPlies"`
	Length     []Bin               `json:"length"`
}

// Summary returns the figures of b. Metrics has every metric that the playouts
// told; those of all playouts together (AdvantageP1, Balance, Completion,
// Drawishness, Timeouts, OutcomeUniformity, DurationTurnsStdDev and Utility1…)
// are computed from the counts.
func (b *Batch) Summary() Summary {
	s := Summary{
		Playouts:   b.Playouts,
		Abandoned:  b.Abandoned,
		Completion: Share(b.Completed, b.Playouts),
		Draws:      Share(b.Draws, b.Playouts),
		Timeouts:   Share(b.Limits, b.Playouts),
		Balance:    1,
		Metrics:    map[string]Estimate{},
		Median:     b.Length.Quantile(0.5),
		Length:     b.Length.Bins(),
	}
	for _, w := range b.Wins {
		s.Wins = append(s.Wins, Share(w, b.Playouts))
	}
	for name, m := range b.Metrics {
		s.Metrics[name] = m.Estimate()
	}
	for _, i := range shares {
		if m := b.Metrics[metricNames[i]]; m != nil {
			s.Metrics[metricNames[i]] = m.share()
		}
	}
	if b.Playouts > 0 {
		s.Metrics["Completion"], s.Metrics["Drawishness"], s.Metrics["Timeouts"] = s.Completion, s.Draws, s.Timeouts
		if turns := b.Metrics[metricNames[durationTurns]]; turns != nil {
			s.Metrics["DurationTurnsStdDev"] = b.turnsDeviation(turns.Estimate())
		}
		b.outcomes(&s)
	}
	return s
}

// turnsDeviation is the standard deviation of the number of turns; the fourth
// moment that its interval needs is that of the histogram.
func (b *Batch) turnsDeviation(e Estimate) Estimate {
	if e.N < 2 || e.StdDev == 0 {
		return Estimate{N: e.N, Mean: e.StdDev, Low: e.StdDev, High: e.StdDev}
	}
	fourth := 0.0
	for _, bin := range b.Turns.Bins() {
		d := float64(bin.Low+bin.High)/2 - e.Mean
		fourth += float64(bin.Count) * d * d * d * d
	}
	v, n := e.StdDev*e.StdDev, float64(e.N)
	se := math.Sqrt(max(fourth/n-v*v, 0)/n) / (2 * e.StdDev)
	return around(e.N, e.StdDev, se, 0, math.Inf(1))
}

// outcomes adds what follows from the utilities.
func (b *Batch) outcomes(s *Summary) {
	var n, uniformity, width float64
	for i, counts := range b.Outcomes {
		u := distribution(counts, b.scale())
		if u.n == 0 {
			return
		}
		n = u.n
		half := 0.0
		if n > 1 {
			half = z95 * math.Sqrt(u.variance/(n-1))
		}
		e := Estimate{N: int64(n), Mean: u.mean, Low: max(u.mean-half, -1), High: min(u.mean+half, 1), StdDev: math.Sqrt(u.variance)}
		s.Metrics[fmt.Sprintf("Utility%d", i+1)] = e
		if i == 0 {
			s.Metrics["AdvantageP1"] = Estimate{N: e.N, Mean: (e.Mean + 1) / 2, Low: (e.Low + 1) / 2, High: (e.High + 1) / 2, StdDev: e.StdDev / 2}
		}
		if n > 1 {
			uniformity += u.variance * n / (n - 1)
			width += math.Sqrt(max(u.fourth-u.variance*u.variance, 0) / n)
		}
	}
	players := float64(len(b.Outcomes))
	if players == 0 {
		return
	}
	// The players' variances depend on each other; the interval takes them as
	// wholly dependent, which makes it too wide rather than too narrow.
	s.Metrics["OutcomeUniformity"] = around(int64(n), 1-uniformity/players, width/players, math.Inf(-1), 1)
	balance := Estimate{N: int64(n), Mean: 1, Low: 1, High: 1}
	for i := range b.pairs {
		d := b.pairs[i].Estimate()
		if v := 1 - math.Abs(d.Mean); i == 0 || v < balance.Mean {
			half := (d.High - d.Low) / 2
			balance = Estimate{N: d.N, Mean: v, Low: max(v-half, 0), High: min(v+half, 1)}
		}
	}
	s.Balance = balance.Mean
	s.Metrics["Balance"] = balance
}

// moment is a distribution in figures: its size, mean, population variance and
// fourth central moment.
type moment struct{ n, mean, variance, fourth float64 }

// distribution returns the figures of counts of utilities in steps of 1/scale from −1 on.
func distribution(counts []int64, scale int) (m moment) {
	var total, sum int64
	for k, c := range counts {
		total += c
		sum += c * int64(k-scale)
	}
	if total == 0 {
		return m
	}
	m.n = float64(total)
	m.mean = float64(sum) / m.n / float64(scale)
	for k, c := range counts {
		d := float64(k-scale)/float64(scale) - m.mean
		m.variance += float64(c) * d * d
		m.fourth += float64(c) * d * d * d * d
	}
	m.variance /= m.n
	m.fourth /= m.n
	return m
}
