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
	plain game.Action // of a move without effects, but for its sites
}

// draft returns the Draft form, nil for the steps that leave iterators assigned
// or whose directions follow the play.
func (s *step) draft(k *game.Compiler, to *lgdl.Expr) func(c *game.Context, ds *game.Drafts) {
	aims := k.Neighbours(s.from.Type, s.dirs)
	if aims == nil || s.from.If.Given() || s.from.Level.Given() {
		return nil
	}
	d := &stepDraft{step: s, aims: aims, to: splitTo(k, to, &s.to)}
	d.maker = &game.Maker{Make: d.make}
	if s.decision && !s.stack && s.to.Apply.Effect == nil {
		d.maker.Action = d.action
		st := game.SiteType(s.from.Type)
		d.plain = game.MovePiece(st, 0, game.Off, st, 0, game.Off, game.Off, game.Off, game.Off, false).Decided()
	}
	return d.list
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
	ok := d.to.For(c)
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
