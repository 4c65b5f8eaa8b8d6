package position

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// BetweenField keeps the sites that the last move went over, where a rule asks for them.
func (k *Code) BetweenField() {
	if k.Rules.AnyRule(func(x *lgdl.Expr) bool {
		return x.Kind == lgdl.Clause && x.Form != nil && x.Form.Text == "(last Between)"
	}) {
		k.Crossed = k.P.Sets("crossed", ir.State, 1)
	}
}

// AsksBetween reports whether a rule asks what the last move went over.
func (k *Code) AsksBetween() bool { return k.Crossed != nil }

// Cross says over which sites the move that is lowered goes, where a rule asks for that: what f adds is given a
// function for each. It comes last of what the move does.
func (k *Code) Cross(f func(over func(site *ir.Expr))) {
	if k.Crossed == nil {
		return
	}
	set := k.NewSet()
	f(func(site *ir.Expr) { k.Include(set, site) })
	k.Hurdles = ir.SetAt(set, ir.Num(0))
}

// NoteCrossed notes what a move goes over, nil for nothing.
func (k *Code) NoteCrossed(over *ir.Expr) {
	if k.Crossed == nil {
		return
	}
	if over == nil {
		over = k.None()
	}
	k.Store(k.Crossed, over)
}

// AsksLastTypes reports whether a clause asks for the types of the sites of the last move.
func AsksLastTypes(e *lgdl.Expr) bool {
	return e.Kind == lgdl.Clause && e.Form != nil && e.Form.Text == "(is isGraphType siteType)"
}

// SetTypes adds that a move goes from and to sites of types.
func (k *Code) SetTypes(from, to int) {
	x := k.LastTypes
	k.Add(ir.Write(x.Now, ir.Num(0), ir.Num(from)), ir.Write(x.Now, ir.Num(1), ir.Num(to)))
}

// ForgetTypes begins a move.
func (k *Code) ForgetTypes() {
	if k.LastTypes != nil {
		k.SetTypes(int(game.NoType), int(game.NoType))
	}
}

// RecordTypes makes the move the last one.
func (k *Code) RecordTypes() {
	if x := k.LastTypes; x != nil {
		for i := range 2 {
			k.Add(ir.Write(x.Last, ir.Num(i), ir.At(x.Now, ir.Num(i))))
		}
	}
}

// KeepTypes keeps the types of the last move, and returns what makes them so again.
func (k *Code) KeepTypes() (kept []*ir.Stmt) {
	if x := k.LastTypes; x != nil {
		for i := range 2 {
			kept = append(kept, ir.Write(x.Last, ir.Num(i), ir.Read(k.Let("was", ir.At(x.Last, ir.Num(i))))))
		}
	}
	return kept
}

// LastType is the type of the site that the last move came from, or went to.
func (k *Code) LastType(from bool) *ir.Expr {
	if from {
		return ir.At(k.LastTypes.Last, ir.Num(0))
	}
	return ir.At(k.LastTypes.Last, ir.Num(1))
}

// asksMovers reports whether a clause asks for it.
func asksMovers(e *lgdl.Expr) bool {
	return e.Any(func(x *lgdl.Expr) bool {
		return x.Is("prev", "MoverLastTurn")
	})
}

// asksTurnStart reports whether a clause is where the turn began.
func asksTurnStart(e *lgdl.Expr) bool {
	return e.Form != nil && e.Form.Text == "(from [at:whenType])" && clause.From2(e).At() != nil
}

// MoversField keeps them where a rule asks.
func (k *Code) MoversField() {
	asked := k.Rules.AnyForm(func(f *lgdl.Form) bool { return f.Keyword == "prev" }) && asksMovers(k.G.Root())
	if asked || k.G.Meta.Swap && k.G.Players > 2 || k.Rules.AnyRule(asksTurnStart) {
		k.MoversBefore = k.P.Field("movers", ir.State, ir.Int, 3)
	}
}

// MoverBefore is the mover of the newest move that the mover has not made, -1 if there is none.
func (k *Code) MoverBefore(e *lgdl.Expr) *ir.Expr {
	if k.G.Mode == game.Simultaneous {
		k.No(e, "who moved before, where all move at the same time")
	}
	last := ir.At(k.MoversBefore, ir.Num(0))
	return ir.Cond(ir.Calc(ir.Ne, last, k.Fields.Get(layout.Mover)), last, ir.At(k.MoversBefore, ir.Num(1)))
}

// asksWent reports whether a clause asks for them: so do paths of tiles that begin wherever the last move went.
func asksWent(e *lgdl.Expr) bool {
	switch {
	case e.Is("is", "Loop"):
		a := clause.IsLoop(e)
		return a.Path() != nil && a.Path().Int == 1 && a.Int2() == nil && a.Sites() == nil
	case e.Is("pathExtent"):
		return clause.PathExtent(e).Int2() == nil && clause.PathExtent(e).Sites() == nil
	}
	return e.Is("sites", "LastTo", "LastFrom")
}

// NewWent keeps the sites of the actions of moves, nil where no rule asks for them.
func (k *Code) NewWent() *layout.LastSites {
	if !k.Rules.AnyRule(asksWent) {
		return nil
	}
	return &layout.LastSites{To: k.P.Sets("went.to", ir.State, 1), From: k.P.Sets("went.from", ir.State, 1)}
}

// ForgetWent begins a move.
func (k *Code) ForgetWent() {
	if x := k.LastSites; x != nil {
		k.Store(x.To, k.None())
		k.Store(x.From, k.None())
	}
}

// NoteWent notes the sites of an action, nil for none.
func (k *Code) NoteWent(from, to *ir.Expr) {
	x := k.LastSites
	if x == nil {
		return
	}
	put := func(set *ir.Field, site *ir.Expr) {
		if site != nil {
			k.If(k.OnBoardOf(k.G.DefaultType, site), func() { k.Include(set, site) })
		}
	}
	put(x.From, from)
	put(x.To, to)
}
