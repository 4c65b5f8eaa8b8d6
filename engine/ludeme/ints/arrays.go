package ints

import (
	"slices"

	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/rule"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

var arrayRows = []lgdl.Form{
	{Text: "(array sites)", Result: "ints",
		Meaning: "The sites of a region in ascending order.", Impl: ofSites},
	{Text: "(array {int})", Result: "ints", Meaning: "The numbers of a list.",
		Impl: rule.ArrayArg("ints")},
	{Text: "(difference ints (ints | int))", Result: "ints",
		Meaning: "An array without the first occurrence of each of some numbers.", Impl: difference},
	{Text: "(if bool ints [ints])", Result: "ints",
		Concepts: []string{"ConditionalStatement"}, Meaning: "One of two arrays, chosen by a condition.",
		Impl: chooseInts},
	{Text: "(intersection ints ints)", Result: "ints",
		Concepts: []string{"Union", "NumbersIntersection"},
		Meaning:  "The elements of the second array that the first one has too.", Impl: intersection},
	{Text: "(intersection {ints})", Result: "ints",
		Concepts: []string{"Union", "NumbersIntersection"},
		Meaning:  "The elements of the first array that all others have too.", Impl: intersection},
	{Text: "(players playersManyType [of:int] [if:bool])", Result: "ints",
		Meaning: "The players that stand in a relation to one of them.", Impl: related},
	{Text: "(players playersTeamType [if:bool])", Result: "ints",
		Concepts: []string{"Team"}, Meaning: "The players of a team.", Impl: ofTeam},
	{Text: "(results (from:int | from:sites) (to:int | to:sites) int)", Result: "ints",
		Meaning: "The values of a function for all pairs of a from and a to site.", Impl: results},
	{Text: "(rotations (absoluteDirection | {absoluteDirection}))", Result: "ints",
		Meaning: "The rotations that turn a piece into some directions.", Impl: rotations},
	{Text: "(sizes Group [siteType] [direction] [roleType | of:int | if:bool] [min:int])", Result: "ints",
		Concepts: []string{"Group", "AdjacentDirection unless direction"}, Meaning: "The sizes of groups of pieces.",
		Impl: sizesGroup},
	{Text: "(team)", Result: "ints", Concepts: []string{"Team"}, Meaning: "The players of the team that is looked at.",
		Impl: team},
	{Text: "(union ints ints)", Result: "ints", Concepts: []string{"Union"},
		Meaning: "The elements of the first array, then the new ones of the second.", Impl: union},
	{Text: "(union {ints})", Result: "ints", Concepts: []string{"Union"},
		Meaning: "The elements of the first array, then the new ones of the others.", Impl: union},
	{Text: "(values Remembered [string])", Result: "ints",
		Concepts: []string{"Variable"}, Meaning: "The remembered numbers, in the order in which they were remembered.",
		Impl: remembered},
}

// ofSites are the sites of a region.
var ofSites = rule.Array{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Ints {
	region := k.Region(e.Named("sites"))
	return game.Ints{Eval: region.Sites}
}, Lower: func(k *lower.Lowerer, e *lgdl.Expr, f func(v *ir.Expr)) { k.Each(k.Region(e.Named("sites")), f) },
	Sites: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr { return k.Region(e.Named("sites")) },
	Args:  []string{"sites"}}

// difference is an array without the first occurrence of each of some numbers.
var difference = rule.Array{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Ints {
	of, some := k.Ints(e.Named("ints1")), dropped.Impl(k, e)
	return game.Ints{Eval: func(c *game.Context, dst []int32) []int32 {
		start := len(dst)
		dst = of.Eval(c, dst)
		drop := some.Eval(c, c.TakeInts())
		for _, x := range drop {
			if i := slices.Index(dst[start:], x); i >= 0 {
				dst = slices.Delete(dst, start+i, start+i+1)
			}
		}
		c.GiveInts(drop)
		return dst
	}}
}, Lower: func(k *lower.Lowerer, e *lgdl.Expr, f func(v *ir.Expr)) {
	of := k.ArrayOf(e.Named("ints1"))
	dropped.Lower(k, e, of.Drop)
	of.Each(f)
}, Args: []string{"ints1", "ints2", "int"}}

var dropped = rule.ArrayArg("ints2", "int")

// chooseInts is one of two arrays, of which the second may be left out.
var chooseInts = rule.Array{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Ints {
	cond, yes := k.Bool(e.Named("bool")), k.Ints(e.Named("ints1"))
	var no game.Ints
	if e.Named("ints2") != nil {
		no = k.Ints(e.Named("ints2"))
	}
	return game.Ints{Eval: func(c *game.Context, dst []int32) []int32 {
		switch {
		case cond.Get(c):
			return yes.Eval(c, dst)
		case no.Given():
			return no.Eval(c, dst)
		}
		return dst
	}}
}, Lower: func(k *lower.Lowerer, e *lgdl.Expr, f func(v *ir.Expr)) {
	k.Choose(k.Bool(e.Named("bool")), func() { k.EachInt(e.Named("ints1"), f) }, func() {
		if e.Named("ints2") != nil {
			k.EachInt(e.Named("ints2"), f)
		}
	})
}, Args: []string{"bool", "ints1", "ints2"}}

// deciding is the array whose elements, in their order and with repetitions, an intersection keeps where the others
// have them: the second of two, the first of a list, nil if that is empty.
func deciding(e *lgdl.Expr) (first *lgdl.Expr, others []*lgdl.Expr) {
	switch list := lgdl.Flat(e.Args...); {
	case len(list) == 0:
		return nil, nil
	case len(e.Args) == 1:
		return list[0], list[1:]
	default:
		return list[1], list[:1]
	}
}

// intersection are the elements of one array that all others have too.
var intersection = rule.Array{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Ints {
	first, others := deciding(e)
	if first == nil {
		return game.Ints{Eval: func(_ *game.Context, dst []int32) []int32 { return dst }}
	}
	of, lists := k.Ints(first), intsOf(k, others)
	return game.Ints{Eval: func(c *game.Context, dst []int32) []int32 {
		start := len(dst)
		dst = of.Eval(c, dst)
		for i := range lists {
			v, n := lists[i].Eval(c, c.TakeInts()), start
			for _, x := range dst[start:] {
				if slices.Contains(v, x) {
					dst[n] = x
					n++
				}
			}
			dst = dst[:n]
			c.GiveInts(v)
		}
		return dst
	}}
}, Lower: func(k *lower.Lowerer, e *lgdl.Expr, f func(v *ir.Expr)) {
	first, others := deciding(e)
	if first == nil {
		return
	}
	each := func(f func(v *ir.Expr)) { k.EachInt(first, f) }
	if !isSingle(first) { // what is done with one number may change what the next ones follow from
		each = k.ArrayOf(first).Each
	}
	var has []func(v *ir.Expr) *ir.Expr
	for _, x := range others {
		has = append(has, member(k, x))
	}
	each(func(v *ir.Expr) {
		all := ir.Num(1)
		for _, in := range has {
			all = ir.All(all, in(v))
		}
		k.If(all, func() { f(v) })
	})
}, Sites: combined(ir.SetAnd)}

func intsOf(k *game.Compiler, es []*lgdl.Expr) []game.Ints {
	lists := make([]game.Ints, len(es))
	for i, x := range es {
		lists[i] = k.Ints(x)
	}
	return lists
}

// isSingle reports whether an array is written as one number.
func isSingle(e *lgdl.Expr) bool {
	if e.Kind != lgdl.Clause || e.Form == nil || e.Form.Text != "(array {int})" {
		return false
	}
	list := clause.ArrayInts(e).Ints()
	return list.Kind == lgdl.List && len(list.Items) == 1
}

// member returns what asks whether a number is in an array as it is now: the sites of a region are a set, all others
// are listed.
func member(k *lower.Lowerer, e *lgdl.Expr) func(v *ir.Expr) *ir.Expr {
	if e.Kind == lgdl.Clause && e.Form != nil && e.Form.Text == "(array sites)" {
		sites := k.Keep(k.IntSites(e))
		return func(v *ir.Expr) *ir.Expr { return ir.All(k.HasRoom(v), ir.Calc(ir.SetHas, sites, v)) }
	}
	return k.ArrayOf(e).Has
}

// combined is the set of the numbers of arrays whose sets are known.
func combined(op ir.Op) func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	return func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
		var all *ir.Expr
		for _, x := range lgdl.Flat(e.Args...) {
			one := k.IntSites(x)
			if one == nil {
				return nil
			}
			if all != nil {
				one = ir.Calc(op, all, one)
			}
			all = one
		}
		return all
	}
}

