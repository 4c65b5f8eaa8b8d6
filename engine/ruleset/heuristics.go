package ruleset

import (
	"fmt"

	"github.com/astragal/astragal/engine/internal/heuristic"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/metric"
)

// heuristics returns the heuristics by which positions are valued, nil for the
// default ones, and what they are in words.
func (r *Ruleset) heuristics() (metric.Heuristics, string) {
	terms, missing := heuristic.Parse(r.checked.Metadata)
	switch {
	case missing != "":
		return nil, fmt.Sprintf("%s (default: the description names %q, which is not there)", heuristic.Default, missing)
	case terms == nil:
		return nil, heuristic.Default + " (default)"
	}
	set, err := heuristic.New(r.game, terms)
	if err != nil {
		return nil, fmt.Sprintf("%s (default: %v)", heuristic.Default, err)
	}
	return set, set.String() + " (of the description)"
}

// valuing is the canonical text of the ai section if it has heuristics of its own,
// on which the figures depend; else "".
func (r *Ruleset) valuing() string {
	if terms, _ := heuristic.Parse(r.checked.Metadata); terms == nil {
		return ""
	}
	var find func(n *lgdl.Node) *lgdl.Node
	find = func(n *lgdl.Node) *lgdl.Node {
		if n.Kind == lgdl.Clause && n.Text == "ai" {
			return n
		}
		for _, x := range n.Items {
			if a := find(x); a != nil {
				return a
			}
		}
		return nil
	}
	return (&lgdl.Expanded{Game: find(r.expanded.Metadata)}).Canonical()
}

// ownHeuristics are the heuristics of the description, nil if it has none that are understood.
func (r *Ruleset) ownHeuristics() *heuristic.Set {
	h, _ := r.heuristics()
	set, _ := h.(*heuristic.Set)
	return set
}

// fitting plays for the weights of the standard heuristics, by compiled code where there is any.
func (r *Ruleset) fitting() heuristic.Player {
	if a, ok := r.Game().(*adapter); ok {
		if c := a.playing(true); c != nil {
			if p, err := c.NewFitPlayer(); err == nil {
				return p
			}
		}
	}
	return heuristic.NewPlayer(r.game)
}
