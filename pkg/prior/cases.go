package prior

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"

	"github.com/astragal/astragal/engine/reconstruct"
)

// Cases are complete rulesets with hidden sections, and for each hole what the library without the
// ruleset's family offers.
type Cases struct {
	Seed  uint64
	list  []*hiddenCase
	base  *base
	folds int
}

// hiddenCase is one ruleset of Cases.
type hiddenCase struct {
	donor  *reconstruct.Donor
	family string
	fold   int
	far    far
	holes  []hiddenHole
	joint  []jointDonor // that have something in the places of all holes that are covered, if there are two
}

// hiddenHole is a hole with its candidates in compact form.
type hiddenHole struct {
	keyword string
	truth   int // number of the true filler's class among the candidates, -1 where it is none
	sources []source
	ends    []int32   // of each candidate's sources
	plain   []float64 // weights by reconstruct.Frequency
}

func (h *hiddenHole) candidate(i int) []source {
	from := int32(0)
	if i > 0 {
		from = h.ends[i-1]
	}
	return h.sources[from:h.ends[i]]
}

// Shares of the sections that the public skeletons lack, and of the numbers of holes from 1 to 4
// (specification, part 11, A.1).
var (
	sectionShares = map[string]float64{"end": 183, "play": 151, "piece": 121, "start": 113}
	holeShares    = []float64{36, 95, 52, 72}
)

// folds is the number of groups of families by which parameters are fitted.
const folds = 5

// Family is what a blind test leaves out with a ruleset: all rulesets with its classification, the
// whole path; and in any case those of its file and of its name.
func Family(d *reconstruct.Donor) string {
	if c := d.Info["classification"]; c != "" {
		return c
	}
	return "file " + d.File
}

func sameFamily(a, b *reconstruct.Donor) bool {
	return Family(a) == Family(b) || a.File == b.File || a.Game == b.Game
}

// Hide draws n games with known place and time, one ruleset of each, and hides one to four of its
// sections; there may be fewer such games. The result depends on library, n and seed only.
func Hide(ctx context.Context, l *reconstruct.Library, n int, seed uint64, workers int) (*Cases, error) {
	c := &Cases{Seed: seed, base: newBase(l), folds: folds}
	r := rand.New(rand.NewPCG(seed, 0))
	seen := map[string]bool{}
	var chosen []*hiddenCase
	var sections [][]reconstruct.Section
	for _, i := range r.Perm(len(l.Donors)) {
		d := l.Donors[i]
		k := &c.base.settings[i]
		if len(k.where) == 0 || len(k.when) == 0 || seen[d.Game] || len(chosen) >= n {
			continue
		}
		if s := drawSections(r, d.Sections()); len(s) > 0 {
			seen[d.Game] = true
			chosen = append(chosen, &hiddenCase{donor: d, family: Family(d)})
			sections = append(sections, s)
		}
	}
	if len(chosen) < 2*folds {
		return nil, fmt.Errorf("only %d games of the library have a known place and time: too few for a blind test",
			len(chosen))
	}
	c.assignFolds(r, chosen)
	errs := make([]error, len(chosen))
	c.list = chosen
	each(len(chosen), workers, func(i int) {
		if errs[i] = ctx.Err(); errs[i] == nil {
			errs[i] = c.harvest(chosen[i], sections[i], l)
		}
	})
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return c, nil
}

// assignFolds deals out whole families, the largest first, to the smallest fold.
func (c *Cases) assignFolds(r *rand.Rand, chosen []*hiddenCase) {
	size := map[string]int{}
	var families []string
	for _, k := range chosen {
		if size[k.family]++; size[k.family] == 1 {
			families = append(families, k.family)
		}
	}
	slices.Sort(families)
	r.Shuffle(len(families), func(i, j int) { families[i], families[j] = families[j], families[i] })
	slices.SortStableFunc(families, func(a, b string) int { return cmp.Compare(size[b], size[a]) })
	var load [folds]int
	fold := map[string]int{}
	for _, f := range families {
		least := 0
		for i := range load {
			if load[i] < load[least] {
				least = i
			}
		}
		fold[f] = least
		load[least] += size[f]
	}
	for _, k := range chosen {
		k.fold = fold[k.family]
	}
}

