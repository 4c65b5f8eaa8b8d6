package heuristic

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
)

// Position is what terms read of a position: one by the rules, or of compiled code.
type Position interface {
	Game() *game.Game
	Mover() int
	IsActive(player int) bool
	Score(player int) int
	Placements() int // moves of the start rules
	// Places are the recorded places of a component's pieces, valid until the next call.
	Places(component int) []game.Place
	Who(st board.SiteType, site int) int
	CountAt(st board.SiteType, site int) int
	ValueAt(p game.Place) int
	// Moves calls f with where the legal moves go that a player would have if it were his
	// turn; Threats with where they go and with the sites that they remove something from.
	Moves(player int, f func(to int32))
	Threats(player int, f func(site int32))
}

// ByRules is a position by the rules.
func ByRules(c *game.Context) Position { return byRules{c} }

// byRules is a position by the rules.
type byRules struct{ c *game.Context }

func (x byRules) Game() *game.Game                        { return x.c.G }
func (x byRules) Mover() int                              { return x.c.S.Mover }
func (x byRules) IsActive(player int) bool                { return x.c.S.IsActive(player) }
func (x byRules) Score(player int) int                    { return int(x.c.S.ScoreOf[player]) }
func (x byRules) Placements() int                         { return x.c.T.Placements }
func (x byRules) Places(component int) []game.Place       { return x.c.S.Places(component) }
func (x byRules) Who(st board.SiteType, site int) int     { return x.c.S.Who(st, site) }
func (x byRules) CountAt(st board.SiteType, site int) int { return x.c.S.CountAt(st, site) }

func (x byRules) ValueAt(p game.Place) int {
	return x.c.S.ValueAt(p.Type, int(p.Site), int(p.Level))
}

func (x byRules) Moves(player int, f func(to int32)) {
	x.imagine(player, func(_ *game.Context, m game.Move) { f(m.To) })
}

func (x byRules) Threats(player int, f func(site int32)) {
	x.imagine(player, func(t *game.Context, m game.Move) {
		f(m.To)
		removals(t, m, f)
	})
}

// imagine calls f with the legal moves that a player would have if it were his turn.
func (x byRules) imagine(player int, f func(t *game.Context, m game.Move)) {
	t := x.c.Temp()
	if player != t.S.Mover {
		t.S.Prev, t.S.Mover = t.S.Mover, player
	}
	for _, m := range t.Legal() {
		f(t, m)
	}
	x.c.GiveTemp(t)
}

// removals calls f for every site that a move removes something from.
func removals(c *game.Context, m game.Move, f func(site int32)) {
	for i := range c.Items(m) {
		switch a := c.Item(m, i); a.Kind {
		case game.SubMove:
			removals(c, c.Sub(a), f)
		case game.ActRemove:
			f(a.To)
		}
	}
}
