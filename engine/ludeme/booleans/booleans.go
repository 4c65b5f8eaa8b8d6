// Package booleans has the ludemes that are true or false (part 6 of the
// specification).
//
// A file holds one family: its rows, and below them the functions that compile
// them. A condition leaves the context as it found it, except for the leaks
// that the specification lists and the functions here mention.
package booleans

import "github.com/astragal/astragal/engine/internal/rule"

// Rows are the forms of the family, in the order in which candidates are tried.
var Rows = rule.Rows(
	allRows, operatorRows, isRows, playRows,
)
