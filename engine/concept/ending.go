package concept

import "github.com/astragal/astragal/engine/lgdl"

// Endings tells which concepts the ways have in which plays of one ruleset end.
// It is immutable.
type Endings struct {
	in    Input
	rows  map[*lgdl.Form]row
	parts []Set // by number in game.Game.EndParts
	given []Set // what the rules' arguments contribute, by number in game.Game.Ends
}

// Endings prepares what is known of the end rules of a ruleset.
func (x *Extractor) Endings(in Input) *Endings {
	forms := in.Game.Ends
	results := make([]*lgdl.Expr, len(forms))
	for i, f := range forms {
		results[i] = Slot(f.Rule, "(result)")
	}
	return &Endings{in: in, rows: x.rows, parts: x.Contributions(in, in.Game.EndParts),
		given: x.Contributions(in, results)}
}

// Of returns the concepts of an ending as game.Context.Ending tells it: for each
// of its rules, what a rule with this result would contribute (part 9, §4.8) if
// its condition were just the parts that hold (§9).
func (x *Endings) Of(ending []int32) Set {
	var s Set
	for len(ending) > 0 {
		i := ^ending[0]
		var cond Set
		n := 1
		for ; n < len(ending) && ending[n] >= 0; n++ {
			cond.Unite(x.parts[ending[n]])
		}
		ending = ending[n:]
		rule := x.in.Game.Ends[i]
		w := &Walk{rows: x.rows, game: x.in.Game, memo: map[*lgdl.Expr]Set{rule.Cond: cond}}
		if result := Slot(rule.Rule, "(result)"); result != nil {
			w.memo[result] = x.given[i]
		}
		s.Unite(w.Of(rule.Rule))
	}
	return s
}
