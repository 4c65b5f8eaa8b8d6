package gdl

// dependencies checks which keywords the keywords depend on.
func (c *checker) dependencies() {
	for _, rule := range []struct {
		of string
		on []string
	}{
		{"init/1", []string{"true/1", "does/2", "legal/2", "terminal/0", "goal/2"}},
		{"legal/2", []string{"does/2"}},
		{"terminal/0", []string{"does/2"}},
		{"goal/2", []string{"does/2"}},
	} {
		from := c.graph.lookup(rule.of)
		if from < 0 {
			continue
		}
		for _, on := range rule.on {
			target := c.graph.lookup(on)
			if target < 0 {
				continue
			}
			if e, names := c.graph.way(from, target, nil); e != nil {
				c.add(e.atom.Pos, Fault, "%s may not depend on %s%s", c.graph.names[from], c.graph.names[target], through(names))
			}
		}
	}
}

// way finds a shortest path between two nodes, of at least one edge: its first edge, nil
// if there is no path, and the names of the nodes between. Only nodes that inside
// admits are passed.
func (g *graph) way(from, to int, inside func(node int) bool) (first *edge, names []string) {
	type step struct {
		node int
		edge *edge
		back int
	}
	steps := []step{{node: from, back: -1}}
	seen := map[int]bool{}
	for i := 0; i < len(steps); i++ {
		n := steps[i].node
		for k := range g.edges[n] {
			e := &g.edges[n][k]
			if seen[e.to] || inside != nil && !inside(e.to) {
				continue
			}
			seen[e.to] = true
			steps = append(steps, step{e.to, e, i})
			if e.to != to {
				continue
			}
			first = e
			for at := i; at > 0; at = steps[at].back {
				first = steps[at].edge
				names = append([]string{g.names[steps[at].node]}, names...)
			}
			return first, names
		}
	}
	return nil, nil
}

// unstratified gives a negative edge that lies on a cycle, and its start.
func (g *graph) unstratified() (from int, e *edge) {
	for i := range g.edges {
		for k := range g.edges[i] {
			e := &g.edges[i][k]
			if e.neg && g.component[i] == g.component[e.to] {
				return i, e
			}
		}
	}
	return -1, nil
}

// stratification checks that no relation depends negatively on itself. Where a
// relation does, but always names a constant at some argument, each constant
// counts as a relation of its own.
func (c *checker) stratification() {
	for {
		from, e := c.graph.unstratified()
		if e == nil {
			return
		}
		if key, arg := c.splittable(from); key != "" {
			split := map[string]int{key: arg}
			for k, a := range c.graph.split {
				split[k] = a
			}
			c.add(e.atom.Pos, Warning, "%s must be split by its argument %d to be stratified", key, arg+1)
			c.graph = newGraph(c.clauses, split)
			continue
		}
		names := []string{}
		if e.to != from {
			component := c.graph.component[from]
			_, names = c.graph.way(e.to, from, func(n int) bool { return c.graph.component[n] == component })
			names = append([]string{c.graph.names[e.to]}, names...)
		}
		c.add(e.atom.Pos, Fault, "not stratified: %s depends negatively on itself%s", c.graph.names[from], through(names))
		return
	}
}

// splittable finds a relation in the component of a node, and one of its
// arguments, that is a constant wherever the relation occurs; "" if there is none.
func (c *checker) splittable(node int) (key string, arg int) {
	constant := map[string][]bool{} // by key of the component's relations
	note := func(t *Term) {
		key := relationKey(t)
		if _, done := c.graph.split[key]; done || c.graph.component[c.graph.node(t)] != c.graph.component[node] {
			return
		}
		args, known := constant[key]
		if !known {
			for range t.Args {
				args = append(args, true)
			}
			constant[key] = args
		}
		for i, a := range t.Args {
			args[i] = args[i] && !a.IsVar() && len(a.Args) == 0
		}
	}
	for _, cl := range c.clauses {
		note(cl.head)
		for _, b := range cl.body {
			if !b.isDistinct() {
				note(b.atom)
			}
		}
	}
	for _, cl := range c.clauses { // in textual order, for the same answer every time
		args := constant[relationKey(cl.head)]
		for i := len(args) - 1; i >= 0; i-- {
			if args[i] {
				return relationKey(cl.head), i
			}
		}
	}
	return "", 0
}

// recursion checks that recursive relations cannot grow without bound: what a
// rule passes to a relation that depends on its head must be ground, an argument
// of the head, or bound by a relation that does not depend on the head.
func (c *checker) recursion() {
	for _, cl := range c.clauses {
		component := c.graph.component[c.graph.node(cl.head)]
		if !c.graph.cyclic[component] {
			continue
		}
		recursive := func(b *cond) bool {
			return !b.isDistinct() && c.graph.component[c.graph.node(b.atom)] == component
		}
		bounded := func(v *Term) bool {
			if v.Ground() {
				return true
			}
			for _, t := range cl.head.Args {
				if t.equal(v) {
					return true
				}
			}
			for i := range cl.body {
				if b := &cl.body[i]; !b.neg && !b.isDistinct() && !recursive(b) && occurs(v, b.atom) {
					return true
				}
			}
			return false
		}
		for i := range cl.body {
			b := &cl.body[i]
			if b.neg || !recursive(b) {
				continue
			}
			for _, v := range b.atom.Args {
				if !bounded(v) {
					c.add(v.Pos, Fault, "recursion restriction violated: argument %s of %s in a rule for %s is neither ground, nor "+
						"an argument of the head, nor bound outside the recursion",
						v, b.atom.Name, cl.head.Name)
				}
			}
		}
	}
}

// occurs reports whether a term stands somewhere among the arguments of an atom.
func occurs(v, atom *Term) bool {
	for _, a := range atom.Args {
		if a.equal(v) || occurs(v, a) {
			return true
		}
	}
	return false
}
