package closure

import (
	"encoding/binary"
	"math/bits"

	"github.com/astragal/astragal/engine/internal/ir"
)

// Values of type I32 are kept with their sign in 64 bits.

func (k *compiler) expr(e *ir.Expr) expr {
	k.weight++
	switch e.Op {
	case ir.Const:
		v := e.K
		return func(*frame) int64 { return v }
	case ir.Get:
		at := k.places.Of(e.Local)
		return func(f *frame) int64 { return f.locals[at] }
	case ir.Load:
		return k.load(e)
	case ir.EqualBits, ir.LessBits, ir.EqualFrom:
		return k.compared(e)
	case ir.Eq, ir.Ne, ir.Lt, ir.Le, ir.Below, ir.Not, ir.Both, ir.Either:
		c := k.cond(e)
		return func(f *frame) int64 {
			if c(f) {
				return 1
			}
			return 0
		}
	case ir.Choose:
		c, yes, no := k.cond(e.Args[0]), k.expr(e.Args[1]), k.expr(e.Args[2])
		return func(f *frame) int64 {
			if c(f) {
				return yes(f)
			}
			return no(f)
		}
	case ir.Wide:
		if v := e.Args[0]; v.Op == ir.Get {
			at := k.places.Of(v.Local)
			return func(f *frame) int64 { return int64(uint32(f.locals[at])) }
		}
		a := k.expr(e.Args[0])
		return func(f *frame) int64 { return int64(uint32(a(f))) }
	case ir.Narrow:
		if bit := k.bit(e.Args[0]); bit != nil {
			return func(f *frame) int64 {
				if bit(f) {
					return 1
				}
				return 0
			}
		}
		a := k.expr(e.Args[0])
		return func(f *frame) int64 { return int64(int32(a(f))) }
	case ir.Ones:
		a := k.expr(e.Args[0])
		return func(f *frame) int64 { return int64(bits.OnesCount64(uint64(a(f)))) }
	case ir.Lowest:
		a := k.expr(e.Args[0])
		return func(f *frame) int64 { return int64(bits.TrailingZeros64(uint64(a(f)))) }
	case ir.Above:
		a := k.expr(e.Args[0])
		return func(f *frame) int64 { return int64(bits.LeadingZeros64(uint64(a(f)))) }
	case ir.AddFloat, ir.SubFloat, ir.MulFloat, ir.DivFloat, ir.LessFloat, ir.EqualFloat, ir.Least, ir.Greatest, ir.Root,
		ir.Float, ir.Single, ir.Truncate:
		return k.fraction(e)
	case ir.Call:
		return k.call(e)
	case ir.Block:
		body, a := k.body(e.Stmts()), k.expr(e.Args[0])
		return func(f *frame) int64 { body(f); return a(f) }
	}
	if e.Op == ir.Shl && e.Args[0].Is(1) && e.Args[1].Op == ir.Wide {
		if at := within(e.Args[1].Args[0]); at != nil { // the bit of a site, which is put into a set or taken out
			by := k.places.Of(at)
			return func(f *frame) int64 { return 1 << (f.locals[by] & 63) }
		}
	}
	if x := e.Args[0]; x.Op == ir.Get {
		if out := k.ofLocal(e.Op, e.Type, k.places.Of(x.Local), e.Args[1]); out != nil {
			return out
		}
	}
	x := k.expr(e.Args[0])
	if y := e.Args[1]; y.Op == ir.Get {
		if out := withLocal(e.Op, e.Type, x, k.places.Of(y.Local)); out != nil {
			return out
		}
	}
	if y, ok := e.Args[1].Number(); ok {
		if out := withConst(e.Op, e.Type, x, y); out != nil {
			return out
		}
	}
	return arithmetic(e.Op, e.Type, x, k.expr(e.Args[1]))
}

// within is the variable whose value is an expression, or its low bits, by which a word is shifted; nil for none.
func within(e *ir.Expr) *ir.Local {
	if e.Op == ir.And && e.Args[1].Is(63) {
		e = e.Args[0]
	}
	return e.Local
}

