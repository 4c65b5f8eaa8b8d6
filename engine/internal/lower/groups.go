package lower

import (
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/write"
	"github.com/astragal/astragal/engine/lgdl"
)

// Groups are flooded: from a site over the sites of a set that lie next to those reached already. On boards of up to 64
// sites what is reached and what is still to be looked at are one word each. On larger ones all that is reached goes on
// at once where neighbours lie in few ways, or in few words; else the sites wait in a queue, as most groups are small.

// flooder is the working space of floods and the functions that do them.
type flooder struct {
	member, group, queue *ir.Field
	by, free             map[[2]*ir.Field]*ir.Func // by table of neighbours
}

// Flood is the set of sites that are reached from a site of the board over those of a
// set, and their number; the first site counts whether it is in the set or not. The
// set may be read until the next flood: keep it with Keep if there may be one.
func (k *Lowerer) Flood(near *write.Rows, start, member *ir.Expr) (group, size *ir.Expr) {
	fn := k.flood(near)
	start = k.Temp("start", start)
	k.Store(k.floods.member, member)
	n := k.Var("size", 0, k.Fields.Sites, ir.Invoke(fn, start))
	return ir.SetAt(k.floods.group, ir.Num(0)), ir.Read(n)
}

// Keep copies a set into working space of its own.
func (k *Lowerer) Keep(set *ir.Expr) *ir.Expr {
	own := k.TempSet()
	k.Store(own, set)
	return ir.SetAt(own, ir.Num(0))
}

func (k *Lowerer) flood(near *write.Rows) *ir.Func {
	w := &k.floods
	if w.by == nil {
		w.by = map[[2]*ir.Field]*ir.Func{}
		w.member, w.group = k.TempSet(), k.TempSet()
		w.queue = k.P.Field("flood.queue", ir.Scratch, ir.I16, k.Fields.Sites+1)
		w.queue.Aside = true
	}
	key := near.Contents()
	if fn := w.by[key]; fn != nil {
		return fn
	}
	start := ir.Within("start", 0, k.Fields.Board-1)
	n := ir.Within("n", 0, k.Fields.Sites)
	body := func() {
		at, head, loop := ir.Within("at", 0, k.Fields.Sites-1), ir.Within("head", 0, k.Fields.Sites), &ir.Label{Name: "flood"}
		change := func(op ir.StmtOp, set *ir.Field, site *ir.Expr) *ir.Stmt {
			return &ir.Stmt{Op: op, Field: set, Args: []*ir.Expr{ir.Num(0), site}}
		}
		kept := k.keepsGroups(near, start)
		k.Add(&ir.Stmt{Op: ir.SetStore, Field: w.group, Args: []*ir.Expr{ir.Num(0), k.None()}},
			change(ir.Include, w.group, ir.Read(start)), change(ir.Exclude, w.member, ir.Read(start)),
			ir.Write(w.queue, ir.Num(0), ir.Read(start)), ir.Put(head, ir.Num(0)), ir.Put(n, ir.Num(1)))
		// Metered: groups are small, but conditions on every neighbour of every move have many.
		k.Add(&ir.Stmt{Op: ir.Loop, Label: loop, Body: k.Inside(func() {
			k.Add(ir.When(ir.Calc(ir.Eq, ir.Read(head), ir.Read(n)), ir.Leave(loop)),
				ir.Put(at, ir.At(w.queue, ir.Read(head))), ir.Increment(head))
			k.Row(near, ir.Read(at), func(v *ir.Expr) {
				k.If(ir.Calc(ir.SetHas, ir.SetAt(w.member, ir.Num(0)), v), func() {
					k.Add(change(ir.Exclude, w.member, v), change(ir.Include, w.group, v), ir.Write(w.queue, ir.Read(n), v),
						ir.Increment(n))
				})
			})
		})})
		kept(n)
		k.Add(ir.Give(ir.Read(n)))
	}
	switch ways := k.strides(near); {
	case k.P.Words == 1:
		body = func() { k.floodWord(near, start) }
	case ways != nil:
		body = func() { k.floodStrides(ways, start) }
	case k.P.Words <= mostRounds:
		body = func() { k.floodRounds(near, start, n) }
	}
	fn := k.Func("flood", ir.I32, body, start)
	w.by[key] = fn
	return fn
}

