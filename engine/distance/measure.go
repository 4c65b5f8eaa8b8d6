package distance

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// Measure is a distance between bags, from 0 for equal ones to 1 (part 9, §13).
type Measure struct {
	Name    string
	Meaning string
	// between compares two rows over the union of their features. Values are
	// shares of their row's sum unless raw, weighted; n is the size of the vocabulary.
	between func(pairs []pair, n int) float64
	raw     bool
}

// pair is the values of one feature in two games.
type pair struct{ a, b float64 }

// Measures are the distances between bags.
var Measures = []Measure{
	{"cosine", "One minus the cosine of the angle between the two bags.", cosine, false},
	{"jaccard", "One minus the shared over the united part of the two bags.", jaccard, false},
	{"jensen-shannon", "The divergence of the two distributions from their mean, in bits.", jensenShannon, false},
	{"overlap", "The share of features that one game has and the other does not.", overlap, true},
}

// MeasureNamed returns the measure with the name.
func MeasureNamed(name string) (*Measure, error) {
	i := slices.IndexFunc(Measures, func(m Measure) bool { return m.Name == name })
	if i < 0 {
		var names []string
		for _, m := range Measures {
			names = append(names, m.Name)
		}
		return nil, fmt.Errorf("distance: there is no measure %q; expected one of %s", name, strings.Join(names, ", "))
	}
	return &Measures[i], nil
}

// tiny is the distance below which rounding has the last word.
const tiny = 1e-5

func cosine(pairs []pair, _ int) float64 {
	var ab, aa, bb float64
	for _, p := range pairs {
		ab += p.a * p.b
		aa += p.a * p.a
		bb += p.b * p.b
	}
	switch {
	case aa == 0 && bb == 0:
		return 0
	case aa == 0 || bb == 0:
		return 1
	}
	return zeroBelow(1 - ab/(math.Sqrt(aa)*math.Sqrt(bb)))
}

func jaccard(pairs []pair, _ int) float64 {
	var low, high float64
	for _, p := range pairs {
		low += min(p.a, p.b)
		high += max(p.a, p.b)
	}
	if high == 0 {
		return 0
	}
	return 1 - low/high
}

func jensenShannon(pairs []pair, _ int) float64 {
	var sum float64
	for _, p := range pairs {
		m := (p.a + p.b) / 2
		if p.a > 0 {
			sum += p.a * math.Log(p.a/m)
		}
		if p.b > 0 {
			sum += p.b * math.Log(p.b/m)
		}
	}
	return max(sum/(2*math.Ln2), 0)
}

// overlap counts features, without weights.
func overlap(pairs []pair, n int) float64 {
	if n == 0 {
		return 0
	}
	differ := 0
	for _, p := range pairs {
		if (p.a > 0.5) != (p.b > 0.5) {
			differ++
		}
	}
	return zeroBelow(float64(differ) / float64(n))
}

func zeroBelow(x float64) float64 {
	if x < tiny {
		return 0
	}
	return x
}

// shares prepares a row for a measure: shares of its sum, and weights applied.
func (m *Measure) shares(r sparse, w Weights) sparse {
	if m.raw {
		return r
	}
	var sum float64
	for _, x := range r.value {
		sum += x
	}
	v := make([]float64, len(r.value))
	for i, x := range r.value {
		if v[i] = x / sum; w != nil {
			v[i] *= w[r.index[i]]
		}
	}
	return sparse{r.index, v}
}

// merge appends the values of two rows feature by feature.
func merge(a, b sparse, out []pair) []pair {
	i, j := 0, 0
	for i < len(a.index) || j < len(b.index) {
		switch {
		case j == len(b.index) || i < len(a.index) && a.index[i] < b.index[j]:
			out = append(out, pair{a.value[i], 0})
			i++
		case i == len(a.index) || b.index[j] < a.index[i]:
			out = append(out, pair{0, b.value[j]})
			j++
		default:
			out = append(out, pair{a.value[i], b.value[j]})
			i++
			j++
		}
	}
	return out
}
