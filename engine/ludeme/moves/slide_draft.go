package moves

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
)

// slideDraft is the Draft form of a slide along lines. Data of a draft is the
// number of the line, the distance, and whether the slide had to stop there.
type slideDraft struct {
	*slide
	cross, stop game.SplitTest
	aims        *game.Aims
	maker       *game.Maker
	slots       game.Slots
	plain       game.Action // of a move without effects, but for its sites
}

// The distance and the flag share Data with the number of the line.
const (
	stopBit      = 1
	distanceBits = 10
	maxDistance  = 1<<distanceBits - 1
	maxLines     = 1 << (30 - distanceBits)
)

// draft returns the Draft form; nil for slides that leave iterators assigned,
// that effects on the sites crossed may refuse, or whose directions follow the play.
func (s *slide) draft(k *game.Compiler, between, to *lgdl.Expr) *slideDraft {
	aims := k.Lines(s.from.Type, s.dirs)
	refused := s.to.Apply.If.Given()
	if aims == nil || s.from.If.Given() || s.from.Level.Given() || refused && s.between.Apply.Effect != nil {
		return nil
	}
	d := &slideDraft{slide: s, aims: aims}
	if s.between.If.Given() {
		d.cross = k.Split(between.Args[3], s.between.If, "between")
	} else {
		d.cross = k.SplitEmpty(game.BoolFn(s.mayCross))
	}
	if s.to.If.Given() {
		d.stop = k.Split(to.Args[5], s.to.If, "to")
	}
	d.maker = &game.Maker{Make: d.make}
	if s.decision && !refused && !s.stack && !s.to.Apply.follows() &&
		s.between.Apply.Effect == nil && !s.between.Trail.Given() {
		d.maker.Action, d.maker.Between = d.action, d.crossed
		d.maker.Before = s.to.Apply.before(d.approach)
		st := game.SiteType(s.from.Type)
		d.plain = game.MovePiece(st, 0, game.Off, st, 0, game.Off, game.Off, game.Off, game.Off, false).Decided()
	}
	d.slots = game.Slots{Per: aims.Widest, Try: d.try, Maker: d.maker}
	return d
}

func (d *slideDraft) list(c *game.Context, ds *game.Drafts) {
	if !d.aims.Ready(c) || !d.aims.Within(maxLines, maxDistance) {
		ds.Made(c, d.alongLines)
		return
	}
	origin := d.from.Loc.Get(c)
	if !c.G.OnBoard(d.from.Type, origin) {
		return
	}
	first, from, to, between := ds.Len(), c.From, c.To, c.Between
	c.From = origin
	lo, hi := d.between.limits(c, 0, 1000)
	stops := d.to.If.Given()
	var stop *game.Judge
	if stops {
		stop = ds.Judge(c, &d.stop)
	}
	cross := ds.Judge(c, &d.cross)
	i, end := d.aims.Rays(c, origin)
lines:
	for ; i < end; i++ {
		path := d.aims.Ray(i)
		if path = ds.Toward(path); len(path) < 2 {
			continue
		}
		c.Between = between
		for n := 1; n < len(path) && n <= hi; n++ {
			t := path[n]
			c.To = int(t)
			if stops && stop.Ok(c, t) && n >= lo {
				if ds.Wants(t) && d.to.Apply.If.Ok(c) {
					ds.Add(c, d.maker, int32(origin), t, (i<<distanceBits|int32(n))<<1|stopBit)
				}
				break
			}
			c.Between = int(t)
			if !cross.Ok(c, t) {
				break
			}
			if n >= lo && ds.Wants(t) && d.to.Apply.If.Ok(c) {
				ds.Add(c, d.maker, int32(origin), t, (i<<distanceBits|int32(n))<<1)
			}
			if ds.Done() {
				break lines
			}
		}
		if ds.Done() {
			break
		}
	}
	c.From, c.To, c.Between = from, to, between
	ds.ThenAll(first, d.then)
}

func (d *slideDraft) action(_ *game.Context, x *game.Draft, a *game.Action) {
	*a = d.plain
	a.From, a.To = x.From, x.To
}

// crossed are the sites that the slide of a draft passes.
func (d *slideDraft) crossed(x *game.Draft) []int32 {
	at := x.Data >> 1
	return d.aims.Ray(at >> distanceBits)[1 : at&maxDistance]
}

// approach is the site crossed before one that the slide had to stop on, else its end.
func (d *slideDraft) approach(c *game.Context, x *game.Draft) int {
	if x.Data&stopBit == 0 {
		return int(x.To)
	}
	if path := d.crossed(x); len(path) > 0 {
		return int(path[len(path)-1])
	}
	return c.Between
}

func (d *slideDraft) make(c *game.Context, _ *game.Drafts, x *game.Draft) game.Move {
	between := c.Between
	at := x.Data >> 1
	path := d.aims.Ray(at >> distanceBits)[:at&maxDistance+1]
	c.Between = d.approach(c, x)
	l := c.TakeList()
	d.add(c, l, path, game.Off, x.Data&stopBit != 0)
	m := l.M[0]
	c.GiveList(l)
	c.Between = between
	return m
}

// guess offers a slot for each site on the lines.
func (d *slideDraft) guess(c *game.Context, ds *game.Drafts) bool {
	if !d.aims.Ready(c) || !d.aims.Within(maxLines, maxDistance) {
		return false
	}
	first := ds.Sources()
	if !ds.Slots(c, &d.slots) {
		return false
	}
	ds.ThenSources(first, d.then)
	return true
}

func (d *slideDraft) try(c *game.Context, ds *game.Drafts, origin int32, slot int, x *game.Draft) bool {
	spots := d.aims.Ahead(c, int(origin))
	if slot >= len(spots) {
		return false
	}
	i, n := spots[slot].Ray, int(spots[slot].Distance)
	path := d.aims.Ray(i)
	lo, hi := d.between.limits(c, 0, 1000)
	if n < lo || n > hi {
		return false
	}
	cross := ds.Judge(c, &d.cross)
	var stop *game.Judge
	if d.to.If.Given() {
		stop = ds.Judge(c, &d.stop)
	}
	between := c.Between
	for k := 1; ; k++ {
		t := path[k]
		c.To = int(t)
		if stop != nil && stop.Ok(c, t) && k >= lo {
			if k < n {
				c.Between = between
				return false
			}
			x.To, x.Data = t, (i<<distanceBits|int32(k))<<1|stopBit
			return true
		}
		c.Between = int(t)
		if !cross.Ok(c, t) {
			c.Between = between
			return false
		}
		if k == n {
			x.To, x.Data = t, (i<<distanceBits|int32(k))<<1
			return true
		}
	}
}
