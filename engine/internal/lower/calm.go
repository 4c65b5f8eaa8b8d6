package lower

import (
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/position"
	"github.com/astragal/astragal/engine/internal/write"
)

// Which sites of a component are in groups with two liberties or more is kept beside the position, with the sets that
// it was found for: of another position only the groups that have a changed site, or are beside one, are looked at.

// calmKey tells what is kept from all else: for which neighbours, and for which component.
type calmKey struct {
	near [2]*ir.Field
	comp int
}

// calmness is what is kept.
type calmness struct {
	k            *Lowerer
	near         *write.Rows
	ways         []position.Stride
	comp         int
	calm         *ir.Field // a set: the sites in groups with two liberties or more
	of, empty    *ir.Field // sets: what stood there, and what was empty
	valid        *ir.Field // whether the last look has come to its end
	group, free  *ir.Field // sets: the group that is looked at, and the sites of those seen to have two liberties
	poor, queue  *ir.Field // a set: the sites of groups seen to have less; and the sites that a flood goes through
	settle, look *ir.Func
}

// calm are the sites of a component in groups with two liberties or more.
func (k *Lowerer) calm(x *stillness, comp int) *ir.Expr {
	key := calmKey{x.near.Contents(), comp}
	c := k.calms[key]
	if c == nil {
		c = k.newCalmness(x, comp)
		if k.calms == nil {
			k.calms = map[calmKey]*calmness{}
		}
		k.calms[key] = c
	}
	k.Call(c.look)
	return ir.SetAt(c.calm, ir.Num(0))
}

func (k *Lowerer) newCalmness(x *stillness, comp int) *calmness {
	set := func(name string) *ir.Field { return k.P.Sets("calm."+name, ir.Scratch, 1) }
	c := &calmness{k: k, near: x.near, ways: x.ways, comp: comp,
		calm: set("sites"), of: set("of"), empty: set("empty"), group: set("group"), free: set("free"), poor: set("poor"),
		valid: k.P.Field("calm.valid", ir.Scratch, ir.Int, 1),
		queue: k.P.Field("calm.queue", ir.Scratch, ir.I16, k.Fields.Sites+1)}
	start := ir.Within("start", 0, k.Fields.Board-1)
	c.settle = k.Func("settle", ir.None, func() { c.settled(ir.Read(start)) }, start)
	c.look = k.Func("calm", ir.None, c.looked)
	return c
}

// whole is the only set of a field.
func whole(x *ir.Field) *ir.Expr { return ir.SetAt(x, ir.Num(0)) }

// looked is the body of the function that brings what is kept up to date. One that does not come to its end leaves
// nothing behind that counts.
func (c *calmness) looked() {
	k := c.k
	of, empty := k.Of(c.comp), k.Empty()
	k.If(ir.Calc(ir.Not, ir.At(c.valid, ir.Num(0))), func() {
		for _, x := range [...]*ir.Field{c.of, c.empty, c.calm} {
			k.Store(x, k.None())
		}
	})
	k.Add(ir.Write(c.valid, ir.Num(0), ir.Num(0)))
	differ := func(a, b *ir.Expr) *ir.Expr {
		return ir.Calc(ir.SetOr, ir.Calc(ir.SetMinus, a, b), ir.Calc(ir.SetMinus, b, a))
	}
	changed := ir.NewLocal("changed", ir.Set)
	k.Add(ir.Put(changed, ir.Calc(ir.SetOr, differ(of, whole(c.of)), differ(empty, whole(c.empty)))))
	k.If(ir.Calc(ir.SetAny, ir.Read(changed)), func() {
		k.Store(c.calm, ir.Calc(ir.SetAnd, whole(c.calm), of))
		k.Store(c.free, k.None())
		k.Store(c.poor, k.None())
		around := ir.Calc(ir.SetOr, ir.Read(changed), beside(c.ways, ir.Read(changed)))
		k.Each(k.Keep(ir.Calc(ir.SetAnd, of, around)), func(site *ir.Expr) { k.Call(c.settle, site) })
		k.Store(c.of, of)
		k.Store(c.empty, empty)
	})
	k.Add(ir.Write(c.valid, ir.Num(0), ir.Calc(ir.Not, ir.At(k.Candidates.Fault, ir.Num(0)))))
}

