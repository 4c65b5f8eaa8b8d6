package ruleset

import (
	"io"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/draw"
	"github.com/astragal/astragal/engine/game"
)

// A Place is a site that a decision speaks of.
type Place struct {
	Type  board.SiteType
	Site  int32
	Level int32 // of a stack, -1 for none in particular
}

// Places are the sites that decision i goes from and to, ok reporting whether it
// speaks of sites at all. One that is at a single site goes from there to there.
func (t *table) Places(i int) (from, to Place, ok bool) {
	c, m := t.c, t.moves()[i]
	if c.IsPass(m) {
		return from, to, false
	}
	a, decided := c.Decision(m)
	if !decided || a.Kind == game.ActSwap || a.Kind == game.ActBet || a.Kind == game.ActPropose || a.Kind == game.ActVote {
		return from, to, false
	}
	typed := func(st int8, other int8) board.SiteType {
		switch {
		case st != game.NoType:
			return board.SiteType(st)
		case other != game.NoType:
			return board.SiteType(other)
		}
		return c.G.DefaultType
	}
	from = Place{typed(a.TypeFrom, a.TypeTo), m.From, a.LevelFrom}
	to = Place{typed(a.TypeTo, a.TypeFrom), m.To, a.LevelTo}
	switch {
	case m.From < 0 && m.To < 0:
		return from, to, false
	case m.From < 0:
		from = to
	case m.To < 0:
		to = from
	}
	// Sites of hands are cells whatever the board is played on.
	for _, p := range []*Place{&from, &to} {
		if int(p.Site) >= c.G.Topo.Num(p.Type) {
			p.Type = board.Cell
		}
	}
	return from, to, true
}

// Context is the position as package game has it. Callers must not change it.
func (t *table) Context() *game.Context { return t.c }

// Scores are those of the agents, nil in games without.
func (t *table) Scores() []int {
	if !t.c.G.Has(game.Score) {
		return nil
	}
	scores := make([]int, t.c.G.Players)
	for p := range scores {
		scores[p] = int(t.c.S.ScoreOf[t.player(p+1)])
	}
	return scores
}

// DrawSeen draws a position of the ruleset's own game as an agent sees it, 0 being
// one who sees everything.
func (r *Ruleset) DrawSeen(w io.Writer, pos interface{ Context() *game.Context }, agent int, o draw.Options) error {
	c := pos.Context()
	if agent > 0 {
		agent = int(c.S.Order[agent])
	}
	return r.DrawFor(w, c, agent, o)
}
