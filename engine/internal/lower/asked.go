package lower

import (
	"strings"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// Regions of the equipment are as they were before the play, whatever they are made of. Only where the rules ask
// whether a site is in those of a player they are looked at as they are, if any of the game follows the play; and
// regions given by a kind of sites are empty then. Such questions are refused.

// AskedRegion is a region of which is asked whether sites are in it.
func (k *Lowerer) AskedRegion(e *lgdl.Expr) *ir.Expr {
	if k.follows(e) {
		k.No(e, "regions that change")
	}
	return k.Region(e)
}

// follows reports whether a clause is regions of a player that may have other sites when they are asked.
func (k *Lowerer) follows(e *lgdl.Expr) bool {
	if e == nil || e.Form == nil || e.Form.Text != "(sites [(player) | roleType] [siteType] [string])" {
		return false
	}
	a := clause.Sites(e)
	if a.Player() == nil && a.RoleType() == nil {
		return false
	}
	who := game.Off
	if role := a.RoleType(); role != nil {
		who = k.Mover
		if role.Text != "Mover" {
			var known bool
			if who, known = game.RoleNumber(role.Text); !known {
				who = game.Off
			}
		}
	}
	return k.regionsFollow(who, a.String().Word(""))
}

// regionsFollow reports whether regions of a player, Off for anybody, whose name contains part may follow the play.
func (k *Lowerer) regionsFollow(who int, part string) bool {
	any, meant, kinds := false, false, false
	for i := range k.G.Regions {
		r := &k.G.Regions[i]
		is := (who < 0 || r.Owner == who) && strings.Contains(r.Name, part)
		kinds = kinds || is && r.Kinds != nil
		for j := range r.Parts {
			if p := &r.Parts[j]; p.Static == nil && !p.Constant {
				any, meant = true, meant || is
			}
		}
	}
	return any && (kinds || meant && !k.steadyEquipment(k.G.Root()))
}
