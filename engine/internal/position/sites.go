package position

import (
	"math/bits"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/ir/transform"
	"github.com/astragal/astragal/engine/internal/write"
	"github.com/astragal/astragal/engine/lgdl"
)

// LandingAt adds what f adds if a site that pieces go to exists, as Landing does.
func (k *Code) LandingAt(st board.SiteType, site *ir.Expr, f func()) {
	k.Choose(k.ExistsOn(st, site), f, func() { k.SpoilIf(ir.Calc(ir.Le, ir.Num(0), site)) })
}

// Container is the number of the container of a name.
func (k *Code) Container(e *lgdl.Expr, name string) int {
	n := k.G.ContainerNamed(name)
	if n < 0 {
		k.No(e, "a container that is unknown")
	}
	return n
}

// SitesIn is the set of the sites of a container, the first ones of the board.
func (k *Code) SitesIn(container int) *ir.Expr {
	if container == 0 {
		return k.Board()
	}
	h := &k.G.Containers[container]
	set := make(game.Set, k.P.Words)
	set.Fill(h.First, h.First+h.Sites)
	return ir.SetOf(set)
}

// OwnedBy is the set of sites with a piece of an owner who may change.
func (k *Code) OwnedBy(who *ir.Expr) *ir.Expr {
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
func (k *Code) IncludeIf(set *ir.Field, site *ir.Expr) {
	site = k.Temp("site", site)
	k.Choose(ir.Calc(ir.Below, site, ir.Num(k.Fields.Span)), func() { k.Include(set, site) },
		func() { k.If(ir.Calc(ir.Le, ir.Num(0), site), k.Spoil) })
}

// SetOfSite is the row of a site of a table of n sites, as a set; of other sites none.
func (k *Code) SetOfSite(t *write.Rows, n int, site *ir.Expr) *ir.Expr {
	site = k.Temp("site", site)
	ok := ir.Calc(ir.Below, site, ir.Num(n))
	return ir.Select(ok, k.RowSet(t, ir.Cond(ok, site, ir.Num(0))),
		k.None())

}

// Opening is the set of the sites on which a component stood when the play began.
func (k *Code) Opening(comp *ir.Expr) *ir.Expr {
	f := &k.Fields
	if f.Opening == nil {
		f.Opening = k.P.Sets("opening", ir.Scratch, f.Comps)
	}
	comp = k.Temp("comp", comp)
	known := ir.All(ir.Calc(ir.Le, ir.Num(1), comp), ir.Calc(ir.Lt, comp, ir.Num(f.Comps)))
	return ir.SetAt(f.Opening, ir.Cond(known, comp, ir.Num(0)))
}

// FirstOnTrack is the first index of a track at which a site is, or -1.
func (k *Code) FirstOnTrack(track int, site *ir.Expr) *ir.Expr {
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

// AlongTrack adds what f adds for the sites of a track from an index on and round its end, each once, until it leaves
// by the label; for none if the index is negative.
func (k *Code) AlongTrack(sites []int32, first *ir.Expr, f func(site *ir.Expr, end *ir.Label)) {
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
func (k *Code) OfSite(name string, values []int64, site *ir.Expr) *ir.Expr {
	site = k.Temp("site", site)
	return ir.Cond(ir.Calc(ir.Below, site, ir.Num(len(values))), ir.At(k.Table(name, ir.I16, values), site), ir.Num(-1))
}

// EmptyAnywhere is the set of the empty sites of all containers.
func (k *Code) EmptyAnywhere() *ir.Expr { return ir.SetAt(k.Fields.Empty, ir.Num(0)) }

// Index says where the pieces are kept by component.
func (k *Code) Index() *transform.Index {
	by := &transform.Index{Of: k.Fields.What, Sets: k.Fields.At, N: k.Fields.Comps, Fault: k.Candidates.Fault}
	if !k.Stacked() && k.Large == nil { // else a site may be empty in spite of what was there
		by.None, by.Counts = k.Fields.Empty, k.Fields.Count
	}
	if by.Groups = k.Fields.Owned; by.Groups != nil {
		for c := range k.G.Components {
			by.GroupOf = append(by.GroupOf, k.G.Components[c].Owner)
		}
	}
	return by
}

// EachWord calls f for the words of the sets of sites by component.
func (k *Code) EachWord(f func(word *ir.Expr)) {
	for i := k.P.Words; i < k.Fields.Comps*k.P.Words; i++ {
		f(ir.At(k.Fields.At, ir.Num(i)))
	}
}

// Ones is the number of members of a set.
func Ones(set []uint64) (n int) {
	for _, w := range set {
		n += bits.OnesCount64(w)
	}
	return n
}
