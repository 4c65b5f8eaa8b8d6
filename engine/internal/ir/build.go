package ir

import (
	"math"
	"math/bits"
	"slices"
)

// The constructors of expressions fold constants and drop what has no effect on
// the value, so that code specialised for a player or a site comes out short.

// Num is the constant v of type I32.
func Num(v int) *Expr {
	if i := v - leastKept; i >= 0 && i < len(numbersKept) {
		return &numbersKept[i]
	}
	return &Expr{Op: Const, Type: I32, Nodes: 1, K: int64(int32(v))}
}

// numbersKept are the constants from leastKept on that programs are full of, which all of them share.
var numbersKept [1 << 10]Expr

const leastKept = -16

func init() {
	for i := range numbersKept {
		numbersKept[i] = Expr{Op: Const, Type: I32, Nodes: 1, K: int64(i + leastKept)}
	}
	for i := range longsKept {
		longsKept[i] = Expr{Op: Const, Type: I64, Nodes: 1, K: int64(i - 1)}
	}
}

// unaryExpr and binaryExpr are expressions together with the list of their operands, which are made at once.
type (
	unaryExpr struct {
		Expr
		args [1]*Expr
	}
	binaryExpr struct {
		Expr
		args [2]*Expr
	}
)

// unaryOf is an operation of some type on one operand.
func unaryOf(op Op, t Type, f *Field, a *Expr) *Expr {
	e := &unaryExpr{Expr: Expr{Op: op, Type: t, Field: f}, args: [1]*Expr{a}}
	e.Args = e.args[:]
	e.Weigh()
	return &e.Expr
}

// Binary is an operation of some type on two operands.
func Binary(op Op, t Type, f *Field, a, b *Expr) *Expr {
	e := &binaryExpr{Expr: Expr{Op: op, Type: t, Field: f}, args: [2]*Expr{a, b}}
	e.Args = e.args[:]
	e.Weigh()
	return &e.Expr
}

// Weigh notes how many operations are in an expression, after its operands have been weighed; it returns it.
func (e *Expr) Weigh() *Expr {
	n, sets := 1, Boolean(e.Op >= SetConst)
	if e.Op == Call || e.Op == Block || e.Field != nil && e.Field.Snapshot {
		n = mostWeighed
	}
	for _, a := range e.Args {
		if a.Nodes == 0 {
			n = mostWeighed
			break
		}
		n, sets = n+int(a.Nodes), sets+int64(a.Sets)
	}
	if n >= mostWeighed {
		n, sets = 0, 0
	}
	if e.Nodes != uint16(n) || e.Sets != uint16(sets) { // others may read what is as it was
		e.Nodes, e.Sets = uint16(n), uint16(sets)
	}
	return e
}

// mostWeighed is the number of operations from which on they are not counted.
const mostWeighed = 1 << 16

// Long is the constant v of type I64.
//
//go:noinline
func Long(v uint64) *Expr {
	if i := v + 1; i < uint64(len(longsKept)) {
		return &longsKept[i]
	}
	return &Expr{Op: Const, Type: I64, Nodes: 1, K: int64(v)}
}

// longsKept are the constants from -1 on that all programs share.
var longsKept [66]Expr

// Truth is the constant 0 or 1.
func Truth(b bool) *Expr {
	if b {
		return Num(1)
	}
	return Num(0)
}

// Read is the value of a local.
func Read(l *Local) *Expr {
	if l.Read.Local == nil {
		l.readable()
	}
	return &l.Read
}

// readable makes the read of a local. It is called in few of the many places that read one.
//
//go:noinline
func (l *Local) readable() { l.Read = Expr{Op: Get, Type: l.Type, Nodes: 1, Local: l} }

// At is element i of a field.
func At(f *Field, i *Expr) *Expr {
	if v, ok := i.Number(); ok && f.Kind == Table && v >= 0 && int(v) < f.Len {
		w := int64(0)
		if int(v) < len(f.Init) {
			w = f.Init[v]
		}
		return &Expr{Op: Const, Type: f.Elem.Type(), Nodes: 1, K: w}
	}
	return unaryOf(Load, f.Elem.Type(), f, i)
}

// SetAt is set number i of a field.
func SetAt(f *Field, i *Expr) *Expr { return unaryOf(SetLoad, Set, f, i) }

// SitesEqual is the set of the sites whose element of a field is v.
func SitesEqual(f *Field, v *Expr) *Expr {
	return unaryOf(SetEqual, Set, f, v)
}

// SitesLess is the set of the sites whose element of a field is less than v.
func SitesLess(f *Field, v *Expr) *Expr {
	return unaryOf(SetLess, Set, f, v)
}

