package concept

import "github.com/astragal/astragal/engine/lgdl"

// Contributions returns what each of the expressions, which belong to the
// ruleset, contributes by itself with all that is below it (part 9, §3).
func (x *Extractor) Contributions(in Input, of []*lgdl.Expr) []Set {
	w := &Walk{rows: x.rows, game: in.Game, memo: map[*lgdl.Expr]Set{}}
	var s Set
	w.description(in.Checked.Game, &s)
	sets := make([]Set, len(of))
	for i, e := range of {
		sets[i] = w.Of(e)
	}
	return sets
}
