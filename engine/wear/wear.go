// Package wear compares the wear of a board with the traffic of candidate rulesets.
//
// Observed is what was measured: a value for each line (or site), some missing, with
// weights. A Candidate is a ruleset as one agent plays it: the counts of single plays
// for every pair of neighbours or site of its board, which line each belongs to, and
// the symmetries of its board.
//
// The noise model. Let x be the mean number of passes a play brings to a line, by
// length where a line has several pairs. The wear measured on it is
//
//	w = a + b·x + e,  b > 0,  e normal with mean 0 and variance s²/weight,
//
// independent between lines, with a flat prior for a, one proportional to 1/s for s,
// and for b half a normal prior of variance n·s²/S, n lines measured, S the weighted
// sum of squares of x about its mean (Zellner's g-prior with unit information). So
// only the pattern counts: units and base level of wear do not. The marginal
// likelihood relative to no relation (b = 0) is known in closed form.
//
// How the board was turned is not known. With Orient, a candidate is the mixture of
// all images of its traffic under the symmetries of its board, one for the whole life
// of the board; with Average every play may have been turned otherwise, so that
// expected traffic is the mean over the symmetries and has none of the play's
// asymmetry. Turning single plays towards what fits would make asymmetry out of
// nothing; it is not offered.
//
// The traffic is itself a sample: likelihoods are means over bootstrap samples of the
// plays. Prior odds are even between all rulesets together, all of them and all
// agents alike, and the null models together: no relation, and walks at random on
// the graph, exactly computed; games given as unrelated are null models, too.
//
// A claim needs more than a posterior: the largest likelihood among the candidates
// must be one that at most 5 % of shuffled wear reach (a test of the maximum over all
// candidates, so for any number of them), and the null models together must keep at
// most 5 % of the posterior. Shuffled wear has no spatial order, as natural wear has:
// a board is worn more near its edge, or where a hand rests. So where lines touch, at
// most 5 % of wear that is as smooth over the board as the measured one, and otherwise
// made by chance, may reach it either. Otherwise nothing is determined.
package wear

import (
	"errors"
	"fmt"
	"math"
)

// Folding says how symmetries of the board are used.
type Folding string

// The ways of folding.
const (
	Orient  Folding = "orient"  // one unknown orientation for all plays
	Average Folding = "average" // every play in any orientation
	Fixed   Folding = "none"    // as the description numbers the board
)

// Observed is what was measured on a board.
type Observed struct {
	Lines  []string  // names of lines or sites
	Value  []float64 // NaN where nothing was measured
	Weight []float64 // above 0: the inverse of the variance, in any unit
	// Near are pairs of lines that touch each other: the graph that wear is moved on
	// by the earth mover's distance.
	Near [][2]int
}

// minMeasured is the least number of lines that a comparison can be made of.
const minMeasured = 4

// Check tells what is wrong with the observations, if anything.
func (o *Observed) Check() error {
	if len(o.Value) != len(o.Lines) || len(o.Weight) != len(o.Lines) {
		return fmt.Errorf("%d lines with %d values and %d weights", len(o.Lines), len(o.Value), len(o.Weight))
	}
	low, high := math.Inf(1), math.Inf(-1)
	n := 0
	for i, v := range o.Value {
		if !(o.Weight[i] > 0) || math.IsInf(o.Weight[i], 0) {
			return fmt.Errorf("line %s: weight %v, expected a number above 0", o.Lines[i], o.Weight[i])
		}
		if math.IsInf(v, 0) {
			return fmt.Errorf("line %s: value %v", o.Lines[i], v)
		}
		if !math.IsNaN(v) {
			n++
			low, high = min(low, v), max(high, v)
		}
	}
	if n < minMeasured {
		return fmt.Errorf("%d lines are measured, at least %d are needed", n, minMeasured)
	}
	if low == high {
		return errors.New("all measured lines are worn alike: there is nothing to explain")
	}
	return nil
}

// measured returns the numbers of the lines that were measured.
func (o *Observed) measured() (list []int) {
	for i, v := range o.Value {
		if !math.IsNaN(v) {
			list = append(list, i)
		}
	}
	return list
}

// Part says that an element of a candidate's board, a pair of neighbours or a site,
// belongs to a line.
type Part struct {
	Element int
	Line    int
	Length  float64 // in any unit, above 0; of sites 1
}

// Candidate is a ruleset as one agent plays it, or a null model.
type Candidate struct {
	ID      string // of the ruleset: candidates with the same are the same rules
	Name    string
	Family  string
	Agent   string
	Null    bool
	Plays   [][]int32 // by play, counts by element
	Parts   []Part
	Images  [][]int32 // by symmetry, where it takes each element; the identity may be the only one
	Traffic []float64 // of null models that are known exactly: by element; nil with Plays
	Concept map[string]float64
}

// Options of an analysis.
type Options struct {
	Folding   Folding
	Bootstrap int    // samples of plays
	Shuffles  int    // of the wear
	Seed      uint64 // of both
	// NullPrior is the prior probability of the null models together, 0 to 1, both excluded.
	NullPrior float64
}

// Level is that of credible sets and intervals, Claim the largest share of shuffled
// wear, and of posterior of the null models, with which something is claimed.
const (
	Level = 0.95
	Claim = 0.05
)

// Check tells what is wrong with the options, if anything.
func (o *Options) Check() error {
	switch {
	case o.Folding != Orient && o.Folding != Average && o.Folding != Fixed:
		return fmt.Errorf("folding %q, expected %s, %s or %s", o.Folding, Orient, Average, Fixed)
	case o.Bootstrap < 1 || o.Bootstrap > 10_000:
		return fmt.Errorf("%d bootstrap samples, expected 1 to 10,000", o.Bootstrap)
	case o.Shuffles < 19 || o.Shuffles > 100_000:
		return fmt.Errorf("%d shuffles, expected 19 to 100,000: fewer cannot tell 5 %%", o.Shuffles)
	case !(o.NullPrior > 0 && o.NullPrior < 1):
		return fmt.Errorf("prior of the null models %v, expected a number between 0 and 1", o.NullPrior)
	}
	return nil
}
