package ir

import "slices"

// Expand replaces sets by the 64-bit words they are made of. Operators on sets
// become operators on words, evaluated word by word where they are used, so that
// no set is built that is only looked at. On boards of up to 64 sites a set is one
// number.
func Expand(p *Program) {
	x := &expander{p: p, consts: map[string]*Field{}, locals: map[*Local][]*Local{}, rows: map[*Field]rows{}}
	for _, f := range p.Funcs {
		r := &rewriter{stmt: x.stmt, expr: x.expr, sparing: true}
		f.Body = r.body(f.Body)
	}
}

type expander struct {
	p      *Program
	consts map[string]*Field   // tables of constant sets by contents
	locals map[*Local][]*Local // the words of variables that are sets
	rows   map[*Field]rows     // where the sets of tables lie
}

// wordsOf are the variables that hold the words of a set that is a variable.
func (x *expander) wordsOf(l *Local) []*Local {
	if x.locals[l] == nil {
		for range x.p.Words {
			x.locals[l] = append(x.locals[l], NewLocal(l.Name, I64))
		}
	}
	return x.locals[l]
}

// word is word number k of a set whose operands are not rewritten yet.
func (x *expander) word(r *rewriter, e *Expr, k *Expr) *Expr {
	switch e.Op {
	case SetConst:
		if v, ok := k.Number(); ok {
			return Long(wordAt(e.Words, int(v)))
		}
		if none(e) {
			return Long(0)
		}
		return At(x.table(e.Words), k)
	case SetLoad:
		return At(e.Field, Calc(Add, Calc(Mul, r.rewrite(e.Args[0]), Num(x.p.Words)), k))
	case SetEqual, SetLess:
		op := EqualBits
		if e.Op == SetLess {
			op = LessBits
		}
		all := make([]uint64, x.p.Words)
		for s := range min(e.Field.Len, 64*x.p.Words) {
			all[s>>6] |= 1 << (s & 63)
		}
		bits := binaryOf(op, I64, e.Field, r.rewrite(e.Args[0]), k)
		return Calc(And, bits, x.word(r, SetOf(all), k))
	case Get:
		words := x.wordsOf(e.Local)
		if v, ok := k.Number(); ok {
			return Read(words[v])
		}
		w := Read(words[0])
		for v := 1; v < len(words); v++ {
			w = Cond(Calc(Eq, k, Num(v)), Read(words[v]), w)
		}
		return w
	case SetAnd:
		return Calc(And, x.word(r, e.Args[0], k), x.word(r, e.Args[1], k))
	case SetOr:
		return Calc(Or, x.word(r, e.Args[0], k), x.word(r, e.Args[1], k))
	case SetMinus:
		return Calc(And, x.word(r, e.Args[0], k), Calc(Xor, x.word(r, e.Args[1], k), Long(^uint64(0))))
	case SetShift:
		return x.shifted(r, e.Args[0], k, int(e.K))
	case SetSelect:
		return Cond(r.rewrite(e.Args[0]), x.word(r, e.Args[1], k), x.word(r, e.Args[2], k))
	case Block:
		return After(r.body(e.Body), x.word(r, e.Args[0], k))
	}
	panic("ir: not a set: " + e.Op.String())
}

// shifted is word k of a set whose sites are moved by so many. Words below the first
// and beyond the last are empty.
func (x *expander) shifted(r *rewriter, set, k *Expr, by int) *Expr {
	if v, ok := k.Number(); ok {
		whole, bits := by>>6, by&63
		part := func(word int, op Op, n int) *Expr {
			if word < 0 || word >= x.p.Words {
				return Long(0)
			}
			return Calc(op, x.word(r, set, Num(word)), Long(uint64(n)))
		}
		w := int(v) - whole
		if bits == 0 {
			return part(w, Shl, 0)
		}
		return Calc(Or, part(w, Shl, bits), part(w-1, Shr, 64-bits))
	}
	// One word after the other: a place that is not known is one of them.
	e := x.shifted(r, set, Num(x.p.Words-1), by)
	for v := x.p.Words - 2; v >= 0; v-- {
		e = Cond(Calc(Eq, k, Num(v)), x.shifted(r, set, Num(v), by), e)
	}
	return e
}

