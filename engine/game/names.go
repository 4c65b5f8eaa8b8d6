package game

import "strings"

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

// Has tells whether the name of a component contains the text.
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

// TracksNamed returns the tracks, by number, whose name contains part; all
// tracks when part is empty.
func (g *Game) TracksNamed(part string) []int {
	var found []int
	for i, t := range g.Tracks {
		if strings.Contains(t.Name, part) {
			found = append(found, i)
		}
	}
	return found
}
