package write

import (
	"fmt"

	"github.com/astragal/astragal/engine/internal/ir"
)

// Each adds what f adds for each site of a set.
func (k *Writer) Each(set *ir.Expr, f func(site *ir.Expr)) {
	k.EachAs(set, ir.Within("site", 0, min(k.Numbers-1, k.P.Highest(set))), f)
}

// EachAs is Each with a variable for the site.
func (k *Writer) EachAs(set *ir.Expr, site *ir.Local, f func(site *ir.Expr)) {
	k.Add(&ir.Stmt{Op: ir.Each, Local: site, Args: []*ir.Expr{set}, Label: &ir.Label{Name: "each"},
		Body: k.Inside(func() { f(ir.Read(site)) })})
}

// Scope adds what f adds, which may leave it by the label.
func (k *Writer) Scope(name string, f func(end *ir.Label)) { k.labelled(ir.Scope, name, 0, f) }

// Loop adds what f adds, again and again until it leaves by the label: within so many rounds, or metered when rounds is
// 0.
func (k *Writer) Loop(name string, rounds int, f func(end *ir.Label)) {
	k.labelled(ir.Loop, name, rounds, f)
}

func (k *Writer) labelled(op ir.StmtOp, name string, rounds int, f func(end *ir.Label)) {
	end := &ir.Label{Name: name}
	k.Add(&ir.Stmt{Op: op, Label: end, Rounds: rounds, Body: k.Inside(func() { f(end) })})
	if op == ir.Loop && !end.Left() {
		panic(fmt.Errorf("nothing leaves the loop %s", name)) // which goes on for ever, whatever rounds says
	}
}

// Repeat adds what f adds a number of times.
func (k *Writer) Repeat(n *ir.Expr, f func()) {
	if n.Is(1) {
		f()
		return
	}
	left := k.Let("left", n)
	k.Loop("repeat", 0, func(loop *ir.Label) {
		k.Add(ir.When(ir.Calc(ir.Le, ir.Read(left), ir.Num(0)), ir.Leave(loop)),
			ir.Decrement(left))
		f()
	})
}

// Rounds adds what f adds for i from a number up to another one, which is left out, at most so many times.
func (k *Writer) Rounds(from, to *ir.Expr, most int, f func(i *ir.Expr)) {
	i, end := ir.Within("i", 0, 1<<20), ir.NewLocal("end", ir.I32)
	k.Add(ir.Put(i, from), ir.Put(end, to))
	k.Loop("rounds", most+1, func(loop *ir.Label) {
		k.Add(ir.When(ir.Calc(ir.Le, ir.Read(end), ir.Read(i)), ir.Leave(loop)))
		l := k.Var("at", 0, 1<<20, ir.Read(i))
		k.Add(ir.Put(i, ir.Calc(ir.Add, ir.Read(i), ir.Num(1))))
		f(ir.Read(l))
	})
}

// Looping adds what f adds, a loop in which nothing changes the position.
func (k *Writer) Looping(f func()) {
	if k.BeforeLoop != nil { // the loop around goes on for longer
		f()
		return
	}
	var first []*ir.Stmt
	k.BeforeLoop = &first
	body := k.Inside(f)
	k.BeforeLoop = nil
	k.Add(first...)
	k.Add(body...)
}

// AddOnce adds statements before the outermost of the loops around.
func (k *Writer) AddOnce(s ...*ir.Stmt) { *k.BeforeLoop = append(*k.BeforeLoop, s...) }
