package ints

import (
	"cmp"

	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

func lowerFrom(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	if clause.From2(e).At() != nil {
		k.No(e, "%s", e.Form.Text)
	}
	return k.Iterator(e, k.Env.From)
}

func lowerLast(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	a := clause.LastLastType(e)
	if a.AfterConsequence() != nil && k.Bool(a.AfterConsequence()).Is(1) {
		switch a.LastType().Text {
		case "From":
			return k.Fields.Get(lower.AfterFrom)
		case "To":
			return k.Fields.Get(lower.AfterTo)
		}
	}
	switch a.LastType().Text {
	case "From":
		return k.Fields.Get(lower.LastFrom)
	case "To":
		return k.Fields.Get(lower.LastTo)
	case "LevelTo":
		if a.AfterConsequence() == nil && k.Stacked() {
			return k.Fields.Get(lower.LastLevel)
		}
	}
	k.No(e, "(last %s)", a.LastType().Text)
	return nil
}

// lowerFixed lowers numbers of the equipment that depend on the mover at most.
func lowerFixed(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	v, ok := k.Fixed(e)
	if !ok {
		k.No(e, "%s", e.Form.Text)
	}
	return v
}

func lowerMapEntry(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	a := clause.MapEntry(e)
	if v, ok := k.Fixed(e); ok {
		return v
	}
	key := cmp.Or(a.Int(), a.RoleType())
	return k.MapEntry(a.String(), k.Temp("key", k.Int(key)))
}

func lowerHandSite(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	a := clause.HandSite(e)
	if v, ok := k.Fixed(e); ok {
		return v
	}
	who := cmp.Or(a.Int1(), a.RoleType())
	return k.HandSite(k.Int(who), k.IntOr(a.Int2(), 0))
}

func lowerCountSites(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	a := clause.Count(e)
	in, at, name := a.In(), a.At(), a.String()
	switch {
	case a.CountSiteType() == nil:
		return piecesOn.Lower(k, e)
	case a.CountSiteType().Text != "Sites":
		return lowerNeighbourCount(k, e)
	case in != nil:
		return ir.Calc(ir.SetCount, k.Region(in))
	case name != nil:
		return ir.Num(k.G.Containers[k.Container(e, name.Text)].Sites)
	case at != nil:
		if n, ok := k.Int(at).Number(); ok && n >= 0 && int(n) < len(k.G.Containers) {
			return ir.Num(k.G.Containers[n].Sites)
		}
		k.No(e, "(count Sites …)")
	}
	return ir.Calc(ir.Le, ir.Num(0), k.Fields.Get(lower.LastTo))
}

func lowerCountPieces(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	a := clause.CountComponent(e)
	if a.CountComponentType().Text == "Pips" {
		return lowerPips(k, e)
	}
	if a.CountComponentType().Text != "Pieces" {
		k.No(e, "(count %s …)", a.CountComponentType().Text)
	}
	if k.Stacked() {
		return lowerCountStacked(k, e)
	}
	k.SiteType(a.SiteType())
	if a.SiteType() != nil && k.G.TypesKept() > 1 {
		k.No(e, "pieces on one of several types of sites")
	}
	var set *ir.Expr
	switch {
	case a.Of() != nil:
		set = k.OwnedBy(k.Int(a.Of()))
	case a.RoleType() != nil:
		set = k.Pieces(e, a.RoleType().Text)
	default:
		set = k.Pieces(e, "All")
	}
	if a.String() != nil {
		set = ir.Calc(ir.SetAnd, set, k.NamedPieces(a.String().Text))
	}
	if a.In() != nil {
		set = ir.Calc(ir.SetAnd, set, k.Region(a.In()))
	}
	if a.SiteType() != nil {
		set = k.BoardOnly(set)
	}
	if a.If() != nil {
		set = k.Among(set, func(site *ir.Expr) *ir.Expr {
			k.Env.Site = site
			return k.Bool(a.If())
		})
	}
	if !k.G.Counts {
		return ir.Calc(ir.SetCount, set)
	}
	n := k.Let("n", ir.Num(0))
	k.Each(set, func(site *ir.Expr) { k.Add(ir.Put(n, ir.Calc(ir.Add, ir.Read(n), k.CountAt(site)))) })
	return ir.Read(n)
}

func lowerTrackMove(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	a := clause.TrackSiteMove(e)
	from := k.IntElse(a.From(), k.Env.From)
	owner, name := k.Mover, ""
	switch {
	case a.String() != nil:
		name = a.String().Text
	case a.RoleType() != nil:
		n, ok := k.Role(a.RoleType()).Number()
		if !ok {
			k.No(e, "the track of a player who is not known before")
		}
		owner = int(n)
	case a.Player() != nil:
		n, ok := k.Int(clause.PlayerInt(a.Player()).Int()).Number()
		if !ok {
			k.No(e, "the track of a player who is not known before")
		}
		owner = int(n)
	}
	track := trackForMoves(name, false)(k.G.Tracks, owner)
	if track < 0 {
		return ir.Num(-1)
	}
	return k.TrackSite(track, owner, k.Iterator(e, from), k.Int(a.Steps()))
}

func lowerRemembered(k *lower.Lowerer, e *lgdl.Expr, f func(v *ir.Expr)) {
	name := clause.ValuesRemembered(e).String().Word("")
	k.Remembered(name, f)
}

func rememberedSites(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	return k.RememberedSites(clause.ValuesRemembered(e).String().Word(""))
}

func arraySites(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	return k.Region(clause.ArraySites(e).Sites())
}

func lowerArray(k *lower.Lowerer, e *lgdl.Expr, f func(v *ir.Expr)) {
	k.Each(k.Region(clause.ArraySites(e).Sites()), f)
}

func lowerPips(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	a := clause.CountComponent(e)
	owner := ir.Num(k.G.Shared())
	switch {
	case a.Of() != nil:
		owner = k.Int(a.Of())
	case a.RoleType() != nil:
		owner = k.Role(a.RoleType())
	}
	return k.Pips(owner)
}
