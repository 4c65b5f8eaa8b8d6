package prior

import (
	"math"
	"math/rand/v2"
	"slices"
)

// Report is the result of a blind test.
type Report struct {
	Seed     uint64 `json:"seed"`
	Donors   int    `json:"donors"`
	Cases    int    `json:"cases"`
	Families int    `json:"families"`
	Holes    int    `json:"holes"`
	// Covered is the number of holes whose true filler the rest of the library has: the others no prior
	// on this library can answer. Log-scores and ranks are over these.
	Covered int               `json:"covered"`
	Kinds   map[string][2]int `json:"kinds"`  // covered holes and holes, by the hidden section
	Fitted  Parameters        `json:"fitted"` // on all cases: what a user should take
	ByFold  []Parameters      `json:"byFold"` // on the families outside the fold: what was tested
	Rows    []Row             `json:"rows"`
	Joint   JointScore        `json:"joint"`
}

// Row is what a blind test says of one prior. Intervals are of 95 %, by a bootstrap of families.
type Row struct {
	Prior    string     `json:"prior"`
	LogScore float64    `json:"logScore"` // mean over covered holes, natural logarithm
	Interval [2]float64 `json:"interval"`
	Rank     float64    `json:"rank"`  // median rank of the true filler
	First    float64    `json:"first"` // share of all holes whose likeliest filler is the true one
	// Error is the expected calibration error of the likeliest filler over all holes, in ten bins of
	// equally many; its probability counts that the true filler may be none of the library's.
	Error         float64    `json:"calibrationError"`
	ErrorInterval [2]float64 `json:"calibrationErrorInterval"`
	// Less is how much better the kernel's log-score is than this prior's, and P the probability of such a
	// difference or a greater one by chance, two-sided, if signs of families' differences are.
	Less         float64    `json:"kernelIsBetterBy"`
	LessInterval [2]float64 `json:"kernelIsBetterByInterval"`
	P            float64    `json:"p"`
}

// draws is the number of random signs.
const draws = 10_000

// Names of the rows.
const (
	rowKernel    = "kernel, fitted on other families"
	rowFew       = "kernel without culture and concepts, fitted on other families"
	rowLudemes   = "kernel of ludemes alone, fitted on other families"
	rowConcepts  = "kernel of concepts alone, fitted on other families"
	rowOrigin    = "kernels of place, time and culture alone, fitted on other families"
	rowFitted    = "library frequency, part fitted on other families"
	rowFrequency = "library frequency"
	rowUniform   = "uniform"
	rowReference = "the existing scoring rule, without its cut-off"
	rowForeign   = "negative control: the kernel with what is known of a game of another family"
)

