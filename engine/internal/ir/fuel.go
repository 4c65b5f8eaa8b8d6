package ir

// The budget of metered loops lies in memory, where whatever is called takes from it, too. In a loop that is all, a
// round would load and store it, each with a test of bounds: as much again as many loops do. So it is in a variable
// there.

// shortLoop is the size of a loop, in statements and operations, up to which it has the budget in a variable: a longer
// one gains nothing beside what it does, and loses a register.
const shortLoop = 100

// HoldFuel keeps the field of the budget in a variable within the outermost of those loops that take from it and call
// nothing that does. What is left of it is the same wherever such a loop is left.
func HoldFuel(p *Program, fuel *Field) {
	h := &holder{fuel: fuel, takes: map[*Func]bool{}}
	r := &rewriter{sparing: true, stmt: h.loop}
	for _, f := range p.Funcs {
		if h.taking(f) {
			f.Body = r.body(f.Body)
		}
	}
}

type holder struct {
	fuel  *Field
	takes map[*Func]bool // whether a function or what it calls takes from the budget
}

// taking reports whether a function takes from the budget, or may.
func (h *holder) taking(f *Func) bool {
	if takes, known := h.takes[f]; known {
		return takes
	}
	h.takes[f] = true // if it calls itself
	own, called := h.taken(f.Body)
	h.takes[f] = own || called || f.Host
	return h.takes[f]
}

// taken reports whether a body itself takes from the budget, and whether what it calls may.
func (h *holder) taken(body []*Stmt) (own, called bool) {
	Walk(body, func(s *Stmt) { own = own || s.Op == Store && s.Field == h.fuel }, func(e *Expr) {
		called = called || e.Op == Call && h.taking(e.Func)
	})
	return own, called
}

// loop has the budget be in a variable in a loop where that is worth it.
func (h *holder) loop(_ *rewriter, s *Stmt) ([]*Stmt, bool) {
	if s.Op != Loop {
		return nil, false
	}
	if own, called := h.taken(s.Body); !own || called || sizeOf(s.Body) > shortLoop {
		return nil, false
	}
	left, inside := NewLocal("fuel", I32), map[*Label]bool{}
	Walk([]*Stmt{s}, func(x *Stmt) { inside[x.Label] = inside[x.Label] || x.Op == Loop || x.Op == Scope }, nil)
	back := Write(h.fuel, Num(0), Read(left))
	r := &rewriter{sparing: true, stmt: func(r *rewriter, x *Stmt) ([]*Stmt, bool) {
		switch {
		case x.Op == Store && x.Field == h.fuel:
			return []*Stmt{Put(left, r.rewrite(x.Args[1]))}, true
		case (x.Op == Break || x.Op == Continue) && !inside[x.Label]:
			return []*Stmt{back, x}, true
		case x.Op == Return && len(x.Args) == 0:
			return []*Stmt{back, x}, true
		case x.Op == Return:
			result := NewLocal("result", x.Args[0].Type)
			return []*Stmt{Put(result, r.rewrite(x.Args[0])), back, Give(Read(result))}, true
		}
		return nil, false
	}, expr: func(_ *rewriter, e *Expr) (*Expr, bool) {
		return Read(left), e.Op == Load && e.Field == h.fuel
	}}
	return []*Stmt{Put(left, At(h.fuel, Num(0))), r.copy(s), back}, true
}
