package position

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
)

// CarryTop moves the top piece of a stack on top of another one. Its numbers are lost.
func (k *Code) CarryTop(from, to *ir.Expr) {
	k.losesCard()
	k.Acts(game.ActMove, from, to)
	fn := k.SharedOf("stack.top", ir.None, []string{"from", "to"}, func(p []*ir.Expr) {
		k.Add(ir.When(ir.Calc(ir.Eq, p[0], p[1]), ir.Give(nil)))
		what := k.Temp("what", ir.Invoke(k.pop(), p[0]))
		k.Call(k.unlist(), what, k.LevelAt(p[0], ir.At(k.Fields.Stacks.Size, p[0])))
		k.Pushed(p[1], what, Data{})
		k.TrackMove(what, p[0], p[1], ir.Num(1))
	})
	k.Call(fn, from, to)
}

// losesCard refuses moves of single pieces without a level in games with cards: by the rules the piece is lost, and the
// site where it went is not empty.
func (k *Code) losesCard() {
	if k.G.Has(game.Card) {
		k.No(nil, "cards that move without a level")
	}
}

// CarryLevel moves the piece at a level of a stack, with its numbers, on top of another
// one; at level -1 it is CarryTop.
func (k *Code) CarryLevel(from, level, to *ir.Expr) {
	level = k.Temp("level", level)
	if v, ok := level.Number(); ok && v < 0 {
		k.CarryTop(from, to)
		return
	}
	fn := k.SharedOf("stack.level", ir.None, []string{"from", "level", "to"}, func(p []*ir.Expr) {
		s, from, level, to := k.Fields.Stacks, p[0], p[1], p[2]
		k.Add(ir.When(ir.Calc(ir.Eq, from, to), ir.Give(nil)))
		there := k.Temp("there", ir.Calc(ir.Lt, level, ir.At(k.Fields.Stacks.Size, from)))
		var data Data
		if s.Hollow { // what lies above a stack does not come along
			data = k.ReadData(s.Data, k.Temp("at", k.LevelAt(from, ir.Cond(there, level, ir.Num(0)))))
			for d, v := range data {
				if v != nil {
					data[d] = k.Temp("data", ir.Cond(there, v, ir.Num(0)))
				}
			}
		} else {
			k.If(ir.Calc(ir.Not, there), func() {
				k.Spoil()
				k.Add(ir.Give(nil))
			})
			data = k.ReadData(s.Data, k.Temp("at", k.LevelAt(from, level)))
		}
		what := k.Temp("what", ir.Invoke(k.Drop(), from, level))
		k.UnlistLevel(what, from, level)
		k.Pushed(to, what, data)
		k.TrackMove(what, from, to, ir.Num(1))
	})
	k.Choose(ir.Calc(ir.Lt, level, ir.Num(0)), func() {
		if k.G.Has(game.Card) {
			k.Spoil()
			return
		}
		k.CarryTop(from, to)
	}, func() {
		k.Acts(game.ActMove, from, to)
		k.Call(fn, from, level, to)
	})
}

// CarryStack moves a whole stack on top of another one, all its levels at once: only what is on top then is shown.
func (k *Code) CarryStack(from, to *ir.Expr) {
	k.Acts(game.ActMove, from, to)
	s := k.Fields.Stacks
	fn := k.SharedOf("stack.whole", ir.None, []string{"from", "to"}, func(p []*ir.Expr) {
		from, to := p[0], p[1]
		k.Add(ir.When(ir.Calc(ir.Eq, from, to), ir.Give(nil)))
		n := k.Temp("n", ir.At(s.Size, from))
		k.Add(ir.When(ir.Calc(ir.Eq, n, ir.Num(0)), ir.Give(nil)))
		below := k.Temp("below", ir.At(s.Size, to))
		size := k.Temp("size", ir.Calc(ir.Add, below, n))
		k.If(ir.Calc(ir.Lt, ir.Num(k.Fields.Height), size), func() {
			k.Spoil()
			k.Add(ir.Give(nil))
		})
		k.unlistStack(from, n)
		k.Rounds(ir.Num(0), n, k.Fields.Height, func(i *ir.Expr) {
			at, on := k.Temp("at", k.LevelAt(from, i)), k.Temp("on", k.LevelAt(to, ir.Calc(ir.Add, below, i)))
			what := k.Temp("what", ir.At(s.Level, at))
			k.Add(ir.Write(s.Level, on, what))
			k.copyNumbers(on, at)
			k.If(k.IsOwned(what), func() { k.Call(k.Enlist(), what, on) })
		})
		k.Add(ir.Write(s.Size, to, size))
		k.top(to, ir.At(k.Fields.What, to), ir.At(s.Level, k.LevelAt(to, Plus(size, -1))), size)
		k.occupied(to)
		k.leaveStack(from, n)
	})
	k.Call(fn, from, to)
}

// Unowned reports whether there are pieces without an owner.
func (k *Code) Unowned() bool {
	for i := 1; i < k.Fields.Comps; i++ {
		if k.G.Components[i].Owner == 0 {
			return true
		}
	}
	return false
}

// CarryPart moves a number of pieces from the top of a stack, in their order, on top of
// another one, or of the same, which lists them anew; nothing if there are fewer.
func (k *Code) CarryPart(from, to, number *ir.Expr) {
	k.Acts(game.ActStackMove, from, to)
	s := k.Fields.Stacks
	fn := k.SharedOf("stack.part", ir.None, []string{"from", "to", "number"}, func(p []*ir.Expr) {
		from, to, number := p[0], p[1], p[2]
		size := k.Temp("size", ir.At(s.Size, from))
		k.Add(ir.When(ir.Any(ir.Calc(ir.Lt, size, number), ir.Calc(ir.Le, number, ir.Num(0))), ir.Give(nil)))
		low := k.Temp("low", ir.Calc(ir.Sub, size, number))
		k.If(ir.Calc(ir.Eq, from, to), func() {
			for _, list := range [...]*ir.Func{k.unlist(), k.Enlist()} {
				k.Rounds(low, size, k.Fields.Height, func(i *ir.Expr) {
					at := k.Temp("at", k.LevelAt(from, i))
					k.Call(list, ir.At(s.Level, at), at)
				})
			}
			k.Add(ir.Give(nil))
		})
		k.Rounds(low, size, k.Fields.Height, func(i *ir.Expr) {
			at := k.Temp("at", k.LevelAt(from, i))
			what, data := k.Temp("what", ir.At(s.Level, at)), k.ReadData(s.Data, at)
			k.Call(k.unlist(), what, at)
			k.Pushed(to, what, data)
		})
		k.Rounds(low, size, k.Fields.Height, func(*ir.Expr) {
			k.Call(k.dropped(), from)
		})
	})
	k.Call(fn, from, to, number)
}

// dropped is pop without a result.
func (k *Code) dropped() *ir.Func {
	return k.SharedOf("stack.dropped", ir.None, []string{"site"}, func(p []*ir.Expr) {
		k.Temp("what", ir.Invoke(k.pop(), p[0]))
	})
}
