package wear

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"sort"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"
)

// Interval is an estimate with its bootstrap interval at Level.
type Interval struct {
	Value Float `json:"value"`
	Low   Float `json:"low"`
	High  Float `json:"high"`
}

// Float is a number that may be unknown: NaN, null in JSON.
type Float float64

// MarshalJSON writes the number, or null.
func (f Float) MarshalJSON() ([]byte, error) {
	if math.IsNaN(float64(f)) || math.IsInf(float64(f), 0) {
		return []byte("null"), nil
	}
	return json.Marshal(float64(f))
}

// Result is a candidate with how well it explains the wear.
type Result struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	Family string `json:"family"`
	Agent  string `json:"agent"`
	Null   bool   `json:"null"`
	Plays  int    `json:"plays"`
	Fit
	// Intervals are over samples of the plays.
	EvidenceInterval    Interval `json:"evidenceInterval"`
	CorrelationInterval Interval `json:"correlationInterval"`
	CosineInterval      Interval `json:"cosineInterval"`
	RankInterval        Interval `json:"rankInterval"`
	EMDInterval         Interval `json:"emdInterval"`
	Posterior           float64  `json:"posterior"` // of the candidate by this agent
	// P is the share of shuffled wear that this candidate explains as well, or of wear
	// with the spatial order of what was measured, whichever is larger; PMax likewise the
	// share of which any candidate does, Q the expected share of such claims that are
	// false when all candidates with a P as small are claimed (Benjamini and Hochberg).
	P    float64 `json:"p"`
	PMax float64 `json:"pMax"`
	Q    float64 `json:"q"`
	// Asymmetry is how far the traffic is from having the board's symmetries, 0 to 1.
	// Floor is what the same plays would show on average if each had been
	// turned at random: chance alone. Unknown (null) for null models known exactly.
	Asymmetry Float `json:"asymmetry"`
	Floor     Float `json:"asymmetryFloor"`
	// Predicted is the traffic of every line in the best view; NaN for lines that the
	// board does not have.
	Predicted []float64 `json:"-"`

	// Averaged is the logarithm of the likelihood relative to no relation, averaged over what the true traffic may be,
	// since
	// few plays do not tell it exactly: what posteriors rest on.
	Averaged float64 `json:"-"`

	weights float64 // logarithm of the prior
	views   [][]float64
}

// Share is the posterior of a group of candidates.
type Share struct {
	Name      string  `json:"name"`
	Prior     float64 `json:"prior"` // among rulesets
	Posterior float64 `json:"posterior"`
	Rulesets  int     `json:"rulesets"`
	// Factor is the ratio of posterior to prior odds.
	Factor float64 `json:"factor"`

	id, family string
	concepts   map[string]float64
}

// AgentView is what the study would say with one agent alone.
type AgentView struct {
	Agent       string  `json:"agent"`
	Posterior   float64 `json:"posterior"` // of the agent
	Best        string  `json:"best"`      // candidate
	BestShare   float64 `json:"bestShare"` // its posterior among rulesets by this agent
	BestFamily  string  `json:"bestFamily"`
	FamilyShare float64 `json:"familyShare"`
	Credible    int     `json:"credible"` // rulesets in the credible set
	// Agreement is Spearman's correlation of the evidence of rulesets with that by
	// every other agent, by name.
	Agreement map[string]float64 `json:"agreement"`
}

// Uneven is how asymmetric the traffic of a family is as an agent plays it: means
// over its rulesets of what Result has.
type Uneven struct {
	Family    string `json:"family"`
	Agent     string `json:"agent"`
	Rulesets  int    `json:"rulesets"`
	Asymmetry Float  `json:"asymmetry"`
	Floor     Float  `json:"floor"`
}

// Next is a line whose measurement would tell candidates apart.
type Next struct {
	Line string `json:"line"`
	// Bits is the expected information about which candidate it is.
	Bits     float64 `json:"bits"`
	Measured bool    `json:"measured"` // already: a second, independent measurement
}

