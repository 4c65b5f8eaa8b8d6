package transform

import "github.com/astragal/astragal/engine/internal/ir"

// Ways leaves out conditions between ways that do the same: moves of several rules that turn out to be made alike are
// made without asking which it is, which nobody can foresee.
func Ways(p *ir.Program) {
	r := &ir.Rewriter{Sparing: true, Stmt: func(r *ir.Rewriter, s *ir.Stmt) ([]*ir.Stmt, bool) {
		if s.Op != ir.If || len(s.Else) == 0 {
			return nil, false
		}
		s = r.Copy(s)
		if s.Args[0].Pure() && sameCalls(s.Body, s.Else) {
			return s.Body, true
		}
		return []*ir.Stmt{s}, true
	}}
	for _, f := range p.Funcs {
		f.Body = r.Body(f.Body)
	}
}

// sameCalls reports whether two bodies are the same calls.
func sameCalls(a, b []*ir.Stmt) bool {
	if len(a) != len(b) {
		return false
	}
	for i, s := range a {
		t := b[i]
		if s.Op != ir.Do || t.Op != ir.Do {
			return false
		}
		x, y := s.Args[0], t.Args[0]
		if x.Op != ir.Call || y.Op != ir.Call || x.Callee() != y.Callee() {
			return false
		}
		for j, arg := range x.Args {
			if !equal(arg, y.Args[j]) || !arg.Simple() {
				return false
			}
		}
	}
	return true
}
