package efg

// An information class extends a player's information sets to all nodes: two
// nodes lie in one class of a player exactly when he cannot tell them apart.
// Classes are numbered from 1 by their first node in preorder.

// StaticClasses gives for a player (from 1) the class of each node, seen by
// someone without a clock: at the player's own nodes the information set; the
// root by itself; elsewhere what his last decision was, if any. A game that
// records what players know is taken at its word instead.
func (g *Game) StaticClasses(player int) []int {
	if g.Known != nil {
		return g.knownClasses(player)
	}
	type view struct {
		kind        byte // 's'et, 'r'oot, 'a'fter a decision, 'b'efore any
		set, action int
	}
	last := make([]view, len(g.Nodes))
	classes := newClasses[view](len(g.Nodes))
	for i := range g.Nodes {
		n := &g.Nodes[i]
		last[i] = view{kind: 'b'}
		if i > 0 {
			last[i] = last[n.Parent]
			if parent := &g.Nodes[n.Parent]; parent.Owner == player {
				last[i] = view{'a', parent.Set, n.Branch}
			}
		}
		switch {
		case n.Owner == player:
			classes.add(view{'s', n.Set, 0})
		case i == 0:
			classes.add(view{kind: 'r'})
		default:
			classes.add(last[i])
		}
	}
	return classes.of
}

// TimedClasses gives for a player (from 1) the class of each node, seen by
// someone who counts moves and remembers his decisions: at the player's own
// nodes the information set, elsewhere depth and all his decisions so far. A game
// that records what players know is taken at its word instead.
func (g *Game) TimedClasses(player int) []int {
	if g.Known != nil {
		return g.knownClasses(player)
	}
	type view struct{ set, depth, history int }
	h := g.histories(player)
	classes := newClasses[view](len(g.Nodes))
	for i := range g.Nodes {
		n := &g.Nodes[i]
		if n.Owner == player {
			classes.add(view{set: n.Set})
		} else {
			classes.add(view{-1, n.Depth, h[i]})
		}
	}
	return classes.of
}

// openTerminals puts every terminal node into a class of its own, as if the end
// of the play were shown to everybody.
func (g *Game) openTerminals(classes []int) []int {
	type view struct{ class, terminal int }
	open := newClasses[view](len(classes))
	for i, c := range classes {
		if g.Nodes[i].Owner == Terminal {
			open.add(view{0, i})
		} else {
			open.add(view{c, -1})
		}
	}
	return open.of
}

// classes numbers views in the order of their first appearance.
type classes[V comparable] struct {
	number map[V]int
	of     []int
}

func newClasses[V comparable](nodes int) *classes[V] {
	return &classes[V]{number: map[V]int{}, of: make([]int, 0, nodes)}
}

func (c *classes[V]) add(v V) {
	n, known := c.number[v]
	if !known {
		n = len(c.number) + 1
		c.number[v] = n
	}
	c.of = append(c.of, n)
}
