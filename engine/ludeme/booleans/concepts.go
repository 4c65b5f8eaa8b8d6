package booleans

import (
	"github.com/astragal/astragal/engine/concept"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// What the conditions mark depending on their arguments (part 9, §3.5).

// andConcepts: a conjunction hides that its operands test regions, and one of
// tests for pieces tests whether a region is filled.
func andConcepts(w *concept.Walk, e *lgdl.Expr, s *concept.Set) {
	s.Remove(concept.Contains)
	for _, x := range lgdl.Flat(e.Args...) {
		if o := w.Of(x); !o.Has(concept.IsPieceAt) {
			return
		}
	}
	s.Add(concept.Fill)
}

// notConcepts turns what its operand tests for into what remains.
func notConcepts(_ *concept.Walk, _ *lgdl.Expr, s *concept.Set) {
	if s.Has(concept.CanMove) {
		s.Remove(concept.CanMove)
		s.Add(concept.CanNotMove)
	}
	s.Remove(concept.NoTargetPiece)
	occupants := []concept.ID{concept.IsFriend, concept.IsEnemy, concept.IsEmpty}
	for i, id := range occupants {
		if s.Has(id) {
			s.Add(occupants[(i+1)%3], occupants[(i+2)%3])
			s.Remove(id)
			return
		}
	}
}

// sides returns the two operands of a comparison.
func sides(e *lgdl.Expr) (left, right *lgdl.Expr) { return clause.Comparison(e).Int1(), compared(e) }

// compared is what a comparison compares its first operand to.
func compared(e *lgdl.Expr) *lgdl.Expr {
	if x := clause.Comparison(e).Int2(); x != nil {
		return x
	}
	return clause.Equality(e).RoleType()
}

// is reports whether e is a clause with the keyword.
func is(e *lgdl.Expr, keyword string) bool {
	return e.Kind == lgdl.Clause && e.Form.Keyword == keyword
}

// isCountPieces reports whether e counts pieces.
func isCountPieces(e *lgdl.Expr) bool { return is(e, "count") && concept.Says(e, "Pieces") }

// comparisonConcepts: comparing a number of pieces.
func comparisonConcepts(_ *concept.Walk, e *lgdl.Expr, s *concept.Set) {
	count, right := sides(e)
	if !isCountPieces(count) {
		count = right
	}
	if !isCountPieces(count) {
		return
	}
	s.Add(concept.CountPiecesComparison)
	s.AddIf(concept.Says(count, "Mover"), concept.CountPiecesMoverComparison)
	s.AddIf(concept.Says(count, "Next") || concept.Says(count, "Player"), concept.CountPiecesNextComparison)
}

// equalConcepts recognises the questions that are asked by means of equality.
func equalConcepts(w *concept.Walk, e *lgdl.Expr, s *concept.Set) {
	comparisonConcepts(w, e, s)
	left, right := sides(e)
	either := func(test func(a, b *lgdl.Expr) bool) bool { return test(left, right) || test(right, left) }
	literal := func(e *lgdl.Expr, n int) bool { return e.Kind == lgdl.Int && e.Int == n }
	count := left
	if !isCountPieces(count) {
		count = right
	}
	if either(func(a, b *lgdl.Expr) bool { return isCountPieces(a) && literal(b, 0) }) {
		s.Add(concept.NoPiece)
		s.AddIf(concept.Says(count, "Mover"), concept.NoPieceMover)
		s.AddIf(concept.Says(count, "Next"), concept.NoPieceNext)
	}
	if either(func(a, b *lgdl.Expr) bool { return is(a, "counter") && b.Kind == lgdl.Int }) {
		s.Add(concept.ProgressCheck)
	}
	switch {
	case either(func(a, b *lgdl.Expr) bool { return is(a, "where") && literal(b, game.Off) }):
		s.Add(concept.NoTargetPiece)
	case either(func(a, b *lgdl.Expr) bool { return is(a, "where") && is(b, "mapEntry") }):
		s.Add(concept.Contains)
	case either(func(a, b *lgdl.Expr) bool { return is(a, "what") && is(b, "id") }):
		s.Add(concept.IsPieceAt)
	}
}

// allSitesConcepts: counting the pieces of every site of the board.
func allSitesConcepts(w *concept.Walk, e *lgdl.Expr, s *concept.Set) {
	region, cond := clause.AllSites(e).Sites(), w.Of(e.Arg("if"))
	s.AddIf(concept.Says(region, "Board") && cond.Has(concept.PieceCount), concept.NoPiece)
}

func triggeredConcepts(_ *concept.Walk, e *lgdl.Expr, s *concept.Set) {
	s.AddIf(concept.Slot(e, "string").Text == "Connected", concept.Connection)
}
