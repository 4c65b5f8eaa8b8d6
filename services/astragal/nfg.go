package main

import (
	"math/big"

	"github.com/astragal/astragal/engine/efg"
)

// strategicFacts describes a game in strategic form.
func strategicFacts(g *efg.Strategic) facts {
	counts := make([]int, len(g.Strategies))
	for p, s := range g.Strategies {
		counts[p] = len(s)
	}
	expected := make([]*big.Rat, len(g.Names))
	for p := range expected {
		expected[p] = new(big.Rat)
	}
	var constant *big.Rat
	same := true
	for i := range g.Cells {
		total := new(big.Rat)
		for p, x := range g.Payoffs(i) {
			expected[p].Add(expected[p], x)
			total.Add(total, x)
		}
		if constant == nil {
			constant = total
		}
		same = same && constant.Cmp(total) == 0
	}
	for _, x := range expected {
		x.Quo(x, new(big.Rat).SetInt64(int64(len(g.Cells))))
	}
	sum := "no"
	if same {
		sum = constant.RatString()
	}
	return facts{
		{"name", g.Title},
		{"players", len(g.Names)},
		{"player_names", g.Names},
		{"strategies", counts},
		{"cells", len(g.Cells)},
		{"outcomes", len(g.Outcomes)},
		{"expected", ratTexts(expected)},
		{"constant_sum", sum},
	}
}
