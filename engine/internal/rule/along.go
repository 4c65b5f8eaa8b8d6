package rule

import (
	"slices"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/lgdl"
)

// Along goes through the elements of a track, each once: from its beginning, or round its end from the first that is a
// site which may be an argument.
type Along struct {
	Track Int // the number of the track, -1 for none
	From  string
	Any   bool // -1 is the beginning, too
}

// start is where the elements of a track begin, nil for no element.
func (a Along) start(k *game.Compiler, e *lgdl.Expr) func(c *game.Context) (t *board.Track, first int) {
	track, from := a.Track.Impl(k, e), e.Named(a.From)
	var site game.Int
	if from != nil {
		site = k.Int(from)
	}
	return func(c *game.Context) (*board.Track, int) {
		i := track.Get(c)
		if i < 0 {
			return nil, 0
		}
		t := c.G.Tracks[i]
		if from == nil {
			return t, 0
		}
		s := site.Get(c)
		if a.Any && s == game.Off {
			return t, 0
		}
		first := slices.IndexFunc(t.Elems, func(x board.TrackElem) bool { return int(x.Site) == s })
		if first < 0 {
			return nil, 0
		}
		return t, first
	}
}

// lower adds what f adds for each element, until it leaves by the label.
func (a Along) lower(k *lower.Lowerer, e *lgdl.Expr, f func(site *ir.Expr, end *ir.Label)) {
	track, from := k.Temp("track", a.Track.Lower(k, e)), e.Named(a.From)
	var site *ir.Expr
	if from != nil {
		site = k.Temp("from", k.Int(from))
	}
	for i, t := range k.G.Tracks {
		k.If(ir.Calc(ir.Eq, track, ir.Num(i)), func() {
			first := ir.Num(0)
			if from != nil {
				if first = k.FirstOnTrack(i, site); a.Any {
					first = ir.Cond(ir.Calc(ir.Eq, site, ir.Num(game.Off)), ir.Num(0), first)
				}
			}
			var sites []int32
			for _, x := range t.Elems {
				sites = append(sites, x.Site)
			}
			k.AlongTrack(sites, first, f)
		})
	}
}

// First is the first element at which a condition that is an argument holds with (to) at it, -1 if there is none.
func (a Along) First(cond string) Int {
	return Int{func(k *game.Compiler, e *lgdl.Expr) game.Int {
		start, cond := a.start(k, e), k.Cond(e.Named(cond))
		return game.IntFn(func(c *game.Context) int {
			t, first := start(c)
			if t == nil {
				return game.Off
			}
			to, found := c.To, game.Off
			for i := range t.Elems {
				if c.To = int(t.Elems[(first+i)%len(t.Elems)].Site); cond.Ok(c) {
					found = c.To
					break
				}
			}
			c.To = to
			return found
		})
	}, func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
		found := k.Let("found", ir.Num(game.Off))
		a.lower(k, e, func(site *ir.Expr, end *ir.Label) {
			ok := k.Temp("ok", k.Scoped(func() *ir.Expr {
				k.Env.To = site
				return k.Cond(e.Named(cond))
			}))
			k.Add(ir.When(ok, ir.Put(found, site), ir.Leave(end)))
		})
		return ir.Read(found)
	}, slices.Concat(a.Track.Args, []string{a.From, cond})}
}

// Sites are the elements, up to that which is a site that may be an argument. None of them may be beyond the board.
func (a Along) Sites(last string) Region {
	return Region{func(k *game.Compiler, e *lgdl.Expr) game.Region {
		start, to, until := a.start(k, e), game.IntOf(0), e.Named(last) != nil
		if until {
			to = k.Int(e.Named(last))
		}
		return game.RegionFn(func(c *game.Context, out game.Set) {
			t, first := start(c)
			if t == nil {
				return
			}
			to := to.Get(c)
			for i := range t.Elems {
				s := int(t.Elems[(first+i)%len(t.Elems)].Site)
				if s < 0 || s >= 64*len(out) {
					game.Fault(e, "the track %q leaves the board", t.Name)
				}
				if out.Add(s); until && s == to {
					return
				}
			}
		})
	}, func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
		if e.Named(a.From) == nil && e.Named(last) == nil {
			return a.whole(k, e)
		}
		set, to := k.NewSet(), ir.Num(game.Off)
		if e.Named(last) != nil {
			to = k.Temp("to", k.Int(e.Named(last)))
		}
		a.lower(k, e, func(s *ir.Expr, end *ir.Label) {
			k.If(ir.Calc(ir.Not, ir.Calc(ir.Below, s, ir.Num(64*k.P.Words))), func() {
				k.Spoil()
				k.Add(ir.Leave(end))
			})
			k.Include(set, s)
			k.Add(ir.When(ir.Calc(ir.Eq, s, to), ir.Leave(end)))
		})
		return ir.SetAt(set, ir.Num(0))
	}, slices.Concat(a.Track.Args, []string{a.From, last})}
}

// whole lowers all elements.
func (a Along) whole(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	track, set := k.Temp("track", a.Track.Lower(k, e)), k.None()
	for i, t := range k.G.Tracks {
		is, sites := ir.Calc(ir.Eq, track, ir.Num(i)), make(game.Set, k.P.Words)
		for _, x := range t.Elems {
			if x.Site < 0 || int(x.Site) >= 64*k.P.Words {
				k.SpoilIf(is)
			} else {
				sites.Add(int(x.Site))
			}
		}
		set = ir.Select(is, k.Static(e, game.RegionOf(sites)), set)
	}
	return set
}
