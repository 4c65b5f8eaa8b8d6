package transform

import (
	"maps"
	"slices"

	"github.com/astragal/astragal/engine/internal/ir"
)

// Order has conditions that cost little asked before those that cost much, where the whole comes to the same: in
// (and (no Moves Next) (= 1 (count Pieces Next))) the number of pieces is known at once. Only what ends at once, reads
// nothing that what is put off may write, and stands for itself is asked earlier, and only what leaves nothing behind
// is put off: it writes no field of the position but those of turns, which conditions put back, and none of lasting.
func Order(p *ir.Program, turns, lasting map[*ir.Field]bool) {
	o := &order{cost: typical{}, turns: turns, lasting: lasting, access: ir.Accesses{}}
	for _, f := range p.Funcs {
		o.reads = 0
		o.whole = f.Body
		f.Body = (&ir.Rewriter{Expr: o.expr, Sparing: true}).Body(f.Body)
	}
}

type order struct {
	cost           typical
	turns, lasting map[*ir.Field]bool
	access         ir.Accesses
	whole          []*ir.Stmt // the body of the function
	reads          ir.Tally   // of it, 0 while nobody has asked
}

// Conditions of a cost of worthPutOff may be put off, behind those that cost a part of that.
const (
	worthPutOff = 60
	cheaper     = 6
)

func (o *order) expr(r *ir.Rewriter, e *ir.Expr) (*ir.Expr, bool) {
	if e.Nodes > 0 && e.Nodes < worthPutOff {
		return e, true
	}
	if e.Op != ir.Both && e.Op != ir.Either {
		return nil, false
	}
	if e.Op == ir.Both && e.Args[0].Op == ir.Const { // leave what fold has still to do
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
		terms[i].e = r.Rewrite(t.e)
		changed = changed || terms[i].e != t.e
	}
	if !changed {
		return e, true
	}
	all := terms[0].e
	for _, t := range terms[1:] {
		all = ir.Binary(e.Op, ir.I32, nil, all, t.e)
	}
	return all, true
}

// term is one of several conditions, and what it costs.
type term struct {
	e    *ir.Expr
	cost int
}

// chain appends the terms of a condition that is made of some by an operation, in order.
func (o *order) chain(e *ir.Expr, op ir.Op, terms []term) []term {
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

// Leaves returns the mark of the fields that a condition writes while it is evaluated, 0 for none; false if it may
// leave something behind.
func (o *order) leaves(e *ir.Expr) (mark int64, nothing bool) {
	var writes []ir.Fields
	ok := true
	body := []*ir.Stmt{{Op: ir.Do, Args: []*ir.Expr{e}}}
	assigned := map[*ir.Local]bool{}
	var left, inside []*ir.Label
	ir.Walk(body, func(s *ir.Stmt) {
		switch s.Op {
		case ir.Assign:
			assigned[s.Local] = true
		case ir.Store:
			writes = append(writes, ir.Fields{s.Field})
			ok = ok && (s.Field.Kind != ir.State || o.turns[s.Field]) && !o.lasting[s.Field]
		case ir.Save, ir.Restore, ir.Return:
			ok = false
		case ir.Break, ir.Continue:
			left = append(left, s.Label)
		case ir.Loop, ir.Scope:
			inside = append(inside, s.Label)
		}
	}, func(x *ir.Expr) {
		if x.Op != ir.Call {
			return
		}
		does := o.called(x.Callee())
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
				mark = ir.NextMark()
			}
			f.Written = mark
		}
	}
	return mark, true
}

func (o *order) called(f *ir.Func) ir.Access {
	does := o.access.Function(f)
	does.Unknown = does.Unknown || f.Host || f.Recursive
	return does
}

// alone reports whether the variables that a body assigns are read nowhere else in the function.
func (o *order) alone(body []*ir.Stmt, assigned map[*ir.Local]bool) bool {
	if len(assigned) == 0 {
		return true
	}
	if o.reads == 0 {
		o.reads = tallied(o.whole)
	}
	inside := gets(body)
	for l := range assigned {
		if inside[l] != o.reads.Of(l) {
			return false
		}
	}
	return true
}

// below are numbers that are known to be less than a constant, and not below 0, by variable.
type below map[*ir.Local]int64

// with is what is known if another variable is less than a number; nil for none.
func (b below) with(l *ir.Local, n int64) below {
	all := below{}
	maps.Copy(all, b)
	if l != nil {
		all[l] = n
	}
	return all
}

// where is what is known where a condition holds.
func (b below) where(c *ir.Expr) below {
	if c.Op == ir.Below && c.Args[0].Op == ir.Get && c.Args[1].Op == ir.Const {
		return b.with(c.Args[0].Local, c.Args[1].K)
	}
	return b
}

// total reports whether an expression can be evaluated anywhere: it does nothing but have a value, whatever variables
// are, and reads no field that is written.
func (o *order) total(e *ir.Expr, known below, written int64) bool {
	switch e.Op {
	case ir.Const, ir.Get:
		return true
	case ir.Call, ir.Div, ir.Rem, ir.EqualBits, ir.LessBits, ir.EqualFrom:
		return false
	case ir.Load:
		if written != 0 && e.Field.Written == written || !within(e.Args[0], known, int64(e.Field.Len)) {
			return false
		}
	case ir.Both, ir.Choose:
		if !o.total(e.Args[0], known, written) {
			return false
		}
		yes := known.where(e.Args[0])
		if !o.total(e.Args[1], yes, written) {
			return false
		}
		return e.Op == ir.Both || o.total(e.Args[2], known, written)
	case ir.Block:
		assigned, inner := map[*ir.Local]bool{}, known.with(nil, 0)
		for _, s := range e.Stmts() {
			if s.Op != ir.Assign || !o.total(s.Args[0], inner, written) {
				return false
			}
			delete(inner, s.Local)
			if n, ok := bound(s.Args[0], inner); ok {
				inner[s.Local] = n
			}
			assigned[s.Local] = true
		}
		return o.total(e.Args[0], inner, written) && o.alone([]*ir.Stmt{{Op: ir.Do, Args: []*ir.Expr{e}}}, assigned)
	}
	for _, a := range e.Args {
		if !o.total(a, known, written) {
			return false
		}
	}
	return true
}

// within reports whether an index is one of n elements.
func within(i *ir.Expr, known below, n int64) bool {
	if most, ok := bound(i, known); ok && most <= n {
		return true
	}
	lo, hi := i.Range()
	return lo >= 0 && hi < n
}

// bound returns a number that a value, which is not below 0, is less than.
func bound(e *ir.Expr, known below) (int64, bool) {
	switch {
	case e.Op == ir.Get && known[e.Local] > 0:
		return known[e.Local], true
	case e.Op == ir.Choose:
		a, ok := bound(e.Args[1], known.where(e.Args[0]))
		b, too := bound(e.Args[2], known)
		return max(a, b), ok && too
	}
	lo, hi := e.Range()
	return hi + 1, lo >= 0
}
