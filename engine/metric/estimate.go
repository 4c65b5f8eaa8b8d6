package metric

import "math"

// Estimate is a figure with its uncertainty.
type Estimate struct {
	// N is the number of values: playouts that told the metric.
	N int64 `json:"n"`
	// Mean is their mean, or what is computed from them all together; Low and High
	// bound its 95 % confidence interval. They coincide only where the rules of the
	// game, or the definition of the metric, fix the value.
	Mean float64 `json:"mean"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
	// StdDev is the population standard deviation of the values; of a figure that
	// is no mean, its standard error times √N.
	StdDev float64 `json:"stddev"`
	// Bias is about how much Mean lies above what it estimates, where the
	// definition of the metric makes that so; 0 elsewhere.
	Bias float64 `json:"bias,omitempty"`
	// Censored counts the playouts that were given up and have no value. Where the
	// metric has a known range the interval holds whatever they would have told;
	// elsewhere all figures are of the playouts that ended.
	Censored int64 `json:"censored,omitempty"`
}

// span is the range in which the values of a metric lie by definition.
type span struct{ low, high float64 }

var (
	unbounded = span{math.Inf(-1), math.Inf(1)}
	positive  = span{0, math.Inf(1)}
	unitRange = span{0, 1}
)

// sample is what an interval for a mean is computed from: the size, mean,
// population standard deviation, least and greatest value.
type sample struct {
	n                    int64
	mean, dev, low, high float64
}

// Share returns k/n with Wilson's 95 % interval.
func Share(k, n int64) Estimate {
	if n == 0 {
		return Estimate{}
	}
	p, fn := float64(k)/float64(n), float64(n)
	centre := (p + z95*z95/(2*fn)) / (1 + z95*z95/fn)
	half := z95 / (1 + z95*z95/fn) * math.Sqrt(p*(1-p)/fn+z95*z95/(4*fn*fn))
	low, high := min(p, max(0, centre-half)), max(p, min(1, centre+half))
	return Estimate{N: n, Mean: p, Low: low, High: high, StdDev: math.Sqrt(p * (1 - p))}
}

// estimate returns the mean with its 95 % interval.
func (x sample) estimate(within span) Estimate {
	if x.n == 0 {
		return Estimate{}
	}
	low, high := x.interval(within, 0.05)
	return Estimate{N: x.n, Mean: x.mean, StdDev: x.dev, Low: low, High: high}
}

// interval returns the two-sided interval for the mean at level 1−α. It is
// Student's, bent as Wilson's is: the upper end m solves m − mean = t·s(m)/√n where
// the variance grows with the distance of m from the least value, s²(m) =
// s²·(m − low)/(mean − low), as that of a rare event does with its frequency; the
// lower end likewise from the greatest value. So values that are seldom anything
// but the least, or the greatest, are done justice to, and for all others the
// ends differ from Student's by a term of order 1/n.
func (x sample) interval(within span, alpha float64) (low, high float64) {
	if x.n < 2 || x.dev == 0 {
		return x.alike(within, alpha)
	}
	t := studentQuantile(1-alpha/2, x.n-1)
	se := x.dev / math.Sqrt(float64(x.n-1))
	bend := func(d float64) float64 { // d > 0 since the values differ
		b := t * se / (2 * d)
		return t * se * (b + math.Sqrt(1+b*b))
	}
	low, high = x.mean-bend(x.high-x.mean), x.mean+bend(x.mean-x.low)
	return max(low, min(within.low, x.mean)), min(high, max(within.high, x.mean))
}

// alike is the interval where all values are the same. With probability α a share
// q = 1 − α^(1/n) of all plays, or more, differs without showing (the rule of
// three: about 3/n for α = 0.05). They can lie anywhere in the range; where none
// is known, between 0 and twice the value, and not closer than 1.
func (x sample) alike(within span, alpha float64) (low, high float64) {
	q := unseen(x.n, alpha)
	far := max(math.Abs(x.mean), 1)
	low, high = within.low, within.high
	if math.IsInf(low, 0) {
		low = x.mean - far
	}
	if math.IsInf(high, 0) {
		high = x.mean + far
	}
	return x.mean - q*max(x.mean-low, 0), x.mean + q*max(high-x.mean, 0)
}

// unseen is the largest share of plays of which with probability α none is among n.
func unseen(n int64, alpha float64) float64 { return -math.Expm1(math.Log(alpha) / float64(n)) }

// z95 is the normal quantile of a two-sided 95 % interval.
const z95 = 1.959963984540054

// normalQuantile is that of probability p.
func normalQuantile(p float64) float64 { return math.Sqrt2 * math.Erfinv(2*p-1) }

// studentQuantile is the quantile of Student's t with v degrees of freedom for
// p > 0.5: by bisection for few, else by the expansion of Fisher and Cornish (1960),
// good to 1e-6.
func studentQuantile(p float64, v int64) float64 {
	if v <= 30 {
		low, high := 0.0, 1.0
		for studentTail(high, v) > 1-p {
			low, high = high, 2*high
		}
		for range 60 {
			if mid := (low + high) / 2; studentTail(mid, v) > 1-p {
				low = mid
			} else {
				high = mid
			}
		}
		return high
	}
	z, f := normalQuantile(p), 1/float64(v)
	z2 := z * z
	return z * (1 + f*((z2+1)/4+f*(((5*z2+16)*z2+3)/96+f*((((3*z2+19)*z2+17)*z2-15)/384+
		f*((((79*z2+776)*z2+1482)*z2-1920)*z2-945)/92160))))
}

// studentTail is the probability that Student's t with v degrees of freedom
// exceeds x ≥ 0, by its finite sum (Abramowitz and Stegun 26.7.3 and 26.7.4).
func studentTail(x float64, v int64) float64 {
	angle := math.Atan2(x, math.Sqrt(float64(v)))
	sin, cos := math.Sincos(angle)
	term, sum, inside := 1.0, 0.0, 0.0
	if v%2 == 1 {
		term = cos
		for k := int64(1); k < v-1; k += 2 {
			sum += term
			term *= cos * cos * float64(k+1) / float64(k+2)
		}
		inside = 2 / math.Pi * (angle + sin*sum)
	} else {
		for k := int64(0); k < v; k += 2 {
			sum += term
			term *= cos * cos * float64(k+1) / float64(k+2)
		}
		inside = sin * sum
	}
	return (1 - inside) / 2
}

// chiQuantile is the root of the 0.95 quantile of χ² with k degrees of freedom, by
// the approximation of Wilson and Hilferty (1931), good to 1 % and exact for one.
func chiQuantile(k int) float64 {
	if k <= 1 {
		return z95
	}
	a := 2 / (9 * float64(k))
	c := 1 - a + normalQuantile(0.95)*math.Sqrt(a)
	return math.Sqrt(float64(k) * c * c * c)
}
