package transform

import (
	"slices"

	"github.com/astragal/astragal/engine/internal/ir"
)

// Rules say the same thing again and again: a definition that stands for the next site of a track is worked out anew
// wherever its name is used. Common has each expression evaluated once, as long as what it reads stays the same,
// and keeps its value in a variable for where it is needed again.
//
// Every expression has a number, the same as another one if both certainly have one value: that of the operation and
// of the numbers of its operands, and for what is read of memory the version of the field, which is another one after
// whatever may write it. What is evaluated in a branch, a loop or a scope is not known behind it.

// commonCost is what an expression must cost to be kept, in operations; an access at a place that is not known costs
// accessCost, as its bounds are tested, and a shift by a number that is not known shiftCost: a processor has one
// register for that number, which wazero frees for it.
const (
	commonCost = 12
	accessCost = 4
	shiftCost  = 11
)

// Common takes out expressions that are evaluated twice.
func Common(p *ir.Program) {
	c := &numbering{p: p, effects: map[*ir.Func]changes{}}
	for _, f := range p.Funcs {
		if !f.Host {
			c.function(f)
		}
	}
}

// numbering numbers the expressions of a function.
type numbering struct {
	p       *ir.Program
	effects map[*ir.Func]changes
	reads   []int // by number of a local: places of the function where it is read

	last     int32               // the last number given
	numbers  map[meaning]int32   // of expressions
	locals   []int32             // by number of a local: the number of the value that it has, 0 where that is not known
	versions map[*ir.Field]int32 // when they were changed last, but for
	memory   int32               // when all were
	known    map[int32]*kept     // by number: expressions that have been evaluated on every way here
	order    []int32             // the numbers in known, as they came
}

// meaning is what tells the value of an expression.
type meaning struct {
	op      ir.Op
	t       ir.Type
	k       int64
	field   *ir.Field
	version int32
	args    [3]int32
}

// kept is an expression that has been evaluated; once it is needed again a variable has its value.
type kept struct {
	e     *ir.Expr
	local *ir.Local
	place int // in order
}

// found is what is known of an expression: its number, what it costs, and whether it does nothing but have a value.
type found struct {
	number int32
	cost   int
	pure   bool
}

func (c *numbering) function(f *ir.Func) {
	n := len(f.Locals())
	c.reads, c.locals, c.numbers = make([]int, n), make([]int32, n), map[meaning]int32{}
	c.versions, c.known, c.order = map[*ir.Field]int32{}, map[int32]*kept{}, nil
	ir.Walk(f.Body, nil, func(e *ir.Expr) {
		if e.Op == ir.Get {
			c.reads[e.Local.Place]++
		}
	})
	f.Body = c.body(f.Body)
}

func (c *numbering) fresh() int32 {
	c.last++
	return c.last
}

func (c *numbering) body(body []*ir.Stmt) []*ir.Stmt {
	out := body
	for i, s := range body {
		out = replaced(body, out, i, c.stmt(s))
	}
	return out
}

// replaced is a list with another element in place of one of in; it is copied when the first is replaced.
func replaced[T any](in, out []*T, i int, x *T) []*T {
	if x == in[i] {
		return out
	}
	if &out[0] == &in[0] {
		out = slices.Clone(in)
	}
	out[i] = x
	return out
}

func (c *numbering) stmt(s *ir.Stmt) *ir.Stmt {
	args, body, alt := s.Args, s.Body, s.Else
	var value found
	for i, a := range s.Args {
		var x *ir.Expr
		x, value = c.expr(a)
		args = replaced(s.Args, args, i, x)
	}
	switch s.Op {
	case ir.Assign:
		c.locals[s.Local.Place] = value.number
	case ir.If:
		does := c.writes(s.Body)
		was := c.numbersOf(does)
		c.inside(func() { body = c.body(s.Body) })
		c.restore(was)
		other := c.writes(s.Else)
		c.inside(func() { alt = c.body(s.Else) })
		// What follows a branch that leaves is reached by the other one alone.
		if !ir.Leaves(s.Body) {
			c.change(does)
			c.change(other)
		}
	case ir.Loop:
		does := c.writes(s.Body)
		c.change(does)
		c.inside(func() { body = c.body(s.Body) })
		c.change(does)
	case ir.Scope:
		does := c.writes(s.Body)
		c.inside(func() { body = c.body(s.Body) })
		c.change(does)
	case ir.Store, ir.Save:
		c.versions[s.Field] = c.fresh()
	case ir.Restore:
		c.memory = c.fresh()
	}
	if ir.SameList(args, s.Args) && ir.SameList(body, s.Body) && ir.SameList(alt, s.Else) {
		return s
	}
	n := *s
	n.Args, n.Body, n.Else = args, body, alt
	return &n
}

