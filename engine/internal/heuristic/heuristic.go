// Package heuristic values positions for players as the ai section of a
// description says: a sum of weighted terms, such as the number of a player's
// pieces or how near they are to the centre (part 8, §8.1 of the specification).
//
// Parse finds the terms that count, New makes them for a compiled game, and
// Set.Value values a position. What describes the agent otherwise is not used.
package heuristic

import (
	"fmt"
	"math"
	"strings"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
)

// Default names the terms that count where a description has none (part 9, §10).
const Default = "material 1, mobilitySimple 0.001"

// Parse returns the (heuristics …) of the metadata of a checked description: its
// plain ones, else the trained ones; nil when there are none. An ai section that
// only names a define which is not there has none; missing is the name.
func Parse(metadata *lgdl.Expr) (terms *lgdl.Expr, missing string) {
	section := find(metadata)
	if section == nil {
		return nil, ""
	}
	for _, a := range section.Args {
		switch {
		case a == nil:
		case a.Kind == lgdl.String:
			missing = a.Text
		case a.Kind == lgdl.Clause && a.Text == "heuristics" && a.Label == "":
			return a, ""
		}
	}
	return section.Arg("trainedHeuristics"), missing
}

// find returns the first ai clause.
func find(e *lgdl.Expr) *lgdl.Expr {
	if e == nil || e.Kind == lgdl.Clause && e.Text == "ai" {
		return e
	}
	for x := range e.Parts() {
		if a := find(x); a != nil {
			return a
		}
	}
	return nil
}

// Set values positions of one game. It is immutable and safe for concurrent use.
type Set struct {
	terms []term
	text  string
}

// term is a weighted term. Its value depends on the position, the player, the
// least weight of a component that counts, and the number of legal moves.
type term struct {
	name      string
	weight    float32
	transform func(c Position, x float32) float32
	value     func(c Position, player int, least float32, legal int) float32
}

// threshold is the weight below which terms do not count (part 9, §10).
const threshold = 0.001

// New makes the terms of a (heuristics …) clause for a game. An error tells which
// term is not understood.
func New(g *game.Game, heuristics *lgdl.Expr) (*Set, error) {
	s := &Set{}
	var names []string
	for _, e := range clauses(heuristics) {
		t := term{weight: 1, transform: transform(e.Arg("transformation"))}
		if w := e.Arg("weight"); w != nil {
			t.weight = float32(w.Float)
		}
		var err error
		if t.value, err = valuation(g, e); err != nil {
			return nil, err
		}
		names = append(names, fmt.Sprintf("%s %v", e.Text, t.weight))
		if abs(t.weight) >= threshold {
			s.terms = append(s.terms, t)
		}
	}
	if s.text = strings.Join(names, ", "); s.text == "" {
		s.text = "no terms"
	}
	return s, nil
}

// clauses returns the clauses among the arguments of a clause, and in their lists.
func clauses(e *lgdl.Expr) (found []*lgdl.Expr) {
	for x := range e.Parts() {
		if x.Kind == lgdl.Clause {
			found = append(found, x)
		} else {
			found = append(found, clauses(x)...)
		}
	}
	return found
}

// String names the terms with their weights.
func (s *Set) String() string { return s.text }

// Value is what the position of c is worth for a player; legal is the number of
// legal moves of the player to move. It leaves the position as it is.
func (s *Set) Value(c *game.Context, player, legal int) float64 {
	return s.ValueOf(byRules{c}, player, legal)
}

// Threats reports whether a term asks what moves of others would remove.
func (s *Set) Threats() bool { return strings.Contains(s.text, "unthreatenedMaterial") }

// ValueOf is Value of any position.
func (s *Set) ValueOf(c Position, player, legal int) float64 {
	var sum float32
	for i := range s.terms {
		t := &s.terms[i]
		sum += t.weight * t.transform(c, t.value(c, player, threshold/abs(t.weight), legal))
	}
	return float64(sum)
}

func abs(x float32) float32 { return float32(math.Abs(float64(x))) }

// transform returns what a transformation does to the value of a term.
func transform(e *lgdl.Expr) func(Position, float32) float32 {
	name := ""
	if e != nil {
		name = e.Text
	}
	switch name {
	case "divNumBoardSites":
		return func(c Position, x float32) float32 { return x / float32(max(c.Game().Topo.NumSites(), 1)) }
	case "divNumInitPlacement":
		return func(c Position, x float32) float32 { return x / float32(max(c.Placements(), 1)) }
	case "logisticFunction":
		return func(_ Position, x float32) float32 { return float32(1 / (1 + math.Exp(float64(x)))) }
	case "tanh":
		return func(_ Position, x float32) float32 { return float32(math.Tanh(float64(x))) }
	}
	return func(_ Position, x float32) float32 { return x }
}
