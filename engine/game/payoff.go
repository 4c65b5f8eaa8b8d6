package game

import "math/big"

// Payoffs registers what a (payoffs …) pays: exact holds by player, from index 1,
// the numbers as the description gives them, nil where they are computed. It
// returns the number by which State.Paid refers to it.
func (k *Compiler) Payoffs(exact []*big.Rat) int {
	k.G.payoffs = append(k.G.payoffs, exact)
	return len(k.G.payoffs)
}

// Payoff is what player p is paid by the rule that ended the play: exactly what
// the description says where that is a number, else the number computed. paid is
// false if no payoffs ended the play.
func (c *Context) Payoff(p int) (payoff *big.Rat, paid bool) {
	s := c.S
	if s.Paid == 0 || !s.Over {
		return nil, false
	}
	if x := c.G.payoffs[s.Paid-1][p]; x != nil {
		return new(big.Rat).Set(x), true
	}
	x := new(big.Rat).SetFloat64(s.PayoffOf[p])
	return x, x != nil
}
