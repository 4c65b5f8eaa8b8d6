package position

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
)

// insert puts a component at a level of a stack, without touching the lists. A level above the next one spoils the
// play.
func (k *Code) insert() *ir.Func {
	return k.SharedOf("stack.insert", ir.I32, []string{"site", "level", "what"}, func(p []*ir.Expr) {
		s, site, level, what := k.Fields.Stacks, p[0], p[1], p[2]
		n := k.Temp("n", ir.At(s.Size, site))
		k.If(ir.Calc(ir.Lt, n, level), func() {
			k.Spoil()
			k.Add(ir.Give(ir.Num(0)))
		})
		at := k.Temp("at", k.LevelAt(site, level))
		k.If(ir.Calc(ir.Eq, n, level), func() {
			k.Add(ir.When(ir.Calc(ir.Not, ir.Invoke(k.push(), site, what)), ir.Give(ir.Num(0))))
			k.copyNumbers(at, nil)
			k.Add(ir.Give(ir.Num(1)))
		})
		k.If(ir.Any(ir.Calc(ir.Le, ir.Num(k.Fields.Height), n), ir.Calc(ir.Eq, what, ir.Num(0))), func() {
			k.Spoil()
			k.Add(ir.Give(ir.Num(0)))
		})
		k.Rounds(ir.Num(0), ir.Calc(ir.Sub, n, level), k.Fields.Height, func(i *ir.Expr) {
			to := k.Temp("to", k.LevelAt(site, ir.Calc(ir.Sub, n, i)))
			k.Add(ir.Write(s.Level, to, ir.At(s.Level, Plus(to, -1))))
			k.copyNumbers(to, k.Temp("from", Plus(to, -1)))
		})
		k.Add(ir.Write(s.Level, at, what), ir.Write(s.Size, site, Plus(n, 1)))
		k.copyNumbers(at, nil)
		k.Add(ir.Give(ir.Num(1)))
	})
}

// inserts adds what f adds where a component has been put at a level of a stack.
func (k *Code) inserts(site, level, what *ir.Expr, f func()) {
	k.If(ir.Invoke(k.insert(), site, level, what), f)
}

// CarryInto moves the top piece of a stack to a level from 0 on of another one.
func (k *Code) CarryInto(from, to, level *ir.Expr) {
	k.losesCard()
	k.Acts(game.ActMove, from, to)
	fn := k.SharedOf("stack.into", ir.None, []string{"from", "to", "level"}, func(p []*ir.Expr) {
		s, from, to, level := k.Fields.Stacks, p[0], p[1], p[2]
		k.Add(ir.When(ir.Calc(ir.Eq, from, to), ir.Give(nil)))
		what := k.Temp("what", ir.Invoke(k.pop(), from))
		k.inserts(to, level, what, func() {
			k.Call(k.Enlist(), what, k.LevelAt(to, Plus(ir.At(s.Size, to), -1)))
			k.Call(k.unlist(), what, k.LevelAt(from, ir.At(s.Size, from)))
			k.TrackMove(what, from, to, ir.Num(1))
		})
	})
	k.Call(fn, from, to, level)
}

// CarryLevelInto moves the piece at a level of a stack to a level of another one, both from 0 on.
func (k *Code) CarryLevelInto(from, level, to, into *ir.Expr) {
	k.Acts(game.ActMove, from, to)
	fn := k.SharedOf("stack.levels", ir.None, []string{"from", "level", "to", "into"}, func(p []*ir.Expr) {
		s, from, level, to, into := k.Fields.Stacks, p[0], p[1], p[2], p[3]
		k.Add(ir.When(ir.Calc(ir.Eq, from, to), ir.Give(nil)))
		what := k.Temp("what", ir.Invoke(k.Drop(), from, level))
		n := k.Temp("n", ir.At(s.Size, to))
		// Each entry that goes up takes those above it down again.
		k.Rounds(ir.Num(0), ir.Calc(ir.Sub, n, into), k.Fields.Height, func(i *ir.Expr) {
			l := k.Temp("l", ir.Calc(ir.Sub, Plus(n, -1), i))
			at := k.Temp("at", k.LevelAt(to, l))
			above := k.Temp("above", ir.At(s.Level, at))
			k.UnlistLevel(above, to, l)
			k.Call(k.Enlist(), above, Plus(at, 1))
		})
		k.inserts(to, into, what, func() {
			k.Call(k.Enlist(), what, k.LevelAt(to, into))
			k.If(k.IsOwned(what), func() { k.UnlistLevel(what, from, level) })
			k.TrackMove(what, from, to, ir.Num(1))
		})
	})
	k.Call(fn, from, level, to, into)
}

