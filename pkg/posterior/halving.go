package posterior

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/astragal/astragal/engine/agent"
	"github.com/astragal/astragal/engine/metric"
	"github.com/astragal/astragal/engine/ruleset"
)

// Round is a round of sequential halving.
type Round struct {
	Completions int `json:"completions"` // that went on
	Plays       int `json:"plays"`       // that each had after it
}

// halve plays on by sequential halving (Karnin, Koren and Somekh 2013): all completions have had few plays; in every
// round the more probable half of those that were left is played as often again, up to opt.Plays. Which half that is
// depends on the posterior by what was played until then, of all samples together.
func (t *Study) halve(ctx context.Context, samples []*drawn, items []Item, attested *Attested, opt Options) error {
	var left []*facts
	seen := map[*facts]bool{}
	for _, d := range samples {
		for _, f := range d.draws {
			if !seen[f] && f.batch != nil {
				seen[f] = true
				left = append(left, f)
			}
		}
	}
	for plays := firstStage; plays < opt.Plays && len(left) > 0; {
		before := plays
		mass := map[*facts]float64{}
		for _, d := range samples {
			w := weigh(d, attested)
			for i, f := range w.draws {
				if w.total > 0 {
					mass[f] += w.weights[i] / w.total
				}
			}
		}
		left = slices.DeleteFunc(left, func(f *facts) bool { return mass[f] == 0 })
		slices.SortFunc(left, func(a, b *facts) int {
			return cmp.Or(cmp.Compare(mass[b], mass[a]), cmp.Compare(a.hash, b.hash))
		})
		left = left[:(len(left)+1)/2]
		if plays *= 2; plays > opt.Plays || len(left) == 1 {
			plays = opt.Plays
		}
		errs := make([]error, len(left))
		each(len(left), opt.Workers, func(i int) { errs[i] = left[i].more(ctx, before, plays, items, opt) })
		for _, err := range errs {
			if err != nil {
				return err
			}
		}
		t.Rounds = append(t.Rounds, Round{len(left), plays})
	}
	return nil
}

// more plays a completion on.
func (f *facts) more(ctx context.Context, from, to int, items []Item, opt Options) error {
	v := f.c.Judge()
	b, gate, err := playOn(ctx, v.Ruleset, f.batch, from, to, opt)
	if err != nil {
		return err
	}
	return f.settle(ctx, v.Ruleset, b, gate, items, opt)
}

// Skill is how much better a stronger agent does than the agent of the study.
type Skill struct {
	Strong string `json:"strong"`
	Plays  int64  `json:"plays"`
	// Share is the stronger agent's mean utility in every seat in turn, from 0 (always the worst) to 1; a half if skill
	// does not matter. Interval is of 95 %, by the normal distribution.
	Share    float64    `json:"share"`
	Interval [2]float64 `json:"interval"`
}

// contested is the number of completions of which skill is measured, the most probable ones.
const contested = 10

// contest lets a stronger agent play the most probable completions against the agent of the study, in every seat.
func (t *Study) contest(ctx context.Context, opt Options) error {
	n := min(contested, len(t.List))
	errs := make([]error, n)
	each(n, opt.Workers, func(i int) {
		if a := &t.List[i]; a.Posterior > 0 {
			a.Skill, errs[i] = skill(ctx, a.Completion.Judge().Ruleset, opt)
		}
	})
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// skill is nil for games of one player, and for those that fail.
func skill(ctx context.Context, rs *ruleset.Ruleset, opt Options) (*Skill, error) {
	players := rs.Plan().Players
	if players < 2 || rs.Plan().IsMatch() {
		return nil, nil
	}
	strong, err := agent.Parse(opt.Strong)
	if err != nil {
		return nil, err
	}
	weak, err := agent.Parse(cmp.Or(opt.Agent, "random"))
	if err != nil {
		return nil, err
	}
	s := &Skill{Strong: opt.Strong}
	sum, squares := 0.0, 0.0
	for seat := range players {
		seats := slices.Repeat([]agent.Spec{weak}, players)
		seats[seat] = strong
		b, err := rs.Simulate(ctx, ruleset.Simulation{Seed: opt.Seed, First: seat * opt.Plays, Playouts: opt.Plays,
			MaxPlies: opt.MaxPlies, Timeout: timeout, Agents: agent.Each(seats...)})
		if err != nil {
			return nil, ctx.Err()
		}
		for u, n := range utilities(b, seat) {
			s.Plays += n
			sum += u * float64(n)
			squares += u * u * float64(n)
		}
	}
	if s.Plays < 2 {
		return nil, nil
	}
	n := float64(s.Plays)
	s.Share = sum / n
	half := 1.959964 * math.Sqrt(math.Max(0, squares/n-s.Share*s.Share)/(n-1))
	s.Interval = [2]float64{math.Max(0, s.Share-half), math.Min(1, s.Share+half)}
	return s, nil
}

// utilities counts the utilities of a seat, from 0 to 1.
func utilities(b *metric.Batch, seat int) func(func(float64, int64) bool) {
	return func(yield func(float64, int64) bool) {
		counts := b.Outcomes[seat]
		for i, n := range counts {
			if n > 0 && !yield(float64(i)/float64(len(counts)-1), n) {
				return
			}
		}
	}
}
