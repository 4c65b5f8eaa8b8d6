package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/astragal/astragal/pkg/catalogue"
)

// lookEvery is how often the progress is looked at, at most.
const lookEvery = 100 * time.Millisecond

// watch shows a progress bar per stage until everything requested is finished.
// It asks the catalogue, which knows best, whoever does the work.
func watch(ctx context.Context, s *streams, c *catalogue.Catalogue, ids []string, p catalogue.Params) error {
	bars := newBars(s.err)
	for down := time.Duration(0); ; {
		start := time.Now()
		pr, err := c.Progress(ctx, ids, p)
		switch {
		case ctx.Err() != nil:
			bars.leave()
			return ctx.Err()
		case err != nil && (!catalogue.Unavailable(err) || down > time.Minute):
			bars.leave()
			return err
		case err != nil:
			down += lookEvery // being restarted; the work goes on after that
		default:
			down = 0
			finished := pr.Finished()
			if p.Playouts == 0 {
				finished = pr.Compiled+pr.Failed == pr.Sources
			}
			bars.show(stages(pr, p), finished)
			if finished {
				return nil
			}
		}
		// Looking at many rulesets takes a while, and a core that others need.
		select {
		case <-ctx.Done():
		case <-time.After(min(max(lookEvery, 50*time.Since(start)), 2*time.Second)):
		}
	}
}

// stage is one line of progress. known tells whether total is final.
type stage struct {
	name        string
	done, total int
	unit        string
}

func stages(pr catalogue.Progress, p catalogue.Params) []stage {
	list := []stage{{"compile", pr.Compiled + pr.Failed, pr.Sources, "rulesets"}}
	if p.Playouts == 0 {
		return list
	}
	// Batches of rulesets that are not compiled yet will come, at least one of each.
	each := 1
	if p.BatchSize > 0 {
		each = (p.Playouts + p.BatchSize - 1) / p.BatchSize
	}
	batches := pr.Batches + (pr.Sources-pr.Failed-pr.Evaluations)*each
	return append(list, stage{"simulate", pr.BatchesDone, batches, "batches"}, stage{"concepts", pr.Done + pr.Broken, pr.Sources - pr.Failed, "rulesets"})
}

// bars draws stages, over each other on a terminal, now and then elsewhere.
type bars struct {
	w        io.Writer
	terminal bool
	drawn    int
	start    time.Time
	last     time.Time
}

func newBars(w io.Writer) *bars {
	b := &bars{w: w, start: time.Now(), last: time.Now()}
	if f, ok := w.(*os.File); ok {
		info, err := f.Stat()
		b.terminal = err == nil && info.Mode()&os.ModeCharDevice != 0 && os.Getenv("TERM") != "dumb"
	}
	return b
}

const barWidth = 32

func (b *bars) show(list []stage, final bool) {
	if !b.terminal {
		if !final && time.Since(b.last) < 5*time.Second {
			return
		}
		b.last = time.Now()
		var parts []string
		for _, s := range list {
			parts = append(parts, fmt.Sprintf("%s %d/%d", s.name, s.done, s.total))
		}
		fmt.Fprintf(b.w, "%5.0fs  %s\n", time.Since(b.start).Seconds(), strings.Join(parts, "  "))
		return
	}
	if b.drawn > 0 {
		fmt.Fprintf(b.w, "\x1b[%dA", b.drawn)
	}
	for _, s := range list {
		share := 1.0
		if s.total > 0 {
			share = float64(s.done) / float64(s.total)
		}
		n := int(share * barWidth)
		fmt.Fprintf(b.w, "\r\x1b[K%-9s %s%s %3.0f %%  %d of %d %s\n", s.name, strings.Repeat("█", n), strings.Repeat("░", barWidth-n), 100*share, s.done, s.total, s.unit)
	}
	b.drawn = len(list)
}

// leave ends the drawing where the bars are.
func (b *bars) leave() { b.drawn = 0 }