// inside does what runs only on some ways: what it evaluates is not known behind it.
func (c *numbering) inside(f func()) {
	n := len(c.order)
	f()
	c.forget(n)
}

func (c *numbering) forget(n int) {
	for _, number := range c.order[n:] {
		delete(c.known, number)
	}
	c.order = c.order[:n]
}

// Expr is an expression with what is known already in place of what it would evaluate again.
func (c *numbering) expr(e *ir.Expr) (*ir.Expr, found) {
	if e.Op == ir.Const || e.Op == ir.Get {
		return e, found{number: c.number(e, nil), pure: true}
	}
	begun := len(c.order)
	args, body := e.Args, e.Stmts()
	is := found{cost: 1, pure: true}
	var numbers [3]int32
	if e.Op == ir.Block {
		body = c.body(e.Stmts())
		is.pure = c.private(e)
		is.cost += sizeOf(e.Stmts())
	}
	for i, a := range e.Args {
		var part found
		see := func() {
			var x *ir.Expr
			x, part = c.expr(a)
			args = replaced(e.Args, args, i, x)
		}
		if i > 0 && (e.Op == ir.Both || e.Op == ir.Either || e.Op == ir.Choose) {
			does := c.writesOf(a)
			was := c.numbersOf(does)
			c.inside(see)
			if e.Op == ir.Choose && i == 1 {
				c.restore(was)
			}
			defer c.change(does)
		} else {
			see()
		}
		is.cost, is.pure = is.cost+part.cost, is.pure && part.pure
		if i < len(numbers) {
			numbers[i] = part.number
		}
	}
	// An expression that is kept is a copy, which may become a block; what has nothing of that in it stays as it is.
	made := func() *ir.Expr {
		n := e.With(args, body)
		n.Nodes = 0
		return n
	}
	same := func() *ir.Expr {
		if ir.SameList(args, e.Args) && ir.SameList(body, e.Stmts()) {
			return e
		}
		return made()
	}
	switch e.Op {
	case ir.Call:
		is.pure, is.number = false, c.fresh()
		c.change(c.called(e.Callee()))
		return same(), is
	case ir.Block:
		is.number = numbers[0]
	case ir.Load, ir.EqualBits, ir.LessBits, ir.EqualFrom:
		if e.Args[len(e.Args)-1].Op != ir.Const {
			is.cost += accessCost
		}
		if e.Op == ir.EqualBits || e.Op == ir.LessBits {
			is.cost += 4 * accessCost
		}
		is.number = c.number(e, numbers[:])
	case ir.Shl, ir.Shr:
		if args[1].Op != ir.Const {
			is.cost += shiftCost
		}
		fallthrough
	default:
		is.number = c.number(e, numbers[:])
	}
	if !is.pure || is.cost < commonCost {
		return same(), is
	}
	if k := c.known[is.number]; k != nil && k.place >= begun {
		return same(), is // the value of a block, which is known by what it ends with
	} else if k != nil {
		c.forget(begun) // what was first evaluated in here is evaluated no more
		return k.again(), found{number: is.number, pure: true}
	}
	n := made()
	c.known[is.number] = &kept{e: n, place: len(c.order)}
	c.order = append(c.order, is.number)
	return n, is
}

// again is the value of an expression that has been evaluated.
func (k *kept) again() *ir.Expr {
	if k.local == nil {
		k.local = ir.NewLocal("same", k.e.Type)
		first := *k.e
		if first.Type == ir.I32 {
			lo, hi := first.Range()
			k.local.Lo, k.local.Hi = int(lo), int(hi)
		}
		*k.e = *ir.After([]*ir.Stmt{ir.Put(k.local, &first)}, ir.Read(k.local))
	}
	return ir.Read(k.local)
}