// PutInto puts a piece at a level from 0 on of a stack; the local state may be nil or -1 for none.
func (k *Code) PutInto(site, level, comp, state *ir.Expr) {
	k.Acts(game.ActInsert, site, site)
	fn := k.SharedOf("stack.put", ir.None, []string{"site", "level", "comp", "state"}, func(p []*ir.Expr) {
		s, site, level, comp, state := k.Fields.Stacks, p[0], p[1], p[2], p[3]
		n := k.Temp("n", ir.At(s.Size, site))
		k.inserts(site, level, comp, func() {
			if d := s.Data[layout.State]; d != nil {
				k.Add(ir.Write(d, k.LevelAt(site, level), ir.Cond(ir.Calc(ir.Lt, state, ir.Num(0)), ir.Num(0), state)))
			}
			// The pieces that have gone up stand one level higher now.
			k.Rounds(ir.Num(0), ir.Calc(ir.Sub, n, level), k.Fields.Height, func(i *ir.Expr) {
				at := k.Temp("at", k.LevelAt(site, ir.Calc(ir.Sub, n, i)))
				above := k.Temp("above", ir.At(s.Level, at))
				k.Call(k.raise(), above, Plus(at, -1))
			})
			k.Call(k.Enlist(), comp, k.LevelAt(site, level))
			k.TrackAdd(comp, site, ir.Num(1))
		})
	})
	k.Call(fn, site, level, comp, OrOff(state))
}

// raise moves the first entry of a place in the list of a component one level up, behind all others; one that is not
// there is added.
func (k *Code) raise() *ir.Func {
	return k.SharedOf("places.raise", ir.None, []string{"what", "place"}, func(p []*ir.Expr) {
		s := k.Fields.Lists
		left, found := k.Var("left", 0, s.Room, ir.Num(0)), k.Var("found", 0, 1, ir.Num(0))
		k.Rounds(ir.Num(0), ir.At(s.Listed, p[0]), s.Room, func(i *ir.Expr) {
			x := k.Temp("x", ir.At(s.Places, k.entry(p[0], i)))
			is := ir.Any(ir.Calc(ir.Ne, x, p[1]), ir.Read(found))
			k.Choose(is, func() {
				k.Add(ir.Write(s.Places, k.entry(p[0], ir.Read(left)), x), ir.Put(left, Plus(ir.Read(left), 1)))
			}, func() { k.Add(ir.Put(found, ir.Num(1))) })
		})
		k.Add(ir.Write(s.Listed, p[0], ir.Read(left)))
		k.Call(k.Enlist(), p[0], Plus(p[1], 1))
	})
}

// CarryStackInto moves a whole stack to a level from 0 on of another one, upside down.
func (k *Code) CarryStackInto(from, to, level *ir.Expr) {
	k.Acts(game.ActMove, from, to)
	s := k.Fields.Stacks
	fn := k.SharedOf("stack.upside", ir.None, []string{"from", "to", "into"}, func(p []*ir.Expr) {
		from, to, into := p[0], p[1], p[2]
		k.Add(ir.When(ir.Calc(ir.Eq, from, to), ir.Give(nil)))
		n := k.Temp("n", ir.At(s.Size, from))
		k.Add(ir.When(ir.Calc(ir.Eq, n, ir.Num(0)), ir.Give(nil)))
		k.unlistStack(from, n)
		k.Rounds(ir.Num(0), n, k.Fields.Height, func(i *ir.Expr) {
			at := k.Temp("at", k.LevelAt(from, i))
			what := k.Temp("what", ir.At(s.Level, at))
			k.inserts(to, into, what, func() {
				k.If(k.IsOwned(what), func() { k.Call(k.Enlist(), what, k.LevelAt(to, into)) })
			})
		})
		k.leaveStack(from, n)
	})
	k.Call(fn, from, to, level)
}

