package position

import (
	"math/bits"

	"github.com/astragal/astragal/engine/internal/ir"
)

// MostOwners is the number of players whose pieces are counted at most.
const MostOwners = 6

// MostCounted is the number of words of sets up to which positions are told apart by all of them.
const MostCounted = 32

// EachWord calls f for the words of the sets of sites by component.
func (k *Code) EachWord(f func(word *ir.Expr)) {
	for i := k.P.Words; i < k.Fields.Comps*k.P.Words; i++ {
		f(ir.At(k.Fields.At, ir.Num(i)))
	}
}

// Ones is the number of members of a set.
func Ones(set []uint64) (n int) {
	for _, w := range set {
		n += bits.OnesCount64(w)
	}
	return n
}
