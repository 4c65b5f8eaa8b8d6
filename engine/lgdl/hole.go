package lgdl

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Hole is a part of a description that is not known: what stands in square
// brackets. A hole with a name is one unknown at all places that bear the name: they get
// the same filler. Without one every place is an unknown of its own, also where a
// define with a hole in it is used several times.
type Hole struct {
	Pos    Pos
	Via    *Via
	Name   string // of a hole shared by several places, [name: …]; "" without
	Number int    // place in Holes, from 0

	// Choices are the literal fillers, those of nested holes included, without those
	// that Filters drop.
	Choices []*Choice
	// Filters narrow down everything that may fill the hole.
	Filters []Filter
	// Context is the number of hashes: 0 for none, else the hole may also be filled
	// from a library, and so many of the ludemes around it are its preferred context.
	Context int
	// Unknown reports whether a question mark stands in the hole: it may be left out.
	Unknown bool

	inner []Filter // of the holes that it unites with itself, which do not concern its own choices
}

// Open reports whether the hole may be filled from a library.
func (h *Hole) Open() bool { return h.Context > 0 }

// Choice is one literal filler of a hole: arguments, or elements of a list, that
// may contain holes.
type Choice struct {
	Pos    Pos
	Items  []*Node
	Weight float64 // as written behind it (~0.7); 1 without
}

// Filter is a condition on the fillers of a hole.
type Filter struct {
	Pos  Pos
	Keep bool // [+ …]: a filler that none of these holds for is dropped; [- …]: one that it holds for
	// Word is the ludeme, constant or number that a filler has to contain; Text, with
	// Quoted, is a part of its canonical text.
	Word   string
	Quoted bool
}

// Holds reports whether a filler fulfils the filters of the hole.
func (h *Hole) Holds(items []*Node) bool {
	kept, asked := false, false
	for _, f := range h.Filters {
		has := f.matches(items)
		if f.Keep {
			asked, kept = true, kept || has
		} else if has {
			return false
		}
	}
	return kept || !asked
}

func (f *Filter) matches(items []*Node) bool {
	if f.Quoted {
		return strings.Contains(Text(items), f.Word)
	}
	var found func(n *Node) bool
	found = func(n *Node) bool {
		switch n.Kind {
		case Int, Float:
			if v, err := strconv.ParseFloat(f.Word, 64); err == nil && v == n.Float {
				return true
			}
		case Bool:
			return strings.EqualFold(n.Text, f.Word)
		case Clause, Const:
			if n.Text == f.Word {
				return true
			}
		}
		return slices.ContainsFunc(n.Items, found)
	}
	return slices.ContainsFunc(items, found)
}

// Text returns nodes in the canonical layout on one line.
func Text(items []*Node) string {
	var b []byte
	for i, n := range items {
		if i > 0 {
			b = append(b, ' ')
		}
		b = appendNode(b, n)
	}
	return string(b)
}

// String returns the hole in the canonical layout.
func (h *Hole) String() string { return string(appendHole(nil, h)) }

func appendHole(b []byte, h *Hole) []byte {
	b = append(b, '[')
	var parts []string
	for _, c := range h.Choices {
		s := Text(c.Items)
		if c.Weight != 1 {
			s += " ~" + strconv.FormatFloat(c.Weight, 'g', -1, 64)
		}
		parts = append(parts, s)
	}
	if h.Unknown {
		parts = append(parts, "?")
	}
	if h.Context > 0 {
		parts = append(parts, strings.Repeat("#", h.Context))
	}
	for _, f := range h.Filters {
		sign, word := "-", f.Word
		if f.Keep {
			sign = "+"
		}
		if f.Quoted {
			word = `"` + word + `"`
		}
		parts = append(parts, "["+sign+" "+word+"]")
	}
	if h.Name != "" {
		b = append(append(b, h.Name...), ": "...)
	}
	return append(append(b, strings.Join(parts, " | ")...), ']')
}

// Holes returns the holes below the nodes in the order of the text, each once,
// those inside choices behind the hole that they are a part of.
func Holes(nodes ...*Node) []*Hole {
	var list []*Hole
	seen := map[*Hole]bool{}
	var visit func(n *Node)
	visit = func(n *Node) {
		if n == nil {
			return
		}
		if h := n.Hole; h != nil && !seen[h] {
			seen[h] = true
			list = append(list, h)
			for _, c := range h.Choices {
				for _, x := range c.Items {
					visit(x)
				}
			}
		}
		for _, x := range n.Items {
			visit(x)
		}
	}
	for _, n := range nodes {
		visit(n)
	}
	return list
}

// reconstruction is what the error of a description with square brackets says.
const reconstruction = "square brackets mark a part that is still to be reconstructed"

// Unfinished reports whether the text of an error says that a description has parts
// that are still to be reconstructed: work to do, rather than a mistake.
func Unfinished(text string) bool { return strings.Contains(text, reconstruction) }

// unfinished returns the error for the use of a description with holes as one
// without, nil for one that has none.
func (e *Expanded) unfinished() error {
	if len(e.Holes) == 0 {
		return nil
	}
	h := e.Holes[0]
	return &Error{Pos: h.Pos, Via: h.Via, Msg: reconstruction + "; such a description cannot be used"}
}

// Skeleton resolves a game with holes against the grammar: it returns an error if no
// fillers whatever make a description of it.
func (e *Expanded) Skeleton(g *Grammar) (*Skeleton, error) {
	if e.Game == nil {
		return nil, &Error{Pos: Pos{File: e.File(), Line: 1, Col: 1}, Msg: "the description has metadata but no game"}
	}
	s, err := g.Skeleton(e.Game, "("+e.Game.Text+")")
	if err != nil {
		return nil, e.undefined(err)
	}
	if e.Metadata != nil {
		if s.Metadata, err = g.Check(e.Metadata, "(metadata)"); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// Describe says in a few words what may fill the hole.
func (h *Hole) Describe() string {
	var parts []string
	if n := len(h.Choices); n == 1 {
		parts = append(parts, "1 choice")
	} else if n > 1 {
		parts = append(parts, fmt.Sprintf("%d choices", n))
	}
	if h.Unknown {
		parts = append(parts, "left out")
	}
	switch {
	case h.Context == 1:
		parts = append(parts, "the library")
	case h.Context > 1:
		parts = append(parts, fmt.Sprintf("the library, with %d levels of context", h.Context))
	}
	return orList(parts)
}