// keptGroups is the number of groups that are kept, a power of two.
const keptGroups = 8

// keepsGroups adds to a flood from a site that a group of one of the last floods is taken if the site is in it and the
// set was the same, instead of being flooded again: rules ask for the group of every site in turn. Groups follow from
// the sets alone, so they are right for any position. What it returns adds that a group of n sites is kept.
func (k *Lowerer) keepsGroups(near *write.Rows, start *ir.Local) func(n *ir.Local) {
	if !near.Mutual() {
		return func(*ir.Local) {}
	}
	w := &k.floods
	of, groups := k.P.Sets("groups.of", ir.Scratch, keptGroups), k.P.Sets("groups", ir.Scratch, keptGroups)
	sizes := k.P.Field("groups.sizes", ir.Scratch, ir.Int, keptGroups)
	next := k.P.Field("groups.next", ir.Scratch, ir.Int, 1)
	of.Aside, groups.Aside, sizes.Aside, next.Aside = true, true, true, true
	member := k.Keep(ir.SetAt(w.member, ir.Num(0))) // as it is before the flood
	k.Rounds(ir.Num(0), ir.Num(keptGroups), keptGroups, func(i *ir.Expr) {
		k.If(ir.Calc(ir.SetHas, ir.SetAt(groups, i), ir.Read(start)), func() {
			was := ir.SetAt(of, i)
			differ := ir.Calc(ir.SetOr, ir.Calc(ir.SetMinus, was, member), ir.Calc(ir.SetMinus, member, was))
			k.If(ir.Calc(ir.Not, ir.Calc(ir.SetAny, differ)), func() {
				k.Store(w.group, ir.SetAt(groups, i))
				k.Add(ir.Give(ir.At(sizes, i)))
			})
		})
	})
	return func(n *ir.Local) {
		k.If(ir.Calc(ir.SetHas, member, ir.Read(start)), func() { // another one may lie next to several groups
			i := k.Temp("i", ir.Calc(ir.And, ir.At(next, ir.Num(0)), ir.Num(keptGroups-1)))
			k.Add(ir.Write(next, ir.Num(0), plus(i, 1)), ir.Write(sizes, i, ir.Read(n)),
				&ir.Stmt{Op: ir.SetStore, Field: of, Args: []*ir.Expr{i, member}},
				&ir.Stmt{Op: ir.SetStore, Field: groups, Args: []*ir.Expr{i, ir.SetAt(w.group, ir.Num(0))}})
		})
	}
}

// Free reports whether the group of like pieces of a site of the board that has one is
// next to an empty site: it is flooded as far as the first.
func (k *Lowerer) Free(near *write.Rows, start *ir.Expr) *ir.Expr {
	k.flood(near)
	w := &k.floods
	if w.free == nil {
		w.free = map[[2]*ir.Field]*ir.Func{}
	}
	key := near.Contents()
	if w.free[key] == nil {
		start := ir.Within("start", 0, k.Fields.Board-1)
		w.free[key] = k.Func("free", ir.I32, func() {
			if x := k.NewFreedom(near, k.Fields.Comps); x != nil {
				k.freeKept(x, near, start)
			} else {
				k.freeFlood(near, start)
			}
		}, start)
	}
	return ir.Invoke(w.free[key], start)
}

