package reconstruct_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/astragal/astragal/engine/reconstruct"
)

// pairs is library frequency with a share of completions that are as in one donor.
type pairs struct {
	reconstruct.Frequency
	share float64
}

func (p pairs) Together(*reconstruct.Skeleton) (float64, func(*reconstruct.Donor) float64) {
	return p.share, func(*reconstruct.Donor) float64 { return 1 }
}

// TestTogether lists by falling weight, none twice, gives what donors have together their share, and samples what it
// lists.
func TestTogether(t *testing.T) {
	const draws, share = 20_000, 0.4
	text := described("[3 | 4]", `(start [#]) (play [#]) (end [#])`)
	x := space(t, text, donors(t), pairs{share: share})
	list, _ := all(t, x)
	weights := map[string]float64{}
	total, last := 0.0, math.Inf(1)
	for _, c := range list {
		if c.Weight > last*(1+1e-9) {
			t.Fatalf("weight %v after %v", c.Weight, last)
		}
		last = c.Weight
		weights[c.Text()] += c.Weight
		total += c.Weight
	}
	plain, _ := all(t, space(t, text, donors(t), reconstruct.Frequency{}))
	if len(plain) != len(list) {
		t.Errorf("%d completions, %d by the prior that knows of no donors", len(list), len(plain))
	}
	alone := 0.0
	for _, c := range plain {
		alone += c.Weight
	}
	// Some that donors have together cannot be bound, so that the share is not exactly what was asked for.
	if got := 1 - alone/total; got < share/4 || got > 1.5*share {
		t.Errorf("donors have the share %.3f, want about %v", got, share)
	}
	seen := map[string]int{}
	s := x.Sample(1)
	for range draws {
		c, err := s.Next(1000)
		if err != nil {
			t.Fatal(err)
		}
		seen[c.Text()]++
	}
	chi2, cells := 0.0, 0
	for text, w := range weights {
		if want := w / total * draws; want >= 5 {
			chi2 += (float64(seen[text]) - want) * (float64(seen[text]) - want) / want
			cells++
		}
	}
	k := float64(cells - 1)
	z := (math.Cbrt(chi2/k) - (1 - 2/(9*k))) / math.Sqrt(2/(9*k))
	t.Logf("%d completions, χ² %.1f with %v degrees of freedom, z %.2f", len(list), chi2, k, z)
	if cells < 5 || math.Abs(z) > 4 {
		t.Errorf("χ² %v with %v degrees of freedom", chi2, k)
	}
	mass := 0.0
	_, masses := x.Candidates(3)
	for _, m := range masses {
		mass += m
	}
	_, others := x.Candidates(0)
	sum := 0.0
	for _, m := range others {
		sum += m
	}
	if math.Abs(mass/sum-1) > 1e-9 {
		t.Errorf("the masses of two holes add up to %v and %v", mass, sum)
	}
}

// TestParts rejects nothing by its parts that can be played as a whole, and passes over nothing else.
func TestParts(t *testing.T) {
	for _, rules := range []string{`(start [#]) (play [#]) (end [#])`, `[#]`} {
		x := space(t, `(game "Three" (players 2) (equipment [#]) (rules `+rules+`))`, donors(t), reconstruct.Frequency{})
		playable := map[string]bool{}
		list, _ := all(t, x)
		for _, c := range list {
			if c.Judge().Reason == "" {
				playable[c.Hash()] = true
			}
		}
		s := reconstruct.Stream{Space: x, Wanted: len(list), Most: 2 * len(list)}
		n := 0
		err := s.Run(t.Context(), func(c *reconstruct.Completion, v reconstruct.Verdict) error {
			n++
			if !playable[c.Hash()] {
				return fmt.Errorf("listed, but cannot be played: %s", c.Text())
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %d completions, %d playable, %d looked at, %d screened by %d parts", rules, len(list), n,
			s.Looked, s.Screened, s.Parts)
		if n != len(playable) || s.Screened == 0 || s.Looked+s.Screened > len(list) {
			t.Errorf("%s: %d of %d listed, %d looked at, %d screened", rules, n, len(playable), s.Looked, s.Screened)
		}
	}
}
