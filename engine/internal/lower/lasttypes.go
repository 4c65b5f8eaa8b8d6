package lower

import (
	"slices"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/lgdl"
)

// Some rules ask of what type the site was that the last move came from or went to: of its decision, and of none
// where that has no sites.

// lastTypes are the types of the sites of a move.
type lastTypes struct {
	last *ir.Field // of the last move: from and to
	now  *ir.Field // of the one that is being made
}

// asksLastTypes reports whether a clause asks for the types of the sites of the last move.
func asksLastTypes(e *lgdl.Expr) bool {
	return e.Kind == lgdl.Clause && e.Form != nil && e.Form.Text == "(is isGraphType siteType)"
}

// newLastTypes lays them out; nil where nobody asks.
func (k *Lowerer) newLastTypes() *lastTypes {
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
	return &lastTypes{last: k.P.Field("types", ir.State, ir.Int, 2), now: k.P.Field("types.now", ir.Scratch, ir.Int, 2)}
}

// set adds that a move goes from and to sites of types.
func (x *lastTypes) set(k *Lowerer, from, to int) {
	k.Add(ir.Write(x.now, ir.Num(0), ir.Num(from)), ir.Write(x.now, ir.Num(1), ir.Num(to)))
}

// forget begins a move.
func (x *lastTypes) forget(k *Lowerer) {
	if x != nil {
		x.set(k, int(game.NoType), int(game.NoType))
	}
}

// note notes the types of an action, if it is a decision.
func (x *lastTypes) note(k *Lowerer, from, to board.SiteType) {
	if x != nil && k.decides() {
		x.set(k, int(from), int(to))
	}
}

// record makes the move the last one.
func (x *lastTypes) record(k *Lowerer) {
	if x != nil {
		for i := range 2 {
			k.Add(ir.Write(x.last, ir.Num(i), ir.At(x.now, ir.Num(i))))
		}
	}
}

// keep keeps the types of the last move, and returns what makes them so again.
func (x *lastTypes) keep(k *Lowerer) (kept []*ir.Stmt) {
	if x != nil {
		for i := range 2 {
			kept = append(kept, ir.Write(x.last, ir.Num(i), ir.Read(k.Let("was", ir.At(x.last, ir.Num(i))))))
		}
	}
	return kept
}

// LastType is the type of the site that the last move came from, or went to.
func (k *Lowerer) LastType(from bool) *ir.Expr {
	if from {
		return ir.At(k.types.last, ir.Num(0))
	}
	return ir.At(k.types.last, ir.Num(1))
}

// loadLastTypes writes the types of the sites of the last move.
func (p *Program) loadLastTypes(mem []byte, last *game.Entry) {
	if x := p.k.types; x != nil {
		from, to := int(game.NoType), int(game.NoType)
		if last != nil {
			from, to = int(last.FromType), int(last.ToType)
		}
		setInt(mem, x.last, 0, from)
		setInt(mem, x.last, 1, to)
	}
}
