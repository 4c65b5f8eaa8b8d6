package lower

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/write"
	"github.com/astragal/astragal/engine/lgdl"
)

// Loops of pieces go around an area next to a site, which is filled along lines up to pieces like that on the site.

// Enclosure is an area with what goes around it, while it is lowered.
type Enclosure struct {
	k    *Lowerer
	e    *lgdl.Expr
	st   board.SiteType
	dirs *lgdl.Expr // the directions in which pieces are next to each other

	Like, Area, Border   *ir.Expr // sets: pieces like that of the start, the area, and what goes around it
	prey, ring           *ir.Expr // sets: what may be inside (nil: all), those of the colour
	outer                *ir.Expr
	around, beside       *write.Rows
	by, rays             *write.Rows
	inside, border, list *ir.Field
	n                    *ir.Local // the number of sites inside, listed as they are found

	Ends bool // lines end at pieces like that of the start in the area, too
}

// Enclosures lowers what areas there are for loops of pieces around pieces of some roles, nil for any, of the colour of
// a player, nil for the mover.
func (k *Lowerer) Enclosures(e *lgdl.Expr, st board.SiteType, surround []*lgdl.Expr,
	dirs, colour *lgdl.Expr) *Enclosure {
	l := &Enclosure{k: k, e: e, st: st, dirs: dirs}
	for _, x := range surround {
		if l.prey == nil {
			l.prey = k.None()
		}
		l.prey = ir.Calc(ir.SetOr, l.prey, l.of(k.Role(x)))
	}
	who := ir.Num(k.Mover)
	if colour != nil {
		who = k.Int(colour)
	}
	l.ring = l.of(who)
	outer := make([]uint64, k.P.Words)
	topo := k.G.Topo
	for _, s := range topo.Set(st, board.Outer) {
		outer[s>>6] |= 1 << (s & 63)
	}
	l.outer = ir.SetOf(outer)
	n := 64 * k.P.Words
	around, beside, by, rays := make([][]int32, n), make([][]int32, n), make([][]int32, n), [][]int32{}
	for s := range topo.Num(st) {
		near := topo.Steps(st, int32(s), board.Adjacent)
		for i := len(near) - 1; i >= 0; i-- {
			around[s] = append(around[s], near[i])
		}
		beside[s] = topo.Steps(st, int32(s), board.Orthogonal)
		for _, r := range topo.Radials(st, int32(s), board.Orthogonal) {
			by[s] = append(by[s], int32(len(rays)))
			rays = append(rays, r.Path[1:])
		}
	}
	l.around, l.beside = k.Rows("around", around), k.Rows("beside", beside)
	l.by, l.rays = k.Rows("rays", by), k.Rows("ray", rays)
	l.list, l.n = k.P.Field("enclosed", ir.Scratch, ir.I16, n+1), ir.Within("n", 0, n)
	l.inside, l.border = k.TempSet(), k.TempSet()
	l.Area, l.Border = ir.SetAt(l.inside, ir.Num(0)), ir.SetAt(l.border, ir.Num(0))
	return l
}

// of is the set of the sites of an owner, of those on which nothing stands too for nobody.
func (l *Enclosure) of(who *ir.Expr) *ir.Expr {
	k := l.k
	who = k.Temp("who", who)
	pieces := k.SitesOn(l.st, func() *ir.Expr { return k.WhoseBy(who) })
	if nobody := ir.Calc(ir.Eq, who, ir.Num(0)); !nobody.Is(0) {
		vacant := k.Unoccupied()
		if l.st != k.G.DefaultType {
			vacant = k.EmptyOf(l.st)
		}
		pieces = ir.Calc(ir.SetOr, pieces, ir.Select(nobody, vacant, k.None()))
	}
	if _, known := who.Number(); !known {
		pieces = k.Keep(pieces)
	}
	return pieces
}

// Each adds what found does for each area next to a site that pieces of the colour alone go around, which may leave.
func (l *Enclosure) Each(start *ir.Expr, found func(end *ir.Label)) {
	k := l.k
	start = k.Temp("start", start)
	k.If(k.OnBoardOf(l.st, start), func() {
		what := k.Temp("what", k.On(l.st, start, 0, k.WhatAt))
		k.If(what, func() {
			l.Like = k.SitesOn(l.st, func() *ir.Expr { return ir.SetAt(k.Fields.At, what) })
			k.Scope("areas", func(end *ir.Label) {
				k.Row(l.around, start, func(seed *ir.Expr) {
					may := ir.Calc(ir.Not, ir.Calc(ir.SetHas, l.outer, seed))
					if l.prey != nil {
						may = ir.All(may, ir.Calc(ir.SetHas, l.prey, seed))
					}
					k.If(may, func() { l.grow(seed, func() { found(end) }) })
				})
			})
		})
	})
}

