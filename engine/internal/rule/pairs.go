package rule

import (
	"slices"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/lgdl"
)

// Pairs are the numbers that the actions of an effect are about, in turn: a player and what he gets, say.
type Pairs struct {
	Impl  func(k *game.Compiler, e *lgdl.Expr) PairsOf
	Lower func(k *lower.Lowerer, e *lgdl.Expr, each func(p, v *ir.Expr))
	Set   func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr // instead of Lower where they are the sites of a set, else nil
	Args  []string
	Names bool // the first of them is a name
	site  Int  // the first, where it is a site
}

// PairsOf appends pairs to dst, number by number.
type PairsOf = func(c *game.Context, dst []int32) []int32

// Once is one pair of nothing.
var Once = Pair(Constant(0), Constant(game.Off))

// Pair is one pair.
func Pair(p, v Int) Pairs {
	return Pairs{Impl: func(k *game.Compiler, e *lgdl.Expr) PairsOf {
		p, v := p.Impl(k, e), v.Impl(k, e)
		return func(c *game.Context, dst []int32) []int32 { return append(dst, int32(p.Get(c)), int32(v.Get(c))) }
	}, Lower: func(k *lower.Lowerer, e *lgdl.Expr, each func(p, v *ir.Expr)) {
		p := p.Lower(k, e)
		each(p, v.Lower(k, e))
	}, Args: slices.Concat(p.Args, v.Args)}
}

// About is one pair of a player alone, Numbered one of a number alone.
func About(p Int) Pairs    { return Pair(p, Constant(game.Off)) }
func Numbered(v Int) Pairs { return Pair(Constant(0), v) }

// SitesOr are pairs of nothing and the sites of a region that is an argument, or others without it.
func SitesOr(name string, or Pairs) Pairs {
	return Pairs{Impl: func(k *game.Compiler, e *lgdl.Expr) PairsOf {
		if e.Named(name) == nil {
			return or.Impl(k, e)
		}
		region := k.Region(e.Named(name))
		return func(c *game.Context, dst []int32) []int32 {
			set := region.Borrow(c)
			for s := set.Next(0); s >= 0; s = set.Next(s + 1) {
				dst = append(dst, 0, int32(s))
			}
			region.Return(c, set)
			return dst
		}
	}, Lower: func(k *lower.Lowerer, e *lgdl.Expr, each func(p, v *ir.Expr)) {
		if e.Named(name) == nil {
			or.Lower(k, e, each)
			return
		}
		k.AtOnce(e)
		k.Each(k.Region(e.Named(name)), func(site *ir.Expr) { each(ir.Num(0), site) })
	}, Args: slices.Concat(or.Args, []string{name})}
}

// Constant is a number that is known.
func Constant(n int) Int {
	return Int{Impl: func(*game.Compiler, *lgdl.Expr) game.Int { return game.IntOf(n) },
		Lower: func(*lower.Lowerer, *lgdl.Expr) *ir.Expr { return ir.Num(n) }}
}

// given is the first of some arguments that is given.
func given(e *lgdl.Expr, args []string) *lgdl.Expr {
	for _, name := range args {
		if x := e.Named(name); x != nil {
			return x
		}
	}
	return nil
}

// listed compiles what an argument lists: the player of a (player …), a number, or those of an array.
func listed(k *game.Compiler, x *lgdl.Expr) game.Ints {
	if game.IsInts(x) {
		return k.Ints(x)
	}
	var one game.Int
	if x.Kind == lgdl.Clause && x.Form.Result == "(player)" {
		one = k.Player(x, nil)
	} else {
		one = k.Int(x)
	}
	return game.Ints{Eval: func(c *game.Context, dst []int32) []int32 { return append(dst, int32(one.Get(c))) }}
}

// Listed are pairs of nothing and the numbers that one of some arguments lists; of these and nothing, if they are those
// of players.
func Listed(players bool, args ...string) Pairs {
	return Pairs{Impl: func(k *game.Compiler, e *lgdl.Expr) PairsOf {
		list := listed(k, given(e, args))
		return func(c *game.Context, dst []int32) []int32 {
			some := list.Eval(c, c.TakeInts())
			for _, v := range some {
				if players {
					dst = append(dst, v, game.Off)
				} else {
					dst = append(dst, 0, v)
				}
			}
			c.GiveInts(some)
			return dst
		}
	}, Lower: func(k *lower.Lowerer, e *lgdl.Expr, each func(p, v *ir.Expr)) {
		k.EachOf(given(e, args), func(v *ir.Expr) {
			if players {
				each(v, ir.Num(game.Off))
			} else {
				each(ir.Num(0), v)
			}
		})
	}, Args: args}
}

// From are the pairs whose first number is that of a player, from one on.
func (x Pairs) From(lo int) Pairs {
	return x.Where(func(*game.Compiler, *lgdl.Expr) func(c *game.Context, p, v int) bool {
		return func(c *game.Context, p, _ int) bool { return p >= lo && p <= c.G.Players }
	}, func(k *lower.Lowerer, _ *lgdl.Expr, p, _ *ir.Expr) *ir.Expr { return k.IsPlayer(p, lo) })
}

