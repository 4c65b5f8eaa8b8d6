package position

import (
	"math/bits"
	"strconv"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/lgdl"
)

// Stacks are bounded: a play in which one grows higher is spoilt. Boards of large stacks are those
// of games that sow, and those on which plays begin with some. Both bounds are powers of two.
const (
	MaxHeight      = 32
	MaxLargeHeight = 128
	MaxPlaces      = 1 << 11
)

// Stacked reports whether several pieces may stand on a site.
func (k *Code) Stacked() bool { return k.Fields.Stacks != nil }

// NoStacks refuses a clause in games with stacks.
func (k *Code) NoStacks(e *lgdl.Expr) {
	if k.Stacked() {
		k.No(e, "stacks: %s", e.Form.Text)
	}
}

// LevelAt is the number of a site and a level: of a piece in the arrays by level, and of
// an entry of the position lists.
func (k *Code) LevelAt(site, level *ir.Expr) *ir.Expr {
	return ir.Calc(ir.Add, ir.Calc(ir.Shl, site, ir.Num(k.levelBits())), level)
}

// levelBits is the number of bits of a level.
func (k *Code) levelBits() int { return bits.TrailingZeros(uint(k.Fields.Height)) }

// Plus is a number and a constant.
func Plus(e *ir.Expr, n int) *ir.Expr { return ir.Calc(ir.Add, e, ir.Num(n)) }

// SizeAt is the height of the stack on a site, 0 for sites that do not exist; without
// stacks 1 if the site is occupied.
func (k *Code) SizeAt(site *ir.Expr) *ir.Expr {
	switch {
	case k.Stacked():
		return k.Element(k.Fields.Stacks.Size, site)
	case k.Fields.Count != nil: // a component may be there of which no piece is
		return ir.Calc(ir.Ne, k.CountAt(site), ir.Num(0))
	}
	return ir.Calc(ir.Ne, k.WhatAt(site), ir.Num(0))
}

// WhatOn is the component at a level of a site, 0 above its stack; without stacks the
// level does not matter.
func (k *Code) WhatOn(site, level *ir.Expr) *ir.Expr {
	if !k.Stacked() {
		return k.WhatAt(site)
	}
	return k.onLevel(k.Fields.Stacks.Level, site, level)
}

// WhoOn is the owner of the piece at a level of a site.
func (k *Code) WhoOn(site, level *ir.Expr) *ir.Expr {
	return ir.At(k.Fields.Owner, k.WhatOn(site, level))
}

func (k *Code) onLevel(field *ir.Field, site, level *ir.Expr) *ir.Expr {
	site, level = k.Temp("site", site), k.Temp("level", level)
	in := ir.Calc(ir.Below, level, ir.At(k.Fields.Stacks.Size, site))
	return ir.Cond(ir.All(ir.Calc(ir.Below, site, ir.Num(k.Fields.Sites)), in), ir.At(field, k.LevelAt(site, level)),
		ir.Num(0))
}

// top shows another component on top of a stack that is so high now.
func (k *Code) top(site, was, now, size *ir.Expr) {
	f := &k.Fields
	k.offDice(site)
	k.Add(f.Disowned(was, site)...)
	k.Add(ir.Write(f.What, site, now))
	none := ir.Calc(ir.Eq, now, ir.Num(0))
	if f.Stacks.Hollow {
		k.If(ir.Calc(ir.Not, none), func() { k.Add(f.Owns(now, site)...) })
		k.Choose(size, func() { k.Add(Change(ir.Exclude, f.Empty, site)) },
			func() { k.Add(Change(ir.Include, f.Empty, site)) })
		return
	}
	k.Choose(none, func() { k.Add(Change(ir.Include, f.Empty, site)) }, func() {
		k.Add(f.Owns(now, site)...)
		k.Add(Change(ir.Exclude, f.Empty, site))
	})
}

// push puts a component on top of a stack, without touching the lists and the numbers of
// the piece. Nothing as a level of its own spoils the play unless the game is hollow, as does a stack
// too high. It reports whether the component stands there now.
func (k *Code) push() *ir.Func {
	return k.SharedOf("stack.push", ir.I32, []string{"site", "what"}, func(p []*ir.Expr) { k.pushes(p[0], p[1]) })
}

