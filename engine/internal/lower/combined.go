package lower

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// maxCombined bounds the pairs of cases that are looked at.
const maxCombined = 1 << 10

// combined lowers the union or the difference of directions, one of which follows the play:
// a case for each pair of theirs, where those that come to the same are one.
func (k *Lowerer) combined(st board.SiteType, e *lgdl.Expr, at *ir.Expr) *heading {
	sides := clause.DirectionsPair(e)
	a, b := k.heading(st, sides.Direction1(), "", at), k.heading(st, sides.Direction2(), "", at)
	if len(a.cases)*len(b.cases) > maxCombined {
		k.No(e, "directions of many cases")
	}
	join := board.Join
	if e.Form.Keyword == "difference" {
		join = board.Less
	}
	h := &heading{}
	var number []int64 // of the case, by pair
	for _, x := range a.cases {
		for _, y := range b.cases {
			dirs, text := k.combine(st, x, y, join)
			number = append(number, h.numberOf(dirs, text))
		}
	}
	if len(h.cases) > maxCases {
		k.No(e, "directions of many cases")
	}
	pair := ir.Calc(ir.Add, ir.Calc(ir.Mul, a.which, ir.Num(len(b.cases))), b.which)
	h.which = ir.At(k.Table("cases", ir.U8, number), pair)
	return h
}

// combine is the union or the difference of two cases by site, and a text that tells it from others.
func (k *Lowerer) combine(st board.SiteType, x, y func(int32) []board.Direction,
	join func(a, b []board.Direction) []board.Direction) ([][]board.Direction, string) {
	list := make([][]board.Direction, k.G.Topo.Num(st))
	for site := range list {
		one, two := x(int32(site)), y(int32(site))
		list[site] = join(k.G.Topo.Single(nil, st, int32(site), one), k.G.Topo.Single(nil, st, int32(site), two))
	}
	return list, textOf(list)
}

// textOf tells directions by site from others.
func textOf(list [][]board.Direction) string {
	var text []byte
	for _, dirs := range list {
		text = append(text, byte(len(dirs)), byte(len(dirs)>>8))
		for _, d := range dirs {
			text = append(text, byte(d))
		}
	}
	return string(text)
}
