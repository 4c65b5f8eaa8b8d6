package moves

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/rule"
	"github.com/astragal/astragal/engine/lgdl"
)

// siteTest is a condition that custodial, intervene, surround, enclose or directional has by default. It compares the
// number of a site with players (part 4, §9.9).
type siteTest struct {
	site    func(c *game.Context) int // an iterator
	lowered func(env *lower.Env) *ir.Expr
	is      func(s game.Seats, p int) bool // of its number: of none that is more than one above those of players
}

var (
	betweenIsEnemy = siteTest{betweenVar, betweenOf, game.Seats.Enemy}
	toIsEnemy      = siteTest{toVar, toOf, game.Seats.Enemy}
	toIsFriend     = siteTest{toVar, toOf, func(s game.Seats, p int) bool {
		return p == s.Mover || p >= 1 && p <= s.Players && !s.Enemy(p)
	}}
)

func betweenOf(env *lower.Env) *ir.Expr { return env.Between }
func toOf(env *lower.Env) *ir.Expr      { return env.To }

// rule is the condition.
func (t siteTest) rule() rule.Bool {
	return rule.Holds(t.holds, func(k *lower.Lowerer, _ *lgdl.Expr) *ir.Expr { return t.code(k) })
}

func (t siteTest) holds(c *game.Context) bool { return t.is(c.Seats(), t.site(c)) }

func (t siteTest) code(k *lower.Lowerer) *ir.Expr {
	return k.Scoped(func() *ir.Expr {
		return k.IsAny(t.lowered(&k.Env), k.G.Players+1, t.is)
	})
}

// or is a condition with this default.
func (t siteTest) or(b game.Bool) game.Bool {
	if b.Given() {
		return b
	}
	return game.BoolFn(t.holds)
}

// orLowered is the condition of an optional (between …) or (to …) with this default.
func (t siteTest) orLowered(k *lower.Lowerer, part *lgdl.Expr) *ir.Expr {
	if when := conditionOf(part); when != nil {
		return k.Bool(when)
	}
	return t.code(k)
}

// conditionOf is that of a (between …) or (to …), nil where there is none.
func conditionOf(part *lgdl.Expr) *lgdl.Expr {
	if part == nil {
		return nil
	}
	return part.Arg("if")
}

// effects are those of the (apply …) of a (between …) or (to …), and their condition, nil where there are none.
func effects(part *lgdl.Expr) (cond, effect *lgdl.Expr) {
	if part == nil {
		return nil, nil
	}
	return applied(part.Named("apply"))
}
