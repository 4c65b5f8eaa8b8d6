package lower

import (
	"slices"
	"strings"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/lgdl"
)

// By the rules groups are gone through from piece to piece, as these are listed by component: who comes is put at the
// end, and without stacks the last one takes the place of one that goes (part 3, §6). In games that go through groups
// these lists are kept.

// arrivals are lists of sites by component.
type arrivals struct {
	list, number *ir.Field
	at           *ir.Field // by site: its place in the list
}

func eachGroup(e *lgdl.Expr) bool {
	return e.Form != nil && strings.HasPrefix(e.Form.Text, "(forEach Group ")
}

func (k *Lowerer) arrivalFields() {
	f := &k.Fields
	if f.stacks == nil && f.layers == [3]*layer{} && k.anyRule(eachGroup) {
		f.arrivals = &arrivals{list: k.P.Field("arrivals", ir.State, ir.I16, f.comps*f.sites),
			number: k.P.Field("arrivals.number", ir.State, ir.I16, f.comps),
			at:     k.P.Field("arrivals.at", ir.State, ir.I16, f.sites)}
	}
}

// relist takes the piece on a site off the list of a component, and puts one of another component on its list; either
// may be nothing.
func (k *Lowerer) relist(site, was, now *ir.Expr) {
	x := k.Fields.arrivals
	if x == nil {
		return
	}
	k.call(k.function("relist", ir.None, []string{"site", "was", "now"}, func(p []*ir.Expr) {
		site, was, now := p[0], p[1], p[2]
		entry := func(comp, i *ir.Expr) *ir.Expr {
			return ir.Calc(ir.Add, ir.Calc(ir.Mul, comp, ir.Num(k.Fields.sites)), i)
		}
		k.If(was, func() {
			n, i := k.Temp("n", plus(ir.At(x.number, was), -1)), k.Temp("i", ir.At(x.at, site))
			last := k.Temp("last", ir.At(x.list, entry(was, n)))
			k.Add(ir.Write(x.number, was, n), ir.Write(x.list, entry(was, i), last), ir.Write(x.at, last, i),
				ir.Write(x.list, entry(was, n), ir.Num(0)), ir.Write(x.at, site, ir.Num(0)))
		})
		k.If(now, func() {
			n := k.Temp("n", ir.At(x.number, now))
			k.Add(ir.Write(x.number, now, plus(n, 1)), ir.Write(x.list, entry(now, n), site), ir.Write(x.at, site, n))
		})
	}), site, was, now)
}

// promoted notes that a piece comes in place of another one, which may be of the same component.
func (k *Lowerer) promoted(site, comp *ir.Expr) {
	if k.Fields.arrivals == nil {
		return
	}
	was := k.Temp("was", ir.At(k.Fields.What, site))
	if k.unowned() { // of whom the list stays as it is
		k.SpoilIf(ir.Calc(ir.Not, ir.All(k.owned(was), k.owned(comp))))
	}
	if k.Fields.count != nil { // else as when the piece is set
		k.If(ir.Calc(ir.Eq, was, comp), func() { k.relist(site, was, comp) })
	}
}

// eachListed adds what f adds for each entry of the lists of some owners, in the order of their components.
func (k *Lowerer) eachListed(owners []int, f func(site *ir.Expr)) {
	var comps []int64
	for _, p := range owners {
		for _, c := range k.G.ComponentsOf(p) {
			if c != 0 {
				comps = append(comps, int64(c))
			}
		}
	}
	if len(comps) == 0 {
		return
	}
	x, s := k.Fields.arrivals, k.Fields.stacks
	table := k.Table("listed", ir.U8, comps)
	k.rounds(ir.Num(0), ir.Num(len(comps)), len(comps), func(i *ir.Expr) {
		c := k.Temp("comp", ir.At(table, i))
		if s != nil {
			k.EachPlaceOf(c, func(site, _ *ir.Expr) { f(site) })
			return
		}
		first := k.Temp("first", ir.Calc(ir.Mul, c, ir.Num(k.Fields.sites)))
		k.rounds(ir.Num(0), ir.At(x.number, c), k.Fields.sites, func(i *ir.Expr) {
			site := k.Var("site", 0, k.Fields.sites-1, ir.At(x.list, ir.Calc(ir.Add, first, i)))
			f(ir.Read(site))
		})
	})
}

// KeepsLists reports whether it is kept in which order pieces are listed.
func (k *Lowerer) KeepsLists() bool { return k.Stacked() || k.Fields.arrivals != nil }

// InTurn reports whether the order of effects for one thing after another may matter: there are consequents around them
// or of their own, each of which sees what the effects before it did, or they write what the position has once.
func (k *Lowerer) InTurn(moves *lgdl.Expr) bool {
	if !k.performed() {
		return false
	}
	body := k.onTrial(moves)
	return len(k.thens) > 0 || k.Asks(moves, "then") || slices.ContainsFunc(ir.Emitted(body), func(n int) bool {
		return len(k.orderly(n, false)) > 0 || !k.commute(n, n)
	})
}

// loadArrivals writes the lists by the rules into memory.
func (p *Program) loadArrivals(mem []byte, s *game.State) {
	x, f := p.k.Fields.arrivals, &p.k.Fields
	put := func(field *ir.Field, i, v int) { mem[field.Addr+2*i], mem[field.Addr+2*i+1] = byte(v), byte(v>>8) }
	for c := 0; x != nil && c < f.comps; c++ {
		for i, place := range s.Places(c) {
			if i >= f.sites || p.What(mem, int(place.Site)) != c {
				p.setFault(mem) // an entry of a piece that has gone
				return
			}
			put(x.number, c, i+1)
			put(x.list, c*f.sites+i, int(place.Site))
			put(x.at, int(place.Site), i)
		}
	}
}
