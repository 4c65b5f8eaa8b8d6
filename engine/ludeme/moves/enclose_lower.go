package moves

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/write"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// lowerEnclose lowers effects on the groups next to a site that are enclosed.
func lowerEnclose(k *lower.Lowerer, e *lgdl.Expr) {
	a, st := clause.Enclose(e), k.TypeOf(clause.Enclose(e).SiteType())
	if st != k.G.DefaultType {
		k.No(e, "groups on another type of site")
	}
	k.OnlyOf(a.Between(), "if", "(apply)")
	k.NoBetween(e)
	site := lowerOriginOf(k, e, false)
	env := k.Env
	k.Env.Piece = 0
	n := k.G.Topo.Num(st)
	near, _ := k.Near(st, a.Direction(), "Adjacent", ir.Num(0))
	if len(near.List) > k.Span() {
		k.No(e, "groups in directions that depend on the piece")
	}
	target := k.NewSet()
	k.Each(k.UpTo(n), func(s *ir.Expr) {
		k.Env.Between = s
		k.If(betweenIsEnemy.orLowered(k, a.Between()), func() { k.Include(target, s) })
		k.Env = env
	})
	g := &enclosing{k: k, near: near, targets: ir.SetAt(target, ir.Num(0)), scanned: k.NewSet(), group: k.TempSet(),
		exceptions: k.Temp("exceptions", k.IntOr(a.NumException(), 0)),
		empties:    aboutOf(conditionOf(a.Between())).empty}
	capture := func(x *ir.Expr) {
		k.Env.Between = x
		lowerAffected(k, e, betweenIsEnemy, a.Between())
		k.Env = env
	}
	k.Around(a.Then(), func() {
		k.If(ir.All(k.OnBoard(site), k.WhatAt(site)), func() {
			if g.exceptions.Is(0) && !g.empties {
				g.simply(site, capture)
			} else {
				g.carefully(site, capture)
			}
		})
	})
	k.Env = env
}

// enclosing is an (enclose …) while it is lowered.
type enclosing struct {
	k              *lower.Lowerer
	near           *write.Rows // the neighbours of each site, in their order
	targets        *ir.Expr    // a set: the sites that groups are made of
	exceptions     *ir.Expr    // empty sites that a group may have besides
	empties        bool        // groups may be made of empty sites
	scanned, group *ir.Field
}

func (g *enclosing) set(f *ir.Field) *ir.Expr { return ir.SetAt(f, ir.Num(0)) }

// simply captures the groups next to a site that no empty site is next to.
func (g *enclosing) simply(site *ir.Expr, capture func(x *ir.Expr)) {
	k, n := g.k, g.k.G.Topo.Num(g.k.G.DefaultType)
	round, fresh := k.TempSet(), k.TempSet()
	liberties := ir.Calc(ir.SetMinus, k.Empty(), g.targets)
	known, number := k.NewFreedom(g.near, 1), ir.Num(0)
	isKnown := func(*ir.Expr) *ir.Expr { return ir.Num(0) }
	if known != nil {
		known.Over(number, g.targets)
		isKnown = func(s *ir.Expr) *ir.Expr {
			return known.Known(number, s, func(l *ir.Expr) *ir.Expr { return ir.Calc(ir.SetHas, liberties, l) })
		}
	}
	beside := func(f func(s *ir.Expr)) {
		k.Row(g.near, site, func(s *ir.Expr) { k.If(ir.Calc(ir.SetHas, g.targets, s), func() { f(s) }) })
	}
	beside(func(s *ir.Expr) {
		// Most have an empty site beside them, which is seen before a flood begins.
		free := ir.Calc(ir.SetAny, ir.Calc(ir.SetAnd, k.RowSet(g.near, s), liberties))
		k.If(ir.Calc(ir.Not, ir.Any(ir.Calc(ir.SetHas, g.set(g.scanned), s), ir.Any(free, isKnown(s)))), func() {
			k.Store(g.group, k.None())
			k.Include(g.group, s)
			k.Store(fresh, g.set(g.group))
			free := k.Var("free", 0, 1, ir.Num(0))
			k.Loop("flood", n+1, func(flood *ir.Label) {
				k.Store(round, g.set(fresh))
				k.Store(fresh, k.None())
				k.Each(g.set(round), func(x *ir.Expr) {
					k.Store(fresh, ir.Calc(ir.SetOr, g.set(fresh), k.RowSet(g.near, x)))
				})
				// A group next to an empty site is not enclosed.
				k.If(ir.Calc(ir.SetAny, ir.Calc(ir.SetAnd, g.set(fresh), liberties)), func() {
					if known != nil {
						found := k.Var("found", 0, n-1, ir.Num(0))
						k.Each(ir.Calc(ir.SetAnd, g.set(fresh), liberties), func(l *ir.Expr) { k.Add(ir.Put(found, l)) })
						k.Each(g.set(g.group), func(x *ir.Expr) { known.Keep(number, x, ir.Read(found)) })
					}
					k.Add(ir.Put(free, ir.Num(1)), ir.Leave(flood))
				})
				k.Store(fresh, ir.Calc(ir.SetMinus, ir.Calc(ir.SetAnd, g.set(fresh), g.targets), g.set(g.group)))
				k.Add(ir.When(ir.Calc(ir.Not, ir.Calc(ir.SetAny, g.set(fresh))), ir.Leave(flood)))
				k.Store(g.group, ir.Calc(ir.SetOr, g.set(g.group), g.set(fresh)))
			})
			k.Store(g.scanned, ir.Calc(ir.SetOr, g.set(g.scanned), g.set(g.group)))
			k.If(ir.Calc(ir.Not, ir.Read(free)), func() { g.asMet(s, capture) })
		})
	})
}

