// Package booleans has the ludemes that are true or false.
package booleans

import (
	"slices"

	"github.com/astragal/astragal/engine/lgdl"
)

// Rows are the forms of the family, in the order in which candidates are tried.
var Rows = slices.Concat(rows)
