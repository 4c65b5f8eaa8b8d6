package position

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
)

// SetCount makes the number of pieces on a site v, of the component that is there.
func (k *Code) SetCount(site, v *ir.Expr) {
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
		}, func() { k.TakeOff(site) })
	})
}

// Promote makes what is on a site one piece of another component.
func (k *Code) Promote(site, comp *ir.Expr) {
	k.Acts(game.ActPromote, site, site)
	if k.Stacked() {
		k.promoteTop(site, comp)
		return
	}
	k.promoted(site, comp)
	if k.Fields.Playable != nil && k.Fields.Worth != nil { // what the site was next to is looked at when it is cleared
		k.Vacate(site, ir.At(k.Fields.What, site))
		k.SetWith(site, comp, ir.Num(1), Data{})
		return
	}
	k.SetWith(site, comp, ir.Num(1), Data{ir.Num(0), ir.Num(0), ir.Num(0)})
}

// Put adds one piece of a component to a site: to those that are there, where pieces
// are counted and whatever they are, else to an empty site only; on top of a stack.
func (k *Code) Put(site, comp, state *ir.Expr) { k.PutOn(site, comp, state, false) }

// PutOn is Put, on a site that may be known to be vacant.
func (k *Code) PutOn(site, comp, state *ir.Expr, vacant bool) {
	k.PutSome(site, comp, ir.Num(1), state, vacant)
}

// PutSome is PutOn of a number of pieces by one action.
func (k *Code) PutSome(site, comp, count, state *ir.Expr, vacant bool) {
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
	k.Choose(free, func() {
		k.SetOver(ir.Num(0), site, comp, count, k.PutDown(comp, Data{layout.State: state}))
		k.CoverPut(comp, site, state)
	}, func() {
		k.offDice(site)
		if f.Count != nil {
			k.Add(ir.Write(f.Count, site, ir.Calc(ir.Add, ir.At(f.Count, site), count)))
		}
		k.WriteData(site, Data{layout.State: state})
	})
	k.TrackAdd(comp, site, count)
}
