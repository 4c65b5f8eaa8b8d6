package position

import (
	"fmt"
	"slices"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
)

// maxCover bounds the words of the table of what large pieces cover.
const maxCover = 1 << 17

// NewLarge makes the tables.
func (k *Code) NewLarge() *layout.Large {
	g := k.G
	if !g.Has(game.LargePiece) {
		return nil
	}
	x := &layout.Large{Cells: g.Topo.Num(board.Cell), Of: make([]int, len(g.Components))}
	for i := range g.Components {
		c := &g.Components[i]
		x.Of[i] = 4 * len(c.Walks)
		if c.Large() && g.StartState >= x.Of[i] {
			k.No(g.Root(), "large pieces in states without a shape")
		}
	}
	f := &k.Fields
	switch {
	case g.DefaultType != board.Cell || f.Layers != [3]*layout.Layer{} || g.Stacks || g.Mode != game.Alternating:
		k.No(g.Root(), "large pieces on other sites, with stacks or moves at the same time")
	case k.Repetition != nil && k.tellsCovered(): // by the rules hashes do not follow what covered cells have
		k.No(g.Root(), "large pieces with counts or values, and positions that must not come back")
	}
	c, rows, size := game.NewContext(g), [][]int32{}, 0
	first, states := make([]int64, len(x.Of)), make([]int64, len(x.Of))
	shapes := map[string]int64{"[]": 0}
	for i, n := range x.Of {
		shape := fmt.Sprint(g.Components[i].Walks)
		at, known := shapes[shape]
		first[i], states[i] = at, int64(n)
		if known {
			continue
		}
		first[i] = int64(len(rows))
		shapes[shape] = first[i]
		for s := range n {
			for site := range x.Cells {
				row := c.Footprint(i, site, s, nil)
				if rows, size = append(rows, row), size+len(row); size > maxCover {
					k.No(g.Root(), "large pieces of too many shapes on too large a board")
				}
			}
		}
	}
	x.Rows = k.Rows("cover", rows)
	if len(rows)*k.P.Words <= maxCover {
		x.Sets = k.RowSets(x.Rows)
	}
	x.First, x.States = k.Table("first", ir.Int, first), k.Table("states", ir.Int, states)
	return x
}

// tellsCovered reports whether cells that a large piece covers have a count or a value.
func (k *Code) tellsCovered() bool { return k.Fields.Count != nil || k.Fields.Worth != nil }

// HasLarge reports whether some piece of the game is large.
func (k *Code) HasLarge() bool { return k.Large != nil }

// States is the number of states of a large piece, 0 of an ordinary one.
func (k *Code) States(comp *ir.Expr) *ir.Expr { return ir.At(k.Large.States, comp) }

// coverRow is the row of the cells that a large piece covers on a site in a state, if fits, and another one if not.
func (k *Code) coverRow(comp, site, state *ir.Expr) (row, fits *ir.Expr) {
	x := k.Large
	row = ir.Calc(ir.Add, ir.At(x.First, comp), ir.Calc(ir.Mul, state, ir.Num(x.Cells)))
	there := ir.Calc(ir.Below, site, ir.Num(x.Cells))
	fits = k.Temp("fits", ir.All(there, ir.Calc(ir.Below, state, ir.At(x.States, comp))))
	return k.Temp("row", ir.Cond(fits, ir.Calc(ir.Add, row, site), ir.Num(0))), fits
}

// Covered are the cells that a large piece covers on a site in a state, none where it does not fit.
func (k *Code) Covered(comp, site, state *ir.Expr) *ir.Expr {
	row, fits := k.coverRow(comp, site, state)
	if x := k.Large; x.Sets != nil {
		return ir.Select(fits, ir.SetAt(x.Sets, row), k.None())
	}
	set := k.NewSet()
	k.If(fits, func() { k.Row(k.Large.Rows, row, func(cell *ir.Expr) { k.Include(set, cell) }) })
	return ir.SetAt(set, ir.Num(0))
}

// EachState adds what f adds for each state of a large piece.
func (k *Code) EachState(comp *ir.Expr, f func(state *ir.Expr)) {
	k.Rounds(ir.Num(0), k.States(comp), slices.Max(k.Large.Of), f)
}

// Fits reports whether a large piece would cover cells on a site in a state, all of them allowed, unless that is nil.
func (k *Code) Fits(comp, site, state, allowed *ir.Expr) *ir.Expr {
	row, fits := k.coverRow(comp, site, state)
	if x := k.Large; x.Sets != nil && allowed != nil {
		cells := ir.SetAt(x.Sets, row)
		beyond := ir.Calc(ir.SetAny, ir.Calc(ir.SetMinus, cells, allowed))
		return ir.All(fits, ir.Calc(ir.SetAny, cells), ir.Calc(ir.Not, beyond))
	}
	fits = ir.All(fits, k.Length(k.Large.Rows, row))
	if allowed == nil {
		return fits
	}
	ok := k.Var("ok", 0, 1, fits)
	k.If(ir.Read(ok), func() {
		k.Scope("cells", func(end *ir.Label) {
			k.Row(k.Large.Rows, row, func(cell *ir.Expr) {
				k.Add(ir.When(ir.Calc(ir.Not, ir.Calc(ir.SetHas, allowed, cell)), ir.Put(ok, ir.Num(0)), ir.Leave(end)))
			})
		})
	})
	return ir.Read(ok)
}

// CoverPut covers the cells under a piece that is put on a site, if it is large.
func (k *Code) CoverPut(comp, site, state *ir.Expr) {
	if k.Large == nil {
		return
	}
	if state == nil {
		state = ir.Num(0)
	}
	k.If(k.States(comp), func() { k.cover(comp, site, state) })
}