// asMet adds what f adds for each site of the group, in the order in which they are met from one on.
func (g *enclosing) asMet(first *ir.Expr, f func(x *ir.Expr)) {
	k, n := g.k, g.k.G.Topo.Num(g.k.G.DefaultType)
	queue, left := g.queue(), k.TempSet()
	leave := func(x *ir.Expr) { k.Add(&ir.Stmt{Op: ir.Exclude, Field: left, Args: []*ir.Expr{ir.Num(0), x}}) }
	k.Store(left, g.set(g.group))
	leave(first)
	k.Add(ir.Write(queue, ir.Num(0), first))
	head, end := k.Var("head", 0, n, ir.Num(0)), k.Var("end", 0, n, ir.Num(1))
	k.Loop("met", n+1, func(met *ir.Label) {
		k.Add(ir.When(ir.Calc(ir.Eq, ir.Read(head), ir.Read(end)), ir.Leave(met)))
		at := k.Temp("at", ir.At(queue, ir.Read(head)))
		k.Add(ir.Increment(head))
		k.Row(g.near, at, func(t *ir.Expr) {
			k.If(ir.Calc(ir.SetHas, g.set(left), t), func() {
				leave(t)
				k.Add(ir.Write(queue, ir.Read(end), t), ir.Increment(end))
			})
		})
		f(at)
	})
}

// queue is room for the sites of a group in the order in which they are met.
func (g *enclosing) queue() *ir.Field {
	return g.k.P.Field("enclose.queue", ir.Scratch, ir.I16, g.k.G.Topo.Num(g.k.G.DefaultType)+1)
}

// carefully captures the groups next to a site where these may have empty sites: as exceptions, of
// which those that are met first count, or because they are made of them.
func (g *enclosing) carefully(site *ir.Expr, capture func(x *ir.Expr)) {
	k, n := g.k, g.k.G.Topo.Num(g.k.G.DefaultType)
	queue := g.queue()
	empty := k.Empty()
	has := func(set, x *ir.Expr) *ir.Expr { return ir.Calc(ir.SetHas, set, x) }
	k.Row(g.near, site, func(s *ir.Expr) {
		free := k.Temp("free", ir.All(has(empty, s), ir.Calc(ir.Lt, ir.Num(0), g.exceptions)))
		begins := ir.All(ir.Calc(ir.Not, has(g.set(g.scanned), s)), ir.Any(has(g.targets, s), free))
		k.If(ir.All(begins, g.mayBeEnclosed(s)), func() {
			budget := k.Let("budget", ir.Calc(ir.Sub, g.exceptions, free))
			head, end := k.Var("head", 0, n, ir.Num(0)), k.Var("end", 0, n, ir.Num(1))
			taken := k.Var("taken", 0, 1, ir.Num(1))
			k.Store(g.group, k.None())
			k.Include(g.group, s)
			k.Add(ir.Write(queue, ir.Num(0), s))
			k.Loop("flood", n+1, func(flood *ir.Label) {
				k.Add(ir.When(ir.Calc(ir.Eq, ir.Read(head), ir.Read(end)), ir.Leave(flood)))
				at := k.Temp("at", ir.At(queue, ir.Read(head)))
				k.Add(ir.Increment(head))
				k.Row(g.near, at, func(t *ir.Expr) {
					isTarget := k.Temp("target", has(g.targets, t))
					may := ir.All(ir.Calc(ir.Not, has(g.set(g.group), t)), ir.Any(isTarget, has(empty, t)))
					k.If(may, func() {
						k.If(ir.Calc(ir.Not, isTarget), func() {
							k.Add(ir.When(ir.Calc(ir.Le, ir.Read(budget), ir.Num(0)), ir.Put(taken, ir.Num(0)), ir.Leave(flood)))
							k.Add(ir.Decrement(budget))
						})
						k.Include(g.group, t)
						k.Add(ir.Write(queue, ir.Read(end), t), ir.Increment(end))
					})
				})
				k.Include(g.scanned, at)
			})
			k.If(ir.All(ir.Read(taken), g.bordered(queue, end, empty)), func() {
				i := k.Var("i", 0, n, ir.Num(0))
				k.Loop("captures", n+1, func(captures *ir.Label) {
					k.Add(ir.When(ir.Calc(ir.Eq, ir.Read(i), ir.Read(end)), ir.Leave(captures)))
					x := k.Temp("x", ir.At(queue, ir.Read(i)))
					k.Add(ir.Increment(i))
					capture(x)
				})
			})
		})
	})
}