// bit makes the closure of whether the bit of a word is set that lies at a place, or at the low bits of one; nil for
// other expressions. Whether a site is in a set is asked so.
func (k *compiler) bit(e *ir.Expr) cond {
	if e.Op != ir.And || !e.Args[1].Is(1) || e.Args[0].Op != ir.Shr || e.Args[0].Type != ir.I64 {
		return nil
	}
	word, at := e.Args[0].Args[0], e.Args[0].Args[1]
	if at.Op != ir.Wide {
		return nil
	}
	if at = at.Args[0]; at.Op == ir.And && at.Args[1].Is(63) {
		at = at.Args[0]
	}
	if at.Op == ir.Get && word.Op == ir.Load {
		if bit := k.member(word.Field, word.Args[0], at.Local); bit != nil {
			return bit
		}
	}
	x := k.expr(word)
	if at.Op == ir.Get {
		by := k.places.Of(at.Local)
		return func(f *frame) bool { w := uint64(x(f)); return w>>(f.locals[by]&63)&1 != 0 }
	}
	y := k.expr(at)
	return func(f *frame) bool { w := uint64(x(f)); return w>>(y(f)&63)&1 != 0 }
}

// member makes the closure of whether a site, which is a variable, is in a set at a constant place; nil where the word
// of the site is not told in one of the ways that sets are expanded to.
func (k *compiler) member(field *ir.Field, word *ir.Expr, site *ir.Local) cond {
	first := 0
	if word.Op == ir.Add {
		n, is := word.Args[0].Number()
		if word = word.Args[1]; !is {
			return nil
		}
		first = int(n)
	}
	if n, is := word.Number(); is {
		to, by := field.Addr+(first+int(n))<<3, k.places.Of(site)
		return func(f *frame) bool {
			return binary.LittleEndian.Uint64(f.mem[to:])>>(f.locals[by]&63)&1 != 0
		}
	}
	if word.Op != ir.Shr || !reads(word.Args[0], site) || !word.Args[1].Is(6) {
		return nil
	}
	to, by := field.Addr+first<<3, k.places.Of(site)
	return func(f *frame) bool {
		s := f.locals[by]
		return binary.LittleEndian.Uint64(f.mem[to+int(int32(uint32(s)>>6))<<3:])>>(s&63)&1 != 0
	}
}

// ofLocal is an operation on a variable and a constant or a variable, nil for one that has no form of its own.
func (k *compiler) ofLocal(op ir.Op, t ir.Type, x int, e *ir.Expr) expr {
	if y, ok := e.Number(); ok && t == ir.I32 {
		switch op {
		case ir.Add:
			return func(f *frame) int64 { return int64(int32(f.locals[x] + y)) }
		case ir.Mul:
			return func(f *frame) int64 { return int64(int32(f.locals[x] * y)) }
		case ir.And:
			return func(f *frame) int64 { return f.locals[x] & y }
		case ir.Shr:
			return func(f *frame) int64 { return int64(int32(uint32(f.locals[x]) >> (y & 31))) }
		case ir.Shl:
			return func(f *frame) int64 { return int64(int32(f.locals[x] << (y & 31))) }
		}
		return nil
	}
	if e.Op != ir.Get {
		return nil
	}
	y := k.places.Of(e.Local)
	switch {
	case op == ir.And:
		return func(f *frame) int64 { return f.locals[x] & f.locals[y] }
	case op == ir.Or:
		return func(f *frame) int64 { return f.locals[x] | f.locals[y] }
	case op == ir.Add && t == ir.I32:
		return func(f *frame) int64 { return int64(int32(f.locals[x] + f.locals[y])) }
	}
	return nil
}

// compared makes the closure of a comparison of 64 elements of a field with a number, which gives bits.
func (k *compiler) compared(e *ir.Expr) expr {
	field, less := e.Field, e.Op == ir.LessBits
	with, word := k.expr(e.Args[0]), k.expr(e.Args[1])
	if e.Op == ir.EqualFrom {
		return func(f *frame) (found int64) {
			v, first := with(f), int(word(f))
			for i := max(0, -first); i < min(field.Len-first, 16); i++ {
				if element(f.mem, field, first+i) == v {
					found |= 1 << i
				}
			}
			return found
		}
	}
	return func(f *frame) (found int64) {
		v, first := with(f), 64*int(word(f))
		for i := range min(field.Len-first, 64) {
			if x := element(f.mem, field, first+i); x == v && !less || x < v && less {
				found |= 1 << i
			}
		}
		return found
	}
}