// Place is the number of an expression with operands of some numbers.
func (c *numbering) number(e *ir.Expr, args []int32) int32 {
	if e.Op == ir.Get {
		n := &c.locals[e.Local.Place]
		if *n == 0 {
			*n = c.fresh()
		}
		return *n
	}
	m := meaning{op: e.Op, t: e.Type, k: e.K, field: e.Field}
	copy(m.args[:], args)
	if e.Field != nil && e.Field.Kind != ir.Table {
		m.version = max(c.memory, c.versions[e.Field])
	}
	n, ok := c.numbers[m]
	if !ok {
		n = c.fresh()
		c.numbers[m] = n
	}
	return n
}

// private reports whether a block does nothing but assign variables that nothing else reads, without calls.
func (c *numbering) private(e *ir.Expr) bool {
	ok := true
	ir.WalkCalls(
		e.Stmts(),
		func(s *ir.Stmt) { ok = ok && s.Op == ir.Assign },
		func(x *ir.Expr) { ok = ok && x.Op != ir.Call },
	)
	if !ok {
		return false
	}
	whole := []*ir.Stmt{{Op: ir.Return, Args: []*ir.Expr{e}}}
	ir.Walk(e.Stmts(), func(s *ir.Stmt) {
		inside := 0
		ir.Walk(whole, nil, func(x *ir.Expr) { inside += int(ir.Boolean(reads(x, s.Local))) })
		ok = ok && inside == c.reads[s.Local.Place]
	}, nil)
	return ok
}

// changes are the variables and fields that a body may change, some more than once; memory is whether that may be any
// field.
type changes struct {
	locals []*ir.Local
	fields []*ir.Field
	memory bool
}

func (c *numbering) writes(body []*ir.Stmt) (does changes) {
	w := writing{c: c, this: ir.NextMark()}
	ir.WalkCalls(body, w.stmt, w.expr)
	return w.does
}

// writing finds what a body may change. Common asks that of the body of every statement, so it does not note the fields
// of every call again.
type writing struct {
	c    *numbering
	this int64 // its numbering
	does changes
}

func (w *writing) stmt(s *ir.Stmt) {
	switch s.Op {
	case ir.Assign:
		w.does.locals = append(w.does.locals, s.Local)
	case ir.Store, ir.Save:
		w.field(s.Field)
	case ir.Restore:
		w.does.memory = true
	}
}

func (w *writing) expr(e *ir.Expr) {
	if e.Op != ir.Call {
		return
	}
	of := w.c.called(e.Callee())
	for _, f := range of.fields {
		w.field(f)
	}
	w.does.memory = w.does.memory || of.memory
}

func (w *writing) field(f *ir.Field) {
	if f.Mark != w.this {
		f.Mark = w.this
		w.does.fields = append(w.does.fields, f)
	}
}

func (c *numbering) writesOf(e *ir.Expr) changes {
	if e.Simple() {
		return changes{}
	}
	return c.writes([]*ir.Stmt{{Op: ir.Return, Args: []*ir.Expr{e}}})
}

// called is what a function may change, with those that it calls.
func (c *numbering) called(f *ir.Func) changes {
	does, ok := c.effects[f]
	if !ok {
		c.effects[f] = changes{memory: true} // while it is found out for one that calls itself
		does = c.writes(f.Body)
		does.locals, does.memory = nil, does.memory || f.Host
		c.effects[f] = does
	}
	return does
}

// change gives what may have changed other numbers.
func (c *numbering) change(does changes) {
	for _, l := range does.locals {
		c.locals[l.Place] = 0
	}
	if len(does.fields) > 0 {
		now := c.fresh()
		for _, f := range does.fields {
			c.versions[f] = now
		}
	}
	if does.memory {
		c.memory = c.fresh()
	}
}

// before are the numbers of what a body changes, as they were before it.
type before struct {
	changes
	numbers  []int32
	versions []int32
	was      int32 // memory
}

func (c *numbering) numbersOf(does changes) before {
	b := before{changes: does, was: c.memory}
	for _, l := range does.locals {
		b.numbers = append(b.numbers, c.locals[l.Place])
	}
	for _, f := range does.fields {
		b.versions = append(b.versions, c.versions[f])
	}
	return b
}

func (c *numbering) restore(b before) {
	for i, l := range b.locals {
		c.locals[l.Place] = b.numbers[i]
	}
	for i, f := range b.fields {
		c.versions[f] = b.versions[i]
	}
	c.memory = b.was
}
