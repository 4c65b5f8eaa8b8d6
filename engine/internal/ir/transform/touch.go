package transform

import "github.com/astragal/astragal/engine/internal/ir"

// Touched says which set notes the stores to a field: of an element the number without so many low bits.
type Touched struct{ Set, Shift int }

// Touch has every store to an element of some fields note in a set of touched which it is. Where touched
// belongs to the position, what is tried and taken back notes nothing.
func Touch(p *ir.Program, touched *ir.Field, sets map[*ir.Field]Touched) {
	r := &ir.Rewriter{Sparing: true, Stmt: func(r *ir.Rewriter, s *ir.Stmt) ([]*ir.Stmt, bool) {
		by, is := sets[s.Field]
		if s.Op != ir.Store || !is {
			return nil, false
		}
		out, i, v := storeOf(r, s)
		site := i
		if by.Shift > 0 {
			site = ir.Calc(ir.Shr, i, ir.Num(by.Shift))
		}
		return append(
			out,
			&ir.Stmt{Op: ir.Include, Field: touched, Args: []*ir.Expr{ir.Num(by.Set), site}},
			ir.Write(s.Field, i, v),
		), true
	}}
	for _, f := range p.Funcs {
		f.Body = r.Body(f.Body)
	}
}

// storeOf are the index and the value of a store, after statements that keep the index where it is not simple: for
// those who look at it, too.
func storeOf(r *ir.Rewriter, s *ir.Stmt) (first []*ir.Stmt, index, value *ir.Expr) {
	index, value = r.Rewrite(s.Args[0]), r.Rewrite(s.Args[1])
	if index.Simple() {
		return nil, index, value
	}
	lo, hi := index.Range()
	at := ir.Within("at", int(lo), int(hi))
	return []*ir.Stmt{ir.Put(at, index)}, ir.Read(at), value
}
