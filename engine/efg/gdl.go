package efg

import (
	"bufio"
	"fmt"
	"math/big"
	"strings"
)

// GDLOptions says how GDL writes. The zero value gives exact goals.
type GDLOptions struct {
	// Scaled maps each player's payoffs to integers from 0 to 100; a comment
	// records the map.
	Scaled bool
	// OpenTerminals shows the end of the play to everybody.
	OpenTerminals bool
	// Compact writes the tree as facts for a few rules, not rules for every node.
	Compact bool
}

// maxChanceMoves bounds the equally likely moves that stand for one chance node.
const maxChanceMoves = 1_000_000

// GDL writes the game as a GDL-II description in prefix form. Only games that
// satisfy CheckTimed can be written. Role player_p plays player p; chance nodes
// become equally likely moves of random.
func GDL(g *Game, o GDLOptions) (string, error) {
	var b strings.Builder
	if err := WriteGDL(&b, g, o); err != nil {
		return "", err
	}
	return b.String(), nil
}

func writeGDL(b *bufio.Writer, g *Game, o GDLOptions) error {
	g = g.Prune()
	if len(g.Players) == 0 {
		return fmt.Errorf("0 players: GDL takes at least 1")
	}
	if err := g.CheckTimed(); err != nil {
		return fmt.Errorf("no GDL-II game is equivalent: %w", err)
	}
	w := &gdlWriter{b: b, game: g, weights: map[int][]*big.Int{}}
	if err := w.goals(o.Scaled); err != nil {
		return err
	}
	for p := range g.Players {
		classes := g.TimedClasses(p + 1)
		if g.Known != nil {
			if err := g.checkSteps(p+1, classes); err != nil {
				return fmt.Errorf("no GDL-II game is equivalent: %w", err)
			}
		}
		if o.OpenTerminals {
			classes = g.openTerminals(classes)
		}
		w.classes = append(w.classes, classes)
		w.f("(role player_%d)\n", p+1)
	}
	w.f("(role random)\n")
	if o.Compact {
		return w.compact()
	}
	w.f("(init s0)\n")
	if g.Nodes[0].Owner == Terminal { // descriptions need legal moves, if only where they are not made
		w.f("(<= (legal random noop) (true s0))\n")
	}
	for i := range g.Nodes {
		if g.Nodes[i].Owner == Terminal {
			w.terminal(i)
			continue
		}
		if err := w.inner(i); err != nil {
			return err
		}
	}
	return nil
}

type gdlWriter struct {
	b       *bufio.Writer
	game    *Game
	weights map[int][]*big.Int // of the moves of chance, by set
	classes [][]int            // by player-1 and node
	factor  []*big.Rat         // goal = factor·payoff + offset, by player-1
	offset  []*big.Rat
}

func (w *gdlWriter) f(format string, args ...any) { fmt.Fprintf(w.b, format, args...) }

// goals chooses the maps from payoffs to goals.
func (w *gdlWriter) goals(scaled bool) error {
	all := make([][]*big.Rat, len(w.game.Players))
	for i := range w.game.Nodes {
		if scaled && w.game.Nodes[i].Owner == Terminal {
			for p, x := range w.game.Payoffs(i) {
				all[p] = append(all[p], x)
			}
		}
	}
	for p := range all {
		factor, offset := big.NewRat(1, 1), new(big.Rat)
		if scaled {
			var err error
			if factor, offset, err = goalScale(all[p]); err != nil {
				return fmt.Errorf("player %d: %w", p+1, err)
			}
			w.f("; goal player_%d = %s*u + %s\n", p+1, factor.RatString(), offset.RatString())
		}
		w.factor = append(w.factor, factor)
		w.offset = append(w.offset, offset)
	}
	return nil
}

// goalScale gives a > 0 and b such that a·u+b is an integer from 0 to 100 for
// all payoffs u: the least becomes 0 and the greatest 100 if all are integers
// then, otherwise a is as small as integers allow.
func goalScale(us []*big.Rat) (a, b *big.Rat, err error) {
	least, greatest := us[0], us[0]
	for _, u := range us {
		if u.Cmp(least) < 0 {
			least = u
		}
		if u.Cmp(greatest) > 0 {
			greatest = u
		}
	}
	// The differences are the integers d_i over one denominator; 1/unit is the
	// smallest factor that makes them all integers.
	common := new(big.Rat).SetInt(commonDenominator(append([]*big.Rat{least}, us...)))
	gcd := new(big.Int)
	for _, u := range us {
		d := new(big.Rat).Sub(u, least)
		gcd.GCD(nil, nil, gcd, d.Mul(d, common).Num())
	}
	if gcd.Sign() == 0 { // a single payoff
		return big.NewRat(1, 1), new(big.Rat).Neg(least), nil
	}
	a = new(big.Rat).Quo(common, new(big.Rat).SetInt(gcd))
	steps := new(big.Rat).Sub(greatest, least)
	steps.Mul(steps, a)
	hundred := big.NewRat(100, 1)
	fit := new(big.Rat).Quo(hundred, steps)
	switch {
	case fit.IsInt():
		a.Mul(a, fit)
	case steps.Cmp(hundred) > 0:
		return nil, nil, fmt.Errorf("payoffs need %s steps, goals have room for 100", steps.RatString())
	}
	return a, new(big.Rat).Neg(new(big.Rat).Mul(a, least)), nil
}

func (w *gdlWriter) terminal(t int) {
	w.f("(<= terminal (true s%d))\n", t)
	for p, u := range w.game.Payoffs(t) {
		w.f("(<= (goal player_%d %s) (true s%d))\n", p+1, w.goal(p, u), t)
	}
}

// goal gives the goal value of a payoff, which it overwrites, of player p+1.
func (w *gdlWriter) goal(p int, u *big.Rat) string {
	return u.Add(u.Mul(u, w.factor[p]), w.offset[p]).RatString()
}

// inner writes who may do what at a node and where it leads.
func (w *gdlWriter) inner(s int) error {
	n := &w.game.Nodes[s]
	for p := range w.game.Players {
		if p+1 != n.Owner {
			w.f("(<= (legal player_%d noop) (true s%d))\n", p+1, s)
		}
	}
	if n.Owner != Chance {
		w.f("(<= (legal random noop) (true s%d))\n", s)
	}
	return w.branches(s, func(child, move int) { w.transition(s, child, mover(n.Owner), move) })
}

func (w *gdlWriter) transition(s, c int, mover string, move int) {
	w.f("(<= (legal %s %d) (true s%d))\n", mover, move, s)
	w.f("(<= (next s%d) (true s%d) (does %s %d))\n", c, s, mover, move)
	for p := range w.game.Players {
		w.f("(<= (sees player_%d (info %d)) (true s%d) (does %s %d))\n", p+1, w.classes[p][c], s, mover, move)
	}
}
