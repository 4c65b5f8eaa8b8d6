package transform

import (
	"slices"

	"github.com/astragal/astragal/engine/internal/ir"
)

// Expand replaces sets by the 64-bit words they are made of. Operators on sets
// become operators on words, evaluated word by word where they are used, so that
// no set is built that is only looked at. On boards of up to 64 sites a set is one
// number.
func Expand(p *ir.Program) {
	x := &expander{p: p, consts: map[string]*ir.Field{}, locals: map[*ir.Local][]*ir.Local{}, rows: map[*ir.Field]rows{}}
	for _, f := range p.Funcs {
		r := &ir.Rewriter{Stmt: x.stmt, Expr: x.expr, Sparing: true}
		f.Body = r.Body(f.Body)
	}
}

type expander struct {
	p      *ir.Program
	consts map[string]*ir.Field      // tables of constant sets by contents
	locals map[*ir.Local][]*ir.Local // the words of variables that are sets
	rows   map[*ir.Field]rows        // where the sets of tables lie
}

// wordsOf are the variables that hold the words of a set that is a variable.
func (x *expander) wordsOf(l *ir.Local) []*ir.Local {
	if x.locals[l] == nil {
		for range x.p.Words {
			x.locals[l] = append(x.locals[l], ir.NewLocal(l.Name, ir.I64))
		}
	}
	return x.locals[l]
}

// word is word number k of a set whose operands are not rewritten yet.
func (x *expander) word(r *ir.Rewriter, e *ir.Expr, k *ir.Expr) *ir.Expr {
	switch e.Op {
	case ir.SetConst:
		if v, ok := k.Number(); ok {
			return ir.Long(wordAt(e.Bits(), int(v)))
		}
		if none(e) {
			return ir.Long(0)
		}
		return ir.At(x.table(e.Bits()), k)
	case ir.SetLoad:
		return ir.At(e.Field, ir.Calc(ir.Add, ir.Calc(ir.Mul, r.Rewrite(e.Args[0]), ir.Num(x.p.Words)), k))
	case ir.SetEqual, ir.SetLess:
		op := ir.EqualBits
		if e.Op == ir.SetLess {
			op = ir.LessBits
		}
		all := make([]uint64, x.p.Words)
		for s := range min(e.Field.Len, 64*x.p.Words) {
			all[s>>6] |= 1 << (s & 63)
		}
		bits := ir.Binary(op, ir.I64, e.Field, r.Rewrite(e.Args[0]), k)
		return ir.Calc(ir.And, bits, x.word(r, ir.SetOf(all), k))
	case ir.Get:
		words := x.wordsOf(e.Local)
		if v, ok := k.Number(); ok {
			return ir.Read(words[v])
		}
		w := ir.Read(words[0])
		for v := 1; v < len(words); v++ {
			w = ir.Cond(ir.Calc(ir.Eq, k, ir.Num(v)), ir.Read(words[v]), w)
		}
		return w
	case ir.SetAnd:
		return ir.Calc(ir.And, x.word(r, e.Args[0], k), x.word(r, e.Args[1], k))
	case ir.SetOr:
		return ir.Calc(ir.Or, x.word(r, e.Args[0], k), x.word(r, e.Args[1], k))
	case ir.SetMinus:
		return ir.Calc(ir.And, x.word(r, e.Args[0], k), ir.Calc(ir.Xor, x.word(r, e.Args[1], k), ir.Long(^uint64(0))))
	case ir.SetShift:
		return x.shifted(r, e.Args[0], k, int(e.K))
	case ir.SetSelect:
		return ir.Cond(r.Rewrite(e.Args[0]), x.word(r, e.Args[1], k), x.word(r, e.Args[2], k))
	case ir.Block:
		return ir.After(r.Body(e.Stmts()), x.word(r, e.Args[0], k))
	}
	panic("ir: not a set: " + e.Op.String())
}

// shifted is word k of a set whose sites are moved by so many. Words below the first
// and beyond the last are empty.
func (x *expander) shifted(r *ir.Rewriter, set, k *ir.Expr, by int) *ir.Expr {
	if v, ok := k.Number(); ok {
		whole, bits := by>>6, by&63
		part := func(word int, op ir.Op, n int) *ir.Expr {
			if word < 0 || word >= x.p.Words {
				return ir.Long(0)
			}
			return ir.Calc(op, x.word(r, set, ir.Num(word)), ir.Long(uint64(n)))
		}
		w := int(v) - whole
		if bits == 0 {
			return part(w, ir.Shl, 0)
		}
		return ir.Calc(ir.Or, part(w, ir.Shl, bits), part(w-1, ir.Shr, 64-bits))
	}
	// One word after the other: a place that is not known is one of them.
	e := x.shifted(r, set, ir.Num(x.p.Words-1), by)
	for v := x.p.Words - 2; v >= 0; v-- {
		e = ir.Cond(ir.Calc(ir.Eq, k, ir.Num(v)), x.shifted(r, set, ir.Num(v), by), e)
	}
	return e
}

