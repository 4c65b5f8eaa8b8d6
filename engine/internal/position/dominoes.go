package position

import (
	"slices"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/lgdl"
)

// asksBag reports whether a clause asks what is left in the bag of dominoes.
func asksBag(e *lgdl.Expr) bool {
	return e.Is("take", "Domino") || e.Is("count", "Pieces") && e.Named("string").Word("") == "Bag"
}

// NewBag keeps what is left in the bag, nil where nobody asks.
func (k *Code) NewBag() *layout.Bag {
	if !k.Rules.AnyRule(asksBag) {
		return nil
	}
	return &layout.Bag{Left: k.P.Field("bag", ir.State, ir.U8, k.Fields.Comps),
		Number: k.P.Field("bag.number", ir.State, ir.Int, 1)}
}

// InBag is the number of pieces in the bag.
func (k *Code) InBag() *ir.Expr { return ir.At(k.Bag.Number, ir.Num(0)) }

// NumberedIn is the component of a number among those that a field by component has.
func (k *Code) NumberedIn(left *ir.Field, n *ir.Expr) *ir.Expr {
	comps := k.Fields.Comps
	what, before := k.Var("what", 0, comps-1, ir.Num(0)), k.Var("before", 0, comps, n)
	k.Scope("bag", func(end *ir.Label) {
		k.Rounds(ir.Num(1), ir.Num(comps), comps, func(c *ir.Expr) {
			k.If(ir.At(left, c), func() {
				k.Add(ir.When(ir.Calc(ir.Not, ir.Read(before)), ir.Put(what, c), ir.Leave(end)), ir.Decrement(before))
			})
		})
	})
	return ir.Read(what)
}

// PutDown notes that pieces of a component come to an empty site with numbers, and returns those that they have there:
// in games with dominoes all are worth one, and leave the bag.
func (k *Code) PutDown(comp *ir.Expr, data Data) Data {
	if !k.G.Has(game.DominoFlag) || k.Stacked() {
		return data
	}
	data[layout.Worth] = ir.Num(1)
	if b := k.Bag; b != nil {
		comp = k.Temp("comp", comp)
		k.If(ir.At(b.Left, comp), func() {
			k.Add(ir.Write(b.Left, comp, ir.Num(0)), ir.Write(b.Number, ir.Num(0), Plus(k.InBag(), -1)))
		})
	}
	return data
}

// dominoes tells by component whether it is a domino.
func (k *Code) dominoes() []bool {
	is := make([]bool, len(k.G.Components))
	for i := range is {
		is[i] = k.G.Components[i].Kind == "domino"
	}
	return is
}

// IsDomino reports whether a component is a domino.
func (k *Code) IsDomino(comp *ir.Expr) *ir.Expr {
	values := make([]int64, len(k.G.Components))
	some := int64(0)
	for i, is := range k.dominoes() {
		if is {
			values[i], some = 1, 1
		}
	}
	if some == 0 {
		return ir.Num(0)
	}
	return ir.At(k.Table("domino", ir.U8, values), comp)
}

// pips is the number on the first half of a domino, or on the second.
func (k *Code) pips(comp, second *ir.Expr) *ir.Expr {
	var values []int64
	for i := range k.G.Components {
		c := &k.G.Components[i]
		values = append(values, int64(c.Value), int64(c.Value2))
	}
	return ir.At(k.Table("pips", ir.U8, values), ir.Calc(ir.Add, ir.Calc(ir.Mul, comp, ir.Num(2)), second))
}

// openEnds marks anew where the line of play may go on, after a piece went to the board.
func (k *Code) openEnds(comp *ir.Expr) {
	f, g := &k.Fields, k.G
	if !g.Has(game.LineOfPlay) || f.Playable == nil {
		return
	}
	k.If(k.IsDomino(comp), func() {
		k.Call(k.SharedOf("line.ends", ir.None, nil, func([]*ir.Expr) {
			k.Store(f.Playable, k.None())
			k.Each(ir.Calc(ir.SetMinus, k.Board(), ir.SetAt(f.Empty, ir.Num(0))), func(root *ir.Expr) {
				what := k.Temp("what", ir.At(f.What, root))
				k.If(k.IsDomino(what), func() { k.openEndsOf(root, what) })
			})
		}))
	})
}

