package lower

import (
	"slices"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/ir/transform"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/internal/position"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// By the rules groups are gone through from piece to piece, as these are listed by component. So games without stacks
// keep the position lists, too, if they go through groups: who comes is put at the end, and in plain games the last one
// takes the place of one that goes (part 3, §6).

func eachGroup(e *lgdl.Expr) bool { return position.IsForm(e, "(forEach Group ") }

// SizesInTurn reports whether it may matter in which order the sizes of groups are: somebody else asks for them than
// who adds them up or the like.
func (k *Lowerer) SizesInTurn() bool {
	return sizesInTurn(clause.Game(k.G.Root()).Rules(), false) ||
		slices.ContainsFunc(k.G.Components, func(c game.Component) bool { return sizesInTurn(c.Rule, false) })
}

// sizesInTurn is SizesInTurn of a clause; inside of one that adds up or the like where folded says so.
func sizesInTurn(e *lgdl.Expr, folded bool) bool {
	if e == nil {
		return false
	}
	if e.Form != nil {
		switch e.Form.Keyword {
		case "sizes":
			return !folded
		case "+", "*", "max", "min", "count", "size":
			folded = true
		case "union", "intersection", "difference": // of lists, as who asks for them
		default:
			folded = false
		}
	}
	in := func(x *lgdl.Expr) bool { return sizesInTurn(x, folded) }
	return slices.ContainsFunc(e.Args, in) || slices.ContainsFunc(e.Items, in)
}

// ListsAgain reports whether the lists tell of sites that pieces have left: sites of pieces that are counted are listed
// again where several come at once or one is left behind, and a clause asks for those that are listed.
func (k *Lowerer) ListsAgain() bool {
	return k.G.Counts && !k.G.Stacks && k.Fields.Layers == [3]*layout.Layer{} && k.AnyRule(position.GoesByList) &&
		!k.GoesByEntry() &&
		k.AnyRule(func(e *lgdl.Expr) bool {
			return (position.IsForm(e, "(fromTo ") || position.IsForm(e, "(move (from) (to) ")) &&
				(e.Arg("count") != nil || e.Arg("copy") != nil)
		})
}

// listedAgain notes that a site of pieces that are counted is listed once more.
func (k *Lowerer) listedAgain(site, what *ir.Expr) {
	switch {
	case k.Valued:
		k.No(nil, "pieces that are moved at once or left behind, which heuristics count by how often their place is listed")
	case k.GoesByEntry():
		k.Spoil()
	case k.Fields.Lists != nil || k.Fields.Listings != nil:
		k.Call(k.Enlist(), what, k.LevelAt(site, ir.Num(0)))
	case k.AnyRule(position.GoesByList):
		k.Spoil()
	default:
		k.SpoilIf(ir.Calc(ir.Ne, ir.At(k.Fields.What, site), what))
	}
}

// EachListed adds what f adds for each entry of the lists of all owners, in the order of their components.
func (k *Lowerer) EachListed(f func(site *ir.Expr)) {
	var owners []int
	for p := range k.G.Shared() + 1 {
		owners = append(owners, p)
	}
	k.EachListedOf(owners, nil, f)
}

// KeepsLists reports whether it is kept in which order pieces are listed.
func (k *Lowerer) KeepsLists() bool { return k.Fields.Lists != nil }

// ByLists reports whether pieces are to be gone through in the order of the lists, as it matters that InTurn says.
// Where these are not kept the game is lowered once more, with them.
func (k *Lowerer) ByLists(e *lgdl.Expr, inTurn bool) bool {
	switch {
	case !inTurn || k.Fields.Lists != nil:
		return inTurn
	case k.byLists:
		k.No(e, "effects for one piece after another, on several types of sites")
	}
	k.wantsLists = true
	return false
}

// Somewhere stands for the site, or level, of one of several effects that InTurn is asked about.
func (k *Lowerer) Somewhere() *ir.Expr { return ir.Read(ir.Within("somewhere", 0, k.Fields.Span-1)) }

// Orderless reports whether effects do the same in any order, but to lists by which no clause goes: each of them to one
// site that no other is about.
func (k *Lowerer) Orderless() bool {
	switch {
	case !k.performed():
		return true
	case k.followed() || k.preceded:
		return false
	}
	k.anyTurn = true
	return !k.byLists && len(k.thens) == 0
}

// InTurn reports whether the order of effects for one thing after another may matter: there are consequents around them
// or of their own, each of which sees what the effects before it did, or they write what the position has once, or
// another clause goes by the lists that they change. So does that of moves that are found by draws, not of those of
// which the sites are asked for.
func (k *Lowerer) InTurn(moves *lgdl.Expr) bool {
	switch {
	case k.drawsInOrder():
		return true
	case k.ahead.sites:
		return false
	}
	if !k.performed() || k.byLists || len(k.thens) > 0 || k.followed() || k.preceded || k.Asks(moves, "then") {
		return k.performed()
	}
	k.anyTurn = true
	body := k.onTrial(moves)
	return transform.EmitsAny(body, func(n int) bool {
		return len(k.orderly(n, false)) > 0 || !k.commute(body, n, n)
	})
}