// freeFlood is the body of Free.
func (k *Lowerer) freeFlood(near *write.Rows, start *ir.Local) {
	w := &k.floods
	on := func(site *ir.Expr) *ir.Expr { return ir.At(k.Fields.What, site) }
	// Most groups are free where they begin.
	k.Row(near, ir.Read(start), func(v *ir.Expr) { k.Add(ir.When(ir.Calc(ir.Not, on(v)), ir.Give(ir.Num(1)))) })
	what := k.Var("what", 0, k.Fields.Comps-1, on(ir.Read(start)))
	seen := ir.SetAt(w.group, ir.Num(0))
	k.Store(w.group, k.None())
	k.Include(w.group, ir.Read(start))
	sites := k.Fields.Sites
	at, head, n := ir.Within("at", 0, sites-1), ir.Within("head", 0, sites), ir.Within("n", 0, sites)
	here, loop := ir.Within("here", 0, k.Fields.Comps-1), &ir.Label{Name: "flood"}
	k.Add(ir.Write(w.queue, ir.Num(0), ir.Read(start)), ir.Put(head, ir.Num(0)), ir.Put(n, ir.Num(1)))
	k.Add(&ir.Stmt{Op: ir.Loop, Label: loop, Body: k.Inside(func() {
		k.Add(ir.When(ir.Calc(ir.Eq, ir.Read(head), ir.Read(n)), ir.Leave(loop)),
			ir.Put(at, ir.At(w.queue, ir.Read(head))), ir.Increment(head))
		k.Row(near, ir.Read(at), func(v *ir.Expr) {
			k.Add(ir.Put(here, on(v)), ir.When(ir.Calc(ir.Not, ir.Read(here)), ir.Give(ir.Num(1))))
			k.If(ir.Calc(ir.Eq, ir.Read(here), ir.Read(what)), func() {
				k.If(ir.Calc(ir.Not, ir.Calc(ir.SetHas, seen, v)), func() {
					k.Include(w.group, v)
					k.Add(ir.Write(w.queue, ir.Read(n), v), ir.Increment(n))
				})
			})
		})
	})}, ir.Give(ir.Num(0)))
}

// floodWord is the body of a flood on a board of one word.
func (k *Lowerer) floodWord(near *write.Rows, start *ir.Local) {
	w := &k.floods
	left, next, group, found := ir.NewLocal("left", ir.I64), ir.NewLocal("next", ir.I64), ir.NewLocal("group", ir.I64),
		ir.NewLocal("found", ir.I64)
	k.RowSet(near, ir.Num(0))
	not := func(x *ir.Expr) *ir.Expr { return ir.Calc(ir.Xor, x, ir.Long(^uint64(0))) }
	loop := &ir.Label{Name: "flood"}
	k.Add(ir.Put(group, ir.Calc(ir.Shl, ir.Long(1), ir.Calc(ir.Wide, ir.Read(start)))), ir.Put(next, ir.Read(group)),
		ir.Put(left, ir.Calc(ir.And, ir.At(w.member, ir.Num(0)), not(ir.Read(group)))),
		&ir.Stmt{Op: ir.Loop, Label: loop, Rounds: 65, Body: []*ir.Stmt{
			ir.When(ir.Calc(ir.Not, ir.Read(next)), ir.Leave(loop)),
			ir.Put(found, ir.Calc(ir.And, ir.At(k.RowSets(near), ir.Calc(ir.Lowest, ir.Read(next))), ir.Read(left))),
			ir.Put(left, ir.Calc(ir.Xor, ir.Read(left), ir.Read(found))),
			ir.Put(group, ir.Calc(ir.Or, ir.Read(group), ir.Read(found))),
			ir.Put(next, ir.Calc(ir.And, ir.Read(next), ir.Calc(ir.Sub, ir.Read(next), ir.Long(1)))),
			ir.Put(next, ir.Calc(ir.Or, ir.Read(next), ir.Read(found))),
		}},
		ir.Write(w.group, ir.Num(0), ir.Read(group)), ir.Give(ir.Calc(ir.Ones, ir.Read(group))))
}

// EachGroup adds what f adds for each group of the sites of a set, from its lowest site
// among starts on; the group may be read until the next flood.
func (k *Lowerer) EachGroup(near *write.Rows, starts, member *ir.Expr, f func(start, group, size *ir.Expr)) {
	of := k.Keep(member)
	k.groupsFrom(near, of, func(one func(start *ir.Expr)) { k.Each(ir.Calc(ir.SetAnd, starts, of), one) }, f)
}

