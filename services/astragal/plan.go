package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/release"
	"github.com/astragal/astragal/services/gateway"
)

// planFormat is the format of plan.json; another one is refused.
const planFormat = "astragal-plan/1"

// The files of a crate that reproduce reads.
const (
	planFile    = "plan.json"
	figuresFile = "results/figures.csv"
)

// cratePlan says which evaluations a crate has: all that it takes to make them again,
// with the descriptions in files beside it.
type cratePlan struct {
	Format      string       `json:"format"`
	Software    release.Info `json:"software"`
	Evaluations []planned    `json:"evaluations"`
}

// planned is one evaluation.
type planned struct {
	Evaluation string `json:"evaluation"` // its id in the catalogue that it came from
	Game       string `json:"game"`
	Ruleset    string `json:"ruleset"` // name
	Hash       string `json:"hash"`    // identity of the rules
	Engine     string `json:"engine"`

	File      string   `json:"file"` // path of the description in the crate
	Formalism string   `json:"formalism"`
	Selected  string   `json:"selected"` // the declared ruleset chosen, "" for the default
	Options   []string `json:"options"`
	Defs      string   `json:"defs,omitempty"`  // folder of the definitions in the crate
	Games     string   `json:"games,omitempty"` // folder of the games of a match

	Params catalogue.Params `json:"params"`
	// Statistics is the SHA-256 of all statistics of the playouts, of which the
	// figures are made: where it is equal, everything is.
	Statistics string `json:"statistics"`
	// Clocked tells that some playouts were given up or not begun for lack of time or
	// memory, so that the figures depend on the machine.
	Clocked    bool      `json:"clocked"`
	FinishedAt time.Time `json:"finishedAt"`

	started  time.Time
	playouts int64
	summary  map[string]estimateOf
}

// name is how people know the ruleset.
func (p *planned) name() string {
	if p.Ruleset == "" {
		return p.Game
	}
	return p.Game + " " + p.Ruleset
}

// estimateOf is a figure of an evaluation.
type estimateOf struct {
	N                       int64
	Mean, Low, High, StdDev float64
}

// figuresOf are all figures of a finished evaluation, by name.
func figuresOf(e *catalogue.Evaluation) map[string]estimateOf {
	list := map[string]estimateOf{}
	for name, m := range e.Summary.Metrics {
		if m.N > 0 {
			list[name] = estimateOf{m.N, m.Mean, m.Low, m.High, m.StdDev}
		}
	}
	for i, m := range e.Summary.Wins {
		if m.N > 0 {
			list[fmt.Sprintf("Wins%d", i+1)] = estimateOf{m.N, m.Mean, m.Low, m.High, m.StdDev}
		}
	}
	for name, n := range map[string]int64{"Playouts": e.Summary.Playouts, "Limits": e.Summary.Limits,
		"Abandoned": e.Summary.Abandoned, "Unplayed": e.Summary.Unplayed, "Faulty": e.Summary.Faulty} {
		list[name+"Count"] = estimateOf{e.Summary.Playouts + e.Summary.Abandoned + e.Summary.Unplayed + e.Summary.Faulty,
			float64(n), float64(n), float64(n), 0} // a count, exactly
	}
	return list
}

// statisticsOf is the digest of all that was recorded of an evaluation.
func statisticsOf(ctx context.Context, c *catalogue.Catalogue, e *catalogue.Evaluation, players int) (string, error) {
	total, n, err := c.MergedBatches(ctx, e.ID, players)
	if err != nil {
		return "", err
	}
	if n != e.Batches {
		return "", fmt.Errorf("evaluation %s: %d of %d batches are there", e.ID, n, e.Batches)
	}
	stats, err := total.MarshalBinary()
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(stats)
	return hex.EncodeToString(sum[:]), nil
}

// What a plan is bounded by.
const (
	maxPlan        = 64 << 20 // bytes
	maxPlanned     = 100_000
	maxDescription = 16 << 20 // bytes of a file
)

// readPlan reads the plan of a crate.
func readPlan(crate fs.FS) (*cratePlan, error) {
	text, err := readBounded(crate, planFile, maxPlan)
	if err != nil {
		return nil, err
	}
	p := &cratePlan{}
	if err := json.Unmarshal(text, p); err != nil {
		return nil, fmt.Errorf("%s: %w", planFile, err)
	}
	if p.Format != planFormat {
		return nil, fmt.Errorf("%s: found format %q, expected %q", planFile, p.Format, planFormat)
	}
	if n := len(p.Evaluations); n == 0 || n > maxPlanned {
		return nil, fmt.Errorf("%s: found %d evaluations, expected 1 to %d", planFile, n, maxPlanned)
	}
	for i := range p.Evaluations {
		e := &p.Evaluations[i]
		if err := e.Params.Check(); err != nil {
			return nil, fmt.Errorf("%s: evaluation %d: %w", planFile, i+1, err)
		}
		for _, name := range []string{e.File, e.Defs, e.Games} {
			if name != "" && !fs.ValidPath(name) {
				return nil, fmt.Errorf("%s: evaluation %d: %q is no path in the crate", planFile, i+1, name)
			}
		}
	}
	return p, nil
}

// readBounded reads a file that is not too long.
func readBounded(fsys fs.FS, name string, most int64) ([]byte, error) {
	f, err := fsys.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, most+1))
	if err == nil && int64(len(text)) > most {
		err = fmt.Errorf("%s: more than %d bytes", name, most)
	}
	return text, err
}

// submission is the planned evaluation as it is asked for again: how it is dealt to
// workers is chosen anew.
func (p *planned) submission(crate fs.FS) (gateway.Submission, error) {
	s := gateway.Submission{File: path.Base(p.File), Formalism: p.Formalism, Ruleset: p.Selected, Options: p.Options,
		Params: p.Params}
	s.Params.BatchSize = 0
	text, err := readBounded(crate, p.File, maxDescription)
	if err != nil {
		return s, err
	}
	s.Text = string(text)
	if s.Defs, err = readTexts(crate, p.Defs); err == nil {
		s.Games, err = readTexts(crate, p.Games)
	}
	return s, err
}

// readTexts reads the files below a folder by their paths in it; none for "".
func readTexts(fsys fs.FS, dir string) (map[string]string, error) {
	if dir == "" {
		return nil, nil
	}
	texts := map[string]string{}
	err := fs.WalkDir(fsys, dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := readBounded(fsys, p, maxDescription)
		texts[strings.TrimPrefix(p, dir+"/")] = string(text)
		return err
	})
	return texts, err
}

// groups divides planned evaluations by their parameters, in the order of the plan.
func (p *cratePlan) groups() (list [][]int) {
	var keys []catalogue.Params
	for i := range p.Evaluations {
		params := p.Evaluations[i].Params
		params.BatchSize = 0
		n := slices.Index(keys, params)
		if n < 0 {
			n = len(keys)
			keys, list = append(keys, params), append(list, nil)
		}
		list[n] = append(list[n], i)
	}
	return list
}
