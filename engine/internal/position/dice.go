package position

import (
	"fmt"
	"strings"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// DrawsIn reports whether statements draw random numbers.
func (k *Code) DrawsIn(body []*ir.Stmt) bool {
	does := ir.Effects(body)
	return does.Unknown || does.Writes.Has(k.Fields.Rng)
}

// NewDice lays out the dice; nil in games without.
func (k *Code) NewDice() *layout.Dice {
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

// StatesOfPieces reports whether local states are more than the faces of dice.
func (k *Code) StatesOfPieces() bool {
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
func (k *Code) offDice(site *ir.Expr) {
	if d := k.Dice; d != nil {
		k.If(ir.Calc(ir.Below, ir.Calc(ir.Sub, site, ir.Num(d.First)), ir.Num(len(d.Faces))), k.Spoil)
	}
}

// TheDice refuses a clause on dice where there are none.
func (k *Code) TheDice(e *lgdl.Expr) *layout.Dice {
	if k.Dice == nil {
		k.No(e, "dice in a game without any")
	}
	return k.Dice
}

// ShownFace is what a die shows when a face lies up.
func (k *Code) ShownFace(die int, face *ir.Expr) *ir.Expr {
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

// TakeSum takes the sum of the faces anew at the end of a turn.
func (k *Code) TakeSum() {
	d := k.Dice
	if d == nil || !d.Replay {
		return
	}
	total := ir.Num(0)
	for i := range d.Faces {
		total = ir.Calc(ir.Add, total, k.ShownFace(i, ir.At(d.Face, ir.Num(i))))
	}
	k.Add(ir.Write(d.Sum, ir.Num(0), total))
}

// Drawn is a number from 0 to n-1 that is drawn as the rules draw it (part 3, §19.1).
func (k *Code) Drawn(n int) *ir.Expr {
	return ir.Invoke(k.Shared(fmt.Sprintf("drawn.%d", n), ir.I32, func() { k.GiveDrawn(ir.Num(n), n-1) }))
}

// GiveDrawn gives a number from 0 to n-1, at most so large: the high bits of 31 that are drawn where n is a power of
// two, else what is left of them by n; those from the uneven rest at the top are drawn again.
func (k *Code) GiveDrawn(n *ir.Expr, most int) {
	x, b, v := ir.NewLocal("x", ir.I64), ir.Within("b", 0, 1<<31-1), ir.Within("v", 0, most)
	loop, low := &ir.Label{Name: "draws"}, ir.Calc(ir.Sub, n, ir.Num(1))
	folded := ir.Calc(ir.Shr, ir.Calc(ir.And, ir.Calc(ir.Xor, ir.Calc(ir.Shr, ir.Read(x), ir.Long(32)), ir.Read(x)),
		ir.Long(1<<32-1)), ir.Long(1))
	take := []*ir.Stmt{ir.Put(x, ir.Invoke(k.Draws())), ir.Put(b, ir.Calc(ir.Narrow, folded))}
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
func (k *Code) Pips(owner *ir.Expr) *ir.Expr {
	if k.Dice == nil {
		return ir.Num(0)
	}
	return ir.Cond(ir.Calc(ir.Eq, owner, ir.Num(k.Dice.Owner)), ir.At(k.Dice.Sum, ir.Num(0)), ir.Num(0))
}

// FaceAt is what the die on a site shows, -1 on sites without one.
func (k *Code) FaceAt(site *ir.Expr) *ir.Expr {
	if k.Dice == nil {
		return ir.Num(game.Off)
	}
	d := k.Dice
	site = k.Temp("site", site)
	if n, ok := site.Number(); ok && int(n) >= d.First && int(n) < d.First+len(d.Faces) {
		return k.ShownFace(int(n)-d.First, ir.At(d.Face, ir.Num(int(n)-d.First)))
	}
	v := k.Scoped(func() *ir.Expr { return k.faceElsewhere(site) })
	for i := len(d.Faces) - 1; i >= 0; i-- {
		v = ir.Cond(ir.Calc(ir.Eq, site, ir.Num(d.First+i)), k.ShownFace(i, ir.At(d.Face, ir.Num(i))), v)
	}
	return v
}

// faceElsewhere is what a die shows that lies beside the places of dice, as one that was placed in a hand.
func (k *Code) faceElsewhere(site *ir.Expr) *ir.Expr {
	v, what := ir.Num(game.Off), k.Temp("what", k.WhatAt(site))
	face := k.Temp("face", k.DatumOn(layout.State, site, nil))
	for i := len(k.Dice.Faces) - 1; i >= 0; i-- {
		v = ir.Cond(ir.All(ir.Calc(ir.Eq, what, ir.Num(k.G.Dice[i])),
			ir.Calc(ir.Below, face, ir.Num(len(k.Dice.Faces[i])))), k.ShownFace(i, face), v)
	}
	return v
}

// AnyDie reports whether a die shows a value.
func (k *Code) AnyDie(v *ir.Expr) *ir.Expr {
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
func (k *Code) DiceUsed() *ir.Expr {
	used := ir.Num(1)
	if k.Dice != nil {
		for i := range k.Dice.Faces {
			used = ir.All(used, ir.Calc(ir.Eq, ir.At(k.Dice.Value, ir.Num(i)), ir.Num(0)))
		}
	}
	return used
}

// DiceEqual reports whether the last throw was of one face.
func (k *Code) DiceEqual(e *lgdl.Expr) *ir.Expr { return ir.At(k.TheDice(e).Equal, ir.Num(0)) }

// AsksDraw reports whether something is drawn for a clause.
func (k *Code) AsksDraw(e *lgdl.Expr) bool {
	return e.Any(func(x *lgdl.Expr) bool {
		return x.Text == "Random" || x.Is("random") || x.Is("roll") || x.Is("take", "Domino") || x.Is("deal", "Dominoes")
	})
}

// Draws is the function that draws 64 bits.
func (k *Code) Draws() *ir.Func {
	f := &k.Fields
	return k.Shared("draws", ir.I64, func() {
		z := ir.NewLocal("z", ir.I64)
		mix := func(shift uint64, by uint64) {
			k.Add(ir.Put(z, ir.Calc(ir.Mul, ir.Calc(ir.Xor, ir.Read(z), ir.Calc(ir.Shr, ir.Read(z), ir.Long(shift))),
				ir.Long(by))))
		}
		k.Add(ir.Put(z, ir.Calc(ir.Add, ir.At(f.Rng, ir.Num(0)), ir.Long(0x9e3779b97f4a7c15))),
			ir.Write(f.Rng, ir.Num(0), ir.Read(z)))
		mix(30, 0xbf58476d1ce4e5b9)
		mix(27, 0x94d049bb133111eb)
		k.Add(ir.Give(ir.Calc(ir.Xor, ir.Read(z), ir.Calc(ir.Shr, ir.Read(z), ir.Long(31)))))
	})
}
