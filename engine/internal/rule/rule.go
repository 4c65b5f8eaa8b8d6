// Package rule has rules of ludemes that are said once. A rule has two readings: how the rules evaluate it (package
// game) and how it is compiled (package lower). Words have both beside each other, and rules that are made of words need
// nothing else: a row has such a rule for its Impl, and Rows divides it.
package rule

import (
	"cmp"
	"slices"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/lgdl"
)

type (
	// Int is the rule of a number.
	Int struct {
		Impl  game.IntRule
		Lower lower.IntRule // nil for what is not lowered
		Args  []string      // names of the arguments that it asks for, see lgdl.Expr.Named
	}
	// Bool is the rule of a condition.
	Bool struct {
		Impl  game.BoolRule
		Lower lower.BoolRule // nil for what is not lowered
		Args  []string
	}
	// Region is the rule of a set of sites.
	Region struct {
		Impl  game.RegionRule
		Lower lower.RegionRule // nil for what is not lowered
	}
)

// Rows are the rows of a family, those that have a rule of this package with both readings of it. A grammar refuses a
// row whose rule asks for an argument that it does not have.
func Rows(tables ...[]lgdl.Form) []lgdl.Form {
	rows := slices.Concat(tables...)
	for i := range rows {
		r := &rows[i]
		switch of := r.Impl.(type) {
		case Int:
			r.Impl, r.Asks = of.Impl, of.Args
			if of.Lower != nil {
				r.Lower = of.Lower
			}
		case Bool:
			r.Impl, r.Asks = of.Impl, of.Args
			if of.Lower != nil {
				r.Lower = of.Lower
			}
		case Region:
			r.Impl, r.Lower = of.Impl, of.Lower
		}
	}
	return rows
}

// Arg is the number that is an argument: of several the first that is given.
func Arg(names ...string) Int {
	of := func(e *lgdl.Expr) *lgdl.Expr {
		var given *lgdl.Expr
		for _, name := range names {
			given = cmp.Or(given, e.Named(name))
		}
		return given
	}
	return Int{func(k *game.Compiler, e *lgdl.Expr) game.Int { return k.Int(of(e)) },
		func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr { return k.Int(of(e)) }, names}
}

// ArgOr is the number that is an argument, or one instead of it.
func ArgOr(name string, or int) Int {
	return Int{func(k *game.Compiler, e *lgdl.Expr) game.Int { return k.IntOr(e.Named(name), or) },
		func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr { return k.IntOr(e.Named(name), or) }, []string{name}}
}

// Player is the player that a pair of arguments ((player) | roleType) names.
var Player = Int{
	func(k *game.Compiler, e *lgdl.Expr) game.Int { return k.Player(e.Named("player"), e.Named("roleType")) },
	func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
		return k.RoleOrPlayer(e.Named("player"), e.Named("roleType"))
	},
	[]string{"player", "roleType"},
}

// Number is a number of the position.
func Number(v lower.Var) Int {
	return Int{Impl: func(*game.Compiler, *lgdl.Expr) game.Int { return game.IntFn(v.Of()) },
		Lower: func(k *lower.Lowerer, _ *lgdl.Expr) *ir.Expr { return k.Fields.Get(v) }}
}

// Mover is the player who moves, for whom rules are lowered.
var Mover = Int{Impl: Number(lower.Mover).Impl,
	Lower: func(k *lower.Lowerer, _ *lgdl.Expr) *ir.Expr { return ir.Num(k.Mover) }}

// Iterator is a number that the clause around has set.
func Iterator(of func(c *game.Context) int, in func(k *lower.Lowerer) *ir.Expr) Int {
	return Int{Impl: func(*game.Compiler, *lgdl.Expr) game.Int { return game.IntFn(of) },
		Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr { return k.Iterator(e, in(k)) }}
}

// OfGame is a number of a game that is known only when all of it is.
func OfGame(of func(g *game.Game) int) Int {
	return Int{Impl: func(*game.Compiler, *lgdl.Expr) game.Int {
		return game.IntFn(func(c *game.Context) int { return of(c.G) })
	}, Lower: func(k *lower.Lowerer, _ *lgdl.Expr) *ir.Expr { return ir.Num(of(k.G)) }}
}

