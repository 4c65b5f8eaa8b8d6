// Package graphs has the ludemes that build boards: graph generators and operators and the dimensions they take.
package graphs

import (
	"slices"

	"github.com/astragal/astragal/engine/lgdl"
)

// Rows are the forms of the family, in the order in which candidates are tried.
var Rows = slices.Concat(dimsRows, rows)
