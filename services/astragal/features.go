package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/astragal/astragal/engine/distance"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/pkg/lab"
)

// subject is a game to compare or to export.
type subject struct {
	name string // distinct
	file string
	rs   lab.Ruleset
}

// tree returns the tree of the subject's ludemes; nil for other formalisms,
// which have none.
func (s *subject) tree() *distance.Tree {
	d, ok := s.rs.(interface{ Checked() *lgdl.Checked })
	if !ok {
		return nil
	}
	return distance.Ludemes(d.Checked().Game)
}

// readSubjects compiles all descriptions at the paths. One that does not compile
// is reported and left out; failed says how many.
func readSubjects(ctx context.Context, errs io.Writer, c *choice, paths []string, label string) (list []subject, failed int, err error) {
	var files []string
	for _, path := range paths {
		more, err := findDescriptions(path)
		if err != nil {
			return nil, 0, err
		}
		files = append(files, more...)
	}
	bar := newLineBar(errs, label, len(files))
	defer bar.clear()
	for i, file := range files {
		if ctx.Err() != nil {
			return nil, 0, ctx.Err()
		}
		rs, err := c.open(ctx, file)
		if err != nil {
			failed++
			bar.clear()
			fmt.Fprintln(errs, err)
			continue
		}
		list = append(list, subject{rs.Name(), file, rs})
		bar.show(i + 1)
	}
	distinguish(list)
	return list, failed, nil
}

// distinguish makes the names of the subjects distinct: by their files, and
// where that is not enough by numbers.
func distinguish(list []subject) {
	count := map[string]int{}
	for _, s := range list {
		count[s.name]++
	}
	taken := map[string]bool{}
	for i := range list {
		s := &list[i]
		if file := strings.TrimSuffix(filepath.Base(s.file), filepath.Ext(s.file)); count[s.name] > 1 && file != s.name {
			s.name += " (" + file + ")"
		}
		stem := s.name
		for n := 2; taken[s.name]; n++ {
			s.name = fmt.Sprintf("%s %d", stem, n)
		}
		taken[s.name] = true
	}
}

func namesOf(list []subject) []string {
	names := make([]string, len(list))
	for i := range list {
		names[i] = list[i].name
	}
	return names
}

// features are the kinds of features by name: what a game's bag holds.
var features = map[string]func(s *subject) (distance.Bag, error){
	"concepts":       func(s *subject) (distance.Bag, error) { return s.rs.Concepts(), nil },
	"ludemes":        pathsOf(1),
	"ludeme-pairs":   pathsOf(2),
	"ludeme-triples": pathsOf(3),
}

func pathsOf(n int) func(s *subject) (distance.Bag, error) {
	return func(s *subject) (distance.Bag, error) {
		t := s.tree()
		if t == nil {
			return nil, fmt.Errorf("%s: a %s game has no ludemes", s.file, s.rs.Game().Formalism())
		}
		return t.Paths(n), nil
	}
}

// featureNames lists the kinds of features, and those that only some command takes.
func featureNames(more ...string) string {
	names := more
	for name := range features {
		names = append(names, name)
	}
	slices.Sort(names)
	return strings.Join(names, ", ")
}

// datasetOf collects features of the subjects.
func datasetOf(list []subject, kind string) (*distance.Dataset, error) {
	of, ok := features[kind]
	if !ok {
		return nil, usagef("there are no features %q; expected one of %s", kind, featureNames())
	}
	bags := make([]distance.Bag, len(list))
	for i := range list {
		var err error
		if bags[i], err = of(&list[i]); err != nil {
			return nil, err
		}
	}
	return distance.NewDataset(namesOf(list), bags)
}
