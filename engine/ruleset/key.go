package ruleset

import (
	"math"
	"math/big"

	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/game"
)

// AppendKey appends all that the future depends on; see formal.Keyed and game.AppendKey.
func (t *table) AppendKey(dst []byte) (key []byte, visible int) {
	return t.c.AppendKey(dst, *t.past())
}

// past is what keys contain of the way to a position.
func (t *table) past() *game.History {
	if t.history == nil {
		h := t.c.G.History()
		if k, err := knowRules(t.c.G); err == nil {
			h.Free = !k.asks
			h.Spent = t.c.G.VarsWhere(func(name string) bool { return !k.vars[name] })
		}
		t.history = &h
	}
	return t.history
}

// AppendKey appends the key of the position or, where chance decides, those of all
// that can come with their probabilities.
func (p *trajectory) AppendKey(dst []byte) (key []byte, visible int) {
	if p.alternatives == nil {
		return p.table.AppendKey(dst)
	}
	key = append(dst, "chance"...)
	for i := range p.alternatives {
		x := &p.alternatives[i]
		key, _ = x.table.AppendKey(append(key, x.probability.RatString()...))
		if x.forced {
			key = append(key, "forced"...)
		}
	}
	return key, len(key) - len(dst)
}

// Endless reports whether a play that never ends from here is a draw, by the limits
// of moves and turns.
func (t *table) Endless() bool { return t.c.EndlessDraw() }

// Unlimited is the game without limits of moves and turns, see formal.Limited.
func (a *adapter) Unlimited() (g formal.Game, safe int, ok bool) {
	if h := a.g.History(); h.Limits {
		return nil, 0, false
	}
	b := *a
	b.g = a.g.WithLimits(math.MaxInt32, math.MaxInt32/(a.g.Players+1))
	// A turn is at least one move, and the first one counts before it is over.
	return &b, min(a.g.MoveLimit, a.g.TurnLimit*max(a.g.Players, 1)-1) - 1, true
}

// Keyless says why the positions of a game have no keys; "" if they have.
func (a *adapter) Keyless() string {
	switch {
	case a.g.IsMatch():
		return "a match of several games is not solved"
	case a.g.Has(game.Vote):
		return "votes are not told apart"
	case a.g.Mode != game.Alternating:
		return "several players decide at the same time"
	}
	return ""
}

// Stakes are the payoffs of losing and winning where the rules rank players alone; see formal.Staked.
func (a *adapter) Stakes() (low, high *big.Rat, ok bool) {
	return big.NewRat(-1, 1), big.NewRat(1, 1), a.g.Players > 1 && !a.g.Has(game.Payoff) && !a.g.IsMatch()
}