// EachGroupListed is EachGroup from the first piece on that is listed, of the components of some owners: of one of
// them only, unless that is nil.
func (k *Lowerer) EachGroupListed(near *write.Rows, owners []int, only, member *ir.Expr, f func(start, group, size *ir.Expr)) {
	of := k.Keep(member)
	k.groupsFrom(near, of, func(one func(start *ir.Expr)) {
		k.eachListed(owners, only, func(site *ir.Expr) { k.If(ir.Calc(ir.SetHas, of, site), func() { one(site) }) })
	}, f)
}

func (k *Lowerer) groupsFrom(near *write.Rows, of *ir.Expr, each func(one func(start *ir.Expr)),
	f func(start, group, size *ir.Expr)) {
	done := k.NewSet()
	each(func(start *ir.Expr) {
		k.If(ir.Calc(ir.Not, ir.Calc(ir.SetHas, ir.SetAt(done, ir.Num(0)), start)), func() {
			group, size := k.Flood(near, start, of)
			k.Store(done,
				ir.Calc(ir.SetOr, ir.SetAt(done, ir.Num(0)), group))

			f(start, group, size)
		})
	})
}

// Mutual refuses neighbours that are not so in both directions: what groups they make
// depends on where one begins.
func (k *Lowerer) Mutual(e *lgdl.Expr, near *write.Rows) {
	if !near.Mutual() {
		k.No(e, "groups over neighbours in one direction only")
	}
}

// Members is the set of sites of the board at which a condition holds with (to) the
// site, and (from) another one if it is given.
func (k *Lowerer) Members(cond *lgdl.Expr, from *ir.Expr) *ir.Expr {
	if set, ok := k.Where(cond, AtTo); ok {
		return ir.Calc(ir.SetAnd, set, k.Board())
	}
	set := k.NewSet()
	k.Each(k.Board(), func(site *ir.Expr) {
		k.Env.To = site
		if from != nil {
			k.Env.From = from
		}
		k.If(k.Bool(cond), func() {
			k.Include(set, site)
		})
	})
	return ir.SetAt(set, ir.Num(0))
}

// Bordering is the set of the neighbours of the sites of a group, which is that of the
// last flood, and of the sites themselves or not.
func (k *Lowerer) Bordering(near *write.Rows, group *ir.Expr) *ir.Expr {
	if k.strides(near) != nil {
		return k.Keep(k.spread(near, group))
	}
	around := k.NewSet()
	all := ir.SetAt(around, ir.Num(0))
	add := func(s *ir.Expr) *ir.Stmt {
		return &ir.Stmt{Op: ir.SetStore, Field: around,
			Args: []*ir.Expr{ir.Num(0), ir.Calc(ir.SetOr, all, k.RowSet(near, s))}}
	}
	k.Each(group, func(s *ir.Expr) { k.Add(add(s)) })
	return all
}

// Adjoining is the table of the sites next to each site of the board in directions that are the same whatever piece is
// there, nil for all adjacent ones. Groups over them are of the tops of stacks.
func (k *Lowerer) Adjoining(e, dirs *lgdl.Expr) *write.Rows {
	near, by := k.AdjoiningAs(dirs, ir.Num(0))
	if !by.Is(0) {
		k.No(e, "groups in directions that depend on the piece")
	}
	return near
}

// AdjoiningAs is the table of the sites next to each site of the board in directions as the piece on a site of the
// board sees them, nil for all adjacent ones: the row of a site is its number and by.
func (k *Lowerer) AdjoiningAs(dirs *lgdl.Expr, from *ir.Expr) (near *write.Rows, by *ir.Expr) {
	piece := k.Env.Piece
	k.Env.Piece = 0
	near, row := k.Near(k.G.DefaultType, dirs, "Adjacent", from)
	k.Env.Piece = piece
	if len(near.List) <= k.Span() {
		return near, ir.Num(0)
	}
	return near, k.Temp("by", ir.Calc(ir.Sub, row, from))
}
