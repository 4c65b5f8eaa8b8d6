package reconstruct_test

import (
	"os"
	"path/filepath"
	"sort"
	"syscall"
	"testing"
	"time"

	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/reconstruct"
)

// cpu returns the user time that this process has taken.
func cpu(t *testing.T) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano())
}

// TestYield completes the pending skeletons (part 11, E.7.3): a tenth of them, all with
// ASTRAGAL_PROPERTIES=all. It logs how many of the completions looked at can be played, and how
// long the first ten took.
func TestYield(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a minute")
	}
	library, defs := reference(t)
	every := 10
	if os.Getenv("ASTRAGAL_PROPERTIES") == "all" {
		every = 1
	}
	const wanted, most = 10, 3_000
	number, ten, some, looked, listed := 0, 0, 0, 0, 0
	rejected := reconstruct.Tally{}
	var times []time.Duration
	texts, enumerated := 0, time.Duration(0)
	for i, file := range skeletons(t, "pending") {
		if i%every != 0 {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		d, err := lgdl.Read(file, text)
		if err != nil {
			t.Fatal(err)
		}
		selections, err := reconstruct.Incomplete(d, defs)
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		for _, sel := range selections[:1] {
			s, err := reconstruct.Read(d, defs, sel)
			if err != nil {
				t.Logf("%s: %v", filepath.Base(file), err)
				continue
			}
			number++
			start := cpu(t)
			x, err := reconstruct.NewSpace(s, library, reconstruct.Frequency{})
			if err != nil {
				t.Errorf("%s: %v", file, err)
				continue
			}
			stream := reconstruct.Stream{Space: x, Wanted: wanted, Most: most}
			found := 0
			if err := stream.Run(t.Context(), func(*reconstruct.Completion, reconstruct.Verdict) error { found++; return nil }); err != nil {
				t.Fatal(err)
			}
			took := cpu(t) - start
			times = append(times, took)
			looked += stream.Looked
			listed += found
			if found == wanted {
				ten++
			}
			if found > 0 {
				some++
			}
			for reason, n := range stream.Rejected {
				rejected[reason] += n
			}
			begin := cpu(t)
			e := x.Enumerate()
			for range 2_000 {
				c, _ := e.Next(20_000)
				if c == nil {
					break
				}
				texts++
			}
			enumerated += cpu(t) - begin
			t.Logf("%s: %d listed of %d looked at in %v user time%s", filepath.Base(file), found, stream.Looked, took.Round(time.Millisecond), stream.Note())
		}
	}
	sort.Slice(times, func(i, j int) bool { return times[i] < times[j] })
	if number == 0 || len(times) == 0 || some == 0 {
		t.Fatal("no completion of any skeleton")
	}
	t.Logf("%d skeletons: %d with ten playable completions, %d with some, within %d looked at; user time median %v, worst %v",
		number, ten, some, most, times[len(times)/2].Round(time.Millisecond), times[len(times)-1].Round(time.Millisecond))
	t.Logf("%d of %d looked at are playable; rejected %v", listed, looked, rejected)
	t.Logf("%d distinct texts in %v user time: %.0f a second", texts, enumerated.Round(time.Millisecond), float64(texts)/enumerated.Seconds())
	for _, reason := range rejected.Reasons() {
		t.Logf("  %8d by %s", rejected[reason], reason)
	}
}
