package transform

import "github.com/astragal/astragal/engine/internal/ir"

// Alone reports whether the body of a function can be anywhere: it has the variables and labels that it uses, and emits
// nothing.
func Alone(f *ir.Func) bool {
	locals, labels := map[*ir.Local]bool{}, map[*ir.Label]bool{}
	for _, l := range f.Params {
		locals[l] = true
	}
	ir.Walk(f.Body, func(s *ir.Stmt) {
		if s.Local != nil {
			locals[s.Local] = true
		}
		if s.Label != nil && s.Op != ir.Break && s.Op != ir.Continue {
			labels[s.Label] = true
		}
	}, nil)
	ok := true
	ir.Walk(f.Body, func(s *ir.Stmt) {
		switch s.Op {
		case ir.Emit, ir.EmitSet, ir.Generate:
			ok = false
		case ir.Break, ir.Continue:
			ok = ok && labels[s.Label]
		}
	}, func(e *ir.Expr) { ok = ok && (e.Op != ir.Get || locals[e.Local]) })
	return ok
}
