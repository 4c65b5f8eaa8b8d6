package regions

import (
	"strings"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/rule"
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

// sitesTrack are the sites of a track, or of a part of it.
var sitesTrack = rule.Along{Track: trackMeant, From: "from"}.Sites("to")

// trackMeant is the track that is looked at, or that of a player, -1 for none.
var trackMeant = rule.Int{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Int {
	owner, tracks, name := trackOwner.Impl(k, e), k.G.Tracks, e.Named("string").Word("")
	var by []int // from -1 on
	for p := game.Off; p < k.G.Players+2; p++ {
		by = append(by, chooseTrack(tracks, name, p))
	}
	return game.IntFn(func(c *game.Context) int {
		if c.Track >= 0 && c.Track < len(tracks) {
			return c.Track
		}
		if p := owner.Get(c); p >= 0 && p < len(by)-1 {
			return by[p+1]
		}
		return by[0]
	})
}, Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	if k.Env.Track > 0 {
		return ir.Num(k.Env.Track - 1)
	}
	of := func(p int) int { return chooseTrack(k.G.Tracks, e.Named("string").Word(""), p) }
	return k.ByPlayer(trackOwner.Lower(k, e), of(game.Off), of)
}, Args: append([]string{"string"}, trackOwner.Args...)}

var trackOwner = rule.PlayerOr(rule.Num(0))

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