// Where are the pairs for which a condition holds.
func (x Pairs) Where(holds func(k *game.Compiler, e *lgdl.Expr) func(c *game.Context, p, v int) bool,
	code func(k *lower.Lowerer, e *lgdl.Expr, p, v *ir.Expr) *ir.Expr) Pairs {
	of := x
	x.Impl = func(k *game.Compiler, e *lgdl.Expr) PairsOf {
		of, holds := of.Impl(k, e), holds(k, e)
		return func(c *game.Context, dst []int32) []int32 {
			keep := len(dst)
			dst = of(c, dst)
			for i := keep; i < len(dst); i += 2 {
				if holds(c, int(dst[i]), int(dst[i+1])) {
					dst[keep], dst[keep+1] = dst[i], dst[i+1]
					keep += 2
				}
			}
			return dst[:keep]
		}
	}
	x.Lower = func(k *lower.Lowerer, e *lgdl.Expr, each func(p, v *ir.Expr)) {
		of.Lower(k, e, func(p, v *ir.Expr) {
			p, v = k.Temp("p", p), k.Temp("v", v)
			k.If(code(k, e, p, v), func() { each(p, v) })
		})
	}
	return x
}

// At pairs a site, unless it is none, with some numbers.
func At(st func(e *lgdl.Expr) *lgdl.Expr, site Int, numbers Numbers) Pairs {
	return Pairs{Impl: func(k *game.Compiler, e *lgdl.Expr) PairsOf {
		site, numbers := site.Impl(k, e), numbers.Impl(k, e)
		return func(c *game.Context, dst []int32) []int32 {
			s := site.Get(c)
			if s < 0 {
				return dst
			}
			some := numbers(c, c.TakeInts())
			for _, v := range some {
				dst = append(dst, int32(s), v)
			}
			c.GiveInts(some)
			return dst
		}
	}, Lower: func(k *lower.Lowerer, e *lgdl.Expr, each func(p, v *ir.Expr)) {
		s := k.Temp("site", site.Lower(k, e))
		k.If(ir.Calc(ir.Le, ir.Num(0), s), func() {
			k.Choose(k.ExistsOn(k.TypeOf(st(e)), s), func() {
				numbers.Lower(k, e, func(v *ir.Expr) { each(s, v) })
			}, k.Spoil)
		})
	}, Args: slices.Concat(site.Args, numbers.Args), site: site}
}

// Numbers are numbers in turn.
type Numbers struct {
	Impl  func(k *game.Compiler, e *lgdl.Expr) NumbersOf
	Lower func(k *lower.Lowerer, e *lgdl.Expr, each func(v *ir.Expr))
	Args  []string
}

// NumbersOf appends numbers to dst.
type NumbersOf = func(c *game.Context, dst []int32) []int32

// NumbersBy are numbers that are told by how a clause is written.
func NumbersBy(of func(e *lgdl.Expr) Numbers) Numbers {
	return Numbers{Impl: func(k *game.Compiler, e *lgdl.Expr) NumbersOf { return of(e).Impl(k, e) },
		Lower: func(k *lower.Lowerer, e *lgdl.Expr, each func(v *ir.Expr)) { of(e).Lower(k, e, each) }}
}

// Listing are the numbers that an argument lists.
func Listing(x *lgdl.Expr) Numbers {
	return Numbers{Impl: func(k *game.Compiler, _ *lgdl.Expr) NumbersOf { return listed(k, x).Eval },
		Lower: func(k *lower.Lowerer, _ *lgdl.Expr, each func(v *ir.Expr)) { k.EachOf(x, each) }}
}

// Several are some numbers.
func Several(of ...Int) Numbers {
	return Numbers{Impl: func(k *game.Compiler, e *lgdl.Expr) NumbersOf {
		var list []game.Int
		for _, x := range of {
			list = append(list, x.Impl(k, e))
		}
		return func(c *game.Context, dst []int32) []int32 {
			for i := range list {
				dst = append(dst, int32(list[i].Get(c)))
			}
			return dst
		}
	}, Lower: func(k *lower.Lowerer, e *lgdl.Expr, each func(v *ir.Expr)) {
		for _, x := range of {
			each(x.Lower(k, e))
		}
	}}
}

// OfPlayers pairs players with numbers: all whom an argument names with its number, of lists each with that of its
// place.
func OfPlayers(numbers string, whom ...string) Pairs {
	parts := func(e *lgdl.Expr) (targets, points []*lgdl.Expr) {
		targets, points = lgdl.Flat(given(e, whom)), lgdl.Flat(e.Named(numbers))
		n := min(len(targets), len(points))
		return targets[:n], points[:n]
	}
	return Pairs{Impl: func(k *game.Compiler, e *lgdl.Expr) PairsOf {
		targets, points := parts(e)
		who, number := make([]PairsOf, len(targets)), k.IntList(points...)
		for i, x := range targets {
			if x.Type == "roleType" {
				who[i] = k.Players(x.Text)
			} else {
				who[i] = listed(k, x).Eval
			}
		}
		return func(c *game.Context, dst []int32) []int32 {
			some := c.TakeInts()
			for i := range who {
				v := int32(number[i].Get(c))
				some = who[i](c, some[:0])
				for _, p := range some {
					dst = append(dst, p, v)
				}
			}
			c.GiveInts(some)
			return dst
		}
	}, Lower: func(k *lower.Lowerer, e *lgdl.Expr, each func(p, v *ir.Expr)) {
		targets, points := parts(e)
		for i, x := range targets {
			v := k.Temp("v", k.Int(points[i]))
			k.EachNamed(x, func(p int) { each(ir.Num(p), v) })
		}
	}, Args: slices.Concat(whom, []string{numbers})}
}
