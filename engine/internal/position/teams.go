package position

import (
	"slices"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
	"github.com/astragal/astragal/engine/rng"
)

// FindTeams finds the team of each player, which is the same throughout the play: games are
// refused in which moves change it.
func (k *Code) FindTeams() {
	if !k.G.Has(game.Team) {
		return
	}
	root := k.G.Root()
	if setsTeams(clause.Game(root).Rules()) {
		k.No(root, "teams that change")
	}
	for i := range k.G.Components {
		if setsTeams(k.G.Components[i].Rule) {
			k.No(root, "teams that change")
		}
	}
	c, r := game.NewContext(k.G), rng.New(0)
	c.Lazy = true // no moves are needed
	c.Start(&r)
	k.TeamNumbers = slices.Clone(c.S.TeamOf)
}

// setsTeams reports whether a clause other than a start rule puts players into teams.
func setsTeams(e *lgdl.Expr) bool {
	if e == nil {
		return false
	}
	if e.Kind == lgdl.Clause && e.Form != nil {
		if e.Form.Keyword == "start" {
			return false
		}
		if e.Form.Text == "(set Team int {roleType} [(then)])" {
			return true
		}
	}
	for x := range e.Parts() {
		if setsTeams(x) {
			return true
		}
	}
	return false
}

// Seats are the players as the rules are lowered for the mover.
func (k *Code) Seats() game.Seats {
	return game.Seats{Players: k.G.Players, Mover: k.Mover, Teams: k.TeamNumbers}
}

// IsPlayer reports whether a number is that of a player, from one on.
func (k *Code) IsPlayer(p *ir.Expr, lo int) *ir.Expr {
	return ir.All(ir.Calc(ir.Le, ir.Num(lo), p), ir.Calc(ir.Le, p, ir.Num(k.G.Players)))
}

// IsFriend reports whether a player is the mover or in his team.
func (k *Code) IsFriend(p *ir.Expr) *ir.Expr {
	p = k.Temp("p", p)
	is := ir.Num(0)
	for q := range k.G.Players + 1 {
		if k.Seats().Friend(q) {
			is = ir.Any(is, ir.Calc(ir.Eq, p, ir.Num(q)))
		}
	}
	return is
}

// IsEnemy reports whether an owner is neither nobody nor a friend of the mover.
func (k *Code) IsEnemy(p *ir.Expr) *ir.Expr {
	p = k.Temp("p", p)
	return ir.All(ir.Calc(ir.Ne, p, ir.Num(0)), ir.Calc(ir.Not, k.IsFriend(p)))
}
