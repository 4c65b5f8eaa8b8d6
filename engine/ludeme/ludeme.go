// Package ludeme is the whole language: the rows of all families together.
// One ludeme is one row, written where its rule is implemented; the grammar, the
// checker, the documentation and the concept extractor are derived from it. What
// its arguments mean is said, with examples, in a text file beside it (docs.go).
package ludeme

import (
	"sync"

	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/ludeme/booleans"
	"github.com/astragal/astragal/engine/ludeme/equipment"
	"github.com/astragal/astragal/engine/ludeme/graphs"
	"github.com/astragal/astragal/engine/ludeme/ints"
	"github.com/astragal/astragal/engine/ludeme/metadata"
	"github.com/astragal/astragal/engine/ludeme/moves"
	"github.com/astragal/astragal/engine/ludeme/regions"
	"github.com/astragal/astragal/engine/ludeme/rules"
)

// Grammar returns the grammar of the language. It is built once; a malformed
// row is a programming error and panics.
var Grammar = sync.OnceValue(func() *lgdl.Grammar {
	g, err := lgdl.NewGrammar(booleans.Rows, equipment.Rows, graphs.Rows, ints.Rows, metadata.Rows, moves.Rows, regions.Rows, rules.Rows)
	if err != nil {
		panic(err)
	}
	return g
})
