package prior_test

import (
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"syscall"
	"testing"
	"time"

	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/reconstruct"
	"github.com/astragal/astragal/pkg/prior"
)

// cpu returns the user time that this process has taken.
func cpu(t *testing.T) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano())
}

// TestYield completes the pending skeletons (part 11, E.7.3) by the fitted prior: a tenth of them, all with
// ASTRAGAL_PROPERTIES=all. Of the completions whose parts can be played at least 95 % must be playable.
func TestYield(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a minute")
	}
	library := reference(t, shared)
	defs, err := lgdl.LoadDefines(os.DirFS(shared + "/def"))
	if err != nil {
		t.Skip(err)
	}
	weights, err := prior.New(library, prior.Fitted())
	if err != nil {
		t.Fatal(err)
	}
	every := 10
	if os.Getenv("ASTRAGAL_PROPERTIES") == "all" {
		every = 1
	}
	const wanted, most = 10, 8_000
	these := regexp.MustCompile(os.Getenv("ASTRAGAL_SKELETONS"))
	number, ten, some, looked, screened, parts, listed := 0, 0, 0, 0, 0, 0, 0
	rejected := reconstruct.Tally{}
	var times []time.Duration
	texts, enumerated := 0, time.Duration(0)
	for i, file := range pending(t) {
		if i%every != 0 && os.Getenv("ASTRAGAL_SKELETONS") == "" ||
			!these.MatchString(file) {
			continue
		}
		start := cpu(t)
		x, err := space(file, defs, library, weights)
		if err != nil {
			t.Logf("%s: %v", filepath.Base(file), err)
			continue
		}
		number++
		stream := reconstruct.Stream{Space: x, Wanted: wanted, Most: most}
		found := 0
		err = stream.Run(t.Context(), func(*reconstruct.Completion, reconstruct.Verdict) error { found++; return nil })
		if err != nil {
			t.Fatal(err)
		}
		took := cpu(t) - start
		times = append(times, took)
		looked += stream.Looked
		screened += stream.Screened
		parts += stream.Parts
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
		t.Logf("%s: %d listed of %d looked at, %d screened by %d parts, in %v user time%s", filepath.Base(file), found,
			stream.Looked, stream.Screened, stream.Parts, took.Round(time.Millisecond), stream.Note())
		if found < wanted {
			for _, reason := range stream.Rejected.Reasons() {
				t.Logf("    %8d by %s", stream.Rejected[reason], reason)
			}
		}
	}
	sort.Slice(times, func(i, j int) bool { return times[i] < times[j] })
	if number == 0 || some == 0 {
		t.Fatal("no completion of any skeleton")
	}
	t.Logf("%d skeletons: %d with ten playable completions, %d with some, within %d looked at; user time median "+
		"%v, worst %v",
		number, ten, some, most, times[len(times)/2].Round(time.Millisecond), times[len(times)-1].Round(time.Millisecond))
	t.Logf("%d of %d looked at are playable, after %d screened by %d parts", listed, looked, screened, parts)
	t.Logf("%d distinct texts in %v user time: %.0f a second", texts, enumerated.Round(time.Millisecond),
		float64(texts)/enumerated.Seconds())
	for _, reason := range rejected.Reasons() {
		t.Logf("  %8d by %s", rejected[reason], reason)
	}
	if listed*20 < looked*19 {
		t.Errorf("%d of %d completions can be played: less than 95 %%", listed, looked)
	}
}

// pending returns the skeletons of the reference material that are still to be done.
func pending(t *testing.T) (files []string) {
	t.Helper()
	err := filepath.WalkDir("../../../shared/reconstruction/pending", func(path string, _ os.DirEntry, err error) error {
		if err == nil && filepath.Ext(path) == ".lud" {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Skip(err)
	}
	return files
}

// space is the space of the first incomplete ruleset of a file.
func space(file string, defs *lgdl.Defines, l *reconstruct.Library, p reconstruct.Prior) (*reconstruct.Space, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	d, err := lgdl.Read(file, text)
	if err != nil {
		return nil, err
	}
	selections, err := reconstruct.Incomplete(d, defs)
	if err != nil || len(selections) == 0 {
		return nil, err
	}
	s, err := reconstruct.Read(d, defs, selections[0])
	if err != nil {
		return nil, err
	}
	return reconstruct.NewSpace(s, l, p)
}
