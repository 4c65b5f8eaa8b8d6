package ir

// Touch has every store to an element of some fields note its number in a set: sets tells by
// field which set of touched that is. Where touched belongs to the position, what is tried
// and taken back notes nothing.
func Touch(p *Program, touched *Field, sets map[*Field]int) {
	r := &rewriter{stmt: func(r *rewriter, s *Stmt) ([]*Stmt, bool) {
		n, is := sets[s.Field]
		if s.Op != Store || !is {
			return nil, false
		}
		i, v := r.rewrite(s.Args[0]), r.rewrite(s.Args[1])
		var out []*Stmt
		if !i.Simple() {
			lo, hi := i.Range()
			at := Within("at", int(lo), int(hi))
			out, i = append(out, Put(at, i)), Read(at)
		}
		return append(out, &Stmt{Op: Include, Field: touched, Args: []*Expr{Num(n), i}}, Write(s.Field, i, v)), true
	}}
	for _, f := range p.Funcs {
		f.Body = r.body(f.Body)
	}
}