// Report is the outcome of a study.
type Report struct {
	Folding   Folding  `json:"folding"`
	Bootstrap int      `json:"bootstrap"`
	Shuffles  int      `json:"shuffles"`
	Seed      uint64   `json:"seed"`
	NullPrior float64  `json:"nullPrior"`
	Measured  int      `json:"measured"` // lines
	Lines     int      `json:"lines"`
	Results   []Result `json:"results"` // the best evidence first
	Rulesets  []Share  `json:"rulesets"`
	Families  []Share  `json:"families"`
	// Asymmetries are the families whose traffic is least symmetric, by agent.
	Asymmetries []Uneven    `json:"asymmetries"`
	Concepts    []Share     `json:"concepts"`
	Agents      []AgentView `json:"agents"`
	Nulls       float64     `json:"nulls"` // posterior of the null models together
	// share of shuffled wear that some ruleset explains as well as the best does this
	GlobalP float64 `json:"globalP"`
	// share of wear with the same spatial order, likewise; null where no lines touch
	SpatialP   Float    `json:"spatialP"`
	Discovered int      `json:"discovered"` // candidates with Q of at most Claim
	Credible   []string `json:"credible"`   // names of the rulesets in the credible set
	CredibleID []string `json:"credibleIDs"`
	// CredibleMass is what these hold of the posterior among rulesets, Level or more, since
	// rulesets come whole. Calibrated is the number of them, the first ones, in the set that
	// holds Level exactly: all, or all but the last, which is in by lot, drawn from Seed, with
	// the probability that makes up Level. So that set has the true ruleset in Level of the
	// studies (a randomised set, as of tests of discrete data), and the credible set in more.
	CredibleMass float64 `json:"credibleMass"`
	Calibrated   int     `json:"calibrated"`
	Determined   bool    `json:"determined"`
	Verdict      string  `json:"verdict"`
	Next         []Next  `json:"next"`
}

// samplesEMD is the number of bootstrap samples of which the earth mover's distance
// is computed, which takes long.
const samplesEMD = 40

// Analyse compares wear with candidates.
func Analyse(o *Observed, candidates []Candidate, opt Options) (*Report, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	if err := opt.Check(); err != nil {
		return nil, err
	}
	t := newTarget(o)
	m := newMover(o, t.lines)
	rep := &Report{Folding: opt.Folding, Bootstrap: opt.Bootstrap, Shuffles: opt.Shuffles, Seed: opt.Seed,
		NullPrior: opt.NullPrior, Measured: len(t.lines), Lines: len(o.Lines)}
	rulesets := map[string]bool{}
	for i := range candidates {
		c := &candidates[i]
		if c.Traffic == nil && len(c.Plays) == 0 {
			return nil, fmt.Errorf("%s by %s has no plays", c.Name, c.Agent)
		}
		r, err := compare(c, t, m, len(o.Lines), opt)
		if err != nil {
			return nil, err
		}
		if !c.Null {
			rulesets[c.ID] = true
		}
		rep.Results = append(rep.Results, *r)
	}
	if len(rulesets) == 0 {
		return nil, fmt.Errorf("there are no candidate rulesets")
	}
	rep.posterior(opt)
	rep.chance(o, t, opt)
	rep.groups(candidates)
	rep.agents()
	rep.uneven()
	rep.judge()
	rep.next(o, t)
	slices.SortStableFunc(rep.Results, func(a, b Result) int {
		switch {
		case a.Averaged > b.Averaged:
			return -1
		case a.Averaged < b.Averaged:
			return 1
		}
		return 0
	})
	return rep, nil
}