// call makes the closure of a call. Its operands are evaluated in the frame of the caller.
func (k *compiler) call(e *ir.Expr) expr {
	fn := k.code.funcs[e.Callee()]
	args := make([]expr, len(e.Args))
	for i, a := range e.Args {
		args[i] = k.expr(a)
	}
	return func(f *frame) int64 {
		m := fn.made.Load()
		if m == nil {
			m = fn.get()
		}
		inner := f.in.enter(m)
		for i, a := range args {
			inner.locals[i] = a(f)
		}
		m.run(inner)
		f.in.depth--
		return inner.result
	}
}

// withConst is an operation whose second operand is a constant, nil for one that has no form of its own.
func withConst(op ir.Op, t ir.Type, x expr, y int64) expr {
	if t == ir.I64 {
		switch op {
		case ir.And:
			return func(f *frame) int64 { return x(f) & y }
		case ir.Xor:
			return func(f *frame) int64 { return x(f) ^ y }
		case ir.Shl:
			return func(f *frame) int64 { return x(f) << (y & 63) }
		case ir.Shr:
			return func(f *frame) int64 { return int64(uint64(x(f)) >> (y & 63)) }
		}
		return nil
	}
	switch op {
	case ir.Add:
		return func(f *frame) int64 { return int64(int32(x(f) + y)) }
	case ir.Sub:
		return func(f *frame) int64 { return int64(int32(x(f) - y)) }
	case ir.Mul:
		return func(f *frame) int64 { return int64(int32(x(f) * y)) }
	case ir.And:
		return func(f *frame) int64 { return x(f) & y }
	case ir.Shl:
		return func(f *frame) int64 { return int64(int32(x(f) << (y & 31))) }
	case ir.Shr:
		return func(f *frame) int64 { return int64(int32(uint32(x(f)) >> (y & 31))) }
	}
	return nil
}

// withLocal is an operation whose second operand is a variable, nil for one that has no form of its own.
func withLocal(op ir.Op, t ir.Type, x expr, y int) expr {
	switch {
	case op == ir.And:
		return func(f *frame) int64 { return x(f) & f.locals[y] }
	case op == ir.Or:
		return func(f *frame) int64 { return x(f) | f.locals[y] }
	case op == ir.Add && t == ir.I32:
		return func(f *frame) int64 { return int64(int32(x(f) + f.locals[y])) }
	case op == ir.Sub && t == ir.I32:
		return func(f *frame) int64 { return int64(int32(x(f) - f.locals[y])) }
	case op == ir.Shr && t == ir.I64:
		return func(f *frame) int64 { return int64(uint64(x(f)) >> (f.locals[y] & 63)) }
	}
	return nil
}

// arithmetic is an operation on two numbers of a type.
func arithmetic(op ir.Op, t ir.Type, x, y expr) expr {
	wide := t == ir.I64
	switch op {
	case ir.Add:
		if wide {
			return func(f *frame) int64 { a := x(f); return a + y(f) }
		}
		return func(f *frame) int64 { a := x(f); return int64(int32(a + y(f))) }
	case ir.Sub:
		if wide {
			return func(f *frame) int64 { a := x(f); return a - y(f) }
		}
		return func(f *frame) int64 { a := x(f); return int64(int32(a - y(f))) }
	case ir.Mul:
		if wide {
			return func(f *frame) int64 { a := x(f); return a * y(f) }
		}
		return func(f *frame) int64 { a := x(f); return int64(int32(a * y(f))) }
	case ir.Div:
		if wide {
			return func(f *frame) int64 { a := x(f); return a / y(f) }
		}
		return func(f *frame) int64 { a := x(f); return int64(int32(a / y(f))) }
	case ir.Rem:
		return func(f *frame) int64 { a := x(f); return a % y(f) }
	case ir.And:
		return func(f *frame) int64 { a := x(f); return a & y(f) }
	case ir.Or:
		return func(f *frame) int64 { a := x(f); return a | y(f) }
	case ir.Xor:
		return func(f *frame) int64 { a := x(f); return a ^ y(f) }
	case ir.Shl:
		if wide {
			return func(f *frame) int64 { a := x(f); return a << (y(f) & 63) }
		}
		return func(f *frame) int64 { a := x(f); return int64(int32(a << (y(f) & 31))) }
	case ir.Shr:
		if wide {
			return func(f *frame) int64 { a := x(f); return int64(uint64(a) >> (y(f) & 63)) }
		}
		return func(f *frame) int64 { a := x(f); return int64(int32(uint32(a) >> (y(f) & 31))) }
	}
	panic("closure: operation " + op.String() + " was not expanded")
}

