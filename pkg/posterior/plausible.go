package posterior

import (
	"context"
	"math"
	"slices"

	"github.com/astragal/astragal/engine/metric"
	"github.com/astragal/astragal/engine/reconstruct"
	"github.com/astragal/astragal/engine/rng"
	"github.com/astragal/astragal/engine/ruleset"
)

// Metrics that plausibility looks at, by plays of the same agent.
var plausible = []string{"DurationMoves", "BranchingFactorAverage", "Drawishness", "AdvantageP1",
	"BoardCoverageDefault"}

// thought are those that it looks at, too, where agents that search play a game of two with opposed payoffs, and
// somebody wins; see metric/thinking.go.
var thought = []string{"SearchDrama", "SearchLeadChange", "SearchDecisiveness", "SearchKillerMoves"}

// vector has the plausible metrics of a game on scales on which games are comparable.
type vector struct {
	plain []float64
	deep  []float64 // plain with those of thought; nil if one was not measured
}

// vectorOf returns nil if a plausible metric was not measured.
func vectorOf(m map[string]metric.Estimate) *vector {
	v := &vector{}
	if v.plain = axes(m, plausible); v.plain == nil {
		return nil
	}
	if more := axes(m, thought); more != nil {
		v.deep = slices.Concat(v.plain, more)
	}
	return v
}

func axes(m map[string]metric.Estimate, names []string) (v []float64) {
	for _, name := range names {
		e, known := m[name]
		if !known || e.N == 0 || math.IsNaN(e.Mean) {
			return nil
		}
		x := e.Mean
		if name == "DurationMoves" || name == "BranchingFactorAverage" {
			x = math.Log1p(math.Max(0, x))
		}
		v = append(v, x)
	}
	return v
}

// Attested is how complete games of a library play.
type Attested struct {
	Games []string
	plain *density
	deep  *density // of those with thought; nil if they are fewer than fewestDeep
}

// fewestDeep is the number of attested games below which the metrics of thought are not compared: a density on nine
// axes needs some games.
const fewestDeep = 12

// Attest plays games of a library, one ruleset of each, drawn by the seed.
func Attest(ctx context.Context, l *reconstruct.Library, opt Options) (*Attested, error) {
	var chosen []*reconstruct.Donor
	seen := map[string]bool{}
	r := rng.New(opt.Seed)
	order := make([]int, len(l.Donors))
	for i := range order {
		order[i] = i
	}
	for i := len(order) - 1; i > 0; i-- {
		j := r.Intn(i + 1)
		order[i], order[j] = order[j], order[i]
	}
	for _, i := range order {
		if d := l.Donors[i]; !seen[d.Game] && len(chosen) < opt.Attested {
			seen[d.Game] = true
			chosen = append(chosen, d)
		}
	}
	loader, err := ruleset.NewLoader()
	if err != nil {
		return nil, err
	}
	vectors := make([]*vector, len(chosen))
	each(len(chosen), opt.Workers, func(i int) {
		rs, err := loader.Compile(ruleset.Source{File: chosen[i].File, Text: []byte(chosen[i].Canonical())})
		if err != nil || ctx.Err() != nil {
			return
		}
		b, gate, err := play(ctx, rs, opt.Plays, opt)
		if err != nil || b == nil || gate != "" {
			return
		}
		vectors[i] = vectorOf(b.Summary().Metrics)
	})
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	a := &Attested{}
	var plain, deep [][]float64
	for i, v := range vectors {
		if v != nil {
			a.Games = append(a.Games, chosen[i].Game)
			plain = append(plain, v.plain)
			if v.deep != nil {
				deep = append(deep, v.deep)
			}
		}
	}
	a.plain = newDensity(plain)
	if len(deep) >= fewestDeep {
		a.deep = newDensity(deep)
	}
	return a, nil
}

// Deep is the number of attested games whose metrics of thought are compared; 0 for none.
func (a *Attested) Deep() int {
	if a.deep == nil {
		return 0
	}
	return len(a.deep.vectors)
}

// of returns the density that a vector is compared with, and the vector's place there.
func (a *Attested) of(v *vector) (*density, []float64) {
	if a.deep != nil && v.deep != nil {
		return a.deep, v.deep
	}
	return a.plain, v.plain
}

// knows reports whether there is something to compare with.
func (a *Attested) knows(v *vector) bool { return a != nil && v != nil && len(a.plain.vectors) > 1 }

// plausibility is the share of attested games that are no more typical than a vector, from just above 0 to 1: it is
// uniform for attested games.
func (a *Attested) plausibility(v *vector) float64 {
	d, x := a.of(v)
	n, _ := slices.BinarySearch(d.alone, math.Nextafter(d.at(x, -1), math.Inf(1)))
	return float64(n+1) / float64(len(d.alone)+1)
}

// factor is the weight of a completion by its play: its density in those of the attested games, at least a
// thousandth of their median and at most that.
func (a *Attested) factor(v *vector) float64 {
	d, x := a.of(v)
	median := d.alone[len(d.alone)/2]
	return math.Min(1, math.Max(1e-3, d.at(x, -1)/median))
}

// density is a Gaussian kernel estimate on standardised axes.
type density struct {
	vectors [][]float64
	spread  []float64 // standard deviation by axis
	alone   []float64 // density at each vector by the others, rising
}

func newDensity(vectors [][]float64) *density {
	d := &density{vectors: vectors}
	if len(vectors) == 0 {
		return d
	}
	n := float64(len(vectors))
	for k := range vectors[0] {
		sum, squares := 0.0, 0.0
		for _, v := range vectors {
			sum += v[k]
			squares += v[k] * v[k]
		}
		mean := sum / n
		d.spread = append(d.spread, math.Sqrt(math.Max(squares/n-mean*mean, 1e-6)))
	}
	for i := range vectors {
		d.alone = append(d.alone, d.at(vectors[i], i))
	}
	slices.Sort(d.alone)
	return d
}

// at is the density at a place, by Scott's bandwidth, without one of the vectors (-1: with all).
func (d *density) at(v []float64, without int) float64 {
	h := math.Pow(float64(len(d.vectors)), -1/float64(len(v)+4))
	total := 0.0
	for i, w := range d.vectors {
		if i == without {
			continue
		}
		far := 0.0
		for k := range v {
			z := (v[k] - w[k]) / (d.spread[k] * h)
			far += z * z
		}
		total += math.Exp(-far / 2)
	}
	return total / float64(len(d.vectors))
}
