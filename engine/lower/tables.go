package lower

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/ir"
	"github.com/astragal/astragal/engine/lgdl"
)

// settled waits for the tables of the parts compiled so far.
func (k *Lowerer) settleParts() *game.Context {
	k.Blank = k.Parts.Settle()
	return k.Blank
}

// Neighbours is the table of the sites one step away in the directions of a clause,
// nil for all adjacent ones, for the piece whose moves are lowered.
func (k *Lowerer) Neighbours(e, dirs *lgdl.Expr) *Rows {
	t := k.Parts.Neighbours(k.G.DefaultType, k.Parts.Directions(dirs, "Adjacent"))
	k.settleParts()
	if !t.Complete() {
		k.No(e, "directions that follow the play")
	}
	rows := make([][]int32, k.Fields.sites)
	for s := range rows {
		rows[s] = t.Near(k.Env.Piece, s)
	}
	return k.Rows("near", rows)
}

// Rays are the lines from each site in the directions of a clause, nil for all
// adjacent ones, for the piece whose moves are lowered: their numbers by site, and
// their sites, without the first, by number.
func (k *Lowerer) Rays(e, dirs *lgdl.Expr) (by, rays *Rows) {
	t := k.Parts.Lines(k.G.DefaultType, k.Parts.Directions(dirs, "Adjacent"))
	k.settleParts()
	if !t.Complete() {
		k.No(e, "directions that follow the play")
	}
	numbers, all := make([][]int32, k.Fields.sites), [][]int32{}
	for s := range numbers {
		for _, path := range t.Paths(k.Env.Piece, s) {
			numbers[s] = append(numbers[s], int32(len(all)))
			all = append(all, path[1:])
		}
	}
	return k.Rows("rays", numbers), k.Rows("ray", all)
}

// Pair is the first and second entry of a row, -1 where there is none.
func (k *Lowerer) Pair(t *Rows, row *ir.Expr) (first, second *ir.Expr) {
	at := k.Temp("at", ir.At(t.start, row))
	n := k.Temp("n", ir.Calc(ir.Sub, ir.At(t.start, ir.Calc(ir.Add, row, ir.Num(1))), at))
	a, b := ir.Within("first", -1, t.hi), ir.Within("second", -1, t.hi)
	k.Add(ir.Put(a, ir.Num(-1)), ir.Put(b, ir.Num(-1)))
	k.If(ir.Calc(ir.Lt, ir.Num(0), n), func() { k.Add(ir.Put(a, ir.At(t.values, at))) })
	k.If(ir.Calc(ir.Lt, ir.Num(1), n), func() { k.Add(ir.Put(b, ir.At(t.values, ir.Calc(ir.Add, at, ir.Num(1))))) })
	return ir.Read(a), ir.Read(b)
}

// Constant is the value of a number that never changes.
func (k *Lowerer) Constant(e *lgdl.Expr, v game.Int) *ir.Expr {
	if !v.Const {
		k.No(e, "a number that changes")
	}
	return ir.Num(v.V)
}

// Choose adds what yes adds if a condition holds, else what no adds.
func (k *Lowerer) Choose(c *ir.Expr, yes, no func()) {
	switch {
	case c.Is(0):
		no()
	case c.Is(1):
		yes()
	default:
		k.Add(&ir.Stmt{Op: ir.If, Args: []*ir.Expr{c}, Body: k.Inside(yes), Else: k.Inside(no)})
	}
}

// Static is a region of the equipment or the board that never changes.
func (k *Lowerer) Static(e *lgdl.Expr, r game.Region) *ir.Expr {
	if r.Static == nil {
		k.No(e, "a region that changes")
	}
	words := make([]uint64, k.P.Words)
	copy(words, r.Static)
	return ir.SetOf(words)
}

// Settled reports whether all regions of the equipment stay as they are.
func (k *Lowerer) Settled() bool {
	for i := range k.G.Regions {
		if k.G.Regions[i].Static == nil {
			return false
		}
	}
	return true
}
