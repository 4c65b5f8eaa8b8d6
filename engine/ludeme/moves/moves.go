// Package moves has the ludemes that generate moves: decisions, effects and operators, and the clauses they are made of.
package moves

import (
	"slices"

	"github.com/astragal/astragal/engine/lgdl"
)

// Rows are the forms of the family, in the order in which candidates are tried.
var Rows = slices.Concat(aRows, partsRows, bRows, decisionsRows)
