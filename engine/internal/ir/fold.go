package ir

import (
	"math/bits"
)

// Fold simplifies a program with what is known at compile time: constant operands,
// tables at constant places, bounds of locals, branches that are never taken. It
// evaluates nothing that could fail.
func Fold(p *Program) { FoldSized(p) }

// FoldSized is Fold. It returns how many statements and operations it has come to, the size of the program and of some
// that are gone, and the same of the largest function.
func FoldSized(p *Program) (size, largest int) {
	f := &folder{}
	for _, fn := range p.Funcs {
		before := f.met
		fn.Body = f.body(fn.Body)
		largest = max(largest, f.met-before)
	}
	return f.met, largest
}

type folder struct{ met int }

func (f *folder) body(body []*Stmt) []*Stmt {
	f.met += len(body)
	out, same := body, true // while nothing has changed
	for at, s := range body {
		f.exprs(s.Args)
		if len(s.Body) > 0 || len(s.Else) > 0 {
			s.Body, s.Else = f.body(s.Body), f.body(s.Else)
		}
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

// Exprs simplifies expressions where they are. Most stay the same, and those are not written.
func (f *folder) exprs(list []*Expr) {
	for i, e := range list {
		if e.Simple() {
			f.met++
		} else if x := f.expr(e); x != e {
			list[i] = x
		}
	}
}

func (f *folder) expr(e *Expr) *Expr {
	f.met++
	if len(e.Args) > 0 {
		f.exprs(e.Args)
		e.Weigh()
	}
	if e.Op == Block {
		e.SetStmts(f.body(e.Stmts()))
		if len(e.Stmts()) == 0 {
			return e.Args[0]
		}
		return e
	}
	if e.Op == Load {
		if e.Args[0].Op != Const || e.Field.Kind != Table {
			return e
		}
		return At(e.Field, e.Args[0])
	}
	return Simplify(e)
}

// Simplify returns an expression of the same value whose operands are simplified already.
func Simplify(e *Expr) *Expr {
	r := (*Expr)(nil)
	switch a := e.Args; len(a) {
	case 1:
		r = simplify1(e.Op, e.Type, a[0])
	case 2:
		if r = simplify2(e.Op, e.Type, a[0], a[1]); r == nil && e.Op == And {
			// Not when code is made: estimates of what it costs, and with them plays, depend on it.
			switch {
			case a[0].Is(-1):
				return a[1]
			case a[1].Is(-1):
				return a[0]
			}
		}
	case 3:
		r = simplify3(e.Op, a[0], a[1], a[2])
	}
	if r != nil {
		return r
	}
	return e
}

// simplify1 is an expression of the same value as an operation on one operand, nil where there is none that is simpler;
// so are simplify2 and simplify3.
func simplify1(op Op, t Type, a *Expr) *Expr {
	if v, ok := a.Number(); ok {
		if r, ok := EvalUnary(op, v, a.Type); ok {
			return Constant(t, r)
		}
	}
	switch {
	case op == Not && a.Op == Not && truth(a.Args[0]):
		return a.Args[0]
	case op == Not && a.Op == Eq:
		return (&Expr{Op: Ne, Type: I32, Args: a.Args}).Weigh()
	case op == Not && a.Op == Ne:
		return (&Expr{Op: Eq, Type: I32, Args: a.Args}).Weigh()
	case op == SetAny && a.Op == SetConst:
		return Truth(!Empty(a.Bits()))
	case op == SetCount && a.Op == SetConst:
		return Num(CountBits(a.Bits()))
	}
	return nil
}

func simplify3(op Op, c, yes, no *Expr) *Expr {
	if v, ok := c.Number(); ok && (op == Choose || op == SetSelect) {
		if v != 0 {
			return yes
		}
		return no
	}
	if op == Choose && yes.Is(1) && no.Is(0) && truth(c) {
		return c
	}
	return nil
}

// Constant is a constant of an integer type.
func Constant(t Type, v int64) *Expr {
	if t == I32 {
		return Num(int(v))
	}
	return &Expr{Op: Const, Type: t, Nodes: 1, K: v}
}

func truth(e *Expr) bool {
	lo, hi := e.Range()
	return e.Type == I32 && lo >= 0 && hi <= 1
}

// Empty reports whether a set has no bits.
func Empty(words []uint64) bool {
	for _, w := range words {
		if w != 0 {
			return false
		}
	}
	return true
}

// CountBits is the number of bits of a set.
func CountBits(words []uint64) (n int) {
	for _, w := range words {
		n += bits.OnesCount64(w)
	}
	return n
}

func simplify2(op Op, t Type, a, b *Expr) *Expr {
	x, xok := a.Number()
	y, yok := b.Number()
	if xok && yok {
		if r, ok := EvalBinary(op, x, y, a.Type); ok {
			return Constant(t, r)
		}
	}
	switch op {
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
			return Constant(t, 0)
		}
	case Mul:
		if xok && x == 1 {
			return b
		}
		if yok && y == 1 {
			return a
		}
		if xok && x == 0 && b.Pure() || yok && y == 0 && a.Pure() {
			return Constant(t, 0)
		}
	case Div, Rem:
		if yok && y > 0 && y&(y-1) == 0 && a.Type == I32 {
			if lo, _ := a.Range(); lo >= 0 {
				if op == Rem {
					return Calc(And, a, Num(int(y-1)))
				}
				return Calc(Shr, a, Num(bits.TrailingZeros64(uint64(y))))
			}
		}
		if yok && y > 1 && a.Type == I32 && a.Simple() {
			// a/y is a·⌈2³²/y⌉ / 2³² as long as a·y < 2³².
			if lo, hi := a.Range(); lo >= 0 && hi*y < 1<<32 {
				q := Calc(Narrow, Calc(Shr, Calc(Mul, Calc(Wide, a), Long((1<<32+uint64(y)-1)/uint64(y))), Long(32)))
				if op == Div {
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
		return CompareRanges(op, a, b)
	case SetHas:
		if a.Op == SetConst && yok {
			if y < 0 {
				return Num(0)
			}
			return Truth(y>>6 < int64(len(a.Bits())) && a.Bits()[y>>6]>>(y&63)&1 != 0)
		}
		if a.Op == SetConst && Empty(a.Bits()) && b.Pure() {
			return Num(0)
		}
	case SetAnd, SetOr, SetMinus:
		return simplifySets(op, a, b)
	}
	return nil
}

// CompareRanges decides comparisons by the bounds of the operands.
func CompareRanges(op Op, a, b *Expr) *Expr {
	if a.Type != I32 || !a.Pure() || !b.Pure() {
		return nil
	}
	al, ah := a.Range()
	bl, bh := b.Range()
	apart := ah < bl || bh < al
	switch {
	case op == Eq && apart:
		return Num(0)
	case op == Ne && apart:
		return Num(1)
	case op == Lt && ah < bl, op == Le && ah <= bl, op == Below && al >= 0 && ah < bl:
		return Num(1)
	case op == Lt && al >= bh, op == Le && al > bh:
		return Num(0)
	}
	return nil
}

func simplifySets(op Op, a, b *Expr) *Expr {
	if a.Op == SetConst && b.Op == SetConst {
		words := make([]uint64, len(a.Bits()))
		for i := range words {
			switch op {
			case SetAnd:
				words[i] = a.Bits()[i] & b.Bits()[i]
			case SetOr:
				words[i] = a.Bits()[i] | b.Bits()[i]
			default:
				words[i] = a.Bits()[i] &^ b.Bits()[i]
			}
		}
		return SetOf(words)
	}
	if op == SetAnd && b.Op == SetConst && a.Op == SetAnd && a.Args[1].Op == SetConst {
		return Calc(SetAnd, a.Args[0], Calc(SetAnd, a.Args[1], b))
	}
	none := func(x *Expr) bool { return x.Op == SetConst && Empty(x.Bits()) }
	switch {
	case none(b) && op != SetAnd, none(a) && op == SetMinus, none(a) && op == SetAnd:
		return a
	case none(a) && op == SetOr, none(b) && op == SetAnd:
		return b
	}
	return nil
}

// EvalUnary is the value of an operation of one integer, which it has unless it would fail.
func EvalUnary(op Op, v int64, t Type) (int64, bool) {
	switch op {
	case Not:
		return Boolean(v == 0), true
	case Wide:
		return int64(uint32(v)), true
	case Narrow:
		return int64(int32(v)), true
	case Ones:
		return int64(bits.OnesCount64(uint64(v))), true
	case Lowest:
		return int64(bits.TrailingZeros64(uint64(v))), true
	case Above:
		return int64(bits.LeadingZeros64(uint64(v))), true
	}
	return unaryFloat(op, v)
}

// Boolean is 1 for true, 0 for false.
func Boolean(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// EvalBinary is the value of an operation of two integers, which it has unless it would fail.
func EvalBinary(op Op, x, y int64, t Type) (int64, bool) {
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
		return Boolean(x == y), true
	case Ne:
		return Boolean(x != y), true
	case Lt:
		return Boolean(x < y), true
	case Le:
		return Boolean(x <= y), true
	case Below:
		if t == I32 {
			return Boolean(uint32(x) < uint32(y)), true
		}
		return Boolean(uint64(x) < uint64(y)), true
	case Both:
		return Boolean(x != 0 && y != 0), true
	case Either:
		return Boolean(x != 0 || y != 0), true
	default:
		return binaryFloat(op, x, y)
	}
	if t == I32 {
		r = int64(int32(r))
	}
	return r, true
}
