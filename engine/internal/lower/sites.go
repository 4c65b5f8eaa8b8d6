package lower

import (
	"strconv"
	"strings"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/write"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// Frozen is a region that is worked out once, before the play.
func (k *Lowerer) Frozen(r game.Region) *ir.Expr {
	set := make(game.Set, k.G.SetWords)
	r.AddTo(k.Settle(), set)
	return k.setOf(set)
}

// setOf is a constant set.
func (k *Lowerer) setOf(set game.Set) *ir.Expr {
	k.noteBeyond(set)
	words := make([]uint64, k.P.Words)
	copy(words, set)
	return ir.SetOf(words)
}

// noteBeyond notes whether a constant set has numbers that are none of the sites of the default type: those that a
// description gives may be any.
func (k *Lowerer) noteBeyond(set game.Set) {
	if set.Next(k.Fields.Sites) >= 0 {
		k.beyond, k.Numbers = true, max(k.Numbers, 64*k.P.Words)
	}
	if set.Next(64*k.P.Words) >= 0 {
		k.No(k.clause, "sites of numbers that sets have no room for")
	}
}

// Beyond reports whether some constant set so far has numbers that are none of the sites of the default type.
func (k *Lowerer) Beyond() bool { return k.beyond }

// LandingAt adds what f adds if a site that pieces go to exists, as Landing does.
func (k *Lowerer) LandingAt(st board.SiteType, site *ir.Expr, f func()) {
	k.Choose(k.ExistsOn(st, site), f, func() { k.SpoilIf(ir.Calc(ir.Le, ir.Num(0), site)) })
}

// RegionsOf are the sites of all regions of a player whose name contains part.
func (k *Lowerer) RegionsOf(who *ir.Expr, part string) *ir.Expr {
	if p, ok := who.Number(); ok {
		return k.setOf(k.G.RegionsOf(int(p), part))
	}
	return k.SetByPlayer("regions", who, func(p int) game.Set { return k.G.RegionsOf(p, part) })
}

// SetByPlayer is a constant set that depends on a player; nobody's is that of a
// number that is no player.
func (k *Lowerer) SetByPlayer(name string, who *ir.Expr, of func(p int) game.Set) *ir.Expr {
	n := k.G.Players + 2
	words := make([]int64, 0, n*k.P.Words)
	for p := range n {
		set := of(p)
		k.noteBeyond(set)
		for i := range k.P.Words {
			w := uint64(0)
			if i < len(set) {
				w = set[i]
			}
			words = append(words, int64(w))
		}
	}
	who = k.Temp("who", who)
	return ir.SetAt(k.Table(name, ir.Word, words), ir.Cond(ir.Calc(ir.Below, who, ir.Num(n)), who, ir.Num(0)))
}

// PlayerOf is the number of a (player …).
func (k *Lowerer) PlayerOf(e *lgdl.Expr) *ir.Expr {
	return k.Int(clause.AnyPlayer(e).Which())
}

// Container is the number of the container of a name.
func (k *Lowerer) Container(e *lgdl.Expr, name string) int {
	n := k.G.ContainerNamed(name)
	if n < 0 {
		k.No(e, "a container that is unknown")
	}
	return n
}

// SitesIn is the set of the sites of a container, the first ones of the board.
func (k *Lowerer) SitesIn(container int) *ir.Expr {
	if container == 0 {
		return k.Board()
	}
	h := &k.G.Containers[container]
	set := make(game.Set, k.P.Words)
	set.Fill(h.First, h.First+h.Sites)
	return ir.SetOf(set)
}

// HandNamed is the set of the sites of the first container of a player whose name
// contains a name. A player without one spoils the play.
func (k *Lowerer) HandNamed(e *lgdl.Expr, name string, who *ir.Expr) *ir.Expr {
	missing := ir.Num(0)
	who = k.Temp("who", who)
	of := func(p int) game.Set {
		for i := 1; i < len(k.G.Containers); i++ {
			if h := &k.G.Containers[i]; h.Owner == p && strings.Contains(h.Name, name) {
				set := make(game.Set, k.P.Words)
				set.Fill(h.First, h.First+h.Sites)
				return set
			}
		}
		return nil
	}
	for p := range k.G.Shared() + 1 {
		if of(p) == nil {
			missing = ir.Any(missing, ir.Calc(ir.Eq, who, ir.Num(p)))
		}
	}
	if missing.Is(1) {
		k.No(e, "a container that is unknown")
	}
	k.If(missing, k.Spoil)
	return k.SetByPlayer("hands", who, of)
}

// OwnedBy is the set of sites with a piece of an owner who may change.
func (k *Lowerer) OwnedBy(who *ir.Expr) *ir.Expr {
	if p, ok := who.Number(); ok {
		if p < 0 || int(p) > k.G.Shared() {
			return k.None()
		}
		return k.Owned(int(p))
	}
	who = k.Temp("who", who)
	set := k.None()
	for p := k.G.Shared(); p >= 0; p-- {
		set = ir.Select(ir.Calc(ir.Eq, who, ir.Num(p)), k.Owned(p), set)
	}
	return set
}

// IncludeIf adds a site to a set that is kept in a field unless it is negative; a number of no site of any type spoils
// the play.
func (k *Lowerer) IncludeIf(set *ir.Field, site *ir.Expr) {
	site = k.Temp("site", site)
	k.Choose(ir.Calc(ir.Below, site, ir.Num(k.Fields.Span)), func() { k.Include(set, site) },
		func() { k.If(ir.Calc(ir.Le, ir.Num(0), site), k.Spoil) })
}

// RowsOf is a table of rows that follow from a clause alone, made once for all clauses that say the same.
func (k *Lowerer) RowsOf(e *lgdl.Expr, name string, rows func() [][]int32) *write.Rows {
	return k.RowsOnce([]string{name}, "clause "+strconv.Itoa(k.shape(e)), func() [][][]int32 {
		return [][][]int32{rows()}
	})[0]
}

// SetOfSite is the row of a site of a table of n sites, as a set; of other sites none.
func (k *Lowerer) SetOfSite(t *write.Rows, n int, site *ir.Expr) *ir.Expr {
	site = k.Temp("site", site)
	ok := ir.Calc(ir.Below, site, ir.Num(n))
	return ir.Select(ok, k.RowSet(t, ir.Cond(ok, site, ir.Num(0))),
		k.None())

}

// Opening is the set of the sites on which a component stood when the play began.
func (k *Lowerer) Opening(comp *ir.Expr) *ir.Expr {
	f := &k.Fields
	if f.Opening == nil {
		f.Opening = k.P.Sets("opening", ir.Scratch, f.Comps)
	}
	comp = k.Temp("comp", comp)
	known := ir.All(ir.Calc(ir.Le, ir.Num(1), comp), ir.Calc(ir.Lt, comp, ir.Num(f.Comps)))
	return ir.SetAt(f.Opening, ir.Cond(known, comp, ir.Num(0)))
}

// FirstOnTrack is the first index of a track at which a site is, or -1.
func (k *Lowerer) FirstOnTrack(track int, site *ir.Expr) *ir.Expr {
	index := make([]int64, k.Fields.Span)
	for i := range index {
		index[i] = -1
	}
	elems := k.G.Tracks[track].Elems
	off := ir.Num(-1)
	for i := len(elems) - 1; i >= 0; i-- {
		if s := int(elems[i].Site); s >= 0 && s < len(index) {
			index[s] = int64(i)
		}
	}
	site = k.Temp("site", site)
	for i := len(elems) - 1; i >= 0; i-- {
		if s := int(elems[i].Site); s < 0 || s >= len(index) {
			off = ir.Cond(ir.Calc(ir.Eq, site, ir.Num(s)), ir.Num(i), off)
		}
	}
	return k.Temp("first", ir.Cond(ir.Calc(ir.Below, site, ir.Num(len(index))),
		ir.At(k.Table("place", ir.I16, index), site), off))
}

// AlongTrack adds what f adds for the sites of a track from an index on and round its end, each once, until it leaves by
// the label; for none if the index is negative.
func (k *Lowerer) AlongTrack(sites []int32, first *ir.Expr, f func(site *ir.Expr, end *ir.Label)) {
	n := len(sites)
	track := k.Rows("track", [][]int32{sites})
	at, left := k.Var("at", -1, n, first), k.Var("left", 0, n, ir.Num(n))
	k.Loop("track", n+1, func(end *ir.Label) {
		k.Add(ir.When(ir.Any(ir.Calc(ir.Le, ir.Read(left), ir.Num(0)), ir.Calc(ir.Lt, ir.Read(at), ir.Num(0))),
			ir.Leave(end)))
		f(k.Entry(track, ir.Num(0), ir.Read(at)), end)
		next := ir.Calc(ir.Add, ir.Read(at), ir.Num(1))
		k.Add(ir.Decrement(left), ir.Put(at, ir.Cond(ir.Calc(ir.Eq, ir.Read(at), ir.Num(n-1)), ir.Num(0), next)))
	})
}

// OfSite is a constant that depends on a site, -1 for those that do not exist.
func (k *Lowerer) OfSite(name string, values []int64, site *ir.Expr) *ir.Expr {
	site = k.Temp("site", site)
	return ir.Cond(ir.Calc(ir.Below, site, ir.Num(len(values))), ir.At(k.Table(name, ir.I16, values), site), ir.Num(-1))
}

// EmptyAnywhere is the set of the empty sites of all containers.
func (k *Lowerer) EmptyAnywhere() *ir.Expr { return ir.SetAt(k.Fields.Empty, ir.Num(0)) }

// SitesOfMoves is the set of the sites that the candidates which f emits go to, or those
// that they come from. A candidate without such a site spoils the play.
func (k *Lowerer) SitesOfMoves(f func(), from bool) *ir.Expr {
	env, thens, effect, filters, ahead := k.Env, k.thens, k.effect, k.filters, k.ahead
	k.thens, k.effect, k.filters, k.ahead.on, k.ahead.sites = nil, false, nil, true, true
	body := k.Inside(f)
	k.Env, k.thens, k.effect, k.filters, k.ahead = env, thens, effect, filters, ahead
	set := k.NewSet()
	here := ir.SetAt(set, ir.Num(0))
	one := func(site *ir.Expr) []*ir.Stmt {
		return k.Inside(func() {
			site = k.Temp("site", site)
			k.IncludeIf(set, site)
			k.If(ir.Calc(ir.Lt, site, ir.Num(0)), k.Spoil)
		})
	}
	k.Add(ir.Gathered(body, func(a, b *ir.Expr) []*ir.Stmt {
		if from {
			return one(a)
		}
		return one(b)
	}, func(a, sites *ir.Expr) []*ir.Stmt {
		if !from || a.Is(-1) {
			return k.Inside(func() { k.Store(set, ir.Calc(ir.SetOr, here, sites)) })
		}
		return []*ir.Stmt{ir.When(ir.Calc(ir.SetAny, sites), one(a)...)}
	})...)
	return here
}