func wordAt(words []uint64, k int) uint64 {
	if k < len(words) {
		return words[k]
	}
	return 0
}

func (x *expander) table(words []uint64) *Field {
	key := make([]byte, 0, 8*x.p.Words)
	values := make([]int64, x.p.Words)
	for k := range values {
		w := wordAt(words, k)
		values[k] = int64(w)
		for i := range 8 {
			key = append(key, byte(w>>(8*i)))
		}
	}
	if f := x.consts[string(key)]; f != nil {
		return f
	}
	f := x.p.TableOf("set", Word, values)
	x.consts[string(key)] = f
	return f
}

// hoisted is a set expression whose blocks are taken out: what they do, and the
// set that is left. A set that is asked for word by word would do it every time.
func (x *expander) hoisted(r *rewriter, e *Expr) ([]*Stmt, *Expr) {
	switch e.Op {
	case Block:
		pre, rest := x.hoisted(r, e.Args[0])
		return append(r.body(e.Body), pre...), rest
	case SetAnd, SetOr, SetMinus, SetShift, SetSelect, SetLoad, SetEqual, SetLess:
		rest := e // a copy of it as soon as it is another one
		var pre []*Stmt
		for i, a := range e.Args {
			left := a
			if a.Type == Set {
				var p []*Stmt
				p, left = x.hoisted(r, a)
				pre = append(pre, p...)
			} else if !a.Simple() {
				l := NewLocal("t", I32)
				pre, left = append(pre, Put(l, r.rewrite(a))), Read(l)
			}
			if left != a {
				if rest == e {
					c := *e
					c.Args, c.nodes, rest = slices.Clone(e.Args), 0, &c
				}
				rest.Args[i] = left
			}
		}
		return pre, rest
	}
	return nil, e
}

func (x *expander) expr(r *rewriter, e *Expr) (*Expr, bool) {
	if e.nodes > 0 && e.sets == 0 {
		return e, true
	}
	switch e.Op {
	case SetHas:
		pre, set := x.hoisted(r, e.Args[0])
		site := r.rewrite(e.Args[1])
		if x.p.Words == 1 {
			return After(pre, Calc(Narrow, Calc(And, Calc(Shr, x.word(r, set, Num(0)), Calc(Wide, site)), Long(1)))), true
		}
		if !site.Simple() {
			l := NewLocal("t", I32)
			pre = append(pre, Put(l, site))
			site = Read(l)
		}
		w := x.word(r, set, Calc(Shr, site, Num(6)))
		return After(pre, Calc(Narrow, Calc(And, Calc(Shr, w, Calc(Wide, Calc(And, site, Num(63)))), Long(1)))), true
	case SetAny:
		pre, set, w := x.placed(r, e.Args[0])
		if w.n <= unrolled {
			all := Long(0)
			for k := range w.n {
				all = Calc(Or, all, x.word(r, set, Calc(Add, w.at, Num(k))))
			}
			return After(pre, Calc(Not, Calc(Not, all))), true
		}
		found := Within("any", 0, 1)
		end := &Label{Name: "any"}
		pre = append(pre, Put(found, Num(0)), &Stmt{Op: Scope, Label: end, Body: w.words(func(k *Expr) []*Stmt {
			return []*Stmt{When(Calc(Not, Calc(Not, x.word(r, set, k))), Put(found, Num(1)), Leave(end))}
		})})
		return After(pre, Read(found)), true
	case SetCount:
		pre, set, w := x.placed(r, e.Args[0])
		if w.n <= unrolled {
			all := Num(0)
			for k := range w.n {
				all = Calc(Add, all, Calc(Ones, x.word(r, set, Calc(Add, w.at, Num(k)))))
			}
			return After(pre, all), true
		}
		n := NewLocal("count", I32)
		pre = append(pre, Put(n, Num(0)))
		pre = append(pre, w.words(func(k *Expr) []*Stmt {
			return []*Stmt{Put(n, Calc(Add, Read(n), Calc(Ones, x.word(r, set, k))))}
		})...)
		return After(pre, Read(n)), true
	}
	return nil, false
}

