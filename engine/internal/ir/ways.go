package ir

// Ways leaves out conditions between ways that do the same: moves of several rules that turn out to be made alike are
// made without asking which it is, which nobody can foresee.
func Ways(p *Program) {
	r := &rewriter{sparing: true, stmt: func(r *rewriter, s *Stmt) ([]*Stmt, bool) {
		if s.Op != If || len(s.Else) == 0 {
			return nil, false
		}
		s = r.copy(s)
		if s.Args[0].Pure() && sameCalls(s.Body, s.Else) {
			return s.Body, true
		}
		return []*Stmt{s}, true
	}}
	for _, f := range p.Funcs {
		f.Body = r.body(f.Body)
	}
}

// sameCalls reports whether two bodies are the same calls.
func sameCalls(a, b []*Stmt) bool {
	if len(a) != len(b) {
		return false
	}
	for i, s := range a {
		t := b[i]
		if s.Op != Do || t.Op != Do {
			return false
		}
		x, y := s.Args[0], t.Args[0]
		if x.Op != Call || y.Op != Call || x.Func != y.Func {
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
