package lower

import (
	"slices"
	"strings"

	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/ir/transform"
	"github.com/astragal/astragal/engine/internal/position"
	"github.com/astragal/astragal/engine/lgdl"
)

// What moves begin with is found in one order and made in another one: the first effect, and those after it in reverse
// (part 4, §6, do). The moves are found after the first order, and made after the second.

// prefix is what moves begin with, where they are emitted: it sees the iterators of the
// place where it stands.
type prefix struct {
	prior *lgdl.Expr
	env   Env
	order bool // its effects are made in the order of the rules, see behind
}

// performFew is Perform for what moves begin with. Where it matters that three effects and more are not made in the
// order in which they are found, a play that comes to so many is spoilt.
func (k *Lowerer) performFew(e *lgdl.Expr) {
	if !k.inOrder(e) {
		k.inFront(func() { k.Perform(e) })
		return
	}
	body := k.asFound(func() { k.Moves(e) })
	if k.changedBefore(body) != "" {
		k.No(e, "moves that begin with effects whose order matters")
	}
	first, end := k.listed(body)
	k.SpoilIf(ir.Calc(ir.Lt, position.Plus(first, 2), end))
	k.eachFound(first, end, transform.Emitted(body), func() {}, func() {})
	k.Add(ir.Write(k.Candidates.Count, ir.Num(0), first))
}

// reordered reports whether moves begin with effects that are made in another order than that in which the moves are
// found after them, and nothing but their consequents is found out when they are made.
func (k *Lowerer) reordered(prior, next *lgdl.Expr) bool {
	return len(k.filters) == 0 && len(k.prefixes) == 0 && k.Dice == nil && k.joint == nil && !k.resolver.on &&
		!k.Asks(prior, "then") && !foundWhenMade(next) && k.inOrder(prior)
}

// foundWhenMade reports whether moves may have more than the action of the decision before their consequents.
func foundWhenMade(e *lgdl.Expr) bool {
	switch {
	case e == nil || e.Is("then"):
		return false
	case e.Is("apply"), e.Is("forEach", "Piece"): // the pieces may have any
		return true
	case e.Kind != lgdl.Clause || e.Form == nil || !strings.HasPrefix(e.Form.Result, "moves"):
	case e.Form.Keyword == "move":
		plain := []string{"", "Add", "Remove", "Step", "Slide", "Leap", "Select", "Pass"}
		if !slices.Contains(plain, e.Selector()) {
			return true
		}
	case !slices.Contains([]string{"if", "or", "forEach", "priority"}, e.Form.Keyword):
		return true
	}
	return slices.ContainsFunc(e.Args, foundWhenMade) || slices.ContainsFunc(e.Items, foundWhenMade)
}

// performBefore makes what a move begins with: the first effect, and those after it in reverse, where that matters.
func (k *Lowerer) performBefore(p prefix) {
	if !p.order {
		k.Perform(p.prior)
		return
	}
	saved := k.P.Snapshot("undone")
	k.Add(&ir.Stmt{Op: ir.Save, Field: saved})
	w := k.writeDown(p.prior, []*lgdl.Expr{p.prior})
	k.Add(&ir.Stmt{Op: ir.Restore, Field: saved})
	w.each(k, func(n int, from, to, data *ir.Expr) { k.Call(k.rules[n].apply, from, to, data) })
	w.close(k)
}
