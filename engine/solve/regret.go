package solve

import (
	"context"
	"fmt"
	"math"
	"math/big"

	"github.com/astragal/astragal/engine/efg"
)

// Iterations of regret minimisation between two looks at how far it is from an
// equilibrium, which double each time, and the most that are made.
const (
	firstIterations = 64
	maxIterations   = 1 << 20
)

// weightBits is to how many binary digits the weights of sequences are rounded before
// best responses to them are found in exact rationals.
const weightBits = 40

// regrets is one player's side of counterfactual regret minimisation over sequences.
type regrets struct {
	*sequences
	regret []float64 // by sequence, at least 0
	plan   []float64 // realisation plan of this iteration
	mean   []float64 // of all so far, by weight of iteration
	gain   []float64 // what sequences earn, then with all that follows
}

func newRegrets(s *sequences) *regrets {
	r := &regrets{sequences: s}
	for _, list := range []*[]float64{&r.regret, &r.plan, &r.mean, &r.gain} {
		*list = make([]float64, s.size)
	}
	r.strategy()
	return r
}

// strategy makes the realisation plan by regret matching.
func (r *regrets) strategy() {
	r.plan[0] = 1
	for i := range r.sets {
		first, n := r.first[i], r.actions(i)
		sum := 0.0
		for _, x := range r.regret[first : first+n] {
			sum += x
		}
		for a := first; a < first+n; a++ {
			share := 1 / float64(n)
			if sum > 0 {
				share = r.regret[a] / sum
			}
			r.plan[a] = r.plan[r.parent[i]] * share
		}
	}
}

// update takes the gains of sequences against the other's plan: what each action of a set
// would have earned more than the strategy did is regretted, never below nothing. These are
// counterfactual values, because gains are weighed by chance and the other's plan alone.
func (r *regrets) update() {
	for i := len(r.sets) - 1; i >= 0; i-- { // what follows comes first
		first, n := r.first[i], r.actions(i)
		sum, value := 0.0, 0.0
		for _, x := range r.regret[first : first+n] {
			sum += x
		}
		for a := first; a < first+n; a++ {
			share := 1 / float64(n)
			if sum > 0 {
				share = r.regret[a] / sum
			}
			value += float64(share * r.gain[a])
		}
		for a := first; a < first+n; a++ {
			r.regret[a] = max(0, r.regret[a]+(r.gain[a]-value))
		}
		r.gain[r.parent[i]] += value
	}
}

// best gives the value of the best response from the gains of sequences, which it uses up.
func (r *regrets) best() float64 {
	for i := len(r.sets) - 1; i >= 0; i-- {
		best := math.Inf(-1)
		for _, x := range r.gain[r.first[i] : r.first[i]+r.actions(i)] {
			best = max(best, x)
		}
		r.gain[r.parent[i]] += best
	}
	return r.gain[0]
}

// duel is both sides of regret minimisation over a matrix whose numbers are rounded.
type duel struct {
	side [2]*regrets
	ends []roundEnd
}

type roundEnd struct {
	at     [2]int // sequences
	weight float64
	pays   [2]float64
}

func newDuel(m *matrix) *duel {
	d := &duel{side: [2]*regrets{newRegrets(m.one), newRegrets(m.two)}}
	for _, e := range m.ends {
		x := roundEnd{at: [2]int{e.one, e.two}}
		x.weight, _ = e.chance.Float64()
		x.pays[0], _ = e.payoffs[0].Float64()
		x.pays[1], _ = e.payoffs[1].Float64()
		d.ends = append(d.ends, x)
	}
	return d
}

// gains finds what the sequences of a player earn against a plan of the other.
func (d *duel) gains(player int, plan []float64) {
	gain := d.side[player].gain
	clear(gain)
	for i := range d.ends {
		e := &d.ends[i]
		gain[e.at[player]] += float64(float64(e.weight*plan[e.at[1-player]]) * e.pays[player])
	}
}

// iterate makes iteration t, from 1: players in turn, averages weighed by t (Tammelin 2014,
// "Solving Large Imperfect Information Games Using CFR+").
func (d *duel) iterate(t int) {
	for player, r := range d.side {
		d.gains(player, d.side[1-player].plan)
		r.update()
		r.strategy()
		for i, x := range r.plan {
			r.mean[i] += float64(float64(t) * x)
		}
	}
}

// gap is the exploitability of the averages, rounded: how much both together would gain by
// best responses.
func (d *duel) gap(sum float64) float64 {
	total := -sum
	for player, r := range d.side {
		other := d.side[1-player].mean
		d.gains(player, other)
		total += r.best() / other[0]
	}
	return total
}

// approach finds strategies that are optimal but for a share of the span of payoffs, by
// regret minimisation, and bounds of the value by exact best responses to them.
func (a *Answer) approach(ctx context.Context, m *matrix, share float64) error {
	d := newDuel(m)
	least, most := math.Inf(1), math.Inf(-1)
	for _, e := range d.ends {
		least, most = min(least, e.pays[0]), max(most, e.pays[0])
	}
	sum, _ := a.Sum.Float64()
	target := share * (most - least)
	t, stopped := 0, false
	for next := firstIterations; ; next *= 2 {
		for ; t < next && !stopped; t++ {
			d.iterate(t + 1)
			stopped = t%64 == 0 && ctx.Err() != nil
		}
		if stopped || t >= maxIterations || d.gap(sum) <= target {
			break
		}
	}
	a.Method = fmt.Sprintf("counterfactual regret minimisation (CFR+), %d iterations; bounds by best responses in exact "+
		"rationals", t)
	a.Strategies = make(efg.Behaviour, len(m.g.Sets))
	scale := new(big.Int).Lsh(big.NewInt(1), weightBits)
	for _, r := range d.side {
		weights := zeros(r.size)
		for i, x := range r.mean {
			weights[i].SetFrac(big.NewInt(int64(math.Round(math.Ldexp(x/r.mean[0], weightBits)))), scale)
		}
		r.behaviour(weights, a.Strategies)
	}
	a.bound(m)
	a.Bounded = true
	a.Theorem = "the value of the game for both players in mixed strategies lies within the bounds, " +
		"which the strategies found guarantee"
	if gap, _ := a.Exploitability.Float64(); gap > 2*target {
		return notDecided("exploitability %.6f after %d iterations, more than %.6f", gap, t, target)
	}
	return nil
}

// bound finds what each player gets at least by the strategies of the answer.
func (a *Answer) bound(m *matrix) {
	a.Upper = m.respond(1, m.two.plan(a.Strategies))
	a.Lower = new(big.Rat).Sub(a.Sum, m.respond(2, m.one.plan(a.Strategies)))
	a.Exploitability = new(big.Rat).Sub(a.Upper, a.Lower)
}
