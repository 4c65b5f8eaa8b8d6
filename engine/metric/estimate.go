package metric

import "math"

// z95 is the normal quantile of a two-sided 95 % interval.
const z95 = 1.959963984540054

// Estimate is a mean with its uncertainty.
type Estimate struct {
	// N is the number of values.
	N int64 `json:"n"`
	// Mean is their mean; Low and High bound its 95 % confidence interval.
	Mean float64 `json:"mean"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
	// StdDev is the population standard deviation of the values.
	StdDev float64 `json:"stddev"`
}

// Share returns k/n with Wilson's 95 % interval.
func Share(k, n int64) Estimate {
	if n == 0 {
		return Estimate{}
	}
	p, fn := float64(k)/float64(n), float64(n)
	centre := (p + z95*z95/(2*fn)) / (1 + z95*z95/fn)
	half := z95 / (1 + z95*z95/fn) * math.Sqrt(p*(1-p)/fn+z95*z95/(4*fn*fn))
	return Estimate{N: n, Mean: p, Low: min(p, max(0, centre-half)), High: max(p, min(1, centre+half)), StdDev: math.Sqrt(p * (1 - p))}
}

// around returns the estimate v with standard error se, kept within [low, high].
func around(n int64, v, se, low, high float64) Estimate {
	return Estimate{N: n, Mean: v, Low: max(min(low, v), v-z95*se), High: min(max(high, v), v+z95*se)}
}
