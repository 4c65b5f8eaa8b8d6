// Package ints has the ludemes that are numbers: ints, arrays of ints, floats
// and ranges (part 7 of the specification).
//
// A file holds one family: its rows, and below them the functions that compile
// them. Ints are 32-bit: what can overflow wraps around.
package ints

import "github.com/astragal/astragal/engine/internal/rule"

// Rows are the forms of the family, in the order in which candidates are tried.
var Rows = rule.Rows(
	mathRows, iteratorRows, boardRows, equipmentRows, whereRows, stateRows,
	countRows, sizeRows, lastRows, valueRows, trackRows, thingRows,
	floatRows, arrayRows, rangeRows,
)

// wrap makes n a 32-bit number.
func wrap(n int) int { return int(int32(n)) }
