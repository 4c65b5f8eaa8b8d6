package posterior

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sync"

	"github.com/astragal/astragal/engine/agent"
	"github.com/astragal/astragal/engine/ruleset"
	"github.com/astragal/astragal/engine/traffic"
	"github.com/astragal/astragal/engine/wear"
)

// Wear compares the traffic of completions with the wear of a board by package wear, which says what is assumed.
type Wear struct {
	Observed *wear.Observed
	// Candidate makes a candidate of a ruleset and the counts of its plays; an error if the lines are not on its
	// board. It is not called by several goroutines at once.
	Candidate func(rs *ruleset.Ruleset, counts *traffic.Counts) (*wear.Candidate, error)

	lock sync.Mutex
}

// WearNote is what the wear says by itself.
type WearNote struct {
	Candidates int        `json:"candidates"` // completions whose traffic was compared
	Bootstrap  int        `json:"bootstrap"`  // samples of the plays
	Shuffles   int        `json:"shuffles"`   // of the wear
	GlobalP    float64    `json:"globalP"`    // share of shuffled wear that some completion explains as well
	SpatialP   wear.Float `json:"spatialP"`   // of wear with the same spatial order, likewise
	Nulls      float64    `json:"nulls"`      // posterior of no relation at all
	Determined bool       `json:"determined"`
	next       []wear.Next
}

// Effort of the comparison.
const (
	wearBootstrap = 50
	wearShuffles  = 399
)

// tread plays a completion and counts where; what has no such board says nothing of the wear.
func (f *facts) tread(ctx context.Context, rs *ruleset.Ruleset, w *Wear, opt Options) error {
	sim := ruleset.Simulation{Seed: opt.Seed, Playouts: opt.Plays, MaxPlies: opt.MaxPlies, Timeout: timeout, Traffic: true}
	if opt.Agent != "" {
		var err error
		if sim.Agents, err = agent.ParseTeam(opt.Agent); err != nil {
			return err
		}
	}
	b, err := rs.Simulate(ctx, sim)
	if err != nil || b.Traffic == nil {
		return ctx.Err()
	}
	w.lock.Lock()
	defer w.lock.Unlock()
	c, err := w.Candidate(rs, b.Traffic)
	if err == nil && len(c.Plays) > 0 {
		c.ID, c.Name = f.hash, f.hash
		f.traffic = c
	}
	return nil
}

// compare gives all completions the likelihood of the wear.
func compare(known *sync.Map, item int, x *Item, w *Wear, opt Options) (*WearNote, error) {
	var list []*facts
	known.Range(func(_, v any) bool {
		if f := v.(*facts); f.traffic != nil && f.gate == "" {
			list = append(list, f)
		}
		return true
	})
	slices.SortFunc(list, func(a, b *facts) int { return cmp.Compare(a.hash, b.hash) })
	n := &WearNote{Candidates: len(list), Bootstrap: wearBootstrap, Shuffles: wearShuffles, GlobalP: 1, Nulls: 1,
		SpatialP: wear.Float(math.NaN())}
	if len(list) == 0 {
		return n, nil
	}
	var candidates []wear.Candidate
	for _, f := range list {
		candidates = append(candidates, *f.traffic)
	}
	r, err := wear.Analyse(w.Observed, candidates, wear.Options{Folding: wear.Orient, Bootstrap: wearBootstrap,
		Shuffles: wearShuffles, Seed: opt.Seed, NullPrior: 0.5})
	if err != nil {
		return nil, err
	}
	n.GlobalP, n.SpatialP, n.Nulls, n.Determined = r.GlobalP, r.SpatialP, r.Nulls, r.Determined
	n.next = r.Next
	evidence := map[string]float64{}
	for i := range r.Results {
		evidence[r.Results[i].ID] = r.Results[i].Averaged
	}
	for _, f := range list {
		if e, ok := evidence[f.hash]; ok {
			f.likely[item] = x.Reliability*math.Exp(e) + (1 - x.Reliability) // else it has nothing to do with play
		}
	}
	return n, nil
}