// OfBoard is a number of the board, which may depend on the type of sites.
func OfBoard(of func(g *game.Game, st board.SiteType) int) Int {
	return Int{func(k *game.Compiler, e *lgdl.Expr) game.Int {
		return game.IntOf(of(k.G, k.SiteTypeOr(e.Named("siteType"))))
	}, func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
		return ir.Num(of(k.G, k.Parts.SiteTypeOr(e.Named("siteType"))))
	}, []string{"siteType"}}
}

// Holds is a condition without arguments.
func Holds(of func(c *game.Context) bool, code lower.BoolRule) Bool {
	return Bool{Impl: func(*game.Compiler, *lgdl.Expr) game.Bool { return game.BoolFn(of) }, Lower: code}
}

// Test is a condition on a number.
func Test(n Int, holds func(c *game.Context, n int) bool, code func(k *lower.Lowerer, n *ir.Expr) *ir.Expr) Bool {
	return Bool{func(k *game.Compiler, e *lgdl.Expr) game.Bool {
		n := n.Impl(k, e)
		return game.BoolFn(func(c *game.Context) bool { return holds(c, n.Get(c)) })
	}, func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr { return code(k, k.Temp("n", n.Lower(k, e))) }, n.Args}
}

// Is is the condition that two numbers are equal.
func Is(a, b Int) Bool {
	return Bool{func(k *game.Compiler, e *lgdl.Expr) game.Bool {
		a, b := a.Impl(k, e), b.Impl(k, e)
		return game.BoolFn(func(c *game.Context) bool { return a.Get(c) == b.Get(c) })
	}, func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr { return ir.Calc(ir.Eq, a.Lower(k, e), b.Lower(k, e)) },
		slices.Concat(a.Args, b.Args)}
}

// Needs is a number that raises requirements of the game.
func (r Int) Needs(f game.Flag) Int {
	return Int{func(k *game.Compiler, e *lgdl.Expr) game.Int {
		k.Require(f)
		return r.Impl(k, e)
	}, r.Lower, r.Args}
}

// Needs is a condition that raises requirements of the game.
func (r Bool) Needs(f game.Flag) Bool {
	return Bool{func(k *game.Compiler, e *lgdl.Expr) game.Bool {
		k.Require(f)
		return r.Impl(k, e)
	}, r.Lower, r.Args}
}

// Typed is a number that raises the requirements of the type of sites.
func (r Int) Typed() Int {
	return Int{func(k *game.Compiler, e *lgdl.Expr) game.Int {
		k.SiteTypeOr(e.Named("siteType"))
		return r.Impl(k, e)
	}, r.Lower, slices.Concat(r.Args, []string{"siteType"})}
}

// Ints are numbers by the words for them.
type Ints map[string]Int

// At is the number whose word is an argument.
func (w Ints) At(name string) Int {
	args := []string{name}
	for _, r := range w {
		args = append(args, r.Args...)
	}
	return Int{func(k *game.Compiler, e *lgdl.Expr) game.Int { return w[e.Named(name).Word("")].Impl(k, e) },
		func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
			r := w[e.Named(name).Word("")]
			if r.Lower == nil {
				k.No(e, "(%s %s)", e.Form.Keyword, e.Named(name).Word(""))
			}
			return r.Lower(k, e)
		}, args}
}

// Bools are conditions by the words for them.
type Bools map[string]Bool

// At is the condition whose word is an argument.
func (w Bools) At(name string) Bool {
	args := []string{name}
	for _, r := range w {
		args = append(args, r.Args...)
	}
	return Bool{func(k *game.Compiler, e *lgdl.Expr) game.Bool { return w[e.Named(name).Word("")].Impl(k, e) },
		func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
			r := w[e.Named(name).Word("")]
			if r.Lower == nil {
				k.No(e, "(%s %s …)", e.Form.Keyword, e.Named(name).Word(""))
			}
			return r.Lower(k, e)
		}, args}
}
