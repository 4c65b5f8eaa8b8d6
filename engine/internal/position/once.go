package position

import (
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/lgdl"
)

// Once reports whether a condition on a step is the same for all rounds of a loop around: it depends on no iterator but
// (from) and (to).
func (k *Code) Once(cond *lgdl.Expr) bool {
	return k.BeforeLoop != nil && !cond.Any(func(e *lgdl.Expr) bool {
		if e.Kind == lgdl.Clause && e.Selector() == "Random" {
			return true
		}
		if e.Kind != lgdl.Clause || e.Form == nil {
			return false
		}
		switch e.Form.Keyword {
		case "sites":
			return IsGroup(e)
		case "between", "site", "level", "player", "track", "value", "pips", "edge", "hint":
			return len(e.Args) == 0 || e.Form.Keyword == "value"
		}
		return false
	})
}

// Closed reports whether a function depends on nothing but the position and its parameters: it reads no variables
// from outside and draws nothing.
func (k *Code) Closed(f *ir.Func) bool {
	own := map[*ir.Local]bool{}
	for _, l := range f.Params {
		own[l] = true
	}
	ir.Walk(f.Body, func(s *ir.Stmt) { own[s.Local] = true }, nil)
	closed := !k.DrawsIn(f.Body)
	ir.Walk(f.Body, nil, func(e *ir.Expr) { closed = closed && (e.Op != ir.Get || own[e.Local]) })
	return closed
}