// union are the elements of the first array, then the new ones of the others.
var union = rule.Array{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Ints {
	lists := intsOf(k, lgdl.Flat(e.Args...))
	return game.Ints{Eval: func(c *game.Context, dst []int32) []int32 {
		start := len(dst)
		for i := range lists {
			if i == 0 {
				dst = lists[i].Eval(c, dst)
				continue
			}
			v := lists[i].Eval(c, c.TakeInts())
			for _, x := range v {
				if !slices.Contains(dst[start:], x) {
					dst = append(dst, x)
				}
			}
			c.GiveInts(v)
		}
		return dst
	}}
}, Lower: func(k *lower.Lowerer, e *lgdl.Expr, f func(v *ir.Expr)) {
	so := k.Array()
	for i, x := range lgdl.Flat(e.Args...) {
		k.EachInt(x, func(v *ir.Expr) {
			if i == 0 {
				so.Append(v)
				return
			}
			v = k.Temp("v", v)
			k.If(ir.Calc(ir.Not, so.Has(v)), func() { so.Append(v) })
		})
	}
	so.Each(f)
}, Sites: combined(ir.SetOr)}

// maxResults bounds the arrays of (results …), the largest that rules can ask for.
const maxResults = 1 << 24

// results evaluates the to sites anew for each from site.
var results = rule.Array{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Ints {
	from, to, value := resultsFrom.Impl(k, e), resultsTo.Impl(k, e), k.Int(e.Named("int"))
	return game.Ints{Eval: func(c *game.Context, dst []int32) []int32 {
		from.Each(c, func() bool {
			return to.Each(c, func() bool {
				if len(dst) > maxResults {
					game.Fault(e, "more than %d results", maxResults)
				}
				dst = append(dst, int32(value.Get(c)))
				return true
			})
		})
		return dst
	}}
}, Lower: func(k *lower.Lowerer, e *lgdl.Expr, f func(v *ir.Expr)) {
	resultsFrom.Lower(k, e)(func() {
		resultsTo.Lower(k, e)(func() { f(k.Temp("v", k.Int(e.Named("int")))) })
	})
}, Args: []string{"fromSites", "fromInt", "toSites", "toInt", "int"}}

