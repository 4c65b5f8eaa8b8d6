package lower

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
)

// stride is one way from sites to their neighbours: those of a set have one so many numbers on.
type stride struct {
	by   int
	from game.Set
}

// mostStrides and mostShifts bound the ways to neighbours, and the words that are shifted for them, where
// neighbours are found of all sites of a set at once: on irregular boards, and on large ones, one by one is faster.
const (
	mostStrides = 8
	mostShifts  = 32
)

// strides are the ways from sites to their neighbours, nil where they are too many.
func (k *Lowerer) strides(near *Rows) (all []stride) {
	at := map[int]int{}
	for s, row := range near.rows {
		if s >= 64*k.P.Words {
			return nil
		}
		for _, t := range row {
			by := int(t) - s
			i, ok := at[by]
			if !ok {
				if i = len(all); i == mostStrides || (i+1)*k.P.Words > mostShifts {
					return nil
				}
				at[by], all = i, append(all, stride{by, make(game.Set, k.P.Words)})
			}
			all[i].from.Add(s)
		}
	}
	return all
}

// step is the set of the sites that are reached by a stride from those of a set.
func (x stride) step(set *ir.Expr) *ir.Expr {
	from := ir.Calc(ir.SetAnd, set, ir.SetOf(x.from))
	return &ir.Expr{Op: ir.SetShift, Type: ir.Set, K: int64(x.by), Args: []*ir.Expr{from}}
}

// beside is the set of the neighbours of the sites of a set.
func (k *Lowerer) beside(ways []stride, set *ir.Expr) *ir.Expr {
	all := k.None()
	for _, x := range ways {
		all = ir.Calc(ir.SetOr, all, x.step(set))
	}
	return all
}

// floodStrides is the body of a flood in which all sites that are reached go on at once, one way after the other, so
// that what one has reached goes on the next.
func (k *Lowerer) floodStrides(ways []stride, start *ir.Local) {
	w := &k.floods
	k.Store(w.group, k.None())
	k.Include(w.group, ir.Read(start))
	left, group, more := ir.NewLocal("left", ir.Set), ir.NewLocal("group", ir.Set), ir.NewLocal("more", ir.Set)
	k.Add(ir.Put(left, ir.SetAt(w.member, ir.Num(0))), ir.Put(group, ir.SetAt(w.group, ir.Num(0))))
	k.Loop("flood", 0, func(loop *ir.Label) { // metered: groups are small
		k.Add(ir.Put(more, ir.Read(group)))
		for _, x := range ways {
			k.Add(ir.Put(more, ir.Calc(ir.SetOr, ir.Read(more), ir.Calc(ir.SetAnd, ir.Read(left), x.step(ir.Read(more))))))
		}
		k.Add(ir.When(ir.Calc(ir.Not, ir.Calc(ir.SetAny, ir.Calc(ir.SetMinus, ir.Read(more), ir.Read(group)))),
			ir.Leave(loop)), ir.Put(group, ir.Read(more)))
	})
	k.Store(w.group, ir.Read(group))
	k.Add(ir.Give(ir.Calc(ir.SetCount, ir.Read(group))))
}

// Search adds a search from a site over the sites of a set, all at one distance at once: it puts the number of steps to
// the first of a goal into a variable, and leaves it alone if there is none. It reports false, and adds nothing, where the
// neighbours of sites are found one by one.
func (k *Lowerer) Search(near *Rows, from *ir.Expr, open *ir.Field, goal *ir.Expr, length *ir.Local) bool {
	ways := k.strides(near)
	if ways == nil {
		return false
	}
	left, next := k.NewSet(), k.TempSet()
	of := func(f *ir.Field) *ir.Expr { return ir.SetAt(f, ir.Num(0)) }
	steps := k.Var("steps", 0, k.Fields.sites, ir.Num(0))
	k.Include(left, from)
	k.Loop("search", k.Fields.sites+1, func(done *ir.Label) {
		k.Store(next, ir.Calc(ir.SetAnd, k.beside(ways, of(left)), of(open)))
		k.Add(ir.Increment(steps),
			ir.When(ir.Calc(ir.SetAny, ir.Calc(ir.SetAnd, of(next), goal)), ir.Put(length, ir.Read(steps)), ir.Leave(done)),
			ir.When(ir.Calc(ir.Not, ir.Calc(ir.SetAny, of(next))), ir.Leave(done)))
		k.Store(open, ir.Calc(ir.SetMinus, of(open), of(next)))
		k.Store(left, of(next))
	})
	return true
}
