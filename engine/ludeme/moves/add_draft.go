package moves

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
)

// draft returns the Draft form of adding one piece to sites of a region, without
// an effect: where there is no condition either, a whole set of sites at once.
// Data of a draft is the component.
func (a *adder) draft(k *game.Compiler, to *lgdl.Expr) func(c *game.Context, ds *game.Drafts) {
	t := &a.to
	if !k.General && len(a.piece.Components) == 1 && !t.Region.Given() && !t.If.Given() {
		return a.exists
	}
	if k.General || len(a.piece.Components) != 1 || !t.Region.Given() || t.Level.Given() || t.Apply.Effect != nil ||
		t.Apply.If.Given() || !a.count.Const || a.count.V != 1 {
		return nil
	}
	may := splitTo(k, to, t)
	plain := game.Add(game.SiteType(t.Type), 0, 0, 1, game.Off, game.Off, game.Off, false).Decided()
	maker := &game.Maker{Make: func(c *game.Context, _ *game.Drafts, d *game.Draft) game.Move {
		m, _ := a.move(c, int(d.Data), int(d.To), 1)
		return m
	}, Then: a.then, Action: func(c *game.Context, d *game.Draft, x *game.Action) {
		*x = plain
		x.From, x.To, x.What = d.To, d.To, d.Data
		if a.piece.State.Given() {
			x.State = int32(a.piece.stateOf(c))
		}
	}}
	if !a.decision {
		maker.Action = nil
	}
	return func(c *game.Context, ds *game.Drafts) {
		comp := a.piece.Components[0].Get(c)
		if comp < 0 || comp >= len(c.G.Components) {
			return
		}
		if c.G.Components[comp].Large() {
			ds.Made(c, a.eval)
			return
		}
		if !may.Given() {
			addRegion(c, ds, maker, &t.Region, int32(comp))
			return
		}
		outer := c.To
		ok := ds.Judge(c, &may)
		set := regionSet(c, &t.Region)
		for s := set.Next(0); s >= 0 && !ds.Done(); s = set.Next(s + 1) {
			if c.To = s; ds.Wants(int32(s)) && ok.Ok(c, int32(s)) {
				ds.Add(c, maker, int32(s), int32(s), int32(comp))
			}
		}
		giveRegion(c, &t.Region, set)
		c.To = outer
	}
}

// addRegion drafts a move to each site of a region.
func addRegion(c *game.Context, ds *game.Drafts, m *game.Maker, r *game.Region, data int32) {
	if r.Bits != nil {
		set, mask := r.Bits(c)
		ds.AddSet(c, m, set, mask, data)
		return
	}
	set := regionSet(c, r)
	ds.AddSet(c, m, set, set, data)
	giveRegion(c, r, set)
}

// exists is the Draft form of adding one piece to one site, whose existence is
// plain without making it.
func (a *adder) exists(c *game.Context, ds *game.Drafts) {
	comp := a.piece.Components[0].Get(c)
	if !ds.One() || comp >= 0 && comp < len(c.G.Components) && c.G.Components[comp].Large() {
		ds.Made(c, a.eval)
		return
	}
	if comp >= 0 && comp < len(c.G.Components) && a.count.Get(c) >= 1 && a.to.Loc.Get(c) >= 0 {
		ds.Exists(c)
	}
}
