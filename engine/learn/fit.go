package learn

import (
	"math"

	"github.com/astragal/astragal/engine/rng"
	"github.com/astragal/astragal/engine/search"
)

// Sample is a position of a play with what a search thought of it.
type Sample struct {
	mover   int
	moves   [][]int32 // features of every decision
	visits  []float64 // their shares
	active  []int32   // features of the position
	Outcome float64   // of the first player, between −1 and 1
}

// Look takes a sample of the position of a world of which search gives the visits of
// every decision of List; those of a forced one may be missing.
func (o *On) Look(b search.Board, mover int, visits []float64) Sample {
	s := Sample{mover: mover, active: o.position(b, nil)}
	total := 0.0
	for _, v := range visits {
		total += v
	}
	if total > 0 {
		for i, v := range visits {
			s.moves = append(s.moves, o.move(b, mover, i, nil))
			s.visits = append(s.visits, v/total)
		}
	}
	return s
}

// How models are fitted. The first step of a weight is a rate long; a position has
// more features than a decision.
const (
	epochs     = 20
	policyRate = 0.03
	valueRate  = 0.01
	decay      = 1e-5
)

// Fit learns a model from samples, in an order that follows from the seed. It returns
// the mean loss of the last epoch: cross-entropy of the policy in nats, and the mean
// square of the error of the value.
func (m *Model) Fit(samples []Sample, seed uint64) (policy, value float64) {
	r := rng.New(seed)
	order := make([]int, len(samples))
	for i := range order {
		order[i] = i
	}
	p, v := newSlope(m.Policy, policyRate), newSlope(m.Value, valueRate)
	var scores []float64
	decisions := 0
	for range epochs {
		for i := range order {
			j := r.Below(i + 1)
			order[i], order[j] = order[j], order[i]
		}
		policy, value, decisions = 0, 0, 0
		for _, k := range order {
			s := &samples[k]
			if len(s.moves) > 1 {
				policy += s.fitPolicy(p, &scores)
				decisions++
			}
			value += s.fitValue(v)
		}
	}
	return policy / float64(max(decisions, 1)), value / float64(max(len(samples), 1))
}

func (s *Sample) fitPolicy(w slope, scores *[]float64) (loss float64) {
	x := (*scores)[:0]
	most := math.Inf(-1)
	for _, active := range s.moves {
		x = append(x, sum(w.weights, active))
		most = math.Max(most, x[len(x)-1])
	}
	softmax(x, most)
	for i, active := range s.moves {
		if s.visits[i] > 0 {
			loss -= s.visits[i] * math.Log(math.Max(x[i], 1e-12))
		}
		for _, f := range active {
			w.step(f, x[i]-s.visits[i])
		}
	}
	*scores = x
	return loss
}

func (s *Sample) fitValue(w slope) (loss float64) {
	x := math.Tanh(float64(w.weights[0])*sign(s.mover) + sum(w.weights, s.active))
	d := x - s.Outcome
	// The gradient of the cross-entropy of a result in (−1, 1), which does not vanish
	// where the value is sure and wrong.
	w.step(0, d*sign(s.mover))
	for _, f := range s.active {
		w.step(f, d)
	}
	return d * d
}

// slope goes down the gradient of a loss, in steps that shrink with the squares of the
// gradients so far.
type slope struct {
	weights, squares []float32
	rate             float64
}

func newSlope(weights []float32, rate float64) slope {
	return slope{weights, make([]float32, len(weights)), rate}
}

func (w slope) step(i int32, gradient float64) {
	g := gradient + float64(decay*float64(w.weights[i]))
	q := float64(w.squares[i]) + float64(g*g)
	w.squares[i] = float32(q)
	if q > 0 {
		w.weights[i] -= float32(w.rate * g / math.Sqrt(q))
	}
}
