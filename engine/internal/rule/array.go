package rule

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/lgdl"
)

// Array is the rule of a list of numbers.
type Array struct {
	Impl  game.IntsRule
	Lower lower.IntsRule
	Sites func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr // the set that lower.Numbers has, nil for none
	Args  []string
}

func (a Array) divide(row *lgdl.Form) {
	row.Impl, row.Lower, row.Asks = a.Impl, a.Lower, a.Args
	if a.Sites != nil {
		row.Lower = lower.Numbers{Each: a.Lower, Sites: a.Sites}
	}
}

// ArrayArg are the numbers that the first of some arguments that is given lists: an array or one number.
func ArrayArg(names ...string) Array {
	return Array{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Ints { return listed(k, given(e, names)) },
		Lower: func(k *lower.Lowerer, e *lgdl.Expr, f func(v *ir.Expr)) { k.EachOf(given(e, names), f) }, Args: names}
}
