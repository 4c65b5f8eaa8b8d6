package ir

// References is what a body says of functions and snapshots.
type references struct {
	of    []*Stmt  // the body
	Funcs []**Func // where it names functions, in the order of Walk
	Saves []*Stmt  // those that save or restore snapshots
	Puts  []*Stmt  // those that store elements of fields
	Looks bool     // it reads or changes one itself
}

// References are those of the body of a function, found from a Sweep until after the next Share once for each body:
// statements do not change in between but by what is told here.
func (f *Func) References() *references {
	if m := f.Says; m == nil || !SameList(m.of, f.Body) {
		f.Says = &references{of: f.Body}
		WalkCalls(f.Body, f.Says.stmt, f.Says.expr)
	}
	return f.Says
}

func (m *references) stmt(s *Stmt) {
	if s.Func != nil {
		m.Funcs = append(m.Funcs, &s.Func)
	}
	if s.Op == Save || s.Op == Restore {
		m.Saves = append(m.Saves, s)
	} else if s.Field != nil && s.Field.Snapshot {
		m.Looks = true
	}
	if s.Op == Store {
		m.Puts = append(m.Puts, s)
	}
}

func (m *references) expr(e *Expr) {
	if e.Callee() != nil {
		m.Funcs = append(m.Funcs, &e.rest.fn)
	} else if e.Field != nil && e.Field.Snapshot {
		m.Looks = true
	}
}

// NewUnsetter is one that has come to nothing yet.
func NewUnsetter() *Unsetter { return &Unsetter{Set: map[any]bool{}, Missing: map[any]bool{}} }

// Unsetter finds the variables, and the fields of one set each, that may be read before they are assigned.
type Unsetter struct {
	Set     map[any]bool // assigned on every way here
	noted   []any        // what is in set, in the order of the assignments
	Missing map[any]bool
	Order   []*Local // those that are missing
	Words   int      // of a set; 0 where nobody asks for fields
	Access  Accesses // of the functions that are called, where somebody does
}

// Read notes that fields are read, or changed in part.
func (u *Unsetter) read(f *Field) {
	if u.Words > 0 && !u.Set[f] {
		u.Missing[f] = true
	}
}

func (u *Unsetter) assigned(l any) {
	if !u.Set[l] {
		u.Set[l] = true
		u.noted = append(u.noted, l)
	}
}

// Body goes through a list of statements.
func (u *Unsetter) Body(body []*Stmt) {
	for _, s := range body {
		if s.Op == EmitSet && s.Local != nil {
			u.assigned(s.Local)
		}
		for _, a := range s.Args {
			u.expr(a)
		}
		switch s.Op {
		case Assign:
			u.assigned(s.Local)
		case SetStore:
			if s.Args[0].Is(0) && s.Field.Len == u.Words {
				u.assigned(s.Field)
			}
		case Include, Exclude, Store:
			u.read(s.Field)
		case If:
			u.apart(func() { u.Body(s.Body) })
			u.apart(func() { u.Body(s.Else) })
		case Each:
			u.apart(func() {
				u.assigned(s.Local)
				u.Body(s.Body)
			})
		case Loop, Scope:
			u.apart(func() { u.Body(s.Body) })
		}
	}
}

// apart goes through what may be left anywhere, or not be entered.
func (u *Unsetter) apart(visit func()) {
	n := len(u.noted)
	visit()
	for _, l := range u.noted[n:] {
		delete(u.Set, l)
	}
	u.noted = u.noted[:n]
}

func (u *Unsetter) expr(e *Expr) {
	if e.Op == Load || e.Op == SetLoad {
		u.read(e.Field)
	}
	if e.Op == Call && u.Words > 0 {
		does := u.Access.Function(e.Callee())
		for _, fields := range [...]Fields{does.Reads, does.Writes} {
			for _, f := range fields {
				u.read(f)
			}
		}
	}
	if e.Op == Get && !u.Set[e.Local] && !u.Missing[e.Local] {
		u.Missing[e.Local] = true
		u.Order = append(u.Order, e.Local)
	}
	if e.Op == Both || e.Op == Either || e.Op == Choose {
		u.expr(e.Args[0])
		for _, a := range e.Args[1:] {
			u.apart(func() { u.expr(a) })
		}
		return
	}
	for _, a := range e.Args {
		if e.Op != Block {
			u.expr(a)
		}
	}
	u.Body(e.Stmts())
	if e.Op == Block {
		u.expr(e.Args[0])
	}
}
