package ir

import "math/bits"

// Fold simplifies a program with what is known at compile time: constant operands,
// tables at constant places, bounds of locals, branches that are never taken. It
// evaluates nothing that could fail.
func Fold(p *Program) { FoldSized(p) }

// FoldSized is Fold. It returns how many statements and operations it has come to, the size of the program and of some
// that are gone.
func FoldSized(p *Program) (size int) {
	f := &folder{}
	for _, fn := range p.Funcs {
		fn.Body = f.body(fn.Body)
	}
	return f.met
}

type folder struct{ met int }

func (f *folder) body(body []*Stmt) []*Stmt {
	f.met += len(body)
	out, same := body, true // while nothing has changed
	for at, s := range body {
		for i := range s.Args {
			s.Args[i] = f.expr(s.Args[i])
		}
		s.Body, s.Else = f.body(s.Body), f.body(s.Else)
		stands, itself := []*Stmt(nil), false
		switch {
		case s.Op == If && s.Args[0].Op == Const:
			if stands = s.Body; s.Args[0].K == 0 {
				stands = s.Else
			}
		case s.Op == If && len(s.Body) == 0 && len(s.Else) == 0 && s.Args[0].Pure():
		case s.Op == Each && len(s.Body) == 0 && s.Args[0].Pure():
		case s.Op == Do && s.Args[0].Pure():
		default:
			itself = true
		}
		if same && !itself {
			same, out = false, append(make([]*Stmt, 0, len(body)+len(stands)), body[:at]...)
		}
		switch {
		case itself && same:
			out = body[:at+1]
		case itself:
			out = append(out, s)
		default:
			out = append(out, stands...)
		}
		if n := len(out); n > 0 && (out[n-1].Op == Return || out[n-1].Op == Break || out[n-1].Op == Continue) {
			break // what follows is never reached
		}
	}
	return out[:len(out):len(out)]
}

func (f *folder) expr(e *Expr) *Expr {
	f.met++
	for i := range e.Args {
		e.Args[i] = f.expr(e.Args[i])
	}
	if e.Op == Block {
		if e.Body = f.body(e.Body); len(e.Body) == 0 {
			return e.Args[0]
		}
		return e
	}
	if e.Op == Load {
		if e.Args[0].Op != Const {
			return e
		}
		return At(e.Field, e.Args[0])
	}
	return simplify(e)
}

// simplify returns an expression of the same value whose operands are simplified already.
func simplify(e *Expr) *Expr {
	a := e.Args
	switch len(a) {
	case 1:
		if v, ok := a[0].Number(); ok {
			if r, ok := unary(e.Op, v, a[0].Type); ok {
				return constant(e.Type, r)
			}
		}
		switch {
		case e.Op == Not && a[0].Op == Not && truth(a[0].Args[0]):
			return a[0].Args[0]
		case e.Op == Not && a[0].Op == Eq:
			return &Expr{Op: Ne, Type: I32, Args: a[0].Args}
		case e.Op == Not && a[0].Op == Ne:
			return &Expr{Op: Eq, Type: I32, Args: a[0].Args}
		case e.Op == SetAny && a[0].Op == SetConst:
			return Truth(!empty(a[0].Words))
		case e.Op == SetCount && a[0].Op == SetConst:
			return Num(count(a[0].Words))
		}
	case 2:
		x, xok := a[0].Number()
		y, yok := a[1].Number()
		if xok && yok {
			if r, ok := binary(e.Op, x, y, a[0].Type); ok {
				return constant(e.Type, r)
			}
		}
		return simplify2(e, x, y, xok, yok)
	case 3:
		if c, ok := a[0].Number(); ok && (e.Op == Choose || e.Op == SetSelect) {
			if c != 0 {
				return a[1]
			}
			return a[2]
		}
		if e.Op == Choose && a[1].Is(1) && a[2].Is(0) && truth(a[0]) {
			return a[0]
		}
	}
	return e
}

// constant is a constant of an integer type.
func constant(t Type, v int64) *Expr {
	if t == I32 {
		return Num(int(v))
	}
	return &Expr{Op: Const, Type: t, K: v}
}

func truth(e *Expr) bool {
	lo, hi := e.Range()
	return e.Type == I32 && lo >= 0 && hi <= 1
}

func empty(words []uint64) bool {
	for _, w := range words {
		if w != 0 {
			return false
		}
	}
	return true
}

// count is the number of bits of a set.
func count(words []uint64) (n int) {
	for _, w := range words {
		n += bits.OnesCount64(w)
	}
	return n
}

