package posterior_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/reconstruct"
	"github.com/astragal/astragal/engine/ruleset"
	"github.com/astragal/astragal/engine/traffic"
	"github.com/astragal/astragal/engine/wear"
	"github.com/astragal/astragal/pkg/posterior"
)

// TestWear wears a board by one of three ways to move, which lead over other lines, and finds it again; of wear that
// has nothing to do with play it says that it tells nothing.
func TestWear(t *testing.T) {
	const text = `(game "Worn" (players 2) (equipment {(board (square 4))
(piece "Stone" Each (move [Step Orthogonal | Step Diagonal | Step All] (to if:(is Empty (to)))))})
(rules (start {(place "Stone1" (sites Bottom)) (place "Stone2" (sites Top))}) (play (forEach Piece)) (end (if (> (count Moves) 30) (result Mover Draw)))))`
	loader, err := ruleset.NewLoader()
	if err != nil {
		t.Fatal(err)
	}
	truth := strings.Replace(text, "[Step Orthogonal | Step Diagonal | Step All]", "Step Orthogonal", 1)
	rs, err := loader.Compile(ruleset.Source{File: "worn.lud", Text: []byte(truth)})
	if err != nil {
		t.Fatal(err)
	}
	board, err := rs.Traffic()
	if err != nil {
		t.Fatal(err)
	}
	b, err := rs.Simulate(t.Context(), ruleset.Simulation{Seed: 99, Playouts: 100, MaxPlies: 40, Traffic: true})
	if err != nil {
		t.Fatal(err)
	}
	var parts []wear.Part
	observed, noise := &wear.Observed{}, &wear.Observed{}
	r := rand.New(rand.NewPCG(1, 2))
	sums := make([]float64, len(board.Pairs))
	for _, p := range b.Traffic.Kept() {
		for i, n := range p.Counts[traffic.Moves] {
			sums[i] += float64(n) / 100
		}
	}
	identity := make([]int32, len(board.Pairs))
	for i := range board.Pairs {
		identity[i] = int32(i)
		parts = append(parts, wear.Part{Element: i, Line: i, Length: 1})
		for _, o := range []*wear.Observed{observed, noise} {
			o.Lines = append(o.Lines, fmt.Sprint("line ", i))
			o.Weight = append(o.Weight, 1)
		}
		observed.Value = append(observed.Value, 3+2*sums[i]+0.1*r.NormFloat64())
		noise.Value = append(noise.Value, r.NormFloat64())
	}
	candidate := func(_ *ruleset.Ruleset, counts *traffic.Counts) (*wear.Candidate, error) {
		c := &wear.Candidate{Parts: parts, Images: [][]int32{identity}, Concept: map[string]float64{}}
		for _, p := range counts.Kept() {
			c.Plays = append(c.Plays, p.Counts[traffic.Moves])
		}
		return c, nil
	}
	evidence := items(t, `{"items": [{"kind": "wear", "file": "x.csv", "reliability": 0.95}]}`)
	for _, c := range []struct {
		observed *wear.Observed
		tells    bool
	}{{observed, true}, {noise, false}} {
		opt := posterior.Options{Draws: 90, Seed: 1, Plays: 40, MaxPlies: 40,
			Wear: &posterior.Wear{Observed: c.observed, Candidate: candidate}}
		s, err := posterior.Run(t.Context(), spaces(t, text, nil, reconstruct.Uniform{}), evidence, nil, opt)
		if err != nil {
			t.Fatal(err)
		}
		best := s.Holes[0].Fillers[0]
		lines := 0
		for _, q := range s.Next {
			if q.Kind == "Wear" && q.Bits >= 0 && q.Bits <= math.Log2(4) { // three ways and no relation
				lines++
			}
		}
		if lines != 5 {
			t.Errorf("%d lines to measure: %v", lines, s.Next)
		}
		t.Logf("%+v: %s %.3f; %s", *s.Wear, best.Name, best.Posterior, s.Verdict)
		if c.tells && (best.Name != "Step Orthogonal" || best.Posterior < 0.9 || !s.Wear.Determined) {
			t.Errorf("%+v", best)
		}
		if !c.tells && (s.Wear.Determined || best.Posterior > 0.7) {
			t.Errorf("noise: %+v", best)
		}
	}
}
