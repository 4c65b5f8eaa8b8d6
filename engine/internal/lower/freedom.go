package lower

import (
	"github.com/astragal/astragal/engine/internal/position"
	"github.com/astragal/astragal/engine/internal/write"
)

// Where all candidates are tried, each asks whether the groups beside it are free: next to a site of a set of
// liberties. A flood that has found one is an answer for all sites that it went over, as long as these are in the set
// that it went over and the liberty is one: it is kept, and is right for any position. Bare plays try one or two moves
// a ply, and flood.

// NewFreedom makes room for what is kept of floods over so many sets, nil where it is not worth while.
func (k *Lowerer) NewFreedom(near *write.Rows, sets int) *position.Freedom {
	if !k.counts() || !near.Mutual() || k.P.Words == 1 {
		return nil
	}
	return k.FreedomOver(sets)
}
