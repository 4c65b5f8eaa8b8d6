package rule

import (
	"slices"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/lgdl"
)

// What the rounds of a loop come to: a condition, a number, a region, moves.

// All is the condition that another one holds in each round.
func (l Loop) All() Bool {
	return Bool{func(k *game.Compiler, e *lgdl.Expr) game.Bool {
		r, cond := l.Impl(k, e), k.Bool(e.Named("if"))
		if cond.Const && cond.V {
			return cond
		}
		return game.BoolFn(func(c *game.Context) bool {
			return r.Each(c, func() bool { return cond.Get(c) })
		})
	}, func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
		ok := k.Var("ok", 0, 1, ir.Num(1))
		k.Scope("all", func(end *ir.Label) {
			l.Lower(k, e)(func() {
				k.Add(ir.When(ir.Calc(ir.Not, k.Bool(e.Named("if"))), ir.Put(ok, ir.Num(0)), ir.Leave(end)))
			})
		})
		return ir.Read(ok)
	}, slices.Concat(l.args, []string{"if"})}
}

// Nth is the value of the round of a number from 0 on, -1 if there is none.
func (l Loop) Nth(index string) Int {
	return Int{func(k *game.Compiler, e *lgdl.Expr) game.Int {
		r, index := l.Impl(k, e), k.Int(e.Named(index))
		nth := func(c *game.Context) int {
			i, found := index.Get(c), game.Off
			switch {
			case i < 0:
			case r.values.Given():
				list := r.values.Eval(c, c.TakeInts())
				if i < len(list) {
					found = int(list[i])
				}
				c.GiveInts(list)
			default:
				r.Each(c, func() bool {
					if i == 0 {
						found = *r.of(c)
					}
					i--
					return i >= 0
				})
			}
			return found
		}
		if r.sites.Static != nil && index.Const {
			if n := nth(game.NewContext(k.G)); n >= 0 {
				return game.IntOf(n)
			}
		}
		return game.IntFn(nth)
	}, func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
		index := k.Temp("index", k.Int(e.Named(index)))
		n, found := k.Var("n", 0, 1<<24, ir.Num(0)), k.Let("found", ir.Num(game.Off))
		each := func(then ...*ir.Stmt) {
			l.lower(k, e)(func(v *ir.Expr) {
				is := ir.When(ir.Calc(ir.Eq, ir.Read(n), index), append([]*ir.Stmt{ir.Put(found, v)}, then...)...)
				k.Add(is, ir.Increment(n))
			})
		}
		if l.in(&k.Env) == &k.Env.Value { // arrays are short, and mostly written out
			each()
		} else {
			k.Scope("nth", func(end *ir.Label) { each(ir.Leave(end)) })
		}
		return ir.Read(found)
	}, slices.Concat(l.args, []string{index})}
}

// Union is the region that unites another one as it is in each round.
func (l Loop) Union() Region {
	r := Region{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Region {
		r, sites := l.Impl(k, e), k.Region(e.Named("sites"))
		return game.RegionFn(func(c *game.Context, out game.Set) {
			r.Each(c, func() bool { sites.AddTo(c, out); return true })
		})
	}, Args: slices.Concat(l.args, []string{"sites"})}
	if l.lower != nil {
		r.Lower = func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
			set, each := k.NewSet(), l.Lower(k, e)
			k.Looping(func() {
				each(func() { k.Store(set, ir.Calc(ir.SetOr, ir.SetAt(set, ir.Num(0)), k.Region(e.Named("sites")))) })
			})
			return ir.SetAt(set, ir.Num(0))
		}
	}
	return r
}

// Where are the sites of a loop over sites where a condition holds.
func (l Loop) Where() Region {
	return Region{func(k *game.Compiler, e *lgdl.Expr) game.Region {
		r, cond := l.Impl(k, e), k.Bool(e.Named("if"))
		return game.RegionFn(func(c *game.Context, out game.Set) {
			r.Each(c, func() bool {
				if cond.Get(c) {
					out.Add(*r.of(c))
				}
				return true
			})
		})
	}, func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
		if set, ok := k.SteadyRegion(e); ok {
			return set
		}
		set, each := k.NewSet(), l.Lower(k, e)
		k.Looping(func() {
			each(func() { k.If(k.Bool(e.Named("if")), func() { k.Include(set, *l.in(&k.Env)) }) })
		})
		return ir.SetAt(set, ir.Num(0))
	}, slices.Concat(l.args, []string{"if"})}
}

// Moves are the moves of each round.
func (l Loop) Moves() Moves { return l.moves(false) }

// First are the moves of the first round that has any.
func (l Loop) First() Moves { return l.moves(true) }

func (l Loop) moves(first bool) Moves {
	m := Moves{Impl: func(k *game.Compiler, e *lgdl.Expr) *game.Gen {
		r, g := l.Impl(k, e), k.Moves(e.Named("moves"))
		return &game.Gen{Eval: func(c *game.Context, out *game.MoveList) {
			before := out.Len()
			r.Each(c, func() bool {
				n := out.Len()
				if g.Eval(c, out); r.dice != nil {
					r.dice.use(c, out.M[n:])
				}
				return !first || out.Len() == before
			})
		}}
	}, Args: slices.Concat(l.args, []string{"moves"})}
	if l.lower != nil {
		m.Lower = func(k *lower.Lowerer, e *lgdl.Expr) {
			each := l.Lower(k, e)
			if !first {
				each(func() { k.Moves(e.Named("moves")) })
				return
			}
			k.Scope("first", func(end *ir.Label) { each(func() { k.MovesIfAny(e.Named("moves"), end) }) })
		}
	}
	return m
}

// Else are the moves of each round with consequents, or where there are none others that may be given: for these the
// iterators stay at the last round.
func (l Loop) Else(name string) Moves {
	m := l.Moves()
	return Moves{func(k *game.Compiler, e *lgdl.Expr) *game.Gen {
		x := e.Named(name)
		if x == nil {
			return m.Then().Impl(k, e)
		}
		r, g, other, then := l.Impl(k, e), k.Moves(e.Named("moves")), k.Moves(x), k.Then(e.Named("then"))
		return &game.Gen{Eval: func(c *game.Context, out *game.MoveList) {
			first, last := out.Len(), game.Off
			r.Each(c, func() bool { last = *r.of(c); g.Eval(c, out); return true })
			if c.ThenAll(out, first, then); out.Len() > first {
				return
			}
			if last >= 0 {
				*r.of(c), c.To = last, last
			}
			other.Eval(c, out)
		}}
	}, func(k *lower.Lowerer, e *lgdl.Expr) {
		found := ir.Num(1)
		if e.Named(name) != nil {
			found = k.Found(func() { m.Lower(k, e) })
		}
		k.Choose(found, func() { m.Then().Lower(k, e) }, func() {
			k.Env.Lose(&k.Env.To, l.in(&k.Env))
			k.Moves(e.Named(name))
		})
	}, slices.Concat(m.Args, []string{"then", name})}
}

// Start is a start rule that is played in each round, in which a condition holds if there is one.
func (l Loop) Start(k *game.Compiler, e *lgdl.Expr) game.Start {
	r, cond, rule := l.Impl(k, e), k.Cond(e.Arg("if")), k.StartRule(e.Named("startRule"))
	return game.Start{Eval: func(c *game.Context) {
		r.Each(c, func() bool {
			if cond.Ok(c) {
				rule.Eval(c)
			}
			return true
		})
	}}
}
