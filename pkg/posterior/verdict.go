package posterior

import (
	"fmt"
	"math"
	"strings"
)

// verdict says in a sentence how much is known.
func (t *Study) verdict() {
	if t.Effective < fewest {
		t.Verdict = fmt.Sprintf("Not determined: only %.1f draws' worth of completions agree with the evidence; draw "+
			"more.", t.Effective)
		return
	}
	determined := 0
	var certain []string
	for _, b := range t.Concepts {
		if low, high := 0.9, 0.1; b.Determined && len(certain) < 5 &&
			math.Abs(b.Posterior-b.Prior) >= t.Options.Determining {
			switch {
			case b.Prior < low && b.Interval[0] >= low:
				certain = append(certain, b.Name)
			case b.Prior > high && b.Interval[1] <= high:
				certain = append(certain, "not "+b.Name)
			}
		}
	}
	for _, h := range t.Holes {
		if len(h.Fillers) > 0 && h.Fillers[0].Determined && h.Fillers[0].Interval[0] > 0.5 {
			determined++
		}
	}
	switch determined {
	case 0:
		t.Verdict = "Not determined by the evidence: no hole has a filler that is more probable than all others " +
			"together by every prior."
	case len(t.Holes):
		t.Verdict = "Every hole has a filler that is more probable than all others together, by every prior."
	default:
		t.Verdict = fmt.Sprintf("%d of %d holes have a filler that is more probable than all others together, by "+
			"every prior; "+
			"the others are not determined by the evidence.", determined, len(t.Holes))
	}
	if t.Wear != nil && !t.Wear.Determined {
		t.Verdict += " The wear by itself tells no completion from chance."
	}
	if len(certain) > 0 {
		t.Verdict += " What evidence and play do say, by every prior and with 90 % or more: " +
			strings.Join(certain, ", ") + "."
	}
}
