package moves

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
)

// The Draft forms of the moves that take sites as they come: leap, shoot,
// remove, select and fromTo.

// only makes the only move that a generator's helper adds to a list.
func only(c *game.Context, add func(out *game.MoveList)) game.Move {
	l := c.TakeList()
	add(l)
	m := l.M[0]
	c.GiveList(l)
	return m
}

func (l *leaper) draft(k *game.Compiler, to *lgdl.Expr, own bool) (list func(c *game.Context, ds *game.Drafts), guess func(c *game.Context, ds *game.Drafts) bool) {
	if k.General || l.from.If.Given() {
		return nil, nil
	}
	may := splitTo(k, to, &l.to)
	maker := &game.Maker{Make: func(c *game.Context, _ *game.Drafts, d *game.Draft) game.Move {
		return l.move(c, int(d.From), d.To)
	}}
	if own && l.rotations.Const && l.forward.Const && !l.forward.V {
		slots := &game.Slots{Maker: maker}
		most := 0
		k.Later(func() {
			for i := range l.targets(l.rotations.V).Len() {
				most = max(most, len(l.targets(l.rotations.V).Row(int32(i))))
			}
		})
		slots.Per = func() int { return most }
		slots.Try = func(c *game.Context, ds *game.Drafts, origin int32, slot int, x *game.Draft) bool {
			row := l.targets(l.rotations.V).Row(origin)
			if slot >= len(row) {
				return false
			}
			x.To, x.Data = row[slot], 0
			c.To = int(row[slot])
			return ds.Judge(c, &may).Ok(c, row[slot])
		}
		guess = func(c *game.Context, ds *game.Drafts) bool {
			first := ds.Sources()
			if c.G.DefaultType != l.from.Type || !ds.Slots(c, slots) {
				return false
			}
			ds.ThenSources(first, l.then)
			return true
		}
	}
	return func(c *game.Context, ds *game.Drafts) {
		st := l.from.Type
		f := l.from.Loc.Get(c)
		if !c.G.OnBoard(st, f) {
			return
		}
		from, to := c.From, c.To
		c.From = f
		targets := l.targets(l.rotations.Get(c))
		forward := l.forward.Get(c)
		first, ok := ds.Len(), ds.Judge(c, &may)
		for _, t := range targets.Row(int32(f)) {
			if !ds.Wants(t) || forward && !ahead(c, st, int32(f), t) {
				continue
			}
			if c.To = int(t); ok.Ok(c, t) {
				ds.Add(c, maker, int32(f), t, 0)
				if ds.Done() {
					break
				}
			}
		}
		c.From, c.To = from, to
		ds.ThenAll(first, l.then)
	}, guess
}

// targets are the ends of the walks from each site, in all directions or one.
func (l *leaper) targets(rotations bool) *board.Table {
	if rotations {
		return &l.all
	}
	return &l.one
}

// draft: Data is the line and the distance as for slides; the lines are those of
// the directions for the site.
func (s *shoot) draft(k *game.Compiler, to *lgdl.Expr) func(c *game.Context, ds *game.Drafts) {
	aims := k.Lines(s.from.Type, s.dirs)
	if aims == nil {
		return nil
	}
	var free game.SplitTest
	switch {
	case s.to.Given:
		free = splitTo(k, to, &s.to)
	case s.from.Type == k.G.DefaultType:
		free = k.SplitEmpty(game.BoolFn(s.free))
	default:
		return nil
	}
	maker := &game.Maker{Make: func(c *game.Context, _ *game.Drafts, d *game.Draft) game.Move {
		return s.move(c, aims.Ray(d.Data >> distanceBits)[:d.Data&maxDistance+1])
	}}
	return func(c *game.Context, ds *game.Drafts) {
		if !aims.Ready(c) || !aims.Within(maxLines, maxDistance) || !s.to.Given && !cellsOnly(c) {
			ds.Made(c, s.eval)
			return
		}
		origin := s.from.Loc.Get(c)
		if !c.G.OnBoard(s.from.Type, origin) || s.what.Get(c) < 0 {
			return
		}
		first, to, between := ds.Len(), c.To, c.Between
		ok := ds.Judge(c, &free)
		i, end := aims.Rays(c, origin)
		for ; i < end && !ds.Done(); i++ {
			path := aims.Ray(i)
			c.Between = between
			for n := 1; n < len(path) && !ds.Done(); n++ {
				t := path[n]
				if c.To = int(t); !ok.Ok(c, t) {
					break
				}
				if ds.Wants(t) {
					ds.Add(c, maker, t, t, i<<distanceBits|int32(n))
				}
				c.Between = int(t)
			}
		}
		c.To, c.Between = to, between
		ds.ThenAll(first, s.then)
	}
}