// EqualsFrom tells which of 16 elements of a field of bytes are v, from one on: see EqualFrom.
func EqualsFrom(f *Field, v, first *Expr) *Expr {
	return Binary(EqualFrom, I64, f, v, first)
}

// Compares reports whether all elements of a field can be compared with a number at once.
func (f *Field) Compares(v *Expr) bool {
	lo, hi := v.Range()
	switch f.Elem {
	case U8:
		return lo >= 0 && hi <= 1<<8-1
	case I16:
		return lo >= -1<<15 && hi <= 1<<15-1
	}
	return f.Elem == Int
}

// SetOf is a constant set.
func SetOf(words []uint64) *Expr {
	return &Expr{Op: SetConst, Type: Set, Nodes: 1, Sets: 1, rest: &rest{words: words}}
}

// Invoke is the result of a function.
func Invoke(f *Func, args ...*Expr) *Expr {
	return &Expr{Op: Call, Type: f.Result, Args: args, rest: &rest{fn: f}}
}

// After is the value of an expression after statements.
func After(body []*Stmt, value *Expr) *Expr {
	if len(body) == 0 {
		return value
	}
	return &Expr{Op: Block, Type: value.Type, Args: []*Expr{value}, rest: &rest{body: body}}
}

// Number returns the value of a constant of an integer type.
func (e *Expr) Number() (int64, bool) { return e.K, e.Op == Const }

// Is reports whether e is the integer constant v.
func (e *Expr) Is(v int64) bool { return e.Op == Const && e.K == v }

// Simple reports whether e costs next to nothing and has no effect: a constant or a local.
func (e *Expr) Simple() bool { return e.Op == Const || e.Op == Get }

// Locals returns the variables that e reads, each once.
func (e *Expr) Locals() []*Local {
	var list []*Local
	Walk([]*Stmt{{Op: Do, Args: []*Expr{e}}}, nil, func(x *Expr) {
		if x.Op == Get && !slices.Contains(list, x.Local) {
			list = append(list, x.Local)
		}
	})
	return list
}

// HasLocal reports whether e reads a variable.
func (e *Expr) HasLocal() bool { return len(e.Locals()) > 0 }

// Range returns bounds of an I32.
func (e *Expr) Range() (lo, hi int64) {
	const least, most = -1 << 31, 1<<31 - 1
	switch e.Op {
	case Const:
		return e.K, e.K
	case Get:
		if e.Local.Lo <= e.Local.Hi {
			return int64(e.Local.Lo), int64(e.Local.Hi)
		}
	case Load:
		switch {
		case e.Field.bounded:
			return e.Field.least, e.Field.greatest
		case e.Field.Elem == U8:
			return 0, 255
		case e.Field.Elem == I16:
			return -1 << 15, 1<<15 - 1
		}
	case Eq, Ne, Lt, Le, Below, Not, Both, Either, LessFloat, EqualFloat, SetHas, SetAny:
		return 0, 1
	case Ones, Lowest, Above:
		return 0, 64
	case SetCount:
		return 0, 1 << 20
	case Add:
		a, b := e.bounds(0)
		c, d := e.bounds(1)
		if lo, hi = a+c, b+d; lo >= least && hi <= most {
			return lo, hi
		}
	case Sub:
		a, b := e.bounds(0)
		c, d := e.bounds(1)
		if lo, hi = a-d, b-c; lo >= least && hi <= most {
			return lo, hi
		}
	case Mul:
		a, b := e.bounds(0)
		c, d := e.bounds(1)
		if a >= 0 && c >= 0 && b*d <= most { // of two numbers of 31 bits, which cannot wrap around
			return a * c, b * d
		}
	case And:
		a, b := e.bounds(0)
		c, d := e.bounds(1)
		switch {
		case a >= 0 && c >= 0:
			return 0, min(b, d)
		case a >= 0:
			return 0, b
		case c >= 0:
			return 0, d
		}
	case Or, Xor:
		a, b := e.bounds(0)
		c, d := e.bounds(1)
		if a >= 0 && c >= 0 {
			return 0, 1<<bits.Len64(uint64(b|d)) - 1
		}
	case Shl:
		a, b := e.bounds(0)
		if k, ok := e.Args[1].Number(); ok && k >= 0 && k < 31 && a >= 0 && b<<k <= most {
			return a << k, b << k
		}
	case Shr:
		a, b := e.bounds(0)
		if k, ok := e.Args[1].Number(); ok && k >= 0 && k < 32 {
			if a >= 0 {
				return a >> k, b >> k
			}
			if k > 0 {
				return 0, math.MaxUint32 >> k
			}
		}
	case Rem:
		a, b := e.bounds(0)
		if c, d := e.bounds(1); a >= 0 && c > 0 {
			return 0, min(b, d-1)
		}
	case Choose:
		a, b := e.bounds(1)
		c, d := e.bounds(2)
		return min(a, c), max(b, d)
	case Block:
		return e.bounds(0)
	}
	return least, most
}