// drawSections draws sections in the shares of the public skeletons.
func drawSections(r *rand.Rand, all []reconstruct.Section) []reconstruct.Section {
	n := 1 + draw(r, holeShares)
	taken := make([]bool, len(all))
	for range min(n, len(all)) {
		shares := make([]float64, len(all))
		for i := range all {
			if !taken[i] {
				shares[i] = sectionShares[all[i].Keyword]
			}
		}
		taken[draw(r, shares)] = true
	}
	var list []reconstruct.Section
	for i := range all {
		if taken[i] {
			list = append(list, all[i])
		}
	}
	return list
}

func draw(r *rand.Rand, shares []float64) int {
	total := 0.0
	for _, s := range shares {
		total += s
	}
	x := r.Float64() * total
	for i, s := range shares {
		if x -= s; x < 0 {
			return i
		}
	}
	return len(shares) - 1
}

// harvest finds the candidates of a case.
func (c *Cases) harvest(k *hiddenCase, sections []reconstruct.Section, l *reconstruct.Library) error {
	s, err := k.donor.Hide(sections)
	if err != nil {
		return err
	}
	absent := make([]bool, len(l.Donors))
	for i, d := range l.Donors {
		absent[i] = sameFamily(k.donor, d)
	}
	rest := l.Only(func(d *reconstruct.Donor) bool { return !absent[c.base.index[d]] })
	x, err := reconstruct.NewSpace(s, rest, reconstruct.Frequency{})
	if err != nil {
		return err
	}
	k.far = c.base.distances(s, absent, true)
	var whole []map[*reconstruct.Donor]atDonor
	for i, h := range s.Holes {
		list, weights := x.Candidates(i)
		hole := hiddenHole{keyword: sections[i].Keyword, truth: -1, plain: weights}
		for j, cand := range list {
			if cand.Text == sections[i].Class {
				hole.truth = j
			}
			hole.sources = append(hole.sources, c.base.sources(h, cand)...)
			hole.ends = append(hole.ends, int32(len(hole.sources)))
		}
		k.holes = append(k.holes, hole)
		if hole.truth >= 0 {
			whole = append(whole, wholes(list, hole.truth))
		}
	}
	k.joint = c.base.jointDonors(whole)
	return nil
}

// each calls f for all numbers below n, several at once.
func each(n, workers int, f func(i int)) {
	if workers < 1 {
		workers = runtime.GOMAXPROCS(0)
	}
	var wait sync.WaitGroup
	next := make(chan int)
	for range workers {
		wait.Go(func() {
			for i := range next {
				f(i)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	wait.Wait()
}

// answer is what a prior says of one hole: the logarithm of the probability of the true filler (NaN if
// it is no candidate), its rank from 1 (the mean of equals), the greatest probability, and the share of
// the candidates with it that are the truth.
type answer struct{ log, rank, top, right float64 }

// answerOf normalises weights.
func answerOf(weights []float64, truth int) answer {
	a := answer{log: math.NaN(), rank: math.NaN()}
	total, best, ties := 0.0, 0.0, 0.0
	for _, w := range weights {
		total += w
		switch {
		case w > best:
			best, ties = w, 1
		case w == best:
			ties++
		}
	}
	if total == 0 {
		return a
	}
	a.top = best / total
	if truth >= 0 && weights[truth] == best {
		a.right = 1 / ties
	}
	if truth >= 0 {
		a.log = math.Log(weights[truth] / total)
		above, equal := 0, 0
		for _, w := range weights {
			if w > weights[truth] {
				above++
			} else if w == weights[truth] {
				equal++
			}
		}
		a.rank = float64(above) + float64(equal+1)/2
	}
	return a
}

// kernel answers all holes of a case by a prior with the parameters.
func (c *Cases) kernel(k *hiddenCase, p Parameters) []answer { return c.kernelOf(k, k.far, p) }

// kernelOf does so with distances that may be those of another case.
func (c *Cases) kernelOf(k *hiddenCase, from far, p Parameters) []answer {
	w := from.weights(c.base, p)
	var list []answer
	for i := range k.holes {
		h := &k.holes[i]
		weights := make([]float64, len(h.ends))
		for j := range weights {
			weights[j] = weigh(h.candidate(j), w, nil, p)
		}
		list = append(list, answerOf(weights, h.truth))
	}
	return list
}
