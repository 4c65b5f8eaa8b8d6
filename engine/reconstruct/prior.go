package reconstruct

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/astragal/astragal/engine/lgdl"
)

// Prior gives the candidates of holes their weights. A completion weighs as much as the
// product of the weights of its fillers; probabilities are weights divided by their sum
// over the space. A Prior must be a pure function of its arguments and safe for use by
// several goroutines.
type Prior interface {
	// Name says in a word or two which prior it is, with its parameters.
	Name() string
	// Weight returns how much a candidate counts in a hole of the skeleton: a finite
	// number, 0 to exclude it. Weights of different holes need not be comparable.
	Weight(s *Skeleton, h *Hole, c *Candidate) float64
}

// Candidate is one way to fill a hole: a literal choice, a filler from the library, or
// nothing. Fillers that differ only in the names of pieces, regions and tracks and in the
// numbers of players are one candidate.
type Candidate struct {
	// Items are the arguments or elements, as written by the skeleton or by the first of the
	// donors; none for a hole that is left out.
	Items []*lgdl.Node
	// Text is the canonical text of Items with variables for names and roles.
	Text string
	// Choice is the literal choice, nil for a filler that only the library has.
	Choice *lgdl.Choice
	// Sources are the places in donors that have the filler, in the order of the library.
	Sources []Source

	pattern *pattern
}

// Source is a place in a donor where a filler stands.
type Source struct {
	Donor *Donor
	Pos   lgdl.Pos
	// Agrees is the number of ludemes around the filler, from the innermost outwards, that
	// are the same as around the hole; at least 1.
	Agrees int
	Part   Part

	items []*lgdl.Expr // in the donor's tree
}

// Part says how much of what stands in the place of the hole a filler is.
type Part uint8

// The parts: a single argument or element, some of the elements of a list, or all there are.
const (
	Whole Part = iota
	Some
	One
)

var partNames = [...]string{"whole", "some", "one"}

func (p Part) String() string { return partNames[p] }

// Uniform is the prior for which all candidates count alike but for the weights that the
// skeleton itself gives its choices.
type Uniform struct{}

// Name returns "uniform".
func (Uniform) Name() string { return "uniform" }

// Weight returns the weight of the choice, or 1.
func (Uniform) Weight(_ *Skeleton, _ *Hole, c *Candidate) float64 {
	if c.Choice != nil {
		return c.Choice.Weight
	}
	return 1
}

// Fixed is a prior for which some holes have one filler only: what if?
type Fixed struct {
	Prior
	Fillers map[int]string // by the number of the hole, from 0: the text of the candidate, or what it stands for
}

// Name names the prior and the holes.
func (f Fixed) Name() string {
	var list []string
	for _, h := range slices.Sorted(maps.Keys(f.Fillers)) {
		list = append(list, fmt.Sprintf("hole %d is %s", h+1, f.Fillers[h]))
	}
	return f.Prior.Name() + ", " + strings.Join(list, ", ")
}

// Weight returns 0 for the other fillers of a hole that has one only.
func (f Fixed) Weight(s *Skeleton, h *Hole, c *Candidate) float64 {
	if text, fixed := f.Fillers[h.Number]; fixed && text != c.Text && text != lgdl.Text(c.Items) {
		return 0
	}
	return f.Prior.Weight(s, h, c)
}

// Together returns what the prior returns, if it is a Joint one.
func (f Fixed) Together(s *Skeleton) (share float64, weight func(*Donor) float64) {
	if j, ok := f.Prior.(Joint); ok {
		return j.Together(s)
	}
	return 0, nil
}

// Frequency is the prior for which a candidate counts as often as there are games in the
// library that have it. Rulesets of one game count as one game.
type Frequency struct {
	// Step is the factor for every level of context that the hole asks for, by the number of its
	// hashes, and a source does not agree with; 0 stands for 0.1.
	Step float64
	// Part is the factor for a source that is a part of what the donor has there; 0 stands for 0.1.
	Part float64
}

// Name returns "frequency".
func (Frequency) Name() string { return "frequency" }

// Weight returns the number of games, each with the weight of its best source; a
// literal choice counts one game more.
func (f Frequency) Weight(_ *Skeleton, h *Hole, c *Candidate) float64 {
	step, part := f.Step, f.Part
	if step == 0 {
		step = 0.1
	}
	if part == 0 {
		part = 0.1
	}
	best := map[string]float64{}
	var order []string
	for _, s := range c.Sources {
		w := math.Pow(step, float64(max(0, h.Context-s.Agrees)))
		if s.Part != Whole {
			w *= part
		}
		if _, known := best[s.Donor.Game]; !known {
			order = append(order, s.Donor.Game)
		}
		best[s.Donor.Game] = max(best[s.Donor.Game], w)
	}
	total := 0.0
	if c.Choice != nil {
		total = c.Choice.Weight
	} else if len(c.Sources) == 0 {
		total = 1 // left out
	}
	for _, game := range order { // in a fixed order: sums of floats depend on it
		total += best[game]
	}
	return total
}
