package lower

import (
	"maps"
	"slices"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/lgdl"
)

// Team appends the players of the team that is looked at.
func (k *Lowerer) Team(dst []int) []int {
	for p := 1; p <= k.G.Players; p++ {
		if k.Env.Team > 0 && k.TeamOf(p) == k.Env.Team {
			dst = append(dst, p)
		}
	}
	return dst
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
					k.Add(
						ir.Write(
							f.Rank,
							ir.Num(q),
							ir.Calc(ir.Mul, ir.Calc(ir.Add, ir.Read(rank), ir.Num(size)), ir.Num(layout.RankUnit)),
						),
					)
				}
			})
			k.over()
		})
	}
}
