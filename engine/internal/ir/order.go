package ir

import (
	"maps"
	"slices"
)

// Order has conditions that cost little asked before those that cost much, where the whole comes to the same: in
// (and (no Moves Next) (= 1 (count Pieces Next))) the number of pieces is known at once. Only what ends at once, reads
// nothing that what is put off may write, and stands for itself is asked earlier, and only what leaves nothing behind
// is put off: it writes no field of the position but those of turns, which conditions put back, and none of lasting.
func Order(p *Program, turns, lasting map[*Field]bool) {
	o := &order{cost: typical{}, turns: turns, lasting: lasting, access: accesses{}}
	for _, f := range p.Funcs {
		o.reads = 0
		o.whole = f.Body
		f.Body = (&rewriter{expr: o.expr, sparing: true}).body(f.Body)
	}
}

type order struct {
	cost           typical
	turns, lasting map[*Field]bool
	access         accesses
	whole          []*Stmt // the body of the function
	reads          tally   // of it, 0 while nobody has asked
}

// Conditions of a cost of worthPutOff may be put off, behind those that cost a part of that.
const (
	worthPutOff = 60
	cheaper     = 6
)

func (o *order) expr(r *rewriter, e *Expr) (*Expr, bool) {
	if e.nodes > 0 && e.nodes < worthPutOff {
		return e, true
	}
	if e.Op != Both && e.Op != Either {
		return nil, false
	}
	if e.Op == Both && e.Args[0].Op == Const { // leave what fold has still to do
		return nil, false
	}
	terms := o.chain(e, e.Op, nil)
	if !slices.ContainsFunc(terms, func(t term) bool { return t.cost >= worthPutOff }) {
		return e, true // nor is there anything inside that is worth it
	}
	changed := false
	for i := 1; i < len(terms); i++ {
		for j := i; j > 0 && o.sooner(terms[j-1], terms[j]); j-- {
			terms[j-1], terms[j], changed = terms[j], terms[j-1], true
		}
	}
	for i, t := range terms {
		terms[i].e = r.rewrite(t.e)
		changed = changed || terms[i].e != t.e
	}
	if !changed {
		return e, true
	}
	all := terms[0].e
	for _, t := range terms[1:] {
		all = binaryOf(e.Op, I32, nil, all, t.e)
	}
	return all, true
}

// term is one of several conditions, and what it costs.
type term struct {
	e    *Expr
	cost int
}

// chain appends the terms of a condition that is made of some by an operation, in order.
func (o *order) chain(e *Expr, op Op, terms []term) []term {
	if e.Op != op {
		return append(terms, term{e, o.cost.expr(e)})
	}
	return o.chain(e.Args[1], op, o.chain(e.Args[0], op, terms))
}

// sooner reports whether b is to be asked before a, which is asked first.
func (o *order) sooner(a, b term) bool {
	if a.cost < worthPutOff || b.cost*cheaper > a.cost {
		return false
	}
	if !o.total(b.e, nil, 0) {
		return false
	}
	does, ok := o.leaves(a.e)
	return ok && (does == 0 || o.total(b.e, nil, does))
}

// leaves returns the mark of the fields that a condition writes while it is evaluated, 0 for none; false if it may leave
// something behind.
func (o *order) leaves(e *Expr) (mark int64, nothing bool) {
	var writes []Fields
	ok := true
	body := []*Stmt{{Op: Do, Args: []*Expr{e}}}
	assigned := map[*Local]bool{}
	var left, inside []*Label
	Walk(body, func(s *Stmt) {
		switch s.Op {
		case Assign:
			assigned[s.Local] = true
		case Store:
			writes = append(writes, Fields{s.Field})
			ok = ok && (s.Field.Kind != State || o.turns[s.Field]) && !o.lasting[s.Field]
		case Save, Restore, Return:
			ok = false
		case Break, Continue:
			left = append(left, s.Label)
		case Loop, Scope:
			inside = append(inside, s.Label)
		}
	}, func(x *Expr) {
		if x.Op != Call {
			return
		}
		does := o.called(x.Func)
		ok = ok && !does.Unknown
		writes = append(writes, does.Writes)
		for _, f := range does.Writes {
			ok = ok && !o.lasting[f]
		}
	})
	for _, l := range left {
		ok = ok && slices.Contains(inside, l)
	}
	if !ok || !o.alone(body, assigned) {
		return 0, false
	}
	for _, fields := range writes {
		for _, f := range fields {
			if mark == 0 {
				mark = numberings.Add(1)
			}
			f.written = mark
		}
	}
	return mark, true
}

