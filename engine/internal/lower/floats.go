package lower

import (
	"slices"

	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/ir/transform"
	"github.com/astragal/astragal/engine/lgdl"
)

// FloatRule lowers a number with a fraction: to the bits of it.
type FloatRule func(k *Lowerer, e *lgdl.Expr) *ir.Expr

// Float lowers a number with a fraction. What it needs beforehand is added where the clause around it is.
func (k *Lowerer) Float(e *lgdl.Expr) *ir.Expr {
	switch e.Kind {
	case lgdl.Int:
		return ir.Fraction(float64(e.Int))
	case lgdl.Float:
		return ir.Fraction(e.Float)
	}
	f, ok := k.row(e).(FloatRule)
	if !ok {
		k.No(e, "%s as a number with a fraction", e.Form.Text)
	}
	return f(k, e)
}

// Fraction keeps a number with a fraction that is made of others.
func (k *Lowerer) Fraction(x *ir.Expr) *ir.Expr {
	v := k.Temp("x", x)
	if v.Op == ir.Get && v != x {
		if k.fractions == nil {
			k.fractions = map[*ir.Local]*ir.Expr{}
		}
		k.fractions[v.Local] = x
	}
	return v
}

// madeOf appends the variables that a number is made of: those of integers, and those that numbers which it is made of
// are kept in, each behind what it is made of itself.
func (k *Lowerer) madeOf(x *ir.Expr, locals, made []*ir.Local) (_, _ []*ir.Local) {
	for _, l := range x.Locals() {
		of, kept := k.fractions[l]
		switch {
		case kept && !slices.Contains(made, l):
			locals, made = k.madeOf(of, locals, made)
			made = append(made, l)
		case !kept && !slices.Contains(locals, l):
			locals = append(locals, l)
		}
	}
	return locals, made
}

// The integers that a table is made for; a play that comes to another one goes on by the rules.
const (
	leastTabled, mostTabled = -1 << 8, 1<<12 - 1
	leastOfTwo, mostOfTwo   = -8, 55 // of a table over two
)

// Tabled is a function of numbers with a fraction, for which there is no operation: a table over the integers that
// these are made of, of which there may be two.
func (k *Lowerer) Tabled(e *lgdl.Expr, f func(x ...float64) float64, of ...*ir.Expr) *ir.Expr {
	var locals, made []*ir.Local // those of integers, and those that numbers were kept in, in order
	for _, x := range of {
		locals, made = k.madeOf(x, locals, made)
	}
	if len(locals) > 2 {
		k.No(e, "a function of more than two numbers, which there is no operation for")
	}
	values, x := make([]int64, len(locals)), make([]float64, len(of))
	known := true
	value := func() int64 {
		values, ok := slices.Clone(values), true
		all := slices.Clone(locals)
		evaluate := func(x *ir.Expr) int64 {
			v, found := transform.Evaluate(k.P, x, all, values)
			ok = ok && found
			return v
		}
		for _, l := range made {
			v := evaluate(k.fractions[l])
			all, values = append(all, l), append(values, v)
		}
		for i, a := range of {
			x[i] = ir.Rounded(evaluate(a))
		}
		known = known && ok
		return ir.FractionBits(f(x...))
	}
	least, most := leastTabled, mostTabled
	if len(locals) == 2 {
		least, most = leastOfTwo, mostOfTwo
	}
	var table []int64
	var list func(i int)
	list = func(i int) {
		if i == len(locals) {
			table = append(table, value())
			return
		}
		lo, hi := bounded(locals[i], least, most)
		for n := lo; n <= hi; n++ {
			values[i] = int64(n)
			list(i + 1)
		}
	}
	list(0)
	if !known {
		k.No(e, "a function of numbers that are no integers of the play, which there is no operation for")
	}
	if len(locals) == 0 {
		return ir.Long(uint64(table[0]))
	}
	at := ir.Num(0)
	for _, l := range locals {
		lo, hi := bounded(l, least, most)
		n := k.Temp("n", ir.Calc(ir.Sub, ir.Read(l), ir.Num(lo)))
		k.SpoilIf(ir.Calc(ir.Not, ir.Calc(ir.Below, n, ir.Num(hi-lo+1))))
		n = ir.Cond(ir.Calc(ir.Below, n, ir.Num(hi-lo+1)), n, ir.Num(0))
		at = ir.Calc(ir.Add, ir.Calc(ir.Mul, at, ir.Num(hi-lo+1)), n)
	}
	return ir.At(k.Table("function", ir.Word, table), at)
}

// bounded are the bounds of a variable within others.
func bounded(l *ir.Local, least, most int) (lo, hi int) {
	from, to := ir.Read(l).Range()
	lo, hi = max(int(from), least), min(int(to), most)
	if lo > hi {
		return least, most
	}
	return lo, hi
}
