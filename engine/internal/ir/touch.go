package ir

// Touched says which set notes the stores to a field: of an element the number without so many low bits.
type Touched struct{ Set, Shift int }

// Touch has every store to an element of some fields note in a set of touched which it is. Where touched
// belongs to the position, what is tried and taken back notes nothing.
func Touch(p *Program, touched *Field, sets map[*Field]Touched) {
	r := &rewriter{sparing: true, stmt: func(r *rewriter, s *Stmt) ([]*Stmt, bool) {
		by, is := sets[s.Field]
		if s.Op != Store || !is {
			return nil, false
		}
		out, i, v := r.placed(s)
		site := i
		if by.Shift > 0 {
			site = Calc(Shr, i, Num(by.Shift))
		}
		return append(out, &Stmt{Op: Include, Field: touched, Args: []*Expr{Num(by.Set), site}}, Write(s.Field, i, v)), true
	}}
	for _, f := range p.Funcs {
		f.Body = r.body(f.Body)
	}
}

// placed are the index and the value of a store, after statements that keep the index where it is not simple: for those
// who look at it, too.
func (r *rewriter) placed(s *Stmt) (first []*Stmt, index, value *Expr) {
	index, value = r.rewrite(s.Args[0]), r.rewrite(s.Args[1])
	if index.Simple() {
		return nil, index, value
	}
	lo, hi := index.Range()
	at := Within("at", int(lo), int(hi))
	return []*Stmt{Put(at, index)}, Read(at), value
}
