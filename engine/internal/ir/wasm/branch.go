package wasm

import (
	"github.com/astragal/astragal/engine/internal/ir"
)

// A condition is not worked out as a number where only a branch depends on it: each comparison in it is a branch of
// its own, to where the whole then leads. A number would have to be made of the flags and compared again.

// branches writes an if.
func (m *module) branches(s *ir.Stmt) {
	if to, ok := m.leaves(s.Body); ok {
		m.jump(s.Args[0], true, to)
		m.body(s.Else)
		return
	}
	if to, ok := m.leaves(s.Else); ok {
		m.jump(s.Args[0], false, to)
		m.body(s.Body)
		return
	}
	m.meet(func() {
		if len(s.Else) > 0 {
			m.open(void)
		}
		m.open(void)
		m.jump(s.Args[0], false, len(m.labels)-1)
		m.body(s.Body)
		if len(s.Else) > 0 {
			m.emitU(opBr, 1)
			m.close()
			m.body(s.Else)
		}
		m.close()
	})
}

// leaves reports whether a body does nothing but leave for the place of a label.
func (m *module) leaves(body []*ir.Stmt) (to int, ok bool) {
	if len(body) != 1 || body[0].Op != ir.Break && body[0].Op != ir.Continue {
		return 0, false
	}
	return m.labelled(body[0].Label, body[0].Op == ir.Continue), true
}

// open begins a block, and close ends it.
func (m *module) open(t byte) {
	m.emit(opBlock, t)
	m.push(nil, false)
}

func (m *module) close() {
	m.pop()
	m.emit(opEnd)
}

// jump branches to the place of a label where a condition is what is wanted.
func (m *module) jump(c *ir.Expr, want bool, to int) {
	switch {
	case c.Op == ir.Const:
		if c.K != 0 == want {
			m.emitU(opBr, len(m.labels)-1-to)
		}
	case c.Op == ir.Not && c.Args[0].Type == ir.I32:
		m.jump(c.Args[0], !want, to)
	case c.Op == ir.Block:
		m.body(c.Stmts())
		m.jump(c.Args[0], want, to)
	case (c.Op == ir.Both || c.Op == ir.Either) && want == (c.Op == ir.Either):
		m.jump(c.Args[0], want, to)
		m.jump(c.Args[1], want, to)
	case c.Op == ir.Both || c.Op == ir.Either:
		m.meet(func() {
			m.open(void)
			m.jump(c.Args[0], !want, len(m.labels)-1)
			m.jump(c.Args[1], want, to)
			m.close()
		})
	default:
		// An if is one comparison and branch for wazero, where br_if would often be two.
		m.expr(c)
		m.emit(opIf, void)
		m.push(nil, false)
		if want {
			m.emitU(opBr, len(m.labels)-1-to)
		}
		m.emit(opElse)
		if !want {
			m.emitU(opBr, len(m.labels)-1-to)
		}
		m.close()
	}
}

// choose leaves one of two values.
func (m *module) choose(t byte, c *ir.Expr, yes, no func()) {
	m.meetWith(t, func() {
		m.open(t)
		m.open(void)
		m.jump(c, false, len(m.labels)-1)
		yes()
		m.emitU(opBr, 1)
		m.close()
		no()
		m.close()
	})
}

// cheap is the number of operations of an expression up to which it is evaluated whether its value is needed or not: a
// branch costs as much even if it is foreseen.
const cheap = 3

// free reports whether an expression may be evaluated wherever it stands, and takes no more than cheap operations.
func free(e *ir.Expr) bool {
	n := 0
	return unbound(e, &n) && n <= cheap
}

// unbound counts the operations of an expression that comes to a value whatever its operands are.
func unbound(e *ir.Expr, n *int) bool {
	switch e.Op {
	case ir.Const, ir.Get:
		return true
	case ir.Load:
		*n++
		return e.Args[0].Op == ir.Const
	case ir.Div, ir.Rem, ir.Both, ir.Either, ir.Choose, ir.Call, ir.Block, ir.EqualBits, ir.LessBits, ir.EqualFrom:
		return false
	}
	*n++
	for _, a := range e.Args {
		if !unbound(a, n) {
			return false
		}
	}
	return true
}

// both leaves whether both of two conditions hold, or either.
func (m *module) both(e *ir.Expr) {
	if free(e.Args[1]) {
		m.truth(e.Args[0])
		m.truth(e.Args[1])
		op := ir.And
		if e.Op == ir.Either {
			op = ir.Or
		}
		m.emit(binary32[op])
		return
	}
	yes, no := func() { m.truth(e.Args[1]) }, func() { m.const32(0) }
	if e.Op == ir.Either {
		yes, no = func() { m.const32(1) }, yes
	}
	m.choose(i32, e.Args[0], yes, no)
}
