package ir

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
func Inline(p *Program) {
	n := &inliner{calls: map[*Func]int{}, done: map[*Func]bool{}, size: map[*Func]int{}}
	for _, f := range p.Funcs {
		if f.Rare { // what it calls is worth no more for that
			continue
		}
		Walk(f.Body, nil, func(e *Expr) {
			if e.Op == Call {
				n.calls[e.Func]++
			}
		})
	}
	for _, f := range p.Funcs {
		n.function(f)
	}
	Sweep(p)
}

// Sweep takes out the functions that nothing calls from outside or inside.
func Sweep(p *Program) {
	forget(p)
	sweep(p, nil)
}

// forget drops the references of all functions.
func forget(p *Program) {
	for _, f := range p.Funcs {
		f.says = nil
	}
}

// sweep is Sweep after all calls have become calls of the functions that stand for those they call; nil for themselves.
func sweep(p *Program, as func(f *Func) *Func) {
	used := make(map[*Func]bool, len(p.Funcs))
	var use func(f *Func)
	use = func(f *Func) {
		if used[f] {
			return
		}
		used[f] = true
		for _, to := range f.references().funcs {
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

// references is what a body says of functions and snapshots.
type references struct {
	of    []*Stmt  // the body
	funcs []**Func // where it names functions, in the order of Walk
	saves []*Stmt  // those that save or restore snapshots
	puts  []*Stmt  // those that store elements of fields
	looks bool     // it reads or changes one itself
}

// references are those of the body of a function, found from a Sweep until after the next Share once for each body:
// statements do not change in between but by what is told here.
func (f *Func) references() *references {
	if m := f.says; m == nil || !sameList(m.of, f.Body) {
		f.says = &references{of: f.Body}
		WalkCalls(f.Body, f.says.stmt, f.says.expr)
	}
	return f.says
}

// EveryStore reports whether something holds of all statements that store elements of fields, of a function and those
// that it calls. What is known of functions is noted.
func EveryStore(f *Func, known map[*Func]bool, holds func(s *Stmt) bool) bool {
	all, met := known[f]
	if met {
		return all
	}
	known[f] = true // also for one that calls itself
	says := f.references()
	all = true
	for _, s := range says.puts {
		all = all && holds(s)
	}
	for _, to := range says.funcs {
		all = all && EveryStore(*to, known, holds)
	}
	known[f] = all
	return all
}

func (m *references) stmt(s *Stmt) {
	if s.Func != nil {
		m.funcs = append(m.funcs, &s.Func)
	}
	if s.Op == Save || s.Op == Restore {
		m.saves = append(m.saves, s)
	} else if s.Field != nil && s.Field.snapshot {
		m.looks = true
	}
	if s.Op == Store {
		m.puts = append(m.puts, s)
	}
}

func (m *references) expr(e *Expr) {
	if e.Func != nil {
		m.funcs = append(m.funcs, &e.Func)
	} else if e.Field != nil && e.Field.snapshot {
		m.looks = true
	}
}

type inliner struct {
	calls map[*Func]int
	done  map[*Func]bool // begun: a function that calls itself is never taken in
	size  map[*Func]int  // of those that are finished
}

// function takes calls into f, after those functions have taken in theirs.
func (n *inliner) function(f *Func) {
	if n.done[f] || f.Host {
		return
	}
	n.done[f] = true
	if f.Rare {
		return // it goes on to call
	}
	WalkCalls(f.Body, nil, func(e *Expr) {
		if e.Op == Call {
			n.function(e.Func)
		}
	})
	size := sizeOf(f.Body)
	r := &rewriter{sparing: true}
	r.stmt = func(r *rewriter, s *Stmt) ([]*Stmt, bool) {
		if s.Op != Do || s.Args[0].Op != Call || !n.fits(s.Args[0].Func, size) {
			return nil, false
		}
		size += n.size[s.Args[0].Func]
		return taken(s.Args[0].Func, r.exprs(s.Args[0].Args), nil), true
	}
	r.expr = func(r *rewriter, e *Expr) (*Expr, bool) {
		if e.Op != Call || !n.fits(e.Func, size) {
			return nil, false
		}
		size += n.size[e.Func]
		l := NewLocal("result", e.Type)
		return After(taken(e.Func, r.exprs(e.Args), l), Read(l)), true
	}
	f.Body = r.body(f.Body)
	n.size[f] = size
}

// fits reports whether a function is put in place of a call in one of a size.
func (n *inliner) fits(f *Func, size int) bool {
	s, ok := n.size[f]
	return ok && !f.Export && (s <= smallCall || n.calls[f] == 1 || n.calls[f] == 2 && s <= 3*smallCall) &&
		size+s <= roomyCaller
}

// Size is the number of statements and operations of a function.
func Size(f *Func) int { return sizeOf(f.Body) }

// sizeOf is the number of statements and operations of a body.
func sizeOf(body []*Stmt) (n int) {
	n = len(body)
	for _, s := range body {
		n += sizeOfAll(s.Args) + sizeOf(s.Body) + sizeOf(s.Else)
	}
	return n
}

// sizeOfAll is the number of statements and operations of expressions.
func sizeOfAll(list []*Expr) (n int) {
	for _, e := range list {
		if e.nodes > 0 {
			n += int(e.nodes)
			continue
		}
		n++
		if len(e.Args) > 0 {
			n += sizeOfAll(e.Args)
		}
		if len(e.Body) > 0 {
			n += sizeOf(e.Body)
		}
	}
	return n
}

// taken is the body of a function with operands, which leaves its value in result.
func taken(f *Func, args []*Expr, result *Local) []*Stmt {
	c := &copier{locals: map[*Local]*Local{}, labels: map[*Label]*Label{}, consts: map[*Local]*Expr{}}
	written := map[*Local]bool{}
	Walk(f.Body, func(s *Stmt) { written[s.Local] = true }, nil)
	var out []*Stmt
	for i, l := range f.Params {
		if args[i].Op == Const && !written[l] {
			c.consts[l] = args[i]
			continue
		}
		out = append(out, Put(c.local(l), args[i]))
	}
	for _, l := range unset(f) {
		out = append(out, Put(c.local(l), &Expr{Op: Const, Type: l.Type}))
	}
	c.result, c.end = result, &Label{Name: f.Name}
	body := c.body(f.Body)
	// A return at the very end needs no label.
	if n := len(body); n > 0 && body[n-1].Op == Break && body[n-1].Label == c.end {
		body = body[:n-1]
		c.left--
	}
	if c.left == 0 {
		return append(out, body...)
	}
	return append(out, &Stmt{Op: Scope, Label: c.end, Body: body})
}

// copier copies a body with locals and labels of its own.
type copier struct {
	locals map[*Local]*Local
	labels map[*Label]*Label
	consts map[*Local]*Expr // operands that are constants
	result *Local
	end    *Label
	left   int  // number of returns
	stays  bool // they go on to return
}

func (c *copier) local(l *Local) *Local {
	if l == nil {
		return nil
	}
	if c.locals[l] == nil {
		x := *l
		x.read = Expr{}
		c.locals[l] = &x
	}
	return c.locals[l]
}

func (c *copier) label(l *Label) *Label {
	if l == nil {
		return nil
	}
	if c.labels[l] == nil {
		c.labels[l] = &Label{Name: l.Name}
	}
	return c.labels[l]
}

func (c *copier) body(in []*Stmt) []*Stmt {
	var out []*Stmt
	for _, s := range in {
		if s.Op == Return && !c.stays {
			if c.result != nil {
				out = append(out, Put(c.result, c.expr(s.Args[0])))
			} else if len(s.Args) > 0 && !s.Args[0].Pure() {
				out = append(out, Put(NewLocal("unused", s.Args[0].Type), c.expr(s.Args[0])))
			}
			c.left++
			out = append(out, Leave(c.end))
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

func (c *copier) exprs(in []*Expr) []*Expr {
	if len(in) == 0 {
		return nil
	}
	out := make([]*Expr, len(in))
	for i, e := range in {
		out[i] = c.expr(e)
	}
	return out
}

func (c *copier) expr(e *Expr) *Expr {
	switch e.Op {
	case Const:
		return e
	case Get:
		if v := c.consts[e.Local]; v != nil {
			return v
		}
		return Read(c.local(e.Local))
	}
	x := *e
	x.Args, x.Body = c.exprs(e.Args), c.body(e.Body)
	return &x
}

// Own gives a program copies of the functions that its own call, so that steps that
// change bodies leave the others alone.
func Own(p *Program) {
	made := map[*Func]*Func{}
	var own func(f *Func) *Func
	own = func(f *Func) *Func {
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
func calling(body []*Stmt, instead func(f *Func) *Func) []*Stmt {
	r := &rewriter{}
	r.expr = func(r *rewriter, e *Expr) (*Expr, bool) {
		if e.Op != Call {
			return nil, false
		}
		c := *e
		c.Func, c.Args = instead(e.Func), r.exprs(e.Args)
		return &c, true
	}
	return r.body(body)
}

func newUnsetter() *unsetter { return &unsetter{set: map[any]bool{}, missing: map[any]bool{}} }

// unset are the variables of a function that may be read before they are assigned:
// those are 0 when it is called.
func unset(f *Func) []*Local {
	u := newUnsetter()
	for _, l := range f.Params {
		u.set[l] = true
	}
	u.body(f.Body)
	return u.order
}

// unsetter finds the variables, and the fields of one set each, that may be read before they are assigned.
type unsetter struct {
	set     map[any]bool // assigned on every way here
	noted   []any        // what is in set, in the order of the assignments
	missing map[any]bool
	order   []*Local // those that are missing
	words   int      // of a set; 0 where nobody asks for fields
	access  accesses // of the functions that are called, where somebody does
}

// read notes that fields are read, or changed in part.
func (u *unsetter) read(f *Field) {
	if u.words > 0 && !u.set[f] {
		u.missing[f] = true
	}
}

func (u *unsetter) assigned(l any) {
	if !u.set[l] {
		u.set[l] = true
		u.noted = append(u.noted, l)
	}
}

func (u *unsetter) body(body []*Stmt) {
	for _, s := range body {
		if s.Op == EmitSet && s.Local != nil {
			u.assigned(s.Local)
		}
		for _, a := range s.Args {
			u.expr(a)
		}
		switch s.Op {
		case Assign:
			u.assigned(s.Local)
		case SetStore:
			if s.Args[0].Is(0) && s.Field.Len == u.words {
				u.assigned(s.Field)
			}
		case Include, Exclude, Store:
			u.read(s.Field)
		case If:
			u.apart(func() { u.body(s.Body) })
			u.apart(func() { u.body(s.Else) })
		case Each:
			u.apart(func() {
				u.assigned(s.Local)
				u.body(s.Body)
			})
		case Loop, Scope:
			u.apart(func() { u.body(s.Body) })
		}
	}
}

// apart goes through what may be left anywhere, or not be entered.
func (u *unsetter) apart(visit func()) {
	n := len(u.noted)
	visit()
	for _, l := range u.noted[n:] {
		delete(u.set, l)
	}
	u.noted = u.noted[:n]
}

func (u *unsetter) expr(e *Expr) {
	if e.Op == Load || e.Op == SetLoad {
		u.read(e.Field)
	}
	if e.Op == Call && u.words > 0 {
		does := u.access.function(e.Func)
		for _, fields := range [...]Fields{does.Reads, does.Writes} {
			for _, f := range fields {
				u.read(f)
			}
		}
	}
	if e.Op == Get && !u.set[e.Local] && !u.missing[e.Local] {
		u.missing[e.Local] = true
		u.order = append(u.order, e.Local)
	}
	if e.Op == Both || e.Op == Either || e.Op == Choose {
		u.expr(e.Args[0])
		for _, a := range e.Args[1:] {
			u.apart(func() { u.expr(a) })
		}
		return
	}
	for _, a := range e.Args {
		if e.Op != Block {
			u.expr(a)
		}
	}
	u.body(e.Body)
	if e.Op == Block {
		u.expr(e.Args[0])
	}
}
