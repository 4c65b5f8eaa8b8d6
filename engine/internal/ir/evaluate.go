package ir

// run evaluates an expression before the program runs: what lies in tables is known, and what the expression has
// written itself.
type run struct {
	p       *Program
	fault   *Field // what is stored there is not for one expression alone
	locals  []holding[*Local]
	memory  []holding[place]
	sets    []uint64 // where the next sets are made
	left    int      // statements and operations that it may take
	fails   bool     // it takes more, or something that is not known
	nowhere bool     // it looks beyond the bounds of a table: it is never evaluated with these values
	to      *Label   // of the loop or scope that is being left
	again   bool     // no: the loop goes on with its next round
}

// value is a number or a set.
type value struct {
	n   int64
	set []uint64
}

// place is an element of a field.
type place struct {
	field *Field
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

// set is room for a set, which is to be filled.
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

func (x *run) expr(e *Expr) value {
	if x.left--; x.left < 0 {
		x.fail()
	}
	if x.over() {
		return value{}
	}
	switch e.Op {
	case Const:
		return value{n: e.K}
	case SetConst:
		return value{set: e.Words}
	case Get:
		v, ok := held(x.locals, e.Local)
		if !ok {
			return x.fail()
		}
		return v
	case Block:
		if x.body(e.Body); x.to != nil {
			return x.fail()
		}
		return x.expr(e.Args[0])
	case Load, SetLoad:
		return x.load(e, x.expr(e.Args[0]).n)
	case Both, Either:
		v := x.expr(e.Args[0]).n != 0
		if v == (e.Op == Either) {
			return value{n: boolean(v)}
		}
		return value{n: boolean(x.expr(e.Args[1]).n != 0)}
	case Choose, SetSelect:
		if x.expr(e.Args[0]).n != 0 {
			return x.expr(e.Args[1])
		}
		return x.expr(e.Args[2])
	}
	return x.calc(e)
}

// calc is an operation of which all operands are evaluated.
func (x *run) calc(e *Expr) value {
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
	case SetAnd:
		return words(func(u, v uint64) uint64 { return u & v })
	case SetOr:
		return words(func(u, v uint64) uint64 { return u | v })
	case SetMinus:
		return words(func(u, v uint64) uint64 { return u &^ v })
	case SetHas:
		if a[1].n < 0 || a[1].n >= int64(64*x.p.Words) {
			x.nowhere = true
			return value{}
		}
		return value{n: int64(wordAt(a[0].set, int(a[1].n>>6)) >> (a[1].n & 63) & 1)}
	case SetAny:
		return value{n: boolean(!empty(a[0].set))}
	case SetCount:
		return value{n: int64(count(a[0].set))}
	}
	v, ok := int64(0), false
	if len(e.Args) == 1 {
		v, ok = unary(e.Op, a[0].n, e.Args[0].Type)
	} else if len(e.Args) == 2 {
		v, ok = binary(e.Op, a[0].n, a[1].n, e.Args[0].Type)
	}
	if !ok {
		return x.fail()
	}
	return value{n: v}
}

func (x *run) load(e *Expr, at int64) value {
	if x.over() {
		return value{}
	}
	n := 1
	if e.Op == SetLoad {
		n = x.p.Words
	}
	if at < 0 || int(at)*n+n > e.Field.Len {
		x.nowhere = true
		return value{}
	}
	if e.Field.Kind != Table {
		v, ok := held(x.memory, place{e.Field, at})
		if !ok || (v.set != nil) != (e.Op == SetLoad) {
			return x.fail()
		}
		return v
	}
	if e.Op == Load {
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

func (x *run) body(body []*Stmt) {
	for _, s := range body {
		if x.stmt(s); x.to != nil || x.over() {
			return
		}
	}
}

func (x *run) stmt(s *Stmt) {
	if x.left--; x.left < 0 {
		x.fail()
	}
	if x.over() {
		return
	}
	switch s.Op {
	case Assign:
		x.locals = hold(x.locals, s.Local, x.expr(s.Args[0]))
	case Do:
		x.expr(s.Args[0])
	case If:
		if x.expr(s.Args[0]).n != 0 {
			x.body(s.Body)
		} else {
			x.body(s.Else)
		}
	case Loop:
		for !x.over() {
			if x.body(s.Body); x.leaves(s.Label) {
				return
			}
		}
	case Scope:
		x.body(s.Body)
		x.leaves(s.Label)
	case Each:
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
	case Break, Continue:
		x.to, x.again = s.Label, s.Op == Continue
	case Store, SetStore:
		if s.Field == x.fault {
			x.fail()
			return
		}
		at := x.expr(s.Args[0]).n
		v := x.expr(s.Args[1])
		if s.Op == SetStore {
			v.set = x.copy(v.set)
		} else if s.Field.Elem < Int { // what is stored may be cut
			x.fail()
		}
		x.memory = hold(x.memory, place{s.Field, at}, v)
	case Include, Exclude:
		at, site := x.expr(s.Args[0]).n, x.expr(s.Args[1]).n
		v, ok := held(x.memory, place{s.Field, at})
		if !ok || site < 0 || int(site>>6) >= len(v.set) {
			x.fail()
			return
		}
		v.set = x.copy(v.set) // a variable may hold what was there
		if v.set[site>>6] |= 1 << (site & 63); s.Op == Exclude {
			v.set[site>>6] &^= 1 << (site & 63)
		}
		x.memory = hold(x.memory, place{s.Field, at}, v)
	default:
		x.fail()
	}
}

// leaves reports whether what has a label is left, by itself or because something around it is.
func (x *run) leaves(l *Label) bool {
	if x.to != l || x.to == nil {
		return x.to != nil
	}
	x.to = nil
	return !x.again
}
