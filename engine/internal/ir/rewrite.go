package ir

// Rewriter goes through bodies and replaces some of what it meets. Locals and labels stay the
// same: see copier for bodies that are used twice in one function. What it leaves
// alone it copies, as later steps change statements in place; or, if it is sparing, it
// takes it over, where nothing but the body that is left will be used.
type Rewriter struct {
	Stmt    func(r *Rewriter, s *Stmt) ([]*Stmt, bool) // what stands for a statement; false: itself
	Expr    func(r *Rewriter, e *Expr) (*Expr, bool)   // what stands for an expression; false: itself
	List    func(body []*Stmt) []*Stmt                 // what stands for a list of statements that are rewritten
	Sparing bool
	calls   bool // expr leaves alone what has no statements or calls in it
}

// Leaves reports whether nothing stands for an expression or for what is in it.
func (r *Rewriter) leaves(e *Expr) bool {
	return e.Simple() || e.Nodes > 0 && (r.Expr == nil || r.calls)
}

// Body rewrites a list of statements.
func (r *Rewriter) Body(in []*Stmt) []*Stmt {
	if len(in) == 0 {
		return nil
	}
	var out []*Stmt
	begun := !r.Sparing
	begin := func(i int) {
		if !begun {
			begun, out = true, append(make([]*Stmt, 0, len(in)), in[:i]...)
		}
	}
	for i, s := range in {
		if r.Stmt != nil {
			if repl, ok := r.Stmt(r, s); ok {
				if len(repl) == 1 && repl[0] == s && !begun {
					continue
				}
				begin(i)
				out = append(out, repl...)
				continue
			}
		}
		c := r.Copy(s)
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
	if r.List != nil {
		return r.List(out)
	}
	return out
}

// Copy is a statement with its parts rewritten.
func (r *Rewriter) Copy(s *Stmt) *Stmt {
	args, body, alt := r.Exprs(s.Args), r.Body(s.Body), r.Body(s.Else)
	if r.Sparing && SameList(args, s.Args) && SameList(body, s.Body) && SameList(alt, s.Else) {
		return s
	}
	c := *s
	c.Args, c.Body, c.Else = args, body, alt
	return &c
}

// SameList reports whether two lists are the same one.
func SameList[T any](a, b []*T) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}

// Exprs rewrites a list of expressions.
func (r *Rewriter) Exprs(in []*Expr) []*Expr {
	if len(in) == 0 {
		return nil
	}
	var out []*Expr
	for i, e := range in {
		c := e
		if !r.leaves(e) {
			c = r.Rewrite(e)
		}
		if out == nil && (!r.Sparing || c != e) {
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

// Rewrite rewrites an expression, its operands first unless the rewriter has another one for it.
func (r *Rewriter) Rewrite(e *Expr) *Expr {
	if r.Expr != nil {
		if repl, ok := r.Expr(r, e); ok {
			return repl
		}
	}
	if r.leaves(e) {
		return e
	}
	if len(e.Args) == 1 || len(e.Args) == 2 {
		return r.few(e)
	}
	args, body := r.Exprs(e.Args), r.Body(e.Stmts())
	if r.Sparing && SameList(args, e.Args) && SameList(body, e.Stmts()) {
		return e
	}
	return e.With(args, body).Weigh()
}

// few rewrites the operands of an expression of one or two, and its body.
func (r *Rewriter) few(e *Expr) *Expr {
	a, b := e.Args[0], (*Expr)(nil)
	if !r.leaves(a) {
		a = r.Rewrite(a)
	}
	same := a == e.Args[0]
	if len(e.Args) == 2 {
		if b = e.Args[1]; !r.leaves(b) {
			b = r.Rewrite(b)
		}
		same = same && b == e.Args[1]
	}
	body := r.Body(e.Stmts())
	if same && r.Sparing && SameList(body, e.Stmts()) {
		return e
	}
	if b == nil {
		c := &unaryExpr{*e, [1]*Expr{a}}
		c.Args = c.args[:]
		c.own(body)
		return c.Weigh()
	}
	c := &binaryExpr{*e, [2]*Expr{a, b}}
	c.Args = c.args[:]
	c.own(body)
	return c.Weigh()
}
