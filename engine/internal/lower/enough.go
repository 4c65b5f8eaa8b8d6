package lower

import (
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/lgdl"
)

// Numbers that are only compared with a constant need not be found out when they are larger: what counts one by one may
// stop there.

// Enough notes, before a number is lowered, that any value above n is as good as n: it
// is compared with less.
func (k *Lowerer) Enough(e *lgdl.Expr, n int) {
	if k.enough == nil {
		k.enough = map[*lgdl.Expr]int{}
	}
	k.enough[e] = n
}

// IsEnough reports whether any value of a number above n is as good as n.
func (k *Lowerer) IsEnough(e *lgdl.Expr, n int) bool { return k.enough[e] > 0 && k.enough[e] <= n }

// UntilEnough adds what f adds to find a number n that only grows: where the code that stop adds says that it is as
// good as any above, the rest is left out. That must not be missed otherwise: it draws nothing and spoils no play.
func (k *Lowerer) UntilEnough(e *lgdl.Expr, n *ir.Local, f func(stop func())) {
	most := k.enough[e]
	if most == 0 {
		f(func() {})
		return
	}
	k.Scope("enough", func(end *ir.Label) {
		f(func() { k.Add(ir.When(ir.Calc(ir.Le, ir.Num(most), ir.Read(n)), ir.Leave(end))) })
	})
}
