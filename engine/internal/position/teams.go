package position

import (
	"slices"
	"strconv"
	"strings"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
	"github.com/astragal/astragal/engine/rng"
)

// FindTeams finds the team of each player at the start of the play, and makes room for them where moves change them.
func (k *Code) FindTeams() {
	if !k.G.Has(game.Team) {
		return
	}
	c, r := game.NewContext(k.G), rng.New(0)
	c.Lazy = true // no moves are needed
	c.Start(&r)
	k.TeamNumbers = slices.Clone(c.S.TeamOf)
	changes := setsTeams(clause.Game(k.G.Root()).Rules())
	for i := range k.G.Components {
		changes = changes || setsTeams(k.G.Components[i].Rule)
	}
	if changes {
		k.Fields.Team = k.P.Field("team", ir.State, ir.Int, k.G.Players+1)
		if slices.ContainsFunc(k.TeamNumbers, func(t int32) bool { return t < 0 || t > layout.MaxTeam }) {
			k.No(k.G.Root(), "teams of large numbers")
		}
	}
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

// Seats are the players as the rules are lowered for the mover, in the teams of the start.
func (k *Code) Seats() game.Seats {
	return game.Seats{Players: k.G.Players, Mover: k.Mover, Teams: k.TeamNumbers}
}

// Team is the number of the team of a player.
func (k *Code) Team(p int) *ir.Expr {
	if k.Fields.Team != nil && p >= 1 && p <= k.G.Players {
		return ir.At(k.Fields.Team, ir.Num(p))
	}
	return ir.Num(k.TeamOf(p))
}

// EachOfTeams adds what f adds for each number on a list of players, under the condition that it is on it. What lists
// them may go by who is in the team of a player or, where it is about a role that names one, in that.
func (k *Code) EachOfTeams(of int, role string, list func(s game.Seats) []int32, f func(p int, is *ir.Expr)) {
	s := k.Seats()
	if k.Fields.Team == nil {
		for _, p := range list(s) {
			f(int(p), ir.Num(1))
		}
		return
	}
	number, _ := strconv.Atoi(strings.TrimPrefix(role, "Team"))
	mine := func() *ir.Expr { return k.Team(of) }
	if number > 0 {
		mine = func() *ir.Expr { return ir.Num(number) }
	}
	s.Teams = slices.Repeat([]int32{int32(number)}, k.G.Players+1) // all in that team
	mates := list(s)
	for p := range s.Teams {
		s.Teams[p] = int32(layout.MaxTeam + 1 + p) // each in another
	}
	others := list(s)
	all := slices.Concat(mates, others)
	slices.Sort(all)
	for _, p := range slices.Compact(all) {
		with, without := slices.Contains(mates, p), slices.Contains(others, p)
		is := ir.Num(1)
		if with != without {
			if is = ir.Calc(ir.Eq, k.Team(int(p)), mine()); without {
				is = ir.Calc(ir.Not, is)
			}
		}
		f(int(p), is)
	}
}

// IsPlayer reports whether a number is that of a player, from one on.
func (k *Code) IsPlayer(p *ir.Expr, lo int) *ir.Expr {
	return ir.All(ir.Calc(ir.Le, ir.Num(lo), p), ir.Calc(ir.Le, p, ir.Num(k.G.Players)))
}

// IsAny reports whether a number is one of those from 0 up to most for which something holds as the mover sees them.
func (k *Code) IsAny(p *ir.Expr, most int, holds func(s game.Seats, p int) bool) *ir.Expr {
	p = k.Temp("p", p)
	is := ir.Num(0)
	k.EachOfTeams(k.Mover, "", func(s game.Seats) (list []int32) {
		for q := range most + 1 {
			if holds(s, q) {
				list = append(list, int32(q))
			}
		}
		return list
	}, func(q int, one *ir.Expr) { is = ir.Any(is, ir.All(ir.Calc(ir.Eq, p, ir.Num(q)), one)) })
	return is
}

// IsFriend reports whether a player is the mover or in his team.
func (k *Code) IsFriend(p *ir.Expr) *ir.Expr { return k.IsAny(p, k.G.Players, game.Seats.Friend) }

// IsEnemy reports whether an owner is neither nobody nor a friend of the mover.
func (k *Code) IsEnemy(p *ir.Expr) *ir.Expr {
	p = k.Temp("p", p)
	return ir.All(ir.Calc(ir.Ne, p, ir.Num(0)), ir.Calc(ir.Not, k.IsFriend(p)))
}
