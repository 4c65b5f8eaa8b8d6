package lower

import (
	"math/bits"

	"github.com/astragal/astragal/engine/internal/ir"
)

// What stands on a site is a byte, in games of more than 256 components two: sixteen bytes are compared at once
// where there were eight, and positions are larger. So it is only where that is needed. Levels of stacks are bytes
// always (LevelsFrom), so that stacks of so many components are refused.

// maxComponentBits bounds components, of which each has a set of sites in the position.
const maxComponentBits = 11

// ComponentBits is the room for a component in the data of a candidate.
func (k *Lowerer) ComponentBits() int { return max(7, bits.Len(uint(len(k.G.Components)-1))) }

func (k *Lowerer) componentElem() ir.Elem {
	if len(k.G.Components) > 1<<8 {
		return ir.I16
	}
	return ir.U8
}