// cellsOnly tells whether cells are what the game is played on, so that an empty cell is an empty site.
func cellsOnly(c *game.Context) bool { return c.G.DefaultType == cell }

func (r *remove) draft(k *game.Compiler) func(c *game.Context, ds *game.Drafts) {
	if k.General || r.level.Given() {
		return nil
	}
	maker := &game.Maker{Make: func(c *game.Context, _ *game.Drafts, d *game.Draft) game.Move {
		return only(c, func(out *game.MoveList) { r.add(c, out, int(d.To), int(d.Data)) })
	}}
	if r.decision && !r.later && r.count.Const && r.count.V == 1 {
		maker.Action = func(c *game.Context, d *game.Draft, a *game.Action) {
			*a = game.Remove(game.SiteType(c.G.TypeAt(r.st, int(d.To))), int(d.To), game.Off)
			a.Decision = true
		}
		maker.Stacks = true
	}
	return func(c *game.Context, ds *game.Drafts) {
		first, count := ds.Len(), r.count.Get(c)
		if r.at.Given() {
			if s := r.at.Get(c); s >= 0 && ds.Wants(int32(s)) && c.S.What(c.G.TypeAt(r.st, s), s) != 0 {
				ds.Add(c, maker, int32(s), int32(s), int32(count))
				ds.ThenAll(first, r.then)
			}
			return
		}
		set := regionSet(c, &r.region)
		for s := set.Next(0); s >= 0 && !ds.Done(); s = set.Next(s + 1) {
			if ds.Wants(int32(s)) && c.S.What(c.G.TypeAt(r.st, s), s) != 0 {
				ds.Add(c, maker, int32(s), int32(s), int32(count))
			}
		}
		giveRegion(c, &r.region, set)
		ds.ThenAll(first, r.then)
	}
}

func (x *selection) draft(k *game.Compiler, from, to *lgdl.Expr) (list func(c *game.Context, ds *game.Drafts), guess func(c *game.Context, ds *game.Drafts) bool) {
	if k.General {
		return nil, nil
	}
	if x.to.Given {
		return x.draftPairs(k, from, to)
	}
	may := k.Split(nil, game.Bool{}, "from")
	if from != nil {
		may = k.Split(from.Args[4], x.from.If, "from")
	}
	maker := &game.Maker{Make: func(c *game.Context, _ *game.Drafts, d *game.Draft) game.Move {
		level := game.Off
		if c.G.Stacks {
			level = levelOf(c, &x.from.site, int(d.From))
		}
		m := c.One(decide(game.Select(game.SiteType(x.from.Type), int(d.From), level, game.NoType, game.Off, game.Off), x.decision))
		m.From, m.To, m.Mover = d.From, d.From, d.Data
		return m
	}}
	if x.decision && x.own {
		maker.Action = func(_ *game.Context, d *game.Draft, a *game.Action) {
			*a = game.Select(game.SiteType(x.from.Type), int(d.From), game.Off, game.NoType, game.Off, game.Off)
			a.Decision = true
		}
	}
	return func(c *game.Context, ds *game.Drafts) {
		if c.G.Stacks {
			ds.Made(c, x.eval)
			return
		}
		first, from, to := ds.Len(), c.From, c.To
		player := int32(x.mover.Get(c))
		starts := x.from.sites(c, c.TakeInts())
		ok := ds.Judge(c, &may)
		for _, s := range starts {
			if !ds.Wants(s) || !exists(c.G, x.from.Type, int(s)) {
				continue
			}
			c.From, c.To = int(s), int(s)
			if !c.G.OnBoard(x.from.Type, int(s)) && !x.from.If.Ok(c) || c.G.OnBoard(x.from.Type, int(s)) && !ok.Ok(c, s) {
				continue
			}
			ds.Add(c, maker, s, s, player)
			if ds.Done() {
				break
			}
		}
		c.GiveInts(starts)
		c.From, c.To = from, to
		ds.ThenAll(first, x.then)
	}, nil
}

