package rule

import (
	"slices"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/lgdl"
)

// Table is a number that follows from two others, for the first of them below N and the second below M.
type Table struct {
	N, M int
	Of   func(a, b int) int
	Name string // in code; tables with the same name are one
}

// maxTable bounds the numbers of a table in code.
const maxTable = 1 << 18

// Tabled is a number of a table that is known when a clause is read. Where the table has none it is -1, or a fault if
// there are words for that.
func Tabled(a, b Int, fault string, of func(k *game.Compiler, e *lgdl.Expr) Table) Int {
	return Int{func(k *game.Compiler, e *lgdl.Expr) game.Int {
		t := of(k, e)
		number := func(a, b int) int {
			switch {
			case a >= 0 && a < t.N && b >= 0 && b < t.M:
				return t.Of(a, b)
			case fault != "":
				game.Fault(e, "%s %d and %d", fault, a, b)
			}
			return game.Off
		}
		a, b := a.Impl(k, e), b.Impl(k, e)
		if a.Const && b.Const && fault == "" {
			return game.IntOf(number(a.V, b.V))
		}
		return game.IntFn(func(c *game.Context) int {
			a := a.Get(c)
			return number(a, b.Get(c))
		})
	}, func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
		t := of(k.Parts, e)
		if t.N*t.M > maxTable {
			k.No(e, "a table of %d by %d numbers", t.N, t.M)
		}
		a, b := k.Temp("a", a.Lower(k, e)), k.Temp("b", b.Lower(k, e))
		if t.N*t.M == 0 {
			return ir.Num(game.Off)
		}
		numbers := k.TableOnce(t.Name, "", ir.I16, func() []int64 {
			list := make([]int64, t.N*t.M)
			for i := range list {
				list[i] = int64(t.Of(i/t.M, i%t.M))
			}
			return list
		})
		known := ir.All(ir.Calc(ir.Below, a, ir.Num(t.N)), ir.Calc(ir.Below, b, ir.Num(t.M)))
		if fault != "" {
			known = k.Temp("known", known)
			k.SpoilIf(ir.Calc(ir.Not, known))
		}
		at := ir.Calc(ir.Add, ir.Calc(ir.Mul, a, ir.Num(t.M)), b)
		return ir.Cond(known, ir.At(numbers, at), ir.Num(game.Off))
	}, slices.Concat(a.Args, b.Args)}
}
