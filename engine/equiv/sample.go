package equiv

import (
	"fmt"
	"math"
	"math/big"

	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/rng"
)

// sigmas is how many standard errors two means may lie apart. Equal games exceed
// it about once in 1.7 million comparisons.
const sigmas = 5

// sampleBoth compares random playouts of two games: the mean number of decisions
// with a choice, and each player's share of wins and of draws. It is evidence, not
// proof, and says what it found.
func sampleBoth(a, b formal.Game, o Options, budget *budget) (string, error) {
	ma, err := sample(a, o, 0, budget)
	if err != nil {
		return "", fmt.Errorf("game A: %w", err)
	}
	mb, err := sample(b, o, 1, budget)
	if err != nil {
		return "", fmt.Errorf("game B: %w", err)
	}
	found := fmt.Sprintf("%d random playouts of each show no difference", o.Playouts)
	differs := false
	report := func(what string, x, y moments) {
		n := float64(o.Playouts)
		mx, vx := x.mean(n)
		my, vy := y.mean(n)
		// The added variance stands for what one more playout might have shown.
		if !differs && math.Abs(mx-my) > sigmas*math.Sqrt((vx+vy)/n+2/(n*n)) {
			differs = true
			found = fmt.Sprintf("%d random playouts of each disagree: %s %.4f in A, %.4f in B", o.Playouts, what, mx, my)
		}
	}
	report("mean number of decisions", ma.length, mb.length)
	for p, q := range o.Players {
		report(fmt.Sprintf("share of wins of player %d of A", p+1), ma.wins[p], mb.wins[q-1])
		report(fmt.Sprintf("share of draws of player %d of A", p+1), ma.draws[p], mb.draws[q-1])
	}
	return found, nil
}

// moments sums values and their squares.
type moments struct{ sum, squares float64 }

func (m *moments) add(x float64) { m.sum += x; m.squares += x * x }

func (m moments) mean(n float64) (mean, variance float64) {
	mean = m.sum / n
	return mean, max(0, m.squares/n-mean*mean)
}

type playouts struct {
	length      moments
	wins, draws []moments
}

// sample plays; equal sides would draw the same numbers.
func sample(g formal.Game, o Options, side uint64, budget *budget) (playouts, error) {
	k := len(g.Players())
	m := playouts{wins: make([]moments, k), draws: make([]moments, k)}
	p := g.NewPosition()
	for n := range o.Playouts {
		seed := rng.Derive(o.Seed, 2*uint64(n)+side)
		p.Restart(&seed)
		length := 0
		for moves := 0; !p.Terminal(); moves++ {
			if moves == o.MaxDepth {
				return m, &bound{fmt.Sprintf("plays of %d moves", o.MaxDepth)}
			}
			if err := budget.check(moves, 0); err != nil {
				return m, err
			}
			if p.Moves() > 1 {
				length++
			}
			p.Apply(draw(p, &seed))
			if e, ok := p.(interface{ Err() error }); ok && e.Err() != nil {
				return m, e.Err()
			}
		}
		m.length.add(float64(length))
		for player, result := range outcomes(p.Payoffs()) {
			switch result {
			case "win":
				m.wins[player].add(1)
			case "draw":
				m.draws[player].add(1)
			}
		}
	}
	return m, nil
}

// draw picks a branch: uniformly for players, by its probabilities for chance.
func draw(p formal.Position, r *rng.SplitMix64) int {
	n := p.Moves()
	if p.Mover() != formal.Chance {
		return r.Intn(n)
	}
	at := r.Float64()
	last := 0
	for i := range n {
		x, _ := p.Probability(i).Float64()
		if x > 0 {
			last = i
		}
		if at -= x; at < 0 && x > 0 {
			return i
		}
	}
	return last
}

// outcomes gives "win", "draw" or "loss" for each player. Whoever gets most
// wins, several draw; a single player wins with more than nothing.
func outcomes(payoffs []*big.Rat) []string {
	results := make([]string, len(payoffs))
	for p, x := range payoffs {
		best, ties := true, 0
		for q, y := range payoffs {
			best = best && x.Cmp(y) >= 0
			if p != q && x.Cmp(y) == 0 {
				ties++
			}
		}
		if len(payoffs) == 1 {
			best = x.Sign() > 0
		}
		switch {
		case !best:
			results[p] = "loss"
		case ties > 0:
			results[p] = "draw"
		default:
			results[p] = "win"
		}
	}
	return results
}
