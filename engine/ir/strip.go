package ir

// Strip takes out the state that nothing reads: statements that change a field which
// no function looks at, but to change it. Fields that are read from outside are given.
// It goes on until nothing more can go.
func Strip(p *Program, kept ...*Field) {
	for {
		read := map[*Field]bool{}
		for _, f := range kept {
			read[f] = true
		}
		for _, f := range p.Funcs {
			look(f.Body, read)
		}
		gone := false
		r := &rewriter{stmt: func(r *rewriter, s *Stmt) ([]*Stmt, bool) {
			switch s.Op {
			case Store, SetStore, Include, Exclude:
				if read[s.Field] || s.Field.Kind != State {
					return nil, false
				}
				for _, a := range s.Args {
					if !a.Pure() {
						return nil, false
					}
				}
				gone = true
				return nil, true
			}
			return nil, false
		}}
		for _, f := range p.Funcs {
			f.Body = r.body(f.Body)
		}
		if !gone {
			break
		}
	}
	// What is neither read nor written takes no room in the position.
	used := map[*Field]bool{}
	for _, f := range kept {
		used[f] = true
	}
	for _, f := range p.Funcs {
		Walk(f.Body, func(s *Stmt) { used[s.Field] = true }, func(e *Expr) { used[e.Field] = true })
	}
	for _, f := range p.Fields {
		if f.Kind == State && !used[f] {
			f.Kind = Scratch
		}
	}
}

// look notes the fields that a body reads, but for those that are read only for the
// value that the same field then gets.
func look(body []*Stmt, read map[*Field]bool) {
	var expr func(e *Expr, to *Field)
	expr = func(e *Expr, to *Field) {
		if e.Field != nil && e.Field != to {
			read[e.Field] = true
		}
		for _, a := range e.Args {
			expr(a, to)
		}
		look(e.Body, read)
	}
	for _, s := range body {
		for _, a := range s.Args {
			switch s.Op {
			case Store, SetStore, Include, Exclude:
				if a.Pure() {
					expr(a, s.Field)
					continue
				}
			}
			expr(a, nil)
		}
		look(s.Body, read)
		look(s.Else, read)
	}
}