func wordAt(words []uint64, k int) uint64 {
	if k < len(words) {
		return words[k]
	}
	return 0
}

func (x *expander) table(words []uint64) *ir.Field {
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
	f := x.p.TableOf("set", ir.Word, values)
	x.consts[string(key)] = f
	return f
}

// hoisted is a set expression whose blocks are taken out: what they do, and the
// set that is left. A set that is asked for word by word would do it every time.
func (x *expander) hoisted(r *ir.Rewriter, e *ir.Expr) ([]*ir.Stmt, *ir.Expr) {
	switch e.Op {
	case ir.Block:
		pre, rest := x.hoisted(r, e.Args[0])
		return append(r.Body(e.Stmts()), pre...), rest
	case ir.SetAnd, ir.SetOr, ir.SetMinus, ir.SetShift, ir.SetSelect, ir.SetLoad, ir.SetEqual, ir.SetLess:
		rest := e // a copy of it as soon as it is another one
		var pre []*ir.Stmt
		for i, a := range e.Args {
			left := a
			if a.Type == ir.Set {
				var p []*ir.Stmt
				p, left = x.hoisted(r, a)
				pre = append(pre, p...)
			} else if !a.Simple() {
				l := ir.NewLocal("t", ir.I32)
				pre, left = append(pre, ir.Put(l, r.Rewrite(a))), ir.Read(l)
			}
			if left != a {
				if rest == e {
					rest = e.With(slices.Clone(e.Args), e.Stmts())
					rest.Nodes = 0
				}
				rest.Args[i] = left
			}
		}
		return pre, rest
	}
	return nil, e
}

func (x *expander) expr(r *ir.Rewriter, e *ir.Expr) (*ir.Expr, bool) {
	if e.Nodes > 0 && e.Sets == 0 {
		return e, true
	}
	switch e.Op {
	case ir.SetHas:
		pre, set := x.hoisted(r, e.Args[0])
		site := r.Rewrite(e.Args[1])
		if x.p.Words == 1 {
			return ir.After(
				pre,
				ir.Calc(ir.Narrow, ir.Calc(ir.And, ir.Calc(ir.Shr, x.word(r, set, ir.Num(0)), ir.Calc(ir.Wide, site)), ir.Long(1))),
			), true
		}
		if !site.Simple() {
			l := ir.NewLocal("t", ir.I32)
			pre = append(pre, ir.Put(l, site))
			site = ir.Read(l)
		}
		w := x.word(r, set, ir.Calc(ir.Shr, site, ir.Num(6)))
		return ir.After(
			pre,
			ir.Calc(
				ir.Narrow,
				ir.Calc(ir.And, ir.Calc(ir.Shr, w, ir.Calc(ir.Wide, ir.Calc(ir.And, site, ir.Num(63)))), ir.Long(1)),
			),
		), true
	case ir.SetAny:
		pre, set, w := x.placed(r, e.Args[0])
		if w.n <= unrolled {
			all := ir.Long(0)
			for k := range w.n {
				all = ir.Calc(ir.Or, all, x.word(r, set, ir.Calc(ir.Add, w.at, ir.Num(k))))
			}
			return ir.After(pre, ir.Calc(ir.Not, ir.Calc(ir.Not, all))), true
		}
		found := ir.Within("any", 0, 1)
		end := &ir.Label{Name: "any"}
		pre = append(
			pre,
			ir.Put(found, ir.Num(0)),
			&ir.Stmt{Op: ir.Scope, Label: end, Body: w.words(func(k *ir.Expr) []*ir.Stmt {
				return []*ir.Stmt{
					ir.When(ir.Calc(ir.Not, ir.Calc(ir.Not, x.word(r, set, k))), ir.Put(found, ir.Num(1)), ir.Leave(end)),
				}
			})},
		)
		return ir.After(pre, ir.Read(found)), true
	case ir.SetCount:
		pre, set, w := x.placed(r, e.Args[0])
		if w.n <= unrolled {
			all := ir.Num(0)
			for k := range w.n {
				all = ir.Calc(ir.Add, all, ir.Calc(ir.Ones, x.word(r, set, ir.Calc(ir.Add, w.at, ir.Num(k)))))
			}
			return ir.After(pre, all), true
		}
		n := ir.NewLocal("count", ir.I32)
		pre = append(pre, ir.Put(n, ir.Num(0)))
		pre = append(pre, w.words(func(k *ir.Expr) []*ir.Stmt {
			return []*ir.Stmt{ir.Put(n, ir.Calc(ir.Add, ir.Read(n), ir.Calc(ir.Ones, x.word(r, set, k))))}
		})...)
		return ir.After(pre, ir.Read(n)), true
	}
	return nil, false
}