// draftPairs is the Draft form of a selection of two sites. Data is the mover.
func (x *selection) draftPairs(k *game.Compiler, from, to *lgdl.Expr) (list func(c *game.Context, ds *game.Drafts), guess func(c *game.Context, ds *game.Drafts) bool) {
	may := splitTo(k, to, &x.to)
	pair := func(c *game.Context, d *game.Draft) game.Action {
		a := game.Select(game.SiteType(x.from.Type), int(d.From), game.Off, game.SiteType(x.to.Type), int(d.To), levelOf(c, &x.to.site, int(d.To)))
		return decide(a, x.decision)
	}
	maker := &game.Maker{Make: func(c *game.Context, _ *game.Drafts, d *game.Draft) game.Move {
		m := c.One(pair(c, d))
		m.From, m.To, m.Mover = d.From, d.To, d.Data
		return m
	}}
	if x.decision && x.own {
		maker.Action = func(c *game.Context, d *game.Draft, a *game.Action) { *a = pair(c, d) }
	}
	onBoard := x.to.Region.Near != nil && x.to.Type == k.G.DefaultType
	if x.to.Region.Near != nil && ownOrigin(from) && x.own {
		guess = x.guessPairs(&may, maker)
	}
	return func(c *game.Context, ds *game.Drafts) {
		if c.G.Stacks || x.to.Level.Given() {
			ds.Made(c, x.eval)
			return
		}
		first, from, to := ds.Len(), c.From, c.To
		player := int32(x.mover.Get(c))
		ok := ds.Judge(c, &may)
		if onBoard && !x.from.Region.Given() {
			s := x.from.Loc.Get(c)
			if !exists(c.G, x.from.Type, s) {
				return
			}
			c.From = s
			if near, known := x.to.Region.Near(c); known {
				if c.To = s; x.from.If.Ok(c) {
					for _, t := range near {
						if c.To = int(t); ds.Wants(t) && ok.Ok(c, t) {
							if ds.Add(c, maker, int32(s), t, player); ds.Done() {
								break
							}
						}
					}
				}
				c.From, c.To = from, to
				ds.ThenAll(first, x.then)
				return
			}
			c.From = from
		}
		starts, ends := x.from.sites(c, c.TakeInts()), c.TakeInts()
		for _, s := range starts {
			if !exists(c.G, x.from.Type, int(s)) {
				continue
			}
			c.From, c.To = int(s), int(s)
			if !x.from.If.Ok(c) {
				continue
			}
			ends = x.to.sites(c, ends[:0])
			for _, t := range ends {
				if ds.Wants(t) && x.reaches(c, ok, t) {
					if ds.Add(c, maker, s, t, player); ds.Done() {
						break
					}
				}
			}
			if ds.Done() {
				break
			}
		}
		c.GiveInts(starts)
		c.GiveInts(ends)
		c.From, c.To = from, to
		ds.ThenAll(first, x.then)
	}, guess
}

// reaches tells whether a site may be chosen as the second one; it is left in (to).
func (x *selection) reaches(c *game.Context, ok *game.Judge, t int32) bool {
	if !exists(c.G, x.to.Type, int(t)) {
		return false
	}
	c.To = int(t)
	if c.G.OnBoard(c.G.DefaultType, int(t)) {
		return ok.Ok(c, t)
	}
	return x.to.If.Ok(c)
}

// guessPairs offers a slot for each of the sites around a piece.
func (x *selection) guessPairs(may *game.SplitTest, maker *game.Maker) func(c *game.Context, ds *game.Drafts) bool {
	slots := &game.Slots{Per: x.to.Region.Most, Maker: maker}
	slots.Try = func(c *game.Context, ds *game.Drafts, origin int32, slot int, d *game.Draft) bool {
		sites, ok := x.to.Region.Near(c)
		if !ok || slot >= len(sites) || !exists(c.G, x.from.Type, int(origin)) {
			return false
		}
		if c.To = int(origin); !x.from.If.Ok(c) {
			return false
		}
		d.To, d.Data = sites[slot], int32(c.S.Mover)
		return x.reaches(c, ds.Judge(c, may), sites[slot])
	}
	return func(c *game.Context, ds *game.Drafts) bool {
		first := ds.Sources()
		if c.G.Stacks || x.to.Level.Given() || !ds.Slots(c, slots) {
			return false
		}
		ds.ThenSources(first, x.then)
		return true
	}
}

