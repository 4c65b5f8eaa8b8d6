package reconstruct

import (
	"github.com/astragal/astragal/engine/concept"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/ruleset"
)

// Concepts returns the concepts that hold for the compiled donor; false if it does not compile.
func (d *Donor) Concepts() (concept.Set, bool) {
	d.compiled.Do(func() {
		rs, err := bare().Compile(ruleset.Source{File: d.File, Text: []byte(d.Canonical())})
		if d.compiles = err == nil; d.compiles {
			d.holds = rs.Concepts().Holds
		}
	})
	return d.holds, d.compiles
}

// Concepts returns the concepts of what is known of the game, those that hard conditions demand included: the skeleton
// is
// compiled with sections of which nothing is known that say nothing. It is false if that is no game.
func (s *Skeleton) Concepts() (set concept.Set, ok bool) {
	n := mute(fill(s.expanded.Game, nil))
	rs, err := bare().Compile(ruleset.Source{File: s.File, Text: []byte(lgdl.Text([]*lgdl.Node{n}))})
	if err != nil {
		return set, false
	}
	set = rs.Concepts().Holds
	for _, c := range s.Constraints {
		k := concept.ByName(c.Concept)
		if c.Op == Within && c.Weight == 0 && k != nil && k.Data == "Boolean" && c.Min > 0 {
			set.Add(k.ID)
		}
	}
	return set, true
}
