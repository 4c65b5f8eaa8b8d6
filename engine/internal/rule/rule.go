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

// Rule is the rule of a value.
type Rule[V any] struct {
	Impl  func(k *game.Compiler, e *lgdl.Expr) V
	Lower func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr // nil for what is not lowered
	Args  []string                                      // names of the arguments that it asks for, see lgdl.Expr.Named
}

// The rules of numbers, of conditions, and of sets of sites.
type (
	Int    = Rule[game.Int]
	Bool   = Rule[game.Bool]
	Region = Rule[game.Region]
)

// Rows are the rows of a family, those that have a rule of this package with both readings of it. A grammar refuses a
// row whose rule asks for an argument that it does not have.
func Rows(tables ...[]lgdl.Form) []lgdl.Form {
	rows := slices.Concat(tables...)
	for i := range rows {
		r := &rows[i]
		switch of := r.Impl.(type) {
		case Int:
			of.divide(r, game.IntRule(of.Impl), lower.IntRule(of.Lower))
		case Bool:
			of.divide(r, game.BoolRule(of.Impl), lower.BoolRule(of.Lower))
		case Region:
			of.divide(r, game.RegionRule(of.Impl), lower.RegionRule(of.Lower))
		case Moves:
			r.Impl, r.Asks = of.Impl, of.Args
			if of.Lower != nil {
				r.Lower = of.Lower
			}
		}
	}
	return rows
}

// divide gives a row the readings of its rule, as the rules that their packages know.
func (r Rule[V]) divide(row *lgdl.Form, impl, code any) {
	row.Impl, row.Asks = impl, r.Args
	if r.Lower != nil {
		row.Lower = code
	}
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

// Needs is a rule that raises requirements of the game.
func (r Rule[V]) Needs(f game.Flag) Rule[V] {
	return r.after(func(k *game.Compiler, _ *lgdl.Expr) { k.Require(f) })
}

// Typed is a rule that raises the requirements of the type of sites.
func (r Rule[V]) Typed() Rule[V] {
	return r.after(func(k *game.Compiler, e *lgdl.Expr) { k.SiteTypeOr(e.Named("siteType")) }, "siteType")
}

// after is a rule before whose compilation something else is done, which may ask for arguments, too.
func (r Rule[V]) after(first func(k *game.Compiler, e *lgdl.Expr), args ...string) Rule[V] {
	return Rule[V]{func(k *game.Compiler, e *lgdl.Expr) V {
		first(k, e)
		return r.Impl(k, e)
	}, r.Lower, slices.Concat(r.Args, args)}
}

// Words are rules by the words for them, "" for that without one.
type Words[V any] map[string]Rule[V]

// The words for numbers and conditions.
type (
	Ints  = Words[game.Int]
	Bools = Words[game.Bool]
)

// At is the rule whose word is an argument.
func (w Words[V]) At(name string) Rule[V] {
	args := []string{name}
	for _, r := range w {
		args = append(args, r.Args...)
	}
	return Rule[V]{func(k *game.Compiler, e *lgdl.Expr) V { return w[e.Named(name).Word("")].Impl(k, e) },
		func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
			r := w[e.Named(name).Word("")]
			if r.Lower == nil {
				k.No(e, "(%s %s …)", e.Form.Keyword, e.Named(name).Word(""))
			}
			return r.Lower(k, e)
		}, args}
}

// Choice is how one of two values of a type is chosen by a condition that is known in the play only.
type Choice[V any] struct {
	Impl  func(k *game.Compiler, e *lgdl.Expr) V // compiles one of them, nil where it is left out
	Pick  func(cond game.Bool, yes, no V) V
	Lower func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr
	Code  func(cond, yes, no *ir.Expr) *ir.Expr
}

// If is one of two values, chosen by a condition. In code what is never asked for is left out.
func If[V any](of Choice[V], cond, yes, no string) Rule[V] {
	return Rule[V]{func(k *game.Compiler, e *lgdl.Expr) V {
		cond, yes, no := k.Bool(e.Named(cond)), of.Impl(k, e.Named(yes)), of.Impl(k, e.Named(no))
		switch {
		case !cond.Const:
			return of.Pick(cond, yes, no)
		case cond.V:
			return yes
		}
		return no
	}, func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
		c := k.Bool(e.Named(cond))
		switch {
		case c.Is(0):
			return of.Lower(k, e.Named(no))
		case c.Is(1):
			return of.Lower(k, e.Named(yes))
		}
		return of.Code(c, of.Lower(k, e.Named(yes)), of.Lower(k, e.Named(no)))
	}, []string{cond, yes, no}}
}
