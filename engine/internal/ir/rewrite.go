package ir

// rewriter goes through bodies and replaces some of what it meets. Locals and labels stay the
// same: see copier for bodies that are used twice in one function. What it leaves
// alone it copies, as later steps change statements in place; or, if it is sparing, it
// takes it over, where nothing but the body that is left will be used.
type rewriter struct {
	stmt    func(r *rewriter, s *Stmt) ([]*Stmt, bool) // what stands for a statement; false: itself
	expr    func(r *rewriter, e *Expr) (*Expr, bool)   // what stands for an expression; false: itself
	list    func(body []*Stmt) []*Stmt                 // what stands for a list of statements that are rewritten
	sparing bool
	calls   bool // expr leaves alone what has no statements or calls in it
}

// leaves reports whether nothing stands for an expression or for what is in it.
func (r *rewriter) leaves(e *Expr) bool {
	return e.Simple() || e.nodes > 0 && (r.expr == nil || r.calls)
}

func (r *rewriter) body(in []*Stmt) []*Stmt {
	if len(in) == 0 {
		return nil
	}
	var out []*Stmt
	begun := !r.sparing
	begin := func(i int) {
		if !begun {
			begun, out = true, append(make([]*Stmt, 0, len(in)), in[:i]...)
		}
	}
	for i, s := range in {
		if r.stmt != nil {
			if repl, ok := r.stmt(r, s); ok {
				if len(repl) == 1 && repl[0] == s && !begun {
					continue
				}
				begin(i)
				out = append(out, repl...)
				continue
			}
		}
		c := r.copy(s)
		if c != s {
			begin(i)
		}
		if begun {
			out = append(out, c)
		}
	}
	if !begun {
		out = in[:len(in):len(in)] // so that who appends to it does not write into it
	}
	if r.list != nil {
		return r.list(out)
	}
	return out
}

// copy is a statement with its parts rewritten.
func (r *rewriter) copy(s *Stmt) *Stmt {
	args, body, alt := r.exprs(s.Args), r.body(s.Body), r.body(s.Else)
	if r.sparing && sameList(args, s.Args) && sameList(body, s.Body) && sameList(alt, s.Else) {
		return s
	}
	c := *s
	c.Args, c.Body, c.Else = args, body, alt
	return &c
}

// sameList reports whether two lists are the same one.
func sameList[T any](a, b []*T) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}

func (r *rewriter) exprs(in []*Expr) []*Expr {
	if len(in) == 0 {
		return nil
	}
	var out []*Expr
	for i, e := range in {
		c := e
		if !r.leaves(e) {
			c = r.rewrite(e)
		}
		if out == nil && (!r.sparing || c != e) {
			out = append(make([]*Expr, 0, len(in)), in[:i]...)
		}
		if out != nil {
			out = append(out, c)
		}
	}
	if out == nil {
		return in[:len(in):len(in)]
	}
	return out
}

func (r *rewriter) rewrite(e *Expr) *Expr {
	if r.expr != nil {
		if repl, ok := r.expr(r, e); ok {
			return repl
		}
	}
	if r.leaves(e) {
		return e
	}
	if len(e.Args) == 1 || len(e.Args) == 2 {
		return r.few(e)
	}
	args, body := r.exprs(e.Args), r.body(e.Body)
	if r.sparing && sameList(args, e.Args) && sameList(body, e.Body) {
		return e
	}
	c := *e
	c.Args, c.Body = args, body
	return c.weigh()
}

// few rewrites the operands of an expression of one or two, and its body.
func (r *rewriter) few(e *Expr) *Expr {
	a, b := e.Args[0], (*Expr)(nil)
	if !r.leaves(a) {
		a = r.rewrite(a)
	}
	same := a == e.Args[0]
	if len(e.Args) == 2 {
		if b = e.Args[1]; !r.leaves(b) {
			b = r.rewrite(b)
		}
		same = same && b == e.Args[1]
	}
	body := r.body(e.Body)
	if same && r.sparing && sameList(body, e.Body) {
		return e
	}
	if b == nil {
		c := &unaryExpr{*e, [1]*Expr{a}}
		c.Args, c.Body = c.args[:], body
		return c.weigh()
	}
	c := &binaryExpr{*e, [2]*Expr{a, b}}
	c.Args, c.Body = c.args[:], body
	return c.weigh()
}