// mayBeEnclosed reports false of a site whose group of empty sites is certainly not enclosed, as most are not, and notes
// that the group is seen: what stands around it is nothing, has an empty site that is no part of it, or does not hang
// together, so that no walk sees all of it.
func (g *enclosing) mayBeEnclosed(s *ir.Expr) *ir.Expr {
	k := g.k
	if !g.exceptions.Is(0) || !g.empties {
		return ir.Num(1)
	}
	return k.Scoped(func() *ir.Expr {
		may := k.Var("may", 0, 1, ir.Num(1))
		group, border := k.Fill(g.near, s, g.targets)
		if group == nil {
			return ir.Read(may)
		}
		group = k.Keep(group)
		first := k.Temp("first", k.Lowest(border))
		open := ir.Calc(ir.SetAny, ir.Calc(ir.SetAnd, border, k.Empty()))
		k.Choose(ir.Any(ir.Calc(ir.Lt, first, ir.Num(0)), open), func() { k.Add(ir.Put(may, ir.Num(0))) }, func() {
			around, _ := k.Fill(k.Rows("around", g.around()), first, border)
			if around != nil {
				apart := ir.Calc(ir.SetAny, ir.Calc(ir.SetMinus, border, around))
				k.Add(ir.Put(may, ir.Calc(ir.Not, apart)))
			}
		})
		k.If(ir.Calc(ir.Not, ir.Read(may)), func() {
			k.Store(g.scanned, ir.Calc(ir.SetOr, g.set(g.scanned), group))
		})
		return ir.Read(may)
	})
}

// around are the sites next to each, in all directions.
func (g *enclosing) around() [][]int32 {
	topo, st := g.k.G.Topo, g.k.G.DefaultType
	rows := make([][]int32, topo.Num(st))
	for s := range rows {
		rows[s] = topo.Steps(st, int32(s), board.All)
	}
	return rows
}

// bordered reports whether no site on the border of the group, whose sites lie in the queue, is empty; of groups of
// empty sites, whether none is of their kind, and a walk along the border that takes the first way on sees all of it.
func (g *enclosing) bordered(queue *ir.Field, end *ir.Local, empty *ir.Expr) *ir.Expr {
	k, topo, st := g.k, g.k.G.Topo, g.k.G.DefaultType
	n := topo.Num(st)
	return k.Scoped(func() *ir.Expr {
		left := k.NewSet()
		ok, number := k.Var("ok", 0, 1, ir.Num(1)), k.Var("number", 0, n, ir.Num(0))
		first := k.Var("first", -1, n-1, ir.Num(-1))
		open := empty
		if g.empties {
			open = g.targets
		}
		i := k.Var("i", 0, n, ir.Num(0))
		k.Loop("border", n+1, func(border *ir.Label) {
			k.Add(ir.When(ir.Calc(ir.Eq, ir.Read(i), ir.Read(end)), ir.Leave(border)))
			at := k.Temp("at", ir.At(queue, ir.Read(i)))
			k.Add(ir.Increment(i))
			k.Row(g.near, at, func(t *ir.Expr) {
				known := ir.Calc(ir.SetHas, ir.Calc(ir.SetOr, g.set(g.group), g.set(left)), t)
				k.If(ir.Calc(ir.Not, known), func() {
					k.Include(left, t)
					k.Add(ir.When(ir.Calc(ir.SetHas, open, t), ir.Put(ok, ir.Num(0)), ir.Leave(border)))
					k.Add(ir.When(ir.Calc(ir.Lt, ir.Read(first), ir.Num(0)), ir.Put(first, t)), ir.Increment(number))
				})
			})
		})
		if !g.empties {
			return ir.Read(ok)
		}
		around := k.Rows("around", g.around())
		k.Add(ir.When(ir.Calc(ir.Eq, ir.Read(number), ir.Num(0)), ir.Put(ok, ir.Num(0))))
		k.If(ir.Read(ok), func() {
			next := k.Var("next", -1, n-1, ir.Num(-1))
			k.Loop("walk", n+1, func(walk *ir.Label) {
				k.Add(ir.Decrement(number), ir.When(ir.Calc(ir.Eq, ir.Read(number), ir.Num(0)), ir.Leave(walk)))
				at := k.Temp("at", ir.Read(first))
				k.Add(&ir.Stmt{Op: ir.Exclude, Field: left, Args: []*ir.Expr{ir.Num(0), at}}, ir.Put(next, ir.Num(-1)))
				k.Scope("way", func(way *ir.Label) {
					k.Row(around, at, func(t *ir.Expr) {
						k.Add(ir.When(ir.Calc(ir.SetHas, g.set(left), t), ir.Put(next, t), ir.Leave(way)))
					})
				})
				k.Add(ir.When(ir.Calc(ir.Lt, ir.Read(next), ir.Num(0)), ir.Put(ok, ir.Num(0)), ir.Leave(walk)))
				k.Add(ir.Put(first, ir.Read(next)))
			})
		})
		return ir.Read(ok)
	})
}
