package lower

import (
	"slices"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/lgdl"
)

// combined lowers the union or the difference of directions, one of which follows the play:
// a case for each pair of theirs.
func (k *Lowerer) combined(st board.SiteType, e *lgdl.Expr, at *ir.Expr) *heading {
	a, b := k.heading(st, e.Args[0], "", at), k.heading(st, e.Args[1], "", at)
	if len(a.cases)*len(b.cases) > maxCases {
		k.No(e, "directions of many cases")
	}
	less := e.Form.Keyword == "difference"
	h := &heading{which: ir.Calc(ir.Add, ir.Calc(ir.Mul, a.which, ir.Num(len(b.cases))), b.which)}
	for _, x := range a.cases {
		for _, y := range b.cases {
			h.cases = append(h.cases, func(site int32) []board.Direction {
				one, two := k.single(st, site, x(site)), k.single(st, site, y(site))
				if less {
					return slices.DeleteFunc(one, func(d board.Direction) bool { return slices.Contains(two, d) })
				}
				for _, d := range two {
					if !slices.Contains(one, d) {
						one = append(one, d)
					}
				}
				return one
			})
		}
	}
	return h
}

// single replaces the relations among directions by the directions of a site.
func (k *Lowerer) single(st board.SiteType, site int32, list []board.Direction) (single []board.Direction) {
	for _, d := range list {
		switch d {
		case board.Adjacent, board.Orthogonal, board.Diagonal, board.OffDiagonal, board.All:
		default:
			single = append(single, d)
			continue
		}
		for _, x := range k.G.Topo.ExpandRelation(nil, st, site, d) {
			if !slices.Contains(single, x) {
				single = append(single, x)
			}
		}
	}
	return single
}
