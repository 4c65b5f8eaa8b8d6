package transform

import "github.com/astragal/astragal/engine/internal/ir"

// smallCall is the number of statements and operations up to which a function is put
// in place of each of its calls; larger ones only where there is one call. roomyCaller
// is the size beyond which a function takes no more in: what allocating its registers takes
// grows faster than its size. Twice as much of the one and four times of the other made playouts
// no faster.
const (
	smallCall   = 24
	roomyCaller = 1500
)

// Inline puts functions in place of their calls, where they are short or called
// once, and takes out those that are not called any more. A call costs what ten
// operations cost, and hides constants from Fold.
func Inline(p *ir.Program) {
	n := &inliner{calls: map[*ir.Func]int{}, done: map[*ir.Func]bool{}, size: map[*ir.Func]int{}}
	for _, f := range p.Funcs {
		if f.Rare { // what it calls is worth no more for that
			continue
		}
		ir.Walk(f.Body, nil, func(e *ir.Expr) {
			if e.Op == ir.Call {
				n.calls[e.Callee()]++
			}
		})
	}
	for _, f := range p.Funcs {
		n.function(f)
	}
	Sweep(p)
}

// Sweep takes out the functions that nothing calls from outside or inside.
func Sweep(p *ir.Program) {
	forget(p)
	sweep(p, nil)
}

// forget drops the references of all functions.
func forget(p *ir.Program) {
	for _, f := range p.Funcs {
		f.Says = nil
	}
}

// sweep is Sweep after all calls have become calls of the functions that stand for those they call; nil for themselves.
func sweep(p *ir.Program, as func(f *ir.Func) *ir.Func) {
	used := make(map[*ir.Func]bool, len(p.Funcs))
	var use func(f *ir.Func)
	use = func(f *ir.Func) {
		if used[f] {
			return
		}
		used[f] = true
		for _, to := range f.References().Funcs {
			if as != nil {
				*to = as(*to)
			}
			use(*to)
		}
	}
	for _, f := range p.Funcs {
		if f.Export {
			use(f)
		}
	}
	kept := p.Funcs[:0]
	for _, f := range p.Funcs {
		if used[f] {
			kept = append(kept, f)
		}
	}
	p.Funcs = kept
}

// EveryStore reports whether something holds of all statements that store elements of fields, of a function and those
// that it calls. What is known of functions is noted.
func EveryStore(f *ir.Func, known map[*ir.Func]bool, holds func(s *ir.Stmt) bool) bool {
	all, met := known[f]
	if met {
		return all
	}
	known[f] = true // also for one that calls itself
	says := f.References()
	all = true
	for _, s := range says.Puts {
		all = all && holds(s)
	}
	for _, to := range says.Funcs {
		all = all && EveryStore(*to, known, holds)
	}
	known[f] = all
	return all
}

type inliner struct {
	calls map[*ir.Func]int
	done  map[*ir.Func]bool // begun: a function that calls itself is never taken in
	size  map[*ir.Func]int  // of those that are finished
}

// Function takes calls into f, after those functions have taken in theirs.
func (n *inliner) function(f *ir.Func) {
	if n.done[f] || f.Host {
		return
	}
	n.done[f] = true
	if f.Rare {
		return // it goes on to call
	}
	ir.WalkCalls(f.Body, nil, func(e *ir.Expr) {
		if e.Op == ir.Call {
			n.function(e.Callee())
		}
	})
	size := sizeOf(f.Body)
	r := &ir.Rewriter{Sparing: true}
	r.Stmt = func(r *ir.Rewriter, s *ir.Stmt) ([]*ir.Stmt, bool) {
		if s.Op != ir.Do || s.Args[0].Op != ir.Call || !n.fits(s.Args[0].Callee(), size) {
			return nil, false
		}
		size += n.size[s.Args[0].Callee()]
		return taken(s.Args[0].Callee(), r.Exprs(s.Args[0].Args), nil), true
	}
	r.Expr = func(r *ir.Rewriter, e *ir.Expr) (*ir.Expr, bool) {
		if e.Op != ir.Call || !n.fits(e.Callee(), size) {
			return nil, false
		}
		size += n.size[e.Callee()]
		l := ir.NewLocal("result", e.Type)
		return ir.After(taken(e.Callee(), r.Exprs(e.Args), l), ir.Read(l)), true
	}
	f.Body = r.Body(f.Body)
	n.size[f] = size
}

// fits reports whether a function is put in place of a call in one of a size.
func (n *inliner) fits(f *ir.Func, size int) bool {
	s, ok := n.size[f]
	return ok && !f.Export && (s <= smallCall || n.calls[f] == 1 || n.calls[f] == 2 && s <= 3*smallCall) &&
		size+s <= roomyCaller
}

// Size is the number of statements and operations of a function.
func Size(f *ir.Func) int { return sizeOf(f.Body) }

// sizeOf is the number of statements and operations of a body.
func sizeOf(body []*ir.Stmt) (n int) {
	n = len(body)
	for _, s := range body {
		n += sizeOfAll(s.Args) + sizeOf(s.Body) + sizeOf(s.Else)
	}
	return n
}

