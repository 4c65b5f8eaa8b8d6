package game

import (
	"testing"
)

func TestCandidates(t *testing.T) {
	for _, v := range []int{0, 1, 63, 64, 81, MaxPuzzleValue} {
		c := just(v)
		if c.Len() != 1 || c.First() != v || !c.Has(v) || c.Has((v+1)%MaxPuzzleValue) {
			t.Errorf("just %d: %v", v, c)
		}
		c.Toggle(v)
		if c != (Candidates{}) {
			t.Errorf("without %d: %v", v, c)
		}
		all := below(v + 1)
		if all.Len() != v+1 || !all.Has(v) || all.First() != 0 {
			t.Errorf("below %d: %v", v+1, all)
		}
	}
	c := below(0)
	c.Add(100)
	c.Add(70)
	if c.First() != 70 || c.Len() != 2 {
		t.Errorf("{70 100}: %v", c)
	}
}
