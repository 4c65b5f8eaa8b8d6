package lower

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/internal/position"
	"github.com/astragal/astragal/engine/lgdl"
)

func (k *Lowerer) fields() {
	g, p := k.G, k.P
	f := &k.Fields
	f.Board, f.Sites, f.Comps = g.Topo.Num(g.DefaultType), g.Topo.Num(g.DefaultType), len(g.Components)
	if len(g.Containers) > 1 {
		f.Sites = g.Sites
	}
	f.Height = position.MaxHeight
	p.Words = (f.Sites + 63) / 64
	f.Kept = [layout.NumData]bool{k.StatesOfPieces(), g.Rotations, g.Values}
	k.layers()
	for v := range f.Vars {
		f.Vars[v] = p.Field(position.VarNames[v], ir.State, ir.Int, 1)
	}
	f.What = p.Field("what", ir.State, k.ComponentElem(), f.Sites)
	f.At = p.Sets("at", ir.State, f.Comps)
	f.Empty = p.Sets("empty", ir.State, 1)
	k.OwnedField()
	for _, x := range [...]*ir.Field{f.At, f.Owned} {
		k.confine(x, k.existing(g.DefaultType).Bits())
	}
	k.confine(f.Empty, k.AllSites().Bits())
	if g.Counts {
		f.Count = p.Field("count", ir.State, ir.Int, f.Sites)
	}
	k.FindTeams()
	k.payoffField()
	k.Dice, k.Bag = k.NewDice(), k.NewBag()
	k.sequences()
	k.Repetition = k.repeats()
	if g.Stacks {
		k.stackFields()
	} else {
		for d, field := range [layout.NumData]**ir.Field{&f.State, &f.Turned, &f.Worth} {
			if f.Kept[d] {
				*field = p.Field(position.DatumNames[d]+".site", ir.State, ir.Int, f.Sites)
			}
		}
	}
	switch {
	case g.Stacks || f.Layers == [3]*layout.Layer{} && (k.byLists || k.Rules.AnyRule(eachGroup) || k.SizesInTurn()):
		k.listFields()
	case k.ListsAgain():
		k.ListingFields()
	}
	k.sequenceFields()
	k.HiddenFields()
	k.TrackFields()
	k.PlayableField()
	if f.Layers != [3]*layout.Layer{} &&
		(g.Stacks || f.Turned != nil || f.Worth != nil || f.Hidden != nil || f.Tracks != nil) {
		k.No(g.Root(), "stacks, or pieces with numbers, on sites of several types")
	}
	for _, x := range []struct {
		to   **ir.Field
		name string
	}{{&f.Score, "score"}, {&f.Rank, "rank"}, {&f.Amount, "amount"}, {&f.Value, "value"}, {&f.Phase, "phase"}} {
		*x.to = p.Field(x.name, ir.State, ir.Int, g.Players+2)
	}
	f.Named = p.Field("named", ir.State, ir.Int, max(len(g.VarNames()), 1))
	f.Rng = p.Field("rng", ir.Scratch, ir.Word, 1)
	f.Start = p.Snapshot("start")
	owners := make([]int64, f.Comps)
	for c := range owners {
		owners[c] = int64(g.Components[c].Owner)
	}
	f.Owner = k.Table("owner", ir.U8, owners)
}

// Pieces is the set of sites with pieces of those whom a role stands for.
func (k *Lowerer) Pieces(e *lgdl.Expr, role string) *ir.Expr {
	switch {
	case role == "All":
		return k.Standing()
	case !game.ManyRole(role):
		return k.OwnedBy(k.role(e, role))
	}
	set := k.None()
	k.eachMember(role, 0, k.G.Players, func(p int, is *ir.Expr) {
		set = ir.Calc(ir.SetOr, set, k.SetIf(is, k.OwnedBy(ir.Num(p))))
	})
	return set
}
