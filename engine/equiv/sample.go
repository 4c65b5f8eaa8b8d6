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

// Sample compares random playouts of two games: the mean number of decisions
// with a choice, and each player's share of wins and of draws. It is evidence,
// not proof; a difference it reports is one of many standard errors. Plays
// longer than MaxDepth are an error.
func Sample(a, b formal.Game, o Options) (*Result, error) {
	if d := comparePlayers(a, b); d != nil {
		return &Result{Method: "numbers of players", Difference: d}, nil
	}
	o, err := o.orDefault(len(a.Players()))
	if err != nil {
		return nil, err
	}
	ma, err := sample(a, o, 0)
	if err != nil {
		return nil, fmt.Errorf("game A: %w", err)
	}
	mb, err := sample(b, o, 1)
	if err != nil {
		return nil, fmt.Errorf("game B: %w", err)
	}
	r := &Result{Equal: true, Method: fmt.Sprintf("%d random playouts of each", o.Playouts), Positions: o.Playouts}
	report := func(what string, x, y moments) {
		n := float64(o.Playouts)
		mx, vx := x.mean(n)
		my, vy := y.mean(n)
		// The added variance stands for what one more playout might have shown.
		if r.Equal && math.Abs(mx-my) > sigmas*math.Sqrt((vx+vy)/n+2/(n*n)) {
			r.Equal = false
			r.Difference = &Difference{What: fmt.Sprintf("random playouts disagree: %s %.4f in A, %.4f in B", what, mx, my)}
		}
	}
	report("mean number of decisions", ma.length, mb.length)
	for p, q := range o.Players {
		report(fmt.Sprintf("share of wins of player %d of A", p+1), ma.wins[p], mb.wins[q-1])
		report(fmt.Sprintf("share of draws of player %d of A", p+1), ma.draws[p], mb.draws[q-1])
	}
	return r, nil
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
func sample(g formal.Game, o Options, side uint64) (playouts, error) {
	k := len(g.Players())
	m := playouts{wins: make([]moments, k), draws: make([]moments, k)}
	p := g.NewPosition()
	for n := range o.Playouts {
		seed := rng.Derive(o.Seed, 2*uint64(n)+side)
		p.Restart(&seed)
		length := 0
		for moves := 0; !p.Terminal(); moves++ {
			if moves == o.MaxDepth {
				return m, fmt.Errorf("a play of more than %d moves: %w", o.MaxDepth, ErrBound)
			}
			if p.Moves() > 1 {
				length++
			}
			p.Apply(draw(p, &seed))
			if err := broken(p); err != nil {
				return m, err
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

// hiddenChance tells whether a few plays with equal decisions but different draws
// by the rules turn out differently: then chance is not explicit and trees
// cannot be compared. It may miss chance that hardly ever matters.
func hiddenChance(g formal.Game, o Options) bool {
	const plays, most = 10, 500
	p, q := g.NewPosition(), g.NewPosition()
	for n := range uint64(plays) {
		rulesP, rulesQ := rng.Derive(o.Seed, 3*n), rng.Derive(o.Seed, 3*n+1)
		choice := rng.Derive(o.Seed, 3*n+2)
		p.Restart(&rulesP)
		q.Restart(&rulesQ)
		for range most {
			if p.Terminal() != q.Terminal() {
				return true
			}
			if p.Terminal() {
				if fmt.Sprint(p.Payoffs()) != fmt.Sprint(q.Payoffs()) {
					return true
				}
				break
			}
			if p.Mover() != q.Mover() || p.Moves() != q.Moves() {
				return true
			}
			i := draw(p, &choice)
			if p.MoveText(i) != q.MoveText(i) {
				return true
			}
			p.Apply(i)
			q.Apply(i)
		}
	}
	return false
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
