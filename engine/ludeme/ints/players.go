package ints

import (
	"slices"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/rule"
	"github.com/astragal/astragal/engine/lgdl"
)

// A listing appends players to an empty list, which follows from one of them, and tells whether a condition is asked of
// those on it.
type listing func(s game.Seats, of int, dst []int32) (list []int32, asked bool)

// related are those who stand in a relation to a player. With teams the mover is nobody's enemy.
var related = players(rule.ArgElse("of", rule.Mover), nil, func(e *lgdl.Expr) listing {
	kind, given := e.Named("playersManyType").Text, e.Named("of") != nil
	return func(s game.Seats, of int, dst []int32) ([]int32, bool) {
		if given && (of == 0 || of > s.Players) {
			return dst, false
		}
		mover := s.Mover
		if kind != "NonMover" {
			s.Mover = of
		}
		dst, _ = s.Members(kind, 0, s.Players+1, dst)
		if kind == "Enemy" && s.Teams != nil {
			dst = slices.DeleteFunc(dst, func(q int32) bool { return int(q) == mover })
		}
		return dst, kind != "Friend" || s.Teams != nil
	}
})

// ofTeam are the players of a team. Without teams it is the player of the number, of whom no condition is asked.
var ofTeam = players(rule.Mover, teamNamed, func(e *lgdl.Expr) listing {
	team := teamNamed(e)
	return func(s game.Seats, _ int, dst []int32) ([]int32, bool) {
		dst, _ = s.Members(team, 1, s.Players, dst)
		return slices.DeleteFunc(dst, func(q int32) bool { return int(q) > s.Players }), s.Teams != nil
	}
})

func teamNamed(e *lgdl.Expr) string { return e.Named("playersTeamType").Text }

// players are those of a listing for whom a condition holds with (player) at them; named is the role of a team that it
// goes by, nil for that of the player.
func players(of rule.Int, named func(e *lgdl.Expr) string, listed func(e *lgdl.Expr) listing) rule.Array {
	return rule.Array{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Ints {
		of, cond, listed := of.Impl(k, e), k.Cond(e.Named("if")), listed(e)
		return game.Ints{Eval: func(c *game.Context, dst []int32) []int32 {
			list, asked := listed(c.Seats(), of.Get(c), c.TakeInts())
			before := c.Player
			for _, q := range list {
				if c.Player = int(q); !asked || cond.Ok(c) {
					dst = append(dst, q)
				}
			}
			c.Player = before
			c.GiveInts(list)
			return dst
		}}
	}, Lower: func(k *lower.Lowerer, e *lgdl.Expr, f func(v *ir.Expr)) {
		of := k.Temp("of", of.Lower(k, e))
		k.SpoilIf(ir.Calc(ir.Lt, of, ir.Num(0)))
		k.ForPlayers(of, func(p int) {
			_, asked := listed(e)(k.Seats(), p, nil)
			role := ""
			if named != nil {
				role = named(e)
			}
			k.EachOfTeams(p, role, func(s game.Seats) []int32 {
				list, _ := listed(e)(s, p, nil)
				return list
			}, func(q int, is *ir.Expr) {
				if asked {
					is = ir.All(is, k.Scoped(func() *ir.Expr {
						k.Env.Player = ir.Num(q)
						return k.Cond(e.Named("if"))
					}))
				}
				k.If(is, func() { f(ir.Num(q)) })
			})
		})
	}, Args: append([]string{"if"}, of.Args...)}
}