// unrolled is the number of words up to which what is done with each is written out: a loop takes several times
// as long as the word.
const unrolled = 6

// Words runs a body for every word of a window: unrolled, or in a loop.
func (w window) words(body func(k *ir.Expr) []*ir.Stmt) []*ir.Stmt {
	if w.n <= unrolled {
		var out []*ir.Stmt
		for k := range w.n {
			out = append(out, body(ir.Calc(ir.Add, w.at, ir.Num(k)))...)
		}
		return out
	}
	return w.loop(&ir.Label{Name: "words"}, w.n, body)
}

// loop runs a body for every word of a window in a loop, which is known to take so many rounds.
func (w window) loop(loop *ir.Label, rounds int, body func(k *ir.Expr) []*ir.Stmt) []*ir.Stmt {
	_, most := w.at.Range()
	k, end := ir.Within("k", 0, int(most)+w.n), ir.Calc(ir.Add, w.at, ir.Num(w.n))
	pre := []*ir.Stmt{ir.Put(k, w.at)}
	if _, known := end.Number(); !known {
		l := ir.Within("end", 0, int(most)+w.n)
		pre, end = append(pre, ir.Put(l, end)), ir.Read(l)
	}
	inside := append(body(ir.Read(k)),
		ir.Put(k, ir.Calc(ir.Add, ir.Read(k), ir.Num(1))),
		ir.When(ir.Calc(ir.Eq, ir.Read(k), end), ir.Leave(loop)))
	return append(pre, &ir.Stmt{Op: ir.Loop, Label: loop, Body: inside, Rounds: rounds})
}

// placed is hoisted with where the set lies: the whole board, or a part of it.
func (x *expander) placed(r *ir.Rewriter, e *ir.Expr) ([]*ir.Stmt, *ir.Expr, window) {
	pre, set := x.hoisted(r, e)
	if more, w, ok := x.narrow(set); ok {
		return append(pre, more...), set, w
	}
	return pre, set, window{ir.Num(0), x.p.Words}
}

func (x *expander) stmt(r *ir.Rewriter, s *ir.Stmt) ([]*ir.Stmt, bool) {
	switch s.Op {
	case ir.Each:
		return x.each(r, s), true
	case ir.Assign:
		if s.Local.Type != ir.Set {
			return nil, false
		}
		out, set := x.hoisted(r, s.Args[0])
		for k, l := range x.wordsOf(s.Local) {
			out = append(out, ir.Put(l, x.word(r, set, ir.Num(k))))
		}
		return out, true
	case ir.SetStore:
		pre, set := x.hoisted(r, s.Args[1])
		at, where := r.Rewrite(s.Args[0]), window{ir.Num(0), x.p.Words}
		if by := changed(s, set); by != nil {
			if more, w, ok := x.narrow(by); ok {
				pre, where = append(pre, more...), w
			}
		}
		out := append(pre, where.words(func(k *ir.Expr) []*ir.Stmt {
			return []*ir.Stmt{ir.Write(s.Field, ir.Calc(ir.Add, ir.Calc(ir.Mul, at, ir.Num(x.p.Words)), k), x.word(r, set, k))}
		})...)
		return out, true
	case ir.Include, ir.Exclude:
		i, site := r.Rewrite(s.Args[0]), r.Rewrite(s.Args[1])
		var pre []*ir.Stmt
		if !site.Simple() && x.p.Words > 1 {
			l := ir.NewLocal("t", ir.I32)
			pre = append(pre, ir.Put(l, site))
			site = ir.Read(l)
		}
		at := ir.Calc(ir.Mul, i, ir.Num(x.p.Words))
		low := site
		if x.p.Words > 1 {
			at, low = ir.Calc(ir.Add, at, ir.Calc(ir.Shr, site, ir.Num(6))), ir.Calc(ir.And, site, ir.Num(63))
		}
		if !at.Simple() {
			l := ir.NewLocal("t", ir.I32)
			pre = append(pre, ir.Put(l, at))
			at = ir.Read(l)
		}
		bit := ir.Calc(ir.Shl, ir.Long(1), ir.Calc(ir.Wide, low))
		w := ir.Calc(ir.Or, ir.At(s.Field, at), bit)
		if s.Op == ir.Exclude {
			w = ir.Calc(ir.And, ir.At(s.Field, at), ir.Calc(ir.Xor, bit, ir.Long(^uint64(0))))
		}
		return append(pre, ir.Write(s.Field, at, w)), true
	}
	return nil, false
}

