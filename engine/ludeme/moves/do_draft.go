package moves

import "github.com/astragal/astragal/engine/game"

// draft is the Draft form of a do without next moves: the condition is tested
// on the moves that are made.
func (d *doer) draft(c *game.Context, ds *game.Drafts) {
	if site, ok := ds.Asks(); ok {
		if d.canMoveTo(c, site) {
			ds.Found(c, site)
		}
		return
	}
	first := ds.Len()
	switch {
	case d.holds(c):
		ds.Inside(c, d.prior)
	case ds.One() && d.prior.Part != nil: // mostly the first piece can move
		if d.canMove(c) {
			ds.Exists(c)
		}
		return
	default:
		ds.Filter(c, d.prior, d.filter, d.sees, d.left)
	}
	ds.ThenAll(first, d.then)
}

// guess offers the slots of the moves, which are checked when drawn.
func (d *doer) guess(c *game.Context, ds *game.Drafts) bool {
	first := ds.Sources()
	if !ds.Offer(c, d.prior) || !d.holds(c) && !ds.CheckSources(first, d.filter, d.sees) {
		return false
	}
	ds.ThenSources(first, d.then)
	return true
}

// draftSequence is the Draft form of a do with next moves, where all moves are
// asked for: they are drafted on the position that the prior moves lead to.
func (d *doer) draftSequence(c *game.Context, ds *game.Drafts) {
	if site, ok := ds.Asks(); ok {
		if d.canMoveTo(c, site) {
			ds.Found(c, site)
		}
		return
	}
	if d.after.Given() || !ds.Plain() {
		ds.Made(c, d.eval)
		return
	}
	first := ds.Len()
	if d.prior.Rolls != nil && c.RollsLive() {
		if ds.AfterRoll(c, d.prior, d.next) == 0 && len(c.G.Dice) > 0 {
			ds.Idle(c)
		}
		ds.ThenAll(first, d.then)
		return
	}
	t := c.Temp()
	prefix, twice, reversed := d.before(c, t)
	ds.Ahead(c, t, d.next, prefix, twice)
	if ds.Len() == first && len(c.G.Dice) > 0 {
		ds.Made(c, func(c *game.Context, out *game.MoveList) { out.Add(idle(c, reversed)) })
	}
	c.GiveActions(reversed)
	c.GiveActions(twice)
	c.GiveActions(prefix)
	ds.ThenAll(first, d.then)
}

// canMoveAfterRoll answers whether there is a move after a throw: where there are
// dice a player who cannot move passes. The throw is drawn all the same.
func (d *doer) canMoveAfterRoll(c *game.Context, g *game.Gen) bool {
	if len(c.G.Dice) == 0 || !c.Quiet(d.next) || !c.AllowsAll() {
		return c.Lists(g)
	}
	c.Rolled(d.prior)
	return true
}
