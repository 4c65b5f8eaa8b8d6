package position

import (
	"github.com/astragal/astragal/engine/internal/ir"
)

// UnknownNumber stands for the size of a set of which nothing is known.
const UnknownNumber = 1 << 10

// Index says where the pieces are kept by component.
func (k *Code) Index() *ir.Index {
	by := &ir.Index{Of: k.Fields.What, Sets: k.Fields.At, N: k.Fields.Comps, Fault: k.Candidates.Fault}
	if !k.Stacked() && k.Large == nil { // else a site may be empty in spite of what was there
		by.None, by.Counts = k.Fields.Empty, k.Fields.Count
	}
	if by.Groups = k.Fields.Owned; by.Groups != nil {
		for c := range k.G.Components {
			by.GroupOf = append(by.GroupOf, k.G.Components[c].Owner)
		}
	}
	return by
}

// MaxCount bounds the pieces on a site at the start, so that no play comes to more than a number has room for.
const MaxCount = 1 << 24