func (e *Expr) bounds(i int) (lo, hi int64) { return e.Args[i].Range() }

// Pure reports whether evaluating e has no effect on memory or locals outside and
// always comes to an end at once.
func (e *Expr) Pure() bool {
	if e.Nodes > 0 {
		return true
	}
	if e.Op == Call || e.Op == Block {
		return false
	}
	for _, a := range e.Args {
		if !a.Pure() {
			return false
		}
	}
	return true
}

// Calc is the value of an operation on one or two integers, simplified.
func Calc(op Op, args ...*Expr) *Expr {
	t := ops[op].r
	if t == same {
		t = args[0].Type
	}
	if len(args) == 1 {
		if r := simplify1(op, t, args[0]); r != nil {
			return r
		}
		return unaryOf(op, t, nil, args[0])
	}
	if r := simplify2(op, t, args[0], args[1]); r != nil { // a good half of all, which need none of their own
		return r
	}
	return Binary(op, t, nil, args[0], args[1])
}

// Cond is yes if c, else no.
func Cond(c, yes, no *Expr) *Expr {
	if r := simplify3(Choose, c, yes, no); r != nil {
		return r
	}
	return (&Expr{Op: Choose, Type: yes.Type, Args: []*Expr{c, yes, no}}).Weigh()
}

// Select is the set yes if c, else no.
func Select(c, yes, no *Expr) *Expr {
	return (&Expr{Op: SetSelect, Type: Set, Args: []*Expr{c, yes, no}}).Weigh()
}

// All is the conjunction of truth values, evaluated in order as far as needed.
func All(cs ...*Expr) *Expr {
	e := Num(1)
	for _, c := range cs {
		e = Calc(Both, e, c)
	}
	return e
}

// Any is the disjunction of truth values, evaluated in order as far as needed.
func Any(cs ...*Expr) *Expr {
	e := Num(0)
	for _, c := range cs {
		e = Calc(Either, e, c)
	}
	return e
}

// Has reports whether a set of so many words has a site, which may be any number.
func Has(words int, set, site *Expr) *Expr {
	if site.Simple() {
		return All(Calc(Below, site, Num(64*words)), Calc(SetHas, set, site))
	}
	l := NewLocal("site", I32)
	return After([]*Stmt{Put(l, site)}, All(Calc(Below, Read(l), Num(64*words)), Calc(SetHas, set, Read(l))))
}

// Put assigns a local.
func Put(l *Local, v *Expr) *Stmt {
	s := &unaryStmt{Stmt: Stmt{Op: Assign, Local: l}, args: [1]*Expr{v}}
	s.Args = s.args[:]
	return &s.Stmt
}

// unaryStmt and binaryStmt are statements together with the list of their operands.
type (
	unaryStmt struct {
		Stmt
		args [1]*Expr
	}
	binaryStmt struct {
		Stmt
		args [2]*Expr
	}
)

// Increment adds 1 to a local.
func Increment(l *Local) *Stmt { return Put(l, Calc(Add, Read(l), Num(1))) }

// Decrement takes 1 from a local.
func Decrement(l *Local) *Stmt { return Put(l, Calc(Sub, Read(l), Num(1))) }

// Write stores element i of a field.
func Write(f *Field, i, v *Expr) *Stmt {
	s := &binaryStmt{Stmt: Stmt{Op: Store, Field: f}, args: [2]*Expr{i, v}}
	s.Args = s.args[:]
	return &s.Stmt
}

// When runs a body if a condition holds.
func When(c *Expr, body ...*Stmt) *Stmt {
	s := &unaryStmt{Stmt: Stmt{Op: If, Body: body}, args: [1]*Expr{c}}
	s.Args = s.args[:]
	return &s.Stmt
}

// Leave is Break.
func Leave(l *Label) *Stmt {
	l.left = true
	return &Stmt{Op: Break, Label: l}
}

// Left reports whether there has ever been a Leave of the label.
func (l *Label) Left() bool { return l.left }

// Give returns from a function, with a value unless it is nil.
func Give(v *Expr) *Stmt {
	if v == nil {
		return &Stmt{Op: Return}
	}
	s := &unaryStmt{Stmt: Stmt{Op: Return}, args: [1]*Expr{v}}
	s.Args = s.args[:]
	return &s.Stmt
}
