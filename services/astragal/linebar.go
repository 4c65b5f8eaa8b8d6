package main

import (
	"io"
	"time"

	"github.com/vbauerster/mpb/v8"
)

// lineBar is a progress bar of one line for commands that work by themselves.
// It shows on terminals only, once the work takes noticeable time, and leaves
// no trace.
type lineBar struct {
	w     io.Writer
	stage stage
	start time.Time
	lines *mpb.Progress // nil while nothing shows
	bar   *mpb.Bar
}

// newLineBar returns a bar that counts to total.
func newLineBar(w io.Writer, name string, total int) *lineBar {
	b := &lineBar{w: w, stage: stage{name: name, total: max(total, 1)}, start: time.Now()}
	if !isTerminal(w) {
		b.w = nil
	}
	return b
}

// show says how much is done.
func (b *lineBar) show(done int) {
	if b.w == nil || time.Since(b.start) < 300*time.Millisecond {
		return
	}
	if b.lines == nil {
		b.lines = mpb.New(mpb.WithOutput(b.w), mpb.WithWidth(barWidth), mpb.WithAutoRefresh())
		b.bar = addBar(b.lines, b.stage)
	}
	b.bar.SetCurrent(int64(min(done, b.stage.total)))
}

// clear takes the bar away, for good or until the next show.
func (b *lineBar) clear() {
	if b.lines != nil {
		b.bar.Abort(true)
		b.lines.Wait()
		b.lines = nil
	}
}
