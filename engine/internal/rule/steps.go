package rule

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/write"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// Steps is a search by the (step) of a clause: breadth first from a site on, whose piece gives facing and rotation at
// all sites, over those for which the condition of the step holds. With newRotation: they are turned before every
// further site is left, from site to site.
type Steps struct {
	St   board.SiteType
	dirs game.Directions
	cond game.Bool
	turn game.Int // what follows on the rotation in (value); may be absent
	once bool     // directions are those at the first site, else as its piece would see them at each
}

// Search compiles the arguments.
func Search(k *game.Compiler, e *lgdl.Expr, once bool) *Steps {
	step := clause.Step(e.Named("step"))
	f := &Steps{St: k.SiteTypeOr(e.Named("siteType")), dirs: k.Directions(step.Direction(), "Adjacent"),
		cond: k.Cond(step.To().Arg("if")), once: once}
	if turn := e.Named("newRotation"); turn != nil {
		f.turn = k.Int(turn)
	}
	return f
}

// From visits the sites that are reached in so many steps at the most, each with their number, until visit is false.
func (f *Steps) From(c *game.Context, start, most int, visit func(site, steps int) bool) {
	from, to, value, facing, turned := c.From, c.To, c.Value, c.Facing, c.Turned
	rotation := c.S.RotationAt(f.St, start, game.Off)
	if !f.once {
		if what := c.S.What(f.St, start); what != 0 {
			c.Facing = c.G.FacingOf(what)
		}
		c.Turned = rotation + 1
	}
	seen, list := c.TakeSet(), c.TakeDirs()
	seen.Add(start)
	queue := append(c.TakeInts(), int32(start))
	end, steps := 1, 1
search:
	for head := 0; head < len(queue); head++ {
		if head == end {
			end = len(queue)
			if steps++; steps > most {
				break
			}
		}
		c.Tick(8)
		turns := head > 0 && f.turn.Given()
		if turns {
			c.Value = rotation
			rotation = f.turn.Get(c)
			c.Turned = rotation + 1
		}
		switch {
		case !f.once:
			list = f.dirs.Eval(c, f.St, int(queue[head]), list[:0])
		case head == 0 || turns:
			list = f.dirs.Eval(c, f.St, start, list[:0])
		}
		c.From = int(queue[head])
		for _, d := range list {
			for _, t := range c.G.Topo.Steps(f.St, queue[head], d) {
				if c.To = int(t); seen.Has(int(t)) || !f.cond.Ok(c) {
					continue
				}
				if !visit(int(t), steps) {
					break search
				}
				seen.Add(int(t))
				queue = append(queue, t)
			}
		}
	}
	c.GiveInts(queue)
	c.GiveSet(seen)
	c.GiveDirs(list)
	c.From, c.To, c.Value, c.Facing, c.Turned = from, to, value, facing, turned
}

// StepTable is the table of the steps of a clause from each site: the row of one is its number and by.
func StepTable(k *lower.Lowerer, e *lgdl.Expr, from *ir.Expr) (near *write.Rows, by *ir.Expr) {
	return k.AdjoiningAs(clause.Step(e.Named("step")).Direction(), from)
}

// TurningSteps is StepTable of steps that turn: what is by is asked where a site is left, one after the other.
func TurningSteps(k *lower.Lowerer, e *lgdl.Expr, from *ir.Expr) (near *write.Rows, by func() *ir.Expr) {
	step, turn := clause.Step(e.Named("step")), e.Named("newRotation")
	if k.Asks(turn, "from") || k.Asks(turn, "to") || k.Asks(step.To(), "value") {
		k.No(turn, "turns that depend on the way, or the other way round")
	}
	near, row := k.Turning(step.Direction(), from)
	turned, further := k.Let("turned", k.DatumOn(layout.Rotation, from, nil)), k.Var("further", 0, 1, ir.Num(0))
	return near, func() *ir.Expr {
		k.Choose(ir.Read(further), func() {
			outer := k.Env.Value
			k.Env.Value = k.Temp("value", ir.Read(turned))
			v := k.Int(turn)
			k.Env.Value = outer
			k.Add(ir.Put(turned, v))
		}, func() { k.Add(ir.Put(further, ir.Num(1))) })
		return row(ir.Read(turned))
	}
}

// Same is what is by for all sites that are left.
func Same(by *ir.Expr) func() *ir.Expr { return func() *ir.Expr { return by } }

// StepsOver is the set of the sites that steps from a site may go to, as far as that is known, and the condition that
// each step must still meet, nil for none. All says that conditions are asked of all sites first, which a search that
// does not go far has no use for.
func StepsOver(k *lower.Lowerer, e *lgdl.Expr, from *ir.Expr, all bool) (open *ir.Field, cond *lgdl.Expr) {
	may := k.Board()
	open, cond = k.TempSet(), clause.Step(e.Named("step")).To().Arg("if")
	if cond != nil && !k.Asks(cond, "from") {
		if _, known := k.Where(cond, lower.AtTo); known || all {
			may, cond = k.Members(cond, nil), nil
		}
	}
	k.Store(open, may)
	k.Add(&ir.Stmt{Op: ir.Exclude, Field: open, Args: []*ir.Expr{ir.Num(0), from}})
	return open, cond
}

// StepFrom is the condition of a step from one site to another one.
func StepFrom(k *lower.Lowerer, cond *lgdl.Expr, from, to *ir.Expr) *ir.Expr {
	return k.Scoped(func() *ir.Expr {
		k.Env.From, k.Env.To, k.Env.Piece = from, to, 0
		return k.Cond(cond)
	})
}

// LowerSteps adds a search over open sites, which visit is added for: it may be left by the label. With most, it is not
// searched further than so many steps, but one in any case.
func LowerSteps(k *lower.Lowerer, near *write.Rows, by func() *ir.Expr, from *ir.Expr, open *ir.Field,
	cond *lgdl.Expr, most *ir.Expr, visit func(site, steps *ir.Expr, done *ir.Label)) {
	queue := k.P.Field("steps.queue", ir.Scratch, ir.I16, k.Sites()+1)
	far := k.P.Field("steps.length", ir.Scratch, ir.Int, k.Sites())
	head, n := ir.Within("head", 0, k.Sites()), ir.Within("n", 0, k.Sites())
	k.Add(ir.Write(queue, ir.Num(0), from), ir.Write(far, from, ir.Num(0)), ir.Put(head, ir.Num(0)), ir.Put(n, ir.Num(1)))
	k.Loop("search", 0, func(done *ir.Label) {
		k.Add(ir.When(ir.Calc(ir.Eq, ir.Read(head), ir.Read(n)), ir.Leave(done)))
		at := k.Temp("at", ir.At(queue, ir.Read(head)))
		k.Add(ir.Increment(head))
		steps := k.Temp("steps", ir.Calc(ir.Add, ir.At(far, at), ir.Num(1)))
		if most != nil {
			k.Add(ir.When(ir.All(ir.Calc(ir.Ne, steps, ir.Num(1)), ir.Calc(ir.Lt, most, steps)), ir.Leave(done)))
		}
		k.Row(near, ir.Calc(ir.Add, by(), at), func(t *ir.Expr) {
			k.If(ir.All(ir.Calc(ir.SetHas, ir.SetAt(open, ir.Num(0)), t), StepFrom(k, cond, at, t)), func() {
				visit(t, steps, done)
				k.Add(&ir.Stmt{Op: ir.Exclude, Field: open, Args: []*ir.Expr{ir.Num(0), t}}, ir.Write(far, t, steps),
					ir.Write(queue, ir.Read(n), t), ir.Increment(n))
			})
		})
	})
}