var resultsFrom, resultsTo = rule.OverFrom("fromSites", "fromInt"), rule.OverTo("toSites", "toInt")

// facingIndex is the number of a direction within its family, as rotations count.
func facingIndex(d board.Direction) int {
	for _, family := range []string{"compassDirection", "rotationalDirection", "spatialDirection"} {
		if i := slices.Index(lgdl.Enum(family), d.String()); i >= 0 {
			return i
		}
	}
	return game.Off
}

// rotations are the same throughout the play.
var rotations = rule.Array{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Ints {
	k.Require(game.Rotation)
	if rotationsPer(k.G) == 0 {
		k.Fail(e, "the board has too few directions for rotations")
	}
	turns := turnsInto(k.G, e)
	return game.Ints{Eval: func(_ *game.Context, dst []int32) []int32 { return append(dst, turns...) }}
}, Lower: func(k *lower.Lowerer, e *lgdl.Expr, f func(v *ir.Expr)) {
	for _, r := range turnsInto(k.G, e) {
		f(ir.Num(int(r)))
	}
}, Args: []string{"absoluteDirection", "absoluteDirections"}}

// rotationsPer is the number of directions that one side of a cell stands for.
func rotationsPer(g *game.Game) int {
	return len(g.Topo.Supported(g.DefaultType, board.RelAll)) / g.Topo.CellSides()
}

// turnsInto are the rotations that turn a piece into the directions of a (rotations …).
func turnsInto(g *game.Game, e *lgdl.Expr) (turns []int32) {
	a, topo, st, per := clause.Rotations(e), g.Topo, g.DefaultType, rotationsPer(g)
	add := func(d board.Direction) {
		if r := int32(facingIndex(d) / per); !slices.Contains(turns, r) {
			turns = append(turns, r)
		}
	}
	for _, x := range lgdl.Flat(a.AbsoluteDirection(), a.AbsoluteDirections()) {
		d, _ := board.ParseDirection(x.Text)
		if d.Specific() {
			add(d)
		} else if rel, ok := board.ParseRelation(x.Text); ok {
			for _, f := range topo.Supported(st, rel) {
				add(f)
			}
		}
	}
	return turns
}

// team are the players of the team that is looked at.
var team = rule.Array{Impl: func(_ *game.Compiler, e *lgdl.Expr) game.Ints {
	return game.Ints{Eval: func(c *game.Context, dst []int32) []int32 {
		if c.Team == nil {
			game.Fault(e, "there is no team outside of (forEach Team …)")
		}
		return append(dst, c.Team...)
	}}
}, Lower: func(k *lower.Lowerer, _ *lgdl.Expr, f func(v *ir.Expr)) {
	k.SpoilIf(ir.Calc(ir.Not, k.AnyInTeam()))
	for p := 1; p <= k.G.Players; p++ {
		k.If(k.InTeam(p), func() { f(ir.Num(p)) })
	}
}}

// remembered are the numbers that are remembered under a name, or under none.
var remembered = rule.Array{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Ints {
	k.Require(game.RememberedValues)
	name := int32(0)
	if e.Named("string") != nil {
		name = k.Name(e.Named("string").Text)
	}
	return game.Ints{Eval: func(c *game.Context, dst []int32) []int32 { return append(dst, c.S.Remembered[name]...) }}
}, Lower: func(k *lower.Lowerer, e *lgdl.Expr, f func(v *ir.Expr)) { k.Remembered(e.Named("string").Word(""), f) },
	Sites: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr { return k.RememberedSites(e.Named("string").Word("")) },
	Args:  []string{"string"}}
