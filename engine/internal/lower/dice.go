package lower

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/internal/position"
	"github.com/astragal/astragal/engine/lgdl"
)

// Roll throws all dice.
func (k *Lowerer) Roll(e *lgdl.Expr) {
	d := k.TheDice(e)
	total, equal := ir.Num(0), ir.Num(1)
	var before *ir.Expr
	for i := range d.Faces {
		face := k.Temp("face", k.Drawn(len(d.Faces[i])))
		v := k.Temp("v", k.ShownFace(i, face))
		k.Log(game.ActSetDie, nil)
		k.Add(ir.Write(d.Face, ir.Num(i), face), ir.Write(d.Value, ir.Num(i), v))
		total = ir.Calc(ir.Add, total, v)
		if before != nil {
			equal = ir.All(equal, ir.Calc(ir.Eq, before, face))
		}
		before = face
	}
	k.Log(game.ActSetDiceAllEqual, nil)
	k.Add(ir.Write(d.Sum, ir.Num(0), total), ir.Write(d.Equal, ir.Num(0), equal))
}

// DrawnBelow is Drawn for a number of at least 1 that is not known before. It is refused where it would be drawn more
// than once: while moves are found.
func (k *Lowerer) DrawnBelow(e *lgdl.Expr, n *ir.Expr) *ir.Expr {
	k.takeDraw(e)
	most := ir.Within("n", 1, 1<<30)
	fn := k.Shared("drawnBelow", ir.I32, func() { k.GiveDrawn(ir.Read(most), 1<<30) }, most)
	return k.Temp("drawn", ir.Invoke(fn, n))
}

// EachDie adds what f adds for the dice that may be used: each, with combined two or
// three together too, with their sum as (pips). The moves that f emits use them up.
// Where replay holds, the value of a double is kept in the anonymous variable, to be put
// back on the dice for the rest of the turn; nil for never.
func (k *Lowerer) EachDie(combined bool, replay *lgdl.Expr, f func()) {
	d := k.Dice
	if d == nil {
		return
	}
	n := len(d.Faces)
	d.Replay = d.Replay || replay != nil || d.Noted
	if k.performed() && (replay != nil || d.Noted) {
		k.No(k.clause, "doubles that effects play again") // by the rules all dice are looked at before
	}
	env := k.Env
	for _, mask := range game.DiceSets(n, combined) {
		pips, unused, single := ir.Num(0), ir.Num(1), -1
		for i := range n {
			if mask&(1<<i) != 0 {
				v := ir.At(d.Value, ir.Num(i))
				pips, unused, single = ir.Calc(ir.Add, pips, v), ir.All(unused, ir.Calc(ir.Ne, v, ir.Num(0))), i
			}
		}
		if mask&(mask-1) == 0 {
			unused = ir.Num(1)
		} else {
			single = -1
		}
		k.If(unused, func() {
			k.Env.Pips = pips
			k.Ending(func() func() { return k.useDice(mask, single, replay) }, f)
			k.Env = env
		})
	}
}

// useDice looks at the dice before a move and returns what uses them up after it.
func (k *Lowerer) useDice(mask, single int, replay *lgdl.Expr) func() {
	d, f := k.Dice, &k.Fields
	none := ir.Num(game.Off)
	var double, noted, v *ir.Expr
	if single >= 0 {
		double = k.BoolOr(replay, false)
		for i := 1; i < len(d.Faces); i++ {
			double = ir.All(double, ir.Calc(ir.Eq, ir.At(d.Value, ir.Num(i)), ir.At(d.Value, ir.Num(0))))
		}
		double = k.Temp("double", double)
		noted, v = none, k.Temp("value", ir.At(d.Value, ir.Num(single)))
		if d.Noted {
			noted = k.Temp("noted", f.Get(layout.Temp))
		}
	}
	return func() {
		for i := range d.Faces {
			if mask&(1<<i) != 0 {
				k.logEffect(game.ActUseDie)
				k.Add(ir.Write(d.Value, ir.Num(i), ir.Num(0)))
			}
		}
		if single < 0 {
			return
		}
		k.Choose(double, func() {
			k.logEffect(game.ActSetTemp)
			k.Add(f.Put(layout.Temp, ir.Cond(ir.Calc(ir.Eq, noted, none), v, none)))
		}, func() {
			k.If(ir.Calc(ir.Ne, noted, none), func() {
				face := k.Temp("face", ir.Calc(ir.Sub, noted, ir.Num(1)))
				for i := range d.Faces {
					k.If(ir.Calc(ir.Below, face, ir.Num(len(d.Faces[i]))), func() {
						k.logEffect(game.ActSetDie)
						k.Add(ir.Write(d.Face, ir.Num(i), face), ir.Write(d.Value, ir.Num(i), k.ShownFace(i, face)))
					})
				}
			})
		})
	}
}

// DrawnBetween is a number from lo to hi that is drawn as the rules draw it, -1 if there
// is none. It is refused where it would be drawn more than once: while moves are found.
func (k *Lowerer) DrawnBetween(e *lgdl.Expr, lo, hi *ir.Expr) *ir.Expr {
	a, known := lo.Number()
	b, too := hi.Number()
	switch {
	case !known || !too:
		return k.drawnWithin(e, lo, hi)
	case b-a >= 1<<30:
		k.No(e, "a draw from a large range")
	case a > b:
		return ir.Num(game.Off)
	}
	k.takeDraw(e)
	return k.Temp("drawn", ir.Calc(ir.Add, lo, k.Drawn(int(b-a)+1)))
}

// drawnWithin is DrawnBetween for ends that change. A range of more than 2³⁰ numbers spoils the play.
func (k *Lowerer) drawnWithin(e *lgdl.Expr, lo, hi *ir.Expr) *ir.Expr {
	lo = k.Temp("lo", lo)
	hi, v := k.Temp("hi", hi), k.Let("drawn", ir.Num(game.Off))
	n := k.Temp("n", ir.Calc(ir.Sub, position.Plus(hi, 1), lo))
	k.If(ir.Calc(ir.Le, lo, hi), func() {
		k.Choose(ir.Calc(ir.Below, ir.Calc(ir.Sub, n, ir.Num(1)), ir.Num(1<<30)),
			func() { k.Add(ir.Put(v, ir.Calc(ir.Add, lo, k.DrawnBelow(e, n)))) }, k.Spoil)
	})
	return ir.Read(v)
}
