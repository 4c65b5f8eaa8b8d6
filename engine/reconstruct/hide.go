package reconstruct

import (
	"fmt"
	"slices"

	"github.com/astragal/astragal/engine/lgdl"
)

// Section is a part of a donor's rules that a blind test can hide: the arguments of a
// start, play or end clause, or what a piece does.
type Section struct {
	Keyword string // start, play, end or piece
	// Class is the text of the hidden arguments as Candidate.Text has it: equal for fillers
	// that are one candidate.
	Class string

	clause *lgdl.Expr
	from   int // first slot that is hidden
}

// Game is the syntax tree of the skeleton, its holes included. It must not be changed.
func (s *Skeleton) Game() *lgdl.Node { return s.expanded.Game }

// Name is the name of the game, "" without one.
func (s *Skeleton) Name() string {
	if g := s.expanded.Game; len(g.Items) > 0 && g.Items[0].Kind == lgdl.String {
		return g.Items[0].Text
	}
	return ""
}

// Tree is the syntax tree of the donor. It must not be changed.
func (d *Donor) Tree() *lgdl.Node { return d.game }

// Sections lists what can be hidden of a donor, in the order of Hide's holes.
func (d *Donor) Sections() (list []Section) {
	offered := offerOf(d.game)
	var visit func(e *lgdl.Expr)
	visit = func(e *lgdl.Expr) {
		if e == nil {
			return
		}
		if from := hideable(e); from >= 0 {
			var items []*lgdl.Node
			for _, a := range e.Args[from:] {
				if a != nil {
					items = append(items, nodeOf(a))
				}
			}
			list = append(list, Section{e.Form.Keyword, abstract(items, offered, false).text, e, from})
			return
		}
		for _, a := range e.Args {
			visit(a)
		}
		for _, x := range e.Items {
			visit(x)
		}
	}
	visit(d.tree)
	return list
}

// hideable returns the first slot of a clause that a blind test hides, -1 for none.
func hideable(e *lgdl.Expr) int {
	if e.Kind != lgdl.Clause {
		return -1
	}
	switch e.Form.Keyword {
	case "start", "play", "end":
		return 0
	case "piece":
		return slices.IndexFunc(e.Args, func(a *lgdl.Expr) bool { return a != nil && a.Kind == lgdl.Clause })
	}
	return -1
}

// Hide returns the donor as a skeleton with a hole "[#]" in the place of each of some of its
// Sections, which are in their order. It keeps what the metadata say.
func (d *Donor) Hide(sections []Section) (*Skeleton, error) {
	text := lgdl.Text([]*lgdl.Node{hidden(d.tree, sections)})
	read, err := lgdl.Read(d.File, []byte(text))
	if err != nil {
		return nil, err
	}
	s, err := Read(read, nil, lgdl.Selection{})
	if err != nil {
		return nil, err
	}
	if len(s.Holes) != len(sections) {
		return nil, fmt.Errorf("%s: %d sections hidden by %d holes", d.File, len(sections), len(s.Holes))
	}
	s.Ruleset, s.Info = d.Ruleset, d.Info
	return s, nil
}

// hidden is nodeOf with holes.
func hidden(e *lgdl.Expr, sections []Section) *lgdl.Node {
	n := nodeOf(e)
	n.Items = nil
	from := len(e.Args)
	for i := range sections {
		if sections[i].clause == e {
			from = sections[i].from
		}
	}
	for _, a := range e.Args[:from] {
		if a != nil {
			n.Items = append(n.Items, hidden(a, sections))
		}
	}
	if from < len(e.Args) {
		n.Items = append(n.Items, &lgdl.Node{Kind: lgdl.Const, Text: "[#]"})
	}
	for _, x := range e.Items {
		n.Items = append(n.Items, hidden(x, sections))
	}
	return n
}
