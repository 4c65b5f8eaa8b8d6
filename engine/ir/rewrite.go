package ir

// rewriter copies bodies, replacing some of what it meets. Locals and labels stay the
// same: see copier for bodies that are used twice in one function.
type rewriter struct {
	stmt func(r *rewriter, s *Stmt) ([]*Stmt, bool) // what stands for a statement; false: a copy
	expr func(r *rewriter, e *Expr) (*Expr, bool)   // what stands for an expression; false: a copy
}

func (r *rewriter) body(in []*Stmt) []*Stmt {
	var out []*Stmt
	for _, s := range in {
		if r.stmt != nil {
			if repl, ok := r.stmt(r, s); ok {
				out = append(out, repl...)
				continue
			}
		}
		out = append(out, r.copy(s))
	}
	return out
}

// copy is a statement with its parts rewritten.
func (r *rewriter) copy(s *Stmt) *Stmt {
	c := *s
	c.Args = r.exprs(s.Args)
	c.Body, c.Else = r.body(s.Body), r.body(s.Else)
	return &c
}

func (r *rewriter) exprs(in []*Expr) []*Expr {
	if len(in) == 0 {
		return nil
	}
	out := make([]*Expr, len(in))
	for i, e := range in {
		out[i] = r.rewrite(e)
	}
	return out
}

func (r *rewriter) rewrite(e *Expr) *Expr {
	if r.expr != nil {
		if repl, ok := r.expr(r, e); ok {
			return repl
		}
	}
	c := *e
	c.Args, c.Body = r.exprs(e.Args), r.body(e.Body)
	return &c
}
