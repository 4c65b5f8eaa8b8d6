package moves

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
)

// trackSlide is the Draft form of a slide along tracks, for the pieces of a
// (forEach Piece): the sites ahead of every place of a track come from a table.
// Data of a draft is the number of the way, the distance, and whether the slide
// had to stop there.
type trackSlide struct {
	*slide
	cross, stop game.SplitTest
	ways        []way
	off         []int32 // by site: the ways that start there
	most        int     // ways of the site that has most
	longest     int     // sites of the longest way
	stops       bool    // only those slides are moves that had to stop
	ok          bool    // all sites of the tracks are on the board
	maker       *game.Maker
	slots       game.Slots
	plain       game.Action // of a move without effects, but for its sites
}

// way is what lies ahead of a place of a track.
type way struct {
	sites []int32
	first int // index of the first site that a slide may end on
}

// draftTracks returns the Draft form, nil for slides that leave iterators assigned.
func (s *slide) draftTracks(k *game.Compiler, between, to *lgdl.Expr) *trackSlide {
	if k.General || s.from.If.Given() || !ownSite(&s.from.site) {
		return nil
	}
	d := &trackSlide{slide: s}
	if s.between.If.Given() {
		d.cross = k.Split(between.Args[3], s.between.If, "between")
	} else {
		d.cross = k.SplitEmpty(game.BoolFn(s.mayCross))
	}
	if s.to.If.Given() {
		d.stop = k.Split(to.Args[5], s.to.If, "to")
	}
	if a := s.to.Apply.If; a.Const && !a.V {
		d.stops = true
	}
	d.maker = &game.Maker{Make: d.make}
	if s.decision && !s.to.Apply.follows() {
		st := game.SiteType(s.from.Type)
		d.plain = game.MovePiece(st, 0, game.Off, st, 0, game.Off, game.Off, game.Off, game.Off, false).Decided()
		d.maker.Action = d.action
		if s.to.Apply.Effect != nil {
			d.maker.Before = d.before
		}
	}
	d.slots = game.Slots{Per: d.per, Try: d.try, Maker: d.maker}
	return d
}

// ownSite tells whether a (from …) names no site of its own.
func ownSite(s *site) bool { return !s.Given }

// follow lays the ways out once the tracks are known.
func (d *trackSlide) follow(g *game.Game) {
	n := g.Topo.Num(d.from.Type)
	d.ok = d.from.Type == g.DefaultType
	d.off = make([]int32, n+1)
	for site := range n {
		for _, x := range d.starts[site] {
			w, t, i := way{first: -1}, x.track, x.at
			bumps := t.Elems[i].Bump
			for range len(t.Elems) - 1 {
				next := t.Elems[i].Next
				if next < 0 {
					break
				}
				d.ok = d.ok && int(next) < n
				if w.first < 0 && (bumps > 0 || !d.allTracks) {
					w.first = len(w.sites)
				}
				w.sites = append(w.sites, next)
				i = int(t.Elems[i].NextIndex)
				bumps += t.Elems[i].Bump
			}
			if w.first < 0 {
				w.first = len(w.sites)
			}
			d.ways = append(d.ways, w)
			d.longest = max(d.longest, len(w.sites))
		}
		d.off[site+1] = int32(len(d.ways))
		d.most = max(d.most, len(d.starts[site]))
	}
	d.ok = d.ok && d.longest <= maxDistance && len(d.ways) <= maxLines
}

func (d *trackSlide) list(c *game.Context, ds *game.Drafts) {
	origin := d.from.Loc.Get(c)
	if !d.ok || !ds.ForPieces() || !c.G.OnBoard(d.from.Type, origin) {
		ds.Made(c, d.alongTracks)
		return
	}
	first, to, between := ds.Len(), c.To, c.Between
	lo, hi := d.between.limits(c, 0, 1000)
	for i := d.off[origin]; i < d.off[origin+1] && !ds.Done(); i++ {
		d.along(c, ds, i, lo, hi, func(n int, t int32, stop bool) bool {
			if ds.Wants(t) {
				ds.Add(c, d.maker, int32(origin), t, wayData(i, n, stop))
			}
			return !ds.Done()
		})
	}
	c.To, c.Between = to, between
	ds.ThenAll(first, d.then)
}

