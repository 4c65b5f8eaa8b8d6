package lower

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/lgdl"
)

// What effects do to the pieces of a site, other than that they are moved.

// Duplicate moves one piece from a site to another one and leaves what was there behind.
func (k *Lowerer) Duplicate(from, to *ir.Expr) {
	what, count := k.Temp("what", ir.At(k.Fields.What, from)), k.Temp("count", k.CountAt(from))
	k.Acts(game.ActCopy, from, to)
	k.carry(from, to, 0, nil)
	k.If(ir.Calc(ir.Ne, what, ir.Num(0)), func() {
		k.set(from, what, count, k.read(k.Fields.Data(), to))
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
	what, count := p.Put(e, comp, k.ComponentBits()), always
	if f.Count != nil {
		count = p.Put(e, k.CountAt(site), 6)
	}
	for _, is := range f.Kept {
		if is {
			kept++
		}
	}
	var data [layout.NumData]func(packed *ir.Expr) *ir.Expr
	room := PackedBits - p.bits
	for d, is := range f.Kept {
		if is {
			data[d] = p.Put(e, k.DatumOn(layout.Datum(d), site, nil), room/kept)
		}
	}
	k.Emit(Candidate{From: site, To: site, Data: p.Value}, then, func(_, to, packed *ir.Expr) {
		comp, n, v := k.Temp("what", what(packed)), k.Temp("count", count(packed)), numbers{}
		for d, of := range data {
			if of != nil {
				v[d] = k.Temp(datumNames[d], of(packed))
			}
		}
		k.Clear(to)
		k.Acts(game.ActAdd, to, to)
		if k.Stacked() {
			k.pushed(to, comp, v)
			n = ir.Num(2) // twice, as it is
		} else {
			k.set(to, comp, n, v)
		}
		k.trackAdd(comp, to, n)
	})
}

// SetCount makes the number of pieces on a site v, of the component that is there.
func (k *Lowerer) SetCount(site, v *ir.Expr) {
	k.Acts(game.ActSetCount, site, site)
	if k.Stacked() {
		return // stacks are not counted
	}
	v = k.Temp("v", v)
	k.counted(site, func() {
		k.Choose(ir.Calc(ir.Lt, ir.Num(0), v), func() {
			what := k.Temp("what", ir.At(k.Fields.What, site))
			k.SpoilIf(ir.Calc(ir.Not, what)) // pieces of no kind are not kept
			k.Set(site, what, v, nil)
		}, func() { k.takeOff(site) })
	})
}

// Promote makes what is on a site one piece of another component.
func (k *Lowerer) Promote(site, comp *ir.Expr) {
	k.Acts(game.ActPromote, site, site)
	if k.Stacked() {
		k.promoteTop(site, comp)
		return
	}
	k.promoted(site, comp)
	k.set(site, comp, ir.Num(1), numbers{ir.Num(0), ir.Num(0), ir.Num(0)})
}

// Put adds one piece of a component to a site: to those that are there, where pieces
// are counted and whatever they are, else to an empty site only; on top of a stack.
func (k *Lowerer) Put(site, comp, state *ir.Expr) { k.PutOn(site, comp, state, false) }

// PutOn is Put, on a site that may be known to be vacant.
func (k *Lowerer) PutOn(site, comp, state *ir.Expr, vacant bool) {
	f := &k.Fields
	if k.Stacked() {
		k.PutTop(site, comp, state)
		return
	}
	k.Acts(game.ActAdd, site, site)
	free := ir.Calc(ir.Eq, ir.At(f.What, site), ir.Num(0))
	if vacant {
		free = ir.Num(1)
	}
	k.Choose(free, func() { k.setOver(ir.Num(0), site, comp, ir.Num(1), numbers{layout.State: state}) }, func() {
		k.offDice(site)
		if f.Count != nil {
			k.Add(ir.Write(f.Count, site, ir.Calc(ir.Add, ir.At(f.Count, site), ir.Num(1))))
		}
		k.write(site, numbers{layout.State: state})
	})
	k.trackAdd(comp, site, ir.Num(1))
}
