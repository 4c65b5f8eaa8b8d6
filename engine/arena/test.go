package arena

import "math"

// Test is a sequential probability ratio test (Wald 1945) of whether the first agent is
// stronger by High Elo points against Low, with errors of 5 % of both kinds. Pairs of
// games are its observations, and their mean counts as normal with the variance seen
// so far (the generalised test of Van den Bergh, as engine testing has it).
type Test struct{ Low, High float64 }

// Verdict is what a test has come to.
type Verdict int

// The verdicts of a test.
const (
	Open   Verdict = iota
	Weaker         // the first agent is rather stronger by Low
	Better         // the first agent is rather stronger by High
)

// bound is the logarithm of the ratio at which a test ends, for errors of 5 %.
var bound = math.Log(0.95 / 0.05)

// leastPairs are played before a test says anything, so that a variance is known.
const leastPairs = 8

// Verdict of a score.
func (t Test) Verdict(s *Score) Verdict {
	n := 0
	for _, c := range s.Pairs {
		n += c
	}
	if n < leastPairs {
		return Open
	}
	switch x := t.Ratio(s); {
	case x >= bound:
		return Better
	case x <= -bound:
		return Weaker
	}
	return Open
}

// Ratio is the logarithm of the likelihood ratio.
func (t Test) Ratio(s *Score) float64 {
	n, sum, squares := 0.0, 0.0, 0.0
	for k, c := range s.Pairs {
		// A pair of each kind more keeps the variance from being zero.
		x, w := float64(k)/4, float64(c)+0.1
		n += w
		sum += x * w
		squares += x * x * w
	}
	mean := sum / n
	variance := squares/n - mean*mean
	share := func(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }
	a, b := share(t.Low), share(t.High)
	return n * (b - a) * (2*mean - a - b) / (2 * variance)
}
