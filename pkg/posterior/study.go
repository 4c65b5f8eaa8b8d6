package posterior

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/astragal/astragal/engine/concept"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/ludeme"
	"github.com/astragal/astragal/engine/reconstruct"
)

// Study is what remains probable of one skeleton.
type Study struct {
	File     string   `json:"file"`
	Ruleset  string   `json:"ruleset,omitempty"`
	Skeleton string   `json:"skeleton"` // hash
	Options  Options  `json:"options"`
	Priors   []string `json:"priors"` // the first is the one of the study, the others are for comparison
	Items    []Item   `json:"items"`

	Drawn     int     `json:"drawn"`     // completions that can be started, with repetitions
	Different int     `json:"different"` // of these
	Looked    int     `json:"looked"`    // completions compiled for it, and
	Screened  int     `json:"screened"`  // those of which a part was rejected before
	Effective float64 `json:"effective"` // sample size (Kish) by the posterior
	// Gates counts the draws that plays exclude, by reason; Impossible those that the evidence does.
	Gates      map[string]int `json:"gates"`
	Impossible int            `json:"impossible"`
	Untold     map[string]int `json:"untold"`   // draws of which an item of evidence says nothing, by its name
	Compared   int            `json:"compared"` // attested games that plausibility rests on
	// ComparedDeep are those of them by which also drama, lead changes, decisiveness and killer moves are compared.
	ComparedDeep int `json:"comparedDeep,omitempty"`

	Rounds []Round `json:"rounds,omitempty"` // of sequential halving

	Wear *WearNote `json:"wear,omitempty"`

	Holes    []Hole        `json:"holes"`
	Concepts []Belief      `json:"concepts"` // by how much the evidence, then the prior, moves them
	Next     []Question    `json:"next"`     // what would tell most
	List     []Alternative `json:"completions"`
	Classes  []Class       `json:"classes,omitempty"` // of the same game, by posterior
	// Credible is the number of completions, the first of List, that have at least 95 % of the posterior; 0 if none has
	// any.
	Credible int    `json:"credible"`
	Verdict  string `json:"verdict"`
}

// credible is the posterior that the credible set holds.
const credible = 0.95

// Belief is a probability before and after the evidence, with the interval of 95 % of the latter, and by other priors.
type Belief struct {
	Name      string     `json:"name"`
	Prior     float64    `json:"prior"`
	Posterior float64    `json:"posterior"`
	Interval  [2]float64 `json:"interval"`
	Others    []float64  `json:"others"` // posterior by the other priors; -1 where too few draws remain
	Games     int        `json:"games,omitempty"`
	// Determined reports whether the other priors agree to within Options.Determining.
	Determined bool `json:"determined"`
}

// Hole is a hole with its fillers, most probable first.
type Hole struct {
	Number  int      `json:"hole"` // from 1
	Line    int      `json:"line"`
	Text    string   `json:"text"`
	Fillers []Belief `json:"fillers"`
	Given   []WhatIf `json:"given"`
	donors  [][]*reconstruct.Donor
}

// Donors lists the donors of a filler.
func (h *Hole) Donors(filler int) []*reconstruct.Donor { return h.donors[filler] }

// WhatIf says what becomes of the other holes if a hole has a filler.
type WhatIf struct {
	Filler string   `json:"filler"`
	Share  float64  `json:"share"`
	Then   []Change `json:"then"`
}

// Change is the filler of another hole whose probability changes most.
type Change struct {
	Hole   int     `json:"hole"`
	Filler string  `json:"filler"`
	Before float64 `json:"before"`
	After  float64 `json:"after"`
}