// sizeOfAll is the number of statements and operations of expressions.
func sizeOfAll(list []*ir.Expr) (n int) {
	for _, e := range list {
		if e.Nodes > 0 {
			n += int(e.Nodes)
			continue
		}
		n++
		if len(e.Args) > 0 {
			n += sizeOfAll(e.Args)
		}
		if len(e.Stmts()) > 0 {
			n += sizeOf(e.Stmts())
		}
	}
	return n
}

// taken is the body of a function with operands, which leaves its value in result.
func taken(f *ir.Func, args []*ir.Expr, result *ir.Local) []*ir.Stmt {
	c := &copier{locals: map[*ir.Local]*ir.Local{}, labels: map[*ir.Label]*ir.Label{}, consts: map[*ir.Local]*ir.Expr{}}
	written := map[*ir.Local]bool{}
	ir.Walk(f.Body, func(s *ir.Stmt) { written[s.Local] = true }, nil)
	var out []*ir.Stmt
	for i, l := range f.Params {
		if args[i].Op == ir.Const && !written[l] {
			c.consts[l] = args[i]
			continue
		}
		out = append(out, ir.Put(c.local(l), args[i]))
	}
	for _, l := range unset(f) {
		out = append(out, ir.Put(c.local(l), &ir.Expr{Op: ir.Const, Type: l.Type}))
	}
	c.result, c.end = result, &ir.Label{Name: f.Name}
	body := c.body(f.Body)
	// A return at the very end needs no label.
	if n := len(body); n > 0 && body[n-1].Op == ir.Break && body[n-1].Label == c.end {
		body = body[:n-1]
		c.left--
	}
	if c.left == 0 {
		return append(out, body...)
	}
	return append(out, &ir.Stmt{Op: ir.Scope, Label: c.end, Body: body})
}

// copier copies a body with locals and labels of its own.
type copier struct {
	locals map[*ir.Local]*ir.Local
	labels map[*ir.Label]*ir.Label
	consts map[*ir.Local]*ir.Expr // operands that are constants
	result *ir.Local
	end    *ir.Label
	left   int  // number of returns
	stays  bool // they go on to return
	same   bool // locals are those of what is copied, and so are labels that labels does not tell
}

func (c *copier) local(l *ir.Local) *ir.Local {
	if l == nil || c.same {
		return l
	}
	if c.locals[l] == nil {
		x := *l
		x.Read = ir.Expr{}
		c.locals[l] = &x
	}
	return c.locals[l]
}

func (c *copier) label(l *ir.Label) *ir.Label {
	if l == nil || c.same && c.labels[l] == nil {
		return l
	}
	if c.labels[l] == nil {
		c.labels[l] = &ir.Label{Name: l.Name}
	}
	return c.labels[l]
}

func (c *copier) body(in []*ir.Stmt) []*ir.Stmt {
	var out []*ir.Stmt
	for _, s := range in {
		if s.Op == ir.Return && !c.stays {
			if c.result != nil {
				out = append(out, ir.Put(c.result, c.expr(s.Args[0])))
			} else if len(s.Args) > 0 && !s.Args[0].Pure() {
				out = append(out, ir.Put(ir.NewLocal("unused", s.Args[0].Type), c.expr(s.Args[0])))
			}
			c.left++
			out = append(out, ir.Leave(c.end))
			continue
		}
		x := *s
		x.Local, x.Label = c.local(s.Local), c.label(s.Label)
		x.Args = c.exprs(s.Args)
		x.Body, x.Else = c.body(s.Body), c.body(s.Else)
		out = append(out, &x)
	}
	return out
}

func (c *copier) exprs(in []*ir.Expr) []*ir.Expr {
	if len(in) == 0 {
		return nil
	}
	out := make([]*ir.Expr, len(in))
	for i, e := range in {
		out[i] = c.expr(e)
	}
	return out
}

func (c *copier) expr(e *ir.Expr) *ir.Expr {
	switch e.Op {
	case ir.Const:
		return e
	case ir.Get:
		if v := c.consts[e.Local]; v != nil {
			return v
		}
		return ir.Read(c.local(e.Local))
	}
	return e.With(c.exprs(e.Args), c.body(e.Stmts()))
}

// Own gives a program copies of the functions that its own call, so that steps that
// change bodies leave the others alone.
func Own(p *ir.Program) {
	made := map[*ir.Func]*ir.Func{}
	var own func(f *ir.Func) *ir.Func
	own = func(f *ir.Func) *ir.Func {
		if made[f] == nil {
			g := *f
			made[f] = &g
			p.Funcs = append(p.Funcs, &g)
			g.Body = calling(f.Body, own)
		}
		return made[f]
	}
	for _, f := range p.Funcs {
		f.Body = calling(f.Body, own)
	}
}

// calling is a body that calls other functions instead of those it does.
func calling(body []*ir.Stmt, instead func(f *ir.Func) *ir.Func) []*ir.Stmt {
	r := &ir.Rewriter{}
	r.Expr = func(r *ir.Rewriter, e *ir.Expr) (*ir.Expr, bool) {
		if e.Op != ir.Call {
			return nil, false
		}
		return e.Calling(instead(e.Callee()), r.Exprs(e.Args)), true
	}
	return r.Body(body)
}

// unset are the variables of a function that may be read before they are assigned:
// those are 0 when it is called.
func unset(f *ir.Func) []*ir.Local {
	u := ir.NewUnsetter()
	for _, l := range f.Params {
		u.Set[l] = true
	}
	u.Body(f.Body)
	return u.Order
}
