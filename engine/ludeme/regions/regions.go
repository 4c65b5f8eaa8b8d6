// Package regions has the ludemes that are sets of sites, and the direction functions.
package regions

import (
	"slices"

	"github.com/astragal/astragal/engine/lgdl"
)

// Rows are the forms of the family, in the order in which candidates are tried.
var Rows = slices.Concat(directionsRows, rows)
