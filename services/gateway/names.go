package gateway

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"github.com/astragal/astragal/engine/agent"
	"github.com/astragal/astragal/engine/concept"
	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/httpx"
)

// conceptNames are the concepts of one kind: Compilation or Playout.
func conceptNames(computed string) (names []string) {
	for _, k := range concept.Catalogue() {
		if k.Computed == computed {
			names = append(names, k.Name)
		}
	}
	return names
}

// checkConcept tells what is wrong with the name of a concept of rulesets.
func checkConcept(name string) error {
	switch k := concept.ByName(name); {
	case k == nil:
		return httpx.BadRequest("concept: there is no %q%s; /api/concepts lists them", name,
			oneOf(name, conceptNames("Compilation")))
	case k.Computed == "Playout":
		return httpx.BadRequest("concept: %s is measured in play; ask for metric=%s>=… instead", name, name)
	}
	return nil
}

// checkMetric tells what is wrong with the name of a metric, with the status given.
func (s *service) checkMetric(ctx context.Context, name string, status int) error {
	k := concept.ByName(name)
	if k != nil && k.Computed == "Playout" {
		return nil
	}
	measured, err := s.catalogue.MetricNames(ctx)
	if err != nil || slices.Contains(measured, name) {
		return err
	}
	if k != nil {
		return &httpx.StatusError{Status: status, Msg: "metric: " + name + " is a concept of rulesets, which is not " +
			"measured in play; ask for concept=" + name}
	}
	names := slices.Concat(measured, conceptNames("Playout"))
	slices.Sort(names)
	return &httpx.StatusError{Status: status, Msg: "metric: there is no \"" + name + "\"" +
		oneOf(name, slices.Compact(names)) +
		"; those that /api/concepts lists as computed in Playout exist"}
}

// checkFilter tells which name in a filter does not exist, if any, and gives its agent
// the canonical text.
func (s *service) checkFilter(ctx context.Context, f *catalogue.Filter) error {
	if err := checkAgent(&f.Agent); err != nil {
		return err
	}
	for _, c := range f.Concepts {
		if err := checkConcept(c.Name); err != nil {
			return err
		}
	}
	for _, c := range f.Metrics {
		if err := s.checkMetric(ctx, c.Name, http.StatusBadRequest); err != nil {
			return err
		}
	}
	key := strings.TrimPrefix(f.Sort, "-")
	if key == "" || slices.Contains(catalogue.SortKeys, key) {
		return nil
	}
	if err := s.checkMetric(ctx, key, http.StatusBadRequest); err != nil {
		return httpx.BadRequest("sort: %q is neither a column (%s) nor a metric (%v)", key,
			strings.Join(catalogue.SortKeys, ", "), err)
	}
	return nil
}

// checkAgent gives the name of an agent its canonical text, or tells what is wrong
// with it; "" is the default.
func checkAgent(name *string) (err error) {
	if *name == "" {
		return nil
	}
	if *name, err = agent.Canonical(*name); err != nil {
		return httpx.BadRequest("agent: %v", err)
	}
	return nil
}