// each takes the sites out of the words one by one. A body that changes memory has
// its set copied first: a region is evaluated completely before it is gone through.
func (x *expander) each(r *ir.Rewriter, s *ir.Stmt) []*ir.Stmt {
	pre, set, where := x.placed(r, s.Args[0])
	if where.n == 2 {
		return append(pre, x.eachOfTwo(r, s, set, where.at)...)
	}
	if x.p.Words > 1 && writes(s.Body) && !untouched(set, s.Body) {
		tmp := x.p.Room("each")
		pre = append(pre, where.words(func(k *ir.Expr) []*ir.Stmt {
			return []*ir.Stmt{ir.Write(tmp, k, x.word(r, set, k))}
		})...)
		set = ir.SetAt(tmp, ir.Num(0))
	}
	body := r.Body(s.Body)
	end := endOf(s)
	inside := func(k *ir.Expr) []*ir.Stmt {
		w, loop := ir.NewLocal("w", ir.I64), &ir.Label{Name: "sites"}
		site := ir.Calc(ir.Add, ir.Calc(ir.Lowest, ir.Read(w)), ir.Calc(ir.Shl, k, ir.Num(6)))
		round := append([]*ir.Stmt{
			ir.When(ir.Calc(ir.Not, ir.Read(w)), ir.Leave(loop)),
			ir.Put(s.Local, site),
			ir.Put(w, ir.Calc(ir.And, ir.Read(w), ir.Calc(ir.Sub, ir.Read(w), ir.Long(1)))),
		}, body...)
		return []*ir.Stmt{ir.Put(w, x.word(r, set, k)), {Op: ir.Loop, Label: loop, Body: round, Rounds: 64}}
	}
	if where.n == 1 {
		return append(pre, &ir.Stmt{Op: ir.Scope, Label: end, Body: inside(where.at)})
	}
	return append(pre, &ir.Stmt{Op: ir.Scope, Label: end, Body: where.loop(&ir.Label{Name: "words"}, 0, inside)})
}

// endOf is the label by which a body leaves an Each.
func endOf(s *ir.Stmt) *ir.Label {
	if s.Label != nil {
		return s.Label
	}
	return &ir.Label{Name: "each"}
}

// eachOfTwo is each of two words, from number at on. Both are variables of one loop: where each has one of its own
// nobody can foresee which of them has a site, nor where the first ends.
func (x *expander) eachOfTwo(r *ir.Rewriter, s *ir.Stmt, set, at *ir.Expr) []*ir.Stmt {
	low, high, w, loop := ir.NewLocal(
		"low",
		ir.I64,
	), ir.NewLocal(
		"high",
		ir.I64,
	), ir.NewLocal(
		"w",
		ir.I64,
	), &ir.Label{
		Name: "sites",
	}
	none, rest := ir.Within("none", 0, 1), ir.NewLocal("rest", ir.I64)
	less := func(w *ir.Local) *ir.Expr {
		return ir.Calc(ir.And, ir.Read(w), ir.Calc(ir.Sub, ir.Read(w), ir.Long(1)))
	}
	word := ir.Calc(ir.Shl, ir.Calc(ir.Add, at, ir.Read(none)), ir.Num(6))
	round := append([]*ir.Stmt{
		ir.When(ir.Calc(ir.Not, ir.Calc(ir.Or, ir.Read(low), ir.Read(high))), ir.Leave(loop)),
		ir.Put(none, ir.Calc(ir.Not, ir.Read(low))),
		ir.Put(w, ir.Cond(ir.Read(none), ir.Read(high), ir.Read(low))),
		ir.Put(s.Local, ir.Calc(ir.Add, ir.Calc(ir.Lowest, ir.Read(w)), word)),
		ir.Put(rest, less(high)),
		ir.Put(high, ir.Cond(ir.Read(none), ir.Read(rest), ir.Read(high))),
		ir.Put(low, less(low)), // of an empty one nothing is left
	}, r.Body(s.Body)...)
	return []*ir.Stmt{
		ir.Put(low, x.word(r, set, at)), ir.Put(high, x.word(r, set, ir.Calc(ir.Add, at, ir.Num(1)))),
		{Op: ir.Scope, Label: endOf(s), Body: []*ir.Stmt{{Op: ir.Loop, Label: loop, Body: round, Rounds: 128}}},
	}
}

// writes reports whether a body may change memory.
func writes(body []*ir.Stmt) bool {
	return slices.ContainsFunc(body, func(s *ir.Stmt) bool {
		switch s.Op {
		case ir.Store, ir.SetStore, ir.Include, ir.Exclude, ir.Save, ir.Restore:
			return true
		}
		return writesIn(s.Args) || writes(s.Body) || writes(s.Else)
	})
}

// writesIn is writes of expressions.
func writesIn(list []*ir.Expr) bool {
	return slices.ContainsFunc(list, func(e *ir.Expr) bool {
		return e.Nodes == 0 && (e.Op == ir.Call || writesIn(e.Args) || writes(e.Stmts()))
	})
}