// settled is the body of the function that finds out about the group of a site that has changed or is beside one that
// has. Of a group with two liberties, each part that had less before has such a site.
func (c *calmness) settled(start *ir.Expr) {
	k := c.k
	k.Add(ir.When(ir.Calc(ir.SetHas, whole(c.poor), start), ir.Give(nil)))
	beside := ir.Calc(ir.SetCount, ir.Calc(ir.SetAnd, k.RowSet(c.near, start), k.Empty()))
	free := k.Var("free", 0, 1, ir.Calc(ir.Lt, ir.Num(1), beside))
	on := func(site *ir.Expr) *ir.Expr { return ir.At(k.Fields.What, site) }
	k.If(ir.Calc(ir.Not, ir.Read(free)), func() {
		found := k.Var("found", -1, k.Fields.Board-1, ir.Num(-1))
		here := ir.Within("here", 0, k.Fields.Comps-1)
		k.Store(c.group, k.None())
		c.flood(start, func(v *ir.Expr, push func(), flood *ir.Label) {
			k.Add(ir.Put(here, on(v)))
			k.Choose(ir.Calc(ir.Not, ir.Read(here)), func() {
				k.If(ir.Calc(ir.Ne, ir.Read(found), v), func() {
					k.Add(ir.When(ir.Calc(ir.Le, ir.Num(0), ir.Read(found)), ir.Put(free, ir.Num(1)), ir.Leave(flood)),
						ir.Put(found, v))
				})
			}, func() {
				k.If(ir.All(ir.Calc(ir.Eq, ir.Read(here), ir.Num(c.comp)), ir.Calc(ir.Not, ir.Calc(ir.SetHas, whole(c.group), v))), func() {
					k.Add(ir.When(ir.Calc(ir.SetHas, whole(c.free), v), ir.Put(free, ir.Num(1)), ir.Leave(flood)))
					push()
				})
			})
		}, c.group)
		k.Choose(ir.Read(free), func() {
			k.Store(c.free, ir.Calc(ir.SetOr, whole(c.free), whole(c.group)))
		}, func() {
			k.Store(c.poor, ir.Calc(ir.SetOr, whole(c.poor), whole(c.group)))
			k.Store(c.calm, ir.Calc(ir.SetMinus, whole(c.calm), whole(c.group)))
		})
	})
	k.If(ir.All(ir.Read(free), ir.Calc(ir.Not, ir.Calc(ir.SetHas, whole(c.calm), start))), func() {
		c.flood(start, func(v *ir.Expr, push func(), _ *ir.Label) {
			k.If(ir.All(ir.Calc(ir.Eq, on(v), ir.Num(c.comp)), ir.Calc(ir.Not, ir.Calc(ir.SetHas, whole(c.calm), v))), push)
		}, c.calm)
	})
}

// flood goes through sites from one on, whose neighbours are pushed, into a set and the queue; n is how many
// there are.
func (c *calmness) flood(start *ir.Expr, next func(v *ir.Expr, push func(), flood *ir.Label), into *ir.Field) (n *ir.Local) {
	k, sites := c.k, c.k.Fields.Sites
	head := k.Var("head", 0, sites, ir.Num(0))
	n = k.Var("n", 0, sites, ir.Num(1))
	k.Include(into, start)
	k.Add(ir.Write(c.queue, ir.Num(0), start))
	k.Loop("flood", 0, func(flood *ir.Label) {
		k.Add(ir.When(ir.Calc(ir.Eq, ir.Read(head), ir.Read(n)), ir.Leave(flood)))
		from := k.Temp("at", ir.At(c.queue, ir.Read(head)))
		k.Add(ir.Increment(head))
		k.Row(c.near, from, func(v *ir.Expr) {
			next(v, func() {
				k.Include(into, v)
				k.Add(ir.Write(c.queue, ir.Read(n), v), ir.Increment(n))
			}, flood)
		})
	})
	return n
}
