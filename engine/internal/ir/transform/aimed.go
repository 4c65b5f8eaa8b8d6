package transform

import (
	"math/bits"
	"slices"

	"github.com/astragal/astragal/engine/internal/ir"
)

// What a round of a loop may do is found by going through it with sets: of the numbers that a variable may be, and
// of the values of the parameter with which the place that has been come to may be reached.

func bit(set []uint64, i int) bool { return set[i>>6]>>(i&63)&1 != 0 }

// Body goes through statements that are reached with some values of the parameter.
func (a *aimer) body(body []step, with []uint64) {
	if len(body) == 0 || ir.Empty(with) || a.full {
		return // it is not reached, or makes no difference
	}
	for i := range body {
		if a.work--; a.work < 0 || a.full {
			return
		}
		x := &body[i]
		s := x.s
		switch s.Op {
		case ir.If, ir.Loop, ir.Each, ir.Scope:
			if x.idle {
				for _, p := range x.args {
					a.forget(p.assigned)
				}
				a.forget(x.assigned)
				continue
			}
		}
		for _, p := range x.args {
			a.does(p, with)
		}
		switch s.Op {
		case ir.Assign:
			a.values[s.Local.Place] = nil
			if x.known {
				a.values[s.Local.Place] = a.eval(s.Args[0])
			}
		case ir.If:
			yes, no := true, true
			if x.known {
				if c := a.eval(s.Args[0]); len(c) == 1 {
					yes, no = c[0] != 0, c[0] == 0
				}
			}
			if yes {
				a.body(x.body, a.and(with, a.holds(s.Args[0])))
				a.forget(x.assigned)
			}
			if no && len(s.Else) > 0 {
				a.body(x.els, with)
				a.forget(x.assigned)
			}
		case ir.Loop:
			var places []int64
			if r := x.row; r != nil {
				if places = a.between(r.from, r.to, r.table); !r.steady {
					places = nil
				}
			}
			a.forget(x.assigned)
			if places != nil {
				a.values[x.row.at] = places
			}
			a.body(x.body, with)
			a.forget(x.assigned)
		case ir.Each:
			a.forget(x.assigned)
			a.values[s.Local.Place] = a.members(a.superset(s.Args[0]), s.Local)
			a.body(x.body, with)
			a.forget(x.assigned)
		case ir.Scope:
			a.body(x.body, with)
			a.forget(x.assigned)
		default:
			if x.counts {
				a.hit(with)
			}
		}
	}
}

// forget drops what is known of variables.
func (a *aimer) forget(places []int) {
	for _, i := range places {
		a.values[i] = nil
	}
}

// hit notes that the round does something with some values.
func (a *aimer) hit(with []uint64) {
	for i, w := range with {
		a.hits[i] |= w
	}
	a.full = slices.Equal(a.hits, a.any)
}

// does goes through an expression for what it does beside giving a value.
func (a *aimer) does(p *part, with []uint64) {
	if p.idle {
		a.forget(p.assigned)
		return
	}
	for i, x := range p.args {
		if i > 0 && p.e.Op == ir.Both {
			with = a.and(with, a.holds(p.e.Args[0]))
		}
		if x != nil && p.e.Op != ir.Block {
			a.does(x, with)
		}
	}
	if p.hits {
		a.hit(with)
	}
	if p.e.Op == ir.Block {
		a.body(p.body, with)
		if x := p.args[0]; x != nil {
			a.does(x, with)
		}
		a.forget(p.inBody)
	}
}

// between are the numbers from one to below another, both of which may be unknown: nil, or the places of
// the rows of a table, where one is the place after another.
func (a *aimer) between(from, to *ir.Expr, t *ir.Field) (list []int64) {
	type span struct{ lo, hi int64 }
	var few [8]span
	spans, n := few[:0], 0
	add := func(lo, hi int64) bool {
		if lo < 0 || hi < lo || hi > int64(len(t.Init)) || n+int(hi-lo) > maxAimValues {
			return false
		}
		spans, n = append(spans, span{lo, hi}), n+int(hi-lo)
		return true
	}
	if x, y := a.eval(from), a.eval(to); len(x) == 1 && len(y) == 1 {
		if !add(x[0], y[0]) {
			return nil
		}
	} else {
		if from.Op != ir.Load || to.Op != ir.Load || from.Field != to.Field || from.Field.Kind != ir.Table ||
			from.Args[0].Op != ir.Get || to.Args[0].Op != ir.Add || !reads(to.Args[0].Args[0], from.Args[0].Local) ||
			!to.Args[0].Args[1].Is(1) {
			return nil
		}
		rows := a.values[from.Args[0].Local.Place]
		if rows == nil {
			return nil
		}
		for _, i := range rows {
			lo, is := element(from.Field, i)
			hi, also := element(from.Field, i+1)
			if !is || !also || !add(lo, hi) {
				return nil
			}
		}
	}
	list = a.numbers.list(n)
	for _, x := range spans {
		for i := x.lo; i < x.hi; i++ {
			list = append(list, i)
		}
	}
	return list
}

// element is an element of a table.
func element(t *ir.Field, i int64) (v int64, is bool) {
	if i < 0 || i >= int64(t.Len) {
		return 0, false
	}
	if i < int64(len(t.Init)) {
		return t.Init[i], t.Kind == ir.Table
	}
	return 0, t.Kind == ir.Table
}

