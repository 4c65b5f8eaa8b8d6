package lower

import (
	"slices"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/internal/position"
	"github.com/astragal/astragal/engine/lgdl"
)

// Some rules ask of what type the site was that the last move came from or went to: of its decision, and of none
// where that has no sites.

// newLastTypes lays them out; nil where nobody asks.
func (k *Lowerer) newLastTypes() *layout.LastTypes {
	if !k.Rules.AnyRule(position.AsksLastTypes) {
		return nil
	}
	known := []string{"Step", "Hop", "Slide", "Leap", "Shoot", "Add", "Pass"}
	other := func(e *lgdl.Expr) bool { // a decision of which it is not known here what types it tells of
		return e.Kind == lgdl.Clause && e.Form != nil && e.Form.Result == "moves:decision" &&
			e.Selector() != "" && !slices.Contains(known, e.Selector())
	}
	if k.joint != nil || k.G.Meta != (game.Meta{}) || k.Rules.AnyRule(other) {
		k.No(nil, "the types of the sites of moves of some kinds")
	}
	return &layout.LastTypes{
		Last: k.P.Field("types", ir.State, ir.Int, 2),
		Now:  k.P.Field("types.now", ir.Scratch, ir.Int, 2),
	}
}

// noteTypes notes the types of an action, if it is a decision.
func (k *Lowerer) noteTypes(from, to board.SiteType) {
	if k.LastTypes != nil && k.decides() {
		k.SetTypes(int(from), int(to))
	}
}