func simplify2(e *Expr, x, y int64, xok, yok bool) *Expr {
	a, b := e.Args[0], e.Args[1]
	switch e.Op {
	case Add, Or, Xor:
		if xok && x == 0 {
			return b
		}
		if yok && y == 0 {
			return a
		}
	case Sub, Shl, Shr:
		if yok && y == 0 {
			return a
		}
	case And:
		if xok && x == 0 && b.Pure() || yok && y == 0 && a.Pure() {
			return constant(e.Type, 0)
		}
	case Mul:
		if xok && x == 1 {
			return b
		}
		if yok && y == 1 {
			return a
		}
		if xok && x == 0 && b.Pure() || yok && y == 0 && a.Pure() {
			return constant(e.Type, 0)
		}
	case Div, Rem:
		if yok && y > 0 && y&(y-1) == 0 && a.Type == I32 {
			if lo, _ := a.Range(); lo >= 0 {
				if e.Op == Rem {
					return Calc(And, a, Num(int(y-1)))
				}
				return Calc(Shr, a, Num(bits.TrailingZeros64(uint64(y))))
			}
		}
		if yok && y > 1 && a.Type == I32 && a.Simple() {
			// a/y is a·⌈2³²/y⌉ / 2³² as long as a·y < 2³².
			if lo, hi := a.Range(); lo >= 0 && hi*y < 1<<32 {
				q := Calc(Narrow, Calc(Shr, Calc(Mul, Calc(Wide, a), Long((1<<32+uint64(y)-1)/uint64(y))), Long(32)))
				if e.Op == Div {
					return q
				}
				return Calc(Sub, a, Calc(Mul, q, Num(int(y))))
			}
		}
	case Both:
		switch {
		case xok && x == 0:
			return Num(0)
		case xok && truth(b):
			return b
		case yok && y == 0 && a.Pure():
			return Num(0)
		case yok && y != 0 && truth(a):
			return a
		}
	case Either:
		switch {
		case xok && x != 0:
			return Num(1)
		case xok && truth(b):
			return b
		case yok && y == 0 && truth(a):
			return a
		case yok && y != 0 && a.Pure():
			return Num(1)
		}
	case Eq, Ne, Lt, Le, Below:
		return compareRanges(e)
	case SetHas:
		if a.Op == SetConst && yok {
			if y < 0 {
				return Num(0)
			}
			return Truth(y>>6 < int64(len(a.Words)) && a.Words[y>>6]>>(y&63)&1 != 0)
		}
		if a.Op == SetConst && empty(a.Words) && b.Pure() {
			return Num(0)
		}
	case SetAnd, SetOr, SetMinus:
		return simplifySets(e)
	}
	return e
}

// compareRanges decides comparisons by the bounds of the operands.
func compareRanges(e *Expr) *Expr {
	a, b := e.Args[0], e.Args[1]
	if a.Type != I32 || !a.Pure() || !b.Pure() {
		return e
	}
	al, ah := a.Range()
	bl, bh := b.Range()
	apart := ah < bl || bh < al
	switch {
	case e.Op == Eq && apart:
		return Num(0)
	case e.Op == Ne && apart:
		return Num(1)
	case e.Op == Lt && ah < bl, e.Op == Le && ah <= bl, e.Op == Below && al >= 0 && ah < bl:
		return Num(1)
	case e.Op == Lt && al >= bh, e.Op == Le && al > bh:
		return Num(0)
	}
	return e
}

func simplifySets(e *Expr) *Expr {
	a, b := e.Args[0], e.Args[1]
	if a.Op == SetConst && b.Op == SetConst {
		words := make([]uint64, len(a.Words))
		for i := range words {
			switch e.Op {
			case SetAnd:
				words[i] = a.Words[i] & b.Words[i]
			case SetOr:
				words[i] = a.Words[i] | b.Words[i]
			default:
				words[i] = a.Words[i] &^ b.Words[i]
			}
		}
		return SetOf(words)
	}
	if e.Op == SetAnd && b.Op == SetConst && a.Op == SetAnd && a.Args[1].Op == SetConst {
		return Calc(SetAnd, a.Args[0], Calc(SetAnd, a.Args[1], b))
	}
	none := func(x *Expr) bool { return x.Op == SetConst && empty(x.Words) }
	switch {
	case none(b) && e.Op != SetAnd, none(a) && e.Op == SetMinus, none(a) && e.Op == SetAnd:
		return a
	case none(a) && e.Op == SetOr, none(b) && e.Op == SetAnd:
		return b
	}
	return e
}

func unary(op Op, v int64, t Type) (int64, bool) {
	switch op {
	case Not:
		return boolean(v == 0), true
	case Wide:
		return int64(uint32(v)), true
	case Narrow:
		return int64(int32(v)), true
	case Ones:
		return int64(bits.OnesCount64(uint64(v))), true
	case Lowest:
		return int64(bits.TrailingZeros64(uint64(v))), true
	}
	return 0, false
}

func boolean(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

func binary(op Op, x, y int64, t Type) (int64, bool) {
	width := uint64(63)
	if t == I32 {
		width = 31
	}
	var r int64
	switch op {
	case Add:
		r = x + y
	case Sub:
		r = x - y
	case Mul:
		r = x * y
	case Div, Rem:
		if y == 0 || y == -1 {
			return 0, false
		}
		if r = x / y; op == Rem {
			r = x % y
		}
	case And:
		r = x & y
	case Or:
		r = x | y
	case Xor:
		r = x ^ y
	case Shl:
		r = x << (uint64(y) & width)
	case Shr:
		if t == I32 {
			return int64(int32(uint32(x) >> (uint64(y) & width))), true
		}
		r = int64(uint64(x) >> (uint64(y) & width))
	case Eq:
		return boolean(x == y), true
	case Ne:
		return boolean(x != y), true
	case Lt:
		return boolean(x < y), true
	case Le:
		return boolean(x <= y), true
	case Below:
		if t == I32 {
			return boolean(uint32(x) < uint32(y)), true
		}
		return boolean(uint64(x) < uint64(y)), true
	case Both:
		return boolean(x != 0 && y != 0), true
	case Either:
		return boolean(x != 0 || y != 0), true
	default:
		return 0, false
	}
	if t == I32 {
		r = int64(int32(r))
	}
	return r, true
}
