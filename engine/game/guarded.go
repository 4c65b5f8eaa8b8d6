package game

import "github.com/astragal/astragal/engine/lgdl"

// Guarded tells whether a condition is the negation of (is Threatened …) or of
// (no Moves …): such a condition counts as true while one is being tested.
func Guarded(e *lgdl.Expr) (threat, stuck bool) {
	negated := false
	for e.Kind == lgdl.Clause && e.Form != nil && e.Form.Keyword == "not" {
		negated = !negated
		e = e.Args[0]
	}
	if !negated || e.Kind != lgdl.Clause || e.Form == nil || len(e.Args) == 0 || e.Args[0] == nil {
		return false, false
	}
	kw, what := e.Form.Keyword, e.Args[0].Text
	return kw == "is" && what == "Threatened", kw == "no" && what == "Moves"
}
