package rule

import (
	"slices"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/write"
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

// rows are the second numbers for which the table has one other than 0, by the first.
func (t Table) rows(k *lower.Lowerer) *write.Rows {
	rows := make([][]int32, max(t.N, 1))
	for i := range t.N * t.M {
		if t.Of(i/t.M, i%t.M) != 0 {
			rows[i/t.M] = append(rows[i/t.M], int32(i%t.M))
		}
	}
	return k.Rows(t.Name, rows)
}

// RowOf are the sites for which a table has a number other than 0 with another one of its sites; -1 has none.
func RowOf(a Int, fault string, of func(k *game.Compiler, e *lgdl.Expr) Table) Region {
	return Region{func(k *game.Compiler, e *lgdl.Expr) game.Region {
		t, a := of(k, e), a.Impl(k, e)
		return game.RegionFn(func(c *game.Context, out game.Set) {
			switch a := a.Get(c); {
			case a >= 0 && a < t.N:
				for b := range t.M {
					if t.Of(a, b) != 0 {
						out.Add(b)
					}
				}
			case a != game.Off:
				game.Fault(e, fault, a)
			}
		})
	}, func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
		t, a := of(k.Parts, e), k.Temp("a", a.Lower(k, e))
		k.SpoilIf(ir.Calc(ir.Not, ir.Any(ir.Calc(ir.Eq, a, ir.Num(game.Off)), ir.Calc(ir.Below, a, ir.Num(t.N)))))
		return k.SetOfSite(t.rows(k), t.N, a)
	}, a.Args}
}

// Meets is the condition that a table has a number other than 0 for a number and one of the sites of a region, or one
// site, of a type.
func Meets(a Int, sites, site, fault string, of func(k *game.Compiler, e *lgdl.Expr) Table) Bool {
	return Bool{func(k *game.Compiler, e *lgdl.Expr) game.Bool {
		t, a, sites := of(k, e), a.Impl(k, e), k.SiteList(e.Named(sites), e.Named(site))
		return game.BoolFn(func(c *game.Context) (met bool) {
			a := a.Get(c)
			if a < 0 || a >= t.N {
				game.Fault(e, fault, a)
			}
			sites.Each(c, func(b int) bool {
				met = b < t.M && t.Of(a, b) != 0
				return !met
			})
			return met
		})
	}, func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
		k.SiteType(e.Named("siteType"))
		t, a := of(k.Parts, e), k.Temp("a", a.Lower(k, e))
		met := k.Var("met", 0, 1, ir.Num(0))
		k.Choose(ir.Calc(ir.Below, a, ir.Num(t.N)), func() {
			row := k.RowSet(t.rows(k), a)
			if one := e.Named(site); one != nil {
				k.Add(ir.Put(met, ir.Has(k.P.Words, row, k.Int(one))))
			} else {
				k.Add(ir.Put(met, ir.Calc(ir.SetAny, ir.Calc(ir.SetAnd, row, k.Region(e.Named(sites))))))
			}
		}, k.Spoil)
		return ir.Read(met)
	}, append([]string{"siteType", sites, site}, a.Args...)}
}
