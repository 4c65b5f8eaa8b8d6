package lower

import (
	"fmt"
	"strings"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// newDice lays out the dice; nil in games without.
func (k *Lowerer) newDice() *layout.Dice {
	g := k.G
	box := g.DiceContainer()
	if box < 0 || len(g.Dice) == 0 {
		return nil
	}
	if g.DeductionPuzzle {
		k.No(g.Root(), "a puzzle with dice")
	}
	n := len(g.Dice)
	d := &layout.Dice{Value: k.P.Field("die", ir.State, ir.Int, n), Face: k.P.Field("face", ir.State, ir.Int, n),
		Sum: k.P.Field("pips", ir.State, ir.Int, 1), Equal: k.P.Field("doublet", ir.State, ir.Int, 1),
		First: g.Containers[box].First, Owner: g.Containers[box].Owner, Noted: g.Root().Any(notes)}
	for _, comp := range g.Dice {
		d.Faces = append(d.Faces, g.Components[comp].Faces)
	}
	return d
}

// statesOfPieces reports whether local states are more than the faces of dice.
func (k *Lowerer) statesOfPieces() bool {
	g := k.G
	return g.States && (len(g.Dice) == 0 || g.StartState > 0 || g.Root().Any(mentionsState))
}

// mentionsState reports whether a clause reads or writes local states of sites.
func mentionsState(e *lgdl.Expr) bool {
	named := func(s string) bool { return strings.Contains(strings.ToLower(s), "state") }
	if e.Kind == lgdl.Const && named(e.Text) {
		return true
	}
	if e.Kind == lgdl.Clause && e.Form != nil {
		if named(e.Form.Keyword) || e.Form.Keyword == "flip" || e.Form.Keyword == "flips" {
			return true
		}
		for i, a := range e.Args {
			if a != nil && i < len(e.Form.Slots) && (named(e.Form.Slots[i].Label) || named(e.Form.Slots[i].Const)) {
				return true
			}
		}
	}
	return false
}

// notes reports whether a clause sets the anonymous variable.
func notes(e *lgdl.Expr) bool {
	return e.Arg("replayDouble") != nil || e.Is("set", "Var") && clause.SetVar(e).String() == nil
}

// offDice gives plays up in which a piece comes to the place of a die or leaves it: the rules keep the face of a die as
// the local state of its site, compiled code keeps it apart.
func (k *Lowerer) offDice(site *ir.Expr) {
	if d := k.Dice; d != nil {
		k.If(ir.Calc(ir.Below, ir.Calc(ir.Sub, site, ir.Num(d.First)), ir.Num(len(d.Faces))), k.Spoil)
	}
}

// theDice refuses a clause on dice where there are none.
func (k *Lowerer) theDice(e *lgdl.Expr) *layout.Dice {
	if k.Dice == nil {
		k.No(e, "dice in a game without any")
	}
	return k.Dice
}

// shown is what a die shows when a face lies up.
func (k *Lowerer) shown(die int, face *ir.Expr) *ir.Expr {
	values := make([]int64, len(k.Dice.Faces[die]))
	row := true
	for i, v := range k.Dice.Faces[die] {
		values[i] = int64(v)
		row = row && values[i] == values[0]+int64(i)
	}
	if row {
		return ir.Calc(ir.Add, face, ir.Num(int(values[0])))
	}
	return ir.At(k.Table("faces", ir.Int, values), face)
}

// Roll throws all dice.
func (k *Lowerer) Roll(e *lgdl.Expr) {
	d := k.theDice(e)
	total, equal := ir.Num(0), ir.Num(1)
	var before *ir.Expr
	for i := range d.Faces {
		face := k.Temp("face", k.Drawn(len(d.Faces[i])))
		v := k.Temp("v", k.shown(i, face))
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

// takeSum takes the sum of the faces anew at the end of a turn.
func (k *Lowerer) takeSum() {
	d := k.Dice
	if d == nil || !d.Replay {
		return
	}
	total := ir.Num(0)
	for i := range d.Faces {
		total = ir.Calc(ir.Add, total, k.shown(i, ir.At(d.Face, ir.Num(i))))
	}
	k.Add(ir.Write(d.Sum, ir.Num(0), total))
}

// Drawn is a number from 0 to n-1 that is drawn as the rules draw it (part 3, §19.1).
func (k *Lowerer) Drawn(n int) *ir.Expr {
	return ir.Invoke(k.Shared(fmt.Sprintf("drawn.%d", n), ir.I32, func() { k.giveDrawn(ir.Num(n), n-1) }))
}

// DrawnBelow is Drawn for a number of at least 1 that is not known before. It is refused where it would be drawn more
// than once: while moves are found.
func (k *Lowerer) DrawnBelow(e *lgdl.Expr, n *ir.Expr) *ir.Expr {
	k.takeDraw(e)
	most := ir.Within("n", 1, 1<<30)
	fn := k.Shared("drawnBelow", ir.I32, func() { k.giveDrawn(ir.Read(most), 1<<30) }, most)
	return k.Temp("drawn", ir.Invoke(fn, n))
}

// giveDrawn gives a number from 0 to n-1, at most so large: the high bits of 31 that are drawn where n is a power of two,
// else what is left of them by n; those from the uneven rest at the top are drawn again.
func (k *Lowerer) giveDrawn(n *ir.Expr, most int) {
	x, b, v := ir.NewLocal("x", ir.I64), ir.Within("b", 0, 1<<31-1), ir.Within("v", 0, most)
	loop, low := &ir.Label{Name: "draws"}, ir.Calc(ir.Sub, n, ir.Num(1))
	folded := ir.Calc(ir.Shr, ir.Calc(ir.And, ir.Calc(ir.Xor, ir.Calc(ir.Shr, ir.Read(x), ir.Long(32)), ir.Read(x)),
		ir.Long(1<<32-1)), ir.Long(1))
	take := []*ir.Stmt{ir.Put(x, ir.Invoke(k.draws())), ir.Put(b, ir.Calc(ir.Narrow, folded))}
	power := ir.Calc(ir.Not, ir.Calc(ir.And, n, low))
	high := ir.Calc(ir.Shr, ir.Calc(ir.Mul, ir.Calc(ir.Wide, ir.Read(b)), ir.Calc(ir.Wide, n)), ir.Long(31))
	give := ir.Give(ir.Calc(ir.Narrow, high))
	switch {
	case power.Is(1):
		k.Add(append(take, give)...)
		return
	case !power.Is(0):
		take = append(take, ir.When(power, give))
	}
	whole := ir.Calc(ir.Wide, ir.Calc(ir.Sub, ir.Read(b), ir.Read(v)))
	even := ir.Calc(ir.Lt, ir.Calc(ir.Add, whole, ir.Calc(ir.Wide, low)), ir.Long(1<<31))
	k.Add(&ir.Stmt{Op: ir.Loop, Label: loop, Rounds: 64, Body: append(take,
		ir.Put(v, ir.Calc(ir.Rem, ir.Read(b), n)), ir.When(even, ir.Leave(loop)))}, ir.Give(ir.Read(v)))
}

// Pips is the sum of the dice of an owner.
func (k *Lowerer) Pips(owner *ir.Expr) *ir.Expr {
	if k.Dice == nil {
		return ir.Num(0)
	}
	return ir.Cond(ir.Calc(ir.Eq, owner, ir.Num(k.Dice.Owner)), ir.At(k.Dice.Sum, ir.Num(0)), ir.Num(0))
}

// FaceAt is what the die on a site shows, -1 on sites without one.
func (k *Lowerer) FaceAt(site *ir.Expr) *ir.Expr {
	if k.Dice == nil {
		return ir.Num(game.Off)
	}
	d := k.Dice
	site = k.Temp("site", site)
	if n, ok := site.Number(); ok && int(n) >= d.First && int(n) < d.First+len(d.Faces) {
		return k.shown(int(n)-d.First, ir.At(d.Face, ir.Num(int(n)-d.First)))
	}
	v := k.Scoped(func() *ir.Expr { return k.faceElsewhere(site) })
	for i := len(d.Faces) - 1; i >= 0; i-- {
		v = ir.Cond(ir.Calc(ir.Eq, site, ir.Num(d.First+i)), k.shown(i, ir.At(d.Face, ir.Num(i))), v)
	}
	return v
}

// faceElsewhere is what a die shows that lies beside the places of dice, as one that was placed in a hand.
func (k *Lowerer) faceElsewhere(site *ir.Expr) *ir.Expr {
	v, what := ir.Num(game.Off), k.Temp("what", k.WhatAt(site))
	face := k.Temp("face", k.DatumOn(layout.State, site, nil))
	for i := len(k.Dice.Faces) - 1; i >= 0; i-- {
		v = ir.Cond(ir.All(ir.Calc(ir.Eq, what, ir.Num(k.G.Dice[i])),
			ir.Calc(ir.Below, face, ir.Num(len(k.Dice.Faces[i])))), k.shown(i, face), v)
	}
	return v
}

// AnyDie reports whether a die shows a value.
func (k *Lowerer) AnyDie(v *ir.Expr) *ir.Expr {
	found := ir.Num(0)
	if k.Dice != nil {
		v = k.Temp("v", v)
		for i := range k.Dice.Faces {
			found = ir.Any(found, ir.Calc(ir.Eq, ir.At(k.Dice.Value, ir.Num(i)), v))
		}
	}
	return found
}

// DiceUsed reports whether all dice are used.
func (k *Lowerer) DiceUsed() *ir.Expr {
	used := ir.Num(1)
	if k.Dice != nil {
		for i := range k.Dice.Faces {
			used = ir.All(used, ir.Calc(ir.Eq, ir.At(k.Dice.Value, ir.Num(i)), ir.Num(0)))
		}
	}
	return used
}

// DiceEqual reports whether the last throw was of one face.
func (k *Lowerer) DiceEqual(e *lgdl.Expr) *ir.Expr { return ir.At(k.theDice(e).Equal, ir.Num(0)) }

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
						k.Add(ir.Write(d.Face, ir.Num(i), face), ir.Write(d.Value, ir.Num(i), k.shown(i, face)))
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
	n := k.Temp("n", ir.Calc(ir.Sub, plus(hi, 1), lo))
	k.If(ir.Calc(ir.Le, lo, hi), func() {
		k.Choose(ir.Calc(ir.Below, ir.Calc(ir.Sub, n, ir.Num(1)), ir.Num(1<<30)),
			func() { k.Add(ir.Put(v, ir.Calc(ir.Add, lo, k.DrawnBelow(e, n)))) }, k.Spoil)
	})
	return ir.Read(v)
}

// AsksDraw reports whether something is drawn for a clause.
func (k *Lowerer) AsksDraw(e *lgdl.Expr) bool {
	return e.Any(func(x *lgdl.Expr) bool { return x.Text == "Random" || x.Is("random") || x.Is("roll") })
}
