package lower

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/internal/position"
	"github.com/astragal/astragal/engine/lgdl"
)

// The position lists of part 3, §6 of the specification, in games with stacks: the places
// of the pieces of a component in the order in which they came, and what is asked of them.

func (k *Lowerer) listFields() {
	f := &k.Fields
	room := f.Sites
	switch {
	case k.ListsAgain():
		room = max(256, room)
	case k.G.Stacks:
		// Many pieces of a few kinds may lie in stacks all over the board.
		room = max(64, min(f.Sites+f.Height, 512), min(6*f.Sites+f.Height, position.MaxPlaces/f.Comps))
	}
	f.Lists = &layout.Lists{Room: room, Places: k.P.Field("places", ir.State, ir.Int, f.Comps*room),
		Listed: k.P.Field("places.number", ir.State, ir.Int, f.Comps)}
}

// EachOwner calls f for each owner whose pieces a role stands for, with its condition: 1
// where the role tells it alone.
func (k *Lowerer) EachOwner(e *lgdl.Expr, role string, f func(owner int, is *ir.Expr)) {
	if game.ManyRole(role) {
		k.eachMember(role, 0, k.G.Shared(), f)
		return
	}
	who, last := k.role(e, role), k.G.Players
	if n, ok := who.Number(); ok {
		if int(n) > k.G.Shared() {
			k.No(e, "the pieces of %s", role)
		}
		f(int(n), ir.Num(1))
		return
	}
	if role == "Player" {
		last = k.G.Shared()
	}
	for p := 1; p <= last; p++ {
		f(p, ir.Calc(ir.Eq, who, ir.Num(p)))
	}
}

// OwnersOf are the owners that a clause stands for: the one that of says, unless it is nil, else
// those of a role, All if that is nil too.
func (k *Lowerer) OwnersOf(e, of, role *lgdl.Expr) position.Owners {
	if of != nil {
		return k.Owner(k.Temp("who", k.Int(of)))
	}
	name := role.Word("All")
	return func(f func(owner int, is *ir.Expr)) { k.EachOwner(e, name, f) }
}

// OwnerMask has a bit for each owner whose pieces a role stands for.
func (k *Lowerer) OwnerMask(e *lgdl.Expr, role string) *ir.Expr {
	return k.MaskOf(func(f func(owner int, is *ir.Expr)) { k.EachOwner(e, role, f) })
}

// IsNamed reports whether a component is one of those that a name stands for.
func (k *Lowerer) IsNamed(name string, comp *ir.Expr) *ir.Expr {
	names := k.namesOf(name)
	is := make([]int64, k.Fields.Comps)
	for c := range is {
		is[c] = int64(layout.Boolean(names.Has(c)))
	}
	return ir.At(k.Table("named", ir.U8, is), comp)
}

// Mirrored reports whether the position lists are always what stands on the board, so
// that they may be asked about the one instead of the other: nothing in the rules leaves
// stale entries behind, and all pieces have owners.
func (k *Lowerer) Mirrored() bool {
	s := k.Fields.Stacks
	if s.Mirrored == nil {
		yes := !k.Unowned() && !k.G.Root().Any(position.LeavesStale) && !k.capturesAgain()
		s.Mirrored = &yes
	}
	return *s.Mirrored
}