// compare fits one candidate, and samples of its plays.
func compare(c *Candidate, t *target, m *mover, lines int, opt Options) (*Result, error) {
	v, err := newViews(c, lines, opt.Folding)
	if err != nil {
		return nil, err
	}
	mean := c.traffic()
	r := &Result{ID: c.ID, Name: c.Name, Family: c.Family, Agent: c.Agent, Null: c.Null, Plays: len(c.Plays)}
	r.views = v.predict(mean, opt.Folding)
	r.Fit = t.fit(r.views, m)
	r.Predicted = r.views[r.View]
	r.Asymmetry, r.Floor = Float(Asymmetry(mean, c.Images)), Float(c.floor(opt.Seed))
	stream := stream(opt.Seed, "plays", c.ID, c.Agent)
	lists := make([][]float64, 5)
	samples := opt.Bootstrap
	if c.Traffic != nil {
		samples = 1
	}
	for b := range samples {
		mover := m
		if b >= samplesEMD {
			mover = nil
		}
		f := t.fit(v.predict(c.resample(&stream), opt.Folding), mover)
		for i, x := range []float64{f.Evidence, f.Correlation, f.Cosine, f.Rank, float64(f.EMD)} {
			if !math.IsNaN(x) {
				lists[i] = append(lists[i], x)
			}
		}
	}
	logs := make([]float64, len(r.views))
	for k := range logs {
		logs[k] = t.inexact(t.pick(r.views[k]), t.spread(k, c, v, opt.Folding))
	}
	r.Averaged = mixture(logs)
	for i, to := range []*Interval{&r.EvidenceInterval, &r.CorrelationInterval, &r.CosineInterval, &r.RankInterval,
		&r.EMDInterval} {
		*to = percentiles([]float64{r.Evidence, r.Correlation, r.Cosine, r.Rank, float64(r.EMD)}[i], lists[i])
	}
	return r, nil
}

// percentiles is the interval between those of samples; NaN when there are too few.
func percentiles(value float64, samples []float64) Interval {
	i := Interval{Float(value), Float(math.NaN()), Float(math.NaN())}
	if len(samples) >= 20 {
		sort.Float64s(samples)
		n := float64(len(samples) - 1)
		i.Low, i.High = Float(samples[int(math.Floor(n*(1-Level)/2))]), Float(samples[int(math.Ceil(n*(1+Level)/2))])
	}
	return i
}

// posterior gives every candidate its prior and posterior probability. Models of no
// relation have a likelihood of 1.
func (rep *Report) posterior(opt Options) {
	nulls, agents, ids := 1, map[string]int{}, map[string]bool{}
	for i := range rep.Results {
		r := &rep.Results[i]
		if r.Null {
			nulls++
		} else {
			agents[r.ID]++
			ids[r.ID] = true
		}
	}
	all := []float64{math.Log(opt.NullPrior / float64(nulls))}
	for i := range rep.Results {
		r := &rep.Results[i]
		if r.Null {
			r.weights = math.Log(opt.NullPrior / float64(nulls))
		} else {
			r.weights = math.Log((1 - opt.NullPrior) / float64(len(ids)*agents[r.ID]))
		}
		all = append(all, r.weights+r.Averaged)
	}
	sum := floats.LogSumExp(all)
	rep.Nulls = math.Exp(all[0] - sum)
	for i := range rep.Results {
		r := &rep.Results[i]
		r.Posterior = math.Exp(r.weights + r.Averaged - sum)
		if r.Null {
			rep.Nulls += r.Posterior
		}
	}
}

// judge finds the credible set and says what is determined.
func (rep *Report) judge() {
	mass := 0.0
	families := map[string]bool{}
	for _, s := range rep.Rulesets {
		rep.Credible, rep.CredibleID = append(rep.Credible, s.Name), append(rep.CredibleID, s.id)
		families[s.family] = true
		before := mass
		if mass += s.Posterior; mass >= Level {
			lot := stream(rep.Seed, "credible", "", "")
			if rep.Calibrated++; lot.Float64() >= (Level-before)/s.Posterior {
				rep.Calibrated--
			}
			break
		}
		rep.Calibrated++
	}
	rep.CredibleMass = mass
	few := fmt.Sprintf("%d of %d rulesets hold %.0f %% of the posterior", len(rep.Credible), len(rep.Rulesets), 100*Level)
	switch {
	case rep.GlobalP > Claim:
		rep.Verdict = fmt.Sprintf("Not determined: %.1f %% of shuffled wear fits some candidate as well.", 100*rep.GlobalP)
	case float64(rep.SpatialP) > Claim:
		rep.Verdict = fmt.Sprintf(
			"Not determined: %.1f %% of chance wear that is as smooth over the board fits some candidate as well.",
			100*rep.SpatialP)
	case rep.Nulls > Claim:
		rep.Verdict = fmt.Sprintf("Not determined: models without rules keep %.1f %% of the posterior.", 100*rep.Nulls)
	case len(rep.Credible) == 1:
		rep.Determined = true
		rep.Verdict = "Among the candidates given, the wear points to one ruleset: " + rep.Credible[0] + "."
	case len(families) == 1:
		rep.Determined = true
		rep.Verdict = fmt.Sprintf(
			"Among the candidates given, the wear points to one family, %s; which of its rulesets is not determined: %s.",
			rep.Rulesets[0].family, few)
	case 2*len(rep.Credible) <= len(rep.Rulesets):
		rep.Determined = true
		rep.Verdict = fmt.Sprintf(
			"The wear fits the traffic of some candidates better than chance, and excludes others: %s. Which of these is not "+
				"determined.",
			few)
	default:
		rep.Verdict = fmt.Sprintf("Not determined: wear and traffic are related, but most candidates explain it: %s.", few)
	}
}

