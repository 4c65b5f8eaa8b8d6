package transform

import "github.com/astragal/astragal/engine/internal/ir"

// run evaluates an expression before the program runs: what lies in tables is known, and what the expression has
// written itself.
type run struct {
	p       *ir.Program
	fault   *ir.Field // what is stored there is not for one expression alone
	locals  []holding[*ir.Local]
	memory  []holding[place]
	sets    []uint64  // where the next sets are made
	left    int       // statements and operations that it may take
	fails   bool      // it takes more, or something that is not known
	nowhere bool      // it looks beyond the bounds of a table: it is never evaluated with these values
	to      *ir.Label // of the loop or scope that is being left
	again   bool      // no: the loop goes on with its next round
}

// value is a number or a set.
type value struct {
	n   int64
	set []uint64
}

// place is an element of a field.
type place struct {
	field *ir.Field
	at    int64
}

// holding is what is in a variable or a place. There are few of them.
type holding[K comparable] struct {
	of K
	v  value
}

func held[K comparable](list []holding[K], of K) (v value, ok bool) {
	for i := range list {
		if list[i].of == of {
			return list[i].v, true
		}
	}
	return value{}, false
}

func hold[K comparable](list []holding[K], of K, v value) []holding[K] {
	for i := range list {
		if list[i].of == of {
			list[i].v = v
			return list
		}
	}
	return append(list, holding[K]{of, v})
}

// begin forgets everything that has been evaluated.
func (x *run) begin(left int) {
	x.locals, x.memory, x.sets = x.locals[:0], x.memory[:0], x.sets[:0]
	x.left, x.fails, x.nowhere, x.to = left, false, false, nil
}

// Set is room for a set, which is to be filled.
func (x *run) set(words int) []uint64 {
	at := len(x.sets)
	if at+words > cap(x.sets) { // those in the old room stay as they are
		at, x.sets = 0, make([]uint64, 0, max(words, 1<<10))
	}
	x.sets = x.sets[:at+words]
	return x.sets[at : at+words : at+words]
}

func (x *run) copy(set []uint64) []uint64 {
	c := x.set(len(set))
	copy(c, set)
	return c
}

func (x *run) fail() value {
	x.fails = true
	return value{}
}

// over reports whether there is nothing more to find out.
func (x *run) over() bool { return x.fails || x.nowhere }

func (x *run) expr(e *ir.Expr) value {
	if x.left--; x.left < 0 {
		x.fail()
	}
	if x.over() {
		return value{}
	}
	switch e.Op {
	case ir.Const:
		return value{n: e.K}
	case ir.SetConst:
		return value{set: e.Bits()}
	case ir.Get:
		v, ok := held(x.locals, e.Local)
		if !ok {
			return x.fail()
		}
		return v
	case ir.Block:
		if x.body(e.Stmts()); x.to != nil {
			return x.fail()
		}
		return x.expr(e.Args[0])
	case ir.Load, ir.SetLoad:
		return x.load(e, x.expr(e.Args[0]).n)
	case ir.Both, ir.Either:
		v := x.expr(e.Args[0]).n != 0
		if v == (e.Op == ir.Either) {
			return value{n: ir.Boolean(v)}
		}
		return value{n: ir.Boolean(x.expr(e.Args[1]).n != 0)}
	case ir.Choose, ir.SetSelect:
		if x.expr(e.Args[0]).n != 0 {
			return x.expr(e.Args[1])
		}
		return x.expr(e.Args[2])
	}
	return x.calc(e)
}

// calc is an operation of which all operands are evaluated.
func (x *run) calc(e *ir.Expr) value {
	var a [2]value
	if len(e.Args) > 2 {
		return x.fail()
	}
	for i, arg := range e.Args {
		a[i] = x.expr(arg)
	}
	if x.over() {
		return value{}
	}
	words := func(f func(u, v uint64) uint64) value {
		set := x.set(x.p.Words)
		for i := range set {
			set[i] = f(wordAt(a[0].set, i), wordAt(a[1].set, i))
		}
		return value{set: set}
	}
	switch e.Op {
	case ir.SetAnd:
		return words(func(u, v uint64) uint64 { return u & v })
	case ir.SetOr:
		return words(func(u, v uint64) uint64 { return u | v })
	case ir.SetMinus:
		return words(func(u, v uint64) uint64 { return u &^ v })
	case ir.SetHas:
		if a[1].n < 0 || a[1].n >= int64(64*x.p.Words) {
			x.nowhere = true
			return value{}
		}
		return value{n: int64(wordAt(a[0].set, int(a[1].n>>6)) >> (a[1].n & 63) & 1)}
	case ir.SetAny:
		return value{n: ir.Boolean(!ir.Empty(a[0].set))}
	case ir.SetCount:
		return value{n: int64(ir.CountBits(a[0].set))}
	}
	v, ok := int64(0), false
	if len(e.Args) == 1 {
		v, ok = ir.EvalUnary(e.Op, a[0].n, e.Args[0].Type)
	} else if len(e.Args) == 2 {
		v, ok = ir.EvalBinary(e.Op, a[0].n, a[1].n, e.Args[0].Type)
	}
	if !ok {
		return x.fail()
	}
	return value{n: v}
}

