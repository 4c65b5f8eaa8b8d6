package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/astragal/astragal/engine/distance"
)

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
	bag := distance.Bag{}
	for name, e := range s.metrics {
		if e.N > 0 {
			bag[name] = e.Mean
		}
	}
	return bag, nil
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
	return fmt.Errorf("%s has no ludemes: its formalism is %s", s.name, s.formalism)
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
		bags = distance.Stretch(bags)
	}
	return distance.NewDataset(namesOf(list), bags)
}