// openEndsOf marks where the line may go on from a domino.
func (k *Code) openEndsOf(root, what *ir.Expr) {
	f, g := &k.Fields, k.G
	ahead := k.RowsOnce([]string{"ahead"}, "dominoes", func() [][][]int32 {
		var rows [][]int32
		for cell := range int32(f.Board) {
			for quarter := range game.Quarters {
				rows = append(rows, g.InFront(cell, quarter))
			}
		}
		return [][][]int32{rows}
	})[0]
	state := k.Temp("state", k.DatumOn(layout.State, root, nil))
	row, fits := k.coverRow(what, root, state)
	double := k.Temp("double", ir.Calc(ir.Eq, k.pips(what, ir.Num(0)), k.pips(what, ir.Num(1))))
	whole := ir.Calc(ir.Eq, k.Length(k.Large.Rows, row), ir.Num(game.DominoCells))
	k.If(ir.All(fits, whole), func() {
		for i, end := range game.DominoEnds {
			open := ir.Num(1)
			if i >= game.DominoSides {
				open = double
			}
			k.If(open, func() {
				quarter := k.Temp("quarter", ir.Calc(ir.Rem, Plus(state, end.Turn), ir.Num(game.Quarters)))
				line := func(cell int) *ir.Expr {
					at := k.Entry(k.Large.Rows, row, ir.Num(cell))
					return k.Temp("line", ir.Calc(ir.Add, ir.Calc(ir.Mul, at, ir.Num(game.Quarters)), quarter))
				}
				a, b := line(end.A), line(end.B)
				n, m := k.Temp("n", k.Length(ahead, a)), k.Temp("m", k.Length(ahead, b))
				k.Scope("end", func(end *ir.Label) {
					k.Rounds(ir.Num(0), ir.Cond(ir.Calc(ir.Lt, n, m), n, m), ahead.Longest(), func(i *ir.Expr) {
						cells := [...]*ir.Expr{k.Entry(ahead, a, i), k.Entry(ahead, b, i)}
						for _, cell := range cells {
							k.Add(ir.When(ir.Calc(ir.Not, ir.Calc(ir.SetHas, ir.SetAt(f.Empty, ir.Num(0)), cell)), ir.Leave(end)))
						}
						for _, cell := range cells {
							k.Include(f.Playable, cell)
						}
					})
				})
			})
		}
	})
}

// PipsMatch reports whether the domino on a site goes on with the line: it lies beside nothing of another number, and
// beside one other domino.
func (k *Code) PipsMatch(site *ir.Expr) *ir.Expr {
	k.SpoilIf(ir.Calc(ir.Lt, site, ir.Num(0)))
	if !slices.Contains(k.dominoes(), true) {
		return ir.Num(1)
	}
	return ir.Invoke(k.SharedOf("pips.match", ir.I32, []string{"site"}, func(p []*ir.Expr) { k.pipsMatch(p[0]) }), site)
}

func (k *Code) pipsMatch(site *ir.Expr) {
	f, t := &k.Fields, k.G.Topo
	made := k.RowsOnce([]string{"beside", "lines"}, "dominoes", func() [][][]int32 {
		beside, lines := make([][]int32, f.Board), make([][]int32, f.Board)
		for cell := range int32(f.Board) {
			beside[cell] = t.Neighbours(board.Cell, board.RelOrthogonal, cell)
			for _, r := range t.Radials(board.Cell, cell, board.Orthogonal) {
				lines[cell] = append(lines[cell], r.Path[1:]...)
			}
		}
		return [][][]int32{beside, lines}
	})
	beside, lines := made[0], made[1]
	comp := k.Temp("comp", k.WhatAt(site))
	k.Add(ir.When(ir.Calc(ir.Not, k.IsDomino(comp)), ir.Give(ir.Num(1))))
	row, fits := k.coverRow(comp, site, k.Temp("state", k.DatumOn(layout.State, site, nil)))
	most := k.Large.Rows.Longest() * max(beside.Longest(), 1)
	own, touched, list := k.NewSet(), k.NewSet(), k.P.Field("touched", ir.Scratch, ir.Int, max(most, 1))
	n := k.Var("n", 0, most, ir.Num(0))
	has := func(set *ir.Field, cell *ir.Expr) *ir.Expr { return ir.Calc(ir.SetHas, ir.SetAt(set, ir.Num(0)), cell) }
	k.If(fits, func() {
		k.Row(k.Large.Rows, row, func(cell *ir.Expr) { k.Include(own, cell) })
		k.Row(k.Large.Rows, row, func(cell *ir.Expr) {
			k.Row(beside, cell, func(y *ir.Expr) {
				k.If(ir.Calc(ir.Not, ir.Any(has(own, y), has(f.Empty, y))), func() {
					k.Add(ir.When(ir.Calc(ir.Ne, ir.At(f.Worth, y), ir.At(f.Worth, cell)), ir.Give(ir.Num(0))),
						ir.Write(list, ir.Read(n), y), ir.Increment(n))
					k.Include(touched, y)
				})
			})
		})
	})
	k.Add(ir.When(ir.Calc(ir.Le, f.Get(layout.MoveNumber), ir.Num(1)), ir.Give(ir.Num(1))))
	ok := k.Var("ok", 0, 1, ir.Num(0))
	k.Rounds(ir.Num(0), ir.Read(n), most, func(i *ir.Expr) {
		x := k.Var("x", 0, f.Board-1, ir.At(list, i))
		other := k.Var("other", -1, f.Board-1, ir.Num(-1))
		k.Row(lines, ir.Read(x), func(y *ir.Expr) {
			k.If(has(touched, y), func() {
				k.Add(ir.When(ir.Calc(ir.Le, ir.Num(0), ir.Read(other)), ir.Give(ir.Num(0))), ir.Put(other, y))
			})
		})
		k.If(ir.Calc(ir.Le, ir.Num(0), ir.Read(other)), func() {
			k.Add(ir.Put(ok, ir.Calc(ir.Eq, k.CountAt(ir.Read(x)), k.CountAt(ir.Read(other)))))
		})
	})
	k.Add(ir.Give(ir.Read(ok)))
}
