package engine

import (
	"fmt"
	"strings"
)

//go:generate go test -run ^TestVersion$ -timeout 60m . -update

// A revision counts how often a kind of finding has changed.
type revision struct{ Plays, Metrics, Concepts int }

// revisionFormat is the first line of results.
const revisionFormat = "# plays %d metrics %d concepts %d"

// parseRevision reads the revision from the first line of a table of results.
func parseRevision(table string) (r revision, err error) {
	line, _, _ := strings.Cut(table, "\n")
	if _, err = fmt.Sscanf(line, revisionFormat, &r.Plays, &r.Metrics, &r.Concepts); err != nil {
		err = fmt.Errorf("results.tsv: first line %q: %w", line, err)
	}
	return r, err
}

// version is that of everything that can change a result: of play, of what is
// measured on it, and of the concepts of a description. Its format does not
// change, so that catalogues can compare it as text.
func version() string {
	r, err := parseRevision(results)
	if err != nil {
		panic(err) // the file is part of the program
	}
	return fmt.Sprintf("0.3-plays.%d-concepts.%d-metrics.%d", r.Plays, r.Concepts, r.Metrics)
}
