package ints

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

var lastRows = []lgdl.Form{
	{Text: "(last lastType [afterConsequence:bool])", Lower: lower.IntRule(lowerLast), Result: "int",
		Meaning: "Where the last move came from or went to, on request with everything that followed from it; -1 if there " +
			"is none.", Impl: game.IntRule(last)},
}

func last(k *game.Compiler, e *lgdl.Expr) game.Int {
	var move, after func(m *game.Entry) int32
	switch clause.LastLastType(e).LastType().Text {
	case "From":
		move = func(m *game.Entry) int32 { return m.From }
		after = func(m *game.Entry) int32 { return m.AfterFrom }
	case "To":
		move = func(m *game.Entry) int32 { return m.To }
		after = func(m *game.Entry) int32 { return m.AfterTo }
	case "LevelFrom":
		move = func(m *game.Entry) int32 { return m.LevelFrom }
		after = func(m *game.Entry) int32 {
			if m.AfterFrom == game.Off {
				return game.Off
			}
			return m.AfterLevelFrom
		}
	case "LevelTo":
		move = func(m *game.Entry) int32 { return m.LevelTo }
		after = func(m *game.Entry) int32 {
			if m.AfterTo == game.Off {
				return game.Off
			}
			return m.AfterLevelTo
		}
	}
	read := func(c *game.Context, f func(m *game.Entry) int32) int {
		if m := c.T.Last(); m != nil {
			return int(f(m))
		}
		return game.Off
	}
	follow := k.BoolOr(clause.LastLastType(e).AfterConsequence(), false)
	if follow.Const {
		if follow.V {
			move = after
		}
		return game.IntFn(func(c *game.Context) int { return read(c, move) })
	}
	return game.IntFn(func(c *game.Context) int {
		if follow.F(c) {
			return read(c, after)
		}
		return read(c, move)
	})
}
