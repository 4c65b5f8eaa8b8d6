package transform

import (
	"slices"

	"github.com/astragal/astragal/engine/internal/ir"
)

// hits notes which questions of a function may be asked when the answer is known. It returns nil if there are none.
func (m *memory) hits(f *ir.Func) *rememberer {
	c := &rememberer{
		m:       m,
		f:       f,
		is:      map[*ir.Expr]*question{},
		byLocal: map[*ir.Local]uint64{},
		byField: map[*ir.Field]uint64{},
		passed:  map[*ir.Stmt]passing{},
		calls:   map[*ir.Func]uint64{},
	}
	for _, q := range m.of[f] {
		for _, use := range q.first.uses {
			switch use := use.(type) {
			case *ir.Local:
				c.byLocal[use] |= q.bit
			case *ir.Field:
				c.byField[use] |= q.bit
			}
		}
	}
	for _, a := range m.all {
		if a.in == f && a.is != nil {
			c.is[a.e] = a.is
		}
	}
	c.body(f.Body, 0)
	if !slices.ContainsFunc(m.of[f], func(q *question) bool { return q.hit }) {
		return nil
	}
	return c
}

// change has the function remember what it asks for again, unless it leaves something behind in one of the fields that
// are open to others.
func (c *rememberer) change(open map[*ir.Field]bool) {
	var begin []*ir.Stmt
	var hit uint64
	for _, q := range c.m.of[c.f] {
		q.hit = q.hit && !slices.ContainsFunc(q.writes, func(f *ir.Field) bool { return open[f] && !c.m.apart(f) })
		if q.hit {
			q.value, q.known = ir.NewLocal("found", q.first.e.Type), ir.Within("known", 0, 1)
			begin = append(begin, ir.Put(q.known, ir.Num(0)))
			hit |= q.bit
		}
	}
	if len(begin) == 0 {
		return
	}
	for use := range c.byLocal {
		c.byLocal[use] &= hit
	}
	for use := range c.byField {
		c.byField[use] &= hit
	}
	clear(c.calls)
	for e, q := range c.is {
		if !q.hit {
			delete(c.is, e)
		} else if e.Type == ir.I32 {
			lo, hi := e.Range()
			if l := q.value; l.Lo > l.Hi {
				l.Lo, l.Hi = int(lo), int(hi)
			} else {
				l.Lo, l.Hi = min(l.Lo, int(lo)), max(l.Hi, int(hi))
			}
		}
	}
	r := &ir.Rewriter{Stmt: c.stmt, Expr: c.expr, Sparing: true}
	c.f.Body = append(begin, r.Body(c.f.Body)...)
}

// rememberer goes through a function.
type rememberer struct {
	m  *memory
	f  *ir.Func
	is map[*ir.Expr]*question

	byLocal map[*ir.Local]uint64 // what follows from a variable
	byField map[*ir.Field]uint64 // and from a field

	passed map[*ir.Stmt]passing // by loop
	calls  map[*ir.Func]uint64  // see called
}

// Body goes through a body with those that may be known, and notes what is asked then. It returns what may be known
// behind it.
func (c *rememberer) body(body []*ir.Stmt, known uint64) uint64 {
	for _, s := range body {
		for _, a := range s.Args {
			known = c.ask(a, known)
		}
		switch s.Op {
		case ir.If:
			known = c.body(s.Body, known) | c.body(s.Else, known)
		case ir.Loop, ir.Each:
			known |= c.body(s.Body, known|c.rounds(s))
		case ir.Scope:
			known |= c.body(s.Body, known)
		}
		known &^= c.lost(s)
	}
	return known
}

// rounds are those that a round of a loop may know of those before it.
func (c *rememberer) rounds(loop *ir.Stmt) uint64 {
	within := c.within(loop.Body)
	return within.asked &^ (within.lost | c.lost(loop))
}

// passing are those that are asked in some statements and those that are known no more after one of them.
type passing struct{ asked, lost uint64 }

func (x *passing) add(y passing) { x.asked, x.lost = x.asked|y.asked, x.lost|y.lost }

