package position

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
)

// maxArray bounds the numbers of an array that is kept; a play that needs more is spoilt.
const maxArray = 1 << 10

// Array is working space for a list of numbers.
type Array struct {
	k              *Code
	values, length *ir.Field
}

// Array returns an empty array, empty again whenever what follows is evaluated.
func (k *Code) Array() *Array {
	a := &Array{k, k.P.Field("array", ir.Scratch, ir.Int, maxArray), k.P.Field("array.length", ir.Scratch, ir.Int, 1)}
	a.values.Aside = true
	k.Add(ir.Write(a.length, ir.Num(0), ir.Num(0)))
	return a
}

// Append adds a number at the end.
func (a *Array) Append(v *ir.Expr) {
	k := a.k
	v = k.Temp("v", v)
	n := k.Temp("n", ir.At(a.length, ir.Num(0)))
	k.Choose(ir.Calc(ir.Below, n, ir.Num(maxArray)), func() {
		k.Add(ir.Write(a.values, n, v), ir.Write(a.length, ir.Num(0), ir.Calc(ir.Add, n, ir.Num(1))))
	}, k.Spoil)
}

// Each adds what f adds for each number in order.
func (a *Array) Each(f func(v *ir.Expr)) {
	k := a.k
	i := k.Var("i", 0, maxArray, ir.Num(0))
	k.Loop("array", 0, func(loop *ir.Label) { // metered: arrays are short
		k.Add(ir.When(ir.Calc(ir.Le, ir.At(a.length, ir.Num(0)), ir.Read(i)), ir.Leave(loop)))
		v := k.Temp("v", ir.At(a.values, ir.Read(i)))
		k.Add(ir.Increment(i))
		f(v)
	})
}

// Has reports whether a number is in the array.
func (a *Array) Has(v *ir.Expr) *ir.Expr {
	k := a.k
	v = k.Temp("v", v)
	found := k.Var("found", 0, 1, ir.Num(0))
	a.Each(func(x *ir.Expr) { k.If(ir.Calc(ir.Eq, x, v), func() { k.Add(ir.Put(found, ir.Num(1))) }) })
	return ir.Read(found)
}

// Drop takes the first occurrence of a number out, if there is one.
func (a *Array) Drop(v *ir.Expr) {
	k := a.k
	v = k.Temp("v", v)
	gone, at := ir.Within("gone", 0, 1), ir.Within("at", 0, maxArray)
	k.Add(ir.Put(gone, ir.Num(0)), ir.Put(at, ir.Num(0)))
	a.Each(func(x *ir.Expr) {
		k.Choose(ir.All(ir.Calc(ir.Not, ir.Read(gone)), ir.Calc(ir.Eq, x, v)), func() { k.Add(ir.Put(gone, ir.Num(1))) },
			func() {
				k.Add(ir.Write(a.values, ir.Read(at), x), ir.Increment(at))
			})
	})
	k.Add(ir.Write(a.length, ir.Num(0), ir.Read(at)))
}

// Spoil makes the play one that goes on by the rules instead: it comes to something
// that is a fault there, or that there is no room for here.
func (k *Code) Spoil() { k.Add(ir.Write(k.Candidates.Fault, ir.Num(0), ir.Num(1))) }

// SpoilIf is Spoil under a condition.
func (k *Code) SpoilIf(c *ir.Expr) { k.If(c, k.Spoil) }

// Teams reports whether players form teams.
func (k *Code) Teams() bool { return k.G.Has(game.Team) }
