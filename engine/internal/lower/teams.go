package lower

import (
	"strconv"
	"strings"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
	"github.com/astragal/astragal/engine/rng"
)

// teams finds the team of each player, which is the same throughout the play: games are
// refused in which moves change it.
func (k *Lowerer) teams() {
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
	for _, t := range c.S.TeamOf {
		k.teamOf = append(k.teamOf, int(t))
	}
}

// TeamOf is the team of a player, in games with teams.
func (k *Lowerer) TeamOf(p int) int { return k.teamOf[p] }

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

// sides are the players that a role stands for which depends on teams; false for other
// roles, and in games without teams for those of a team.
func (k *Lowerer) sides(role string) (players []int, ok bool) {
	team, isTeam := strings.CutPrefix(role, "Team")
	number, _ := strconv.Atoi(team)
	if role != "Enemy" && role != "Friend" && role != "Ally" && !isTeam {
		return nil, false
	}
	if k.teamOf == nil {
		switch {
		case role == "Friend" || role == "TeamMover":
			return []int{k.Mover}, true
		case role == "Ally":
			return nil, true
		case isTeam:
			return []int{number}, true
		}
	}
	for p := 1; p <= k.G.Players; p++ {
		mate := p == k.Mover
		if k.teamOf != nil {
			mate = k.teamOf[p] == k.teamOf[k.Mover]
		}
		var in bool
		switch role {
		case "Enemy":
			in = !mate
		case "Ally":
			in = mate && p != k.Mover
		case "Friend", "TeamMover":
			in = mate
		default:
			in = k.teamOf[p] == number
		}
		if in {
			players = append(players, p)
		}
	}
	return players, true
}

// among reports whether a number is that of one of some players.
func among(p *ir.Expr, players []int) *ir.Expr {
	in := ir.Num(0)
	for _, q := range players {
		in = ir.Any(in, ir.Calc(ir.Eq, p, ir.Num(q)))
	}
	return in
}

// IsFriend reports whether a player is the mover or in his team.
func (k *Lowerer) IsFriend(p *ir.Expr) *ir.Expr {
	mates, _ := k.sides("Friend")
	return among(k.Temp("p", p), mates)
}

// IsEnemy reports whether an owner is neither nobody nor a friend of the mover.
func (k *Lowerer) IsEnemy(p *ir.Expr) *ir.Expr {
	p = k.Temp("p", p)
	return ir.All(ir.Calc(ir.Ne, p, ir.Num(0)), ir.Calc(ir.Not, k.IsFriend(p)))
}

// ofSides is the set of sites with pieces of those whom a role stands for.
func (k *Lowerer) ofSides(players []int) *ir.Expr {
	set := k.None()
	for _, p := range players {
		if p <= k.G.Players {
			set = ir.Calc(ir.SetOr, set, k.Owned(p))
		}
	}
	return set
}

// teamWin gives the players of a team the first rank that nobody has, and ends the play
// when one team is left.
func (k *Lowerer) teamWin(team int) {
	f, n := &k.Fields, k.G.Players
	rank := k.Var("rank", 1, n+1, ir.Num(1))
	for try := 1; try <= n; try++ {
		taken := ir.Num(0)
		k.eachPlayer(func(q int) {
			taken = ir.Any(taken, ir.Calc(ir.Eq, ir.At(f.Rank, ir.Num(q)), ir.Num(try*rankUnit)))
		})
		k.If(ir.All(ir.Calc(ir.Eq, ir.Read(rank), ir.Num(try)), taken), func() { k.Add(ir.Put(rank, ir.Num(try+1))) })
	}
	size := 0
	k.eachPlayer(func(q int) {
		if k.teamOf[q] == team {
			size++
			k.leave(ir.Num(q))
			k.Add(ir.Write(f.Rank, ir.Num(q), ir.Calc(ir.Mul, ir.Read(rank), ir.Num(rankUnit))))
		}
	})
	k.Add(f.Put(Winners, ir.Calc(ir.Add, f.Get(Winners), ir.Num(size))))
	// The masks of the teams that may be left: one of them, or nobody, ends the play.
	masks := map[int]int{}
	k.eachPlayer(func(q int) { masks[k.teamOf[q]] |= 1 << q })
	active := k.Temp("active", f.Get(Active))
	k.If(ir.Calc(ir.Eq, active, ir.Num(0)), func() { k.over() })
	for t := 0; t <= max(n, 16); t++ {
		mask := masks[t]
		if mask == 0 || t == team {
			continue
		}
		only := ir.All(ir.Calc(ir.Ne, active, ir.Num(0)), ir.Calc(ir.Eq, ir.Calc(ir.And, active, ir.Num(^mask)), ir.Num(0)))
		k.If(only, func() {
			k.eachPlayer(func(q int) {
				if k.teamOf[q] == t {
					k.Add(ir.Write(f.Rank, ir.Num(q), ir.Calc(ir.Mul, ir.Calc(ir.Add, ir.Read(rank), ir.Num(size)), ir.Num(rankUnit))))
				}
			})
			k.over()
		})
	}
}
