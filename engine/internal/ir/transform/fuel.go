package transform

import "github.com/astragal/astragal/engine/internal/ir"

// The budget of metered loops lies in memory, where whatever is called takes from it, too. In a loop that is all, a
// round would load and store it, each with a test of bounds: as much again as many loops do. So it is in a variable
// there.

// shortLoop is the size of a loop, in statements and operations, up to which it has the budget in a variable: a longer
// one gains nothing beside what it does, and loses a register.
const shortLoop = 100

// HoldFuel keeps the field of the budget in a variable within the outermost of those loops that take from it and call
// nothing that does. What is left of it is the same wherever such a loop is left.
func HoldFuel(p *ir.Program, fuel *ir.Field) {
	h := &holder{fuel: fuel, takes: map[*ir.Func]bool{}}
	r := &ir.Rewriter{Sparing: true, Stmt: h.loop}
	for _, f := range p.Funcs {
		if h.taking(f) {
			f.Body = r.Body(f.Body)
		}
	}
}

type holder struct {
	fuel  *ir.Field
	takes map[*ir.Func]bool // whether a function or what it calls takes from the budget
}

// taking reports whether a function takes from the budget, or may.
func (h *holder) taking(f *ir.Func) bool {
	if takes, known := h.takes[f]; known {
		return takes
	}
	h.takes[f] = true // if it calls itself
	own, called := h.taken(f.Body)
	h.takes[f] = own || called || f.Host
	return h.takes[f]
}

// taken reports whether a body itself takes from the budget, and whether what it calls may.
func (h *holder) taken(body []*ir.Stmt) (own, called bool) {
	ir.Walk(body, func(s *ir.Stmt) { own = own || s.Op == ir.Store && s.Field == h.fuel }, func(e *ir.Expr) {
		called = called || e.Op == ir.Call && h.taking(e.Callee())
	})
	return own, called
}

// loop has the budget be in a variable in a loop where that is worth it.
func (h *holder) loop(_ *ir.Rewriter, s *ir.Stmt) ([]*ir.Stmt, bool) {
	if s.Op != ir.Loop {
		return nil, false
	}
	if own, called := h.taken(s.Body); !own || called || sizeOf(s.Body) > shortLoop {
		return nil, false
	}
	left, inside := ir.NewLocal("fuel", ir.I32), map[*ir.Label]bool{}
	ir.Walk(
		[]*ir.Stmt{s},
		func(x *ir.Stmt) { inside[x.Label] = inside[x.Label] || x.Op == ir.Loop || x.Op == ir.Scope },
		nil,
	)
	back := ir.Write(h.fuel, ir.Num(0), ir.Read(left))
	r := &ir.Rewriter{Sparing: true, Stmt: func(r *ir.Rewriter, x *ir.Stmt) ([]*ir.Stmt, bool) {
		switch {
		case x.Op == ir.Store && x.Field == h.fuel:
			return []*ir.Stmt{ir.Put(left, r.Rewrite(x.Args[1]))}, true
		case (x.Op == ir.Break || x.Op == ir.Continue) && !inside[x.Label]:
			return []*ir.Stmt{back, x}, true
		case x.Op == ir.Return && len(x.Args) == 0:
			return []*ir.Stmt{back, x}, true
		case x.Op == ir.Return:
			result := ir.NewLocal("result", x.Args[0].Type)
			return []*ir.Stmt{ir.Put(result, r.Rewrite(x.Args[0])), back, ir.Give(ir.Read(result))}, true
		}
		return nil, false
	}, Expr: func(_ *ir.Rewriter, e *ir.Expr) (*ir.Expr, bool) {
		return ir.Read(left), e.Op == ir.Load && e.Field == h.fuel
	}}
	return []*ir.Stmt{ir.Put(left, ir.At(h.fuel, ir.Num(0))), r.Copy(s), back}, true
}
