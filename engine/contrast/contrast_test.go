package contrast_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/astragal/astragal/engine/contrast"
	"github.com/astragal/astragal/engine/metric"
)

// wins plays n games that are won with probability p.
func wins(r *rand.Rand, n int, p float64) metric.Estimate {
	k := int64(0)
	for range n {
		if r.Float64() < p {
			k++
		}
	}
	return metric.Share(k, int64(n))
}

// The interval holds the true difference of shares about as often as it says, and equal
// shares are told apart about as often as P says.
func TestCoverage(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	const runs = 4000
	for _, c := range []struct {
		n, m int
		p, q float64
	}{{100, 100, 0.5, 0.5}, {60, 500, 0.3, 0.4}, {200, 50, 0.05, 0.05}, {40, 40, 0.9, 0.6}} {
		held, small := 0, 0
		for range runs {
			d := contrast.Of(wins(r, c.n, c.p), wins(r, c.m, c.q))
			if d.Low <= c.q-c.p && c.q-c.p <= d.High {
				held++
			}
			if d.P < 0.05 {
				small++
			}
			if (d.P < 0.05) != (d.Low > 0 || d.High < 0) {
				t.Fatalf("%+v: P and interval disagree", d)
			}
		}
		if share := float64(held) / runs; share < 0.935 || share > 0.985 {
			t.Errorf("%+v: the interval holds in %.3f", c, share)
		}
		if share := float64(small) / runs; c.p == c.q && share > 0.06 {
			t.Errorf("%+v: equal shares are told apart in %.3f", c, share)
		}
	}
}

// With Student's intervals the difference is nearly Welch's.
func TestMeans(t *testing.T) {
	mean := func(n int64, mean, dev, t975 float64) metric.Estimate {
		half := t975 * dev / math.Sqrt(float64(n-1))
		return metric.Estimate{N: n, Mean: mean, Low: mean - half, High: mean + half, StdDev: dev}
	}
	// n = 100 and 400: quantiles of Student's t with 99 and 399 degrees of freedom.
	a, b := mean(100, 50, 10, 1.98422), mean(400, 53, 20, 1.96593)
	d := contrast.Of(a, b)
	se := math.Sqrt(100.0/99 + 400.0/399)
	if d.Value != 3 || math.Abs(d.High-d.Value-1.97*se) > 0.02 || math.Abs(d.P-0.0349) > 0.002 {
		t.Errorf("%+v, standard error %v", d, se)
	}
	if math.Abs(d.Effect-3/math.Sqrt(250)) > 1e-12 {
		t.Errorf("effect %v", d.Effect)
	}
	fixed := metric.Estimate{N: 10, Mean: 2, Low: 2, High: 2}
	other := metric.Estimate{N: 10, Mean: 3, Low: 3, High: 3}
	if d := contrast.Of(fixed, other); d.P != 0 || d.Low != 1 || !math.IsNaN(d.Effect) {
		t.Errorf("of figures that the rules fix: %+v", d)
	}
	if d := contrast.Of(fixed, fixed); d.P != 1 || d.Value != 0 {
		t.Errorf("of the same: %+v", d)
	}
}

func TestDiscoveries(t *testing.T) {
	q := contrast.Discoveries([]float64{0.04, 0.01, 0.5, 0.02})
	for i, want := range []float64{0.16 / 3, 0.04, 0.5, 0.04} {
		if math.Abs(q[i]-want) > 1e-12 {
			t.Errorf("q %v", q)
		}
	}
	if len(contrast.Discoveries(nil)) != 0 {
		t.Error("discoveries of nothing")
	}
}