func wayData(i int32, n int, stop bool) int32 {
	data := (i<<distanceBits | int32(n)) << 1
	if stop {
		data |= stopBit
	}
	return data
}

// along calls found for every move along a way until it returns false.
func (d *trackSlide) along(c *game.Context, ds *game.Drafts, i int32, lo, hi int, found func(n int, t int32, stop bool) bool) {
	w := &d.ways[i]
	var ends *game.Judge
	if d.to.If.Given() {
		ends = ds.Judge(c, &d.stop)
	}
	cross := ds.Judge(c, &d.cross)
	for k, t := range w.sites {
		n := k + 1
		if n > hi {
			return
		}
		c.To = int(t)
		if k >= w.first {
			stop := ends != nil && ends.Ok(c, t)
			if n >= lo && (stop || !d.stops && d.to.Apply.If.Ok(c)) {
				if !found(n, t, stop) || stop {
					return
				}
			}
		}
		if c.Between = int(t); !cross.Ok(c, t) {
			return
		}
	}
}

func (d *trackSlide) action(_ *game.Context, x *game.Draft, a *game.Action) {
	*a = d.plain
	a.From, a.To = x.From, x.To
}

// before applies the effect of a slide that had to stop.
func (d *trackSlide) before(c *game.Context, x *game.Draft) bool {
	if x.Data&stopBit == 0 {
		return false
	}
	between := c.Between
	d.approach(c, x)
	c.Effect(d.to.Apply.Effect)
	c.Between = between
	return true
}

// approach sets (between) to the site before the last one.
func (d *trackSlide) approach(c *game.Context, x *game.Draft) {
	i, n := x.Data>>(distanceBits+1), int(x.Data>>1&maxDistance)
	if n > 1 {
		c.Between = int(d.ways[i].sites[n-2])
	}
}

func (d *trackSlide) make(c *game.Context, _ *game.Drafts, x *game.Draft) game.Move {
	between, st := c.Between, game.SiteType(d.from.Type)
	d.approach(c, x)
	m := c.One(decide(game.MovePiece(st, int(x.From), game.Off, st, int(x.To), game.Off, game.Off, game.Off, game.Off, false), d.decision))
	if x.Data&stopBit != 0 {
		m = d.to.Apply.compose(c, m)
	}
	m.From, m.To, m.Mover = x.From, x.To, int32(c.S.Mover)
	c.Between = between
	return m
}

// guess offers a slot for each way, or for each distance along it where a slide
// may also end without having to.
func (d *trackSlide) guess(c *game.Context, ds *game.Drafts) bool {
	if !d.ok {
		return false
	}
	first := ds.Sources()
	if !ds.Slots(c, &d.slots) {
		return false
	}
	ds.ThenSources(first, d.then)
	return true
}

func (d *trackSlide) per() int {
	if d.stops {
		return d.most
	}
	return d.most * d.longest
}

func (d *trackSlide) try(c *game.Context, ds *game.Drafts, origin int32, slot int, x *game.Draft) bool {
	want := 0
	if !d.stops {
		want, slot = slot%d.longest+1, slot/d.longest
	}
	i := d.off[origin] + int32(slot)
	if i >= d.off[origin+1] {
		return false
	}
	lo, hi := d.between.limits(c, 0, 1000)
	ok, between := false, c.Between
	d.along(c, ds, i, lo, hi, func(n int, t int32, stop bool) bool {
		if ok = want == 0 || n == want; ok {
			x.To, x.Data = t, wayData(i, n, stop)
		}
		return !ok
	})
	c.Between = between
	return ok
}
