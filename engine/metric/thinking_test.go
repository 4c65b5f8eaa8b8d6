package metric

import (
	"bytes"
	"math"
	"testing"

	"github.com/astragal/astragal/engine/rng"
)

func near(t *testing.T, name string, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 1e-6 {
		t.Errorf("%s is %v, want %v", name, got, want)
	}
}

// TestThoughts compares with values worked out by hand: the second player is ahead twice
// before the first one wins.
func TestThoughts(t *testing.T) {
	b := NewBatch(2)
	b.Playouts = 1
	b.Think(&Thoughts{Choices: []int32{8, 1, 2, 2}, Entropies: []float64{1, 3}, Opposed: true,
		Leads:  []float64{0.1, -0.25, -0.09, 0.2, 0.5},
		Movers: []int8{1, 2, 1, 2, 1}, Final: 1, Puzzles: 1, Tried: 4, Opening: "a1", Plies: 7, Won: true})
	b.Think(&Thoughts{Choices: []int32{2}, Opening: "b1", Plies: 5, Won: true})
	b.Think(&Thoughts{Opening: "a1", Plies: 3})
	s := b.Summary().Metrics
	for name, want := range map[string]float64{
		"MoveEntropy": (5.0/4 + 1) / 2, "GameTreeWidth": (math.Exp2(1.25) + 2) / 2, "DecisionEntropy": 2,
		"PuzzleQuality": 0.25,
		// The means of neighbours are −0.075, −0.17, 0.055 and 0.35.
		"SearchUncertainty": 1 - 0.65/4, "SearchLeadChange": 1.0 / 3, "SearchDrama": (math.Sqrt(0.075) + math.Sqrt(0.17)) / 2,
		"SearchDecisiveness": 3.0 / 4,
		"SearchKillerMoves":  0.295, // of the first player, from −0.09 to ½
		"ShortestWin":        5, "OpeningDiversity": 1 - 2.0/6,
	} {
		near(t, name, s[name].Mean, want)
		if e := s[name]; !(e.Low <= e.Mean && e.Mean <= e.High) || e.N == 0 || !OfSearch(name) {
			t.Errorf("%s: %+v", name, e)
		}
	}
}

// TestSkill compares with values worked out by hand: 0.8, 0.6 and 0.4 lie on a line that is at
// 0 four levels after the first; of nothing but even results nothing is left; three quarters of the
// points are one class.
func TestSkill(t *testing.T) {
	many := []int64{1e9, 1e9, 1e9}
	x := SkillOf([]float64{0.8, 0.6, 0.4}, many)
	near(t, "score", x.Score, 0.6)
	near(t, "slope", x.Slope, -0.2)
	near(t, "error of the slope", x.ErrorSlope, 0)
	near(t, "score of even results", SkillOf([]float64{0, 0}, many).Score, 0)
	near(t, "score of wins", SkillOf([]float64{1, 1}, many).Score, 1)
	near(t, "classes", SkillOf([]float64{0.5, 0.5, 0}, many).Depth, 2)
	// Off the line by 1, −2 and 1 sixths: s² = 1/6, Σ(x − x̄)² = 2.
	x = SkillOf([]float64{1.0 / 6, -2.0 / 6, 1.0 / 6}, many)
	near(t, "error of the slope", x.ErrorSlope, math.Sqrt(1.0/12))
	near(t, "error of the intercept", x.ErrorIntercept, math.Sqrt(1.0/6*(1.0/3+1.0/2)))
}

// TestLadder draws the interval around a ladder whose steps are known: the true score lies
// in it, and it narrows with the number of games.
func TestLadder(t *testing.T) {
	width := math.Inf(1)
	for _, n := range []int{20, 200, 2000} {
		b := NewBatch(2)
		b.Playouts, b.Thinking = int64(n), &Thinking{}
		r := rng.New(7)
		for range n {
			for k, p := range []float64{0.7, 0.8, 0.9} { // shares of wins, the highest budget first
				v := -1.0
				if r.Float64() < p {
					v = 1
				}
				b.Observe(StepName(k+1), v)
			}
		}
		e := b.Summary().Metrics["SkillTraceScore"]
		want := SkillOf([]float64{0.8, 0.6, 0.4}, []int64{1, 1, 1}).Score
		if e.Low > want || e.High < want || e.High-e.Low >= width {
			t.Errorf("%d games: %+v, want %v within less than %v", n, e, want, width)
		}
		width = e.High - e.Low
	}
}

// TestSketch counts few values exactly and many nearly, and merges in any order into the same.
func TestSketch(t *testing.T) {
	var one, other, all Sketch
	r := rng.New(3)
	for i := range 40_000 {
		h := r.Uint64()
		for range 1 + i%2 { // every second one twice
			all.Add(h)
			if i%3 == 0 {
				one.Add(h)
			} else {
				other.Add(h)
			}
		}
		if i == 499 {
			if n, low, high, once, twice := all.distinct(); n != 500 || low != 500 || high != 500 || once != 250 ||
				twice != 250 {
				t.Errorf("%v [%v, %v], %v once, %v twice", n, low, high, once, twice)
			}
		}
	}
	n, low, high, once, twice := all.distinct()
	if low > 40_000 || high < 40_000 || high-low > 8_000 || math.Abs(once/n-0.5) > 0.05 || math.Abs(twice/n-0.5) > 0.05 {
		t.Errorf("%v [%v, %v], %v once, %v twice", n, low, high, once, twice)
	}
	two := Sketch{}
	two.merge(&other)
	two.merge(&one)
	one.merge(&other)
	a, _ := all.MarshalJSON()
	b, _ := one.MarshalJSON()
	c, _ := two.MarshalJSON()
	if !bytes.Equal(a, b) || !bytes.Equal(a, c) {
		t.Error("the order of merging matters")
	}
	var back Sketch
	if err := back.UnmarshalJSON(a); err != nil {
		t.Fatal(err)
	}
	if d, _ := back.MarshalJSON(); !bytes.Equal(a, d) {
		t.Error("it is not read as it was written")
	}
	for _, bad := range []string{`"`, `"!"`, `"gA=="`, `"AQA="`, `"AQEAAQ=="`} {
		if back.UnmarshalJSON([]byte(bad)) == nil {
			t.Errorf("%s is read", bad)
		}
	}
}
