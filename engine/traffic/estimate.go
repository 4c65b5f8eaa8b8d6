//go:build !js

// Browsers ask for no estimates, and what these need would be a hundredth of what they load.

package traffic

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Estimate is what the plays counted say of one pair or site.
type Estimate struct {
	// Count is the number of moves, visits … in all plays.
	Count int64 `json:"count"`
	// Mean is that of a play, with its 95 % interval by Student's t over plays, not
	// below 0. Low and High are NaN after fewer than two plays.
	Mean float64 `json:"mean"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
	// Share is the part, 0 to 1, of all that was counted for the measure; its 95 %
	// interval treats it as a ratio of two sums over plays (linearised variance, on
	// the scale of log-odds), so that moves of one play are not taken for independent.
	// NaN when nothing was counted, or one play says everything; where this pair
	// or site has nothing or everything there is no interval either.
	Share     float64 `json:"share"`
	ShareLow  float64 `json:"shareLow"`
	ShareHigh float64 `json:"shareHigh"`
}

// level is the confidence of intervals.
const level = 0.95

// Estimates returns the estimates of a measure by pair or site.
func (c *Counts) Estimates(m Measure) []Estimate {
	list := make([]Estimate, c.elements(m))
	n := float64(c.Plays)
	quantile := math.NaN()
	if c.Plays > 1 {
		quantile = distuv.StudentsT{Mu: 0, Sigma: 1, Nu: n - 1}.Quantile((1 + level) / 2)
	}
	var all int64
	sums := c.Totals(m)
	for _, x := range sums {
		all += x
	}
	for i, x := range sums {
		e := Estimate{Count: x, Mean: float64(x) / n, Low: math.NaN(), High: math.NaN(),
			Share: math.NaN(), ShareLow: math.NaN(), ShareHigh: math.NaN()}
		if c.Plays > 1 {
			variance := max(0, float64(c.squares[m][i])-float64(x)*e.Mean) / (n - 1)
			half := quantile * math.Sqrt(variance/n)
			e.Low, e.High = max(0, e.Mean-half), e.Mean+half
		}
		if all > 0 {
			e.Share = float64(x) / float64(all)
		}
		if c.Plays > 1 && x > 0 && x < all {
			p := e.Share
			residues := max(0, float64(c.squares[m][i])-2*p*float64(c.crosses[m][i])+p*p*float64(c.totals[m]))
			se := math.Sqrt(n/(n-1)*residues) / float64(all)
			half := quantile * se / (p * (1 - p))
			odds := math.Log(p / (1 - p))
			e.ShareLow, e.ShareHigh = logistic(odds-half), logistic(odds+half)
		}
		list[i] = e
	}
	return list
}

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }
