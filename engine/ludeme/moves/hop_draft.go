package moves

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
)

// hopDraft is the Draft form of a hop over exactly one neighbour to the site
// behind it. Data of a draft is the number of the line.
type hopDraft struct {
	*hopper
	over, to game.SplitTest
	aims     *game.Aims
	maker    *game.Maker
	slots    game.Slots
	plain    game.Action // of a move without effects, but for its sites
}

// draft returns the Draft form; nil for hops over several or distant sites, or
// whose directions follow the play.
func (h *hopper) draft(k *game.Compiler, between, to *lgdl.Expr) *hopDraft {
	near := func(i game.Int) bool { return i.Const && i.V == 0 }
	b := &h.between
	aims := k.Lines(h.from.Type, h.dirs)
	if aims == nil || h.from.If.Given() || b.HasRange || !near(b.Before) || !near(b.After) || b.Given && !b.If.Given() || h.to.Apply.If.Given() {
		return nil
	}
	d := &hopDraft{hopper: h, aims: aims, to: splitTo(k, to, &h.to)}
	if b.Given {
		d.over = k.Split(between.Args[3], b.If, "between")
	}
	d.maker = &game.Maker{Make: d.make}
	over, landing := &b.Apply, &h.to.Apply
	if h.decision && !h.stack && (over.Effect == nil || landing.Effect == nil) && !over.follows() && !landing.follows() {
		st := game.SiteType(h.from.Type)
		d.plain = game.MovePiece(st, 0, game.Off, st, 0, game.Off, game.Off, game.Off, game.Off, false).Decided()
		d.maker.Action, d.maker.Between = d.action, d.hurdle
		hurdle := func(_ *game.Context, x *game.Draft) int { return int(aims.Ray(x.Data)[1]) }
		if d.maker.Before = over.before(hurdle); over.Effect == nil {
			d.maker.Before = landing.before(hurdle)
		}
	}
	d.slots = game.Slots{Per: aims.Most, Try: d.try, Maker: d.maker}
	return d
}

func (d *hopDraft) list(c *game.Context, ds *game.Drafts) {
	if !d.aims.Ready(c) {
		ds.Made(c, d.eval)
		return
	}
	origin := d.from.Loc.Get(c)
	if !c.G.OnBoard(d.from.Type, origin) {
		return
	}
	first, from, to, between := ds.Len(), c.From, c.To, c.Between
	c.From = origin
	over, free := ds.Judge(c, &d.over), ds.Judge(c, &d.to)
	i, end := d.aims.Rays(c, origin)
	for ; i < end; i++ {
		path := d.aims.Ray(i)
		if len(path) < 3 || !ds.Wants(path[2]) {
			continue
		}
		if c.Between = int(path[1]); !over.Ok(c, path[1]) {
			continue
		}
		if c.To = int(path[2]); free.Ok(c, path[2]) {
			ds.Add(c, d.maker, int32(origin), path[2], i)
			if ds.Done() {
				break
			}
		}
	}
	c.From, c.To, c.Between = from, to, between
	ds.ThenAll(first, d.then)
}

func (d *hopDraft) action(_ *game.Context, x *game.Draft, a *game.Action) {
	*a = d.plain
	a.From, a.To = x.From, x.To
}

// hurdle is what the hop of a draft goes over.
func (d *hopDraft) hurdle(x *game.Draft) []int32 { return d.aims.Ray(x.Data)[1:2] }

func (d *hopDraft) make(c *game.Context, _ *game.Drafts, x *game.Draft) game.Move {
	between := c.Between
	path := d.aims.Ray(x.Data)
	c.Between = int(path[1])
	m := d.land(c, &jump{f: int(x.From), lo: 1, hi: 1}, x.To, path[1:2], 1)
	c.Between = between
	m.Mover = int32(c.S.Mover)
	return m
}

// ownOrigin tells whether a (from …), or its absence, means (from).
func ownOrigin(e *lgdl.Expr) bool {
	if e == nil {
		return true
	}
	a := e.Args
	return a[0] == nil && a[1] == nil && a[3] == nil && a[4] == nil &&
		(a[2] == nil || game.IsIterator(a[2], "from"))
}

// guess offers a slot for each line.
func (d *hopDraft) guess(c *game.Context, ds *game.Drafts) bool {
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

func (d *hopDraft) try(c *game.Context, ds *game.Drafts, origin int32, slot int, x *game.Draft) bool {
	i, end := d.aims.Rays(c, int(origin))
	if i += int32(slot); i >= end {
		return false
	}
	path := d.aims.Ray(i)
	if len(path) < 3 {
		return false
	}
	if c.Between = int(path[1]); !ds.Judge(c, &d.over).Ok(c, path[1]) {
		return false
	}
	x.To, x.Data = path[2], i
	c.To = int(path[2])
	return ds.Judge(c, &d.to).Ok(c, path[2])
}
