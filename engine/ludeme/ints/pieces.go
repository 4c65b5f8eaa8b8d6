package ints

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/rule"
	"github.com/astragal/astragal/engine/lgdl"
)

// countComponent is the number of pieces, of dominoes in the bag, or of the pips of dice.
var countComponent = rule.Of(func(e *lgdl.Expr) rule.Int {
	switch {
	case e.Named("countComponentType").Text == "Pips":
		return pips
	case e.Named("string").Word("") == "Bag":
		return bag
	}
	return rule.NumberOfPieces
}, append([]string{"countComponentType"}, rule.NumberOfPieces.Args...)...)

var bag = rule.Int{Impl: read(func(c *game.Context) int { return len(c.S.Dominoes) }),
	Lower: func(k *lower.Lowerer, _ *lgdl.Expr) *ir.Expr { return k.InBag() }}

// pips is the sum that the dice had when it was last taken, by default that of the dice of all.
var pips = rule.Int{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Int {
	owner := diceOwner.Impl(k, e)
	return game.IntFn(func(c *game.Context) int {
		d := c.G.DiceContainer()
		if d < 0 || c.G.Containers[d].Owner != owner.Get(c) {
			return 0
		}
		return c.S.DiceSum
	})
}, Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr { return k.Pips(diceOwner.Lower(k, e)) },
	Args: diceOwner.Args}.Needs(game.Stochastic)

var diceOwner = rule.Of(func(e *lgdl.Expr) rule.Int {
	if e.Named("of") == nil && e.Named("roleType") == nil {
		return rule.OfGame((*game.Game).Shared)
	}
	return rule.Arg("of", "roleType")
}, "of", "roleType")
