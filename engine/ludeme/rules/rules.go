// Package rules has the frame of a game: players, start, play, phases, meta rules, ends and matches.
package rules

import (
	"slices"
)

// Rows are the forms of the family, in the order in which candidates are tried.
var Rows = slices.Concat(metaRows, endRows, startRows, frameRows)
