package ints

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/rule"
	"github.com/astragal/astragal/engine/lgdl"
)

var lastRows = []lgdl.Form{
	{Text: "(last lastType [afterConsequence:bool])", Result: "int",
		Meaning: "Where the last move came from or went to, on request with everything that followed from it; -1 if there " +
			"is none.", Impl: last.At("lastType")},
}

var last = rule.Ints{
	"From": {Impl: ofLast(func(m *game.Entry) int32 { return m.From }, func(m *game.Entry) int32 { return m.AfterFrom }),
		Lower: lowerLast(layout.LastFrom, layout.AfterFrom)},
	"To": {Impl: ofLast(func(m *game.Entry) int32 { return m.To }, func(m *game.Entry) int32 { return m.AfterTo }),
		Lower: lowerLast(layout.LastTo, layout.AfterTo)},
	"LevelFrom": {Impl: ofLast(func(m *game.Entry) int32 { return m.LevelFrom }, func(m *game.Entry) int32 {
		if m.AfterFrom == game.Off {
			return game.Off
		}
		return m.AfterLevelFrom
	}), Lower: noLast},
	"LevelTo": {Impl: ofLast(func(m *game.Entry) int32 { return m.LevelTo }, func(m *game.Entry) int32 {
		if m.AfterTo == game.Off {
			return game.Off
		}
		return m.AfterLevelTo
	}), Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
		if e.Named("afterConsequence") != nil || !k.Stacked() {
			return noLast(k, e)
		}
		return k.Fields.Get(layout.LastLevel)
	}},
}

// ofLast is a number of the last move, or that which it has become with everything that followed from it.
func ofLast(move, after func(m *game.Entry) int32) game.IntRule {
	return func(k *game.Compiler, e *lgdl.Expr) game.Int {
		follow := k.BoolOr(e.Named("afterConsequence"), false)
		return game.IntFn(func(c *game.Context) int {
			switch m := c.T.Last(); {
			case m == nil:
				return game.Off
			case follow.Get(c):
				return int(after(m))
			default:
				return int(move(m))
			}
		})
	}
}

func lowerLast(move, after layout.Var) lower.IntRule {
	return func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
		switch follow := k.BoolOr(e.Named("afterConsequence"), false); {
		case follow.Is(0):
			return k.Fields.Get(move)
		case follow.Is(1):
			return k.Fields.Get(after)
		}
		k.No(e, "the last move with or without what followed")
		return nil
	}
}

func noLast(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	k.No(e, "(last %s)", e.Named("lastType").Text)
	return nil
}
