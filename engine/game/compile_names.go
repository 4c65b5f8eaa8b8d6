package game

import (
	"slices"
	"strings"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/lgdl"
)

// NameSet is the set of components whose final name contains a text. It is complete
// once all rules are compiled.
type NameSet struct {
	in    []bool
	first []int32 // by owner 0..n+1, -1 none
}

// Named returns the components whose final name contains part (part 7, §1.10).
func (k *Compiler) Named(part string) *NameSet {
	n := &NameSet{}
	g := k.G
	k.Later(func() {
		n.in = make([]bool, len(g.Components))
		n.first = make([]int32, g.Players+2)
		for i := range n.first {
			n.first[i] = Off
		}
		for i := 1; i < len(g.Components); i++ {
			c := &g.Components[i]
			if !strings.Contains(c.Name, part) {
				continue
			}
			n.in[i] = true
			if c.Owner >= 0 && c.Owner < len(n.first) && n.first[c.Owner] < 0 {
				n.first[c.Owner] = int32(i)
			}
		}
	})
	return n
}

// Has reports whether the name of a component contains the text.
func (n *NameSet) Has(component int) bool {
	return component > 0 && component < len(n.in) && n.in[component]
}

// Of returns the lowest such component of an owner, or -1.
func (n *NameSet) Of(owner int) int {
	if owner < 0 || owner >= len(n.first) {
		return Off
	}
	return int(n.first[owner])
}

// Intern returns the number of a text made during play, such as a note that
// quotes a score; it is negative, apart from those of Compiler.Name, and Text
// gives the text back. Texts last as long as the context and its copies.
func (c *Context) Intern(text string) int32 {
	i := slices.Index(c.pool.texts, text)
	if i < 0 {
		i = len(c.pool.texts)
		c.pool.texts = append(c.pool.texts, text)
	}
	return ^int32(i)
}

// Text returns the text of the Name of an action.
func (c *Context) Text(name int32) string {
	if name < 0 {
		return c.pool.texts[^name]
	}
	return c.G.names[name]
}

// TrackOf is the track of a name: the first whose name it is, or, of an owner other than Off, contains it; nil if there
// is none. Without a name the owner does not matter, and it is the first of all.
func (g *Game) TrackOf(name *lgdl.Expr, owner int) *board.Track {
	for _, t := range g.Tracks {
		if name == nil || owner == Off && t.Name == name.Text ||
			owner != Off && t.Owner == owner && strings.Contains(t.Name, name.Text) {
			return t
		}
	}
	return nil
}
