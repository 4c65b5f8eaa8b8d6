package formal

import "math/big"

// Staked is a Game that knows the bounds of its payoffs.
type Staked interface {
	// Stakes are the least and the greatest payoff that a player may get; false if nothing says so.
	Stakes() (low, high *big.Rat, ok bool)
}
