package position

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/write"
)

// Stride is one way from sites to their neighbours: those of a set have one so many numbers on.
type Stride struct {
	by   int
	from game.Set
}

// mostShifts bounds the words that are shifted to find the neighbours of all sites of a set at once: on irregular
// boards, and on large ones, the sets of the neighbours of each are united instead. On boards of more than mostSpread
// words that is slower than to look at the neighbours one by one, and for groups, most of which are small, on those of
// more than mostRounds.
const (
	mostShifts = 16
	mostSpread = 6
	mostRounds = 3
)

// strides are the ways from sites to their neighbours, nil where they are too many.
func (k *Code) strides(near *write.Rows) []Stride { return k.StridesUpTo(near, mostShifts) }

// StridesUpTo is strides where so many words are shifted at most.
func (k *Code) StridesUpTo(near *write.Rows, most int) (all []Stride) {
	at := map[int]int{}
	for s, row := range near.List {
		if s >= 64*k.P.Words {
			return nil
		}
		for _, t := range row {
			by := int(t) - s
			i, ok := at[by]
			if !ok {
				if i = len(all); (i+1)*k.P.Words > most {
					return nil
				}
				at[by], all = i, append(all, Stride{by, make(game.Set, k.P.Words)})
			}
			all[i].from.Add(s)
		}
	}
	return all
}

// Step is the set of the sites that are reached by a stride from those of a set.
func (x Stride) Step(set *ir.Expr) *ir.Expr {
	from := ir.Calc(ir.SetAnd, set, ir.SetOf(x.from))
	return &ir.Expr{Op: ir.SetShift, Type: ir.Set, K: int64(x.by), Args: []*ir.Expr{from}}
}

// spread puts the neighbours of the sites of a set into a variable and returns their set, nil, adding nothing, where
// they are better looked at one by one.
func (k *Code) spread(near *write.Rows, set *ir.Expr) *ir.Expr {
	ways := k.strides(near)
	if ways == nil && k.P.Words > mostSpread {
		return nil
	}
	if ways == nil {
		return k.united(near, set)
	}
	next := ir.NewLocal("beside", ir.Set)
	k.Add(ir.Put(next, k.None()))
	for _, x := range ways {
		k.Add(ir.Put(next, ir.Calc(ir.SetOr, ir.Read(next), x.Step(set))))
	}
	return ir.Read(next)
}

// united puts the neighbours of the sites of a set, one by one, into a variable and returns their set.
func (k *Code) united(near *write.Rows, set *ir.Expr) *ir.Expr {
	next := ir.NewLocal("beside", ir.Set)
	k.Add(ir.Put(next, k.None()))
	k.Each(set, func(site *ir.Expr) { k.Add(ir.Put(next, ir.Calc(ir.SetOr, ir.Read(next), k.RowSet(near, site)))) })
	return ir.Read(next)
}

// mostFilled bounds the words that are shifted in each round of Fill: areas are large.
const mostFilled = 64

// Fill is the set of what is reached over the sites of a set from one of them, and that of the neighbours of all that
// are none themselves; nil where the ways are too many. Large areas are found so much sooner than from site to site.
func (k *Code) Fill(near *write.Rows, start, over *ir.Expr) (area, border *ir.Expr) {
	ways := k.StridesUpTo(near, mostFilled)
	if ways == nil {
		return nil, nil
	}
	left, all, more := ir.NewLocal("left", ir.Set), ir.NewLocal("area", ir.Set), ir.NewLocal("more", ir.Set)
	first := k.NewSet()
	k.Include(first, start)
	k.Add(ir.Put(left, over), ir.Put(more, ir.SetAt(first, ir.Num(0))))
	k.Loop("fill", k.Fields.Sites+1, func(loop *ir.Label) {
		k.Add(ir.Put(all, ir.Read(more)))
		for _, x := range ways {
			reached := ir.Calc(ir.SetAnd, ir.Read(left), x.Step(ir.Read(more)))
			k.Add(ir.Put(more, ir.Calc(ir.SetOr, ir.Read(more), reached)))
		}
		k.Add(ir.When(ir.Calc(ir.Not, ir.Calc(ir.SetAny, ir.Calc(ir.SetMinus, ir.Read(more), ir.Read(all)))),
			ir.Leave(loop)))
	})
	beside := k.None()
	for _, x := range ways {
		beside = ir.Calc(ir.SetOr, beside, x.Step(ir.Read(all)))
	}
	return ir.Read(all), k.Keep(ir.Calc(ir.SetMinus, beside, ir.Read(all)))
}

