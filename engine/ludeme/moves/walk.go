package moves

import (
	"cmp"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/rule"
	"github.com/astragal/astragal/engine/internal/write"
	"github.com/astragal/astragal/engine/lgdl"
)

// walk goes along lines from a site, with (to) at one of their sites after the other as long as the condition of the
// (to …) holds: what a piece is shot along, what lies ahead of a move, and where moves go in some directions.
type walk struct {
	rays
	far   bool      // to their ends, else as a (between …) says, by default to their first sites
	or    rule.Bool // the condition where the (to …) has none
	blind bool      // the effect of the (to …) has a condition and sees no (from), else it may stand without a (to …)
	shot  *shot     // instead of an effect
}

// shot is what is done at a site of a walk, by the rules with the line as far as that. (between) is at the site before.
type shot struct {
	impl  func(k *game.Compiler, e *lgdl.Expr, w *walker, decision bool) visit
	lower func(k *lower.Lowerer, e *lgdl.Expr) func(to *ir.Expr)
}

type visit = func(c *game.Context, path []int32, out *game.MoveList)

func (w walk) moves() rule.Moves { return rule.Forms(w.compile, w.code, "from", "to") }

// walker is a walk by the rules.
type walker struct {
	walk
	lines
	between betweenPart // how far, from the first site on, and what must hold of the sites before
	to      toPart
	visit   visit // nil for the effect
}

func (w walk) compile(k *game.Compiler, e *lgdl.Expr, decision bool) *game.Gen {
	r := &walker{walk: w, lines: w.compileRays(k, e)}
	if !w.far {
		r.between = compileBetween(k, e.Named("between"))
	}
	r.to = compileTo(k, e.Named("to"), toVar)
	switch {
	case w.shot != nil:
		r.visit = w.shot.impl(k, e, r, decision)
	case w.blind:
	case !r.to.Given:
		r.to.Apply.Effect = k.Moves(e.Named("moves"))
	case r.to.Apply.Effect == nil:
		k.Fail(e.Named("to"), "forEach Direction expects the moves in (to … (apply <moves>)), or moves in its place")
	default:
		r.to.Apply.If = game.Bool{}
	}
	if !r.to.If.Given() {
		r.to.If = w.or.Impl(k, e)
	}
	return &game.Gen{Eval: r.eval}
}

func (w *walker) eval(c *game.Context, out *game.MoveList) {
	lo, hi := 1, game.Infinity
	if !w.far {
		lo, hi = w.between.limits(c, 1, 1)
	}
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
			if c.To = int(path[i]); !w.to.If.Get(c) {
				break
			}
			switch {
			case i+1 < lo:
			case w.visit != nil:
				w.visit(c, path[:i+1], out)
				c.Between = int(path[i])
			case w.blind:
				c.From = game.Off
				w.to.Apply.run(c, out)
				c.From = from
			default:
				w.to.Apply.run(c, out)
			}
		}
	})
	c.From, c.To, c.Between = from, to, between
}

func (w walk) code(k *lower.Lowerer, e *lgdl.Expr) {
	t := lowerTarget(k, e.Named("to"))
	ok, visit := func() *ir.Expr { return k.Bool(t.when) }, func(*ir.Expr) { k.Moves(cmp.Or(t.effect, e.Named("moves"))) }
	if t.when == nil {
		ok = func() *ir.Expr { return w.or.Lower(k, e) }
	}
	if w.blind {
		visit = func(*ir.Expr) {
			k.Env.Drop(&k.Env.From)
			lowerApplied(k, t.apply, k.Moves)
		}
	}
	var b crossing
	if !w.far {
		b = lowerCrossing(k, e.Named("between"), 1, 1)
	}
	var before *ir.Expr // (between) at the first site of a line, where that is asked
	var free *ir.Slide
	if w.shot != nil {
		visit = w.shot.lower(k, e)
		if before = k.Between(); before == nil && uses(t.when, "between") {
			before = ir.Num(game.Off)
		}
		if t.when == nil && before == nil {
			free = &ir.Slide{Cross: k.Empty()}
		}
	}
	w.lowerRays(k, e, func(from *ir.Expr, by, lines *write.Rows, row *ir.Expr) {
		env := k.Env
		k.Slides(free, by, lines, from, row, func(line *ir.Expr) {
			n, last := ir.Within("n", 0, 1<<15), ir.Within("last", -1, k.Sites()-1)
			if b.hi != nil {
				k.Add(ir.Put(n, ir.Num(0)))
			}
			if before != nil {
				k.Add(ir.Put(last, before))
			}
			k.Scope("line", func(end *ir.Label) {
				unless := func(c *ir.Expr) { k.Add(ir.When(ir.Calc(ir.Not, c), ir.Leave(end))) }
				k.Row(lines, line, func(to *ir.Expr) {
					if before != nil {
						k.Env.Between = ir.Read(last)
					}
					if b.hi != nil {
						k.Add(ir.When(ir.Calc(ir.Le, b.hi, ir.Read(n)), ir.Leave(end)), ir.Increment(n))
					}
					if b.when != nil {
						k.If(ir.All(ir.Calc(ir.Lt, ir.Num(1), b.lo), ir.Calc(ir.Lt, ir.Read(n), b.lo)), func() {
							k.Env.Between = to
							unless(k.Bool(b.when))
							k.Env = env
						})
					}
					k.Env.To = to
					unless(ok())
					if b.hi == nil {
						visit(to)
					} else {
						k.If(ir.Calc(ir.Le, b.lo, ir.Read(n)), func() { visit(to) })
					}
					if before != nil {
						k.Add(ir.Put(last, to))
					}
					k.Env = env
				})
			})
		})
	})
}
