package lower

import (
	"slices"
	"strings"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// Regions of the equipment are as they were before the play, whatever they are made of. Only where the rules ask whether
// a site is in those of a player they are looked at as they are, if any of the game follows the play.

// AskedRegion is a region of which is asked whether sites are in it.
func (k *Lowerer) AskedRegion(e *lgdl.Expr) *ir.Expr {
	if !k.follows(e) {
		return k.Region(e)
	}
	meant, known := k.meant(e)
	if !known {
		k.No(e, "regions that change, of a player who is not known before")
	}
	clauses := k.regionClauses()
	all := k.None()
	for i := range k.G.Regions {
		r := &k.G.Regions[i]
		switch {
		case !meant(r) || r.Kinds != nil: // kinds of sites are not asked then
		case !follows(r):
			all = ir.Calc(ir.SetOr, all, k.setOf(r.Static))
		case len(clauses) != len(k.G.Regions):
			k.No(e, "regions that change")
		default:
			a := clause.Regions(clauses[i])
			parts := []*lgdl.Expr{a.Sites()}
			if a.Regions() != nil {
				parts = a.Regions().Items
			}
			for _, part := range parts {
				if k.follows(part) || !k.emptyOrSteady(part) {
					k.No(part, "regions that change")
				}
				all = ir.Calc(ir.SetOr, all, k.Region(part))
			}
		}
	}
	return all
}

// emptyOrSteady reports whether a region is made of the board, the equipment and what is empty.
func (k *Lowerer) emptyOrSteady(e *lgdl.Expr) bool {
	if k.steady(e, false, true) {
		return true
	}
	if e.Kind != lgdl.Clause || e.Form == nil {
		return false
	}
	switch e.Form.Keyword {
	case "sites":
		return len(e.Args) > 0 && e.Args[0] != nil && e.Args[0].Kind == lgdl.Const && e.Args[0].Text == "Empty"
	case "union", "intersection", "difference":
		for _, list := range [2][]*lgdl.Expr{e.Args, e.Items} {
			for _, x := range list {
				if x != nil && !k.emptyOrSteady(x) {
					return false
				}
			}
		}
		return true
	}
	return false
}

// regionClauses are the clauses of the regions of the equipment.
func (k *Lowerer) regionClauses() []*lgdl.Expr {
	var all []*lgdl.Expr
	within(k.G.Root(), func(e *lgdl.Expr) bool {
		if e.Kind == lgdl.Clause && e.Form != nil && e.Form.Keyword == "regions" {
			all = append(all, e)
		}
		return false
	})
	return all
}

// follows reports whether regions may follow the play.
func follows(r *game.NamedRegion) bool {
	for i := range r.Parts {
		if p := &r.Parts[i]; p.Static == nil && !p.Constant {
			return true
		}
	}
	return false
}

// follows reports whether a clause is regions of a player that have other sites when they are asked than else.
func (k *Lowerer) follows(e *lgdl.Expr) bool {
	if e == nil || e.Form == nil || e.Form.Text != "(sites [(player) | roleType] [siteType] [string])" {
		return false
	}
	a := clause.Sites(e)
	if a.Player() == nil && a.RoleType() == nil {
		return false
	}
	meant, _ := k.meant(e)
	return k.anyFollows() && slices.ContainsFunc(k.G.Regions, func(r game.NamedRegion) bool {
		return meant(&r) && (r.Kinds != nil || follows(&r) && !k.steadyEquipment(k.G.Root()))
	})
}

// anyFollows reports whether any regions of the equipment may follow the play.
func (k *Lowerer) anyFollows() bool {
	return slices.ContainsFunc(k.G.Regions, func(r game.NamedRegion) bool { return follows(&r) })
}

// meant are the regions that such a clause may be; known says that they are those of a player who is known.
func (k *Lowerer) meant(e *lgdl.Expr) (meant func(r *game.NamedRegion) bool, known bool) {
	a := clause.Sites(e)
	who := k.Mover
	if role := a.RoleType(); role == nil {
		known = len(a.Player().Args) == 0 || a.Player().Args[0] == nil
	} else if known = role.Text == "Mover"; !known {
		who, known = game.RoleNumber(role.Text)
	}
	return func(r *game.NamedRegion) bool {
		return (!known || r.Owner == who) && strings.Contains(r.Name, a.String().Word(""))
	}, known
}
