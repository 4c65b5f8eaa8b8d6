// Package ints has the ludemes that are numbers: ints, arrays of ints, floats and ranges.
package ints

import (
	"slices"

	"github.com/astragal/astragal/engine/lgdl"
)

// Rows are the forms of the family, in the order in which candidates are tried.
var Rows = slices.Concat(rows, floatsRows, arraysRows, rangesRows)
