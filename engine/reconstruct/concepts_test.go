package reconstruct_test

import (
	"testing"

	"github.com/astragal/astragal/engine/concept"
)

// TestConcepts tells the concepts of donors, and of a skeleton those that are known or demanded, and no others.
func TestConcepts(t *testing.T) {
	id := func(name string) concept.ID { return concept.ByName(name).ID }
	l := donors(t)
	for _, d := range l.Donors {
		set, ok := d.Concepts()
		if !ok || set.Has(id("Dice")) != (d.Game == "C") {
			t.Errorf("%s: %v, dice %v", d.Game, ok, set.Has(id("Dice")))
		}
	}
	s := read(t, described("3", play+` (end [#])`)+`(metadata (recon (concept "Dice" True)))`)
	set, ok := s.Concepts()
	for name, want := range map[string]bool{"Dice": true, "AddDecision": true, "SquareTiling": true, "Line": false} {
		if !ok || set.Has(id(name)) != want {
			t.Errorf("%s: %v, want %v", name, set.Has(id(name)), want)
		}
	}
	if _, ok := read(t, described("[#]", play+end)).Concepts(); ok {
		t.Error("a game without the size of its board is compiled")
	}
}