// Alternative is one completion.
type Alternative struct {
	Hash         string             `json:"hash"`
	Prior        float64            `json:"prior"` // share of the draws
	Posterior    float64            `json:"posterior"`
	Gate         string             `json:"gate,omitempty"`
	Likelihood   []float64          `json:"likelihood"` // by item; -1 where it says nothing
	Plausibility float64            `json:"plausibility"`
	Metrics      map[string]float64 `json:"metrics,omitempty"`
	Plays        int64              `json:"plays"`
	Skill        *Skill             `json:"skill,omitempty"`
	Class        int                `json:"class,omitempty"` // number of its class, from 1, where these are told
	Fillers      []string           `json:"fillers"`
	// Of the first ones: by filler, how it differs from its first donor, as [-there-] {+here+}; the rules in plain
	// words; and how the game stands beside its donors.
	Differs    []string                `json:"differs,omitempty"`
	Words      []ludeme.Saying         `json:"words,omitempty"`
	Beside     []Beside                `json:"beside,omitempty"`
	Donors     [][]string              `json:"donors"`
	Completion *reconstruct.Completion `json:"-"`
}

// fewest is the effective sample size below which a figure is not shown.
const fewest = 10

// Run draws from each space, which have one skeleton and differ in their priors, and weighs. attested may be nil.
func Run(ctx context.Context, spaces []*reconstruct.Space, items []Item, attested *Attested,
	opt Options) (*Study, error) {
	if len(spaces) == 0 || opt.Draws < 1 {
		return nil, fmt.Errorf("a study needs a space and draws")
	}
	if opt.Determining == 0 {
		opt.Determining = 0.2
	}
	s := spaces[0].Skeleton
	t := &Study{File: s.File, Ruleset: s.Ruleset, Skeleton: s.Hash, Options: opt, Items: items, Gates: map[string]int{},
		Untold: map[string]int{}}
	var known sync.Map
	var samples []*drawn
	for i, x := range spaces {
		t.Priors = append(t.Priors, x.Prior.Name())
		d, err := draw(ctx, x, items, opt, &known)
		if err != nil {
			return nil, err
		}
		if i == 0 && len(d.draws) == 0 {
			return nil, fmt.Errorf("%s: none of the completions drawn can be started%s", s.File, d.stream.Note())
		}
		samples = append(samples, d)
	}
	if opt.Halving {
		if err := t.halve(ctx, samples, items, attested, opt); err != nil {
			return nil, err
		}
	}
	for i := range items {
		if items[i].Kind == "wear" && opt.Wear != nil {
			var err error
			if t.Wear, err = compare(&known, i, &items[i], opt.Wear, opt); err != nil {
				return nil, err
			}
		}
	}
	var all []*weighing
	for _, d := range samples {
		all = append(all, weigh(d, attested))
	}
	if attested != nil {
		t.Compared, t.ComparedDeep = len(attested.Games), attested.Deep()
	}
	t.tell(all, attested)
	if opt.Classes {
		if err := t.classify(ctx, opt); err != nil {
			return nil, err
		}
	}
	if opt.Strong != "" && opt.Plays > 0 {
		if err := t.contest(ctx, opt); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// weighing is a sample with weights: the prior's are all 1.
type weighing struct {
	*drawn
	weights   []float64 // likelihood of each draw, gates included
	total     float64
	effective float64
}

func weigh(d *drawn, attested *Attested) *weighing {
	w := &weighing{drawn: d}
	squares := 0.0
	for _, f := range d.draws {
		x := f.soft
		if f.gate != "" {
			x = 0
		}
		for _, p := range f.likely {
			if !math.IsNaN(p) {
				x *= p
			}
		}
		if attested.knows(f.vector) {
			x *= attested.factor(f.vector)
		}
		w.weights = append(w.weights, x)
		w.total += x
		squares += x * x
	}
	if squares > 0 {
		w.effective = w.total * w.total / squares
	}
	return w
}

// share is the posterior probability of what a condition says; -1 if too little is known.
func (w *weighing) share(holds func(*facts) bool) float64 {
	if w.effective < fewest {
		return -1
	}
	sum := 0.0
	for i, f := range w.draws {
		if w.weights[i] > 0 && holds(f) {
			sum += w.weights[i]
		}
	}
	return math.Min(1, sum/w.total)
}

func (t *Study) tell(all []*weighing, attested *Attested) {
	w := all[0]
	t.Drawn, t.Looked, t.Screened, t.Effective = len(w.draws), w.stream.Looked, w.stream.Screened, w.effective
	different := map[*facts]bool{}
	for _, f := range w.draws {
		different[f] = true
		if f.gate != "" {
			t.Gates[f.gate]++
		}
		for i, p := range f.likely {
			if math.IsNaN(p) {
				t.Untold[t.Items[i].Name]++
			} else if p == 0 {
				t.Impossible++
				break
			}
		}
	}
	t.Different = len(different)
	if w.total == 0 {
		t.Verdict = "Nothing that was drawn agrees with all the evidence and can be played to an end."
	} else {
		t.holes(all)
		t.concepts(all)
		t.questions(w)
		t.verdict()
	}
	t.list(w, attested)
}

// belief asks all weighings.
func (t *Study) belief(name string, all []*weighing, holds func(*facts) bool) Belief {
	b := Belief{Name: name, Determined: true}
	w := all[0]
	sum := 0.0
	for i, f := range w.draws {
		if holds(f) {
			b.Prior += 1 / float64(len(w.draws))
			sum += w.weights[i]
		}
	}
	b.Posterior = math.Min(1, sum/w.total)
	b.Interval = wilson(b.Posterior, w.effective)
	for _, o := range all[1:] {
		p := o.share(holds)
		b.Others = append(b.Others, p)
		if p >= 0 && math.Abs(p-b.Posterior) > t.Options.Determining {
			b.Determined = false
		}
	}
	if w.effective < fewest {
		b.Determined = false
	}
	return b
}

// wilson is Wilson's interval of 95 % for a share of n.
func wilson(p, n float64) [2]float64 {
	const z = 1.959964
	if n <= 0 {
		return [2]float64{0, 1}
	}
	middle := (p + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	return [2]float64{math.Max(0, middle-half), math.Min(1, middle+half)}
}

// filler returns the text that a completion has for a hole, "" without.
func (f *facts) filler(h *reconstruct.Hole) string {
	for i := range f.c.Fillers {
		if f.c.Fillers[i].Hole == h {
			if text := f.c.Fillers[i].Candidate.Text; text != "" {
				return text
			}
			return "(left out)"
		}
	}
	return ""
}

// fillersMost is the number of fillers of a hole that are told.
const fillersMost = 12

func (t *Study) holes(all []*weighing) {
	w := all[0]
	for n, h := range w.space.Skeleton.Holes {
		hole := Hole{Number: n + 1, Line: h.Pos.Line, Text: h.String()}
		sums := map[string]float64{}
		of := map[string]*reconstruct.Candidate{}
		var order []string
		for i, f := range w.draws {
			text := f.filler(h)
			if text == "" {
				continue
			}
			if _, known := sums[text]; !known {
				order = append(order, text)
				for j := range f.c.Fillers {
					if f.c.Fillers[j].Hole == h {
						of[text] = f.c.Fillers[j].Candidate
					}
				}
			}
			sums[text] += w.weights[i]
		}
		slices.SortStableFunc(order, func(a, b string) int { return cmp.Compare(sums[b], sums[a]) })
		for _, text := range order[:min(len(order), fillersMost)] {
			b := t.belief(text, all, func(f *facts) bool { return f.filler(h) == text })
			donors := of[text].Sorted()
			games := map[string]bool{}
			for _, d := range donors {
				games[d.Game] = true
			}
			b.Games = len(games)
			hole.Fillers = append(hole.Fillers, b)
			hole.donors = append(hole.donors, donors)
		}
		for _, b := range hole.Fillers[:min(len(hole.Fillers), 3)] {
			hole.Given = append(hole.Given, w.whatIf(h, b))
		}
		t.Holes = append(t.Holes, hole)
	}
}

// whatIf fixes a hole and looks which filler of each other hole changes most.
func (w *weighing) whatIf(h *reconstruct.Hole, b Belief) WhatIf {
	x := WhatIf{Filler: b.Name, Share: b.Posterior}
	total := 0.0
	for i, f := range w.draws {
		if f.filler(h) == b.Name {
			total += w.weights[i]
		}
	}
	for n, other := range w.space.Skeleton.Holes {
		if other == h || total == 0 {
			continue
		}
		before, after := map[string]float64{}, map[string]float64{}
		var order []string
		for i, f := range w.draws {
			text := f.filler(other)
			if text == "" {
				continue
			}
			if _, known := before[text]; !known {
				order = append(order, text)
			}
			before[text] += w.weights[i] / w.total
			if f.filler(h) == b.Name {
				after[text] += w.weights[i] / total
			}
		}
		best, moved := "", 0.0
		for _, text := range order {
			if m := math.Abs(after[text] - before[text]); m > moved {
				best, moved = text, m
			}
		}
		if best != "" {
			x.Then = append(x.Then, Change{n + 1, best, before[best], after[best]})
		}
	}
	return x
}

// concepts tells those on which completions differ.
func (t *Study) concepts(all []*weighing) {
	for _, c := range concept.Catalogue() {
		if c.Data != "Boolean" || c.Computed != "Compilation" || c.Type == "Math" || c.Type == "Implementation" ||
			c.Type == "Visual" {
			continue
		}
		b := t.belief(c.Name, all, func(f *facts) bool { return f.holds.Has(c.ID) })
		if b.Prior <= 0 || b.Prior >= 1-1e-9 {
			continue
		}
		t.Concepts = append(t.Concepts, b)
		t.ask(c.Name, c.Type, map[float64]float64{1: b.Posterior, 0: 1 - b.Posterior})
	}
	slices.SortStableFunc(t.Concepts, func(a, b Belief) int {
		return cmp.Compare(math.Abs(b.Posterior-b.Prior), math.Abs(a.Posterior-a.Prior))
	})
}

// list tells the completions, most probable first.
func (t *Study) list(w *weighing, attested *Attested) {
	at := map[*facts]int{}
	for i, f := range w.draws {
		n, known := at[f]
		if !known {
			n = len(t.List)
			at[f] = n
			a := Alternative{Hash: f.hash, Gate: f.gate, Plays: f.plays, Completion: f.c, Plausibility: -1}
			for _, p := range f.likely {
				if math.IsNaN(p) {
					p = -1
				}
				a.Likelihood = append(a.Likelihood, p)
			}
			if attested.knows(f.vector) {
				a.Plausibility = attested.plausibility(f.vector)
			}
			if f.metrics != nil {
				a.Metrics = map[string]float64{}
				for _, name := range slices.Concat([]string{"Completion", "Balance"}, plausible, thought) {
					if e, ok := f.metrics[name]; ok && e.N > 0 {
						a.Metrics[name] = e.Mean
					}
				}
			}
			for k := range f.c.Fillers {
				a.Fillers = append(a.Fillers, lgdl.Text(f.c.Fillers[k].Items))
				a.Donors = append(a.Donors, f.c.Fillers[k].Donors(5))
			}
			t.List = append(t.List, a)
		}
		t.List[n].Prior += 1 / float64(len(w.draws))
		if w.total > 0 {
			t.List[n].Posterior += w.weights[i] / w.total
		}
	}
	slices.SortStableFunc(t.List, func(a, b Alternative) int {
		return cmp.Or(cmp.Compare(b.Posterior, a.Posterior), cmp.Compare(b.Prior, a.Prior), cmp.Compare(a.Hash, b.Hash))
	})
	t.explain()
	for held := 0.0; w.total > 0 && held < credible-1e-12 && t.Credible < len(t.List); t.Credible++ {
		held += t.List[t.Credible].Posterior
	}
}
