package position

import (
	"fmt"
	"slices"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
)

// TrackFields keeps numbers of pieces by index of the tracks that cross themselves.
func (k *Code) TrackFields() {
	if !k.G.Has(game.InternalLoop) {
		return
	}
	f := &k.Fields
	for i, t := range k.G.Tracks {
		if t.Loop {
			continue
		}
		rows := make([][]int32, f.Sites)
		for j := range t.Elems {
			if s := int(t.Elems[j].Site); s >= 0 && s < f.Sites {
				rows[s] = append(rows[s], int32(j))
			}
		}
		n := len(t.Elems)
		f.Tracks = append(f.Tracks, &layout.OnTrack{Track: i, N: n, At: k.Rows("indices", rows),
			Number: k.P.Field(fmt.Sprintf("track.%d", i), ir.State, ir.I16, f.Comps*n)})
	}
}

// first keeps the first index of a site after an index in a variable, -1 for none.
func (k *Code) firstIndex(t *layout.OnTrack, site, after *ir.Expr, ok func(i *ir.Expr) *ir.Expr) *ir.Expr {
	found := k.Var("found", -1, t.N-1, ir.Num(-1))
	k.Scope("index", func(end *ir.Label) {
		k.Row(t.At, site, func(i *ir.Expr) {
			k.If(ir.All(ir.Calc(ir.Lt, after, i), ok(i)), func() { k.Add(ir.Put(found, i), ir.Leave(end)) })
		})
	})
	return ir.Read(found)
}

// Always is a condition that holds.
func Always(*ir.Expr) *ir.Expr { return ir.Num(1) }

// TrackAdd notes that pieces have come to a site from outside.
func (k *Code) TrackAdd(what, site, n *ir.Expr) {
	if len(k.Fields.Tracks) == 0 {
		return
	}
	k.Call(k.SharedOf("track.add", ir.None, []string{"what", "site", "n"}, func(p []*ir.Expr) {
		for _, t := range k.Fields.Tracks {
			i := k.firstIndex(t, p[1], ir.Num(-1), Always)
			k.If(ir.Calc(ir.Le, ir.Num(0), i), func() { k.Add(t.Add(p[0], i, p[2])) })
		}
	}), what, site, n)
}

// TrackRemove notes that a piece, or all of a site, have been removed.
func (k *Code) TrackRemove(what, site *ir.Expr) {
	if len(k.Fields.Tracks) == 0 {
		return
	}
	k.Call(k.SharedOf("track.remove", ir.None, []string{"what", "site"}, func(p []*ir.Expr) {
		for _, t := range k.Fields.Tracks {
			k.Row(t.At, p[1], func(i *ir.Expr) { k.Add(t.Add(p[0], i, ir.Num(-1))) })
		}
	}), what, site)
}

// TrackMove notes that pieces have gone from a site to another one.
func (k *Code) TrackMove(what, from, to, n *ir.Expr) {
	if len(k.Fields.Tracks) == 0 {
		return
	}
	k.Call(k.SharedOf("track.move", ir.None, []string{"what", "from", "to", "n"}, func(p []*ir.Expr) {
		what, from, to, n := p[0], p[1], p[2], p[3]
		for _, t := range k.Fields.Tracks {
			found := k.Temp("from", k.firstIndex(t, from, ir.Num(-1), func(i *ir.Expr) *ir.Expr {
				return ir.Calc(ir.Lt, ir.Num(0), ir.At(t.Number, t.Cell(what, i)))
			}))
			first := k.firstIndex(t, to, ir.Num(-1), Always)
			k.Choose(ir.Calc(ir.Le, ir.Num(0), found), func() {
				after := k.firstIndex(t, to, found, Always)
				at := k.Temp("at", ir.Cond(ir.Calc(ir.Le, ir.Num(0), after), after, first))
				k.Add(t.Add(what, found, ir.Calc(ir.Sub, ir.Num(0), n)))
				k.If(ir.Calc(ir.Le, ir.Num(0), at), func() { k.Add(t.Add(what, at, n)) })
			}, func() {
				off := ir.Calc(ir.Lt, k.firstIndex(t, from, ir.Num(-1), Always), ir.Num(0))
				k.If(ir.All(off, ir.Calc(ir.Le, ir.Num(0), first)), func() { k.Add(t.Add(what, first, ir.Num(1))) })
			})
		}
	}), what, from, to, n)
}