// pushOf is the result of push. Where sets of levels are kept, the function for a component that is known is its own.
func (k *Code) pushOf(site, what *ir.Expr) *ir.Expr {
	comp, known := what.Number()
	if !known || !k.Fields.Stacks.Bounded {
		return ir.Invoke(k.push(), site, what)
	}
	return ir.Invoke(k.SharedOf("stack.push."+strconv.FormatInt(comp, 10), ir.I32, []string{"site"},
		func(p []*ir.Expr) { k.pushes(p[0], what) }), site)
}

func (k *Code) pushes(site, what *ir.Expr) {
	s := k.Fields.Stacks
	most := k.Fields.Height
	if s.Bounded {
		most--
	}
	n := ir.Read(k.Var("n", 0, most, ir.At(s.Size, site)))
	none := ir.All(ir.Truth(!s.Hollow), ir.Calc(ir.Eq, what, ir.Num(0)))
	full := ir.All(ir.Truth(!s.Bounded), ir.Calc(ir.Le, ir.Num(k.Fields.Height), n))
	k.If(ir.Any(full, none), func() {
		k.Spoil()
		k.Add(ir.Give(ir.Num(0)))
	})
	level := ir.Write(s.Level, k.LevelAt(site, n), what)
	if s.Onto != nil {
		s.Onto[level] = true
	}
	k.Add(level, ir.Write(s.Size, site, Plus(n, 1)))
	k.top(site, ir.At(k.Fields.What, site), what, ir.Num(1))
	k.occupied(site)
	k.Add(ir.Give(ir.Num(1)))
}

// Drop takes a level out of a stack, without touching the lists, and returns the
// component that was there; above the top it takes the top off and finds nothing. The
// numbers of the levels above sink with them, those of the old top stay behind.
func (k *Code) Drop() *ir.Func {
	return k.SharedOf("stack.drop", ir.I32, []string{"site", "level"}, func(p []*ir.Expr) {
		s, site, level := k.Fields.Stacks, p[0], p[1]
		n := k.Temp("n", ir.At(s.Size, site))
		k.Add(ir.When(ir.Any(ir.Calc(ir.Eq, n, ir.Num(0)), ir.Calc(ir.Lt, level, ir.Num(0))), ir.Give(ir.Num(0))))
		what := k.Temp("what", ir.Cond(ir.Calc(ir.Lt, level, n), ir.At(s.Level, k.LevelAt(site, level)), ir.Num(0)))
		k.Rounds(level, Plus(n, -1), k.Fields.Height, func(i *ir.Expr) {
			to, from := k.Temp("to", k.LevelAt(site, i)), k.Temp("from", k.LevelAt(site, Plus(i, 1)))
			k.Add(ir.Write(s.Level, to, ir.At(s.Level, from)))
			k.copyNumbers(to, from)
		})
		k.Add(ir.Write(s.Level, k.LevelAt(site, Plus(n, -1)), ir.Num(0)), ir.Write(s.Size, site, Plus(n, -1)))
		k.topped(site, Plus(n, -1))
		k.Add(ir.Give(what))
	})
}

// topped shows what is on top of a stack whose top was taken off.
func (k *Code) topped(site, size *ir.Expr) {
	s := k.Fields.Stacks
	size = k.Temp("size", size)
	highest := ir.At(s.Level, k.LevelAt(site, Plus(size, -1)))
	now := k.Temp("now", ir.Cond(ir.Calc(ir.Lt, ir.Num(0), size), highest, ir.Num(0)))
	k.top(site, ir.At(k.Fields.What, site), now, size)
	k.If(ir.Calc(ir.Eq, now, ir.Num(0)), func() { k.vacated(site) })
}

// pop takes the top off a stack, with its numbers, without touching the lists, and
// returns its component.
func (k *Code) pop() *ir.Func {
	return k.SharedOf("stack.pop", ir.I32, []string{"site"}, func(p []*ir.Expr) {
		s, site := k.Fields.Stacks, p[0]
		n := k.Temp("n", Plus(ir.At(s.Size, site), -1))
		k.Add(ir.When(ir.Calc(ir.Lt, n, ir.Num(0)), ir.Give(ir.Num(0))))
		at := k.Temp("at", k.LevelAt(site, n))
		what := k.Temp("what", ir.At(s.Level, at))
		k.Add(ir.Write(s.Level, at, ir.Num(0)), ir.Write(s.Size, site, n))
		k.copyNumbers(at, nil)
		k.topped(site, n)
		k.Add(ir.Give(what))
	})
}