// floodStrides is the body of a flood in which all sites that are reached go on at once, one way after the other, so
// that what one has reached goes on the next.
func (k *Code) floodStrides(ways []Stride, start *ir.Local) {
	w := &k.Floods
	k.Store(w.group, k.None())
	k.Include(w.group, ir.Read(start))
	left, group, more := ir.NewLocal("left", ir.Set), ir.NewLocal("group", ir.Set), ir.NewLocal("more", ir.Set)
	k.Add(ir.Put(left, ir.SetAt(w.member, ir.Num(0))), ir.Put(group, ir.SetAt(w.group, ir.Num(0))))
	k.Loop("flood", 0, func(loop *ir.Label) { // metered: groups are small
		k.Add(ir.Put(more, ir.Read(group)))
		for _, x := range ways {
			k.Add(ir.Put(more, ir.Calc(ir.SetOr, ir.Read(more), ir.Calc(ir.SetAnd, ir.Read(left), x.Step(ir.Read(more))))))
		}
		k.Add(ir.When(ir.Calc(ir.Not, ir.Calc(ir.SetAny, ir.Calc(ir.SetMinus, ir.Read(more), ir.Read(group)))),
			ir.Leave(loop)), ir.Put(group, ir.Read(more)))
	})
	k.Store(w.group, ir.Read(group))
	k.Add(ir.Give(ir.Calc(ir.SetCount, ir.Read(group))))
}

// floodRounds is the body of a flood in which the neighbours of all sites that were reached last are reached next.
func (k *Code) floodRounds(near *write.Rows, start, n *ir.Local) {
	w, last := &k.Floods, k.TempSet()
	k.Store(w.group, k.None())
	k.Include(w.group, ir.Read(start))
	k.Store(last, ir.SetAt(w.group, ir.Num(0)))
	kept := k.keepsGroups(near, start)
	left, group := ir.NewLocal("left", ir.Set), ir.NewLocal("group", ir.Set)
	k.Add(ir.Put(group, ir.SetAt(last, ir.Num(0))),
		ir.Put(left, ir.Calc(ir.SetMinus, ir.SetAt(w.member, ir.Num(0)), ir.Read(group))))
	k.Loop("flood", 0, func(loop *ir.Label) { // metered: groups are small
		next := ir.NewLocal("next", ir.Set)
		k.Add(ir.Put(next, ir.Calc(ir.SetAnd, k.spread(near, ir.SetAt(last, ir.Num(0))), ir.Read(left))))
		k.Add(ir.When(ir.Calc(ir.Not, ir.Calc(ir.SetAny, ir.Read(next))), ir.Leave(loop)),
			ir.Put(group, ir.Calc(ir.SetOr, ir.Read(group), ir.Read(next))),
			ir.Put(left, ir.Calc(ir.SetMinus, ir.Read(left), ir.Read(next))))
		k.Store(last, ir.Read(next))
	})
	k.Store(w.group, ir.Read(group))
	k.Add(ir.Put(n, ir.Calc(ir.SetCount, ir.Read(group))))
	kept(n)
	k.Add(ir.Give(ir.Read(n)))
}

// Search adds a search from a site over the sites of a set, all at one distance at once: it puts the number of steps to
// the first of a goal into a variable, and leaves it alone if there is none. It reports false, and adds nothing, where
// the neighbours of sites are better looked at one by one.
func (k *Code) Search(near *write.Rows, from *ir.Expr, open *ir.Field, goal *ir.Expr, length *ir.Local) bool {
	if k.P.Words > mostSpread && k.strides(near) == nil {
		return false
	}
	last := k.NewSet()
	steps := k.Var("steps", 0, k.Fields.Sites, ir.Num(0))
	k.Include(last, from)
	left := ir.NewLocal("left", ir.Set)
	k.Add(ir.Put(left, ir.SetAt(open, ir.Num(0))))
	k.Loop("search", k.Fields.Sites+1, func(done *ir.Label) {
		next := ir.NewLocal("next", ir.Set)
		k.Add(ir.Put(next, ir.Calc(ir.SetAnd, k.spread(near, ir.SetAt(last, ir.Num(0))), ir.Read(left))),
			ir.Increment(steps),
			ir.When(ir.Calc(ir.SetAny, ir.Calc(ir.SetAnd, ir.Read(next), goal)), ir.Put(length, ir.Read(steps)), ir.Leave(done)),
			ir.When(ir.Calc(ir.Not, ir.Calc(ir.SetAny, ir.Read(next))), ir.Leave(done)),
			ir.Put(left, ir.Calc(ir.SetMinus, ir.Read(left), ir.Read(next))))
		k.Store(last, ir.Read(next))
	})
	return true
}
