package regions

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/rule"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// sitesDistance are the sites whose distance from a site is in a range: in the one relation that the game measures
// distances in, or in steps of a move.
var sitesDistance = rule.Region{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Region {
	a := clause.SitesDistance(e)
	if a.Step() == nil {
		return rings.Impl(k, e)
	}
	st, from, span := k.SiteTypeOr(a.SiteType()), k.Int(a.From()), k.Range(a.Range())
	f := &flood{st: st, dirs: k.Directions(clause.Step(a.Step()).Direction(), "Adjacent"),
		cond: k.Cond(clause.Step(a.Step()).To().Arg("if"))}
	if a.NewRotation() != nil {
		f.rotation = k.Int(a.NewRotation())
	}
	return game.RegionFn(func(c *game.Context, out game.Set) {
		s, lo, hi := from.Get(c), span.Min.Get(c), span.Max.Get(c)
		if c.G.OnBoard(st, s) && lo >= 0 {
			f.eval(c, s, lo, hi, out)
		}
	})
}, Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	a := clause.SitesDistance(e)
	switch r := k.Parts.Range(a.Range()); {
	case a.Step() != nil:
		return lowerStepDistance(k, e)
	case !r.Min.Const || !r.Max.Const:
		return lowerRings(k, e, k.TypeOf(a.SiteType()))
	}
	return rings.Lower(k, e)
}}

// rings are the sites at the distances of a range, in the relation that is known when all of the game is.
var rings = member("rings", rule.Arg("from"), func(k *game.Compiler, e *lgdl.Expr) family {
	a := clause.SitesDistance(e)
	rel := board.RelAdjacent
	if a.RelationType() != nil {
		rel, _ = board.ParseRelation(a.RelationType().Text)
	}
	k.AskDistance(rel)
	st, span := k.SiteTypeOr(a.SiteType()), k.Range(a.Range())
	return family{n: k.G.Topo.Num(st), add: func(c *game.Context, i int, out game.Set) {
		lo, hi := span.Min.Get(c), span.Max.Get(c)
		for d := lo; d >= 0 && d <= hi; d++ {
			ring := c.G.Topo.AtDistance(st, c.G.DistanceRelation(), int32(i), d)
			if ring == nil {
				return
			}
			addAll(out, ring)
		}
	}, known: span.Min.Const && span.Max.Const, late: true}
})

// flood is a search by the steps of a move.
type flood struct {
	st       board.SiteType
	dirs     game.Directions
	cond     game.Bool
	rotation game.Int // of the piece, from site to site; may be absent
}

// eval adds the sites reached in lo to hi steps. The piece on the origin gives
// facing and rotation at all sites.
func (f *flood) eval(c *game.Context, origin, lo, hi int, out game.Set) {
	from, to, value, facing, turned := c.From, c.To, c.Value, c.Facing, c.Turned
	rotation := c.S.RotationAt(f.st, origin, game.Off)
	if what := c.S.What(f.st, origin); what != 0 {
		c.Facing = c.G.FacingOf(what)
	}
	c.Turned = rotation + 1
	seen := c.TakeSet()
	seen.Add(origin)
	queue := f.expand(c, int32(origin), seen, c.TakeInts())
	for level, head := 1, 0; head < len(queue); level++ {
		end := len(queue)
		if level >= lo {
			for _, s := range queue[head:end] {
				out.Add(int(s))
			}
		}
		if level >= hi {
			break
		}
		for ; head < end; head++ {
			if f.rotation.Given() {
				c.Value = rotation
				rotation = f.rotation.Get(c)
				c.Turned = rotation + 1
			}
			queue = f.expand(c, queue[head], seen, queue)
		}
	}
	c.GiveInts(queue)
	c.GiveSet(seen)
	c.From, c.To, c.Value, c.Facing, c.Turned = from, to, value, facing, turned
}

// expand appends the sites not seen before that one step from s leads to.
func (f *flood) expand(c *game.Context, s int32, seen game.Set, queue []int32) []int32 {
	list := f.dirs.Eval(c, f.st, int(s), c.TakeDirs())
	c.From = int(s)
	for _, d := range list {
		for _, t := range c.G.Topo.Steps(f.st, s, d) {
			c.To = int(t)
			if !seen.Has(int(t)) && f.cond.Ok(c) {
				seen.Add(int(t))
				queue = append(queue, t)
			}
		}
	}
	c.GiveDirs(list)
	return queue
}
