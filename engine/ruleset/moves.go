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

// A Flight is the way of pieces from a site to another in a move.
type Flight struct {
	From, To Place
	Count    int // of pieces, at least 1
}

// Flights are the ways of pieces in the last decision, in the order in which they were
// moved: what sowing lays down one by one, what is captured to a hand, and so on.
func (t *table) Flights() []Flight {
	var list []Flight
	for _, a := range t.c.Applied() {
		if a.Kind != game.ActMove && a.Kind != game.ActMoveCount && a.Kind != game.ActStackMove || a.From < 0 || a.To < 0 ||
			a.From == a.To {
			continue
		}
		f := Flight{Place{t.typed(a.TypeFrom, a.From), a.From, a.LevelFrom}, Place{t.typed(a.TypeTo, a.To), a.To, a.LevelTo},
			1}
		if a.Kind == game.ActMoveCount {
			f.Count = max(1, int(a.Count))
		}
		list = append(list, f)
	}
	return list
}

// typed is the type of a site of an action: sites of hands are cells whatever the board is
// played on.
func (t *table) typed(st int8, site int32) board.SiteType {
	g := t.c.G
	typed := g.DefaultType
	if st != game.NoType {
		typed = board.SiteType(st)
	}
	if int(site) >= g.Topo.Num(typed) {
		return board.Cell
	}
	return typed
}

// Mark is what decision i does to a variable of a deduction puzzle: it gets a value, or
// the value is taken from its candidates or becomes one again. ok is false for all others.
func (t *table) Mark(i int) (value int, toggle, ok bool) {
	a, decided := t.c.Decision(t.moves()[i])
	if !decided || a.Kind != game.ActPuzzleSet && a.Kind != game.ActPuzzleToggle {
		return 0, false, false
	}
	return int(a.Value), a.Kind == game.ActPuzzleToggle, true
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