// draft covers the moves of ordinary pieces without levels, counts, copies or
// rotations. Data is the origin.
func (f *carrier) draft(k *game.Compiler, to *lgdl.Expr) func(c *game.Context, ds *game.Drafts) {
	t := &f.to
	if k.General || f.from.Level.Given() || f.count.Given() || f.copy.Given() || f.stack || f.who.Given() ||
		t.Level.Given() || t.Rotations.Given() {
		return nil
	}
	// A conditional effect asks for the (from) of the ludemes around.
	outside := t.Apply.If.Given()
	lone := !f.from.Region.Given() && !t.Region.Given() && !f.from.If.Given()
	may := splitTo(k, to, t)
	maker := &game.Maker{Make: func(c *game.Context, _ *game.Drafts, d *game.Draft) game.Move {
		j := journey{f: int(d.Data), outer: c.From, st: f.from.typeOf(c, int(d.Data))}
		m := only(c, func(out *game.MoveList) { f.one(c, &j, int(d.To), out) })
		m.Mover = int32(c.S.Mover)
		return m
	}}
	maker.FromData = true
	maker.Stacks, maker.Top = true, true
	if f.decision && (t.Apply.Effect == nil || !t.Apply.Effect.Follows()) {
		maker.Action = func(c *game.Context, d *game.Draft, a *game.Action) {
			j := journey{f: int(d.Data), st: f.from.typeOf(c, int(d.Data))}
			*a = f.action(c, &j, game.Off, int(d.To), f.to.typeOf(c, int(d.To)))
			a.Decision = true
		}
		if t.Apply.Effect != nil {
			maker.Before = func(c *game.Context, d *game.Draft) bool {
				if !t.Apply.If.Ok(c) {
					return false
				}
				c.From = int(d.Data)
				if c.G.Stacks {
					return c.EffectOf(t.Apply.Effect.Eval) > 0
				}
				c.Effect(t.Apply.Effect)
				return true
			}
		}
	}
	return func(c *game.Context, ds *game.Drafts) {
		if c.G.Has(game.LargePiece) || c.G.Stacks && !lone {
			ds.Made(c, f.eval)
			return
		}
		first, outer, outerTo := ds.Len(), c.From, c.To
		if lone {
			origin := f.from.Loc.Get(c)
			if origin < 0 || c.S.What(f.from.typeOf(c, origin), origin) == 0 {
				return
			}
			c.From = origin
			if x := t.Loc.Get(c); x >= 0 && ds.Wants(int32(x)) {
				if c.To = x; t.If.Ok(c) {
					if ds.Add(c, maker, int32(origin), int32(x), int32(origin)); outside {
						ds.From(outer)
					}
					ds.ThenAll(first, f.then)
				}
			}
			c.From, c.To = outer, outerTo
			return
		}
		origins, targets := f.from.sites(c, c.TakeInts()), c.TakeInts()
		ok := ds.Judge(c, &may)
		for _, origin := range origins {
			if origin < 0 || c.S.What(f.from.typeOf(c, int(origin)), int(origin)) == 0 {
				continue
			}
			c.From = int(origin)
			if !f.from.If.Ok(c) {
				continue
			}
			if t.Region.Bits != nil && !may.Given() && !outside {
				set, mask := t.Region.Bits(c)
				ds.AddSet(c, maker, set, mask, origin)
				continue
			}
			if s := ds.Sought(); s < 0 || !t.Region.Given() {
				targets = t.sites(c, targets[:0])
			} else if targets = targets[:0]; t.Region.Contains(c, s) {
				targets = append(targets, int32(s))
			}
			for _, x := range targets {
				if x < 0 || !ds.Wants(x) {
					continue
				}
				c.From, c.To = int(origin), int(x)
				if onBoard := c.G.OnBoard(c.G.DefaultType, int(x)); onBoard && !ok.Ok(c, x) || !onBoard && !t.If.Ok(c) {
					continue
				}
				if ds.Add(c, maker, origin, x, origin); outside {
					ds.From(outer)
				}
				if ds.Done() {
					break
				}
			}
			if ds.Done() {
				break
			}
		}
		c.GiveInts(targets)
		c.GiveInts(origins)
		c.From, c.To = outer, outerTo
		ds.ThenAll(first, f.then)
	}
}
