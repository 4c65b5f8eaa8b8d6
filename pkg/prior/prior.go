// Package prior weighs what a library offers for the holes of an incomplete ruleset by how near its
// donors are in space, in time, in culture and in the ludemes and concepts that are known (part 11 of the
// specification, E.3), and measures by blind tests how good these weights are.
//
//	Library + Parameters ── New ─────► Kernel     a reconstruct.Prior
//	Library              ── Hide ────► Cases      rulesets with hidden sections, their family left out
//	Cases                ── Fit ─────► Parameters by leave-one-family-out cross-validation
//	                        Compare ─► Report     log-score and calibration of priors on the same cases
//	Space                ── Marginals            probabilities of fillers, or "not determined by the evidence"
//
// Everything is deterministic from library, parameters and seed, for any number of workers.
package prior

import (
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/astragal/astragal/engine/reconstruct"
	"github.com/astragal/astragal/pkg/evidence"
)

// Parameters of a Kernel. The zero value of a length or of Ludemes switches that kernel off.
type Parameters struct {
	Km      float64 `json:"km"`      // exp(-d/Km), d the kilometres between the places less their radii
	Years   float64 `json:"years"`   // exp(-d/Years), d the years between the two intervals
	Culture float64 `json:"culture"` // exp(-Culture) for a donor of another culture area
	Ludemes float64 `json:"ludemes"` // exp(Ludemes · cosine of the known ludemes)
	// Concepts is exp(Concepts · cosine of the compiled concepts of what is known).
	Concepts float64 `json:"concepts"`
	Part     float64 `json:"part"`   // factor for a source that is a part of what the donor has there
	Shrink   float64 `json:"shrink"` // share of the library's overall frequency, 0 to 1
	// Together is the probability that all open holes are filled as one donor has them, 0 to below 1; else
	// each is filled by itself.
	Together float64 `json:"together"`
}

func (p Parameters) String() string {
	return fmt.Sprintf("km %g, years %g, culture %g, ludemes %g, concepts %g, part %g, shrink %g, together %g",
		p.Km, p.Years, p.Culture, p.Ludemes, p.Concepts, p.Part, p.Shrink, p.Together)
}

// Fitted returns the parameters fitted to the public library; docs/reconstruction.md has the sample and the
// seed, and `astragal prior` fits others.
func Fitted() Parameters {
	return Parameters{Km: 0, Years: 500, Ludemes: 12, Part: 0.03, Shrink: 0.1, Together: 0.3}
}

// step is the factor for every level of context that a hole asks for and a source lacks; a guess, as
// in reconstruct.Frequency.
const step = 0.1

// Kernel is the contextual prior: a mixture over games, each with the weight of its nearest donor,
// shrunk to the library's overall frequency. A donor or skeleton without place or time counts in that
// kernel as the mean of those that have one. It is safe for use by several goroutines.
type Kernel struct {
	p      Parameters
	base   *base
	fields sync.Map // *reconstruct.Skeleton → []float64

	assumed Assumptions
	games   []float64 // how much each game counts; nil if all alike
}

// base is what kernels on one library share.
type base struct {
	donors   []*reconstruct.Donor
	settings []setting
	games    []int // number of the game of each donor
	nGames   int
	rulesets []int // number of donors of each game
	index    map[*reconstruct.Donor]int
	order    []string
	rarity   map[string]float64
	concepts sync.Once
	compiled compiledConcepts // by ofConcepts
}

func newBase(l *reconstruct.Library) *base {
	b := &base{donors: l.Donors, index: map[*reconstruct.Donor]int{}, rarity: map[string]float64{}}
	byName, having := map[string]int{}, map[string]int{}
	for i, d := range l.Donors {
		g, known := byName[d.Game]
		if !known {
			g = len(byName)
			byName[d.Game] = g
		}
		b.index[d] = i
		b.games = append(b.games, g)
		if g == len(b.rulesets) {
			b.rulesets = append(b.rulesets, 0)
		}
		b.rulesets[g]++
		c := settingOf(d.Info, d.Tree())
		b.settings = append(b.settings, c)
		for k := range c.ludemes {
			having[k]++
		}
	}
	b.nGames = len(byName)
	for k, n := range having {
		b.order = append(b.order, k)
		w := math.Log(float64(1+len(l.Donors)) / float64(n))
		b.rarity[k] = w * w
	}
	slices.Sort(b.order)
	return b
}