// Compare fits parameters by leaving out families, and compares priors on the cases.
func (c *Cases) Compare(workers int) *Report {
	t := &table{c: c, workers: workers, known: map[Parameters][][]answer{}}
	r := &Report{Seed: c.Seed, Donors: len(c.base.donors), Cases: len(c.list), Kinds: map[string][2]int{}}
	kernel := make([][]answer, len(c.list))
	few, ludemesOnly, conceptsOnly := slices.Clone(kernel), slices.Clone(kernel), slices.Clone(kernel)
	originOnly, fitted := slices.Clone(kernel), slices.Clone(kernel)
	for fold := range c.folds {
		r.ByFold = append(r.ByFold, t.fit(start, all, fold))
		for _, m := range []struct {
			to [][]answer
			p  Parameters
		}{
			{kernel, r.ByFold[fold]},
			{few, t.fit(Parameters{Km: start.Km, Years: start.Years, Ludemes: start.Ludemes, Part: start.Part,
				Shrink: start.Shrink}, fewAxes, fold)},
			{conceptsOnly, t.fit(
				Parameters{Concepts: start.Concepts, Part: start.Part, Shrink: start.Shrink}, conceptAxes, fold)},
			{ludemesOnly, t.fit(
				Parameters{Ludemes: start.Ludemes, Part: start.Part, Shrink: start.Shrink}, ludemeAxes, fold)},
			{originOnly, t.fit(
				Parameters{Km: start.Km, Years: start.Years, Culture: start.Culture, Part: start.Part,
					Shrink: start.Shrink}, originAxes, fold)},
			{fitted, t.fit(Parameters{Part: start.Part, Shrink: 1}, plainAxes, fold)},
		} {
			for i, k := range c.list {
				if k.fold == fold {
					m.to[i] = t.answers(m.p)[i]
				}
			}
		}
	}
	r.Fitted = t.fit(start, all, -1)
	r.Joint, r.Fitted.Together = c.joint(t, r.ByFold, r.Fitted)
	n := len(c.list)
	frequency, uniform, reference := make([][]answer, n), make([][]answer, n), make([][]answer, n)
	foreign := make([][]answer, n)
	each(len(c.list), workers, func(i int) {
		k := c.list[i]
		scores := k.far.scores()
		foreign[i] = c.kernelOf(k, c.foreign(i).far, r.ByFold[k.fold])
		for j := range k.holes {
			h := &k.holes[j]
			frequency[i] = append(frequency[i], answerOf(h.plain, h.truth))
			uniform[i] = append(uniform[i], answerOf(slices.Repeat([]float64{1}, len(h.ends)), h.truth))
			reference[i] = append(reference[i], answerOf(h.byScore(scores), h.truth))
		}
	})
	families := map[string]bool{}
	for _, k := range c.list {
		families[k.family] = true
		for _, h := range k.holes {
			n := r.Kinds[h.keyword]
			n[1]++
			if r.Holes++; h.truth >= 0 {
				r.Covered++
				n[0]++
			}
			r.Kinds[h.keyword] = n
		}
	}
	r.Families = len(families)
	for _, x := range []struct {
		name string
		a    [][]answer
	}{
		{rowKernel, kernel}, {rowFew, few}, {rowLudemes, ludemesOnly}, {rowConcepts, conceptsOnly},
		{rowOrigin, originOnly}, {rowFitted, fitted}, {rowFrequency, frequency}, {rowUniform, uniform},
		{rowReference, reference},
		{rowForeign, foreign},
	} {
		r.Rows = append(r.Rows, c.row(x.name, x.a, kernel))
	}
	return r
}

// foreign returns the next case of another family; the cases are in random order.
func (c *Cases) foreign(i int) *hiddenCase {
	for j := 1; j < len(c.list); j++ {
		if k := c.list[(i+j)%len(c.list)]; k.family != c.list[i].family {
			return k
		}
	}
	return c.list[i]
}

// floor is the share of the existing rule that is spread evenly, since it gives many true fillers
// the probability 0.
const floor = 0.01

// scores are the existing rule's (part 11, B.4), with our similarities: half concepts, by the cosine of
// the known ludemes, half history, by kilometres and years; a donor of unknown or no historical similarity
// does not count.
func (f far) scores() []float64 {
	s := make([]float64, len(f.km))
	for i := range s {
		place, time := max(0, (20_000-f.km[i])/20_000), max(0, (5_520-f.years[i])/5_520)
		if history := place * time; history > 0 { // NaN is not
			s[i] = (history + f.ludemes[i]) / 2
		}
	}
	return s
}

// byScore gives candidates that are all that a donor has there the sum of the donors' scores.
func (h *hiddenHole) byScore(scores []float64) []float64 {
	w := make([]float64, len(h.ends))
	total := 0.0
	for i := range w {
		for _, s := range h.candidate(i) {
			if !s.part {
				w[i] += scores[s.donor]
			}
		}
		total += w[i]
	}
	for i := range w {
		if total > 0 {
			w[i] *= (1 - floor) / total
		}
		w[i] += floor / float64(len(w))
	}
	return w
}

// missing is the probability that the true filler is none of the library's, by the hidden section, from
// the cases outside a fold.
func (c *Cases) missing(fold int) map[string]float64 {
	none, holes := map[string]float64{}, map[string]float64{}
	for _, k := range c.list {
		for _, h := range k.holes {
			if k.fold != fold {
				holes[h.keyword]++
				if h.truth < 0 {
					none[h.keyword]++
				}
			}
		}
	}
	for s := range sectionShares {
		none[s] = (none[s] + 1) / (holes[s] + 2)
	}
	return none
}