// unlistStack takes a stack of a height off the lists. The entries of pieces without an owner stay, as do those that
// are stale, and sink as those above them go.
func (k *Code) unlistStack(site, n *ir.Expr) {
	if k.Unowned() || k.goIntoStacks() {
		k.Call(k.unlistAll(), site, n)
		return
	}
	k.Rounds(ir.Num(0), n, k.Fields.Height, func(i *ir.Expr) {
		at := k.Temp("at", k.LevelAt(site, ir.Calc(ir.Sub, Plus(n, -1), i)))
		what := k.Temp("what", ir.At(k.Fields.Stacks.Level, at))
		k.If(k.IsOwned(what), func() { k.Call(k.unlist(), what, at) })
	})
}

// unlistAll does at once what unlist and sink do of each level of a stack that has an owner, from the top down: an
// entry that is not of what stands there sinks by as many levels as go below it.
func (k *Code) unlistAll() *ir.Func {
	return k.SharedOf("places.leave", ir.None, []string{"site", "n"}, func(p []*ir.Expr) {
		f, s, site, n := &k.Fields, k.Fields.Lists, p[0], p[1]
		k.Rounds(ir.Num(1), ir.Num(f.Comps), f.Comps, func(c *ir.Expr) {
			left := k.Var("left", 0, s.Room, ir.Num(0))
			k.Rounds(ir.Num(0), ir.At(s.Listed, c), s.Room, func(i *ir.Expr) {
				x := k.Var("x", 0, f.Sites*f.Height-1, ir.At(s.Places, k.entry(c, i)))
				stays := k.Var("stays", 0, 1, ir.Num(1))
				k.If(ir.Calc(ir.Eq, ir.Calc(ir.Shr, ir.Read(x), ir.Num(k.levelBits())), site), func() {
					level := k.Temp("level", ir.Calc(ir.And, ir.Read(x), ir.Num(f.Height-1)))
					inside := ir.Calc(ir.Lt, level, n)
					is := ir.Calc(ir.Eq, ir.At(f.Stacks.Level, ir.Read(x)), c)
					k.Choose(ir.All(inside, is, k.IsOwned(c)), func() { k.Add(ir.Put(stays, ir.Num(0))) }, func() {
						by := k.ownedBelow(site, k.Temp("levels", ir.Cond(inside, level, n)))
						k.Add(ir.Put(x, ir.Calc(ir.Sub, ir.Read(x), by)))
					})
				})
				k.Add(ir.Write(s.Places, k.entry(c, ir.Read(left)), ir.Read(x)))
				k.Add(ir.Put(left, ir.Calc(ir.Add, ir.Read(left), ir.Read(stays))))
			})
			k.Add(ir.Write(s.Listed, c, ir.Read(left)))
		})
	})
}

// ownedBelow is how many of so many levels of a stack, from the bottom, have an owner.
func (k *Code) ownedBelow(site, levels *ir.Expr) *ir.Expr {
	if s := k.Fields.Stacks; k.Unowned() || s.Hollow {
		number := k.Var("owned", 0, k.Fields.Height, ir.Num(0))
		k.Rounds(ir.Num(0), levels, k.Fields.Height, func(i *ir.Expr) {
			k.If(k.IsOwned(ir.At(s.Level, k.LevelAt(site, i))), func() { k.Add(ir.Put(number, Plus(ir.Read(number), 1))) })
		})
		return ir.Read(number)
	}
	return levels
}

// leaveStack empties a site on which a stack of a height stood.
func (k *Code) leaveStack(site, n *ir.Expr) {
	s := k.Fields.Stacks
	k.Rounds(ir.Num(0), n, k.Fields.Height, func(i *ir.Expr) {
		at := k.Temp("at", k.LevelAt(site, i))
		k.copyNumbers(at, nil)
		k.Add(ir.Write(s.Level, at, ir.Num(0)))
	})
	k.Add(ir.Write(s.Size, site, ir.Num(0)))
	k.top(site, ir.At(k.Fields.What, site), ir.Num(0), ir.Num(0))
	k.vacated(site)
}
