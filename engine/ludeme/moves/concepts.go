package moves

import (
	"github.com/astragal/astragal/engine/concept"
	"github.com/astragal/astragal/engine/lgdl"
)

// What the moves mark depending on their arguments (part 9, §3.4).

// to, between and effect find the parts of a move; nil when there is none.
func to(e *lgdl.Expr) *lgdl.Expr      { return concept.Slot(e, "(to)") }
func between(e *lgdl.Expr) *lgdl.Expr { return concept.Slot(e, "(between)") }
func effect(part *lgdl.Expr) *lgdl.Expr {
	return concept.Slot(part, "(apply)")
}

// condition is the if: of a part or of an effect, nil when there is none.
func condition(part *lgdl.Expr) *lgdl.Expr {
	if part == nil {
		return nil
	}
	return part.Arg("if")
}

// takes reports whether an effect captures what it is applied to.
func takes(w *concept.Walk, effect *lgdl.Expr) bool {
	s := w.Of(effect)
	return s.HasAny(concept.RemoveEffect, concept.FromToEffect)
}

// replaces marks a move whose effect on its target is a capture.
func replaces(w *concept.Walk, e *lgdl.Expr, s *concept.Set) {
	s.AddIf(takes(w, effect(to(e))), concept.ReplacementCapture)
}

// targets marks what a decision may move to, as its conditions name it.
func targets(w *concept.Walk, s *concept.Set, empty, friend, enemy concept.ID, conditions ...*lgdl.Expr) {
	var c concept.Set
	for _, x := range conditions {
		c.Unite(w.Of(x))
	}
	s.AddIf(c.Has(concept.IsEmpty), empty)
	s.AddIf(c.Has(concept.IsFriend), friend)
	s.AddIf(c.Has(concept.IsEnemy), enemy)
}

func stepConcepts(w *concept.Walk, e *lgdl.Expr, s *concept.Set) { replaces(w, e, s) }

func stepDecisionConcepts(w *concept.Walk, e *lgdl.Expr, s *concept.Set) {
	targets(w, s, concept.StepDecisionToEmpty, concept.StepDecisionToFriend, concept.StepDecisionToEnemy, condition(to(e)))
	replaces(w, e, s)
}

func leapConcepts(w *concept.Walk, e *lgdl.Expr, s *concept.Set) { replaces(w, e, s) }

func leapDecisionConcepts(w *concept.Walk, e *lgdl.Expr, s *concept.Set) {
	targets(w, s, concept.LeapDecisionToEmpty, concept.LeapDecisionToFriend, concept.LeapDecisionToEnemy, condition(to(e)))
	replaces(w, e, s)
}

// slideConcepts: a slide goes through empty sites unless it says through what.
func slideConcepts(w *concept.Walk, e *lgdl.Expr, s *concept.Set) {
	s.AddIf(condition(between(e)) == nil, concept.Contains)
	replaces(w, e, s)
}

func slideDecisionConcepts(w *concept.Walk, e *lgdl.Expr, s *concept.Set) {
	targets(w, s, concept.SlideDecisionToEmpty, concept.SlideDecisionToFriend, concept.SlideDecisionToEnemy,
		condition(between(e)), condition(effect(to(e))))
	slideConcepts(w, e, s)
}

// shootConcepts: a shot goes through and to empty sites unless it says otherwise.
func shootConcepts(_ *concept.Walk, e *lgdl.Expr, s *concept.Set) {
	s.AddIf(condition(between(e)) == nil || to(e) == nil, concept.Contains)
}

func fromToConcepts(w *concept.Walk, e *lgdl.Expr, s *concept.Set) { replaces(w, e, s) }

func fromToDecisionConcepts(w *concept.Walk, e *lgdl.Expr, s *concept.Set) {
	targets(w, s, concept.FromToDecisionEmpty, concept.FromToDecisionFriend, concept.FromToDecisionEnemy, condition(to(e)))
	replaces(w, e, s)
}

func hopConcepts(w *concept.Walk, e *lgdl.Expr, s *concept.Set) {
	s.AddIf(takes(w, effect(between(e))), concept.HopCapture)
	replaces(w, e, s)
}

