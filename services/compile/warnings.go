package compile

import (
	"context"

	"github.com/astragal/astragal/engine"

	"github.com/astragal/astragal/engine/lint"
)

// warningsOf returns what is suspicious about a ruleset and a few quick plays of it,
// without what PostgreSQL's text cannot hold, and without the file, which is the
// source's and may be a path that is nobody's business. Looking must not keep a ruleset that
// compiles out of the catalogue: when it fails there are none.
func warningsOf(ctx context.Context, rs engine.Ruleset) (list []lint.Warning) {
	defer func() {
		if recover() != nil {
			list = nil
		}
	}()
	list = engine.Warnings(ctx, rs, lint.Brief)
	for i := range list {
		w := &list[i]
		w.File, w.Message, w.Hint, w.Define = "", clean(w.Message), clean(w.Hint), clean(w.Define)
	}
	return list
}
