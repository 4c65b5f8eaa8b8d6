package moves

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
)

// stepDraft is the Draft form of a step: neighbours from a table, the condition
// of the to as a test of a site.
type stepDraft struct {
	*step
	to    game.SplitTest
	aims  *game.Aims
	maker *game.Maker
	slots game.Slots
	plain game.Action // of a move without effects, but for its sites
}

// draft returns the Draft form, nil for the steps that leave iterators assigned
// or whose directions follow the play.
func (s *step) draft(k *game.Compiler, to *lgdl.Expr) *stepDraft {
	aims := k.Neighbours(s.from.Type, s.dirs)
	if aims == nil || s.from.If.Given() || s.from.Level.Given() {
		return nil
	}
	d := &stepDraft{step: s, aims: aims, to: splitTo(k, to, &s.to)}
	d.maker = &game.Maker{Make: d.make}
	d.slots = game.Slots{Per: aims.Most, Try: d.try, Maker: d.maker}
	if s.decision && !s.stack && !s.to.Apply.follows() {
		d.maker.Action = d.action
		if ap := &s.to.Apply; ap.Effect != nil {
			d.maker.Before = func(c *game.Context, _ *game.Draft) bool {
				ok := ap.If.Ok(c)
				if ok {
					c.Effect(ap.Effect)
				}
				return ok
			}
		}
		st := game.SiteType(s.from.Type)
		d.plain = game.MovePiece(st, 0, game.Off, st, 0, game.Off, game.Off, game.Off, game.Off, false).Decided()
	}
	return d
}

// splitTo takes the condition of a (to …) apart; e is its clause or nil.
func splitTo(k *game.Compiler, e *lgdl.Expr, to *toPart) game.SplitTest {
	if e == nil {
		return k.Split(nil, game.Bool{}, "to")
	}
	return k.Split(e.Args[5], to.If, "to")
}

func (d *stepDraft) list(c *game.Context, ds *game.Drafts) {
	if !d.aims.Ready(c) {
		ds.Made(c, d.eval)
		return
	}
	origin := d.from.Loc.Get(c)
	if !c.G.OnBoard(d.from.Type, origin) {
		return
	}
	first, from, to := ds.Len(), c.From, c.To
	c.From = origin
	ok := ds.Judge(c, &d.to)
	for _, t := range d.aims.Sites(c, origin) {
		if !ds.Wants(t) {
			continue
		}
		if c.To = int(t); ok.Ok(c, t) {
			ds.Add(c, d.maker, int32(origin), t, 0)
			if ds.Done() {
				break
			}
		}
	}
	c.From, c.To = from, to
	ds.ThenAll(first, d.then)
}

func (d *stepDraft) action(_ *game.Context, x *game.Draft, a *game.Action) {
	*a = d.plain
	a.From, a.To = x.From, x.To
}

func (d *stepDraft) make(c *game.Context, _ *game.Drafts, x *game.Draft) game.Move {
	l := c.TakeList()
	d.add(c, l, int(x.From), int(x.To), game.Off)
	m := l.M[0]
	c.GiveList(l)
	return m
}

// guess offers a slot for each neighbour.
func (d *stepDraft) guess(c *game.Context, ds *game.Drafts) bool {
	if !d.aims.Ready(c) {
		return false
	}
	first := ds.Sources()
	if !ds.Slots(c, &d.slots) {
		return false
	}
	ds.ThenSources(first, d.then)
	return true
}

func (d *stepDraft) try(c *game.Context, ds *game.Drafts, origin int32, slot int, x *game.Draft) bool {
	near := d.aims.Sites(c, int(origin))
	if slot >= len(near) {
		return false
	}
	t := near[slot]
	x.To, x.Data = t, 0
	c.To = int(t)
	return ds.Judge(c, &d.to).Ok(c, t)
}