// unrolled is the number of words up to which what is done with each is written out: a loop takes several times
// as long as the word.
const unrolled = 6

// words runs a body for every word of a window: unrolled, or in a loop.
func (w window) words(body func(k *Expr) []*Stmt) []*Stmt {
	if w.n <= unrolled {
		var out []*Stmt
		for k := range w.n {
			out = append(out, body(Calc(Add, w.at, Num(k)))...)
		}
		return out
	}
	return w.loop(&Label{Name: "words"}, w.n, body)
}

// loop runs a body for every word of a window in a loop, which is known to take so many rounds.
func (w window) loop(loop *Label, rounds int, body func(k *Expr) []*Stmt) []*Stmt {
	_, most := w.at.Range()
	k, end := Within("k", 0, int(most)+w.n), Calc(Add, w.at, Num(w.n))
	pre := []*Stmt{Put(k, w.at)}
	if _, known := end.Number(); !known {
		l := Within("end", 0, int(most)+w.n)
		pre, end = append(pre, Put(l, end)), Read(l)
	}
	inside := append(body(Read(k)),
		Put(k, Calc(Add, Read(k), Num(1))),
		When(Calc(Eq, Read(k), end), Leave(loop)))
	return append(pre, &Stmt{Op: Loop, Label: loop, Body: inside, Rounds: rounds})
}

// placed is hoisted with where the set lies: the whole board, or a part of it.
func (x *expander) placed(r *rewriter, e *Expr) ([]*Stmt, *Expr, window) {
	pre, set := x.hoisted(r, e)
	if more, w, ok := x.narrow(set); ok {
		return append(pre, more...), set, w
	}
	return pre, set, window{Num(0), x.p.Words}
}

func (x *expander) stmt(r *rewriter, s *Stmt) ([]*Stmt, bool) {
	switch s.Op {
	case Each:
		return x.each(r, s), true
	case Assign:
		if s.Local.Type != Set {
			return nil, false
		}
		out, set := x.hoisted(r, s.Args[0])
		for k, l := range x.wordsOf(s.Local) {
			out = append(out, Put(l, x.word(r, set, Num(k))))
		}
		return out, true
	case SetStore:
		pre, set := x.hoisted(r, s.Args[1])
		at, where := r.rewrite(s.Args[0]), window{Num(0), x.p.Words}
		if by := changed(s, set); by != nil {
			if more, w, ok := x.narrow(by); ok {
				pre, where = append(pre, more...), w
			}
		}
		out := append(pre, where.words(func(k *Expr) []*Stmt {
			return []*Stmt{Write(s.Field, Calc(Add, Calc(Mul, at, Num(x.p.Words)), k), x.word(r, set, k))}
		})...)
		return out, true
	case Include, Exclude:
		i, site := r.rewrite(s.Args[0]), r.rewrite(s.Args[1])
		var pre []*Stmt
		if !site.Simple() && x.p.Words > 1 {
			l := NewLocal("t", I32)
			pre = append(pre, Put(l, site))
			site = Read(l)
		}
		at := Calc(Mul, i, Num(x.p.Words))
		low := site
		if x.p.Words > 1 {
			at, low = Calc(Add, at, Calc(Shr, site, Num(6))), Calc(And, site, Num(63))
		}
		if !at.Simple() {
			l := NewLocal("t", I32)
			pre = append(pre, Put(l, at))
			at = Read(l)
		}
		bit := Calc(Shl, Long(1), Calc(Wide, low))
		w := Calc(Or, At(s.Field, at), bit)
		if s.Op == Exclude {
			w = Calc(And, At(s.Field, at), Calc(Xor, bit, Long(^uint64(0))))
		}
		return append(pre, Write(s.Field, at, w)), true
	}
	return nil, false
}