// carryLarge moves a piece of a game with large ones to a site, and into a state unless that is nil: what a large one
// covers there follows from the state that the move says. By the rules one of several on the board leaves entries
// behind in lists: such a play is spoilt.
func (k *Code) carryLarge(from, to *ir.Expr, piece int, state *ir.Expr) {
	f := &k.Fields
	comp, was := k.Temp("comp", ir.At(f.What, from)), k.Temp("was", k.DatumOn(layout.State, from, nil))
	large := k.Temp("large", k.States(comp))
	k.Choose(large, func() {
		if f.Count != nil {
			several := ir.Calc(ir.Ne, ir.At(f.Count, from), ir.Num(1))
			k.SpoilIf(ir.All(ir.Calc(ir.Below, from, ir.Num(k.Large.Cells)), several))
		}
	}, func() { k.Uncovered(to) })
	k.MovePiece(from, to, piece, state)
	k.If(large, func() {
		k.uncover(comp, from, was, to)
		if state == nil {
			state = ir.Num(0)
		}
		k.cover(comp, to, state)
		k.openEnds(comp)
	})
}

// reshaped spoils a play in which a large piece gets a state without a shape where it stands. One with another shape
// still covers what it did.
func (k *Code) reshaped(site, state *ir.Expr) {
	if k.Large != nil {
		states := k.Temp("states", k.States(ir.At(k.Fields.What, site)))
		k.SpoilIf(ir.All(states, ir.Calc(ir.Le, states, state)))
	}
}

// cover takes the cells under a large piece for not empty; those of a domino have its values and are not playable.
func (k *Code) cover(comp, site, state *ir.Expr) {
	f, x := &k.Fields, k.Large
	dominoes := k.dominoes()
	k.Call(k.SharedOf("cover", ir.None, []string{"comp", "site", "state"}, func(p []*ir.Expr) {
		if x.Sets != nil && f.Count == nil && !slices.Contains(dominoes, true) {
			k.Store(f.Empty, ir.Calc(ir.SetMinus, ir.SetAt(f.Empty, ir.Num(0)), k.Covered(p[0], p[1], p[2])))
			return
		}
		count := ir.Num(1)
		if k.G.Has(game.LineOfPlay) {
			count = p[0]
		}
		n := k.Var("n", 0, x.Rows.Longest(), ir.Num(0))
		domino := k.Temp("domino", k.IsDomino(p[0]))
		k.eachCovered(p[0], p[1], p[2], func(cell *ir.Expr) {
			k.Add(&ir.Stmt{Op: ir.Exclude, Field: f.Empty, Args: []*ir.Expr{ir.Num(0), cell}})
			if f.Count != nil {
				k.Add(ir.Write(f.Count, cell, count))
			}
			k.If(domino, func() {
				if f.Playable != nil {
					k.Add(&ir.Stmt{Op: ir.Exclude, Field: f.Playable, Args: []*ir.Expr{ir.Num(0), cell}})
				}
				second := ir.Calc(ir.Le, ir.Num(game.DominoCells/2), ir.Read(n))
				k.Add(ir.Write(f.Worth, cell, k.pips(p[0], second)), ir.Increment(n))
			})
		})
	}), comp, site, state)
}

// uncover takes what a large piece has covered for empty, but for the site where it stands now. What is counted and
// stands there has a count of 0 from then on, but moves like others: such a play is spoilt.
func (k *Code) uncover(comp, site, state, now *ir.Expr) {
	f, x := &k.Fields, k.Large
	k.Call(k.SharedOf("uncover", ir.None, []string{"comp", "site", "state", "now"}, func(p []*ir.Expr) {
		if x.Sets != nil && f.Count == nil {
			k.Store(f.Empty, ir.Calc(ir.SetOr, ir.SetAt(f.Empty, ir.Num(0)), k.Covered(p[0], p[1], p[2])))
			return
		}
		k.eachCovered(p[0], p[1], p[2], func(cell *ir.Expr) {
			k.Add(&ir.Stmt{Op: ir.Include, Field: f.Empty, Args: []*ir.Expr{ir.Num(0), cell}})
			if f.Count != nil {
				k.SpoilIf(ir.All(ir.Calc(ir.Ne, cell, p[3]), ir.At(f.What, cell)))
				k.Add(ir.Write(f.Count, cell, ir.Num(0)))
			}
		})
	}), comp, site, state, now)
}

// eachCovered adds what f adds for each cell that a large piece covers.
func (k *Code) eachCovered(comp, site, state *ir.Expr, f func(cell *ir.Expr)) {
	row, fits := k.coverRow(comp, site, state)
	k.If(fits, func() { k.Row(k.Large.Rows, row, f) })
}

// OffLarge spoils a play in which a large piece stands on a site: where ordinary ones are put, or where seeds come
// from.
func (k *Code) OffLarge(site *ir.Expr) {
	if k.Large != nil {
		k.SpoilIf(ir.Calc(ir.Lt, ir.Num(0), k.States(ir.At(k.Fields.What, site))))
	}
}

// Uncovered spoils a play in which an ordinary piece comes to a site that a large one covers.
func (k *Code) Uncovered(site *ir.Expr) {
	if k.Large == nil {
		return
	}
	empty := ir.Calc(ir.SetHas, ir.SetAt(k.Fields.Empty, ir.Num(0)), site)
	k.SpoilIf(ir.All(ir.Calc(ir.Eq, ir.At(k.Fields.What, site), ir.Num(0)), ir.Calc(ir.Not, empty)))
}
