package ir

// Alone reports whether the body of a function can be anywhere: it has the variables and labels that it uses, and emits
// nothing.
func Alone(f *Func) bool {
	locals, labels := map[*Local]bool{}, map[*Label]bool{}
	for _, l := range f.Params {
		locals[l] = true
	}
	Walk(f.Body, func(s *Stmt) {
		if s.Local != nil {
			locals[s.Local] = true
		}
		if s.Label != nil && s.Op != Break && s.Op != Continue {
			labels[s.Label] = true
		}
	}, nil)
	ok := true
	Walk(f.Body, func(s *Stmt) {
		switch s.Op {
		case Emit, EmitSet, Generate:
			ok = false
		case Break, Continue:
			ok = ok && labels[s.Label]
		}
	}, func(e *Expr) { ok = ok && (e.Op != Get || locals[e.Local]) })
	return ok
}