// cond makes the closure of a condition, which holds where an expression is not 0.
func (k *compiler) cond(e *ir.Expr) cond {
	k.weight++
	switch e.Op {
	case ir.Not:
		c := k.cond(e.Args[0])
		return func(f *frame) bool { return !c(f) }
	case ir.Both:
		a, b := k.cond(e.Args[0]), k.cond(e.Args[1])
		return func(f *frame) bool { return a(f) && b(f) }
	case ir.Either:
		a, b := k.cond(e.Args[0]), k.cond(e.Args[1])
		return func(f *frame) bool { return a(f) || b(f) }
	case ir.Eq, ir.Ne, ir.Lt, ir.Le, ir.Below:
		return k.comparison(e)
	}
	switch e.Op {
	case ir.Get:
		at := k.places.Of(e.Local)
		return func(f *frame) bool { return f.locals[at] != 0 }
	case ir.Narrow:
		if bit := k.bit(e.Args[0]); bit != nil {
			return bit
		}
	}
	v := k.expr(e)
	return func(f *frame) bool { return v(f) != 0 }
}

func (k *compiler) comparison(e *ir.Expr) cond {
	c, ok := e.Args[1].Number()
	if l := e.Args[0]; ok && l.Op == ir.Get {
		at := k.places.Of(l.Local)
		switch e.Op {
		case ir.Eq:
			return func(f *frame) bool { return f.locals[at] == c }
		case ir.Ne:
			return func(f *frame) bool { return f.locals[at] != c }
		case ir.Lt:
			return func(f *frame) bool { return f.locals[at] < c }
		}
	}
	if l, r := e.Args[0], e.Args[1]; l.Op == ir.Get && r.Op == ir.Get {
		a, b := k.places.Of(l.Local), k.places.Of(r.Local)
		switch e.Op {
		case ir.Eq:
			return func(f *frame) bool { return f.locals[a] == f.locals[b] }
		case ir.Ne:
			return func(f *frame) bool { return f.locals[a] != f.locals[b] }
		case ir.Lt:
			return func(f *frame) bool { return f.locals[a] < f.locals[b] }
		}
	}
	x := k.expr(e.Args[0])
	if ok {
		switch e.Op {
		case ir.Eq:
			return func(f *frame) bool { return x(f) == c }
		case ir.Ne:
			return func(f *frame) bool { return x(f) != c }
		case ir.Lt:
			return func(f *frame) bool { return x(f) < c }
		case ir.Le:
			return func(f *frame) bool { return x(f) <= c }
		}
		// Numbers with their sign are in the same order without it in 64 bits as in 32.
		return func(f *frame) bool { return uint64(x(f)) < uint64(c) }
	}
	y := k.expr(e.Args[1])
	switch e.Op {
	case ir.Eq:
		return func(f *frame) bool { a := x(f); return a == y(f) }
	case ir.Ne:
		return func(f *frame) bool { a := x(f); return a != y(f) }
	case ir.Lt:
		return func(f *frame) bool { a := x(f); return a < y(f) }
	case ir.Le:
		return func(f *frame) bool { a := x(f); return a <= y(f) }
	}
	return func(f *frame) bool { a := x(f); return uint64(a) < uint64(y(f)) }
}
