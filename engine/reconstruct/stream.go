package reconstruct

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"
)

// Stream lists completions of a space that can be played: the heaviest, or a sample. Whatever the number
// of workers, it lists the same in the same order.
type Stream struct {
	Space     *Space
	Sample    bool   // draw completions instead of listing the heaviest
	Seed      uint64 // of the draws
	Wanted    int    // how many to list
	Unchecked bool   // list also those that Judge rejects, which it does not ask then
	Classes   bool   // list one of those that have the same fingerprint
	Workers   int    // how many to judge at once; 0 for the number of CPUs
	Most      int    // how many to look at; 0 for 1,000 times Wanted

	// Looked is the number of completions looked at as a whole, Screened that of those before of which a part
	// was rejected already, or that adjusting made equal to others. Rejected counts those that were not listed, and the
	// combinations of fillers that made none, by reason; Parts is the number of different parts that were compiled.
	Looked, Screened, Parts int
	Rejected                Tally
	ended                   string
}

// Note says why the list ended before the number wanted; "" if it did not.
func (t *Stream) Note() string { return t.ended }

// Reasons returns the reasons of a tally, the most frequent first.
func (t Tally) Reasons() []string {
	var list []string
	for r := range t {
		list = append(list, r)
	}
	slices.SortFunc(list, func(a, b string) int {
		if t[a] != t[b] {
			return t[b] - t[a]
		}
		if a < b {
			return -1
		}
		return 1
	})
	return list
}

// vainly bounds the combinations without a completion between two completions.
const vainly = 200_000

// Run lists the completions by calling found for each, in order.
func (t *Stream) Run(ctx context.Context, found func(*Completion, Verdict) error) error {
	t.Looked, t.Screened, t.Parts, t.Rejected, t.ended = 0, 0, 0, Tally{}, ""
	k := newScreen(t.Space)
	defer func() { k.known.Range(func(any, any) bool { t.Parts++; return true }) }()
	dead := newNogoods()
	next, finish := t.source(dead)
	defer finish()
	workers := t.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	most := t.Most
	if most <= 0 {
		most = 1000 * max(1, t.Wanted)
	}
	classes := map[string]bool{}
	texts := map[[32]byte]bool{}
	listed := 0
	// Rounds of a fixed size: what is looked at does not depend on the number of workers.
	const round = 32
	for listed < t.Wanted {
		if err := ctx.Err(); err != nil {
			return err
		}
		var batch []*Completion
		for len(batch) < round && t.Looked+t.Screened+len(batch) < most {
			c := next()
			if c == nil {
				break
			}
			batch = append(batch, c)
		}
		if len(batch) == 0 {
			if t.Looked+t.Screened >= most {
				t.ended = fmt.Sprintf("; ended after %d", most)
			}
			return nil
		}
		verdicts := t.judge(k, batch, workers)
		for i, c := range batch {
			if listed == t.Wanted {
				break
			}
			v := verdicts[i]
			if v.part {
				t.Screened++
				dead.note(c, v.stage, v.Reason)
			} else if !t.Sample && repeated(c, texts) {
				t.Screened++
				t.Rejected["repeated"]++
				continue
			} else {
				t.Looked++
			}
			if v.Reason != "" && !t.Unchecked {
				t.Rejected[v.Reason]++
				continue
			}
			if t.Classes && v.Ruleset != nil {
				print := v.print
				if classes[print] {
					t.Rejected["same game"]++
					continue
				}
				classes[print] = true
			}
			listed++
			if err := found(c, v); err != nil {
				return err
			}
		}
	}
	return nil
}

// source returns a function that gives the next completion, nil for none, and one that adds up
// what was rejected.
func (t *Stream) source(dead *nogoods) (next func() *Completion, finish func()) {
	add := func(from Tally) {
		for reason, n := range from {
			t.Rejected[reason] += n
		}
	}
	if t.Sample {
		s := t.Space.Sample(t.Seed)
		s.dead = dead
		return func() *Completion {
			c, err := s.Next(vainly)
			if err != nil {
				t.ended = "; " + err.Error()
			}
			return c
		}, func() { add(s.Rejected) }
	}
	e := t.Space.Enumerate()
	e.dead = dead
	return func() *Completion {
		c, done := e.Next(vainly)
		switch {
		case c == nil && done:
			t.ended = "; there are no more"
		case c == nil:
			t.ended = fmt.Sprintf("; gave up after %d combinations in vain", vainly)
		}
		return c
	}, func() { add(e.Rejected) }
}

// repeated reports whether other fillers made the same text before, which adjusting may bring about; it notes the text.
func repeated(c *Completion, texts map[[32]byte]bool) bool {
	sum := c.sum()
	known := texts[sum]
	texts[sum] = true
	return known
}

// judge judges a batch, with so many at once; it puts adjusted completions in the place of others.
func (t *Stream) judge(k *screen, batch []*Completion, workers int) []Verdict {
	verdicts := make([]Verdict, len(batch))
	if t.Unchecked && !t.Classes {
		return verdicts
	}
	var group sync.WaitGroup
	work := make(chan int)
	for range min(workers, len(batch)) {
		group.Go(func() {
			for i := range work {
				var reason string
				var st stage
				if batch[i], reason, st = k.rejects(batch[i]); reason != "" {
					verdicts[i] = Verdict{Reason: reason, Factor: 1, part: true, stage: st}
					continue
				}
				verdicts[i] = batch[i].Judge()
				if t.Classes && verdicts[i].Reason == "" {
					verdicts[i].print = Fingerprint(verdicts[i].Ruleset)
				}
			}
		})
	}
	for i := range batch {
		work <- i
	}
	close(work)
	group.Wait()
	return verdicts
}
