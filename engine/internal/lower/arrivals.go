package lower

import (
	"slices"
	"strings"

	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/lgdl"
)

// By the rules groups are gone through from piece to piece, as these are listed by component. So games without stacks
// keep the position lists, too, if they go through groups: who comes is put at the end, and the last one takes the
// place of one that goes (part 3, §6).

func eachGroup(e *lgdl.Expr) bool {
	return e.Form != nil && strings.HasPrefix(e.Form.Text, "(forEach Group ")
}

// relist takes the piece on a site off the list of a component, and puts one of another component on its list; either
// may be nothing.
func (k *Lowerer) relist(site, was, now *ir.Expr) {
	if k.Fields.lists == nil {
		return
	}
	k.call(k.function("relist", ir.None, []string{"place", "was", "now"}, func(p []*ir.Expr) {
		for i, f := range [...]*ir.Func{k.unlist(), k.enlist()} {
			k.If(p[1+i], func() { k.call(f, p[1+i], p[0]) })
		}
	}), k.place(site, ir.Num(0)), was, now)
}

// promoted notes that a piece comes in place of another one, which may be of the same component.
func (k *Lowerer) promoted(site, comp *ir.Expr) {
	if k.Fields.lists == nil {
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
	if n := len(comps); n > 0 {
		table := k.Table("listed", ir.U8, comps)
		k.rounds(ir.Num(0), ir.Num(n), n, func(i *ir.Expr) {
			k.EachPlaceOf(k.Temp("comp", ir.At(table, i)), func(site, _ *ir.Expr) { f(site) })
		})
	}
}

// KeepsLists reports whether it is kept in which order pieces are listed.
func (k *Lowerer) KeepsLists() bool { return k.Fields.lists != nil }

// InTurn reports whether the order of effects for one thing after another may matter: there are consequents around them
// or of their own, each of which sees what the effects before it did, or they write what the position has once.
func (k *Lowerer) InTurn(moves *lgdl.Expr) bool {
	if !k.performed() || len(k.thens) > 0 || k.Asks(moves, "then") {
		return k.performed()
	}
	body := k.onTrial(moves)
	return slices.ContainsFunc(ir.Emitted(body), func(n int) bool {
		return len(k.orderly(n, false)) > 0 || !k.commute(body, n, n)
	})
}
