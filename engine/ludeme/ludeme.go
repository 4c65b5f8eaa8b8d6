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

// tables are the rows by family, the name of which is that of its folder.
var tables = []struct {
	family string
	rows   []lgdl.Form
}{
	{"booleans", booleans.Rows}, {"equipment", equipment.Rows}, {"graphs", graphs.Rows}, {"ints", ints.Rows},
	{"metadata", metadata.Rows}, {"moves", moves.Rows}, {"regions", regions.Rows}, {"rules", rules.Rows},
}

// Grammar returns the grammar of the language. It is built once; a malformed
// row is a programming error and panics.
var Grammar = sync.OnceValue(func() *lgdl.Grammar {
	var all [][]lgdl.Form
	for _, t := range tables {
		all = append(all, t.rows)
	}
	g, err := lgdl.NewGrammar(all...)
	if err != nil {
		panic(err)
	}
	return g
})
