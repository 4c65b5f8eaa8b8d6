package transform

import (
	"fmt"
	"math"
	"slices"

	"github.com/astragal/astragal/engine/internal/ir"
)

// Tabulate replaces what follows from one site or two, or any other numbers of which the bounds are known, by a
// table: how many sites lie ahead of one, which a loop would count again and again, or whether it is in a row that
// another loop looks for. Sets become tables of sets. What follows from nothing becomes a constant. What gives the
// play up, by a store to fault, is left as it is.
func Tabulate(p *ir.Program, fault *ir.Field) {
	t := &tabulator{p: p, cost: typical{}, told: newSharer(), known: map[string]evaluated{},
		left: mostTabulated, run: run{p: p, fault: fault}}
	for _, f := range p.Funcs {
		t.whole, t.reads = f.Body, 0
		f.Body = (&ir.Rewriter{Stmt: t.stmt, Expr: t.expr, Sparing: true}).Body(f.Body)
	}
}

// A table has up to mostRows elements, or words of sets, and stands for what takes at least worthTable; finding all
// of a program takes up to mostTabulated statements and operations.
const (
	worthTable    = 24
	mostRows      = 1 << 12
	mostTabulated = 1 << 22
)

type tabulator struct {
	p     *ir.Program
	cost  typical
	told  *sharer
	known map[string]evaluated // by what is evaluated: rules of many pieces ask the same
	left  int
	whole []*ir.Stmt
	reads ir.Tally // of it, see alone
	below []limit  // where it is looked at
	found steadied // of the expression that is looked at
	run   run      // which evaluates it
}

// limit is what a variable has been found to be below, and not below 0.
type limit struct {
	of    *ir.Local
	below int
}

// Stmt notes what a branch knows of the variable that it is for.
func (t *tabulator) stmt(r *ir.Rewriter, s *ir.Stmt) ([]*ir.Stmt, bool) {
	if s.Op != ir.If || s.Args[0].Op != ir.Below || s.Args[0].Args[0].Op != ir.Get {
		return nil, false
	}
	n, known := s.Args[0].Args[1].Number()
	l := s.Args[0].Args[0].Local
	if !known || n > mostRows || assigns(s.Body, l) {
		return nil, false
	}
	c := *s
	t.below = append(t.below, limit{l, int(n)})
	c.Body = r.Body(s.Body)
	t.below = t.below[:len(t.below)-1]
	c.Else = r.Body(s.Else)
	return []*ir.Stmt{&c}, true
}

// assigns reports whether a body assigns a variable.
func assigns(body []*ir.Stmt, l *ir.Local) (found bool) {
	ir.Walk(body, func(s *ir.Stmt) { found = found || s.Local == l }, nil)
	return found
}

// rangeOf is the least value of a variable here, and the number of its values.
func (t *tabulator) rangeOf(l *ir.Local) (lo, n int) {
	lo, hi := l.Lo, l.Hi
	if hi < lo {
		lo, hi = math.MinInt32, math.MaxInt32
	}
	for _, b := range t.below {
		if b.of == l {
			lo, hi = max(lo, 0), min(hi, b.below-1)
		}
	}
	return lo, hi - lo + 1
}

// evaluated is what an expression comes to, nil where that is not known, and what it took to find it.
type evaluated struct {
	values []int64
	took   int
}

func (t *tabulator) expr(_ *ir.Rewriter, e *ir.Expr) (*ir.Expr, bool) {
	if e.Nodes > 0 && e.Nodes < worthTable {
		return e, true // nor is there anything inside that is worth it
	}
	if e.Simple() || e.Op == ir.SetConst || e.Op == ir.Load || e.Op == ir.SetLoad {
		return nil, false
	}
	own := &t.found
	own.assigned, own.written, own.read, own.looped = own.assigned[:0], own.written[:0], own.read[:0], false
	if !own.expr(e) || !own.looped && t.cost.expr(e) < worthTable {
		return nil, false
	}
	of, n := own.follows, 1
	for _, l := range own.read {
		if slices.Contains(of, l) || slices.Contains(own.assigned, l) {
			continue
		}
		_, values := t.rangeOf(l)
		if len(of) == 2 || l.Type != ir.I32 || values < 1 || values > mostRows {
			return nil, false
		}
		of, n = append(of, l), n*values
	}
	own.follows = of[:0]
	size := n
	if e.Type == ir.Set {
		size *= t.p.Words
	}
	if size > mostRows || !t.alone(e, own.assigned) {
		return nil, false
	}
	values := t.values(e, of, n)
	if values == nil {
		return nil, false
	}
	if len(of) == 0 {
		if e.Type == ir.Set {
			words := make([]uint64, t.p.Words)
			for i, v := range values {
				words[i] = uint64(v)
			}
			return ir.SetOf(words), true
		}
		return ir.Constant(e.Type, values[0]), true
	}
	f := t.table(e.Type, values)
	at := ir.Num(0)
	for _, l := range of {
		lo, n := t.rangeOf(l)
		at = ir.Calc(ir.Add, ir.Calc(ir.Mul, at, ir.Num(n)), ir.Calc(ir.Sub, ir.Read(l), ir.Num(lo)))
	}
	if e.Type == ir.Set {
		return ir.SetAt(f, at), true
	}
	return ir.At(f, at), true
}