// grow fills the area of a seed, and adds what found does where nothing but pieces of the colour goes around it.
func (l *Enclosure) grow(seed *ir.Expr, found func()) {
	k := l.k
	head, open := ir.Within("head", 0, 64*k.P.Words), ir.Within("open", 0, 1)
	k.Store(l.inside, k.None())
	k.Include(l.inside, seed)
	k.Add(ir.Write(l.list, ir.Num(0), seed), ir.Put(head, ir.Num(0)), ir.Put(l.n, ir.Num(1)), ir.Put(open, ir.Num(0)))
	k.Loop("grow", 64*k.P.Words+1, func(grow *ir.Label) {
		k.Add(ir.When(ir.Any(ir.Calc(ir.Eq, ir.Read(head), ir.Read(l.n)), ir.Read(open)), ir.Leave(grow)))
		at := k.Temp("at", ir.At(l.list, ir.Read(head)))
		k.Add(ir.Increment(head))
		k.Row(l.by, at, func(ray *ir.Expr) {
			k.Scope("ray", func(end *ir.Label) {
				k.Row(l.rays, ray, func(s *ir.Expr) {
					l.along(s, open, end)
				})
			})
		})
	})
	k.If(ir.Calc(ir.Not, ir.Read(open)), func() {
		k.Store(l.border, k.None())
		k.Each(l.Area, func(s *ir.Expr) {
			k.Store(l.border, ir.Calc(ir.SetOr, l.Border, k.RowSet(l.beside, s)))
		})
		k.Store(l.border, ir.Calc(ir.SetMinus, l.Border, l.Area))
		k.If(ir.Calc(ir.Not, ir.Calc(ir.SetAny, ir.Calc(ir.SetMinus, l.Border, l.ring))), found)
	})
}

// along adds the next site of a line from the area, which ends where pieces like that of the start stand.
func (l *Enclosure) along(s *ir.Expr, open *ir.Local, end *ir.Label) {
	k := l.k
	stop := ir.When(ir.Calc(ir.SetHas, l.Like, s), ir.Leave(end))
	if l.Ends {
		k.Add(stop)
	}
	k.If(ir.Calc(ir.Not, ir.Calc(ir.SetHas, l.Area, s)), func() {
		if !l.Ends {
			k.Add(stop)
		}
		k.Add(ir.When(ir.Calc(ir.SetHas, l.outer, s), ir.Put(open, ir.Num(1)), ir.Leave(end)))
		may := ir.Num(1)
		if l.prey != nil {
			may = ir.Calc(ir.SetHas, l.prey, s)
		}
		k.If(may, func() {
			k.Include(l.inside, s)
			k.Add(ir.Write(l.list, ir.Read(l.n), s), ir.Increment(l.n))
		})
	})
}

// Near is the set of the sites next to one as the piece there sees it, each of which is next to it but once.
func (l *Enclosure) Near(site *ir.Expr) *ir.Expr {
	k := l.k
	if l.dirs.Any(drawsDirections) {
		k.No(l.e, "a loop in directions that are drawn")
	}
	piece := k.Env.Piece
	k.Env.Piece = 0
	near, row := k.Near(l.st, l.dirs, "Adjacent", site)
	k.Env.Piece = piece
	if near.Merged {
		k.No(l.e, "a loop in directions that lead to a site twice")
	}
	return k.RowSet(near, row)
}

// EachAround adds what f does for each site around the area, as they are found from the sites of the area in turn.
func (l *Enclosure) EachAround(f func(site *ir.Expr)) {
	k := l.k
	seen := k.NewSet()
	k.Rounds(ir.Num(0), ir.Read(l.n), 64*k.P.Words, func(i *ir.Expr) {
		k.Row(l.beside, k.Temp("at", ir.At(l.list, i)), func(s *ir.Expr) {
			k.If(ir.All(ir.Calc(ir.SetHas, l.Border, s), ir.Calc(ir.Not, ir.Calc(ir.SetHas, ir.SetAt(seen, ir.Num(0)), s))),
				func() {
					k.Include(seen, s)
					f(s)
				})
		})
	})
}
