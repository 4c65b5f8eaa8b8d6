// Package rule has rules of ludemes that are said once. A rule has two readings: how the rules evaluate it (package
// game) and how it is compiled (package lower). Words have both beside each other, and rules that are made of words
// need nothing else: a row has such a rule for its Impl, and Rows divides it.
package rule

import (
	"cmp"
	"slices"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/lgdl"
)

// Rule is the rule of a value.
type Rule[V any] struct {
	Impl  func(k *game.Compiler, e *lgdl.Expr) V
	Lower func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr // nil for what is not lowered
	Args  []string                                      // names of the arguments that it asks for, see lgdl.Expr.Named
}

// The rules of numbers, of those with a fraction, of conditions, and of sets of sites.
type (
	Int    = Rule[game.Int]
	Float  = Rule[game.Float]
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
		case Float:
			of.divide(r, game.FloatRule(of.Impl), lower.FloatRule(of.Lower))
		case Bool:
			of.divide(r, game.BoolRule(of.Impl), lower.BoolRule(of.Lower))
		case Region:
			of.divide(r, game.RegionRule(of.Impl), lower.RegionRule(of.Lower))
		case Array:
			of.divide(r)
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

// Of is the rule that is chosen by how a clause is written.
func Of[V any](choose func(e *lgdl.Expr) Rule[V], args ...string) Rule[V] {
	return Rule[V]{func(k *game.Compiler, e *lgdl.Expr) V { return choose(e).Impl(k, e) },
		func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr { return choose(e).Lower(k, e) }, args}
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

// The is the number that an expression is.
func The(x *lgdl.Expr) Int {
	return Int{Impl: func(k *game.Compiler, _ *lgdl.Expr) game.Int { return k.Int(x) },
		Lower: func(k *lower.Lowerer, _ *lgdl.Expr) *ir.Expr { return k.Int(x) }}
}

// Num is a number.
func Num(n int) Int {
	return Int{Impl: func(*game.Compiler, *lgdl.Expr) game.Int { return game.IntOf(n) },
		Lower: func(*lower.Lowerer, *lgdl.Expr) *ir.Expr { return ir.Num(n) }}
}

// ArgOr is the number that is an argument, or one instead of it.
func ArgOr(name string, or int) Int { return ArgElse(name, Num(or)) }

// ArgElse is the number that is an argument, or what another rule gives.
func ArgElse(name string, or Int) Int {
	return Of(func(e *lgdl.Expr) Int {
		if e.Named(name) == nil {
			return or
		}
		return Arg(name)
	}, append([]string{name}, or.Args...)...)
}

// Player is the player that a pair of arguments ((player) | roleType) names.
var Player = Int{
	func(k *game.Compiler, e *lgdl.Expr) game.Int { return k.Player(e.Named("player"), e.Named("roleType")) },
	func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
		return k.RoleOrPlayer(e.Named("player"), e.Named("roleType"))
	},
	[]string{"player", "roleType"},
}

// PlayerOr is the player that such a pair names, or what another rule gives without either.
func PlayerOr(or Int) Int {
	return Of(func(e *lgdl.Expr) Int {
		if e.Named("player") == nil && e.Named("roleType") == nil {
			return or
		}
		return Player
	}, Player.Args...)
}

// Component is the first component of an owner whose name contains that which is an argument, -1 for none.
func Component(name string, owner Int) Int {
	return Int{func(k *game.Compiler, e *lgdl.Expr) game.Int {
		named, owner := k.Named(e.Named(name).Text), owner.Impl(k, e)
		return game.IntFn(func(c *game.Context) int { return named.Of(owner.Get(c)) })
	}, func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
		return k.ComponentOf(e.Named(name).Text, owner.Lower(k, e))
	}, append([]string{name}, owner.Args...)}
}

// ByPlayer is a number that follows from a player: the equipment, which is known when all of the game is, says what it
// is for each, and for -1, which stands for all who are none.
func ByPlayer(who Int, of func(e *lgdl.Expr) func(g *game.Game, p int) int) Int {
	return Int{func(k *game.Compiler, e *lgdl.Expr) game.Int {
		who, of := who.Impl(k, e), of(e)
		var by []int // from -1 on
		k.Later(func() {
			for p := game.Off; p <= k.G.Shared(); p++ {
				by = append(by, of(k.G, p))
			}
		})
		return game.IntFn(func(c *game.Context) int {
			if p := who.Get(c); p >= 0 && p < len(by)-1 {
				return by[p+1]
			}
			if by == nil {
				return game.Off
			}
			return by[0]
		})
	}, func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
		of := func(p int) int { return of(e)(k.G, p) }
		return k.ByPlayer(who.Lower(k, e), of(game.Off), of)
	}, who.Args}
}

// Number is a number of the position.
func Number(v layout.Var) Int {
	return Int{Impl: func(*game.Compiler, *lgdl.Expr) game.Int { return game.IntFn(v.Of()) },
		Lower: func(k *lower.Lowerer, _ *lgdl.Expr) *ir.Expr { return k.Fields.Get(v) }}
}

// Mover is the player who moves, for whom rules are lowered.
var Mover = Int{Impl: Number(layout.Mover).Impl,
	Lower: func(k *lower.Lowerer, _ *lgdl.Expr) *ir.Expr { return ir.Num(k.Mover) }}