// group is the sums of one family.
type group struct {
	log, less float64
	covered   float64
	bets      []bet
}

// bet is a probability and whether it came true: 1, 0, or a share where several were as likely.
type bet struct{ p, right float64 }

func (c *Cases) row(name string, a, kernel [][]answer) Row {
	r := Row{Prior: name}
	byFamily := map[string]*group{}
	var names []string
	var ranks []float64
	first, holes := 0.0, 0.0
	missing := make([]map[string]float64, c.folds)
	for i := range missing {
		missing[i] = c.missing(i)
	}
	for i, k := range c.list {
		g := byFamily[k.family]
		if g == nil {
			g = &group{}
			byFamily[k.family] = g
			names = append(names, k.family)
		}
		for j, x := range a[i] {
			holes++
			first += x.right
			g.bets = append(g.bets, bet{x.top * (1 - missing[k.fold][k.holes[j].keyword]), x.right})
			if !math.IsNaN(x.log) {
				g.covered++
				g.log += x.log
				g.less += kernel[i][j].log - x.log
				ranks = append(ranks, x.rank)
			}
		}
	}
	groups := make([]*group, len(names))
	for i, n := range names {
		groups[i] = byFamily[n]
	}
	slices.Sort(ranks)
	if len(ranks) > 0 {
		r.Rank = ranks[len(ranks)/2]
	}
	r.First = first / holes
	r.LogScore, r.Less, r.Error = measure(groups)
	r.bootstrap(groups, c.Seed)
	r.P = chance(groups, c.Seed)
	return r
}

// measure gives the log-score, the kernel's lead and the calibration error of families.
func measure(groups []*group) (log, less, calibration float64) {
	n := 0.0
	var bets []bet
	for _, g := range groups {
		log, less, n = log+g.log, less+g.less, n+g.covered
		bets = append(bets, g.bets...)
	}
	return log / n, less / n, calibrationError(bets)
}

// bins of the calibration error.
const bins = 10

// calibrationError is the mean, over bins of equally many bets, of the distance between mean
// probability and share that came true (Naeini, Cooper and Hauskrecht 2015, with equal masses).
func calibrationError(bets []bet) float64 {
	slices.SortStableFunc(bets, func(x, y bet) int {
		switch {
		case x.p < y.p:
			return -1
		case x.p > y.p:
			return 1
		}
		return 0
	})
	total := 0.0
	for i := range bins {
		p, right := 0.0, 0.0
		for _, b := range bets[i*len(bets)/bins : (i+1)*len(bets)/bins] {
			p, right = p+b.p, right+b.right
		}
		total += math.Abs(p - right)
	}
	return total / float64(len(bets))
}

// resamples is the number of bootstrap samples.
const resamples = 1_000

// bootstrap draws families with replacement.
func (r *Row) bootstrap(groups []*group, seed uint64) {
	rnd := rand.New(rand.NewPCG(seed, 1))
	var logs, leads, errors []float64
	sample := make([]*group, len(groups))
	for range resamples {
		for i := range sample {
			sample[i] = groups[rnd.IntN(len(groups))]
		}
		log, less, e := measure(sample)
		logs, leads, errors = append(logs, log), append(leads, less), append(errors, e)
	}
	r.Interval, r.LessInterval, r.ErrorInterval = middle(logs), middle(leads), middle(errors)
}

// middle is the interval that leaves out 2.5 % at each end.
func middle(x []float64) [2]float64 {
	slices.Sort(x)
	return [2]float64{x[len(x)*25/1000], x[len(x)*975/1000-1]}
}

// chance is the share of random signs of the families' leads whose sum is as great, itself included.
func chance(groups []*group, seed uint64) float64 {
	rnd := rand.New(rand.NewPCG(seed, 2))
	observed := 0.0
	for _, g := range groups {
		observed += g.less
	}
	as := 1
	for range draws {
		sum := 0.0
		for _, g := range groups {
			if rnd.Uint64()&1 == 0 {
				sum += g.less
			} else {
				sum -= g.less
			}
		}
		if math.Abs(sum) >= math.Abs(observed)-1e-9 {
			as++
		}
	}
	return float64(as) / (draws + 1)
}