// New returns the prior on the donors of a library. Error: parameters out of range.
func New(l *reconstruct.Library, p Parameters) (*Kernel, error) {
	for _, x := range []float64{p.Km, p.Years, p.Culture, p.Ludemes, p.Concepts, p.Part, p.Shrink, p.Together} {
		if math.IsNaN(x) || x < 0 || x > 1e6 {
			return nil, fmt.Errorf("parameters of the prior are from 0 to 1,000,000: %v", p)
		}
	}
	if p.Shrink > 1 || p.Part > 1 || max(p.Ludemes, p.Concepts, p.Culture) > 100 {
		return nil, fmt.Errorf("part and shrink are at most 1, ludemes, concepts and culture at most 100: %v", p)
	}
	if p.Together >= 1 {
		return nil, fmt.Errorf("together is below 1: %v", p)
	}
	return &Kernel{p: p, base: newBase(l)}, nil
}

// Name returns "kernel" with the parameters.
func (k *Kernel) Name() string { return "kernel (" + k.p.String() + k.assumed.String() + ")" }

// Weight returns how much a candidate counts, in games of mean weight; a literal choice counts as
// much more as the skeleton says.
func (k *Kernel) Weight(s *reconstruct.Skeleton, h *reconstruct.Hole, c *reconstruct.Candidate) float64 {
	total := weigh(k.base.sources(h, c), k.donors(s), k.games, k.p)
	switch {
	case c.Choice != nil:
		total += c.Choice.Weight
	case len(c.Sources) == 0:
		total++ // left out
	}
	return total
}

// donors returns the weights of the donors for a skeleton.
func (k *Kernel) donors(s *reconstruct.Skeleton) []float64 {
	v, known := k.fields.Load(s)
	if !known {
		f := k.base.distances(s, nil, k.p.Concepts > 0)
		f.unlike = k.unlikeness(s)
		v, _ = k.fields.LoadOrStore(s, f.weights(k.base, k.p))
	}
	return v.([]float64)
}

// Together returns the probability that all open holes are filled as one donor has them, and the weights of donors:
// those of the kernels, shrunk to equal ones of games, shared by the rulesets of a game.
func (k *Kernel) Together(s *reconstruct.Skeleton) (share float64, weight func(*reconstruct.Donor) float64) {
	w := k.donors(s)
	return k.p.Together, func(d *reconstruct.Donor) float64 {
		i, known := k.base.index[d]
		if !known {
			return 0
		}
		alone := k.base.alone(i, w, k.p)
		if k.games != nil {
			alone *= k.games[k.base.games[i]]
		}
		return alone
	}
}

// alone is the weight of a donor in the place of its game.
func (b *base) alone(donor int, weights []float64, p Parameters) float64 {
	return ((1-p.Shrink)*weights[donor] + p.Shrink) / float64(b.rulesets[b.games[donor]])
}

// source is a reconstruct.Source as far as weights depend on it.
type source struct {
	donor, game int32
	steps       uint8
	part        bool
}

// sources lists a candidate's sources, those of a game together.
func (b *base) sources(h *reconstruct.Hole, c *reconstruct.Candidate) []source {
	list := make([]source, 0, len(c.Sources))
	for _, s := range c.Sources {
		if i, ok := b.index[s.Donor]; ok {
			steps := uint8(min(9, max(0, h.Context-s.Agrees)))
			list = append(list, source{int32(i), int32(b.games[i]), steps, s.Part != reconstruct.Whole})
		}
	}
	slices.SortStableFunc(list, func(x, y source) int { return int(x.game - y.game) })
	return list
}