// each takes the sites out of the words one by one. A body that changes memory has
// its set copied first: a region is evaluated completely before it is gone through.
func (x *expander) each(r *rewriter, s *Stmt) []*Stmt {
	pre, set, where := x.placed(r, s.Args[0])
	if where.n == 2 {
		return append(pre, x.eachOfTwo(r, s, set, where.at)...)
	}
	if x.p.Words > 1 && writes(s.Body) && !untouched(set, s.Body) {
		tmp := x.p.Room("each")
		pre = append(pre, where.words(func(k *Expr) []*Stmt {
			return []*Stmt{Write(tmp, k, x.word(r, set, k))}
		})...)
		set = SetAt(tmp, Num(0))
	}
	body := r.body(s.Body)
	end := endOf(s)
	inside := func(k *Expr) []*Stmt {
		w, loop := NewLocal("w", I64), &Label{Name: "sites"}
		site := Calc(Add, Calc(Lowest, Read(w)), Calc(Shl, k, Num(6)))
		round := append([]*Stmt{
			When(Calc(Not, Read(w)), Leave(loop)),
			Put(s.Local, site),
			Put(w, Calc(And, Read(w), Calc(Sub, Read(w), Long(1)))),
		}, body...)
		return []*Stmt{Put(w, x.word(r, set, k)), {Op: Loop, Label: loop, Body: round, Rounds: 64}}
	}
	if where.n == 1 {
		return append(pre, &Stmt{Op: Scope, Label: end, Body: inside(where.at)})
	}
	return append(pre, &Stmt{Op: Scope, Label: end, Body: where.loop(&Label{Name: "words"}, 0, inside)})
}

// endOf is the label by which a body leaves an Each.
func endOf(s *Stmt) *Label {
	if s.Label != nil {
		return s.Label
	}
	return &Label{Name: "each"}
}

// eachOfTwo is each of two words, from number at on. Both are variables of one loop: where each has one of its own nobody
// can foresee which of them has a site, nor where the first ends.
func (x *expander) eachOfTwo(r *rewriter, s *Stmt, set, at *Expr) []*Stmt {
	low, high, w, loop := NewLocal("low", I64), NewLocal("high", I64), NewLocal("w", I64), &Label{Name: "sites"}
	none, rest := Within("none", 0, 1), NewLocal("rest", I64)
	less := func(w *Local) *Expr { return Calc(And, Read(w), Calc(Sub, Read(w), Long(1))) }
	word := Calc(Shl, Calc(Add, at, Read(none)), Num(6))
	round := append([]*Stmt{
		When(Calc(Not, Calc(Or, Read(low), Read(high))), Leave(loop)),
		Put(none, Calc(Not, Read(low))),
		Put(w, Cond(Read(none), Read(high), Read(low))),
		Put(s.Local, Calc(Add, Calc(Lowest, Read(w)), word)),
		Put(rest, less(high)),
		Put(high, Cond(Read(none), Read(rest), Read(high))),
		Put(low, less(low)), // of an empty one nothing is left
	}, r.body(s.Body)...)
	return []*Stmt{
		Put(low, x.word(r, set, at)), Put(high, x.word(r, set, Calc(Add, at, Num(1)))),
		{Op: Scope, Label: endOf(s), Body: []*Stmt{{Op: Loop, Label: loop, Body: round, Rounds: 128}}},
	}
}

// writes reports whether a body may change memory.
func writes(body []*Stmt) bool {
	return slices.ContainsFunc(body, func(s *Stmt) bool {
		switch s.Op {
		case Store, SetStore, Include, Exclude, Save, Restore:
			return true
		}
		return writesIn(s.Args) || writes(s.Body) || writes(s.Else)
	})
}

// writesIn is writes of expressions.
func writesIn(list []*Expr) bool {
	return slices.ContainsFunc(list, func(e *Expr) bool {
		return e.nodes == 0 && (e.Op == Call || writesIn(e.Args) || writes(e.Body))
	})
}