// copyNumbers gives the piece at a place the numbers of that at another one, 0 for nil.
func (k *Code) copyNumbers(to, from *ir.Expr) {
	for _, d := range k.Fields.Stacks.Data {
		switch {
		case d == nil:
		case from == nil:
			k.Add(ir.Write(d, to, ir.Num(0)))
		default:
			k.Add(ir.Write(d, to, ir.At(d, from)))
		}
	}
}

// IsOwned reports whether a component has an owner.
func (k *Code) IsOwned(what *ir.Expr) *ir.Expr {
	return ir.Calc(ir.Ne, ir.At(k.Fields.Owner, what), ir.Num(0))
}

// Pushed pushes a component with its numbers, nil for those that lie there already, and
// lists it.
func (k *Code) Pushed(site, what *ir.Expr, data Data) {
	s := k.Fields.Stacks
	at := k.Temp("at", k.LevelAt(site, ir.At(s.Size, site)))
	k.If(k.pushOf(site, what), func() {
		for d, v := range data {
			if v != nil && s.Data[d] != nil {
				k.Add(ir.Write(s.Data[d], at, v))
			}
		}
		k.Call(k.Enlist(), what, at)
	})
}

// Pop takes the top piece off a stack.
func (k *Code) Pop(site *ir.Expr) {
	k.Acts(game.ActRemove, site, site)
	k.Observer.CountRemoval(site, nil)
	s := k.Fields.Stacks
	k.If(ir.Calc(ir.Lt, ir.Num(0), ir.At(s.Size, site)), func() {
		what := k.Temp("what", ir.Invoke(k.pop(), site))
		k.Call(k.unlist(), what, k.LevelAt(site, ir.At(s.Size, site)))
		k.TrackRemove(what, site)
	})
}

// PutTop puts a piece on top of a stack; with a state, all its numbers are set.
func (k *Code) PutTop(site, comp, state *ir.Expr) {
	k.Acts(game.ActAdd, site, site)
	var data Data
	if state != nil {
		data = Data{state, ir.Num(0), ir.Num(0)}
	}
	site, comp = k.Temp("site", site), k.Temp("comp", comp)
	k.Pushed(site, comp, data)
	k.TrackAdd(comp, site, ir.Num(2)) // twice, as it is
}

// promoteTop puts another component in place of the top of a stack. The list keeps the
// entry of a piece that stood alone, and those of pieces without an owner.
func (k *Code) promoteTop(site, comp *ir.Expr) {
	s := k.Fields.Stacks
	fn := k.SharedOf("stack.promote", ir.None, []string{"site", "comp"}, func(p []*ir.Expr) {
		site, comp := p[0], p[1]
		old := k.Temp("old", ir.Invoke(k.pop(), site))
		at := k.Temp("at", k.LevelAt(site, ir.At(s.Size, site)))
		k.If(ir.All(ir.Calc(ir.Lt, ir.Num(0), ir.At(s.Size, site)), ir.Calc(ir.Ne, old, ir.Num(0)), k.IsOwned(old)),
			func() { k.Call(k.unlist(), old, at) })
		k.If(ir.All(ir.Invoke(k.push(), site, comp), k.IsOwned(comp)), func() { k.Call(k.Enlist(), comp, at) })
	})
	k.Call(fn, site, comp)
}

// EachLevel adds what f adds for each level of the stack on a site, which may not exist,
// from the bottom or from the top.
func (k *Code) EachLevel(site *ir.Expr, fromTop bool, f func(level *ir.Expr)) {
	n := k.Temp("size", k.SizeAt(site))
	k.Rounds(ir.Num(0), n, k.Fields.Height, func(i *ir.Expr) {
		if fromTop {
			i = k.Temp("level", ir.Calc(ir.Sub, Plus(n, -1), i))
		}
		f(i)
	})
}

// AsksArrival reports whether a rule asks for the level at which a move arrived.
func (k *Code) AsksArrival() bool { return k.TellsArrival }

// AsksLevel reports whether a clause asks for it.
func AsksLevel(e *lgdl.Expr) bool { return e.Kind == lgdl.Const && e.Text == "LevelTo" }
