// Package write writes programs of package transform.
//
// A Writer adds statements to the block that is being written. What takes a function writes a block of its own: the
// statements that the function adds are those of a branch, a loop or the body of a function. So code is written in the
// order in which it runs, and reads as the code that it writes:
//
//	k.If(empty, func() { k.Add(ir.Write(what, site, piece)) })
//
// Functions are made once by their names (Shared), tables once by their contents (Table, Rows). The package knows
// nothing of games: sites are numbers below Numbers, and sets have a bit for each.
package write

import (
	"errors"
	"fmt"

	"github.com/astragal/astragal/engine/internal/ir"
)

// A Writer writes one program.
type Writer struct {
	P       *ir.Program
	Numbers int     // loops over sets have variables below it
	Context Context // nil for none

	// BeforeLoop is where statements go that come before the outermost of the loops around in which nothing changes
	// the position, nil outside of one.
	BeforeLoop *[]*ir.Stmt

	body       *[]*ir.Stmt // where statements go
	added      int         // statements so far
	funcs      int         // number of functions made, for their names
	made       map[string]*ir.Func
	tables     map[uint64][]*ir.Field // by a hash of element and contents
	numTables  int
	worked     map[string]*ir.Field // tables by what their contents follow from
	workedRows map[string][]*Rows   // likewise
}

// Context is what stands around the statements that are written.
type Context interface {
	// Enter is called before a block is written, or the body of a function, around which nothing stands as it may be
	// called from elsewhere.
	Enter(function bool)
	// Leave is called after it: what stood around when it was entered does so again.
	Leave(function bool)
}

// New returns what writes a program.
func New(p *ir.Program) Writer {
	return Writer{P: p, body: new([]*ir.Stmt), made: map[string]*ir.Func{}, tables: map[uint64][]*ir.Field{},
		worked: map[string]*ir.Field{}, workedRows: map[string][]*Rows{}}
}

// Size is the number of statements written so far.
func (k *Writer) Size() int { return k.added }

// ErrTooLarge is what Add panics with where a program has more than 2^20 statements: loops over players in each other
// have a copy of what is in them for each. Of the games of both libraries the largest, Kriegspiel, has 260,000, the
// next 68,000.
var ErrTooLarge = errors.New("too large")

const maxAdded = 1 << 20

// Add adds statements.
func (k *Writer) Add(s ...*ir.Stmt) {
	if k.added += len(s); k.added > maxAdded {
		panic(ErrTooLarge)
	}
	if *k.body == nil {
		*k.body = make([]*ir.Stmt, 0, max(4, len(s))) // few bodies have one statement alone
	}
	*k.body = append(*k.body, s...)
}

// Inside returns the statements that f adds.
func (k *Writer) Inside(f func()) []*ir.Stmt {
	var body []*ir.Stmt
	outer := k.body
	k.body = &body
	k.enter(false)
	f()
	k.leave(false)
	k.body = outer
	return body
}

func (k *Writer) enter(function bool) {
	if k.Context != nil {
		k.Context.Enter(function)
	}
}

func (k *Writer) leave(function bool) {
	if k.Context != nil {
		k.Context.Leave(function)
	}
}

// Scoped returns the expression that f returns; the statements that f adds, if any, run just before it is evaluated
// and only if it is.
func (k *Writer) Scoped(f func() *ir.Expr) *ir.Expr {
	var v *ir.Expr
	body := k.Inside(func() { v = f() })
	return ir.After(body, v)
}

// If adds what f adds, under a condition.
func (k *Writer) If(c *ir.Expr, f func()) {
	if c.Is(0) {
		return
	}
	body := k.Inside(f)
	if c.Is(1) {
		k.Add(body...)
		return
	}
	k.Add(ir.When(c, body...))
}

// Choose adds what yes adds if a condition holds, else what no adds.
func (k *Writer) Choose(c *ir.Expr, yes, no func()) {
	switch {
	case c.Is(0):
		k.Add(k.Inside(no)...)
	case c.Is(1):
		k.Add(k.Inside(yes)...)
	default:
		k.Add(&ir.Stmt{Op: ir.If, Args: []*ir.Expr{c}, Body: k.Inside(yes), Else: k.Inside(no)})
	}
}

// Call adds a call of a function.
func (k *Writer) Call(f *ir.Func, args ...*ir.Expr) {
	k.Add(&ir.Stmt{Op: ir.Do, Args: []*ir.Expr{ir.Invoke(f, args...)}})
}

// Var makes a variable that is always between lo and hi, and v at first.
func (k *Writer) Var(name string, lo, hi int, v *ir.Expr) *ir.Local {
	l := ir.Within(name, lo, hi)
	k.Add(ir.Put(l, v))
	return l
}

// Let makes a variable of an unknown range that is v at first.
func (k *Writer) Let(name string, v *ir.Expr) *ir.Local {
	l := ir.NewLocal(name, ir.I32)
	k.Add(ir.Put(l, v))
	return l
}

// Temp keeps the value of an expression in a variable, unless it is one already.
func (k *Writer) Temp(name string, e *ir.Expr) *ir.Expr {
	if e.Simple() {
		return e
	}
	l := ir.NewLocal(name, e.Type)
	if e.Type == ir.I32 {
		lo, hi := e.Range()
		l.Lo, l.Hi = int(lo), int(hi)
	}
	k.Add(ir.Put(l, e))
	return ir.Read(l)
}

// Fresh makes a function without a body, whose name is told from others by a number.
func (k *Writer) Fresh(name string, result ir.Type, params ...*ir.Local) *ir.Func {
	k.funcs++
	return k.P.Func(fmt.Sprintf("%s.%d", name, k.funcs), result, params...)
}

// Func makes a function of what f adds.
func (k *Writer) Func(name string, result ir.Type, f func(), params ...*ir.Local) *ir.Func {
	fn := k.Fresh(name, result, params...)
	first := k.BeforeLoop
	k.BeforeLoop = nil
	k.enter(true)
	fn.Body = k.Inside(f)
	k.leave(true)
	k.BeforeLoop = first
	return fn
}

// Shared is the function of a name, made of what f adds when it is first asked for.
func (k *Writer) Shared(name string, result ir.Type, f func(), params ...*ir.Local) *ir.Func {
	fn := k.made[name]
	if fn == nil {
		fn = k.P.Func(name, result, params...)
		k.made[name] = fn
		fn.Body = k.Inside(f)
	}
	return fn
}

// SharedOf is Shared for a function of numbers of any range, which f is given.
func (k *Writer) SharedOf(name string, result ir.Type, params []string, f func(p []*ir.Expr)) *ir.Func {
	if fn := k.made[name]; fn != nil {
		return fn
	}
	locals, reads := make([]*ir.Local, len(params)), make([]*ir.Expr, len(params))
	for i, x := range params {
		locals[i] = ir.NewLocal(x, ir.I32)
		reads[i] = ir.Read(locals[i])
	}
	return k.Shared(name, result, func() { f(reads) }, locals...)
}

// Known is the shared function of a name, nil if nobody has asked for it.
func (k *Writer) Known(name string) *ir.Func { return k.made[name] }

// Share makes a function the shared one of a name.
func (k *Writer) Share(name string, fn *ir.Func) *ir.Func {
	k.made[name] = fn
	return fn
}
