package ints

import (
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

func lowerToInt(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	if clause.ToInt(e).Bool() == nil {
		k.No(e, "a number with a fraction")
	}
	return k.Bool(clause.ToInt(e).Bool())
}

// lowerPower lowers small powers of numbers whose powers fit.
func lowerPower(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	n, ok := k.Int(clause.PowerInt(e).Int2()).Number()
	if !ok || n < 0 || n > 3 {
		k.No(e, "a power other than a square or cube")
	}
	a, v := k.Fitting(k.Int(clause.PowerInt(e).Int1()), -1290, 1290), ir.Num(1)
	for range n {
		v = ir.Calc(ir.Mul, v, a)
	}
	return v
}

func lowerArrayList(k *lower.Lowerer, e *lgdl.Expr, f func(v *ir.Expr)) {
	k.EachInt(clause.ArrayInts(e).Ints(), f)
}

// lowerArrayIf lowers one of two arrays.
func lowerArrayIf(k *lower.Lowerer, e *lgdl.Expr, f func(v *ir.Expr)) {
	a := clause.IfBoolInts(e)
	k.Choose(k.Bool(a.Bool()), func() { k.EachInt(a.Ints1(), f) }, func() {
		if a.Ints2() != nil {
			k.EachInt(a.Ints2(), f)
		}
	})
}

// lowerArrayUnion lowers the elements of the first array, then the new ones of the others.
func lowerArrayUnion(k *lower.Lowerer, e *lgdl.Expr, f func(v *ir.Expr)) {
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
}

// lowerArrayBoth lowers the elements of the last of two arrays, or of the first of many,
// that the others have too.
func lowerArrayBoth(k *lower.Lowerer, e *lgdl.Expr, f func(v *ir.Expr)) {
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

// lowerArrayWithout lowers an array without the first occurrence of each of some numbers.
func lowerArrayWithout(k *lower.Lowerer, e *lgdl.Expr, f func(v *ir.Expr)) {
	a := clause.DifferenceInts(e)
	of := k.ArrayOf(a.Ints1())
	if a.Ints2() == nil {
		of.Drop(k.Int(a.Int()))
	} else {
		k.ArrayOf(a.Ints2()).Each(of.Drop)
	}
	of.Each(f)
}

// lowerPlayers lowers the players that stand in a relation to one of them.
func lowerPlayers(k *lower.Lowerer, e *lgdl.Expr, f func(v *ir.Expr)) {
	a := clause.PlayersMany(e)
	of := ir.Num(k.Mover)
	if a.Of() != nil {
		of = k.Temp("of", k.Int(a.Of()))
		k.SpoilIf(ir.Calc(ir.Lt, of, ir.Num(0)))
	}
	k.ForPlayers(of, func(p int) {
		if p != 0 && p <= k.G.Players {
			list, asked := related(k.Seats(), a.PlayersManyType().Text, p, nil)
			lowerThose(k, list, asked, a.If(), f)
		}
	})
}

// lowerPlayersTeam lowers the players of a team.
func lowerPlayersTeam(k *lower.Lowerer, e *lgdl.Expr, f func(v *ir.Expr)) {
	a := clause.PlayersTeam(e)
	list, asked := ofTeam(k.Seats(), a.PlayersTeamType().Text, nil)
	lowerThose(k, list, asked, a.If(), f)
}

// lowerThose lowers those of a list of players for whom a condition holds, if it is asked.
func lowerThose(k *lower.Lowerer, list []int32, asked bool, cond *lgdl.Expr, f func(v *ir.Expr)) {
	for _, q := range list {
		ok := ir.Num(1)
		if asked {
			ok = k.Scoped(func() *ir.Expr {
				k.Env.Player = ir.Num(int(q))
				return k.Cond(cond)
			})
		}
		k.If(ok, func() { f(ir.Num(int(q))) })
	}
}