// hopDecisionConcepts: what is hopped over, and how much of it. Distances
// before and after the hurdle count as a longer hop, but not as a longer capture.
func hopDecisionConcepts(w *concept.Walk, e *lgdl.Expr, s *concept.Set) {
	over := between(e)
	if goal, hurdle := condition(to(e)), condition(over); goal != nil && hurdle != nil {
		g, h := w.Of(goal), w.Of(hurdle)
		for _, x := range [...]struct{ hurdle, goal, id concept.ID }{
			{concept.IsEnemy, concept.IsEmpty, concept.HopDecisionEnemyToEmpty},
			{concept.IsFriend, concept.IsEmpty, concept.HopDecisionFriendToEmpty},
			{concept.IsEnemy, concept.IsFriend, concept.HopDecisionEnemyToFriend},
			{concept.IsFriend, concept.IsFriend, concept.HopDecisionFriendToFriend},
			{concept.IsEnemy, concept.IsEnemy, concept.HopDecisionEnemyToEnemy},
			{concept.IsFriend, concept.IsEnemy, concept.HopDecisionFriendToEnemy},
		} {
			s.AddIf(g.Has(x.goal) && h.Has(x.hurdle), x.id)
		}
	}
	hopConcepts(w, e, s)
	if over == nil {
		return
	}
	if r := concept.Slot(over, "range"); r != nil {
		for _, bound := range r.Args {
			// (min n) has no upper bound.
			s.AddIf(r.Form.Keyword == "min" || far(bound), concept.HopDecisionMoreThanOne)
		}
	}
	s.AddIf(s.Has(concept.HopCapture) && s.Has(concept.HopDecisionMoreThanOne), concept.HopCaptureMoreThanOne)
	s.AddIf(far(over.Arg("before")) || far(over.Arg("after")), concept.HopDecisionMoreThanOne)
}

// far reports whether a distance can be more than one.
func far(e *lgdl.Expr) bool { return e != nil && (e.Kind != lgdl.Int || e.Int > 1) }

// capture marks one of the captures by surroundings: its target, which part of
// the clause describes, is an enemy and is removed unless the part says otherwise.
func capture(w *concept.Walk, part *lgdl.Expr, s *concept.Set, id concept.ID) {
	s.AddIf(condition(part) == nil, concept.IsEnemy)
	if effect(part) == nil {
		s.Add(concept.RemoveEffect, id)
	} else {
		s.AddIf(takes(w, effect(part)), id)
	}
}

func custodialConcepts(w *concept.Walk, e *lgdl.Expr, s *concept.Set) {
	capture(w, between(e), s, concept.CustodialCapture)
	s.AddIf(condition(to(e)) == nil, concept.IsFriend)
}

func surroundConcepts(w *concept.Walk, e *lgdl.Expr, s *concept.Set) {
	capture(w, between(e), s, concept.SurroundCapture)
	s.AddIf(condition(to(e)) == nil, concept.IsFriend)
}

func encloseConcepts(w *concept.Walk, e *lgdl.Expr, s *concept.Set) {
	capture(w, between(e), s, concept.EncloseCapture)
}

func directionalConcepts(w *concept.Walk, e *lgdl.Expr, s *concept.Set) {
	capture(w, to(e), s, concept.DirectionCapture)
}

func interveneConcepts(w *concept.Walk, e *lgdl.Expr, s *concept.Set) {
	capture(w, to(e), s, concept.InterveneCapture)
}

// sowConcepts: what a sowing does besides sowing.
func sowConcepts(w *concept.Walk, e *lgdl.Expr, s *concept.Set) {
	self := e.Arg("includeSelf")
	s.AddIf(self != nil && self.Int == 0, concept.SowSkip)
	origin := e.Arg("origin")
	s.AddIf(origin != nil && (origin.Kind != lgdl.Bool || origin.Int != 0), concept.SowFromOrigin)
	apply := w.Of(e.Arg("apply"))
	s.AddIf(apply.Has(concept.RemoveEffect), concept.SowRemove)
	s.AddIf(apply.Has(concept.FromToEffect), concept.SowCapture)
}

// forEachPieceConcepts: without moves of its own it means those of all pieces.
func forEachPieceConcepts(w *concept.Walk, e *lgdl.Expr, s *concept.Set) {
	if concept.Slot(e, "moves") == nil {
		s.Unite(w.Pieces())
	}
}
