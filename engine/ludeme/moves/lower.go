package moves

import (
	"strings"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// lowerOrigin calls f with the site that a move comes from: that of the piece that moves, or the one that a (from …)
// names, if its condition holds. Of the piece on another site nothing is known. The moves see to the level themselves.
// Where the condition fails, (from) stays assigned if stays says so.
func lowerOrigin(k *lower.Lowerer, e *lgdl.Expr, stays bool, f func(from *ir.Expr)) {
	if e != nil {
		k.SiteType(clause.AnyFrom(e).SiteType())
	}
	lowerOriginOn(k, k.G.DefaultType, e, stays, f)
}

// lowerOriginOn is lowerOrigin for a move on sites of a type.
func lowerOriginOn(k *lower.Lowerer, st board.SiteType, e *lgdl.Expr, stays bool, f func(from *ir.Expr)) {
	env := k.Env
	defer func() { k.Env = env }()
	if e == nil {
		from := k.Iterator(e, k.Env.From)
		if lo, _ := from.Range(); lo >= 0 {
			f(from)
		} else {
			k.If(k.OnBoardOf(st, from), func() { f(from) })
		}
		return
	}
	k.Only(e, "siteType", "int", "level", "if")
	a := clause.From(e)
	given := a.Int() != nil && !game.IsIterator(a.Int(), "from")
	if given && a.If() != nil && stays {
		k.No(e, "a condition on another site that is moved from")
	}
	from := k.Env.From
	if given {
		from = k.Temp("from", k.Int(a.Int()))
	}
	from = k.Iterator(e, from)
	k.If(k.OnBoardOf(st, from), func() {
		if given {
			k.Env.From, k.Env.Piece = from, 0
		}
		k.If(k.Cond(a.If()), func() { f(from) })
	})
}

// target is what is lowered of a (to …): its condition and what happens on arrival.
type target struct {
	when *lgdl.Expr // nil: always

	apply, effectIf, effect *lgdl.Expr // nil: nothing, always
}

func lowerTarget(k *lower.Lowerer, e *lgdl.Expr) target { return lowerTargetOn(k, k.G.DefaultType, e) }

// lowerTargetOn is lowerTarget for a move on sites of a type.
func lowerTargetOn(k *lower.Lowerer, st board.SiteType, e *lgdl.Expr) target {
	if e == nil {
		return target{}
	}
	// These moves find out for themselves where they go: they do not ask for a region, a site or a level.
	k.Only(e, "siteType", "sites", "int", "level", "if", "(apply)")
	if x := clause.To(e).SiteType(); x != nil && k.TypeOf(x) != st {
		k.No(x, "another type of site")
	}
	t := target{when: clause.To(e).If(), apply: clause.To(e).Apply()}
	t.effectIf, t.effect = applied(t.apply)
	return t
}

// applied are the condition and the effect of an (apply …), nil where there is none.
func applied(e *lgdl.Expr) (cond, effect *lgdl.Expr) {
	if e == nil {
		return nil, nil
	}
	for i := range e.Form.Slots {
		switch {
		case e.Args[i] == nil:
		case e.Form.Slots[i].Label == "if":
			cond = e.Args[i]
		default:
			effect = e.Args[i]
		}
	}
	return cond, effect
}

// arrive adds what happens on arrival.
func (t target) arrive(k *lower.Lowerer) { lowerApply(k, t.apply) }

// uses reports whether a clause asks for an iterator, by its name.
func uses(e *lgdl.Expr, iterator string) bool {
	return e.Any(func(x *lgdl.Expr) bool { return game.IsIterator(x, iterator) })
}

// lowerApply lowers the effect that comes before a move, whose decisions do not count.
func lowerApply(k *lower.Lowerer, e *lgdl.Expr) {
	if cond, effect := applied(e); effect != nil {
		k.If(k.Beforehand(cond), func() { k.Before(func() { k.Moves(effect) }) })
	}
}

// lowerApart takes the effects of (apply …) out of an effect that is emitted, see Lowerer.Apart.
func lowerApart(k *lower.Lowerer, applies ...**lgdl.Expr) func() {
	return k.Apart(func(e *lgdl.Expr) { lowerApplied(k, e, k.Moves) }, applies...)
}

// lowerSites calls f for each site of a (from …) or (to …), with the iterator set:
// those of its region, or the one that it names, or own.
func lowerSites(k *lower.Lowerer, st board.SiteType, e *lgdl.Expr, own *ir.Expr, f func(site *ir.Expr)) {
	switch a := clause.AnyFrom(e); {
	case a.Sites() != nil:
		k.Each(k.Origins(st, a.Sites()), f)
	case a.Int() != nil:
		site := k.Temp("site", k.Int(a.Int()))
		if k.CellsBeyond(st) {
			k.SpoilIf(k.IsBeyond(st, site))
		}
		k.If(k.ExistsOn(st, site), func() { f(site) })
	default:
		if site := k.Iterator(e, own); !site.Is(game.Off) { // where it has no value there is no such move
			f(site)
		}
	}
}

// lowerWhole reports whether a flag says that a whole stack moves.
func lowerWhole(k *lower.Lowerer, flag *lgdl.Expr) bool { return k.Stacked() && flagOf(k.Parts, flag) }

// lowerCarry moves a piece, or a whole stack.
func lowerCarry(k *lower.Lowerer, from, to *ir.Expr, piece int, stack bool) {
	if stack {
		k.CarryStack(from, to)
		return
	}
	k.Carry(from, to, piece, nil)
}

// lowerApplied adds what f makes of the effect of an (apply …), under its condition if
// it has one.
func lowerApplied(k *lower.Lowerer, e *lgdl.Expr, f func(effect *lgdl.Expr)) {
	cond, effect := applied(e)
	if effect != nil {
		k.If(k.Cond(cond), func() { f(effect) })
	}
}

// lowerRange is a range of constants.
func lowerRange(k *lower.Lowerer, e *lgdl.Expr) (lo, hi int, ok bool) {
	r := k.Parts.Range(e)
	return r.Min.V, r.Max.V, r.Min.Const && r.Max.Const
}

// moving is the component of the piece that moves after some effects, 0 where these may
// have changed what stands on its site.
func moving(piece int, effects ...*lgdl.Expr) int {
	for _, e := range effects {
		if !staysPut(e) {
			return 0
		}
	}
	return piece
}

// staysPut reports whether effects leave the piece that moves as it is: they take pieces
// off the sites that it goes to or over, and write numbers.
func staysPut(e *lgdl.Expr) bool {
	if e == nil || e.Kind == lgdl.Const {
		return true
	}
	if e.Kind == lgdl.List {
		for _, x := range e.Items {
			if !staysPut(x) {
				return false
			}
		}
		return true
	}
	if e.Form == nil || e.Form.Keyword == "then" {
		return e.Form == nil
	}
	if !strings.HasPrefix(e.Form.Result, "moves") {
		return true // conditions and numbers
	}
	switch e.Form.Keyword {
	case "remove":
		a := clause.RemoveInt(e)
		return (game.IsIterator(a.Int(), "to") || game.IsIterator(a.Int(), "between")) && staysPut(a.Then())
	case "and", "or", "if", "apply", "set":
		if e.Is("set", "Count") {
			return false
		}
		for _, x := range e.Args {
			if !staysPut(x) {
				return false
			}
		}
		return true
	case "moveAgain", "addScore", "note", "trigger":
		return len(e.Args) == 0 || e.Args[len(e.Args)-1] == nil
	}
	return false
}

// lowerAffected lowers what a capture does with the site that an iterator is: the effect of (apply …) where its
// condition holds, or, where none is written, the removal of what stands there.
func lowerAffected(k *lower.Lowerer, e *lgdl.Expr, t siteTest, part *lgdl.Expr) {
	effectIf, effect := effects(part)
	if effect != nil {
		k.If(k.Cond(effectIf), func() { k.Moves(effect) })
	} else if effectIf == nil {
		t.removed().Lower(k, e)
	}
}
