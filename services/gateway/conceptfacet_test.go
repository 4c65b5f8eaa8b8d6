package gateway

import (
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/astragal/astragal/pkg/catalogue"
)

// Offered are the concepts that divide rulesets best, without those that say the same as one
// offered or lie below it.
func TestOfferedConcepts(t *testing.T) {
	x := &conceptIndex{names: []string{"half", "same", "below", "third", "all", "none", "untold"},
		parent:    []int{-1, -1, 0, -1, -1, -1, -1},
		offerable: []bool{true, true, true, true, true, true, false}}
	x.holders = make([]int, len(x.names))
	for i := range 60 {
		r := kinRuleset{bits: make([]uint64, 1)}
		for b, has := range []bool{i%2 == 0, i%2 == 0 && i > 3, i%4 == 0, i%3 == 0, true, false, i%2 == 1} {
			if has {
				r.bits[0] |= 1 << b
				x.holders[b]++
			}
		}
		x.rulesets = append(x.rulesets, r)
	}
	if got := x.offered(9); !slices.Equal(got, []string{"half", "third"}) {
		t.Errorf("offered %v", got)
	}
	if got := x.offered(1); len(got) != 1 {
		t.Errorf("offered %v", got)
	}
	if phi := x.phi(0, 6); phi != -1 {
		t.Errorf("opposites correlate by %v", phi)
	}
}

// A concept is chosen beside others, and given up again.
func TestConceptGroup(t *testing.T) {
	q := url.Values{"concept": {"NumDice>2", "Dice"}, "sort": {"game"}}
	g, ok := conceptGroup(q, []catalogue.FacetCount{{Value: "Hand", Count: 4}, {Value: "Dice", Count: 3, Chosen: true},
		{Value: "Team"}})
	if !ok || !g.Open || len(g.Values) != 2 {
		t.Fatalf("%+v", g)
	}
	if link := g.Values[0].Link; !strings.Contains(link, "concept=NumDice%3E2&concept=Dice&concept=Hand") {
		t.Errorf("choosing goes to %s", link)
	}
	if link := g.Values[1].Link; strings.Contains(link, "concept=Dice") || !strings.Contains(link, "concept=NumDice%3E2") {
		t.Errorf("giving up goes to %s", link)
	}
	if _, ok := conceptGroup(q, nil); ok {
		t.Error("a group of nothing")
	}
}
