// Package ints has the ludemes that are numbers: ints, arrays of ints, floats
// and ranges (part 7 of the specification).
//
// A file holds one family: its rows, and below them the functions that compile
// them. Ints are 32-bit: what can overflow wraps around.
package ints

import (
	"slices"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
)

// Rows are the forms of the family, in the order in which candidates are tried.
var Rows = slices.Concat(
	mathRows, iteratorRows, boardRows, equipmentRows, whereRows, stateRows,
	countRows, sizeRows, lastRows, valueRows, trackRows, thingRows,
	floatRows, arrayRows, rangeRows,
)

// player compiles an argument that names a player: a role, or (player n).
func player(k *game.Compiler, role, number *lgdl.Expr) game.Int {
	if role != nil {
		return k.Role(role.Text)
	}
	return number0(k, number)
}

// number0 compiles the n of (player n).
func number0(k *game.Compiler, e *lgdl.Expr) game.Int {
	n := e.Args[0]
	if n.Type != "int" {
		k.Fail(n, "expected the number of a player, found a direction")
	}
	return k.Int(n)
}

// intOrRole compiles an argument written as an int or as a role.
func intOrRole(k *game.Compiler, number, role *lgdl.Expr) game.Int {
	if number != nil {
		return k.Int(number)
	}
	return k.Role(role.Text)
}

// wrap makes n a 32-bit number.
func wrap(n int) int { return int(int32(n)) }
