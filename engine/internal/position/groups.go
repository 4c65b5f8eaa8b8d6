package position

import (
	"slices"

	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/write"
	"github.com/astragal/astragal/engine/lgdl"
)

// flooder is the working space of floods and the functions that do them.
type flooder struct {
	member, group, queue *ir.Field
	by, Free             map[[2]*ir.Field]*ir.Func // by table of neighbours
}

// Flood is the set of sites that are reached from a site of the board over those of a
// set, and their number; the first site counts whether it is in the set or not. The
// set may be read until the next flood: keep it with Keep if there may be one.
func (k *Code) Flood(near *write.Rows, start, member *ir.Expr) (group, size *ir.Expr) {
	fn := k.FloodFunc(near)
	start = k.Temp("start", start)
	k.Store(k.Floods.member, member)
	n := k.Var("size", 0, k.Fields.Sites, ir.Invoke(fn, start))
	return ir.SetAt(k.Floods.group, ir.Num(0)), ir.Read(n)
}

// Keep copies a set into working space of its own.
func (k *Code) Keep(set *ir.Expr) *ir.Expr {
	own := k.TempSet()
	k.Store(own, set)
	return ir.SetAt(own, ir.Num(0))
}

// FloodFunc is the function that floods from a site over the members that Floods has.
func (k *Code) FloodFunc(near *write.Rows) *ir.Func {
	w := &k.Floods
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
func (k *Code) keepsGroups(near *write.Rows, start *ir.Local) func(n *ir.Local) {
	if !near.Mutual() {
		return func(*ir.Local) {}
	}
	w := &k.Floods
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
			k.Add(ir.Write(next, ir.Num(0), Plus(i, 1)), ir.Write(sizes, i, ir.Read(n)),
				&ir.Stmt{Op: ir.SetStore, Field: of, Args: []*ir.Expr{i, member}},
				&ir.Stmt{Op: ir.SetStore, Field: groups, Args: []*ir.Expr{i, ir.SetAt(w.group, ir.Num(0))}})
		})
	}
}

// FreeFlood is the body of Free.
func (k *Code) FreeFlood(near *write.Rows, start *ir.Local) {
	w := &k.Floods
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
func (k *Code) floodWord(near *write.Rows, start *ir.Local) {
	w := &k.Floods
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
func (k *Code) EachGroup(near *write.Rows, starts, member *ir.Expr, f func(start, group, size *ir.Expr)) {
	of := k.Keep(member)
	k.groupsFrom(near, of, func(one func(start *ir.Expr)) { k.Each(ir.Calc(ir.SetAnd, starts, of), one) }, f)
}

// EachGroupListed is EachGroup from the first piece on that is listed, of the components of some owners: of one of
// them only, unless that is nil.
func (k *Code) EachGroupListed(
	near *write.Rows,
	owners []int,
	only, member *ir.Expr,
	f func(start, group, size *ir.Expr),
) {
	of := k.Keep(member)
	k.groupsFrom(near, of, func(one func(start *ir.Expr)) {
		k.EachListedOf(owners, only, func(site *ir.Expr) { k.If(ir.Calc(ir.SetHas, of, site), func() { one(site) }) })
	}, f)
}

func (k *Code) groupsFrom(near *write.Rows, of *ir.Expr, each func(one func(start *ir.Expr)),
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
func (k *Code) Mutual(e *lgdl.Expr, near *write.Rows) {
	if !near.Mutual() {
		k.No(e, "groups over neighbours in one direction only")
	}
}

// Bordering is the set of the neighbours of the sites of a group, which is that of the
// last flood, and of the sites themselves or not.
func (k *Code) Bordering(near *write.Rows, group *ir.Expr) *ir.Expr {
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

// IsGroup reports whether a clause (sites …) is (sites), the group that is looked at.
func IsGroup(e *lgdl.Expr) bool {
	return !slices.ContainsFunc(e.Args, func(a *lgdl.Expr) bool { return a != nil })
}
