package heuristic

import (
	"errors"
	"fmt"
	"math"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/rng"
)

// The random plays that weigh the terms of Standard: so many, each for so many moves
// at most, and looked at on the average so many times.
const (
	fitPlays = 1000
	fitPlies = 600
	fitLooks = 8
	fitMoves = 16_000 // of all plays by the rules
	// fitWork is the work of all plays, some seconds by the rules, after which those that came to their
	// end must do.
	fitWork = 1 << 26
	// ridge is added to the variance of every term, which are in units of their own
	// deviation, so that those that say the same share the weight.
	ridge = 0.05
)

var errTired = errors.New("enough work has gone into weighing heuristics")

// sample is what the terms are for a player in some position of a random play: his
// own less the mean of the others', and what he came to, from −1 to 1.
type sample struct {
	terms  []float64
	result float64
}

// fit gives the terms the weights of the ridge regression of the results of random
// plays on them (Hoerl and Kennard 1970).
func (s *Set) fit(p Player) {
	samples := s.samples(p)
	n := len(s.terms)
	scale := make([]float64, n)
	for _, x := range samples {
		for i, v := range x.terms {
			scale[i] += v * v
		}
	}
	a := make([][]float64, n)
	for i := range a {
		a[i] = make([]float64, n+1)
		if scale[i] = math.Sqrt(scale[i] / float64(max(len(samples), 1))); scale[i] < 1e-6 {
			scale[i] = 0 // it is the same for everybody
		}
	}
	for _, x := range samples {
		for i := range n {
			if scale[i] == 0 {
				continue
			}
			u := x.terms[i] / scale[i]
			for j := range n {
				if scale[j] > 0 {
					a[i][j] += float64(u * x.terms[j] / scale[j])
				}
			}
			a[i][n] += float64(u * x.result)
		}
	}
	for i := range n {
		a[i][i] += ridge*float64(len(samples)) + 1e-9
	}
	solve(a)
	text, most := "", leastWorth/leastShare
	for i := range n {
		if !math.IsNaN(a[i][n]) {
			most = max(most, math.Abs(a[i][n]))
		}
	}
	kept := s.terms[:0]
	for i, t := range s.terms {
		if scale[i] == 0 || math.IsNaN(a[i][n]) {
			continue
		}
		t.weight = float32(a[i][n] / scale[i])
		if least, goal := goals[t.name]; goal {
			t.weight = max(t.weight, least)
		}
		if math.Abs(float64(t.weight))*scale[i] < leastShare*most {
			continue
		}
		text += fmt.Sprintf(", %s %.3g", t.name, t.weight)
		kept = append(kept, t)
	}
	s.terms, s.text = kept, "no terms"
	if text != "" {
		s.text = text[2:]
	}
}

// goals are the least weights of what the ends of a game ask for: random play, which
// does not know what it is for, may find it useless or dangerous, but whoever plays to
// win must strive for it. Other terms keep the weights that random play gives them.
var goals = map[string]float32{"lines": 0.3, "progress": 0.05, "track": 0.05, "score": 0.05}

// A term must be worth so much of a result by its usual size, and so much of what the term is worth that is worth
// most: where most random plays are drawn everything tells little of the result.
const (
	leastWorth = 0.001
	leastShare = 0.1
)

// solve solves linear equations by elimination; the last column is the right side,
// and the solution afterwards.
func solve(a [][]float64) {
	n := len(a)
	for i := range n {
		p := i
		for k := i + 1; k < n; k++ {
			if math.Abs(a[k][i]) > math.Abs(a[p][i]) {
				p = k
			}
		}
		a[i], a[p] = a[p], a[i]
		for k := range n {
			if k == i {
				continue
			}
			f := a[k][i] / a[i][i]
			for c := i; c <= n; c++ {
				a[k][c] -= float64(f * a[i][c])
			}
		}
	}
	for i := range n {
		a[i][n] /= a[i][i]
	}
}

// Player plays at random, one play after the other, and shows its positions: by the rules, or by compiled code.
// What it cannot do it says by game.Abort, whose error ends the play.
type Player interface {
	Position
	Start(seed uint64)
	Step()                   // makes a random move
	Over() bool              // the play is
	Legal() int              // the number of legal moves
	Rank(player int) float64 // 0 for none
	Enough() int             // the moves of all plays after which it has played enough
	Spent() int              // the work of all plays so far, in units like those of game.Context.Work
}

// samples plays at random and looks at the terms on the way.
func (s *Set) samples(p Player) (all []sample) {
	look := rng.New(3)
	length := 0
	for number := range uint64(fitPlays) {
		if length > p.Enough() {
			break
		}
		first := len(all)
		plies := 0
		if game.Catch(func() {
			p.Start(rng.Derive(2, number).State)
			for ; !p.Over() && plies < fitPlies; plies++ {
				if length > 0 && look.Below(length) < fitLooks*int(number) {
					all = s.look(p, all)
				}
				p.Step()
				if p.Spent() > fitWork {
					game.Abort(errTired)
				}
			}
		}) != nil {
			all = all[:first]
			break
		}
		length += plies
		if !p.Over() {
			all = all[:first]
			continue
		}
		for i := first; i < len(all); i++ {
			all[i].result = result(p, i-first)
		}
	}
	return all
}

// result is what the player came to for whom the k-th sample of a play was taken.
func result(p Player, k int) float64 {
	n := p.Game().Players
	rank := p.Rank(k%n + 1)
	switch {
	case n == 1:
		return 2*rank - 1
	case rank == 0:
		return 0
	}
	return (float64(n+1)/2 - rank) * 2 / float64(n-1)
}

// look appends a sample for every player.
func (s *Set) look(at Player, all []sample) []sample {
	n := at.Game().Players
	legal := at.Legal()
	values := make([][]float64, n)
	for p := range values {
		values[p] = make([]float64, len(s.terms))
		for i := range s.terms {
			t := &s.terms[i]
			values[p][i] = float64(t.value(at, p+1, 0, legal))
		}
	}
	for p := range values {
		x := make([]float64, len(s.terms))
		for i := range x {
			for q := range values {
				if q == p {
					x[i] += values[q][i]
				} else {
					x[i] -= values[q][i] / float64(n-1)
				}
			}
		}
		all = append(all, sample{terms: x})
	}
	return all
}
