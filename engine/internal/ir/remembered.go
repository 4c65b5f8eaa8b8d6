package ir

import "slices"

// hits notes which questions of a function may be asked when the answer is known. It returns nil if there are none.
func (m *memory) hits(f *Func) *rememberer {
	c := &rememberer{m: m, f: f, is: map[*Expr]*question{}, byLocal: map[*Local]uint64{}, byField: map[*Field]uint64{},
		passed: map[*Stmt]passing{}, calls: map[*Func]uint64{}}
	for _, q := range m.of[f] {
		for _, use := range q.first.uses {
			switch use := use.(type) {
			case *Local:
				c.byLocal[use] |= q.bit
			case *Field:
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
func (c *rememberer) change(open map[*Field]bool) {
	var begin []*Stmt
	var hit uint64
	for _, q := range c.m.of[c.f] {
		q.hit = q.hit && !slices.ContainsFunc(q.writes, func(f *Field) bool { return open[f] && !c.m.apart(f) })
		if q.hit {
			q.value, q.known = NewLocal("found", q.first.e.Type), Within("known", 0, 1)
			begin = append(begin, Put(q.known, Num(0)))
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
		} else if e.Type == I32 {
			lo, hi := e.Range()
			if l := q.value; l.Lo > l.Hi {
				l.Lo, l.Hi = int(lo), int(hi)
			} else {
				l.Lo, l.Hi = min(l.Lo, int(lo)), max(l.Hi, int(hi))
			}
		}
	}
	r := &rewriter{stmt: c.stmt, expr: c.expr, sparing: true}
	c.f.Body = append(begin, r.body(c.f.Body)...)
}

// rememberer goes through a function.
type rememberer struct {
	m  *memory
	f  *Func
	is map[*Expr]*question

	byLocal map[*Local]uint64 // what follows from a variable
	byField map[*Field]uint64 // and from a field

	passed map[*Stmt]passing // by loop
	calls  map[*Func]uint64  // see called
}

// body goes through a body with those that may be known, and notes what is asked then. It returns what may be known
// behind it.
func (c *rememberer) body(body []*Stmt, known uint64) uint64 {
	for _, s := range body {
		for _, a := range s.Args {
			known = c.ask(a, known)
		}
		switch s.Op {
		case If:
			known = c.body(s.Body, known) | c.body(s.Else, known)
		case Loop, Each:
			known |= c.body(s.Body, known|c.rounds(s))
		case Scope:
			known |= c.body(s.Body, known)
		}
		known &^= c.lost(s)
	}
	return known
}

// rounds are those that a round of a loop may know of those before it.
func (c *rememberer) rounds(loop *Stmt) uint64 {
	within := c.within(loop.Body)
	return within.asked &^ (within.lost | c.lost(loop))
}

// passing are those that are asked in some statements and those that are known no more after one of them.
type passing struct{ asked, lost uint64 }

func (x *passing) add(y passing) { x.asked, x.lost = x.asked|y.asked, x.lost|y.lost }

func (c *rememberer) within(body []*Stmt) (all passing) {
	for _, s := range body {
		one, known := c.passed[s]
		if !known {
			one = c.withinAll(s.Args)
			one.add(c.within(s.Body))
			one.add(c.within(s.Else))
			one.lost |= c.lost(s)
			if s.Op == Loop || s.Op == Each { // which is gone through for those around it and for itself
				c.passed[s] = one
			}
		}
		all.add(one)
	}
	return all
}

func (c *rememberer) withinAll(list []*Expr) (all passing) {
	for _, e := range list {
		if e.nodes > 0 {
			continue
		}
		if e.Op == Call {
			all.lost |= c.called(e.Func)
		} else if q := c.is[e]; q != nil {
			all.asked |= q.bit
		}
		all.add(c.withinAll(e.Args))
		all.add(c.within(e.Body))
	}
	return all
}

func (c *rememberer) ask(e *Expr, known uint64) uint64 {
	if e.nodes > 0 {
		return known
	}
	q := c.is[e]
	if q != nil && known&q.bit != 0 {
		q.hit = true
	}
	known = c.body(e.Body, known)
	for _, a := range e.Args {
		known = c.ask(a, known)
	}
	if e.Op == Call {
		known &^= c.called(e.Func)
	}
	if q != nil {
		known |= q.bit
	}
	return known
}

// lost are those that are known no more after a statement, but for what is called in it or stands inside.
func (c *rememberer) lost(s *Stmt) (lost uint64) {
	switch s.Op {
	case Assign, Each:
		return c.byLocal[s.Local]
	case Store, SetStore, Include, Exclude, Save:
		return c.byField[s.Field]
	case Restore:
		for f, bits := range c.byField {
			if f.Kind == State {
				lost |= bits
			}
		}
	}
	return lost
}

// called are those that are known no more after a call.
func (c *rememberer) called(f *Func) (lost uint64) {
	if lost, known := c.calls[f]; known {
		return lost
	}
	for _, x := range c.m.access.function(f).Writes {
		lost |= c.byField[x]
	}
	c.calls[f] = lost
	return lost
}

// asking are statements that say that some are not known.
func (c *rememberer) asking(lost uint64) (out []*Stmt) {
	for _, q := range c.m.of[c.f] {
		if lost&q.bit != 0 {
			out = append(out, Put(q.known, Num(0)))
		}
	}
	return out
}

func (c *rememberer) stmt(r *rewriter, s *Stmt) ([]*Stmt, bool) {
	lost := c.lost(s)
	if s.Op == Do && s.Args[0].Op == Call && s.Args[0].Type == None {
		lost |= c.called(s.Args[0].Func)
	}
	if lost == 0 {
		return nil, false
	}
	n := r.copy(s)
	if s.Op != Each {
		return append([]*Stmt{n}, c.asking(lost)...), true
	}
	own := *n
	own.Body = append(c.asking(lost), n.Body...)
	return []*Stmt{&own}, true
}

func (c *rememberer) expr(r *rewriter, e *Expr) (*Expr, bool) {
	if e.nodes > 0 {
		return e, true
	}
	if q := c.is[e]; q != nil {
		body := append(slices.Clip(r.body(e.Body)), Put(q.value, r.rewrite(e.Args[0])), Put(q.known, Num(1)))
		return After([]*Stmt{When(Calc(Not, Read(q.known)), body...)}, Read(q.value)), true
	}
	if e.Op != Call || e.Type == None { // one without a result is a statement
		return nil, false
	}
	lost := c.called(e.Func)
	if lost == 0 {
		return nil, false
	}
	n := *e
	n.Args = r.exprs(e.Args)
	result := NewLocal("result", e.Type)
	return After(append([]*Stmt{Put(result, &n)}, c.asking(lost)...), Read(result)), true
}
