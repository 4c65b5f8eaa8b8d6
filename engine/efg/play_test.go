package efg

import (
	"fmt"
	"testing"

	"github.com/astragal/astragal/engine/formal"
)

func TestAdapt(t *testing.T) {
	g := readFile(t, "testdata/peek.efg")
	play := Adapt(g)
	p := play.NewPosition()
	p.Restart(nil)
	if p.Mover() != formal.Chance || p.Probability(1).RatString() != "2/3" || p.MoveText(1) != "lo" {
		t.Errorf("the deal: mover %d, %v, %s", p.Mover(), p.Probability(1), p.MoveText(1))
	}
	p.Probability(1).SetInt64(7) // must not reach the game
	hi := p.Clone()
	hi.Apply(0)
	p.Apply(1)
	if p.Observation(2) != hi.Observation(2) || p.Observation(1) == hi.Observation(1) {
		t.Error("Ann sees the card, Bob does not")
	}
	p.Apply(0)
	p.Apply(0)
	if !p.Terminal() || fmt.Sprint(p.Payoffs()) != "[-2/1 2/1]" {
		t.Errorf("lo, bet, call: over %v with %v", p.Terminal(), p.Payoffs())
	}
	p.Restart(nil)
	if p.Probability(1).RatString() != "2/3" {
		t.Error("a caller changed the game's probabilities")
	}
}

func TestMoveTextsAreUnique(t *testing.T) {
	for _, test := range []struct {
		labels []string
		want   string
	}{
		{[]string{"l", "r"}, "[l r]"},
		{[]string{"l", "l"}, "[1: l 2: l]"},
		{[]string{"", "1:"}, "[1: 2: 1:]"},
	} {
		var actions []Action
		for _, l := range test.labels {
			actions = append(actions, Action{Label: l})
		}
		if got := fmt.Sprint(uniqueLabels(actions)); got != test.want {
			t.Errorf("%q: got %s, want %s", test.labels, got, test.want)
		}
	}
}

func TestSubgameRoots(t *testing.T) {
	g := readFile(t, "testdata/peek.efg")
	// Bob's set ties the two halves together.
	if got := fmt.Sprint(g.SubgameRoots()); got != "[0]" {
		t.Errorf("peek: %s, want [0]", got)
	}
	// The second exit shares its set with the root, the weather does not.
	if got := fmt.Sprint(readFile(t, "testdata/forgetful.efg").SubgameRoots()); got != "[0 3 4]" {
		t.Errorf("forgetful: %s, want [0 3 4]", got)
	}
}