func (x *run) load(e *ir.Expr, at int64) value {
	if x.over() {
		return value{}
	}
	n := 1
	if e.Op == ir.SetLoad {
		n = x.p.Words
	}
	if at < 0 || int(at)*n+n > e.Field.Len {
		x.nowhere = true
		return value{}
	}
	if e.Field.Kind != ir.Table {
		v, ok := held(x.memory, place{e.Field, at})
		if !ok || (v.set != nil) != (e.Op == ir.SetLoad) {
			return x.fail()
		}
		return v
	}
	if e.Op == ir.Load {
		if int(at) >= len(e.Field.Init) {
			return value{}
		}
		return value{n: e.Field.Init[at]}
	}
	set := x.set(n)
	for i := range set {
		if k := int(at)*n + i; k < len(e.Field.Init) {
			set[i] = uint64(e.Field.Init[k])
		} else {
			set[i] = 0
		}
	}
	return value{set: set}
}

func (x *run) body(body []*ir.Stmt) {
	for _, s := range body {
		if x.stmt(s); x.to != nil || x.over() {
			return
		}
	}
}

func (x *run) stmt(s *ir.Stmt) {
	if x.left--; x.left < 0 {
		x.fail()
	}
	if x.over() {
		return
	}
	switch s.Op {
	case ir.Assign:
		x.locals = hold(x.locals, s.Local, x.expr(s.Args[0]))
	case ir.Do:
		x.expr(s.Args[0])
	case ir.If:
		if x.expr(s.Args[0]).n != 0 {
			x.body(s.Body)
		} else {
			x.body(s.Else)
		}
	case ir.Loop:
		for !x.over() {
			if x.body(s.Body); x.leaves(s.Label) {
				return
			}
		}
	case ir.Scope:
		x.body(s.Body)
		x.leaves(s.Label)
	case ir.Each:
		for k, w := range x.copy(x.expr(s.Args[0]).set) {
			for site := 64 * k; w != 0 && !x.over(); site, w = site+1, w>>1 {
				if w&1 == 0 {
					continue
				}
				x.locals = hold(x.locals, s.Local, value{n: int64(site)})
				if x.body(s.Body); x.leaves(s.Label) {
					return
				}
			}
		}
	case ir.Break, ir.Continue:
		x.to, x.again = s.Label, s.Op == ir.Continue
	case ir.Store, ir.SetStore:
		if s.Field == x.fault {
			x.fail()
			return
		}
		at := x.expr(s.Args[0]).n
		v := x.expr(s.Args[1])
		if s.Op == ir.SetStore {
			v.set = x.copy(v.set)
		} else if s.Field.Elem < ir.Int { // what is stored may be cut
			x.fail()
		}
		x.memory = hold(x.memory, place{s.Field, at}, v)
	case ir.Include, ir.Exclude:
		at, site := x.expr(s.Args[0]).n, x.expr(s.Args[1]).n
		v, ok := held(x.memory, place{s.Field, at})
		if !ok || site < 0 || int(site>>6) >= len(v.set) {
			x.fail()
			return
		}
		v.set = x.copy(v.set) // a variable may hold what was there
		if v.set[site>>6] |= 1 << (site & 63); s.Op == ir.Exclude {
			v.set[site>>6] &^= 1 << (site & 63)
		}
		x.memory = hold(x.memory, place{s.Field, at}, v)
	default:
		x.fail()
	}
}

// Leaves reports whether what has a label is left, by itself or because something around it is.
func (x *run) leaves(l *ir.Label) bool {
	if x.to != l || x.to == nil {
		return x.to != nil
	}
	x.to = nil
	return !x.again
}

// Evaluate is the value of an expression where some variables have these values; false where it asks for more.
func Evaluate(p *ir.Program, e *ir.Expr, of []*ir.Local, values []int64) (int64, bool) {
	x := run{p: p}
	x.begin(1 << 10)
	for i, l := range of {
		x.locals = hold(x.locals, l, value{n: values[i]})
	}
	v := x.expr(e)
	return v.n, !x.over()
}
