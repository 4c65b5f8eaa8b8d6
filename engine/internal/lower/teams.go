package lower

import (
	"maps"
	"slices"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
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
	k.TeamNumbers = slices.Clone(c.S.TeamOf)
}

// Team appends the players of the team that is looked at.
func (k *Lowerer) Team(dst []int) []int {
	for p := 1; p <= k.G.Players; p++ {
		if k.Env.Team > 0 && k.TeamOf(p) == k.Env.Team {
			dst = append(dst, p)
		}
	}
	return dst
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
func (k *Lowerer) Seats() game.Seats {
	return game.Seats{Players: k.G.Players, Mover: k.Mover, Teams: k.TeamNumbers}
}

// PlayersOf are the players that a pair of arguments ((player) | roleType) names.
func (k *Lowerer) PlayersOf(player, role *lgdl.Expr) (list []*ir.Expr) {
	if role == nil || !game.ManyRole(role.Text) {
		return append(list, k.RoleOrPlayer(player, role))
	}
	many, _ := k.Seats().Real(role.Text, nil)
	for _, p := range many {
		list = append(list, ir.Num(int(p)))
	}
	return list
}

// EachNamed adds what f adds for each player that a (player …), a role or a number names, under the condition that
// it does; numbers that are no player's are Off.
func (k *Lowerer) EachNamed(e *lgdl.Expr, f func(p int)) {
	if e.Type == "roleType" {
		if many, ok := k.Seats().Real(e.Text, nil); ok {
			for _, p := range many {
				if int(p) > k.G.Players { // Team9 is a number where there are no teams
					p = game.Off
				}
				f(int(p))
			}
			return
		}
	}
	k.EachOf(e, func(who *ir.Expr) {
		who = k.Temp("who", who)
		for p := 0; p <= k.G.Players; p++ {
			k.If(ir.Calc(ir.Eq, who, ir.Num(p)), func() { f(p) })
		}
		k.If(ir.Calc(ir.Not, ir.Calc(ir.Below, who, ir.Num(k.G.Players+1))), func() { f(game.Off) })
	})
}

// IsPlayer reports whether a number is that of a player, from one on.
func (k *Lowerer) IsPlayer(p *ir.Expr, lo int) *ir.Expr {
	return ir.All(ir.Calc(ir.Le, ir.Num(lo), p), ir.Calc(ir.Le, p, ir.Num(k.G.Players)))
}

// IsFriend reports whether a player is the mover or in his team.
func (k *Lowerer) IsFriend(p *ir.Expr) *ir.Expr {
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
func (k *Lowerer) IsEnemy(p *ir.Expr) *ir.Expr {
	p = k.Temp("p", p)
	return ir.All(ir.Calc(ir.Ne, p, ir.Num(0)), ir.Calc(ir.Not, k.IsFriend(p)))
}

// teamWin gives the players of a team the first rank that nobody has, and ends the play
// when one team is left.
func (k *Lowerer) teamWin(team int) {
	f, n := &k.Fields, k.G.Players
	rank := k.Var("rank", 1, n+1, ir.Num(1))
	for try := 1; try <= n; try++ {
		taken := ir.Num(0)
		k.eachPlayer(func(q int) {
			taken = ir.Any(taken, ir.Calc(ir.Eq, ir.At(f.Rank, ir.Num(q)), ir.Num(try*layout.RankUnit)))
		})
		k.If(ir.All(ir.Calc(ir.Eq, ir.Read(rank), ir.Num(try)), taken), func() { k.Add(ir.Put(rank, ir.Num(try+1))) })
	}
	size := 0
	k.eachPlayer(func(q int) {
		if k.TeamOf(q) == team {
			size++
			k.leave(ir.Num(q))
			k.Add(ir.Write(f.Rank, ir.Num(q), ir.Calc(ir.Mul, ir.Read(rank), ir.Num(layout.RankUnit))))
		}
	})
	k.Add(f.Put(layout.Winners, ir.Calc(ir.Add, f.Get(layout.Winners), ir.Num(size))))
	// The masks of the teams that may be left: one of them, or nobody, ends the play.
	masks := map[int]int{}
	k.eachPlayer(func(q int) { masks[k.TeamOf(q)] |= 1 << q })
	active := k.Temp("active", f.Get(layout.Active))
	k.If(ir.Calc(ir.Eq, active, ir.Num(0)), func() { k.over() })
	for _, t := range slices.Sorted(maps.Keys(masks)) {
		if t == team {
			continue
		}
		mask := masks[t]
		only := ir.All(ir.Calc(ir.Ne, active, ir.Num(0)), ir.Calc(ir.Eq, ir.Calc(ir.And, active, ir.Num(^mask)), ir.Num(0)))
		k.If(only, func() {
			k.eachPlayer(func(q int) {
				if k.TeamOf(q) == t {
					k.Add(ir.Write(f.Rank, ir.Num(q), ir.Calc(ir.Mul, ir.Calc(ir.Add, ir.Read(rank), ir.Num(size)), ir.Num(layout.RankUnit))))
				}
			})
			k.over()
		})
	}
}
