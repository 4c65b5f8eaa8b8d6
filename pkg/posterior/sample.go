package posterior

import (
	"context"
	"math"
	"sync"
	"time"

	"github.com/astragal/astragal/engine/agent"
	"github.com/astragal/astragal/engine/concept"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/metric"
	"github.com/astragal/astragal/engine/reconstruct"
	"github.com/astragal/astragal/engine/ruleset"
	"github.com/astragal/astragal/engine/wear"
)

// Options of a study.
type Options struct {
	Draws    int    `json:"draws"`    // completions that can be played, drawn from each prior
	Seed     uint64 `json:"seed"`     // of draws and plays
	Agent    string `json:"agent"`    // who plays; "" is random
	Plays    int    `json:"plays"`    // of each completion; 0 for none
	MaxPlies int    `json:"maxPlies"` // at which a play is cut off
	Attested int    `json:"attested"` // games of the library that are played for comparison; 0 for none
	// Determining is the change of a probability from prior to prior, or by the evidence, that counts.
	Determining float64 `json:"determining"`
	// Halving spends plays by sequential halving: Plays is then what the most probable completions have.
	Halving bool `json:"halving,omitempty"`
	// Classes tells which completions are the same game, and how probable these are together.
	Classes bool `json:"classes,omitempty"`
	// Strong is an agent that plays the most probable completions against Agent, "" for none.
	Strong  string `json:"strong,omitempty"`
	Workers int    `json:"-"`
	Wear    *Wear  `json:"-"` // for an item of wear, nil without
}

// Gates are the reasons for which a completion cannot have been the game, from its plays.
const (
	gateFaults  = "its rules fail in play"
	gateEndless = "no play ends by its rules"
	gateForced  = "nobody ever has a choice"
)

// firstStage is the number of plays after which a completion of which none ended is given up.
const firstStage = 5

// timeout bounds one play, so that a completion whose moves take for ever is given up.
const timeout = 30 * time.Second

// facts is what is known of one completion, whatever the prior.
type facts struct {
	hash    string
	c       *reconstruct.Completion
	holds   concept.Set
	gate    string
	plays   int64
	batch   *metric.Batch // nil if not played
	metrics map[string]metric.Estimate
	vector  *vector   // of plausible metrics; nil if not played
	likely  []float64 // by item; NaN where it cannot be told
	traffic *wear.Candidate
	pieces  float64 // at the start, on the board or in hand
	dice    float64 // NaN where their number cannot be told
	soft    float64 // product of the weights of soft conditions that hold
}

// drawn is a sample from one prior: the facts of each draw.
type drawn struct {
	space  *reconstruct.Space
	draws  []*facts
	stream *reconstruct.Stream
}

// draw draws completions from a space and looks at each once. known keeps facts by hash.
func draw(ctx context.Context, x *reconstruct.Space, items []Item, opt Options, known *sync.Map) (*drawn, error) {
	s := &reconstruct.Stream{Space: x, Sample: true, Seed: opt.Seed, Wanted: opt.Draws, Most: 200 * opt.Draws,
		Workers: opt.Workers}
	d := &drawn{space: x, stream: s}
	type pending struct {
		f  *facts
		rs *ruleset.Ruleset
	}
	var batch []pending
	flush := func() error {
		errs := make([]error, len(batch))
		each(len(batch), opt.Workers, func(i int) { errs[i] = batch[i].f.look(ctx, batch[i].rs, items, opt) })
		batch = batch[:0]
		for _, err := range errs {
			if err != nil {
				return err
			}
		}
		return nil
	}
	err := s.Run(ctx, func(c *reconstruct.Completion, v reconstruct.Verdict) error {
		hash := c.Hash()
		if f, ok := known.Load(hash); ok {
			d.draws = append(d.draws, f.(*facts))
			return nil
		}
		f := &facts{hash: hash, c: c, soft: v.Factor}
		known.Store(hash, f)
		d.draws = append(d.draws, f)
		if batch = append(batch, pending{f, v.Ruleset}); len(batch) >= 16 {
			return flush()
		}
		return nil
	})
	if err == nil {
		err = flush()
	}
	return d, err
}

