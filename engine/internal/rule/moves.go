package rule

import (
	"slices"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/lgdl"
)

// Moves are moves that may be made.
type Moves struct {
	Impl  game.MovesRule
	Lower lower.MovesRule // nil for what is not lowered
	Args  []string
}

// Then are moves with consequents.
func (m Moves) Then() Moves {
	return Moves{func(k *game.Compiler, e *lgdl.Expr) *game.Gen {
		g := *m.Impl(k, e)
		g.Eval = k.Followed(g.Eval, e.Named("then")).Eval
		return &g
	}, m.lowered(func(k *lower.Lowerer, e *lgdl.Expr) {
		k.Around(e.Named("then"), func() { m.Lower(k, e) })
	}), append(m.Args, "then")}
}

// Alone are moves whose consequents never run, as in the reference; they still raise their requirements.
func (m Moves) Alone() Moves {
	return Moves{func(k *game.Compiler, e *lgdl.Expr) *game.Gen {
		g := m.Impl(k, e)
		k.Then(e.Named("then"))
		return g
	}, m.Lower, append(m.Args, "then")}
}

// lowered is code that needs that of the moves, nil where they have none.
func (m Moves) lowered(code lower.MovesRule) lower.MovesRule {
	if m.Lower == nil {
		return nil
	}
	return code
}

// Forms are the moves of an effect and of the decision of the same name: they are told which of the two a clause is.
func Forms(impl func(k *game.Compiler, e *lgdl.Expr, decision bool) *game.Gen, code lower.MovesRule,
	args ...string) Moves {
	return Moves{func(k *game.Compiler, e *lgdl.Expr) *game.Gen { return impl(k, e, Decision(e)) },
		func(k *lower.Lowerer, e *lgdl.Expr) {
			if Decision(e) {
				k.Decision(func() { code(k, e) })
			} else {
				code(k, e)
			}
		}, args}
}

// Branch are the moves of one argument where a condition holds, else those of another one: none without an argument.
type Branch struct {
	If      Bool
	Yes, No string
	Reaches bool // whether one goes to a site is asked of the moves that are chosen, else of the list of them
}

// None are no moves.
var None = &game.Gen{Eval: func(*game.Context, *game.MoveList) {}, CanMoveTo: Never,
	CanMove: func(*game.Context) bool { return false }}

// argument is an argument that may have no name.
func argument(e *lgdl.Expr, name string) *lgdl.Expr {
	if name == "" {
		return nil
	}
	return e.Named(name)
}

// Moves is the rule.
func (b Branch) Moves() Moves {
	m := Moves{Impl: func(k *game.Compiler, e *lgdl.Expr) *game.Gen {
		of := func(name string) *game.Gen {
			if x := argument(e, name); x != nil {
				return k.Moves(x)
			}
			return None
		}
		cond := b.If.Impl(k, e)
		yes, no := of(b.Yes), of(b.No)
		branch := func(c *game.Context) *game.Gen {
			if cond.Get(c) {
				return yes
			}
			return no
		}
		g := &game.Gen{Eval: func(c *game.Context, out *game.MoveList) { branch(c).Eval(c, out) },
			CanMove: func(c *game.Context) bool { return c.CanMove(branch(c)) }}
		if b.Reaches {
			g.CanMoveTo = func(c *game.Context, site int) bool { return c.CanMoveTo(branch(c), site) }
		}
		return g
	}, Lower: func(k *lower.Lowerer, e *lgdl.Expr) {
		of := func(name string) func() {
			return func() {
				if x := argument(e, name); x != nil {
					k.Moves(x)
				}
			}
		}
		k.Choose(b.If.Lower(k, e), of(b.Yes), of(b.No))
	}, Args: b.If.Args}
	for _, name := range [...]string{b.Yes, b.No} {
		if name != "" {
			m.Args = slices.Concat(m.Args, []string{name})
		}
	}
	return m
}

// Given is the condition that is an argument, which holds where it is left out, or has no name.
func Given(name string) Bool {
	r := Bool{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Bool { return k.BoolOr(argument(e, name), true) },
		Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr { return k.Cond(argument(e, name)) }}
	if name != "" {
		r.Args = []string{name}
	}
	return r
}
