package game

// Generators made of (if …) and (or …) whose conditions have tables (see lookup)
// come to other generators, often to none, by what the tables say alone. That is
// worked out when the game is compiled, for all sites, throws and movers.

// tree is how a generator is made of others.
type tree struct {
	cond    *lookup // of an (if …) whose condition has a table
	yes, no *Gen    // its alternatives, no may be nil
	parts   []*Gen  // of an (or …)
	inner   bool    // a generator around this one has the table

	key    lookup  // what the table is about; its values are numbers of leaves
	leaves []*Gen  // what the generator comes to, nil for nothing
	ids    []int16 // by index of the key; empty without a table
}

// Branches tells that g stands for yes where cond holds and for no, which may be
// nil, where it does not; neither g nor its alternatives have consequents of their own.
func (k *Compiler) Branches(g *Gen, cond Bool, yes, no *Gen) {
	if !cond.Tabulated() {
		return
	}
	k.grow(g, &tree{cond: cond.forms.table, yes: yes, no: no}, yes, no)
}

// Unites tells that g stands for all parts.
func (k *Compiler) Unites(g *Gen, parts []*Gen) {
	for _, p := range parts {
		if p.tree != nil {
			k.grow(g, &tree{parts: parts}, parts...)
			return
		}
	}
}

func (k *Compiler) grow(g *Gen, t *tree, parts ...*Gen) {
	for _, p := range parts {
		if p != nil && p.tree != nil {
			p.tree.inner = true
		}
	}
	g.tree = t
	k.trees = append(k.trees, g)
}

// Leaf returns what g comes to now, nil for nothing; false when that is not known.
func (g *Gen) Leaf(c *Context) (*Gen, bool) {
	t := g.tree
	if t == nil || len(t.ids) == 0 {
		return nil, false
	}
	i := t.key.place(c)
	if i >= uint(len(t.ids)) {
		return nil, false
	}
	leaf := t.leaves[t.ids[i]]
	return leaf, leaf != g
}

const maxLeaves = 1 << 10

// resolve works out what the generators with trees come to.
func (k *Compiler) resolve(c *Context) {
	for _, g := range k.trees {
		if t := g.tree; !t.inner {
			t.key.reads = g.reads()
			if n := t.key.size(k.G); n > 0 && n <= maxLookup && k.lookedUp+n <= maxLookups {
				k.lookedUp += n
				t.resolve(c, g, n)
			}
		}
	}
}

// reads is what the tables of the tree of g read.
func (g *Gen) reads() (r reads) {
	if g == nil || g.tree == nil {
		return 0
	}
	t := g.tree
	if t.cond != nil {
		r = t.cond.reads
	}
	r |= t.yes.reads() | t.no.reads()
	for _, p := range t.parts {
		r |= p.reads()
	}
	return r
}

func (t *tree) resolve(c *Context, g *Gen, n int) {
	u := c.Temp()
	ids := make([]int16, n)
	w := forest{numbers: map[*Gen]int16{}, unions: map[[2]*Gen]*Gen{}}
	for i := range ids {
		t.key.set(u, uint(i))
		leaf := w.leaf(u, g)
		id, known := w.numbers[leaf]
		if !known {
			id = int16(len(t.leaves))
			w.numbers[leaf] = id
			t.leaves = append(t.leaves, leaf)
			if id == maxLeaves {
				c.GiveTemp(u)
				return
			}
		}
		ids[i] = id
	}
	c.GiveTemp(u)
	t.ids = ids
}

// forest is what is known while trees are resolved.
type forest struct {
	numbers map[*Gen]int16
	unions  map[[2]*Gen]*Gen // of what comes first and the rest
}

// leaf is what g comes to in a position.
func (w *forest) leaf(c *Context, g *Gen) *Gen {
	if g == nil || g.tree == nil {
		return g
	}
	t := g.tree
	if t.cond != nil {
		switch t.cond.value(c) {
		case unasked:
			return g
		case 0:
			return w.leaf(c, t.no)
		}
		return w.leaf(c, t.yes)
	}
	var all *Gen
	for i := len(t.parts) - 1; i >= 0; i-- {
		all = w.union(w.leaf(c, t.parts[i]), all)
	}
	return all
}

// union is the generator of the moves of a and then those of b.
func (w *forest) union(a, b *Gen) *Gen {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	key := [2]*Gen{a, b}
	g := w.unions[key]
	if g == nil {
		g = &Gen{Draft: func(c *Context, ds *Drafts) {
			if ds.List(c, a); !ds.Done() {
				ds.List(c, b)
			}
		}}
		w.unions[key] = g
	}
	return g
}
