package transform

import (
	"slices"

	"github.com/astragal/astragal/engine/internal/ir"
)

// Where all sites of a number are asked for again and again, comparing the numbers of all sites takes longer than to
// keep the sets of those that have it.

// maxValued bounds the numbers of which the sites are kept.
const maxValued = 4

// ByValue has sets of sites kept for the numbers of which all sites are asked for, of a field by site. It is nil where
// there are none, or so many that to keep them takes longer.
func ByValue(p *ir.Program, of *ir.Field) *ir.Valued {
	if of.Kind != ir.State || of.Elem == ir.Word || p.Words > maxParallel {
		return nil
	}
	v := &ir.Valued{Of: of}
	asked, stores, other := 0, 0, false
	for _, f := range p.Funcs {
		ir.Walk(f.Body, func(s *ir.Stmt) {
			if s.Field == of {
				stores++
				other = other || s.Op != ir.Store || !s.Args[0].Pure() || !s.Args[1].Pure()
			}
		}, func(e *ir.Expr) {
			if e.Op == ir.SetEqual && e.Field == of {
				if n, known := e.Args[0].Number(); known {
					asked++
					setFor(v, n)
				}
			}
		})
	}
	if other || asked == 0 || len(v.Values) > maxValued || len(v.Values)*stores > 2*asked*of.Elem.Size() {
		return nil
	}
	v.In = p.Sets(of.Name+".sets", ir.State, len(v.Values))
	KeepByValue(p, v)
	return v
}

// KeepByValue has the sets of a field kept wherever an element of it is stored, and asked for where all are compared
// with a number.
func KeepByValue(p *ir.Program, v *ir.Valued) {
	r := &ir.Rewriter{Sparing: true, Expr: func(_ *ir.Rewriter, e *ir.Expr) (*ir.Expr, bool) {
		if e.Op == ir.SetEqual && e.Field == v.Of {
			if n, known := e.Args[0].Number(); known && slices.Contains(v.Values, n) {
				return ir.SetAt(v.In, ir.Num(setFor(v, n))), true
			}
		}
		return nil, false
	}, Stmt: func(r *ir.Rewriter, s *ir.Stmt) ([]*ir.Stmt, bool) {
		if s.Field != v.Of {
			return nil, false
		}
		return storedIn(v, p, r.Exprs(s.Args)), true
	}}
	for _, f := range p.Funcs {
		f.Body = r.Body(f.Body)
	}
}

// setFor is the number of the set for a number.
func setFor(v *ir.Valued, n int64) int {
	for i, x := range v.Values {
		if x == n {
			return i
		}
	}
	v.Values = append(v.Values, n)
	return len(v.Values) - 1
}

// storedIn is a store to an element of the field, with what it changes of the sets.
func storedIn(v *ir.Valued, p *ir.Program, a []*ir.Expr) (out []*ir.Stmt) {
	simple := func(name string, e *ir.Expr) *ir.Expr {
		if e.Simple() {
			return e
		}
		l := ir.NewLocal(name, ir.I32)
		out = append(out, ir.Put(l, e))
		return ir.Read(l)
	}
	site, x := simple("site", a[0]), simple("value", a[1])
	out = append(out, ir.Write(v.Of, site, x))
	for i, n := range v.Values {
		set := &ir.Stmt{Op: ir.Exclude, Field: v.In, Args: []*ir.Expr{ir.Num(i), site}}
		if k, known := x.Number(); known && k == n {
			set.Op = ir.Include
		}
		if out = append(out, set); x.Op == ir.Const {
			continue
		}
		word := ir.Num(i)
		if p.Words > 1 {
			word = ir.Calc(ir.Add, ir.Num(i*p.Words), ir.Calc(ir.Shr, site, ir.Num(6)))
		}
		bit := ir.Calc(ir.Shl, ir.Calc(ir.Wide, ir.Calc(ir.Eq, x, ir.Num(int(n)))),
			ir.Calc(ir.And, ir.Calc(ir.Wide, site), ir.Long(63)))
		out = append(out, ir.Write(v.In, word, ir.Calc(ir.Or, ir.At(v.In, word), bit)))
	}
	return out
}

// Unread takes out the elements themselves, where nobody but the program looks at them and it does not.
func Unread(v *ir.Valued, p *ir.Program) {
	read := false
	for _, f := range p.Funcs {
		ir.Walk(f.Body, func(s *ir.Stmt) { read = read || s.Field == v.Of && s.Op != ir.Store },
			func(e *ir.Expr) { read = read || e.Field == v.Of })
	}
	if read {
		return
	}
	r := &ir.Rewriter{
		Sparing: true,
		Stmt:    func(_ *ir.Rewriter, s *ir.Stmt) ([]*ir.Stmt, bool) { return nil, s.Field == v.Of },
	}
	for _, f := range p.Funcs {
		f.Body = r.Body(f.Body)
	}
	v.Of.Kind = ir.Scratch
}
