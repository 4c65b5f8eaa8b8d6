package lower

import (
	"github.com/astragal/astragal/engine/internal/ir"
)

// Vacant reports whether the sites of a region are empty when a move that is a decision comes to one of them: they were
// when it was found, and nothing is done in between.
func (k *Lowerer) Vacant(region *ir.Expr) bool {
	f := &k.Fields
	if k.performed() || k.appending || k.joint != nil || len(k.prefixes)+len(k.priors) > 0 || k.Stacked() ||
		k.Large != nil || k.puzzle != nil || f.Count != nil {
		return false
	}
	var empty func(set *ir.Expr) bool
	empty = func(set *ir.Expr) bool {
		switch set.Op {
		case ir.SetLoad:
			return set.Field == f.Empty
		case ir.SetAnd:
			return empty(set.Args[0]) || empty(set.Args[1])
		case ir.SetMinus:
			return empty(set.Args[0])
		case ir.SetOr:
			return empty(set.Args[0]) && empty(set.Args[1])
		}
		return false
	}
	return empty(region)
}
