package position

import (
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/write"
)

// Freedom is what is kept of floods over some sets, which have numbers.
type Freedom struct {
	k       *Code
	known   *ir.Field // sets: the sites of which a liberty is known, to which their flood went over sites in it
	liberty *ir.Field // by site
}

// FreedomOver is room for what is kept of floods over so many sets.
func (k *Code) FreedomOver(sets int) *Freedom {
	return &Freedom{k, k.P.Sets("free", ir.Scratch, sets), k.P.Field("liberty", ir.Scratch, ir.I16, k.P.Words*64)}
}

// Over begins with floods over set number i, which is member now: what is kept is forgotten if it has lost a site.
func (x *Freedom) Over(i, member *ir.Expr) {
	k := x.k
	k.If(ir.Calc(ir.SetAny, ir.Calc(ir.SetMinus, ir.SetAt(x.known, i), member)), func() {
		k.Add(&ir.Stmt{Op: ir.SetStore, Field: x.known, Args: []*ir.Expr{i, k.None()}})
	})
}

// Known reports whether a liberty is known of a site, which is one now.
func (x *Freedom) Known(i, site *ir.Expr, is func(liberty *ir.Expr) *ir.Expr) *ir.Expr {
	return ir.All(ir.Calc(ir.SetHas, ir.SetAt(x.known, i), site), is(x.at(site)))
}

func (x *Freedom) at(site *ir.Expr) *ir.Expr { return ir.At(x.liberty, site) }

// Keep keeps that a site that a flood over set number i went over has a liberty.
func (x *Freedom) Keep(i, site, liberty *ir.Expr) {
	x.k.Add(ir.Write(x.liberty, site, liberty), &ir.Stmt{Op: ir.Include, Field: x.known, Args: []*ir.Expr{i, site}})
}

// FreeKept is the body of Free where answers are kept. A group is that of its first site and those of the sites beside
// it, which are flooded one after the other without it: it may be that of a move that is only tried.
func (k *Code) FreeKept(x *Freedom, near *write.Rows, start *ir.Local) {
	w := &k.Floods
	on := func(site *ir.Expr) *ir.Expr { return ir.At(k.Fields.What, site) }
	k.Row(near, ir.Read(start), func(v *ir.Expr) { k.Add(ir.When(ir.Calc(ir.Not, on(v)), ir.Give(ir.Num(1)))) })
	what := ir.Read(k.Var("what", 0, k.Fields.Comps-1, on(ir.Read(start))))
	x.Over(what, ir.Select(what, ir.SetAt(k.Fields.At, what), k.None()))
	known := func(v *ir.Expr) *ir.Expr {
		return x.Known(what, v, func(liberty *ir.Expr) *ir.Expr { return ir.Calc(ir.Not, on(liberty)) })
	}
	k.Row(near, ir.Read(start), func(v *ir.Expr) {
		k.Add(ir.When(ir.All(ir.Calc(ir.Eq, on(v), what), known(v)), ir.Give(ir.Num(1))))
	})
	seen := ir.SetAt(w.group, ir.Num(0))
	k.Store(w.group, k.None())
	k.Include(w.group, ir.Read(start))
	sites := k.Fields.Sites
	at, head, n := ir.Within("at", 0, sites-1), ir.Within("head", 0, sites), ir.Within("n", 0, sites)
	here, found := ir.Within("here", 0, k.Fields.Comps-1), ir.Within("found", -1, sites-1)
	push := func(v *ir.Expr) {
		k.Include(w.group, v)
		k.Add(ir.Write(w.queue, ir.Read(n), v), ir.Increment(n))
	}
	k.Row(near, ir.Read(start), func(v *ir.Expr) {
		k.If(ir.All(ir.Calc(ir.Eq, on(v), what), ir.Calc(ir.Not, ir.Calc(ir.SetHas, seen, v))), func() {
			k.Add(ir.Put(head, ir.Num(0)), ir.Put(n, ir.Num(0)), ir.Put(found, ir.Num(-1)))
			push(v)
			loop := &ir.Label{Name: "flood"}
			k.Add(&ir.Stmt{Op: ir.Loop, Label: loop, Body: k.Inside(func() {
				k.Add(ir.When(ir.Calc(ir.Eq, ir.Read(head), ir.Read(n)), ir.Leave(loop)),
					ir.Put(at, ir.At(w.queue, ir.Read(head))), ir.Increment(head))
				k.Row(near, ir.Read(at), func(u *ir.Expr) {
					k.Add(ir.Put(here, on(u)), ir.When(ir.Calc(ir.Not, ir.Read(here)), ir.Put(found, u), ir.Leave(loop)))
					k.If(ir.Calc(ir.Eq, ir.Read(here), what), func() {
						k.Add(ir.When(ir.All(ir.Calc(ir.Ne, u, ir.Read(start)), known(u)), ir.Put(found, x.at(u)), ir.Leave(loop)))
						k.If(ir.Calc(ir.Not, ir.Calc(ir.SetHas, seen, u)), func() { push(u) })
					})
				})
			})})
			k.If(ir.Calc(ir.Le, ir.Num(0), ir.Read(found)), func() {
				k.Rounds(ir.Num(0), ir.Read(n), sites, func(i *ir.Expr) {
					x.Keep(what, k.Temp("site", ir.At(w.queue, i)), ir.Read(found))
				})
				k.Add(ir.Give(ir.Num(1)))
			})
		})
	})
	k.Add(ir.Give(ir.Num(0)))
}
