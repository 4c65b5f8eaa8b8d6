package lower

import (
	"fmt"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// Moves by which the mover loses may be against the rules, (meta (no Suicide)). Each is made as a turn, with all ends,
// and taken back.

// suicideField lays out who has lost by the turn that is tried, where it is asked: bit p for player p.
func (k *Lowerer) suicideField() {
	if !k.G.Meta.NoSuicide {
		return
	}
	if k.Dice != nil || k.Cycle != nil {
		k.No(k.G.Root(), "moves that must not lose, beside dice or cycles")
	}
	// A turn that is tried would end that of which positions are remembered.
	if k.G.Flags&(game.RepeatPositionalInTurn|game.RepeatSituationalInTurn) != 0 {
		k.No(k.G.Root(), "moves that must not lose, beside positions that must not come back in a turn")
	}
	k.lost = k.P.Field("lost", ir.Scratch, ir.Int, 1)
}

// loses notes that some players have lost, a mask.
func (k *Lowerer) loses(mask *ir.Expr) {
	if k.lost != nil {
		k.Add(ir.Write(k.lost, ir.Num(0), ir.Calc(ir.Or, ir.At(k.lost, ir.Num(0)), mask)))
	}
}

// surviving lowers moves of which those are left out by which the mover loses, where a rule is against them.
func (k *Lowerer) surviving(f func()) {
	if k.lost == nil {
		f()
		return
	}
	k.filtered(filter{turn: true}, f)
}

// survives is the function that reports whether the mover has not lost by the turn of a candidate of a rule.
func (k *Lowerer) survives(x filter, r *rule) *ir.Func {
	f := &k.Fields
	from, to := ir.Within("from", -1, f.Span-1), ir.Within("to", -1, f.Span-1)
	data := ir.NewLocal("data", ir.I32)
	fn := k.Fresh("survives", ir.I32, from, to, data)
	if k.as != nil {
		k.No(nil, "moves that must not lose, of a player who is taken for the mover")
	}
	in := k.dependsOn(dependsOnThreat | dependsOnStuck)
	in.on, in.sites = false, false
	fn.Body = []*ir.Stmt{
		f.Put(layout.Mover, f.Get(layout.Mover)),
		ir.Give(ir.Num(0)),
	} // which analyses see until turns are known
	k.later = append(k.later, func() {
		back := k.aside()
		k.Mover = x.mover
		fn.Body = k.Inside(func() {
			if k.DrawsIn(r.apply.Body) {
				k.No(nil, "moves that must not lose and draw")
			}
			undo := k.asTried()
			turned := k.turnedIn(x.mover, in)
			k.Add(&ir.Stmt{Op: ir.Save, Field: x.saved}, ir.Write(k.lost, ir.Num(0), ir.Num(0)))
			k.around(func() {
				k.Call(r.apply, ir.Read(from), ir.Read(to), ir.Read(data))
				if x.goesOn {
					k.Call(k.automove(x.mover))
				}
			})
			k.Call(turned, ir.Num(0))
			bit := ir.Calc(ir.And, ir.Calc(ir.Shr, ir.At(k.lost, ir.Num(0)), ir.Num(x.mover)), ir.Num(1))
			lost := k.Temp("lost", ir.All(bit, ir.Calc(ir.Not, k.active(ir.Num(x.mover)))))
			k.Add(&ir.Stmt{Op: ir.Restore, Field: x.saved})
			undo()
			k.Add(ir.Give(ir.Calc(ir.Not, lost)))
		})
		back()
	})
	return fn
}

// turnedIn is what happens after a move of a player that is tried inside of looks ahead, in which ends do not ask again
// for what is asked, and tell nobody why they hold.
func (k *Lowerer) turnedIn(p int, in look) *ir.Func {
	if in == (look{}) && k.Watch == nil {
		return k.players[p].turned
	}
	ahead, watch, pass := k.ahead, k.Watch, ir.Within("pass", 0, 1)
	k.ahead, k.Watch = in, nil
	fn := k.Shared(fmt.Sprintf("turned.p%d.%v", p, in), ir.None, func() {
		k.turned(clause.Game(k.G.Root()).Rules(), ir.Read(pass))
	}, pass)
	k.ahead, k.Watch = ahead, watch
	return fn
}

// asTried keeps what a turn that is tried changes beside the position, and returns what puts it back.
func (k *Lowerer) asTried() (undo func()) {
	var fields []*ir.Field
	if k.DecidedAfter != nil {
		fields = append(fields, k.DecidedAfter)
	}
	if k.ActLog != nil {
		fields = append(fields, k.ActLog.Moved)
	}
	if k.lost != nil { // of the turn that asks for this one
		fields = append(fields, k.lost)
	}
	var was []*ir.Stmt
	for _, x := range fields {
		was = append(was, ir.Write(x, ir.Num(0), k.Temp("was", ir.At(x, ir.Num(0)))))
	}
	return func() { k.Add(was...) }
}
