package lower

import (
	"slices"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/ir"
	"github.com/astragal/astragal/engine/lgdl"
)

// Settle fills the tables of the parts compiled so far and returns a context on the
// blank position.
func (k *Lowerer) Settle() *game.Context {
	k.Blank = k.Parts.Settle()
	return k.Blank
}

// Neighbours is the table of the sites one step away in the directions of a clause,
// nil for all adjacent ones, for the piece whose moves are lowered.
func (k *Lowerer) Neighbours(e, dirs *lgdl.Expr) *Rows {
	t := k.Parts.Neighbours(k.G.DefaultType, k.Parts.Directions(dirs, "Adjacent"))
	k.Settle()
	if !t.Complete() {
		k.No(e, "directions that follow the play")
	}
	rows := make([][]int32, k.Fields.sites)
	for s := range k.Fields.board {
		rows[s] = t.Near(k.Env.Piece, s)
		k.whoever(e, func(c int) bool { return slices.Equal(t.Near(c, s), rows[s]) })
	}
	return k.Rows("near", rows)
}

// Rays are the lines from each site in the directions of a clause, nil for all
// adjacent ones, for the piece whose moves are lowered: their numbers by site, and
// their sites, without the first, by number.
func (k *Lowerer) Rays(e, dirs *lgdl.Expr) (by, rays *Rows) {
	t := k.Parts.Lines(k.G.DefaultType, k.Parts.Directions(dirs, "Adjacent"))
	k.Settle()
	if !t.Complete() {
		k.No(e, "directions that follow the play")
	}
	numbers, all := make([][]int32, k.Fields.sites), [][]int32{}
	for s := range k.Fields.board {
		k.whoever(e, func(c int) bool { return slices.EqualFunc(t.Paths(c, s), t.Paths(0, s), slices.Equal) })
		for _, path := range t.Paths(k.Env.Piece, s) {
			numbers[s] = append(numbers[s], int32(len(all)))
			all = append(all, path[1:])
		}
	}
	return k.Rows("rays", numbers), k.Rows("ray", all)
}

// Jumps are the sites next to each site in the directions of a clause, nil for all
// adjacent ones, and where a jump from a site over one of them lands: -1 off the board.
// A site that lies next to another one on several lines is refused.
func (k *Lowerer) Jumps(e, dirs *lgdl.Expr) (near *Rows, landing func(from, over *ir.Expr) *ir.Expr) {
	t := k.Parts.Lines(k.G.DefaultType, k.Parts.Directions(dirs, "Adjacent"))
	k.Settle()
	if !t.Complete() {
		k.No(e, "directions that follow the play")
	}
	n := k.Fields.sites
	rows, to := make([][]int32, n), make([]int64, n*n)
	for s := range rows {
		for i := range n {
			to[s*n+i] = -1
		}
		if s >= k.Fields.board {
			continue
		}
		k.whoever(e, func(c int) bool { return slices.EqualFunc(t.Paths(c, s), t.Paths(0, s), slices.Equal) })
		for _, path := range t.Paths(k.Env.Piece, s) {
			if slices.Contains(rows[s], path[1]) {
				k.No(e, "several lines over one site")
			}
			rows[s] = append(rows[s], path[1])
			if len(path) > 2 {
				to[s*n+int(path[1])] = int64(path[2])
			}
		}
	}
	table := k.Table("jump", ir.I16, to)
	return k.Rows("hurdles", rows), func(from, over *ir.Expr) *ir.Expr {
		return ir.At(table, ir.Calc(ir.Add, ir.Calc(ir.Mul, from, ir.Num(n)), over))
	}
}

// whoever refuses directions that depend on the piece that moves where it is not known.
func (k *Lowerer) whoever(e *lgdl.Expr, same func(comp int) bool) {
	if k.Env.Piece != 0 {
		return
	}
	for c := range k.Fields.comps {
		if !same(c) {
			k.No(e, "directions of a piece that is not known before")
		}
	}
}

// Constant is the value of a number that never changes.
func (k *Lowerer) Constant(e *lgdl.Expr, v game.Int) *ir.Expr {
	if !v.Const {
		k.No(e, "a number that changes: %s", e.Text)
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
		k.No(e, "a region that changes: %s", e.Form.Text)
	}
	words := make([]uint64, k.P.Words)
	copy(words, r.Static)
	return ir.SetOf(words)
}

// Settled reports whether all regions of the equipment stay as they are.
func (k *Lowerer) Settled() bool {
	for i := range k.G.Regions {
		for j := range k.G.Regions[i].Parts {
			if p := &k.G.Regions[i].Parts[j]; p.Static == nil && !p.Constant {
				return false
			}
		}
	}
	return true
}
