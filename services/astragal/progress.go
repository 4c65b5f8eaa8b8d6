package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
	"golang.org/x/term"

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

// stage is one line of progress. known reports whether total is final.
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
	return append(list, stage{"simulate", pr.BatchesDone, batches, "batches"},
		stage{"concepts", pr.Done + pr.Broken, pr.Sources - pr.Failed, "rulesets"})
}

// bars draws stages on a terminal, and says now and then elsewhere how far they are.
type bars struct {
	w     io.Writer
	start time.Time
	last  time.Time
	lines *mpb.Progress // nil elsewhere, and until there is something to show
	list  []*mpb.Bar
}

func newBars(w io.Writer) *bars { return &bars{w: w, start: time.Now(), last: time.Now()} }

// isTerminal reports whether what is written to w moves on a screen.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok || os.Getenv("TERM") == "dumb" {
		return false
	}
	_, rows, err := term.GetSize(int(f.Fd()))
	return err == nil && rows > 0
}

const barWidth = 32

func (b *bars) show(list []stage, final bool) {
	if !isTerminal(b.w) {
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
	if b.lines == nil {
		b.lines = mpb.New(mpb.WithOutput(b.w), mpb.WithWidth(barWidth), mpb.WithAutoRefresh())
		for _, s := range list {
			b.list = append(b.list, addBar(b.lines, s))
		}
	}
	for i, s := range list {
		b.list[i].SetTotal(int64(s.total), false)
		b.list[i].SetCurrent(int64(s.done))
	}
	if final {
		b.leave()
	}
}

// leave ends the drawing where the bars are.
func (b *bars) leave() {
	if b.lines == nil {
		return
	}
	for _, bar := range b.list {
		bar.Abort(false)
	}
	b.lines.Wait()
	b.lines, b.list = nil, nil
}

// addBar adds the line of a stage: its name, the bar, the share and what is done.
func addBar(p *mpb.Progress, s stage) *mpb.Bar {
	return p.New(int64(s.total), mpb.BarStyle().Lbound("").Filler("█").Tip("█").Padding("░").Rbound(""),
		mpb.PrependDecorators(decor.Name(s.name, decor.WC{W: 10, C: decor.DindentRight})),
		mpb.AppendDecorators(decor.Percentage(decor.WC{W: 6}), decor.Any(func(now decor.Statistics) string {
			return fmt.Sprintf("  %d of %d %s", now.Current, now.Total, s.unit)
		})))
}
