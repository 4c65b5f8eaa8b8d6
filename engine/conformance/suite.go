// Package conformance holds an implementation of the languages to what is recorded of them.
//
// A suite is a folder: cases.jsonl has one Case a line, traces/ the recorded plays that
// cases name, and the descriptions are those of our library. A case asks for one thing: counts of
// move sequences, a play move by move, figures of random play, concepts, or the place of an
// error. Nothing in the folder is in a form of our own making that others could not read:
// docs/conformance.md says what every field means, so that any implementation can run it.
//
//	Read ──► Suite ── Run ──► Result of every case
//	games.txt ── Record ──► cases.jsonl and traces/, to be reviewed as any change
package conformance

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

// Kinds of cases.
const (
	Perft    = "perft"    // Counts
	Trace    = "trace"    // File
	Figures  = "figures"  // Playouts, Seed and Metrics
	Concepts = "concepts" // Has and Numbers
	Refuse   = "refuse"   // Text, Line and Column
)

// Case is one thing that an implementation must find.
type Case struct {
	ID   string `json:"id"` // unique in the suite
	Kind string `json:"kind"`
	// Game is the path of the description from the root of the repository.
	Game string `json:"game,omitempty"`
	// Note says why the expectation is right, where anything but our engine says so.
	Note string `json:"note,omitempty"`

	// Counts are the numbers of sequences of exactly 1, 2, … moves.
	Counts []uint64 `json:"counts,omitempty"`
	// File is the path of a trace from the suite's folder.
	File string `json:"file,omitempty"`
	// Metrics are figures of Playouts uniformly random plays from a seed.
	Playouts int               `json:"playouts,omitempty"`
	Seed     uint64            `json:"seed,omitempty"`
	Metrics  map[string]Figure `json:"metrics,omitempty"`
	// Has lists every boolean concept that holds, in order of name; Numbers has those that count.
	Has     []string           `json:"has,omitempty"`
	Numbers map[string]float64 `json:"numbers,omitempty"`
	// Text is a description that must be refused at a line and column, both from 1.
	Text   string `json:"text,omitempty"`
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
}

// Figure is a mean over plays with the standard deviation of the values.
type Figure struct {
	N      int64   `json:"n"`
	Mean   float64 `json:"mean"`
	StdDev float64 `json:"stddev"`
}

// Suite is a folder of cases.
type Suite struct {
	// Dir is the folder, Root that from which the games' paths start.
	Dir, Root string
	Cases     []Case
}

// Read reads the cases of a folder; root is the folder from which the games' paths start.
// The error names the line that is malformed.
func Read(dir, root string) (*Suite, error) {
	file := filepath.Join(dir, "cases.jsonl")
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	s := &Suite{Dir: dir, Root: root}
	seen := map[string]bool{}
	lines := bufio.NewScanner(bytes.NewReader(text))
	lines.Buffer(nil, len(text)+1)
	for n := 1; lines.Scan(); n++ {
		var c Case
		dec := json.NewDecoder(bytes.NewReader(lines.Bytes()))
		dec.DisallowUnknownFields()
		if err := dec.Decode(&c); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, n, err)
		}
		if !slices.Contains([]string{Perft, Trace, Figures, Concepts, Refuse}, c.Kind) {
			return nil, fmt.Errorf("%s:%d: kind %q, expected perft, trace, figures, concepts or refuse", file, n, c.Kind)
		}
		if c.ID == "" || seen[c.ID] {
			return nil, fmt.Errorf("%s:%d: id %q is empty or not unique", file, n, c.ID)
		}
		seen[c.ID] = true
		s.Cases = append(s.Cases, c)
	}
	return s, lines.Err()
}

// write writes the cases in the form that Read reads.
func (s *Suite) write() error {
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	for _, c := range s.Cases {
		if err := enc.Encode(c); err != nil {
			return err
		}
	}
	return os.WriteFile(filepath.Join(s.Dir, "cases.jsonl"), text.Bytes(), 0o666)
}
