package lower

import (
	"sort"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/ir/transform"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// fractionBits are the bits of a draw that the rules make a fraction of (part 3, §19.1).
const fractionBits = 52

// DrawnMember is the number of a member that is drawn by weight as the rules draw it. They take the shares off a
// fraction one after the other until nothing is left: rounded as they are, a larger fraction never gives an earlier
// member, so that each member but the last has a largest fraction, which is found here.
func (k *Lowerer) DrawnMember(e *lgdl.Expr, weights []float64) *ir.Expr {
	k.takeDraw(e)
	sum := 0.0
	for _, w := range weights {
		sum += w
	}
	member := func(fraction float64) int {
		i := 0
		for ; i < len(weights)-1; i++ {
			if fraction -= weights[i] / sum; fraction <= 0 {
				break
			}
		}
		return i
	}
	x := ir.NewLocal("x", ir.I64)
	k.Add(ir.Put(x, ir.Calc(ir.Shr, ir.Invoke(k.Draws()), ir.Long(64-fractionBits))))
	drawn := ir.Num(0)
	for i := range len(weights) - 1 {
		above := sort.Search(1<<fractionBits, func(n int) bool { return member(float64(n)/(1<<fractionBits)) > i })
		drawn = ir.Calc(ir.Add, drawn, ir.Calc(ir.Le, ir.Long(uint64(above)), ir.Read(x)))
	}
	return k.Temp("member", drawn)
}

// RandomMoves emits some of the moves of a clause, each drawn from all of them.
func (k *Lowerer) RandomMoves(e, moves *lgdl.Expr, num *lgdl.Expr) {
	if k.ahead == nextStuck && !k.performed() && len(k.filters) == 0 { // some are drawn if there are any
		k.If(ir.Calc(ir.Lt, ir.Num(0), k.Temp("number", k.Int(num))), func() { k.Moves(moves) })
		return
	}
	if k.performed() || len(k.filters) > 0 || k.ahead.on || !k.AnyOrder() && !k.drawsInOrder() {
		k.No(e, "a draw of effects, or of moves that are tested")
	}
	c := k.Candidates
	body := k.Inside(func() { k.Moves(moves) })
	base := k.Temp("base", ir.At(c.Count, ir.Num(0)))
	k.Add(transform.Listed(c, body)...)
	end := k.Temp("end", ir.At(c.Count, ir.Num(0)))
	n := k.Temp("n", ir.Calc(ir.Sub, end, base))
	number := k.Temp("number", k.Int(num))
	left := k.Let("left", ir.Cond(ir.Calc(ir.Lt, n, number), n, number))
	at := ir.Within("at", 0, 1<<30)
	copied := func(from, to *ir.Expr) { k.Add(ir.Write(c.Moves, to, ir.At(c.Moves, from))) }
	k.Add(ir.Put(at, end))
	k.Loop("drawn", 0, func(loop *ir.Label) {
		k.Add(ir.When(ir.Calc(ir.Le, ir.Read(left), ir.Num(0)), ir.Leave(loop)))
		k.SpoilIf(ir.Calc(ir.Le, ir.Num(c.Moves.Len), ir.Read(at)))
		k.If(ir.Calc(ir.Lt, ir.Read(at), ir.Num(c.Moves.Len)), func() {
			copied(ir.Calc(ir.Add, base, k.DrawnBelow(e, n)), ir.Read(at))
			k.Add(ir.Increment(at))
		})
		k.Add(ir.Decrement(left))
	})
	// They take the places of those that they are drawn from.
	i := k.Let("i", ir.Num(0))
	k.Loop("moved", 0, func(loop *ir.Label) {
		from := k.Temp("from", ir.Calc(ir.Add, end, ir.Read(i)))
		k.Add(ir.When(ir.Calc(ir.Le, ir.Read(at), from), ir.Leave(loop)))
		copied(from, ir.Calc(ir.Add, base, ir.Read(i)))
		k.Add(ir.Increment(i))
	})
	k.Add(ir.Write(c.Count, ir.Num(0), ir.Calc(ir.Add, base, ir.Read(i))))
	k.emitListed(base, transform.Emitted(body), nil)
}

// drawsDirections reports whether a clause is of directions that are drawn.
func drawsDirections(e *lgdl.Expr) bool {
	return e.Kind == lgdl.Clause && e.Form != nil && e.Form.Text == randomDirections
}

const randomDirections = "(directions Random direction num:int)"

// drawnHeading are directions drawn from others: a case for each order in which different ones of a row may be drawn.
func (k *Lowerer) drawnHeading(st board.SiteType, e *lgdl.Expr, at *ir.Expr) *heading {
	a := clause.DirectionsRandom(e)
	num, known := k.Int(a.Num()).Number()
	if !known || !steadyDirections(a.Direction()) {
		k.No(e, "drawn directions that follow the play")
	}
	h := k.heading(st, a.Direction(), "", at)
	if len(h.cases) != 1 {
		k.No(e, "drawn directions that depend on the piece")
	}
	var rows [][]board.Direction // by site
	most := 0
	for site := range int32(k.G.Topo.Num(st)) {
		row := k.drawnFromRow(e, st, site, h.cases[0](site))
		rows, most = append(rows, row), max(most, len(row))
	}
	cases := 1
	for range num {
		if cases *= max(most, 1); cases > maxCases {
			k.No(e, "directions of many cases")
		}
	}
	lengths := make([]int64, k.Fields.Span)
	for site, row := range rows {
		lengths[site] = int64(len(row))
	}
	n := k.Temp("n", ir.At(k.Table("drawn.directions", ir.Int, lengths), at))
	which := k.Let("which", ir.Num(0))
	var before []*ir.Local
	for range num {
		x := k.Let("x", ir.Num(0))
		used := ir.Num(0)
		for _, y := range before {
			used = ir.Any(used, ir.Calc(ir.Eq, ir.Read(x), ir.Read(y)))
		}
		k.If(ir.Calc(ir.Lt, ir.Num(len(before)), n), func() { // else all have been drawn
			k.Loop("draws", 0, func(loop *ir.Label) {
				k.Add(ir.Put(x, k.DrawnBelow(e, n)), ir.When(ir.Calc(ir.Not, used), ir.Leave(loop)))
			})
		})
		k.Add(ir.Put(which, ir.Calc(ir.Add, ir.Calc(ir.Mul, ir.Read(which), ir.Num(most)), ir.Read(x))))
		before = append(before, x)
	}
	drawn := &heading{which: ir.Read(which)}
	for i := range cases {
		drawn.cases = append(drawn.cases, func(site int32) (dirs []board.Direction) {
			row, rest := rows[site], cases
			for range min(int(num), len(row)) {
				rest /= most
				if x := i / rest % most; x < len(row) {
					dirs = append(dirs, row[x])
				}
			}
			return dirs
		})
	}
	return drawn
}

// drawnFromRow are the directions that are drawn from where a list of them is given: backwards, and in place of a group
// those of the site that the list does not name. They must be different.
func (k *Lowerer) drawnFromRow(e *lgdl.Expr, st board.SiteType, site int32, list []board.Direction) []board.Direction {
	row := k.G.Topo.DrawnFrom(nil, st, site, list)
	for i, d := range row {
		for _, x := range row[:i] {
			if x == d {
				k.No(e, "drawn directions of which one is there twice")
			}
		}
	}
	return row
}
