package ints

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

var rangeRows = []lgdl.Form{
	{Text: "(exact int)", Result: "range", Meaning: "The range of one number.", Impl: game.RangeRule(exact)},
	{Text: "(max int)", Result: "range", Meaning: "The range of all numbers up to one, from -1 on.",
		Impl: game.RangeRule(upTo)},
	{Text: "(min int)", Result: "range", Meaning: "The range of all numbers from one on.", Impl: game.RangeRule(atLeast)},
	{Text: "(range int [int])", Result: "range", Meaning: "The range between two numbers, both included.",
		Impl: game.RangeRule(between)},
}

func exact(k *game.Compiler, e *lgdl.Expr) game.Range {
	n := k.Int(clause.Exact(e).Int())
	return game.Range{Min: n, Max: n}
}

func upTo(k *game.Compiler, e *lgdl.Expr) game.Range {
	return game.Range{Min: game.IntOf(game.Off), Max: k.Int(clause.MaxInt(e).Int())}
}

func atLeast(k *game.Compiler, e *lgdl.Expr) game.Range {
	return game.Range{Min: k.Int(clause.MinInt(e).Int()), Max: game.IntOf(game.Infinity)}
}

func between(k *game.Compiler, e *lgdl.Expr) game.Range {
	a := clause.Range(e)
	lo := k.Int(a.Int1())
	hi := lo
	if a.Int2() != nil {
		hi = k.Int(a.Int2())
	}
	return game.Range{Min: lo, Max: hi}
}
