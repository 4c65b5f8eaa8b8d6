package lower

import (
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/write"
	"github.com/astragal/astragal/engine/lgdl"
)

// Groups are flooded: from a site over the sites of a set that lie next to those reached already. On boards of up to 64
// sites what is reached and what is still to be looked at are one word each. On larger ones all that is reached goes on
// at once where neighbours lie in few ways, or in few words; else the sites wait in a queue, as most groups are small.

// Free reports whether the group of like pieces of a site of the board that has one is
// next to an empty site: it is flooded as far as the first.
func (k *Lowerer) Free(near *write.Rows, start *ir.Expr) *ir.Expr {
	k.FloodFunc(near)
	w := &k.Floods
	if w.Free == nil {
		w.Free = map[[2]*ir.Field]*ir.Func{}
	}
	key := near.Contents()
	if w.Free[key] == nil {
		start := ir.Within("start", 0, k.Fields.Board-1)
		w.Free[key] = k.Func("free", ir.I32, func() {
			if x := k.NewFreedom(near, k.Fields.Comps); x != nil {
				k.FreeKept(x, near, start)
			} else {
				k.FreeFlood(near, start)
			}
		}, start)
	}
	return ir.Invoke(w.Free[key], start)
}

// Members is the set of sites of the board at which a condition holds with (to) the
// site, and (from) another one if it is given.
func (k *Lowerer) Members(cond *lgdl.Expr, from *ir.Expr) *ir.Expr {
	if set, ok := k.Where(cond, AtTo); ok {
		return ir.Calc(ir.SetAnd, set, k.Board())
	}
	set := k.NewSet()
	k.Each(k.Board(), func(site *ir.Expr) {
		k.Env.To = site
		if from != nil {
			k.Env.From = from
		}
		k.If(k.Bool(cond), func() {
			k.Include(set, site)
		})
	})
	return ir.SetAt(set, ir.Num(0))
}

// Adjoining is the table of the sites next to each site of the board in directions that are the same whatever piece is
// there, nil for all adjacent ones. Groups over them are of the tops of stacks.
func (k *Lowerer) Adjoining(e, dirs *lgdl.Expr) *write.Rows {
	near, by := k.AdjoiningAs(dirs, ir.Num(0))
	if !by.Is(0) {
		k.No(e, "groups in directions that depend on the piece")
	}
	return near
}

// AdjoiningAs is the table of the sites next to each site of the board in directions as the piece on a site of the
// board sees them, nil for all adjacent ones: the row of a site is its number and by.
func (k *Lowerer) AdjoiningAs(dirs *lgdl.Expr, from *ir.Expr) (near *write.Rows, by *ir.Expr) {
	piece := k.Env.Piece
	k.Env.Piece = 0
	near, row := k.Near(k.G.DefaultType, dirs, "Adjacent", from)
	k.Env.Piece = piece
	if len(near.List) <= k.Span() {
		return near, ir.Num(0)
	}
	return near, k.Temp("by", ir.Calc(ir.Sub, row, from))
}
