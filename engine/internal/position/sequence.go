package position

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
)

// ForgetCaptured notes that no piece waits to be removed.
func (k *Code) ForgetCaptured() {
	if k.CapturedTimes != nil {
		k.Each(k.ToClear(), func(site *ir.Expr) { k.Add(ir.Write(k.CapturedTimes, site, ir.Num(0))) })
	}
	k.Add(Emptied(k.Captured, k.None()))
	if k.CapturedNumber != nil {
		k.Add(ir.Write(k.CapturedNumber, ir.Num(0), ir.Num(0)))
	}
}

// EachCaptured adds what f adds for each of the pieces to be removed but those on the sites of a set.
func (k *Code) EachCaptured(but *ir.Expr, f func(site *ir.Expr)) {
	if k.CapturedOrder == nil {
		k.Each(ir.Calc(ir.SetMinus, k.ToClear(), but), f)
		return
	}
	k.Rounds(ir.Num(0), ir.At(k.CapturedNumber, ir.Num(0)), k.Fields.Sites, func(i *ir.Expr) {
		site := k.Var("site", 0, k.Fields.Sites-1, ir.At(k.CapturedOrder, i))
		k.If(ir.Calc(ir.Not, ir.Calc(ir.SetHas, but, ir.Read(site))), func() { f(ir.Read(site)) })
	})
}

// Change is a statement that includes a site in a set or excludes it.
func Change(op ir.StmtOp, set *ir.Field, site *ir.Expr) *ir.Stmt {
	return &ir.Stmt{Op: op, Field: set, Args: []*ir.Expr{ir.Num(0), site}}
}

// Emptied is a statement that empties a set.
func Emptied(set *ir.Field, none *ir.Expr) *ir.Stmt {
	return &ir.Stmt{Op: ir.SetStore, Field: set, Args: []*ir.Expr{ir.Num(0), none}}
}

// IsVisited reports whether this turn has visited a site.
func (k *Code) IsVisited(site *ir.Expr) *ir.Expr {
	return ir.Has(k.P.Words, ir.SetAt(k.Visited, ir.Num(0)), site)
}

// NoteVisit notes the sites of a move whose mover goes on, and forgets all otherwise.
func (k *Code) NoteVisit(from, to, next *ir.Expr) {
	if k.Visited == nil {
		return
	}
	k.Choose(ir.Calc(ir.Ne, next, ir.Num(k.Mover)), func() { k.Add(Emptied(k.Visited, k.None())) }, func() {
		for _, x := range [...]*ir.Expr{from, to} {
			k.If(ir.Calc(ir.Below, x, ir.Num(k.Fields.Sites)), func() { k.Add(Change(ir.Include, k.Visited, x)) })
		}
	})
}

// Later has the piece on a site removed at the end of the turn.
func (k *Code) Later(site *ir.Expr) {
	k.Observer.ActsOn(game.ActRemove, k.CurrentType(), k.CurrentType(), site, site, true)
	k.Observer.CountRemoval(site, nil)
	if k.CapturedTimes != nil {
		k.Add(ir.Write(k.CapturedTimes, site, Plus(ir.At(k.CapturedTimes, site), 1)))
	}
	if k.CapturedOrder != nil {
		k.If(ir.Calc(ir.Not, ir.Calc(ir.SetHas, k.ToClear(), site)), func() {
			n := k.Temp("n", ir.At(k.CapturedNumber, ir.Num(0)))
			k.Add(ir.Write(k.CapturedOrder, n, site), ir.Write(k.CapturedNumber, ir.Num(0), Plus(n, 1)))
		})
	}
	k.Add(Change(ir.Include, k.Captured, site))
}

// CapturesLater reports whether pieces are removed at the end of a turn.
func (k *Code) CapturesLater() bool { return k.Captured != nil }

// ToClear is the set of the sites of pieces that are captured but not removed yet.
func (k *Code) ToClear() *ir.Expr { return ir.SetAt(k.Captured, ir.Num(0)) }

// StartMove begins a move.
func (k *Code) StartMove() {
	k.notePending()
	if k.Captured != nil {
		k.Add(Emptied(k.Cleared, k.None()), ir.Write(k.GoesOn, ir.Num(0), ir.Num(0)))
	}
	if k.Swapping != nil {
		k.Add(ir.Write(k.Swapping, ir.Num(0), ir.Num(0)))
	}
}