// look plays a completion and weighs the evidence.
func (f *facts) look(ctx context.Context, rs *ruleset.Ruleset, items []Item, opt Options) error {
	f.holds = rs.Concepts().Holds
	plays := opt.Plays
	if opt.Halving {
		plays = min(plays, firstStage)
	}
	b, gate, err := play(ctx, rs, plays, opt)
	if err != nil {
		return err
	}
	if opt.Wear != nil && b != nil && gate == "" {
		if err := f.tread(ctx, rs, opt.Wear, opt); err != nil {
			return err
		}
	}
	return f.settle(ctx, rs, b, gate, items, opt)
}

// settle weighs the evidence by the plays that there are.
func (f *facts) settle(ctx context.Context, rs *ruleset.Ruleset, b *metric.Batch, gate string, items []Item,
	opt Options) error {
	f.gate, f.batch, f.likely = gate, b, nil
	if b != nil {
		f.plays = b.Playouts
		f.metrics = b.Summary().Metrics
		f.vector = vectorOf(f.metrics)
	}
	compiled := reconstruct.Compiled(rs)
	values := func(name, by string, plays int) (float64, bool) {
		if m, ok := f.metrics[name]; ok && same(by, opt.Agent) && m.N > 0 {
			return m.Mean, true
		}
		return compiled(name, by, plays)
	}
	pieces := 0
	if fault := game.Catch(func() { pieces = reconstruct.Pieces(rs) }); fault != nil {
		f.gate = gateFaults
	}
	f.pieces, f.dice = float64(pieces), math.NaN()
	if n, known := values(diceConcept, "", 0); known {
		f.dice = n
	}
	for i := range items {
		p, known := items[i].likelihood(f.c, values, pieces, b)
		if items[i].Kind == "picture" {
			if p, known = items[i].shows(ctx, rs, opt); known {
				p = items[i].Reliability*p + (1-items[i].Reliability)*items[i].anyway()
			}
		}
		if !known {
			p = math.NaN()
		}
		f.likely = append(f.likely, p)
	}
	for _, k := range f.c.Skeleton().Constraints {
		if k.Judge(values) == reconstruct.False && k.Weight == 0 && f.gate == "" {
			f.gate = "it breaks a condition in play"
		}
	}
	return nil
}

func same(a, b string) bool {
	return a == b || a == "" && b == "random" || a == "random" && b == ""
}

// play plays a completion in two stages; the batch is nil if there are no plays.
func play(ctx context.Context, rs *ruleset.Ruleset, plays int, opt Options) (b *metric.Batch, gate string, err error) {
	if plays == 0 || rs.Plan().IsMatch() {
		return nil, "", nil
	}
	if b, gate, err = playOn(ctx, rs, nil, 0, min(firstStage, plays), opt); gate != "" || err != nil {
		return b, gate, err
	}
	return playOn(ctx, rs, b, min(firstStage, plays), plays, opt)
}

// playOn plays those that are numbered from one number to below another, and adds them to a batch, which may be nil.
func playOn(ctx context.Context, rs *ruleset.Ruleset, b *metric.Batch, from, to int, opt Options) (*metric.Batch,
	string,
	error) {
	if b != nil && from >= to {
		return b, gateOf(b), nil
	}
	sim := ruleset.Simulation{Seed: opt.Seed, First: from, Playouts: to - from, MaxPlies: opt.MaxPlies, Timeout: timeout}
	var err error
	if opt.Agent != "" {
		if sim.Agents, err = agent.ParseTeam(opt.Agent); err != nil {
			return nil, "", err
		}
	}
	more, err := rs.Simulate(ctx, sim)
	switch {
	case ctx.Err() != nil:
		return nil, "", ctx.Err()
	case err != nil:
		return b, gateFaults, nil
	case b == nil:
		return more, gateOf(more), nil
	}
	if err := b.Merge(more); err != nil {
		return nil, "", err
	}
	return b, gateOf(b), nil
}

func gateOf(b *metric.Batch) string {
	switch {
	case b.Playouts == 0:
		return gateFaults
	case b.Limits == b.Playouts:
		return gateEndless
	}
	if m := b.Metric("BranchingFactorAverage"); m != nil && m.Estimate().Mean <= 1 {
		return gateForced
	}
	return ""
}

// each calls f for all numbers below n, several at once.
func each(n, workers int, f func(i int)) {
	if workers < 1 {
		workers = 2
	}
	var wait sync.WaitGroup
	next := make(chan int)
	for range min(workers, n) {
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
