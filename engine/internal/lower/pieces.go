package lower

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/internal/position"
	"github.com/astragal/astragal/engine/lgdl"
)

// What effects do to the pieces of a site, other than that they are moved.

// Duplicate moves one piece from a site to another one and leaves what was there behind.
func (k *Lowerer) Duplicate(from, to *ir.Expr) {
	what, count := k.Temp("what", ir.At(k.Fields.What, from)), k.Temp("count", k.CountAt(from))
	k.Acts(game.ActCopy, from, to)
	k.MovePiece(from, to, 0, nil)
	k.If(ir.Calc(ir.Ne, what, ir.Num(0)), func() {
		k.SetWith(from, what, count, k.ReadData(k.Fields.Data(), to))
		again := ir.Calc(ir.Eq, from, to)
		if k.Fields.Count != nil {
			again = ir.Any(again, ir.Calc(ir.Lt, ir.Num(1), count))
		}
		k.If(again, func() { k.listedAgain(from, what) })
	})
}

// EmitChange emits that what stands on a site is removed, and as many pieces of another component, with the same other
// numbers, are put there: those that are found with the effect.
func (k *Lowerer) EmitChange(e *lgdl.Expr, site, comp *ir.Expr, then *lgdl.Expr) {
	f, p, kept := &k.Fields, k.Packing(), 0
	what, count := p.Put(e, comp, k.ComponentBits()), position.Always
	if f.Count != nil {
		count = p.Put(e, k.CountAt(site), 6)
	}
	for _, is := range f.Kept {
		if is {
			kept++
		}
	}
	var data [layout.NumData]func(packed *ir.Expr) *ir.Expr
	room := position.PackedBits - p.Bits
	for d, is := range f.Kept {
		if is {
			data[d] = p.Put(e, k.DatumOn(layout.Datum(d), site, nil), room/kept)
		}
	}
	k.Emit(Candidate{From: site, To: site, Data: p.Value}, then, func(_, to, packed *ir.Expr) {
		comp, n, v := k.Temp("what", what(packed)), k.Temp("count", count(packed)), position.Data{}
		for d, of := range data {
			if of != nil {
				v[d] = k.Temp(position.DatumNames[d], of(packed))
			}
		}
		if f.Playable != nil && v[layout.Worth] == nil {
			v[layout.Worth] = ir.Num(0) // by the rules it is put down with its value, which opens no site
		}
		k.Clear(to)
		k.Acts(game.ActAdd, to, to)
		if k.Stacked() {
			k.Pushed(to, comp, v)
			n = ir.Num(2) // twice, as it is
		} else {
			k.SetWith(to, comp, n, k.PutDown(comp, v))
			k.CoverPut(comp, to, v[layout.State])
		}
		k.TrackAdd(comp, to, n)
	})
}