func (o *order) called(f *Func) Access {
	does := o.access.function(f)
	does.Unknown = does.Unknown || f.Host || f.Recursive
	return does
}

// alone reports whether the variables that a body assigns are read nowhere else in the function.
func (o *order) alone(body []*Stmt, assigned map[*Local]bool) bool {
	if len(assigned) == 0 {
		return true
	}
	if o.reads == 0 {
		o.reads = tallied(o.whole)
	}
	inside := gets(body)
	for l := range assigned {
		if inside[l] != o.reads.of(l) {
			return false
		}
	}
	return true
}

// below are numbers that are known to be less than a constant, and not below 0, by variable.
type below map[*Local]int64

// with is what is known if another variable is less than a number; nil for none.
func (b below) with(l *Local, n int64) below {
	all := below{}
	maps.Copy(all, b)
	if l != nil {
		all[l] = n
	}
	return all
}

// where is what is known where a condition holds.
func (b below) where(c *Expr) below {
	if c.Op == Below && c.Args[0].Op == Get && c.Args[1].Op == Const {
		return b.with(c.Args[0].Local, c.Args[1].K)
	}
	return b
}

// total reports whether an expression can be evaluated anywhere: it does nothing but have a value, whatever variables
// are, and reads no field that is written.
func (o *order) total(e *Expr, known below, written int64) bool {
	switch e.Op {
	case Const, Get:
		return true
	case Call, Div, Rem, EqualBits, LessBits, EqualFrom:
		return false
	case Load:
		if written != 0 && e.Field.written == written || !within(e.Args[0], known, int64(e.Field.Len)) {
			return false
		}
	case Both, Choose:
		if !o.total(e.Args[0], known, written) {
			return false
		}
		yes := known.where(e.Args[0])
		if !o.total(e.Args[1], yes, written) {
			return false
		}
		return e.Op == Both || o.total(e.Args[2], known, written)
	case Block:
		assigned, inner := map[*Local]bool{}, known.with(nil, 0)
		for _, s := range e.Body {
			if s.Op != Assign || !o.total(s.Args[0], inner, written) {
				return false
			}
			delete(inner, s.Local)
			if n, ok := bound(s.Args[0], inner); ok {
				inner[s.Local] = n
			}
			assigned[s.Local] = true
		}
		return o.total(e.Args[0], inner, written) && o.alone([]*Stmt{{Op: Do, Args: []*Expr{e}}}, assigned)
	}
	for _, a := range e.Args {
		if !o.total(a, known, written) {
			return false
		}
	}
	return true
}

// within reports whether an index is one of n elements.
func within(i *Expr, known below, n int64) bool {
	if most, ok := bound(i, known); ok && most <= n {
		return true
	}
	lo, hi := i.Range()
	return lo >= 0 && hi < n
}

// bound returns a number that a value, which is not below 0, is less than.
func bound(e *Expr, known below) (int64, bool) {
	switch {
	case e.Op == Get && known[e.Local] > 0:
		return known[e.Local], true
	case e.Op == Choose:
		a, ok := bound(e.Args[1], known.where(e.Args[0]))
		b, too := bound(e.Args[2], known)
		return max(a, b), ok && too
	}
	lo, hi := e.Range()
	return hi + 1, lo >= 0
}