// Iterator is a number that the clause around has set.
func Iterator(of func(c *game.Context) int, in func(k *lower.Lowerer) *ir.Expr) Int {
	return Int{Impl: func(*game.Compiler, *lgdl.Expr) game.Int { return game.IntFn(of) },
		Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr { return k.Iterator(e, in(k)) }}
}

// The sites that are moved from and to, and the one that the last move went to.
var (
	From   = Iterator(func(c *game.Context) int { return c.From }, func(k *lower.Lowerer) *ir.Expr { return k.Env.From })
	To     = Iterator(func(c *game.Context) int { return c.To }, func(k *lower.Lowerer) *ir.Expr { return k.Env.To })
	LastTo = Int{Impl: func(k *game.Compiler, _ *lgdl.Expr) game.Int { return k.SiteOrLast(nil) },
		Lower: Number(layout.LastTo).Lower}
)

// OfGame is a number of a game that is known only when all of it is.
func OfGame(of func(g *game.Game) int) Int {
	return Int{Impl: func(*game.Compiler, *lgdl.Expr) game.Int {
		return game.IntFn(func(c *game.Context) int { return of(c.G) })
	}, Lower: func(k *lower.Lowerer, _ *lgdl.Expr) *ir.Expr { return ir.Num(of(k.G)) }}
}

// OfBoard is a number of the board, which may depend on the type of sites.
func OfBoard(of func(g *game.Game, st board.SiteType) int) Int {
	return Fixed(func(k *game.Compiler, e *lgdl.Expr) int { return of(k.G, k.SiteTypeOr(e.Named("siteType"))) },
		"siteType")
}

// Piece is the component with a name, -1 for none, or where the text says what it is for an error.
func Piece(name *lgdl.Expr, use string) Int {
	r := OfGame(func(g *game.Game) int { return g.ComponentNamed(name.Text) })
	if use == "" {
		return r
	}
	return r.after(func(k *game.Compiler, _ *lgdl.Expr) {
		k.Later(func() {
			if k.G.ComponentNamed(name.Text) < 0 {
				k.Fail(name, "there is no piece named %q to %s", name.Text, use)
			}
		})
	})
}

// OfPiece is a number of the component that another number is, -1 for that of none.
func OfPiece(what Int, name string, of func(x *game.Component) int) Int {
	return Int{func(k *game.Compiler, e *lgdl.Expr) game.Int {
		what := what.Impl(k, e)
		return game.IntFn(func(c *game.Context) int {
			if w := what.Get(c); w != 0 {
				return of(&c.G.Components[w])
			}
			return game.Off
		})
	}, func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
		values := []int64{game.Off}
		for i := range k.G.Components[1:] {
			values = append(values, int64(of(&k.G.Components[1+i])))
		}
		return ir.At(k.Table(name, ir.Int, values), what.Lower(k, e))
	}, what.Args}
}

// Fixed is a number that is known when the clause is read.
func Fixed(of func(k *game.Compiler, e *lgdl.Expr) int, args ...string) Int {
	return Int{func(k *game.Compiler, e *lgdl.Expr) game.Int { return game.IntOf(of(k, e)) },
		func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr { return ir.Num(of(k.Parts, e)) }, args}
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

// AtSite is a number of the site that is an argument, of a type.
func AtSite(name string, of func(c *game.Context, st board.SiteType, site int) int,
	code func(k *lower.Lowerer, st board.SiteType, site *ir.Expr) *ir.Expr) Int {
	return Int{func(k *game.Compiler, e *lgdl.Expr) game.Int {
		st, at := k.SiteTypeOr(e.Named("siteType")), k.Int(e.Named(name))
		return game.IntFn(func(c *game.Context) int { return of(c, st, at.Get(c)) })
	}, atSite(name, code), []string{"siteType", name}}
}

// TestSite is a condition on the site that is an argument, of a type.
func TestSite(name string, holds func(c *game.Context, st board.SiteType, site int) bool,
	code func(k *lower.Lowerer, st board.SiteType, site *ir.Expr) *ir.Expr) Bool {
	return Bool{func(k *game.Compiler, e *lgdl.Expr) game.Bool {
		st, at := k.SiteTypeOr(e.Named("siteType")), k.Int(e.Named(name))
		return game.BoolFn(func(c *game.Context) bool { return holds(c, st, at.Get(c)) })
	}, atSite(name, code), []string{"siteType", name}}
}

func atSite(name string, code func(k *lower.Lowerer, st board.SiteType, site *ir.Expr) *ir.Expr) lower.IntRule {
	return func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
		st := k.TypeOf(e.Named("siteType"))
		return code(k, st, k.Temp("site", k.Int(e.Named(name))))
	}
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

// The words for numbers, conditions and sets of sites.
type (
	Ints    = Words[game.Int]
	Bools   = Words[game.Bool]
	Regions = Words[game.Region]
)

// At is the rule whose word is an argument. A word that the grammar knows and no rule does is an error of the
// description.
func (w Words[V]) At(name string) Rule[V] {
	args := []string{name}
	for _, r := range w {
		args = append(args, r.Args...)
	}
	return Of(func(e *lgdl.Expr) Rule[V] {
		word := e.Named(name).Word("")
		r := w[word]
		if r.Impl == nil {
			r.Impl = func(k *game.Compiler, e *lgdl.Expr) (none V) {
				k.Fail(e, "(%s) has no meaning with %s", e.Form.Keyword, word)
				return none
			}
		}
		if r.Lower == nil {
			r.Lower = func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
				k.No(e, "(%s %s …)", e.Form.Keyword, word)
				return nil
			}
		}
		return r
	}, args...)
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
