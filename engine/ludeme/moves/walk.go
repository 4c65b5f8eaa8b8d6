package moves

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
)

// A walk goes along lines from a site, with (to) at one of their sites after the other as long as a condition holds: what
// a piece is shot along, what lies ahead of a move, and where moves go in some directions.

// walk is one by the rules.
type walk struct {
	lines
	between betweenPart // how far, from the first site on, and what must hold of the sites before
	far     int         // without that
	ok      game.Bool
	visit   func(c *game.Context, path []int32, out *game.MoveList) // of each site: the line as far as that
}

func (w *walk) eval(c *game.Context, out *game.MoveList) {
	lo, hi := w.between.limits(c, 1, w.far)
	from, to, between := c.From, c.To, c.Between
	w.each(c, func(path []int32) {
		c.Between = between
		for i := 0; i < len(path) && i < hi; i++ {
			if i+1 < lo && w.between.If.Given() {
				c.Between = int(path[i])
				ok := w.between.If.Get(c)
				if c.Between = between; !ok {
					break
				}
			}
			if c.To = int(path[i]); !w.ok.Get(c) {
				break
			}
			if i+1 >= lo {
				w.visit(c, path[:i+1], out)
			}
		}
	})
	c.From, c.To, c.Between = from, to, between
}

// lowerWalk adds what visit adds for each site along a line, within the bounds if there are any.
func lowerWalk(k *lower.Lowerer, lines *lower.Rows, line *ir.Expr, b crossing, ok func(to *ir.Expr) *ir.Expr,
	visit func(to *ir.Expr)) {
	env, n := k.Env, ir.Within("n", 0, 1<<15)
	if b.hi != nil {
		k.Add(ir.Put(n, ir.Num(0)))
	}
	k.Scope("line", func(end *ir.Label) {
		unless := func(c *ir.Expr) { k.Add(ir.When(ir.Calc(ir.Not, c), ir.Leave(end))) }
		k.Row(lines, line, func(to *ir.Expr) {
			k.Env = env
			if b.hi != nil {
				k.Add(ir.When(ir.Calc(ir.Le, b.hi, ir.Read(n)), ir.Leave(end)), ir.Increment(n))
				if b.when != nil {
					k.If(ir.All(ir.Calc(ir.Lt, ir.Num(1), b.lo), ir.Calc(ir.Lt, ir.Read(n), b.lo)), func() {
						k.Env.Between = to
						unless(k.Bool(b.when))
						k.Env = env
					})
				}
			}
			k.Env.To = to
			unless(ok(to))
			if b.hi == nil {
				visit(to)
			} else {
				k.If(ir.Calc(ir.Le, b.lo, ir.Read(n)), func() { visit(to) })
			}
			k.Env = env
		})
	})
}
