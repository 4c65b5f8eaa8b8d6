package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/services/gateway"
)

// report sums up what came of many rulesets.
type report struct {
	Total int `json:"total"`
	OK    int `json:"ok"`
	// Failed are those with an error, Incomplete those with parts that are still to
	// be reconstructed: no error, but work to do.
	Failed     int `json:"failed"`
	Incomplete int `json:"incomplete"`
	catalogue.Changes
	// Timeouts counts rulesets with playouts that lack of time, or memory, cut off:
	// Abandoned while they were played, so that the figures are censored, Unplayed
	// before they began.
	Timeouts  int   `json:"timeouts"`
	Abandoned int64 `json:"abandoned"`
	Unplayed  int64 `json:"unplayed"`
	// Undated counts rulesets with a date that is not understood.
	Undated int `json:"undated"`
	// Faulty counts playouts that their descriptions spoilt, Spoilt the rulesets
	// with such playouts.
	Spoilt int   `json:"spoilt"`
	Faulty int64 `json:"faulty"`
	// Reasons counts failures by their message without names and numbers.
	Reasons map[string]int `json:"reasons"`

	failures            map[string][]string // by reason, a line for each
	incomplete, undated []string            // a line for each
}

// newReport sums up outcomes. Files in one of the folders are named by their
// paths there, others by their paths from the current one.
func newReport(outcomes []catalogue.Outcome, changes catalogue.Changes, folders []string) report {
	r := report{Total: len(outcomes), Changes: changes, Reasons: map[string]int{}, failures: map[string][]string{}}
	for _, o := range outcomes {
		line := toResult(o)
		file := shortPath(line.File, folders)
		if line.Summary != nil && line.Summary.Abandoned+line.Summary.Unplayed > 0 {
			r.Timeouts++
			r.Abandoned += line.Summary.Abandoned
			r.Unplayed += line.Summary.Unplayed
		}
		if line.Summary != nil && line.Summary.Faulty > 0 {
			r.Spoilt++
			r.Faulty += line.Summary.Faulty
		}
		if len(line.DateProblems) > 0 {
			r.Undated++
			for _, p := range line.DateProblems {
				r.undated = append(r.undated, file+": "+p.String())
			}
		}
		msg := strings.ReplaceAll(line.Error, line.File, file)
		if !strings.HasPrefix(msg, file) {
			msg = file + ": " + msg
		}
		switch {
		case line.OK:
			r.OK++
		case line.Incomplete:
			r.Incomplete++
			place, _, _ := strings.Cut(msg, ": ")
			r.incomplete = append(r.incomplete, place)
		default:
			r.Failed++
			reason := gateway.Reason(line.Error, line.File)
			r.Reasons[reason]++
			r.failures[reason] = append(r.failures[reason], msg)
		}
	}
	return r
}

// shortPath is the path of a file in one of the folders, or from the current one
// when it is below that.
func shortPath(file string, folders []string) string {
	abs, err := filepath.Abs(file)
	if err != nil {
		return file
	}
	for _, folder := range append(slices.Clone(folders), ".") {
		if info, err := os.Stat(folder); err != nil || !info.IsDir() {
			continue
		}
		root, err := filepath.Abs(folder)
		if err != nil {
			continue
		}
		if rel, err := filepath.Rel(root, abs); err == nil && filepath.IsLocal(rel) {
			return rel
		}
	}
	return file
}

// What people are shown of each kind; --json has everything.
const (
	maxReasons = 20 // reasons of failures
	maxLines   = 10 // lines of a reason
)

// print writes what changed, and the failures by reason, the most frequent first.
func (r report) print(w io.Writer) {
	if r.Changed+r.Unchanged+r.Removed > 0 {
		fmt.Fprintf(w, "%d new, %d changed, %d unchanged, %d gone\n", r.Added, r.Changed, r.Unchanged, r.Removed)
	}
	if r.Timeouts > 0 {
		fmt.Fprintf(w, "of %d rulesets %d playouts were given up while they were played, and %d not begun, for lack of "+
			"time or memory:\n"+
			"their figures are those of the playouts that ended\n", r.Timeouts, r.Abandoned, r.Unplayed)
	}
	if r.Spoilt > 0 {
		fmt.Fprintf(w, "%d playouts of %d rulesets were spoilt by the description\n", r.Faulty, r.Spoilt)
	}
	if r.Undated > 0 {
		fmt.Fprintf(w, "%d with a date that is not understood:\n", r.Undated)
		printLines(w, r.undated)
	}
	if r.Incomplete > 0 {
		fmt.Fprintf(w, "%d incomplete, with parts still to be reconstructed (square brackets):\n", r.Incomplete)
		printLines(w, r.incomplete)
	}
	reasons := slices.SortedFunc(maps.Keys(r.Reasons), func(a, b string) int {
		return cmp.Or(cmp.Compare(r.Reasons[b], r.Reasons[a]), cmp.Compare(a, b))
	})
	for _, x := range reasons[:min(len(reasons), maxReasons)] {
		fmt.Fprintf(w, "%d failed: %s\n", r.Reasons[x], x)
		printLines(w, r.failures[x])
	}
	if n := len(reasons) - maxReasons; n > 0 {
		fmt.Fprintf(w, "and %d more reasons\n", n)
	}
}

// printLines writes lines of one kind, indented.
func printLines(w io.Writer, lines []string) {
	for _, l := range lines[:min(len(lines), maxLines)] {
		fmt.Fprintln(w, "    "+strings.ReplaceAll(l, "\n", "\n    "))
	}
	if n := len(lines) - maxLines; n > 0 {
		fmt.Fprintf(w, "    and %d more\n", n)
	}
}
