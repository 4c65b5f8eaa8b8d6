package ir

// Access is what a body does to memory.
type Access struct {
	Reads, Writes map[*Field]bool
	Unknown       bool // a function is called that has no body yet
}

// Effects returns the fields that a body, with the functions it calls and the
// generators it goes through, reads and writes.
func Effects(body []*Stmt) Access {
	a := Access{Reads: map[*Field]bool{}, Writes: map[*Field]bool{}}
	seen := map[*Func]bool{}
	var visit func(body []*Stmt)
	enter := func(f *Func) {
		if f != nil && !seen[f] {
			seen[f] = true
			a.Unknown = a.Unknown || f.Body == nil
			visit(f.Body)
		}
	}
	visit = func(body []*Stmt) {
		Walk(body, func(s *Stmt) {
			switch s.Op {
			case Store, SetStore, Save:
				a.Writes[s.Field] = true
			case Include, Exclude:
				a.Writes[s.Field], a.Reads[s.Field] = true, true
			case Restore:
				a.Reads[s.Field] = true
			}
			enter(s.Func)
		}, func(e *Expr) {
			if e.Field != nil && e.Field.Kind != Table {
				a.Reads[e.Field] = true
			}
			enter(e.Func)
		})
	}
	visit(body)
	return a
}

// Loops reports whether some statement of a body may run more than once.
func Loops(body []*Stmt) bool {
	yes := false
	Walk(body, func(s *Stmt) {
		yes = yes || s.Op == Loop || s.Op == Each || s.Op == EmitSet || s.Op == Generate
	}, nil)
	return yes
}

// Performed is a body whose candidates are applied where they are emitted, by the
// function of their rule: of from, to and data.
func Performed(body []*Stmt, apply func(rule int) *Func) []*Stmt {
	r := &rewriter{}
	r.stmt = func(r *rewriter, s *Stmt) ([]*Stmt, bool) {
		switch s.Op {
		case Emit:
			a := r.exprs(s.Args)
			return []*Stmt{{Op: Do, Args: []*Expr{Invoke(apply(int(a[0].K)), a[1:]...)}}}, true
		case EmitSet:
			a := r.exprs(s.Args)
			site := NewLocal("site", I32)
			from := a[1]
			if from.Is(-1) {
				from = Read(site)
			}
			return []*Stmt{{Op: Each, Local: site, Label: &Label{Name: "each"}, Args: []*Expr{a[2]}, Body: []*Stmt{
				{Op: Do, Args: []*Expr{Invoke(apply(int(a[0].K)), from, Read(site), a[3])}},
			}}}, true
		}
		return nil, false
	}
	return r.body(body)
}
