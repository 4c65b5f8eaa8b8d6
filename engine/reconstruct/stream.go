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
	Classes   bool   // list one of those that are the same game; see Classes
	Workers   int    // how many to judge at once; 0 for the number of CPUs
	Most      int    // how many to look at; 0 for 1,000 times Wanted
	// After is a Cursor at which an earlier list stopped: this one goes on behind it, without looking again at what is
	// before. "" is the beginning. Not for samples, nor with Classes, which depend on what was listed before.
	After string

	// Cursor is where the list stopped: the last combination of fillers that was looked at. "" if none was.
	Cursor string

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
	t.Looked, t.Screened, t.Parts, t.Rejected, t.ended, t.Cursor = 0, 0, 0, Tally{}, "", ""
	if t.After != "" && (t.Sample || t.Classes) {
		return fmt.Errorf("a list goes on from a cursor only if it is no sample, and not of classes")
	}
	k := newScreen(t.Space)
	defer func() { k.known.Range(func(any, any) bool { t.Parts++; return true }) }()
	dead := newNogoods()
	next, finish := t.source(dead)
	defer finish()
	if err := t.skip(ctx, next); err != nil {
		return err
	}
	workers := t.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	most := t.Most
	if most <= 0 {
		most = 1000 * max(1, t.Wanted)
	}
	var classes Classes
	texts := map[[32]byte]bool{}
	listed := 0
	var last *Completion
	defer func() {
		if last != nil {
			t.Cursor = last.Hash()
		}
	}()
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
		before := slices.Clone(batch) // anything is adjusted
		verdicts := t.judge(k, batch, workers)
		for i, c := range batch {
			if listed == t.Wanted {
				break
			}
			last = before[i]
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
			if t.Classes && v.print != "" {
				_, same, err := classes.Of(ctx, v.Ruleset, v.print)
				if err != nil {
					return err
				}
				if same != Another {
					t.Rejected[sameReasons[same]]++
					continue
				}
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

// skip passes over what is up to the cursor. Nothing of it is compiled. Fillers that are adjusted to a game that was
// listed before it are listed again.
func (t *Stream) skip(ctx context.Context, next func() *Completion) error {
	for t.After != "" {
		c := next()
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case c == nil:
			return fmt.Errorf("%s: the list has no completion at the cursor %.12s", t.Space.Skeleton.File, t.After)
		case c.Hash() == t.After:
			return nil
		}
	}
	return nil
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
