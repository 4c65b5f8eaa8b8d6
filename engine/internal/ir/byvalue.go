package ir

// Where all sites of a number are asked for again and again, comparing the numbers of all sites takes longer than to keep
// the sets of those that have it.

// Valued are the sites by number: set i of In has those whose element of Of is Values[i].
type Valued struct {
	Of, In *Field
	Values []int64
}

// maxValued bounds the numbers of which the sites are kept.
const maxValued = 4

// ByValue has sets of sites kept for the numbers of which all sites are asked for, of a field by site. It is nil where
// there are none, or so many that to keep them takes longer.
func ByValue(p *Program, of *Field) *Valued {
	if of.Kind != State || of.Elem == Word || p.Words > maxParallel {
		return nil
	}
	v := &Valued{Of: of}
	asked, stores, other := 0, 0, false
	for _, f := range p.Funcs {
		Walk(f.Body, func(s *Stmt) {
			if s.Field == of {
				stores++
				other = other || s.Op != Store || !s.Args[0].Pure() || !s.Args[1].Pure()
			}
		}, func(e *Expr) {
			if e.Op == SetEqual && e.Field == of {
				if n, known := e.Args[0].Number(); known {
					asked++
					v.number(n)
				}
			}
		})
	}
	if other || asked == 0 || len(v.Values) > maxValued || len(v.Values)*stores > 2*asked*of.Elem.Size() {
		return nil
	}
	v.In = p.Sets(of.Name+".sets", State, len(v.Values))
	r := &rewriter{sparing: true, expr: func(_ *rewriter, e *Expr) (*Expr, bool) {
		if n, known := int64(0), false; e.Op == SetEqual && e.Field == of {
			if n, known = e.Args[0].Number(); known {
				return SetAt(v.In, Num(v.number(n))), true
			}
		}
		return nil, false
	}, stmt: func(r *rewriter, s *Stmt) ([]*Stmt, bool) {
		if s.Field != of {
			return nil, false
		}
		return v.stored(p, r.exprs(s.Args)), true
	}}
	for _, f := range p.Funcs {
		f.Body = r.body(f.Body)
	}
	return v
}

// number is the number of the set for a number.
func (v *Valued) number(n int64) int {
	for i, x := range v.Values {
		if x == n {
			return i
		}
	}
	v.Values = append(v.Values, n)
	return len(v.Values) - 1
}

// stored is a store to an element of the field, with what it changes of the sets.
func (v *Valued) stored(p *Program, a []*Expr) (out []*Stmt) {
	simple := func(name string, e *Expr) *Expr {
		if e.Simple() {
			return e
		}
		l := NewLocal(name, I32)
		out = append(out, Put(l, e))
		return Read(l)
	}
	site, x := simple("site", a[0]), simple("value", a[1])
	out = append(out, Write(v.Of, site, x))
	for i, n := range v.Values {
		set := &Stmt{Op: Exclude, Field: v.In, Args: []*Expr{Num(i), site}}
		if k, known := x.Number(); known && k == n {
			set.Op = Include
		}
		if out = append(out, set); x.Op == Const {
			continue
		}
		word := Num(i)
		if p.Words > 1 {
			word = Calc(Add, Num(i*p.Words), Calc(Shr, site, Num(6)))
		}
		bit := Calc(Shl, Calc(Wide, Calc(Eq, x, Num(int(n)))), Calc(And, Calc(Wide, site), Long(63)))
		out = append(out, Write(v.In, word, Calc(Or, At(v.In, word), bit)))
	}
	return out
}

// Unread takes out the elements themselves, where nobody but the program looks at them and it does not.
func (v *Valued) Unread(p *Program) {
	read := false
	for _, f := range p.Funcs {
		Walk(f.Body, func(s *Stmt) { read = read || s.Field == v.Of && s.Op != Store },
			func(e *Expr) { read = read || e.Field == v.Of })
	}
	if read {
		return
	}
	r := &rewriter{sparing: true, stmt: func(_ *rewriter, s *Stmt) ([]*Stmt, bool) { return nil, s.Field == v.Of }}
	for _, f := range p.Funcs {
		f.Body = r.body(f.Body)
	}
	v.Of.Kind = Scratch
}
