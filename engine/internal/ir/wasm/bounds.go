package wasm

import (
	"slices"

	"github.com/astragal/astragal/engine/internal/ir"
)

// wazero checks the bounds of an access, in ten instructions with a branch, unless a value that is
// the same in its form of single assignments was the base of an access as high before, on every way
// there. So accesses at constant places have a local as their base that is always 0, which one load at
// the highest of these places checks. Three things keep it the same value and its check known:
//
//   - A loop takes every local read in it for another value, as it might be assigned there. So each
//     depth of loops has a base of its own, which is checked once a round.
//   - Where ways meet, a local is another value as well. So the base waits on the stack while they are
//     apart, and is assigned from there: to itself, which costs nothing. So do other bases that are asked for again.
//   - An if without an else forgets what is known. So all have one.

// bases are the bases of a function.
type bases struct {
	first int  // the number of the local for depth 0, those for inner loops follow
	depth int  // of loops at this point
	used  bool // at this depth
	top   int  // the highest address at a constant place
	spare int  // a local for an i32 that comes out where ways meet, and one for an i64
	place int  // one for an address that is worked out once for several accesses
}

// deepest bounds the number of bases: loops inside more others share the last one, and are
// checked more often.
const deepest = 31

// depths is the number of loops inside each other in a body.
func depths(body []*ir.Stmt) (most int) {
	within(body, func(s *ir.Stmt) bool {
		if s.Op == ir.Loop {
			most = max(most, 1+depths(s.Body))
			return false
		}
		return true
	}, func(*ir.Expr) {})
	return most
}

// within calls f for the statements of a body and g for its expressions. It does not go into
// statements for which f is false.
func within(body []*ir.Stmt, f func(*ir.Stmt) bool, g func(*ir.Expr)) {
	var expr func(e *ir.Expr)
	expr = func(e *ir.Expr) {
		for _, a := range e.Args {
			expr(a)
		}
		within(e.Stmts(), f, g)
		g(e)
	}
	for _, s := range body {
		if !f(s) {
			continue
		}
		for _, a := range s.Args {
			expr(a)
		}
		within(s.Body, f, g)
		within(s.Else, f, g)
	}
}

// accesses is the number of accesses at constant places in a body, with or without those in
// loops inside it, and the highest address of any.
func accesses(p *ir.Program, body []*ir.Stmt, loops bool) (n, top int) {
	see := func(f *ir.Field, i *ir.Expr) {
		if k, ok := i.Number(); ok {
			n, top = n+1, max(top, f.Addr+(int(k)+1)<<f.Elem-1)
		}
	}
	within(body, func(s *ir.Stmt) bool {
		switch s.Op {
		case ir.Store:
			see(s.Field, s.Args[0])
		case ir.Save, ir.Restore:
			for _, c := range copiesOf(p, s) {
				if c.n <= inLine {
					n, top = n+1, max(top, c.to+c.n-1, c.from+c.n-1)
				}
			}
		}
		return loops || s.Op != ir.Loop
	}, func(e *ir.Expr) {
		switch e.Op {
		case ir.Load:
			see(e.Field, e.Args[0])
		case ir.EqualBits, ir.LessBits:
			if k, ok := e.Args[1].Number(); ok {
				n, top = n+1, max(top, e.Field.Addr+(64*int(k)+compared(e.Field, e.Args[1]))<<e.Field.Elem-1)
			}
		}
	})
	return n, top
}

// begin declares the locals of a function's bases, and checks the first.
func (m *module) begin(body []*ir.Stmt, locals []*ir.Local) []*ir.Local {
	n, top := accesses(m.p, body, true)
	m.bases = bases{first: len(locals), used: n > 0, top: top}
	for range min(depths(body), deepest) + 1 {
		locals = append(locals, ir.NewLocal("zero", ir.I32))
	}
	m.spare, m.place = len(locals), len(locals)+2
	m.scaled, m.places = m.scaled[:0], 0
	m.reach(body)
	return append(locals, ir.NewLocal("spare", ir.I32), ir.NewLocal("spare", ir.I64), ir.NewLocal("place", ir.I32))
}

// base is the local that is the base of accesses at constant places here.
func (m *module) base() int { return m.first + min(m.depth, deepest) }

// check has the bounds of the base be checked.
func (m *module) check() {
	if m.used && !m.shared {
		m.emitU(opGet, m.base())
		m.code = uleb(uleb(append(m.code, opLoad8u), 0), uint64(m.top))
		m.emit(opDrop)
	}
}

// round writes the body of a loop.
func (m *module) round(body []*ir.Stmt) {
	outer := m.used
	n, _ := accesses(m.p, body, false)
	m.used = n > 0
	m.depth++
	m.check()
	m.body(body)
	m.depth--
	m.used = outer
}

// meet writes what has ways that part and meet again, and leaves nothing on the stack.
func (m *module) meet(ways func()) {
	held := m.hold()
	ways()
	m.regain(held)
}

// meetWith is meet where a value of a type is left.
func (m *module) meetWith(t byte, ways func()) {
	held := m.hold()
	ways()
	if len(held) == 0 {
		return
	}
	spare := m.spare
	if t == i64 {
		spare++
	}
	m.emitU(opSet, spare)
	m.regain(held)
	m.emitU(opGet, spare)
}

// hold leaves the bases on the stack whose bounds are known and asked for again. It returns which
// they are.
func (m *module) hold() (held []heldBase) {
	if m.used {
		held = append(held, heldBase{at: -1, local: m.base()})
	}
	for i, x := range m.scaled {
		if x.of != nil && m.far[x.based].accesses > 0 {
			held = append(held, heldBase{i, x.based, x.address})
		}
	}
	for _, h := range held {
		m.emitU(opGet, h.local)
	}
	return held
}

// heldBase is a base on the stack: its place in module.scaled, -1 for that of constant places.
type heldBase struct {
	at    int
	of    based
	local int
}

// regain has the bases on the stack be what they were, unless they have been assigned since.
func (m *module) regain(held []heldBase) {
	for _, h := range slices.Backward(held) {
		if h.at < 0 || m.scaled[h.at].based == h.of {
			m.emitU(opSet, h.local)
		} else {
			m.emit(opDrop)
		}
	}
}
