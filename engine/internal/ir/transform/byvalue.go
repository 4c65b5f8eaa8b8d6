package transform

import (
	"slices"

	"github.com/astragal/astragal/engine/internal/ir"
)

// Where all sites of a number are asked for again and again, comparing the numbers of all sites takes longer than to
// keep the sets of those that have it.

// maxValued bounds the numbers of which the sites are kept.
const maxValued = 4

// ByValue has sets of sites kept for the numbers of which all sites are asked for, and for those below which all are,
// of a field by site, of which stores take few over such a number if it crosses. It is nil where there are none, or so
// many that to keep them takes longer.
func ByValue(p *ir.Program, of *ir.Field, crosses bool) *ir.Valued {
	if of.Kind != ir.State || of.Elem != ir.U8 && of.Elem != ir.Int || p.Words > maxParallel {
		return nil
	}
	v := &ir.Valued{Of: of, Crosses: crosses}
	asked, stores, other := 0, 0, false
	for _, f := range p.Funcs {
		ir.Walk(f.Body, func(s *ir.Stmt) {
			if s.Field == of {
				stores++
				other = other || s.Op != ir.Store || !s.Args[0].Pure() || !s.Args[1].Pure()
			}
		}, func(e *ir.Expr) {
			if n, is := comparedWith(e, of); is {
				asked++
				if list := numbers(v, e.Op); !slices.Contains(*list, n) {
					*list = append(*list, n)
				}
			}
		})
	}
	if other || asked == 0 || v.Sets() > maxValued || v.Sets()*stores > 2*asked*of.Elem.Size() {
		return nil
	}
	v.In = p.Sets(of.Name+".sets", ir.State, v.Sets())
	KeepByValue(p, v)
	return v
}

// comparedWith is the number that all elements of a field are compared with, if one is known.
func comparedWith(e *ir.Expr, of *ir.Field) (n int64, is bool) {
	if e.Op != ir.SetEqual && e.Op != ir.SetLess || e.Field != of {
		return 0, false
	}
	return e.Args[0].Number()
}

// numbers are those for which there are sets of an operation.
func numbers(v *ir.Valued, op ir.Op) *[]int64 {
	if op == ir.SetLess {
		return &v.Bounds
	}
	return &v.Values
}

// KeepByValue has the sets of a field kept wherever an element of it is stored, and asked for where all are compared
// with a number of theirs.
func KeepByValue(p *ir.Program, v *ir.Valued) {
	r := &ir.Rewriter{Sparing: true, Expr: func(_ *ir.Rewriter, e *ir.Expr) (*ir.Expr, bool) {
		n, is := comparedWith(e, v.Of)
		if !is {
			return nil, false
		}
		i := slices.Index(*numbers(v, e.Op), n)
		if i < 0 {
			return nil, false
		}
		if e.Op == ir.SetLess {
			i += len(v.Values)
		}
		return ir.SetAt(v.In, ir.Num(i)), true
	}, Stmt: func(r *ir.Rewriter, s *ir.Stmt) ([]*ir.Stmt, bool) {
		if s.Field != v.Of {
			return nil, false
		}
		return storedIn(v, p, r.Exprs(s.Args), v.Onto[s]), true
	}}
	for _, f := range p.Funcs {
		f.Body = r.Body(f.Body)
	}
}

// storedIn is a store to an element of the field, with what it changes of the sets; onto tells that the element had none
// of their values.
func storedIn(v *ir.Valued, p *ir.Program, a []*ir.Expr, onto bool) (out []*ir.Stmt) {
	simple := func(name string, e *ir.Expr) *ir.Expr {
		if e.Simple() {
			return e
		}
		l := ir.NewLocal(name, ir.I32)
		if lo, hi := e.Range(); hi-lo < 1<<16 {
			l = ir.Within(name, int(lo), int(hi))
		}
		out = append(out, ir.Put(l, e))
		return ir.Read(l)
	}
	site, x := simple("site", a[0]), a[1]
	if lo, hi := x.Range(); v.Of.Elem == ir.U8 && (lo < 0 || hi > 255) {
		x = ir.Calc(ir.And, x, ir.Num(255))
	}
	x = simple("value", x)
	bounds := v.Sets()
	if v.Crosses && p.Words == 1 && x.Op != ir.Const {
		bounds = len(v.Values)
		was := simple("was", ir.At(v.Of, site))
		for i := bounds; i < v.Sets(); i++ {
			out = append(out, ir.When(ir.Calc(ir.Ne, v.Holds(i, was), v.Holds(i, x)), ir.Write(v.In, ir.Num(i),
				ir.Calc(ir.Xor, ir.At(v.In, ir.Num(i)), ir.Calc(ir.Shl, ir.Long(1), ir.Calc(ir.Wide, site))))))
		}
	}
	out = append(out, ir.Write(v.Of, site, x))
	for i := range bounds {
		if p.Words == 1 && x.Op != ir.Const {
			at := ir.Calc(ir.Wide, site)
			others := ir.Calc(
				ir.And,
				ir.At(v.In, ir.Num(i)),
				ir.Calc(ir.Xor, ir.Calc(ir.Shl, ir.Long(1), at), ir.Long(^uint64(0))),
			)
			here := ir.Calc(ir.Shl, ir.Calc(ir.Wide, v.Holds(i, x)), at)
			out = append(out, ir.Write(v.In, ir.Num(i), ir.Calc(ir.Or, others, here)))
			continue
		}
		set := &ir.Stmt{Op: ir.Exclude, Field: v.In, Args: []*ir.Expr{ir.Num(i), site}}
		if k, known := x.Number(); known && v.Has(i, k) {
			set.Op = ir.Include
		} else if known && onto && i < len(v.Values) {
			continue
		}
		if out = append(out, set); x.Op == ir.Const {
			continue
		}
		word := ir.Num(i)
		if p.Words > 1 {
			word = ir.Calc(ir.Add, ir.Num(i*p.Words), ir.Calc(ir.Shr, site, ir.Num(6)))
		}
		bit := ir.Calc(ir.Shl, ir.Calc(ir.Wide, v.Holds(i, x)), ir.Calc(ir.And, ir.Calc(ir.Wide, site), ir.Long(63)))
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