// values are those of an expression for all n values of some variables, nil where they are not known.
func (t *tabulator) values(e *ir.Expr, of []*ir.Local, n int) []int64 {
	text, before := t.told.expr(e, t.found.written), t.left
	for _, l := range of {
		lo, n := t.rangeOf(l)
		text += fmt.Sprintf(" %d+%d", lo, n)
	}
	if was, known := t.known[text]; known {
		if t.left -= was.took; t.left < 0 { // it counts as often as it is asked for
			return nil
		}
		return was.values
	}
	all := t.evaluate(e, of, n)
	t.known[text] = evaluated{all, before - t.left}
	return all
}

// evaluate finds values.
func (t *tabulator) evaluate(e *ir.Expr, of []*ir.Local, n int) (all []int64) {
	x := &t.run
	for i := range n {
		x.begin(t.left)
		for _, l := range slices.Backward(of) { // the last one goes fastest
			lo, m := t.rangeOf(l)
			x.locals = hold(x.locals, l, value{n: int64(lo + i%m)})
			i /= m
		}
		v := x.expr(e)
		if t.left = x.left; x.fails {
			return nil
		}
		if x.nowhere { // who asks for it knows that the number is another
			v = value{set: make([]uint64, t.p.Words)}
		}
		if e.Type != ir.Set {
			all = append(all, v.n)
			continue
		}
		for k := range t.p.Words {
			all = append(all, int64(wordAt(v.set, k)))
		}
	}
	return all
}

// table is the table of some values.
func (t *tabulator) table(of ir.Type, values []int64) *ir.Field {
	elem := ir.Word
	if of == ir.I32 {
		switch lo, hi := slices.Min(values), slices.Max(values); {
		case lo >= 0 && hi < 1<<8:
			elem = ir.U8
		case lo >= -1<<15 && hi < 1<<15:
			elem = ir.I16
		default:
			elem = ir.Int
		}
	}
	return t.p.ShareTable("tabulated", elem, values)
}

// alone reports whether the variables that an expression assigns are read nowhere else in the function.
func (t *tabulator) alone(e *ir.Expr, assigned []*ir.Local) bool {
	if len(assigned) == 0 {
		return true
	}
	if t.reads == 0 {
		t.reads = tallied(t.whole)
	}
	inside := gets([]*ir.Stmt{{Op: ir.Do, Args: []*ir.Expr{e}}})
	for _, l := range assigned {
		if inside[l] != t.reads.Of(l) {
			return false
		}
	}
	return true
}

// steadied finds out whether an expression follows from variables and tables alone.
type steadied struct {
	assigned []*ir.Local
	written  []*ir.Field // working space
	read     []*ir.Local
	follows  []*ir.Local // those that it follows from
	looped   bool
}

func (s *steadied) expr(e *ir.Expr) bool {
	switch e.Op {
	case ir.Call, ir.EqualBits, ir.LessBits, ir.EqualFrom, ir.SetEqual, ir.SetLess:
		return false
	case ir.Get:
		s.read = append(s.read, e.Local)
	case ir.Load, ir.SetLoad:
		if e.Field.Kind != ir.Table && !slices.Contains(s.written, e.Field) {
			return false
		}
	}
	if !s.body(e.Stmts()) {
		return false
	}
	for _, a := range e.Args {
		if !s.expr(a) {
			return false
		}
	}
	return true
}

func (s *steadied) body(body []*ir.Stmt) bool {
	for _, x := range body {
		switch x.Op {
		case ir.Assign, ir.If, ir.Scope, ir.Break, ir.Continue, ir.Do:
		case ir.Loop, ir.Each:
			s.looped = true
		case ir.Store, ir.SetStore, ir.Include, ir.Exclude:
			if x.Field.Kind != ir.Scratch {
				return false
			}
			s.written = append(s.written, x.Field)
		default:
			return false
		}
		for _, a := range x.Args {
			if !s.expr(a) {
				return false
			}
		}
		if x.Local != nil {
			s.assigned = append(s.assigned, x.Local)
		}
		if x.Test || x.Best || !s.body(x.Body) || !s.body(x.Else) {
			return false
		}
	}
	return true
}
