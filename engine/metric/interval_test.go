package metric

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// Quantiles of tables (Abramowitz and Stegun 26.10, Wolfram).
func TestQuantiles(t *testing.T) {
	for _, x := range []struct {
		p    float64
		v    int64
		want float64
	}{{0.975, 1, 12.7062047}, {0.975, 2, 4.3026527}, {0.975, 3, 3.1824463}, {0.975, 6, 2.4469119}, {0.975, 13, 2.1603687},
		{0.975, 30, 2.0422725}, {0.975, 31, 2.0395134}, {0.975, 99, 1.9842169}, {0.975, 999, 1.9623415},
		{0.995, 10, 3.1692727}, {0.995, 40, 2.7044593}} {
		if got := studentQuantile(x.p, x.v); math.Abs(got-x.want) > 2e-6 {
			t.Errorf("quantile %v of t with %d degrees of freedom is %.7f, want %.7f", x.p, x.v, got, x.want)
		}
	}
	for k, want := range map[int]float64{1: 3.8415, 2: 5.9915, 3: 7.8147, 7: 14.0671} {
		if got := chiQuantile(k); math.Abs(got*got/want-1) > 0.01 {
			t.Errorf("quantile of χ² with %d degrees of freedom is %v, want %v", k, got*got, want)
		}
	}
}

// No interval has width 0 because all values agree, and none leaves the range.
func TestAlike(t *testing.T) {
	wins := NewBatch(2)
	for range 1000 {
		wins.Add(&Playout{Plies: 7, Turns: 7, Winner: 1, Utilities: []float64{1, -1},
			Branching: []int32{3, 3, 2, 2, 1, 1, 1}})
	}
	s := wins.Summary()
	for name, e := range s.Metrics {
		if e.Low >= e.High && !strings.HasSuffix(name, "Minimum") || e.Low > e.Mean || e.Mean > e.High {
			t.Errorf("%s: %+v", name, e)
		}
	}
	adv := s.Metrics["AdvantageP1"]
	// A player who loses 3 of 1,000 games wins 1,000 in a row once in twenty times.
	if want := math.Pow(0.05, 1.0/1000); adv.Mean != 1 || adv.High != 1 || math.Abs(adv.Low-want) > 1e-9 {
		t.Errorf("advantage after 1,000 wins: %+v, want a lower end of %v", adv, want)
	}
	if b := s.Metrics["Balance"]; b.Mean != 0 || b.Low != 0 || b.High < 0.002 || b.High > 0.01 {
		t.Errorf("balance after 1,000 wins: %+v", b)
	}
	if u := s.Metrics["OutcomeUniformity"]; u.Mean != 1 || u.High != 1 || u.Low > 0.999 || u.Low < 0.95 {
		t.Errorf("uniformity after 1,000 wins: %+v", u)
	}
	one := NewBatch(1)
	one.Add(&Playout{Plies: 3, Turns: 3, Utilities: []float64{1}})
	if e := one.Summary().Metrics["DurationMoves"]; e.Low >= 1 || e.High <= 5 {
		t.Errorf("one playout bounds its length by %v and %v", e.Low, e.High)
	}
}

// The balance of equal players is estimated too low, by as much as Bias says, and
// its interval and that of the uniformity hold the true value as often as they
// should: also with draws, with more players than two, and where players differ.
func TestStanding(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, x := range []struct {
		players           int
		draws, first      float64 // probability of a draw, and that the first player wins otherwise
		balance, evenness float64
	}{
		{2, 0, 0.5, 1, 0}, {2, 0.4, 0.5, 1, 0.4}, {2, 0, 0.55, 0.9, 0.01}, {2, 0.3, 0.8, 1 - 0.7*0.6, 1 - 0.7 + 0.7*0.7*0.36},
		{2, 0, 0.97, 0.06, 0.94 * 0.94}, {3, 0, 1.0 / 3, 1, 0}, {4, 0, 0.25, 1, 0}, {3, 0, 0.6, 0, 0},
	} {
		var low, mean, bias, balanced, even float64
		const evaluations, n = 400, 150
		truth := x.balance
		uniform := x.evenness
		if x.players > 2 { // the winner has 1, the others share the other ranks
			rest := (1 - x.first) / float64(x.players-1)
			lost := -1 / float64(x.players-1)
			u1, u2 := x.first+(1-x.first)*lost, rest+(1-rest)*lost
			truth = 1 - (u1-u2)/2
			v := func(p float64) float64 { return p * (1 - p) * (1 - lost) * (1 - lost) }
			uniform = 1 - (v(x.first)+float64(x.players-1)*v(rest))/float64(x.players)
		}
		for range evaluations {
			b := NewBatch(x.players)
			for range n {
				u := make([]float64, x.players)
				if r.Float64() >= x.draws {
					winner := 0
					if r.Float64() >= x.first {
						winner = 1 + r.IntN(x.players-1)
					}
					for i := range u {
						u[i] = -1 / float64(x.players-1)
					}
					u[winner] = 1
				}
				b.Add(&Playout{Plies: 1, Turns: 1, Utilities: u})
			}
			m := b.Summary().Metrics
			e, o := m["Balance"], m["OutcomeUniformity"]
			mean += e.Mean / evaluations
			bias += e.Bias / evaluations
			if e.Low <= truth+1e-9 && truth <= e.High+1e-9 {
				balanced += 1.0 / evaluations
			}
			if o.Low <= uniform+1e-9 && uniform <= o.High+1e-9 {
				even += 1.0 / evaluations
			}
			low += e.Low
		}
		t.Logf("%+v: balance %.3f (true %.3f, bias %.3f) held by %.3f, uniformity by %.3f", x, mean, truth, bias, balanced,
			even)
		if balanced < 0.93 || even < 0.93 {
			t.Errorf("%+v: intervals hold the balance with %.3f, the uniformity with %.3f", x, balanced, even)
		}
		if real := mean - truth; math.Abs(real-bias) > 0.4*math.Abs(real)+0.025 {
			t.Errorf("%+v: bias %.4f, estimated %.4f", x, real, bias)
		}
	}
}

// Playouts given up count as time-outs, and no figure hides that they are missing.
func TestCensored(t *testing.T) {
	b := NewBatch(2)
	for i := range 813 {
		u := []float64{1, -1}
		if i%2 == 1 {
			u = []float64{-1, 1}
		}
		b.Add(&Playout{Plies: 700, Turns: 700, Winner: 1 + i%2, Utilities: u})
	}
	b.Abandoned, b.Unplayed = 187, 50
	s := b.Summary()
	if s.Abandoned != 187 || s.Unplayed != 50 || s.Timeouts.N != 1000 || s.Timeouts.Mean != 0.187 {
		t.Errorf("%+v", s)
	}
	for name, e := range s.Metrics {
		if name != "Timeouts" && e.Censored != 187 {
			t.Errorf("%s does not say that playouts are missing: %+v", name, e)
		}
	}
	// All that are missing could have been won by the first player, or lost.
	if w := s.Wins[0]; w.Low > 407.0/1000 || w.High < 594.0/1000 || w.N != 813 {
		t.Errorf("wins of player 1: %+v", w)
	}
	none := NewBatch(2)
	none.Abandoned = 5
	if s := none.Summary(); len(s.Metrics) != 0 || s.Completion.N != 0 || s.Timeouts.Mean != 1 {
		t.Errorf("with all playouts abandoned: %+v", s)
	}
}
