package transform

import (
	"slices"

	"github.com/astragal/astragal/engine/internal/ir"
)

// Unite has loops over sites that follow one another and do the same at each of them be one loop over the sites of
// all, where nobody can tell in which order they are gone through: where candidates are counted, or something is looked
// for. Pieces of many kinds that move alike are then one crowd.
func Unite(p *ir.Program, by *Index) {
	u := &uniter{by: by, words: p.Words}
	r := &ir.Rewriter{Sparing: true, List: u.list}
	for _, f := range p.Funcs {
		u.whole, u.reads = f.Body, 0
		f.Body = r.Body(f.Body)
	}
}

type uniter struct {
	by    *Index
	words int
	whole []*ir.Stmt // of the function
	reads ir.Tally   // of it
}

// List is a list of statements with such loops as one.
func (u *uniter) list(in []*ir.Stmt) []*ir.Stmt {
	out := in
	for i, s := range in {
		if n := len(out) - (len(in) - i); n > 0 && u.alike(out[n-1], s) {
			one := *out[n-1]
			one.Args = []*ir.Expr{u.both(one.Args[0], s.Args[0])}
			out = append(append(slices.Clone(out[:n-1]), &one), in[i+1:]...)
		}
	}
	return out
}

// alike reports whether two loops can be one.
func (u *uniter) alike(a, b *ir.Stmt) bool {
	if a.Op != ir.Each || b.Op != ir.Each || len(a.Body) != len(b.Body) || !plain(b.Args[0], nil) ||
		!steady(a.Args[0], nil, maxUnited) {
		return false
	}
	m := matcher{locals: map[*ir.Local]*ir.Local{a.Local: b.Local}, labels: map[*ir.Label]*ir.Label{a.Label: b.Label}}
	if !m.bodies(a.Body, b.Body) {
		return false
	}
	if u.reads == 0 {
		u.reads = tallied(u.whole)
	}
	within, other, met := gets(a.Body), gets(b.Body), map[*ir.Local]bool{}
	for x, y := range m.locals {
		if x != y && (within[x] != u.reads.Of(x) || other[y] != u.reads.Of(y)) || met[y] {
			return false
		}
		met[y] = true
	}
	o := orders{matcher: m, within: within, flags: map[*ir.Local]int64{}, inside: map[*ir.Label]bool{}}
	if !o.body(a.Body) || o.adds && (o.exit != nil || !u.apart(a.Args[0], b.Args[0])) || !pureBody(a.Body) {
		return false
	}
	unset := ir.NewUnsetter()
	unset.Set[a.Local] = true
	unset.Body(a.Body)
	return !slices.ContainsFunc(unset.Order, func(l *ir.Local) bool { return m.locals[l] != l })
}

// maxUnited bounds the size of the set that loops are united over.
const maxUnited = 256

// both is the union of two sets, of which what they are cut with alike is said once, and owners stand for their kinds.
func (u *uniter) both(a, b *ir.Expr) *ir.Expr {
	if a.Op == ir.SetAnd && b.Op == ir.SetAnd && a.Args[1].Op == ir.SetConst && b.Args[1].Op == ir.SetConst &&
		slices.Equal(a.Args[1].Bits(), b.Args[1].Bits()) {
		return ir.Calc(ir.SetAnd, u.both(a.Args[0], b.Args[0]), a.Args[1])
	}
	set := ir.Calc(ir.SetOr, a, b)
	if u.by == nil || u.by.Groups == nil {
		return set
	}
	kinds := make([]bool, u.by.N)
	for _, e := range unitedIn(set, nil) {
		k, known := ir.Num(0), e.Op == ir.SetLoad && (e.Field == u.by.Sets || e.Field == u.by.Groups)
		if known {
			k = e.Args[0]
		}
		n, constant := k.Number()
		if !known || !constant {
			return set
		}
		for kind := range kinds {
			kinds[kind] = kinds[kind] || e.Field == u.by.Sets && kind == int(n) ||
				e.Field == u.by.Groups && kind > 0 && u.by.GroupOf[kind] == int(n)
		}
	}
	return u.by.union(u.words, kinds)
}

// unitedIn appends the sets of which one is the union.
func unitedIn(e *ir.Expr, to []*ir.Expr) []*ir.Expr {
	if e.Op == ir.SetOr {
		return unitedIn(e.Args[1], unitedIn(e.Args[0], to))
	}
	return append(to, e)
}

// pureBody reports whether a body stores nothing.
func pureBody(body []*ir.Stmt) bool {
	does := ir.Effects(body)
	return !does.Unknown && len(does.Writes) == 0
}

// apart reports whether no site is in two sets.
func (u *uniter) apart(a, b *ir.Expr) bool {
	x, y := u.kinds(a), u.kinds(b)
	return x != nil && y != nil && !slices.ContainsFunc(x, func(k int64) bool { return slices.Contains(y, k) })
}

