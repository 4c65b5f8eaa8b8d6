package lower

import (
	"fmt"
	"slices"

	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
)

// NextStuck reports whether the player to move next, taken as the mover, has no
// move, and notes it (part 6, §4).
func (k *Lowerer) NextStuck() *ir.Expr {
	k.turnOnly()
	f := &k.Fields
	if k.dependsOn(dependsOnStuck).stuck {
		return ir.Num(0)
	}
	stuck := ir.Within("stuck", 0, 1)
	if !k.Watched || !k.atEnd {
		k.nextStuck(stuck)
		return ir.Read(stuck)
	}
	// Of a play that is over it is not asked anew; those who watch read the scores of such rules.
	k.Choose(f.Get(layout.Over), func() {
		k.Add(ir.Put(stuck, ir.Calc(ir.And, ir.Calc(ir.Shr, f.Get(layout.Stuck), f.Get(layout.Next)), ir.Num(1))))
	}, func() { k.nextStuck(stuck) })
	return ir.Read(stuck)
}

func (k *Lowerer) nextStuck(stuck *ir.Local) {
	f := &k.Fields
	mover, next := k.Temp("mover", f.Get(layout.Mover)), k.Temp("next", f.Get(layout.Next))
	prev := k.Temp("prev", f.Get(layout.Prev))
	k.Add(
		ir.Put(stuck, ir.Num(0)),
		f.Put(layout.Prev, mover),
		f.Put(layout.Mover, next),
		f.Put(layout.Next, k.following(next)),
	)
	k.eachPlayer(func(p int) {
		k.If(ir.Calc(ir.Eq, next, ir.Num(p)), func() { k.Add(ir.Put(stuck, ir.Calc(ir.Not, k.CanMove(p)))) })
	})
	bit := ir.Calc(ir.Shl, ir.Num(1), next)
	others := ir.Calc(ir.And, f.Get(layout.Stuck), ir.Calc(ir.Xor, bit, ir.Num(-1)))
	k.Add(f.Put(layout.Mover, mover), f.Put(layout.Next, next), f.Put(layout.Prev, prev),
		f.Put(layout.Stuck, ir.Calc(ir.Or, others, ir.Cond(ir.Read(stuck), bit, ir.Num(0)))))
}

// noteStuck notes whether the mover, who is about to make a move of a rule, could not move, if it is a pass (part 3,
// §10). Where he has thrown dice the rules list his moves once more to tell, after another throw.
func (k *Lowerer) noteStuck(rule int) {
	p := k.Mover
	switch {
	case k.joint != nil:
	case k.players[p].throwsAgain:
		if rule == 0 || k.rules[rule].pass {
			k.Call(k.thrownAgain(p))
		}
	case rule == 0 && k.players[p].blocks:
		if slices.ContainsFunc(k.players[p].begin, func(f *ir.Func) bool { return f != nil }) {
			k.No(k.G.Root(), "whether a player could move who passes because moves that are against a rule come first")
		}
		k.If(ir.Calc(ir.Not, k.CanMove(p)), func() { k.hadToPass(p) })
	case rule == 0:
		k.hadToPass(p)
	}
}

func (k *Lowerer) hadToPass(p int) {
	f := &k.Fields
	k.Add(f.Put(layout.Stuck, ir.Calc(ir.Or, f.Get(layout.Stuck), ir.Num(1<<p))))
}

// thrownAgain is the function that makes what a player's moves begin with once more, notes whether there is none, and
// takes it back but for the draws.
func (k *Lowerer) thrownAgain(p int) *ir.Func {
	return k.Shared(fmt.Sprintf("thrown.again.p%d", p), ir.None, func() {
		saved, gens := k.P.Snapshot("passing"), k.players[p].gens
		k.Add(&ir.Stmt{Op: ir.Save, Field: saved}, ir.Write(k.Thrown, ir.Num(0), ir.Num(0)))
		k.begin(p)
		any := k.Var("any", 0, 1, ir.Num(0))
		k.byPhase(p, len(gens), func(i int) { k.Add(ir.Put(any, k.existsIn(gens[i]))) })
		k.Add(&ir.Stmt{Op: ir.Restore, Field: saved})
		k.If(ir.Calc(ir.Not, ir.Read(any)), func() { k.hadToPass(p) })
	})
}
