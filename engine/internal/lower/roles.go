package lower

import (
	"slices"

	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/lgdl"
)

// The pieces of a player may be moved as if it were his turn. The clauses inside then
// see him as the mover and the one whose turn it is as the players before and after
// him, which are constants as the mover is; nothing in the position changes.

// acting is whose turn it is while rules are lowered for another player.
type acting struct{ mover int }

// As adds what f adds with a player as the mover, before and after whom the mover of
// now comes.
func (k *Lowerer) As(p int, f func()) {
	if p == k.Mover {
		f()
		return
	}
	mover, as, seen := k.Mover, k.as, k.Fields.Seen
	if k.as == nil {
		k.as = &acting{mover}
	}
	k.Mover = p
	k.Fields.Seen = [layout.NumVars]*ir.Expr{
		layout.Mover: ir.Num(p),
		layout.Next:  ir.Num(mover),
		layout.Prev:  ir.Num(mover),
	}
	f()
	k.Mover, k.as, k.Fields.Seen = mover, as, seen
}

// asTurn adds what f adds for the player whose turn it is.
func (k *Lowerer) asTurn(f func()) {
	mover, as, seen := k.Mover, k.as, k.Fields.Seen
	if as != nil {
		k.Mover, k.as, k.Fields.Seen = as.mover, nil, [layout.NumVars]*ir.Expr{}
	}
	f()
	k.Mover, k.as, k.Fields.Seen = mover, as, seen
}

// turnOnly refuses a clause while rules are lowered for a player whose turn it is not.
func (k *Lowerer) turnOnly() {
	if k.as != nil {
		k.No(nil, "whether a player can move, asked as another player")
	}
}

// ForPlayers adds what f adds for each number, from 0 to the shared player, that a player's
// number may be, where it is that.
func (k *Lowerer) ForPlayers(who *ir.Expr, f func(p int)) {
	if n, ok := who.Number(); ok {
		if n >= 0 && int(n) <= k.G.Shared() {
			f(int(n))
		}
		return
	}
	who = k.Temp("who", who)
	for p := range k.G.Shared() + 1 {
		k.If(ir.Calc(ir.Eq, who, ir.Num(p)), func() { f(p) })
	}
}

// ByPlayer is a constant that depends on a player, none for numbers that are no player's.
func (k *Lowerer) ByPlayer(who *ir.Expr, none int, of func(p int) int) *ir.Expr {
	n := k.G.Shared() + 1
	if p, ok := who.Number(); ok {
		if p < 0 || int(p) >= n {
			return ir.Num(none)
		}
		return ir.Num(of(int(p)))
	}
	values := make([]int64, n)
	for p := range values {
		values[p] = int64(of(p))
	}
	who = k.Temp("who", who)
	return ir.Cond(ir.Calc(ir.Below, who, ir.Num(n)), ir.At(k.Table("byPlayer", ir.I16, values), who), ir.Num(none))
}

// Possible are the values that a number may have, ascending; false if they are not known.
func Possible(e *ir.Expr) ([]int, bool) {
	var values []int
	ok := true
	var visit func(e *ir.Expr)
	visit = func(e *ir.Expr) {
		switch {
		case e.Op == ir.Const:
			values = append(values, int(e.K))
		case e.Op == ir.Load && e.Field.Kind == ir.Table:
			for _, v := range e.Field.Init {
				values = append(values, int(v))
			}
		case e.Op == ir.Choose:
			visit(e.Args[1])
			visit(e.Args[2])
		case e.Op == ir.Block:
			visit(e.Args[0])
		default:
			ok = false
		}
	}
	visit(e)
	slices.Sort(values)
	return slices.Compact(values), ok && len(values) <= 64
}

// RoleOrPlayer is the number that a (player …) or a role gives, whichever there is.
func (k *Lowerer) RoleOrPlayer(player, role *lgdl.Expr) *ir.Expr {
	if role != nil {
		return k.Role(role)
	}
	return k.PlayerOf(player)
}

// ComponentOf is the first component of an owner whose name contains a name, or -1.
func (k *Lowerer) ComponentOf(name string, who *ir.Expr) *ir.Expr {
	return k.ByPlayer(who, -1, func(p int) int { return k.NamedOf(name, p) })
}

// Lowest is the lowest site of a set, -1 if it is empty.
func (k *Lowerer) Lowest(set *ir.Expr) *ir.Expr {
	found := k.Var("found", -1, k.Fields.Span-1, ir.Num(-1))
	k.Scope("lowest", func(end *ir.Label) {
		k.Each(set, func(site *ir.Expr) { k.Add(ir.Put(found, site), ir.Leave(end)) })
	})
	return ir.Read(found)
}

// Single is the site of a set with one site at most, -1 if it is empty; more of them
// spoil the play, for their order is not kept.
func (k *Lowerer) Single(set *ir.Expr) *ir.Expr {
	one := k.TempSet()
	k.Store(one, set)
	set = ir.SetAt(one, ir.Num(0))
	if !k.anySite {
		k.If(ir.Calc(ir.Lt, ir.Num(1), ir.Calc(ir.SetCount, set)), k.Spoil)
	}
	return k.Lowest(set)
}

// AnyOf adds what f adds, which asks no more of the number that a clause is than whether it is
// a site: which one of several it is does not matter if the clause says where a piece stands.
func (k *Lowerer) AnyOf(e *lgdl.Expr, f func()) {
	outer := k.anySite
	k.anySite = e.Is("where") &&
		!slices.ContainsFunc(e.Args, func(x *lgdl.Expr) bool { return x != nil && k.Asks(x, "where") })
	f()
	k.anySite = outer
}
