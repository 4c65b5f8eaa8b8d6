package equiv

import (
	"fmt"
	"math/big"

	"github.com/astragal/astragal/engine/formal"
)

// compare compares a pair of stages and pairs the branches of chance. A difference is
// described; shape reports whether it lies in the shape of the trees.
func (w *walk) compare(a, b *stage) (links []link, what string, shape bool) {
	switch {
	case a.terminal && b.terminal:
		return nil, w.comparePayoffs(a.payoffs, b.payoffs), false
	case a.terminal:
		return nil, "the play is over in A, not in B", true
	case b.terminal:
		return nil, "the play is over in B, not in A", true
	}
	if ma, mb := a.mover(), b.mover(); ma != mb && (ma != nobody && mb != nobody || hasChoice(a) || hasChoice(b)) {
		return nil, fmt.Sprintf("%s decides in A, %s in B", mover(ma), mover(mb)), true
	}
	for p := range w.Players {
		if m, n := a.moves(p+1), b.moves(p+1); m != n {
			return nil, fmt.Sprintf("player %d has %d moves in A, %d in B", p+1, m, n), true
		}
	}
	if links, what = w.linkChance(a.of(formal.Chance), b.of(formal.Chance)); what != "" {
		return nil, what, true
	}
	if a.of(formal.Chance) != nil && a.mover() == formal.Chance {
		w.chances++
	}
	for _, s := range []*stage{a, b} {
		if s.wrong != "" {
			return nil, s.wrong, false
		}
	}
	return links, "", false
}

// hasChoice reports whether anybody has more than one branch.
func hasChoice(s *stage) bool {
	for i := range s.decisions {
		if len(s.decisions[i].branches) > 1 {
			return true
		}
	}
	return false
}

// comparePayoffs compares what both games pay to A's players.
func (w *walk) comparePayoffs(a, b []*big.Rat) string {
	switch w.Payoffs {
	case Outcomes:
		x, y := outcomes(a), outcomes(b)
		for p := range x {
			if x[p] != y[p] {
				return fmt.Sprintf("player %d of A has a %s in A, a %s in B", p+1, x[p], y[p])
			}
		}
		return ""
	case Scaled:
		for p := range a {
			if what := w.scales[p].compare(a[p], b[p]); what != "" {
				return fmt.Sprintf("player %d of A gets %s", p+1, what)
			}
		}
		return ""
	}
	for p := range a {
		if a[p].Cmp(b[p]) != 0 {
			return fmt.Sprintf("player %d of A gets %s in A, %s in B", p+1, a[p].RatString(), b[p].RatString())
		}
	}
	return ""
}

// scale is the change of unit and zero from a player's payoffs in A to those in B,
// as far as it is known.
type scale struct{ x, y, unit *big.Rat }

func (s *scale) compare(x, y *big.Rat) string {
	if s.x == nil {
		s.x, s.y = x, y
		return ""
	}
	dx, dy := new(big.Rat).Sub(x, s.x), new(big.Rat).Sub(y, s.y)
	if dx.Sign() != dy.Sign() {
		return fmt.Sprintf("%s and %s in A, %s and %s in B", s.x.RatString(), x.RatString(), s.y.RatString(), y.RatString())
	}
	if dx.Sign() == 0 {
		return ""
	}
	unit := dy.Quo(dy, dx)
	if s.unit == nil {
		s.unit = unit
	}
	if s.unit.Cmp(unit) != 0 {
		return fmt.Sprintf("%s in A and %s in B, though B pays %s times as much elsewhere", x.RatString(), y.RatString(),
			s.unit.RatString())
	}
	return ""
}

// linkChance pairs branches of chance: one by one, or, where one branch may stand for
// several, those whose stretches overlap when the branches are laid one after the
// other on the interval from 0 to 1. A side without chance has one certain branch.
func (w *walk) linkChance(a, b *decision) (links []link, what string) {
	if a == nil && b == nil {
		return nil, ""
	}
	certain := &decision{branches: []int{0}, weights: []*big.Rat{big.NewRat(1, 1)}}
	if a == nil {
		a = certain
	}
	if b == nil {
		b = certain
	}
	differ := func() ([]link, string) {
		return nil, fmt.Sprintf("chance has other probabilities: %s in A, %s in B", probabilities(a), probabilities(b))
	}
	at, endA, endB := new(big.Rat), new(big.Rat).Set(a.weights[0]), new(big.Rat).Set(b.weights[0])
	for i, j := 0, 0; i < len(a.branches); {
		c := endA.Cmp(endB)
		if c != 0 && !w.al.merge {
			return differ()
		}
		end := new(big.Rat).Set(endA)
		if c > 0 {
			end.Set(endB)
		}
		links = append(links, link{a.branches[i], b.branches[j], new(big.Rat).Sub(end, at)})
		at = end
		if c <= 0 {
			if i++; i < len(a.branches) {
				endA.Add(endA, a.weights[i])
			}
		}
		if c >= 0 {
			if j++; j < len(b.branches) {
				endB.Add(endB, b.weights[j])
			}
		}
	}
	// One side may only refine the other; otherwise no branch-by-branch reading
	// gives both the same probabilities.
	if len(links) > max(len(a.branches), len(b.branches)) {
		return differ()
	}
	return links, ""
}

func probabilities(d *decision) string {
	s := ""
	for k, x := range d.weights {
		if k == 10 {
			return s + " …"
		}
		if k > 0 {
			s += " "
		}
		s += x.RatString()
	}
	return s
}
