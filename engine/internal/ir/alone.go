package ir

// Alone reports whether the body of a function can be anywhere: it has the variables and labels that it uses, and emits
// nothing.
func Alone(f *Func) bool {
	a := alone{locals: map[*Local]bool{}, labels: map[*Label]bool{}}
	for _, l := range f.Params {
		a.locals[l] = true
	}
	Walk(f.Body, func(s *Stmt) {
		if s.Local != nil {
			a.locals[s.Local] = true
		}
		if s.Label != nil && s.Op != Break && s.Op != Continue {
			a.labels[s.Label] = true
		}
	}, nil)
	ok := true
	Walk(f.Body, func(s *Stmt) {
		switch s.Op {
		case Emit, EmitSet, Generate:
			ok = false
		case Break, Continue:
			ok = ok && a.labels[s.Label]
		}
	}, func(e *Expr) { ok = ok && (e.Op != Get || a.locals[e.Local]) })
	return ok
}

type alone struct {
	locals map[*Local]bool
	labels map[*Label]bool
}
