package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/astragal/astragal/pkg/catalogue"
)

// report sums up what came of many rulesets.
type report struct {
	Total  int `json:"total"`
	OK     int `json:"ok"`
	Failed int `json:"failed"`
	catalogue.Changes
	// Timeouts counts rulesets with playouts abandoned for lack of time, and
	// Abandoned those playouts.
	Timeouts  int   `json:"timeouts"`
	Abandoned int64 `json:"abandoned"`
	// Reasons counts failures by their message without names and numbers.
	Reasons map[string]int `json:"reasons"`
}

func newReport(outcomes []catalogue.Outcome, changes catalogue.Changes) report {
	r := report{Total: len(outcomes), Changes: changes, Reasons: map[string]int{}}
	for _, o := range outcomes {
		line := toResult(o)
		if line.Summary != nil && line.Summary.Abandoned > 0 {
			r.Timeouts++
			r.Abandoned += line.Summary.Abandoned
		}
		if line.OK {
			r.OK++
			continue
		}
		r.Failed++
		r.Reasons[reason(line.Error, line.File)]++
	}
	return r
}

var (
	position = regexp.MustCompile(`^:\d+(:\d+)?: `)
	specific = regexp.MustCompile(`"[^"]*"|\b\d+\b`)
)

// reason is an error without position, names and numbers, so that alike errors
// count together.
func reason(msg, file string) string {
	msg, _, _ = strings.Cut(msg, "\n")
	msg = position.ReplaceAllString(strings.TrimPrefix(msg, file), "")
	if msg = specific.ReplaceAllString(msg, "…"); msg == "" {
		return "unknown"
	}
	return msg
}

// maxReasons is how many reasons people are shown.
const maxReasons = 20

// print writes what changed, and the failures by reason, the most frequent first.
func (r report) print(w io.Writer) {
	if r.Changed+r.Unchanged+r.Removed > 0 {
		fmt.Fprintf(w, "%d new, %d changed, %d unchanged, %d gone\n", r.Added, r.Changed, r.Unchanged, r.Removed)
	}
	if r.Timeouts > 0 {
		fmt.Fprintf(w, "%d playouts of %d rulesets were abandoned for lack of time\n", r.Abandoned, r.Timeouts)
	}
	if r.Failed == 0 {
		return
	}
	reasons := slices.SortedFunc(maps.Keys(r.Reasons), func(a, b string) int {
		return cmp.Or(cmp.Compare(r.Reasons[b], r.Reasons[a]), cmp.Compare(a, b))
	})
	fmt.Fprintln(w, "failures by reason:")
	for _, x := range reasons[:min(len(reasons), maxReasons)] {
		fmt.Fprintf(w, "%6d  %s\n", r.Reasons[x], x)
	}
	if n := len(reasons) - maxReasons; n > 0 {
		fmt.Fprintf(w, "        and %d more reasons\n", n)
	}
}