// kinds are those of which the sites of a set are some, nil where that is not known.
func (u *uniter) kinds(e *ir.Expr) []int64 {
	switch {
	case u.by == nil || u.by.None == nil || u.by.Counts != nil: // a site may be one of several kinds
	case e.Op == ir.SetLoad && e.Field == u.by.Sets && e.Args[0].Op == ir.Const:
		return []int64{e.Args[0].K}
	case e.Op == ir.SetLoad && e.Field == u.by.Groups && e.Args[0].Op == ir.Const:
		var all []int64
		for kind := 1; kind < u.by.N; kind++ {
			if int64(u.by.GroupOf[kind]) == e.Args[0].K {
				all = append(all, int64(kind))
			}
		}
		return all
	case e.Op == ir.SetMinus:
		return u.kinds(e.Args[0])
	case e.Op == ir.SetAnd:
		if k := u.kinds(e.Args[0]); k != nil {
			return k
		}
		return u.kinds(e.Args[1])
	case e.Op == ir.SetOr:
		if x, y := u.kinds(e.Args[0]), u.kinds(e.Args[1]); x != nil && y != nil {
			return slices.Concat(x, y)
		}
	}
	return nil
}

// orders finds out whether it matters in which order the rounds of a loop are made.
type orders struct {
	matcher                     // of variables and labels of the loop, those of others with themselves
	within  map[*ir.Local]int   // how often each is read in it
	flags   map[*ir.Local]int64 // what variables of others are set to
	adds    bool                // something is added up
	exit    *ir.Stmt            // how the loop is left
	inside  map[*ir.Label]bool
}

func (o *orders) body(body []*ir.Stmt) bool {
	for _, s := range body {
		if s.Label != nil && s.Op != ir.Break && s.Op != ir.Continue {
			o.inside[s.Label] = true
		}
		ok := !s.Test && !s.Best
		switch s.Op {
		case ir.If, ir.Scope, ir.Loop, ir.Each, ir.Do:
		case ir.Assign:
			ok = ok && o.assigns(s)
		case ir.Break, ir.Continue:
			ok = ok && (o.inside[s.Label] || o.leaves(s))
		case ir.Return:
			ok = ok && (len(s.Args) == 0 || s.Args[0].Op == ir.Const) && o.leaves(s)
		default:
			ok = false
		}
		if !ok || !o.body(s.Body) || !o.body(s.Else) {
			return false
		}
		for _, a := range s.Args {
			if !o.expr(a) {
				return false
			}
		}
	}
	return true
}

// Expr looks at the statements of an expression.
func (o *orders) expr(e *ir.Expr) bool {
	if !o.body(e.Stmts()) {
		return false
	}
	return !slices.ContainsFunc(e.Args, func(a *ir.Expr) bool { return !o.expr(a) })
}

// assigns reports whether what is assigned does not depend on the order: of a variable of others, that is set to one
// number alone, or to which something is added.
func (o *orders) assigns(s *ir.Stmt) bool {
	l, e := s.Local, s.Args[0]
	if o.locals[l] != l {
		return true
	}
	if e.Op == ir.Const {
		was, known := o.flags[l]
		o.flags[l] = e.K
		return (!known || was == e.K) && o.within[l] == 0
	}
	o.adds = true
	return e.Op == ir.Add && e.Args[0].Op == ir.Get && e.Args[0].Local == l && o.within[l] == 1 && !reads(e.Args[1], l)
}

// Leaves notes how the loop is left, which must be the same everywhere.
func (o *orders) leaves(s *ir.Stmt) bool {
	if was := o.exit; o.labels[s.Label] != s.Label || was != nil && (was.Op != s.Op || was.Label != s.Label ||
		len(s.Args) > 0 && was.Args[0].K != s.Args[0].K) {
		return false
	}
	o.exit = s
	return true
}

// matcher finds out whether bodies differ in nothing but variables and labels of their own.
type matcher struct {
	locals map[*ir.Local]*ir.Local
	labels map[*ir.Label]*ir.Label
	fields map[*ir.Field]*ir.Field   // those that may differ
	own    func(x, y *ir.Field) bool // whether they may; nil if none may
}

// field reports whether a field stands for another one everywhere.
func (m *matcher) field(x, y *ir.Field) bool {
	if m.own == nil || x == nil || y == nil || !m.own(x, y) {
		return x == y
	}
	return paired(m.fields, x, y)
}

func (m *matcher) bodies(a, b []*ir.Stmt) bool {
	return slices.EqualFunc(a, b, func(x, y *ir.Stmt) bool {
		return x.Op == y.Op && x.Test == y.Test && x.Best == y.Best && x.Rounds == y.Rounds &&
			m.field(x.Field, y.Field) && x.Func == y.Func && x.Slide == nil && y.Slide == nil &&
			paired(m.locals, x.Local, y.Local) && paired(m.labels, x.Label, y.Label) && m.exprs(x.Args, y.Args) &&
			m.bodies(x.Body, y.Body) && m.bodies(x.Else, y.Else)
	})
}

func (m *matcher) exprs(a, b []*ir.Expr) bool {
	return slices.EqualFunc(a, b, func(x, y *ir.Expr) bool {
		return x.Op == y.Op && x.Type == y.Type && x.K == y.K && slices.Equal(x.Bits(), y.Bits()) &&
			m.field(x.Field, y.Field) && x.Callee() == y.Callee() && paired(m.locals, x.Local, y.Local) &&
			m.exprs(x.Args, y.Args) && m.bodies(x.Stmts(), y.Stmts())
	})
}

// Paired reports whether one stands for the other everywhere.
func paired[T any](known map[*T]*T, a, b *T) bool {
	if a == nil || b == nil {
		return a == b
	}
	if to, ok := known[a]; ok {
		return to == b
	}
	known[a] = b
	return true
}