func (c *rememberer) within(body []*ir.Stmt) (all passing) {
	for _, s := range body {
		one, known := c.passed[s]
		if !known {
			one = c.withinAll(s.Args)
			one.add(c.within(s.Body))
			one.add(c.within(s.Else))
			one.lost |= c.lost(s)
			if s.Op == ir.Loop || s.Op == ir.Each { // which is gone through for those around it and for itself
				c.passed[s] = one
			}
		}
		all.add(one)
	}
	return all
}

func (c *rememberer) withinAll(list []*ir.Expr) (all passing) {
	for _, e := range list {
		if e.Nodes > 0 {
			continue
		}
		if e.Op == ir.Call {
			all.lost |= c.called(e.Callee())
		} else if q := c.is[e]; q != nil {
			all.asked |= q.bit
		}
		all.add(c.withinAll(e.Args))
		all.add(c.within(e.Stmts()))
	}
	return all
}

func (c *rememberer) ask(e *ir.Expr, known uint64) uint64 {
	if e.Nodes > 0 {
		return known
	}
	q := c.is[e]
	if q != nil && known&q.bit != 0 {
		q.hit = true
	}
	known = c.body(e.Stmts(), known)
	for _, a := range e.Args {
		known = c.ask(a, known)
	}
	if e.Op == ir.Call {
		known &^= c.called(e.Callee())
	}
	if q != nil {
		known |= q.bit
	}
	return known
}

// lost are those that are known no more after a statement, but for what is called in it or stands inside.
func (c *rememberer) lost(s *ir.Stmt) (lost uint64) {
	switch s.Op {
	case ir.Assign, ir.Each:
		return c.byLocal[s.Local]
	case ir.Store, ir.SetStore, ir.Include, ir.Exclude, ir.Save:
		return c.byField[s.Field]
	case ir.Restore:
		for f, bits := range c.byField {
			if f.Kind == ir.State {
				lost |= bits
			}
		}
	}
	return lost
}

// called are those that are known no more after a call.
func (c *rememberer) called(f *ir.Func) (lost uint64) {
	if lost, known := c.calls[f]; known {
		return lost
	}
	for _, x := range c.m.access.Function(f).Writes {
		lost |= c.byField[x]
	}
	c.calls[f] = lost
	return lost
}

// asking are statements that say that some are not known.
func (c *rememberer) asking(lost uint64) (out []*ir.Stmt) {
	for _, q := range c.m.of[c.f] {
		if lost&q.bit != 0 {
			out = append(out, ir.Put(q.known, ir.Num(0)))
		}
	}
	return out
}

func (c *rememberer) stmt(r *ir.Rewriter, s *ir.Stmt) ([]*ir.Stmt, bool) {
	lost := c.lost(s)
	if s.Op == ir.Do && s.Args[0].Op == ir.Call && s.Args[0].Type == ir.None {
		lost |= c.called(s.Args[0].Callee())
	}
	if lost == 0 {
		return nil, false
	}
	n := r.Copy(s)
	if s.Op != ir.Each {
		return append([]*ir.Stmt{n}, c.asking(lost)...), true
	}
	own := *n
	own.Body = append(c.asking(lost), n.Body...)
	return []*ir.Stmt{&own}, true
}

func (c *rememberer) expr(r *ir.Rewriter, e *ir.Expr) (*ir.Expr, bool) {
	if e.Nodes > 0 {
		return e, true
	}
	if q := c.is[e]; q != nil {
		body := append(slices.Clip(r.Body(e.Stmts())), ir.Put(q.value, r.Rewrite(e.Args[0])), ir.Put(q.known, ir.Num(1)))
		return ir.After([]*ir.Stmt{ir.When(ir.Calc(ir.Not, ir.Read(q.known)), body...)}, ir.Read(q.value)), true
	}
	if e.Op != ir.Call || e.Type == ir.None { // one without a result is a statement
		return nil, false
	}
	lost := c.called(e.Callee())
	if lost == 0 {
		return nil, false
	}
	n, result := e.With(r.Exprs(e.Args), e.Stmts()), ir.NewLocal("result", e.Type)
	return ir.After(append([]*ir.Stmt{ir.Put(result, n)}, c.asking(lost)...), ir.Read(result)), true
}