// weigh adds up the games, each with the weight of its best source, and with how much it counts, nil for all alike.
func weigh(sources []source, donors, games []float64, p Parameters) float64 {
	total := 0.0
	for i := 0; i < len(sources); {
		near, plain := 0.0, 0.0
		j := i
		for ; j < len(sources) && sources[j].game == sources[i].game; j++ {
			f := 1.0
			if sources[j].part {
				f = p.Part
			}
			for range sources[j].steps {
				f *= step
			}
			near, plain = max(near, f*donors[sources[j].donor]), max(plain, f)
		}
		x := (1-p.Shrink)*near + p.Shrink*plain
		if games != nil {
			x *= games[sources[i].game]
		}
		total += x
		i = j
	}
	return total
}

// far is how far all donors are from a skeleton; NaN where that is not known.
type far struct {
	km, years, culture, ludemes, concepts []float64
	unlike                                []float64 // minus the logarithm of what a user says; nil for nothing
}

// distances measures; donors left out count as absent. Concepts take compiling, and are only looked at if compiled is
// asked for.
func (b *base) distances(s *reconstruct.Skeleton, absent []bool, compiled bool) far {
	c := settingOf(s.Info, s.Game())
	var f far
	if compiled {
		f.concepts = b.unlike(s)
	}
	for i := range b.donors {
		d := &b.settings[i]
		km, years := math.NaN(), math.NaN()
		if x, ok := evidence.Kilometres(c.where, d.where); ok {
			km = x
		}
		if x, ok := evidence.YearsApart(c.when, d.when); ok {
			years = x
		}
		l := alike(&c, d, b.order, b.rarity)
		culture := math.NaN()
		if c.area != "" && d.area != "" {
			culture = 0
			if c.area != d.area {
				culture = 1
			}
		}
		if absent != nil && absent[i] {
			km, years, culture, l = math.NaN(), math.NaN(), math.NaN(), math.NaN()
			if compiled {
				f.concepts[i] = math.NaN()
			}
		}
		f.km, f.years, f.ludemes = append(f.km, km), append(f.years, years), append(f.ludemes, l)
		f.culture = append(f.culture, culture)
	}
	return f
}

// weights returns the weights of donors, on average 1 for a game.
func (f far) weights(b *base, p Parameters) []float64 {
	w := make([]float64, len(f.ludemes))
	for i, x := range f.ludemes {
		w[i] = math.Exp(p.Ludemes * (x - 1))
		if math.IsNaN(x) {
			w[i] = 0
		}
	}
	fade(w, f.km, p.Km)
	fade(w, f.years, p.Years)
	fade(w, f.culture, inverse(p.Culture))
	fade(w, f.concepts, inverse(p.Concepts))
	fade(w, f.unlike, 1)
	best := make([]float64, b.nGames)
	for i, x := range w {
		best[b.games[i]] = max(best[b.games[i]], x)
	}
	total, games := 0.0, 0
	for _, x := range best {
		if x > 0 {
			total += x
			games++
		}
	}
	if total > 0 {
		for i := range w {
			w[i] *= float64(games) / total
		}
	}
	return w
}

// inverse is the length of a kernel of a strength, 0 for none.
func inverse(strength float64) float64 {
	if strength == 0 {
		return 0
	}
	return 1 / strength
}

// fade multiplies weights by a kernel of a length; what is not known counts as the mean.
func fade(w, distance []float64, length float64) {
	if length == 0 {
		return
	}
	total, n := 0.0, 0
	for _, d := range distance {
		if !math.IsNaN(d) {
			total += math.Exp(-d / length)
			n++
		}
	}
	if n == 0 || total == 0 {
		return
	}
	for i, d := range distance {
		if math.IsNaN(d) {
			w[i] *= total / float64(n)
		} else {
			w[i] *= math.Exp(-d / length)
		}
	}
}
