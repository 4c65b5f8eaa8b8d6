package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/astragal/astragal/engine/distance"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/ludeme"
	"github.com/astragal/astragal/pkg/catalogue"
)

// subject is a ruleset to compare or to export.
type subject struct {
	name     string // distinct
	file     string // where it came from: a file, or its hash in the catalogue
	info     []string
	concepts map[string]float64
	metrics  map[string]float64 // nil when it was not evaluated
	tree     *distance.Tree     // of its ludemes; nil for formalisms that have none
}

// subjectInfo names the columns of subject.info.
var subjectInfo = []string{"ruleset", "hash", "formalism", "culture", "period", "region", "origin", "engine", "evaluation"}

// readSubjects takes all descriptions at the paths or, without paths, all
// rulesets of the catalogue. A description that does not compile is reported
// and left out; failed says how many.
func readSubjects(ctx context.Context, s *streams, c *choice, o *stationOptions, paths []string, label string) (list []subject, failed int, err error) {
	if len(paths) > 0 {
		list, failed, err = compileSubjects(ctx, s.err, c, paths, label)
	} else {
		list, err = storedSubjects(ctx, s.err, o)
	}
	if err == nil && len(list) == 0 && failed == 0 {
		err = fmt.Errorf("the catalogue in %s has no rulesets", o.data)
	}
	distinguish(list)
	return list, failed, err
}

// compileSubjects compiles the descriptions at the paths.
func compileSubjects(ctx context.Context, errs io.Writer, c *choice, paths []string, label string) (list []subject, failed int, err error) {
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
		sub := subject{name: rs.Name(), file: file, concepts: rs.Concepts()}
		m := rs.Metadata()
		sub.info = []string{rs.RulesetName(), rs.Hash(), rs.Game().Formalism(), m["culture"], m["period"], m["region"], m["origin"], "", ""}
		if d, ok := rs.(interface{ Checked() *lgdl.Checked }); ok {
			sub.tree = distance.Ludemes(d.Checked().Game)
		}
		list = append(list, sub)
		bar.show(i + 1)
	}
	return list, failed, nil
}

// storedSubjects reads the rulesets of the catalogue with the metrics of their
// latest evaluations.
func storedSubjects(ctx context.Context, errs io.Writer, o *stationOptions) (list []subject, err error) {
	st, err := openStation(ctx, o, nil, true, errs)
	if err != nil {
		return nil, err
	}
	defer st.Close()
	c := st.host.Catalogue
	for offset, total := 0, 1; offset < total; {
		page, n, err := c.Rulesets(ctx, catalogue.Filter{Full: true, Offset: offset})
		if err != nil {
			return nil, err
		}
		if len(page) == 0 {
			break
		}
		offset, total = offset+len(page), n
		for i := range page {
			r := &page[i]
			sub := subject{name: r.Game, file: r.Hash}
			if r.Name != "" {
				sub.name += " " + r.Name
			}
			if sub.concepts, err = c.Concepts(ctx, r.Hash); err != nil {
				return nil, err
			}
			evaluation := ""
			if e := r.Latest; e != nil && e.Summary != nil {
				evaluation, sub.metrics = e.ID, map[string]float64{}
				for name, m := range e.Summary.Metrics {
					sub.metrics[name] = m.Mean
				}
			}
			sub.info = []string{r.Name, r.Hash, r.Formalism, r.Culture, r.Period, r.Region, r.Origin, r.Engine, evaluation}
			if r.Formalism == "lgdl" {
				full, err := c.Ruleset(ctx, r.Hash)
				if err != nil {
					return nil, err
				}
				if sub.tree, err = expandedTree(r.Game, full.Expanded); err != nil {
					return nil, err
				}
			}
			list = append(list, sub)
		}
	}
	return list, nil
}

// expandedTree reads the ludemes of an expanded description.
func expandedTree(name, text string) (*distance.Tree, error) {
	d, err := lgdl.Read(name, []byte(text))
	if err != nil {
		return nil, err
	}
	e, err := d.Expand(nil, lgdl.Selection{})
	if err != nil {
		return nil, err
	}
	c, err := e.Check(ludeme.Grammar())
	if err != nil {
		return nil, err
	}
	return distance.Ludemes(c.Game), nil
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

// features are the kinds of features by name: what a ruleset's bag holds.
var features = map[string]func(s *subject) (distance.Bag, error){
	"concepts":       func(s *subject) (distance.Bag, error) { return s.concepts, nil },
	"metrics":        metricsOf,
	"ludemes":        pathsOf(1),
	"ludeme-pairs":   pathsOf(2),
	"ludeme-triples": pathsOf(3),
}

func metricsOf(s *subject) (distance.Bag, error) {
	if s.metrics == nil {
		return nil, fmt.Errorf("%s has no metrics: it is not evaluated, or not taken from the catalogue", s.name)
	}
	return s.metrics, nil
}

func pathsOf(n int) func(s *subject) (distance.Bag, error) {
	return func(s *subject) (distance.Bag, error) {
		if s.tree == nil {
			return nil, noLudemes(s)
		}
		return s.tree.Paths(n), nil
	}
}

func noLudemes(s *subject) error {
	return fmt.Errorf("%s has no ludemes: its formalism is %s", s.name, s.info[2])
}

// featureNames lists the kinds of features, and those that only some command takes.
func featureNames(more ...string) string {
	return strings.Join(slices.Sorted(slices.Values(append(slices.Collect(maps.Keys(features)), more...))), ", ")
}

// bagsOf collects features of the subjects.
func bagsOf(list []subject, kind string) ([]distance.Bag, error) {
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
	return bags, nil
}

// datasetOf collects features to compare. Metrics can be negative and have no
// common scale: each is stretched from 0 for its least value among the subjects
// to 1 for its largest.
func datasetOf(list []subject, kind string) (*distance.Dataset, error) {
	bags, err := bagsOf(list, kind)
	if err != nil {
		return nil, err
	}
	if kind == "metrics" {
		bags = stretched(bags)
	}
	return distance.NewDataset(namesOf(list), bags)
}

func stretched(bags []distance.Bag) []distance.Bag {
	low, high := distance.Bag{}, distance.Bag{}
	for _, b := range bags {
		for name, x := range b {
			if old, ok := low[name]; !ok || x < old {
				low[name] = x
			}
			if old, ok := high[name]; !ok || x > old {
				high[name] = x
			}
		}
	}
	out := make([]distance.Bag, len(bags))
	for i, b := range bags {
		out[i] = distance.Bag{}
		for name, x := range b {
			if high[name] > low[name] {
				out[i][name] = (x - low[name]) / (high[name] - low[name])
			}
		}
	}
	return out
}