// eval is what an expression may come to, nil where that is not known.
func (a *aimer) eval(e *ir.Expr) []int64 {
	a.work--
	switch {
	case e.Op == ir.Const:
		return a.one(e.K)
	case e.Op == ir.Get:
		return a.values[e.Local.Place]
	case e.Op == ir.Load && e.Field.Kind == ir.Table:
		of := a.eval(e.Args[0])
		if of == nil {
			return nil
		}
		list := a.numbers.list(len(of))
		for _, i := range of {
			v, is := element(e.Field, i)
			if !is {
				return nil
			}
			list = append(list, v)
		}
		return a.distinct(list)
	case e.Op == ir.Choose:
		c := a.eval(e.Args[0])
		if len(c) == 1 && c[0] != 0 {
			return a.eval(e.Args[1])
		} else if len(c) == 1 {
			return a.eval(e.Args[2])
		}
		x, y := a.eval(e.Args[1]), a.eval(e.Args[2])
		if x == nil || y == nil {
			return nil
		}
		return a.distinct(append(append(a.numbers.list(len(x)+len(y)), x...), y...))
	case e.Op >= ir.Add && e.Op <= ir.Either && e.Op != ir.Not:
		x := a.eval(e.Args[0])
		if x == nil {
			return nil
		}
		y := a.eval(e.Args[1])
		if y == nil || len(x)*len(y) > maxAimValues {
			return nil
		}
		list := a.numbers.list(len(x) * len(y))
		for _, v := range x {
			for _, w := range y {
				r, is := ir.EvalBinary(e.Op, v, w, e.Args[0].Type)
				if !is {
					return nil
				}
				list = append(list, r)
			}
		}
		return a.distinct(list)
	case e.Op == ir.Not || e.Op == ir.Wide || e.Op == ir.Narrow:
		var list []int64
		for _, v := range a.eval(e.Args[0]) {
			r, is := ir.EvalUnary(e.Op, v, e.Args[0].Type)
			if !is {
				return nil
			}
			list = append(list, r)
		}
		return list
	}
	return nil
}

// one is a list of one number.
func (a *aimer) one(v int64) []int64 { return append(a.numbers.list(1), v) }

func (a *aimer) distinct(list []int64) []int64 {
	a.work -= len(list)
	if len(list) > 1 {
		slices.Sort(list)
		list = slices.Compact(list)
	}
	return list
}

// holds is the set of the values of the parameter with which a condition may hold.
func (a *aimer) holds(e *ir.Expr) []uint64 {
	switch {
	case e.Op == ir.Eq && (reads(e.Args[0], a.at) || reads(e.Args[1], a.at)):
		other := e.Args[0]
		if reads(other, a.at) {
			other = e.Args[1]
		}
		if list := a.eval(other); list != nil {
			set := a.set()
			for _, v := range list {
				if v >= 0 && v < int64(a.n) {
					set[v>>6] |= 1 << (v & 63)
				}
			}
			return set
		}
	case e.Op == ir.Both:
		return a.and(a.holds(e.Args[0]), a.holds(e.Args[1]))
	case e.Op == ir.Either:
		return a.or(a.holds(e.Args[0]), a.holds(e.Args[1]))
	case e.Op == ir.SetHas && reads(e.Args[1], a.at):
		return a.superset(e.Args[0])
	}
	return a.any
}

// superset is a set that has all sites that a set may have. It is not to be changed.
func (a *aimer) superset(e *ir.Expr) []uint64 {
	a.work -= a.p.Words
	switch e.Op {
	case ir.SetConst:
		if len(e.Bits()) == a.p.Words {
			return e.Bits()
		}
		return append(slices.Clone(e.Bits()), make([]uint64, a.p.Words-len(e.Bits()))...)
	case ir.SetLoad:
		if e.Field.Kind != ir.Table {
			break
		}
		of := a.eval(e.Args[0])
		if of == nil {
			break
		}
		set := a.set()
		for _, n := range of {
			for k := range set {
				w, is := element(e.Field, n*int64(a.p.Words)+int64(k))
				if !is {
					return a.all
				}
				set[k] |= uint64(w)
			}
		}
		return set
	case ir.SetAnd:
		return a.and(a.superset(e.Args[0]), a.superset(e.Args[1]))
	case ir.SetOr:
		return a.or(a.superset(e.Args[0]), a.superset(e.Args[1]))
	case ir.SetMinus:
		return a.superset(e.Args[0])
	case ir.SetSelect:
		if c := a.eval(e.Args[0]); len(c) == 1 {
			return a.superset(e.Args[1+int(ir.Boolean(c[0] == 0))])
		}
		return a.or(a.superset(e.Args[1]), a.superset(e.Args[2]))
	}
	return a.all
}

// members are the sites of a set that a variable may be, nil for too many.
func (a *aimer) members(set []uint64, l *ir.Local) []int64 {
	list := a.numbers.list(ir.CountBits(set))
	for i, w := range set {
		for ; w != 0; w &= w - 1 {
			if site := 64*i + bits.TrailingZeros64(w); l.Lo <= site && site <= l.Hi {
				list = append(list, int64(site))
			}
		}
	}
	if len(list) > maxAimValues {
		return nil
	}
	return list
}

func (a *aimer) and(x, y []uint64) []uint64 {
	if &y[0] == &a.any[0] { // all sets of the values of the parameter are parts of it
		return x
	}
	set := a.set()
	for i := range set {
		set[i] = x[i] & y[i]
	}
	return set
}

func (a *aimer) or(x, y []uint64) []uint64 {
	set := a.set()
	for i := range set {
		set[i] = x[i] | y[i]
	}
	return set
}
