package regions

import (
	"strings"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// sitesWinning are the tos of the moves after which a player has won.
func sitesWinning(k *game.Compiler, e *lgdl.Expr) game.Region {
	who := k.Player(clause.SitesPlayer(e).Player(), clause.SitesPlayer(e).RoleType())
	if clause.SitesPlayer(e).NonDecision() == nil || !who.Given() {
		return empty(k)
	}
	gen := k.Moves(clause.SitesPlayer(e).NonDecision())
	return game.RegionFn(func(c *game.Context, out game.Set) {
		p := who.Get(c)
		if p < 1 || p > c.G.Players {
			game.Fault(e, "there is no player %d", p)
		}
		t := c.Temp()
		if s := t.S; p != s.Mover {
			s.Prev = s.Mover
			s.Mover = p
			s.Next = p%c.G.Players + 1
		}
		mark := c.Mark()
		l := c.TakeList()
		gen.Eval(t, l)
		for _, m := range l.M {
			to := int(m.To)
			if to < 0 || out.Has(to) {
				continue
			}
			u := t.Temp()
			u.Play(m)
			for _, w := range u.S.Winners {
				if int(w) == p {
					put(e, out, to)
				}
			}
			c.GiveTemp(u)
		}
		c.GiveList(l)
		c.Release(mark)
		c.GiveTemp(t)
	})
}

// track is a compiled (sites Track …).
type track struct {
	owner, from, to game.Int
	named           int   // the track that has exactly the name, -1 none
	byOwner         []int // the track of each player 0..n+1, -1 none
	whole           []game.Set
}

func sitesTrack(k *game.Compiler, e *lgdl.Expr) game.Region {
	a := clause.SitesTrack(e)
	name := a.String().Word("")
	t := &track{owner: k.Player(a.Player(), a.RoleType())}
	if !t.owner.Given() {
		t.owner = game.IntOf(0)
	}
	if a.From() != nil {
		t.from = k.Int(a.From())
	}
	if a.To() != nil {
		t.to = k.Int(a.To())
	}
	tracks := k.G.Tracks
	for p := range k.G.Players + 2 {
		t.byOwner = append(t.byOwner, chooseTrack(tracks, name, p))
	}
	t.named = chooseTrack(tracks, name, game.Off)
	t.whole = make([]game.Set, len(tracks))
	for i, x := range tracks {
		t.whole[i] = make(game.Set, k.G.SetWords)
		for _, el := range x.Elems {
			if el.Site < 0 || int(el.Site) >= 64*k.G.SetWords {
				t.whole[i] = nil // where it ends cannot be in a region
				break
			}
			t.whole[i].Add(int(el.Site))
		}
	}
	if t.from.Given() || t.to.Given() {
		return game.RegionFn(func(c *game.Context, out game.Set) { t.part(c, e, out) })
	}
	all := func(c *game.Context) game.Set {
		i := t.number(c)
		if i < 0 {
			return nil
		}
		if t.whole[i] == nil {
			game.Fault(e, "the track %q leaves the board", c.G.Tracks[i].Name)
		}
		return t.whole[i]
	}
	return game.RegionFn(func(c *game.Context, out game.Set) { out.Union(all(c)) })
}

// chooseTrack returns the first track that has exactly the name, or that a
// player may use and whose name contains it; -1 when there is none.
func chooseTrack(tracks []*board.Track, name string, owner int) int {
	for i, t := range tracks {
		if t.Name == name || strings.Contains(t.Name, name) && (t.Owner == owner || t.Owner == 0) {
			return i
		}
	}
	return game.Off
}

// number is the track meant now, -1 for none.
func (t *track) number(c *game.Context) int {
	if c.Track >= 0 && c.Track < len(t.whole) {
		return c.Track
	}
	if p := t.owner.Get(c); p >= 0 && p < len(t.byOwner) {
		return t.byOwner[p]
	}
	return t.named
}

// part adds the elements from one site on until another one has been reached,
// round the end of the track if need be.
func (t *track) part(c *game.Context, e *lgdl.Expr, out game.Set) {
	i := t.number(c)
	if i < 0 {
		return
	}
	elems, first := c.G.Tracks[i].Elems, 0
	if t.from.Given() {
		from := int32(t.from.Get(c))
		for first < len(elems) && elems[first].Site != from {
			first++
		}
		if first == len(elems) {
			return
		}
	}
	to, bounded := int32(0), t.to.Given()
	if bounded {
		to = int32(t.to.Get(c))
	}
	for j := range elems {
		s := elems[(first+j)%len(elems)].Site
		put(e, out, int(s))
		if bounded && s == to {
			return
		}
	}
}
