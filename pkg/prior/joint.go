package prior

import (
	"math"
	"slices"

	"github.com/astragal/astragal/engine/reconstruct"
)

// atDonor is what a donor has in the place of a hidden section, in the most similar surroundings.
type atDonor struct {
	agrees, ways int
	truth        bool
}

// jointDonor is a donor that has something in the places of all holes that are covered.
type jointDonor struct {
	donor int
	ways  float64 // to choose one filler for each
	truth bool    // whether one of them is the truth
}

// wholes says of every donor what it has as a whole in the place of a hole.
func wholes(list []*reconstruct.Candidate, truth int) map[*reconstruct.Donor]atDonor {
	at := map[*reconstruct.Donor]atDonor{}
	for j, c := range list {
		seen := map[*reconstruct.Donor]int{}
		for _, s := range c.Sources {
			if s.Part == reconstruct.Whole {
				seen[s.Donor] = max(seen[s.Donor], s.Agrees)
			}
		}
		for d, agrees := range seen {
			switch x := at[d]; {
			case agrees > x.agrees:
				at[d] = atDonor{agrees, 1, j == truth}
			case agrees == x.agrees:
				at[d] = atDonor{agrees, x.ways + 1, x.truth || j == truth}
			}
		}
	}
	return at
}

// jointDonors lists the donors that are in all the maps, of which there must be two.
func (b *base) jointDonors(whole []map[*reconstruct.Donor]atDonor) (list []jointDonor) {
	if len(whole) < 2 {
		return nil
	}
donors:
	for i, d := range b.donors {
		j := jointDonor{donor: i, ways: 1, truth: true}
		for _, at := range whole {
			x, has := at[d]
			if !has {
				continue donors
			}
			j.ways *= float64(x.ways)
			j.truth = j.truth && x.truth
		}
		list = append(list, j)
	}
	return list
}

// JointScore compares the prior of all holes together with that of each by itself, on cases with two covered
// holes or more.
type JointScore struct {
	Cases    int       `json:"cases"`
	Together []float64 `json:"together"` // the parameter, fitted on the families outside each fold
	Fitted   float64   `json:"fitted"`   // on all
	LogScore float64   `json:"logScore"` // mean over cases of the logarithm of the probability of all true fillers
	Alone    float64   `json:"alone"`    // the same with each hole by itself
	// Less is by how much the joint prior is better, with the interval of 95 % and P as in Row.
	Less         float64    `json:"jointIsBetterBy"`
	LessInterval [2]float64 `json:"jointIsBetterByInterval"`
	P            float64    `json:"p"`
}

var togetherValues = []float64{0, 0.001, 0.003, 0.01, 0.03, 0.1, 0.2, 0.3, 0.5}

// together returns the logarithm of the probability of all covered true fillers of a case: by the share that one
// donor has all, and by each hole itself.
func (c *Cases) together(k *hiddenCase, a []answer, p Parameters) float64 {
	alone := 0.0
	for _, x := range a {
		if !math.IsNaN(x.log) {
			alone += x.log
		}
	}
	if p.Together == 0 || len(k.joint) == 0 {
		return alone
	}
	w := k.far.weights(c.base, p)
	joint, total := 0.0, 0.0
	for _, j := range k.joint {
		x := c.base.alone(j.donor, w, p)
		total += x
		if j.truth {
			joint += x / j.ways
		}
	}
	return math.Log((1-p.Together)*math.Exp(alone) + p.Together*joint/total)
}

// joint fits the share of donors that have all holes, and compares.
func (c *Cases) joint(t *table, byFold []Parameters, fitted Parameters) (s JointScore, best float64) {
	covered := func(k *hiddenCase) (n int) {
		for _, h := range k.holes {
			if h.truth >= 0 {
				n++
			}
		}
		return n
	}
	fit := func(p Parameters, without int) float64 {
		best, score := 0.0, math.Inf(-1)
		for _, v := range togetherValues {
			p.Together = v
			total := 0.0
			for i, k := range c.list {
				if k.fold != without && covered(k) > 1 {
					total += c.together(k, t.answers(bare(p))[i], p)
				}
			}
			if total > score {
				best, score = v, total
			}
		}
		return best
	}
	for fold, p := range byFold {
		s.Together = append(s.Together, fit(p, fold))
	}
	s.Fitted = fit(fitted, -1)
	byFamily := map[string]*group{}
	var groups []*group
	for i, k := range c.list {
		if covered(k) < 2 {
			continue
		}
		p := byFold[k.fold]
		a := t.answers(p)[i]
		alone := c.together(k, a, p)
		p.Together = s.Together[k.fold]
		log := c.together(k, a, p)
		g := byFamily[k.family]
		if g == nil {
			g = &group{}
			byFamily[k.family] = g
			groups = append(groups, g)
		}
		g.log, g.less, g.covered = g.log+log, g.less+log-alone, g.covered+1
		s.Cases++
		s.LogScore += log
		s.Alone += alone
	}
	if s.Cases == 0 {
		return s, 0
	}
	s.LogScore /= float64(s.Cases)
	s.Alone /= float64(s.Cases)
	s.Less = s.LogScore - s.Alone
	var r Row
	r.bootstrap(slices.Clone(groups), c.Seed)
	s.LessInterval, s.P = r.LessInterval, chance(groups, c.Seed)
	return s, s.Fitted
}

// bare is what the answers of single holes depend on.
func bare(p Parameters) Parameters {
	p.Together = 0
	return p
}
