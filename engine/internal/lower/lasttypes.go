package lower

import (
	"slices"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/lgdl"
)

// Some rules ask of what type the site was that the last move came from or went to: of its decision, and of none
// where that has no sites.

// asksLastTypes reports whether a clause asks for the types of the sites of the last move.
func asksLastTypes(e *lgdl.Expr) bool {
	return e.Kind == lgdl.Clause && e.Form != nil && e.Form.Text == "(is isGraphType siteType)"
}

// newLastTypes lays them out; nil where nobody asks.
func (k *Lowerer) newLastTypes() *layout.LastTypes {
	if !k.anyRule(asksLastTypes) {
		return nil
	}
	known := []string{"Step", "Hop", "Slide", "Leap", "Shoot", "Add", "Pass"}
	other := func(e *lgdl.Expr) bool { // a decision of which it is not known here what types it tells of
		return e.Kind == lgdl.Clause && e.Form != nil && e.Form.Result == "moves:decision" &&
			e.Selector() != "" && !slices.Contains(known, e.Selector())
	}
	if k.joint != nil || k.G.Meta != (game.Meta{}) || k.anyRule(other) {
		k.No(nil, "the types of the sites of moves of some kinds")
	}
	return &layout.LastTypes{Last: k.P.Field("types", ir.State, ir.Int, 2), Now: k.P.Field("types.now", ir.Scratch, ir.Int, 2)}
}

// setTypes adds that a move goes from and to sites of types.
func (k *Lowerer) setTypes(from, to int) {
	x := k.LastTypes
	k.Add(ir.Write(x.Now, ir.Num(0), ir.Num(from)), ir.Write(x.Now, ir.Num(1), ir.Num(to)))
}

// forgetTypes begins a move.
func (k *Lowerer) forgetTypes() {
	if k.LastTypes != nil {
		k.setTypes(int(game.NoType), int(game.NoType))
	}
}

// noteTypes notes the types of an action, if it is a decision.
func (k *Lowerer) noteTypes(from, to board.SiteType) {
	if k.LastTypes != nil && k.decides() {
		k.setTypes(int(from), int(to))
	}
}

// recordTypes makes the move the last one.
func (k *Lowerer) recordTypes() {
	if x := k.LastTypes; x != nil {
		for i := range 2 {
			k.Add(ir.Write(x.Last, ir.Num(i), ir.At(x.Now, ir.Num(i))))
		}
	}
}

// keepTypes keeps the types of the last move, and returns what makes them so again.
func (k *Lowerer) keepTypes() (kept []*ir.Stmt) {
	if x := k.LastTypes; x != nil {
		for i := range 2 {
			kept = append(kept, ir.Write(x.Last, ir.Num(i), ir.Read(k.Let("was", ir.At(x.Last, ir.Num(i))))))
		}
	}
	return kept
}

// LastType is the type of the site that the last move came from, or went to.
func (k *Lowerer) LastType(from bool) *ir.Expr {
	if from {
		return ir.At(k.LastTypes.Last, ir.Num(0))
	}
	return ir.At(k.LastTypes.Last, ir.Num(1))
}
