// Package reconstruct answers what could have been played where only a part of the rules
// is known: it describes all the ways in which the holes of a skeleton can be filled
// (part 11 of the specification).
//
// The way of a skeleton through the package, in reading order:
//
//	description ── Read ────► Skeleton    holes with their places in the grammar
//	library     ── Load ────► Library     donors: complete rulesets as syntax trees
//	both        ── NewSpace ► Space       candidates of every hole, weighted by a Prior
//	               Count                  how many completions there are
//	               Enumerate              the completions, best first, none twice
//	               Sample                 completions with probabilities as their weights
//	Completion  ── Judge ───► Verdict     compiled, started, held against the constraints
//	rulesets    ── Classes ─► classes     of completions that are the same game
//
// A filler is taken from where a donor has it in the same place of the grammar, and
// adapted: names of pieces, regions and tracks and the roles of players are variables,
// bound to what the equipment of the skeleton offers in all possible ways.
//
// Everything here is deterministic: the same skeleton, library, prior and seed give the
// same completions in the same order.
package reconstruct

import (
	"slices"

	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/ludeme"
	"github.com/astragal/astragal/engine/ruleset"
)

// Skeleton is one ruleset of a description with holes.
type Skeleton struct {
	File        string
	Ruleset     string // heading of the declared ruleset, "" without
	Options     []string
	Hash        string // of the canonical text, holes included
	Info        map[string]string
	Holes       []*Hole // in the order of the text
	Constraints []*Constraint
	Given       []Given
	Evidence    []Evidence

	expanded *lgdl.Expanded
	tree     *lgdl.Skeleton
}

// Hole is a hole of a skeleton with what the skeleton says of it.
type Hole struct {
	*lgdl.Hole
	Places    []lgdl.Place
	Source    string         // what its choices rest on, "" if not said
	Certainty float64        // how sure it is that they include the true one; 1 if not said
	Misfits   []*lgdl.Choice // its choices that fit in no completion
}

// Types names what may stand in the hole: a type of the grammar, or the forms whose
// arguments it stands for; each once, in the order of the grammar.
func (h *Hole) Types() []string {
	var list []string
	seen := map[string]bool{}
	for _, p := range h.Places {
		s := p.Type
		if s == "" && len(p.Path) > 0 {
			s = "arguments of " + p.Path[len(p.Path)-1].Form.Text
		}
		if p.Depth > 0 {
			s = "elements " + s
		}
		if !seen[s] {
			seen[s] = true
			list = append(list, s)
		}
	}
	return list
}

// Read reads one ruleset of a description as a skeleton. A description without holes is
// a skeleton with exactly one completion. Errors are *lgdl.Error or lgdl.ErrorList.
func Read(d *lgdl.Description, defs *lgdl.Defines, sel lgdl.Selection) (*Skeleton, error) {
	e, err := d.Expand(defs, sel)
	if err != nil {
		return nil, err
	}
	s := &Skeleton{File: e.File(), Ruleset: e.Ruleset, Options: e.Options, expanded: e, Hash: e.Hash()}
	if s.tree, err = e.Skeleton(ludeme.Grammar()); err != nil {
		return nil, err
	}
	s.Info = ruleset.Info(e.Metadata)
	for _, h := range e.Holes {
		hole := &Hole{Hole: h, Places: s.tree.Places[h], Certainty: 1}
		for _, c := range h.Choices {
			if slices.Contains(s.tree.Misfits, c) {
				hole.Misfits = append(hole.Misfits, c)
			}
		}
		s.Holes = append(s.Holes, hole)
	}
	if err := s.readConstraints(); err != nil {
		return nil, err
	}
	return s, nil
}

// Incomplete returns the selections of a description that have holes: the declared
// rulesets, or the default where no ruleset is declared or has holes.
func Incomplete(d *lgdl.Description, defs *lgdl.Defines) ([]lgdl.Selection, error) {
	var list []lgdl.Selection
	var first error
	add := func(sel lgdl.Selection) {
		e, err := d.Expand(defs, sel)
		if err != nil && first == nil {
			first = err
		}
		if err == nil && len(e.Holes) > 0 {
			list = append(list, sel)
		}
	}
	for _, r := range d.Rulesets() {
		if r.Implemented() && r.Complete() {
			add(lgdl.Selection{Ruleset: r.Heading})
		}
	}
	if len(list) == 0 {
		add(lgdl.Selection{})
	}
	if len(list) > 0 {
		return list, nil
	}
	return nil, first
}