// IndexOnTrack is the index of a track, which is no loop, at which the piece on a site
// stands: the first one at which one of its component is recorded. In stacks it is the
// lowest piece of a player, or else the top.
func (k *Code) IndexOnTrack(track, player int, site *ir.Expr) *ir.Expr {
	f, t := &k.Fields, k.onTrack(track)
	fn := k.SharedOf(fmt.Sprintf("track.standing.%d.%d", track, player), ir.I32, []string{"site"}, func(p []*ir.Expr) {
		site := p[0]
		k.Add(ir.When(ir.Calc(ir.Not, ir.Calc(ir.Below, site, ir.Num(f.Sites))), ir.Give(ir.Num(-1))))
		what := k.Var("what", 0, f.Comps-1, ir.At(f.What, site))
		if k.Stacked() {
			k.Scope("mine", func(end *ir.Label) {
				k.EachLevel(site, false, func(level *ir.Expr) {
					here := k.Temp("here", ir.At(f.Stacks.Level, k.LevelAt(site, level)))
					mine := ir.Calc(ir.Eq, ir.At(f.Owner, here), ir.Num(player))
					k.If(mine, func() { k.Add(ir.Put(what, here), ir.Leave(end)) })
				})
			})
		}
		k.Add(ir.Give(k.firstIndex(t, site, ir.Num(-1), func(i *ir.Expr) *ir.Expr {
			return ir.Any(ir.Calc(ir.Eq, ir.Read(what), ir.Num(0)),
				ir.Calc(ir.Lt, ir.Num(0), ir.At(t.Number, t.Cell(ir.Read(what), i))))
		})))
	})
	return ir.Invoke(fn, site)
}

// onTrack is what is kept of a track.
func (k *Code) onTrack(track int) *layout.OnTrack {
	i := slices.IndexFunc(k.Fields.Tracks, func(t *layout.OnTrack) bool { return t.Track == track })
	return k.Fields.Tracks[i]
}

// StepsStanding is the number of steps along a track, which is no loop, to a site from the index at which the piece on
// another one stands, -1 if it does not stand there or the site does not come any more.
func (k *Code) StepsStanding(track, player int, from, to *ir.Expr) *ir.Expr {
	t, elems, sites := k.onTrack(track), k.G.Tracks[track].Elems, k.Fields.Sites
	from, to = k.Temp("from", from), k.Temp("to", to)
	for i := range elems {
		if s := int(elems[i].Site); s >= sites { // where nothing stands by code
			k.SpoilIf(ir.Calc(ir.Eq, from, ir.Num(s)))
		}
	}
	start, end := k.Temp("start", k.IndexOnTrack(track, player, from)), k.Var("end", -1, t.N-1, ir.Num(-1))
	k.If(ir.Calc(ir.Le, ir.Num(0), start), func() {
		k.Choose(ir.Calc(ir.Below, to, ir.Num(sites)), func() {
			k.Add(ir.Put(end, k.firstIndex(t, to, ir.Calc(ir.Sub, start, ir.Num(1)), Always)))
		}, func() {
			for i := len(elems) - 1; i >= 0; i-- {
				if s := int(elems[i].Site); s < 0 || s >= sites {
					k.If(ir.All(ir.Calc(ir.Eq, to, ir.Num(s)), ir.Calc(ir.Le, start, ir.Num(i))),
						func() { k.Add(ir.Put(end, ir.Num(i))) })
				}
			}
		})
	})
	return ir.Cond(ir.Calc(ir.Lt, ir.Read(end), ir.Num(0)), ir.Num(game.Off), ir.Calc(ir.Sub, ir.Read(end), start))
}
