package main

import (
	"fmt"
	"io"
	"strings"
	"time"
)

// lineBar is a progress bar of one line for commands that work by themselves.
// It shows on terminals only, once the work takes noticeable time, and leaves
// no trace.
type lineBar struct {
	w           io.Writer
	name        string
	total       int
	start, last time.Time
	drawn       bool
}

// newLineBar returns a bar that counts to total.
func newLineBar(w io.Writer, name string, total int) *lineBar {
	b := &lineBar{w: w, name: name, total: max(total, 1), start: time.Now()}
	if !newBars(w).terminal {
		b.w = nil
	}
	return b
}

// show says how much is done.
func (b *lineBar) show(done int) {
	now := time.Now()
	if b.w == nil || now.Sub(b.start) < 300*time.Millisecond || now.Sub(b.last) < 100*time.Millisecond {
		return
	}
	b.last, b.drawn = now, true
	n := min(done*barWidth/b.total, barWidth)
	fmt.Fprintf(b.w, "\r\x1b[K%-9s %s%s %d of %d, %.0f s", b.name, strings.Repeat("█", n), strings.Repeat("░", barWidth-n),
		done, b.total, now.Sub(b.start).Seconds())
}

// clear takes the bar away, for good or until the next show.
func (b *lineBar) clear() {
	if b.drawn {
		fmt.Fprint(b.w, "\r\x1b[K")
		b.drawn = false
	}
}
