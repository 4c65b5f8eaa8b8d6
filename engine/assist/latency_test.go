//go:build unix

package assist_test

import (
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"
)

// largest is the largest description of the public library, if it is there, else of ours.
func largest(t *testing.T) (name string, text []byte) {
	if text, err := os.ReadFile(filepath.Join("../../../shared/library/lud/board/race/escape/58 Holes.lud")); err == nil {
		return "58 Holes", text
	}
	descriptions(t, func(n string, x []byte) {
		if len(x) > len(text) {
			name, text = n, x
		}
	})
	return name, text
}

// TestLatency asks for completions and hovers all over the largest description. What
// counts is the processor time, all threads together: the machine may be busy.
func TestLatency(t *testing.T) {
	l := library(t)
	name, text := largest(t)
	l.Complete(text, 100) // the documentation is read once
	l.Hover(text, 100)
	for what, ask := range map[string]func(at int){
		"completion": func(at int) { l.Complete(text, at) },
		"hover":      func(at int) { l.Hover(text, at) },
	} {
		var each []time.Duration
		for i := range 100 {
			before := spent(t)
			ask(len(text) * i / 100)
			each = append(each, spent(t)-before)
		}
		slices.Sort(each)
		t.Logf("%s in %s, %d bytes: median %v, p95 %v", what, name, len(text), each[50], each[95])
		if each[95] > 50*time.Millisecond {
			t.Errorf("%s takes %v at the 95th percentile", what, each[95])
		}
	}
}

func spent(t *testing.T) time.Duration {
	t.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
