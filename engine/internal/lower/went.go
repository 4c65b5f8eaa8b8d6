package lower

import (
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/lgdl"
)

// Ends may ask for all sites that the last move and its actions went to or came from.

// went are sets of the sites of the board that the actions of a move went to and came from; nil where nobody asks.
type went struct{ to, from *ir.Field }

// asksWent reports whether a clause asks for them.
func asksWent(e *lgdl.Expr) bool {
	return e.Is("sites", "LastTo", "LastFrom")
}

func (k *Lowerer) newWent() *went {
	if !k.anyRule(asksWent) {
		return nil
	}
	return &went{to: k.P.Sets("went.to", ir.State, 1), from: k.P.Sets("went.from", ir.State, 1)}
}

// forgetWent begins a move.
func (k *Lowerer) forgetWent() {
	if x := k.went; x != nil {
		k.Store(x.to, k.None())
		k.Store(x.from, k.None())
	}
}

// noteWent notes the sites of an action, nil for none.
func (k *Lowerer) noteWent(from, to *ir.Expr) {
	x := k.went
	if x == nil {
		return
	}
	put := func(set *ir.Field, site *ir.Expr) {
		if site != nil {
			k.If(k.OnBoardOf(k.G.DefaultType, site), func() { k.Include(set, site) })
		}
	}
	put(x.from, from)
	put(x.to, to)
}

// Went is the set of the sites that the last move went to, or came from. It is asked once a move has been made, which
// is not made of parts: those of all players, what moves begin with and captures at the end of a turn.
func (k *Lowerer) Went(e *lgdl.Expr, to bool) *ir.Expr {
	if !k.atEnd || k.went == nil || k.joint != nil || k.thrown != nil || k.captured != nil || k.G.Meta.Swap {
		k.No(e, "the sites of the actions of a move")
	}
	set, last := k.went.from, LastFrom
	if to {
		set, last = k.went.to, LastTo
	}
	site := k.Temp("site", k.Fields.Get(last))
	all := k.NewSet()
	k.Store(all, ir.SetAt(set, ir.Num(0)))
	k.Choose(k.Exists(site), func() { k.Include(all, site) }, k.Spoil) // by the rules a fault
	return ir.SetAt(all, ir.Num(0))
}
