package lower

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/lgdl"
)

// InTeam reports whether a player is in the team that is looked at.
func (k *Lowerer) InTeam(p int) *ir.Expr {
	return ir.Calc(ir.Eq, k.Team(p), ir.Num(k.Env.Team))
}

// AnyInTeam reports whether one is.
func (k *Lowerer) AnyInTeam() *ir.Expr {
	any := ir.Num(0)
	k.eachPlayer(func(p int) { any = ir.Any(any, k.InTeam(p)) })
	return any
}

// eachMember adds what f adds for each number from lo to hi that a role of several players stands for, under the
// condition that it does.
func (k *Lowerer) eachMember(role string, lo, hi int, f func(p int, is *ir.Expr)) {
	k.EachOfTeams(k.Mover, role, func(s game.Seats) []int32 {
		list, _ := s.Members(role, lo, hi, nil)
		return list
	}, f)
}

// EachReal adds what f adds for each player that a pair of arguments ((player) | roleType) names, under the condition
// that it does.
func (k *Lowerer) EachReal(player, role *lgdl.Expr, f func(p, is *ir.Expr)) {
	if role == nil || !game.ManyRole(role.Text) {
		f(k.RoleOrPlayer(player, role), ir.Num(1))
		return
	}
	k.eachMember(role.Text, 1, k.G.Players, func(p int, is *ir.Expr) { f(ir.Num(p), is) })
}

// EachNamed adds what f adds for each player that a (player …), a role or a number names, under the condition that
// it does; numbers that are no player's are Off.
func (k *Lowerer) EachNamed(e *lgdl.Expr, f func(p int)) {
	if e.Type == "roleType" {
		if _, known := k.Seats().Real(e.Text, nil); known {
			k.EachOfTeams(k.Mover, e.Text, func(s game.Seats) []int32 {
				list, _ := s.Real(e.Text, nil)
				return list
			}, func(p int, is *ir.Expr) {
				if p > k.G.Players { // Team9 is a number where there are no teams
					p = game.Off
				}
				k.If(is, func() { f(p) })
			})
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
func (k *Lowerer) teamWin(team *ir.Expr) {
	f, n := &k.Fields, k.G.Players
	rank := k.Var("rank", 1, n+1, ir.Num(1))
	for try := 1; try <= n; try++ {
		taken := ir.Num(0)
		k.eachPlayer(func(q int) {
			taken = ir.Any(taken, ir.Calc(ir.Eq, ir.At(f.Rank, ir.Num(q)), ir.Num(try*layout.RankUnit)))
		})
		k.If(ir.All(ir.Calc(ir.Eq, ir.Read(rank), ir.Num(try)), taken), func() { k.Add(ir.Put(rank, ir.Num(try+1))) })
	}
	size := k.Var("size", 0, n, ir.Num(0))
	k.eachPlayer(func(q int) {
		k.If(ir.Calc(ir.Eq, k.Team(q), team), func() {
			k.Add(ir.Increment(size))
			k.leave(ir.Num(q))
			k.Add(ir.Write(f.Rank, ir.Num(q), ir.Calc(ir.Mul, ir.Read(rank), ir.Num(layout.RankUnit))))
		})
	})
	k.Add(f.Put(layout.Winners, ir.Calc(ir.Add, f.Get(layout.Winners), ir.Read(size))))
	// Nobody, or one team that is left, ends the play.
	active := k.Temp("active", f.Get(layout.Active))
	is := func(q int) *ir.Expr { return ir.Calc(ir.And, ir.Calc(ir.Shr, active, ir.Num(q)), ir.Num(1)) }
	k.If(ir.Calc(ir.Eq, active, ir.Num(0)), func() { k.over() })
	left, only := ir.Num(0), ir.Num(1)
	k.eachPlayer(func(q int) { left = ir.Cond(is(q), k.Team(q), left) })
	left = k.Temp("left", left)
	k.eachPlayer(func(q int) { only = ir.All(only, ir.Any(ir.Calc(ir.Not, is(q)), ir.Calc(ir.Eq, k.Team(q), left))) })
	k.If(ir.All(ir.Calc(ir.Ne, active, ir.Num(0)), only), func() {
		k.eachPlayer(func(q int) {
			next := ir.Calc(ir.Mul, ir.Calc(ir.Add, ir.Read(rank), ir.Read(size)), ir.Num(layout.RankUnit))
			k.If(ir.Calc(ir.Eq, k.Team(q), left), func() { k.Add(ir.Write(f.Rank, ir.Num(q), next)) })
		})
		k.over()
	})
}