// next finds the lines whose measurement would tell most about which candidate it is.
func (rep *Report) next(o *Observed, t *target) {
	type model struct {
		p           float64
		mean, noise []float64 // by line
	}
	var models []model
	w := centred(t.w, t.weight)
	base := 0.0
	for i := range t.w {
		base += t.weight[i]
	}
	level := 0.0
	for i, v := range t.w {
		level += t.weight[i] * v / base
	}
	add := func(p float64, predicted []float64) {
		if p < 1e-4 {
			return
		}
		x := make([]float64, len(t.w))
		if predicted != nil {
			x = t.pick(predicted)
		}
		xc := centred(x, t.weight)
		slope, mx := 0.0, 0.0
		for i := range x {
			mx += t.weight[i] * x[i] / base
		}
		if s := floats.Dot(xc, xc); s > 1e-12 {
			slope = max(0, floats.Dot(w, xc)/s) * float64(len(w)) / float64(len(w)+1)
		}
		rest := 0.0
		for i := range w {
			d := w[i] - slope*xc[i]
			rest += d * d
		}
		s := math.Sqrt(max(rest/float64(max(1, len(w)-2)), 1e-12))
		m := model{p: p, mean: make([]float64, len(o.Lines)), noise: make([]float64, len(o.Lines))}
		for i := range o.Lines {
			at := 0.0
			if predicted != nil && !math.IsNaN(predicted[i]) {
				at = predicted[i]
			}
			if predicted == nil {
				m.mean[i] = level
			} else {
				m.mean[i] = level + slope*(at-mx)
			}
			m.noise[i] = s / math.Sqrt(o.Weight[i])
		}
		models = append(models, m)
	}
	nothing := rep.Nulls
	for i := range rep.Results {
		if rep.Results[i].Null {
			nothing -= rep.Results[i].Posterior
		}
		add(rep.Results[i].Posterior, rep.Results[i].Predicted)
	}
	add(nothing, nil)
	for i, name := range o.Lines {
		low, high := math.Inf(1), math.Inf(-1)
		for _, m := range models {
			low, high = min(low, m.mean[i]-5*m.noise[i]), max(high, m.mean[i]+5*m.noise[i])
		}
		const cells = 600
		step := (high - low) / cells
		total, single, whole := 0.0, 0.0, 0.0
		for _, m := range models {
			single += m.p * distuv.Normal{Mu: 0, Sigma: m.noise[i]}.Entropy()
			whole += m.p
		}
		for k := range cells {
			y, density := low+(float64(k)+0.5)*step, 0.0
			for _, m := range models {
				density += m.p / whole * distuv.Normal{Mu: m.mean[i], Sigma: m.noise[i]}.Prob(y)
			}
			if density > 0 {
				total -= density * math.Log(density) * step
			}
		}
		rep.Next = append(rep.Next, Next{name, max(0, (total-single/whole)/math.Ln2), !math.IsNaN(o.Value[i])})
	}
	sort.SliceStable(rep.Next, func(i, j int) bool { return rep.Next[i].Bits > rep.Next[j].Bits })
}
