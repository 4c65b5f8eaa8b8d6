// Package booleans has the ludemes that are true or false (part 6 of the
// specification).
//
// A file holds one family: its rows, and below them the functions that compile
// them. A condition leaves the context as it found it, except for the leaks
// that the specification lists and the functions here mention.
package booleans

import (
	"slices"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// Rows are the forms of the family, in the order in which candidates are tried.
var Rows = slices.Concat(
	allRows, operatorRows, isRows, playRows,
)

// intOrRole compiles an argument written as an int or as a role.
func intOrRole(k *game.Compiler, number, role *lgdl.Expr) game.Int {
	if number != nil {
		return k.Int(number)
	}
	return k.Role(role.Text)
}

// player compiles an argument that names a player: (player n) or a role.
func player(k *game.Compiler, number, role *lgdl.Expr) game.Int {
	if role != nil {
		return k.Role(role.Text)
	}
	n := clause.PlayerInt(number).Int()
	if n.Type != "int" {
		k.Fail(n, "expected the number of a player, found a direction")
	}
	return k.Int(n)
}

// siteOr compiles an optional site: def when e is nil.
func siteOr(k *game.Compiler, e *lgdl.Expr, def func(c *game.Context) int) game.Int {
	if e == nil {
		return game.IntFn(def)
	}
	return k.Int(e)
}

func lastTo(c *game.Context) int { return c.LastTo() }
