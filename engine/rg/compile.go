package rg

import (
	"slices"
	"strings"
)

// Game is a compiled game: immutable and safe for concurrent use.
type Game struct {
	// Title is the name of the game.
	Title string

	description *Description
	players     []string
	symbols     []string
	vars        []variable
	initial     []uint16 // the variables at the start
	pool        []uint16 // the constants
	scores      []int64  // by symbol
	nodes       []node
	edges       []edge
	begin, end  int32

	player, goals, visible int32  // the first cells of these variables
	seats                  []int8 // player from 1 by symbol; 0 is random, -1 the keeper
	hidden                 bool   // somebody may not see something
	chance                 bool   // random may decide
	start                  *State
	samplers               []*sampler // by node; nil where moves must be listed
	opening                []observed // what the keeper shows before the first move
}

// variable is what a State holds.
type variable struct {
	name string
	base int
	typ  *typ
}

type opcode uint8

const (
	opSkip opcode = iota
	opAssign
	opAny
	opCopy
	opEqual
	opUnequal
	opIs // left is the symbol of right
	opIsNot
	opAllEqual
	opAllUnequal
	opReach
	opUnreach
	opTag
	opTagVar
)

type edge struct {
	op          opcode
	ends        bool  // the assignment ends the move
	target      int32 // node
	from, to    int32 // nodes of opReach and opUnreach
	left, right *ref
	any         []uint16
	next        *edge // of opAny, the only edge of its target if that is a comparison
	check       *typ  // what assigned values must be members of; nil if it is sure
}

// node has the edges first … last-1. The walks below a head may come back to it.
type node struct {
	first, last int32
	head        bool
	either      bool // at most one of its edges is open
}

type compiler struct {
	*source
	d     *Description
	g     *Game
	ids   map[string]uint16
	types map[string]*typ
	named map[string]*ref

	nodeIDs map[string]int32
	out     [][]edge       // by node
	asked   map[int32]bool // nodes that reachability names
	places  map[place][]int32
	tables  int // entries of tables by symbol
	total   int
}

// Load reads and compiles a description at the low level.
func Load(file, title string, src []byte) (*Game, error) {
	d, err := Parse(file, title, src)
	if err != nil {
		return nil, err
	}
	return d.Compile()
}

// Compile resolves all names and instantiates the nodes. Every error is an *Error.
func (d *Description) Compile() (g *Game, err error) {
	defer catch(&err)
	c := &compiler{source: d.src, d: d, g: &Game{Title: d.Title, description: d}, ids: map[string]uint16{},
		types: map[string]*typ{}, named: map[string]*ref{}, nodeIDs: map[string]int32{}, asked: map[int32]bool{},
		places: map[place][]int32{}}
	c.declareTypes()
	c.declareData()
	c.g.begin, c.g.end = c.node("begin"), c.node("end")
	for i := range d.edges {
		c.edge(&d.edges[i])
	}
	if len(c.out[c.g.begin]) == 0 {
		c.fail(Pos{1, 1}, "no edge leaves the node begin")
	}
	c.finish()
	return c.g, nil
}

// node gives the number of a node by its full name.
func (c *compiler) node(key string) int32 {
	id, ok := c.nodeIDs[key]
	if !ok {
		id = int32(len(c.out))
		c.nodeIDs[key] = id
		c.out = append(c.out, nil)
	}
	return id
}

// edge instantiates an edge for all values of its parameters.
func (c *compiler) edge(d *edgeDecl) {
	var names []string
	var types []*typ
	seen := map[string]bool{}
	for _, n := range []*nodeExpr{d.from, d.to} {
		for _, a := range n.args {
			if a.typ == nil || seen[a.name] {
				continue
			}
			if c.named[a.name] != nil {
				c.fail(a.pos, "parameter '%s' has the name of a variable or constant", a.name)
			}
			t := c.resolve(a.typ)
			if !t.set() {
				c.fail(a.pos, "parameter '%s' must be a symbol", a.name)
			}
			seen[a.name] = true
			names, types = append(names, a.name), append(types, t)
		}
	}
	v := env{}
	var bind func(k int)
	bind = func(k int) {
		if k < len(names) {
			for _, m := range types[k].members {
				v[names[k]] = m
				bind(k + 1)
			}
			return
		}
		if c.total++; c.total > maxEdges {
			c.fail(d.from.pos, "more than %d edges when all parameters have values", maxEdges)
		}
		c.instance(d, v)
	}
	bind(0)
}

// named nodes are told apart by their name and arguments.
func (c *compiler) nodeAt(n *nodeExpr, v env, declares bool) int32 {
	if len(n.args) == 0 {
		return c.node(n.name)
	}
	var b strings.Builder
	b.WriteString(n.name)
	for _, a := range n.args {
		if a.typ != nil && !declares {
			c.fail(a.pos, "no parameter can be declared here")
		}
		b.WriteByte(' ')
		if sym, ok := v[a.name]; ok {
			b.WriteString(c.g.symbols[sym])
		} else {
			b.WriteString(a.name)
		}
	}
	return c.node(b.String())
}

func (c *compiler) instance(d *edgeDecl, v env) {
	from := c.nodeAt(d.from, v, true)
	if from == c.g.end {
		c.fail(d.from.pos, "no edge may leave the node end")
	}
	out := edge{target: c.nodeAt(d.to, v, true)}
	switch a := &d.act; a.kind {
	case aAssign:
		c.assign(a, v, &out)
	case aEqual, aUnequal:
		if !c.compare(a, v, &out) {
			return
		}
	case aReach, aUnreach:
		out.op, out.from, out.to = opReach, c.nodeAt(a.from, v, false), c.nodeAt(a.to, v, false)
		if a.kind == aUnreach {
			out.op = opUnreach
		}
		c.asked[out.to] = true
	case aTag:
		sym, ok := v[a.left.name]
		if !ok {
			sym = c.intern(a.left.name, a.pos)
		}
		out.op, out.right = opTag, &ref{sym: int32(sym)}
	case aTagVar:
		out.op, out.right = opTagVar, c.expr(a.left, v)
		if out.right.sym >= 0 {
			out.op = opTag
		} else if !out.right.typ.set() {
			c.fail(a.pos, "a function is no tag")
		}
	}
	c.out[from] = append(c.out[from], out)
}

// finish removes what leads nowhere, passes over edges that do nothing, and lays out the automaton.
func (c *compiler) finish() {
	g := c.g
	for _, t := range c.types {
		c.pad(t)
	}
	for _, v := range g.vars {
		c.pad(v.typ)
	}
	c.shorten()
	c.join()
	g.nodes = make([]node, len(c.out))
	for i, out := range c.out {
		g.nodes[i].first = int32(len(g.edges))
		for _, e := range out {
			for _, r := range []*ref{e.left, e.right} {
				c.padRef(r)
			}
			if e.check != nil {
				c.pad(e.check)
			}
			g.edges = append(g.edges, e)
		}
		g.nodes[i].last = int32(len(g.edges))
	}
	for i := range g.edges {
		e := &g.edges[i]
		if n := &g.nodes[e.target]; e.op == opAny && !e.ends && !n.head && n.last == n.first+1 {
			if then := &g.edges[n.first]; then.op >= opEqual && then.op <= opIsNot {
				e.next = then
			}
		}
	}
	g.player, g.goals, g.visible = c.named["player"].base, c.named["goals"].base, c.named["visible"].base
	g.seats, g.scores = make([]int8, len(g.symbols)), make([]int64, len(g.symbols))
	for i, s := range g.symbols {
		g.seats[i] = -1
		if s == "random" {
			g.seats[i] = 0
		}
		g.scores[i] = score(s)
	}
	for i, p := range g.players {
		g.seats[c.ids[p]] = int8(i + 1)
	}
	c.look()
	g.heads()
	g.setUp()
	g.sample()
}

// pad makes a type ready for any symbol.
func (c *compiler) pad(t *typ) {
	for ; t != nil; t = t.to {
		c.spend(len(c.g.symbols)-len(t.at), Pos{1, 1})
		for len(t.at) < len(c.g.symbols) {
			t.at = append(t.at, -1)
		}
		if t.from != nil {
			c.pad(t.from)
		}
	}
}

func (c *compiler) padRef(r *ref) {
	if r == nil {
		return
	}
	if r.cast != nil {
		c.pad(r.cast)
	}
	for _, x := range r.indices {
		c.pad(x.in)
		c.padRef(x.of)
	}
	r.cell = r.sym < 0 && !r.pool && len(r.indices) == 0 && r.cast == nil
	if len(r.indices) != 1 || r.cast != nil || r.where != nil {
		return
	}
	x := r.indices[0]
	if !x.of.cell {
		return
	}
	key := place{r.base, x.stride, x.in}
	if c.places[key] == nil {
		c.spend(len(c.g.symbols), Pos{1, 1})
		table := make([]int32, len(c.g.symbols))
		for v := range table {
			if table[v] = -1; x.in.at[v] >= 0 {
				table[v] = r.base + x.in.at[v]*x.stride
			}
		}
		c.places[key] = table
	}
	r.by, r.where = x.of.base, c.places[key]
}

// place tells tables of cells by arguments apart.
type place struct {
	base, stride int32
	in           *typ
}

// shorten removes edges from which no move can be completed and nothing be reached
// that is asked for, and passes over edges that do nothing.
func (c *compiler) shorten() {
	kept := func(n int32) bool { return n == c.g.end || c.asked[n] }
	before := make([][]int32, len(c.out))
	alive := make([]bool, len(c.out))
	var work []int32
	revive := func(n int32) {
		if !alive[n] {
			alive[n] = true
			work = append(work, n)
		}
	}
	for n, out := range c.out {
		if kept(int32(n)) {
			revive(int32(n))
		}
		for _, e := range out {
			before[e.target] = append(before[e.target], int32(n))
			if e.ends {
				revive(int32(n))
			}
		}
	}
	for len(work) > 0 {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		for _, m := range before[n] {
			revive(m)
		}
	}
	for n, out := range c.out {
		left := out[:0]
		for _, e := range out {
			if e.ends || alive[e.target] {
				left = append(left, e)
			}
		}
		c.out[n] = left
	}
	next := make([]int32, len(c.out)) // where passing over leads, -1 if not known
	for n := range next {
		next[n] = -1
	}
	through := func(n int32) int32 {
		var path []int32
		for next[n] < 0 {
			out := c.out[n]
			next[n] = n // also what a cycle of such edges leads to
			if kept(n) || len(out) != 1 || out[0].op != opSkip {
				break
			}
			path = append(path, n)
			n = out[0].target
		}
		for _, m := range path {
			next[m] = next[n]
		}
		return next[n]
	}
	for _, out := range c.out {
		for i := range out {
			out[i].target = through(out[i].target)
			if out[i].op == opReach || out[i].op == opUnreach {
				out[i].from = through(out[i].from)
			}
		}
	}
}

// look finds out whether anything may be hidden, and whether chance may decide.
func (c *compiler) look() {
	g := c.g
	random, hasRandom := c.ids["random"]
	visible := c.named["visible"]
	shown := func(cells []uint16) bool {
		for _, v := range cells {
			if g.symbols[v] != "1" {
				return false
			}
		}
		return true
	}
	g.hidden = !shown(g.initial[visible.base : int(visible.base)+visible.typ.size])
	g.chance = hasRandom && g.initial[g.player] == random
	for _, e := range g.edges {
		switch {
		case e.op != opAssign && e.op != opAny && e.op != opCopy:
		case e.ends:
			switch {
			case !hasRandom:
			case e.op == opAny:
				g.chance = g.chance || slices.Contains(e.any, random)
			case e.right.sym < 0:
				g.chance = g.chance || e.right.typ.index(random) >= 0
			default:
				g.chance = g.chance || e.right.sym == int32(random)
			}
		case e.left.base >= visible.base && e.left.base < visible.base+int32(visible.typ.size):
			if e.op != opAssign || e.right.sym < 0 || g.symbols[e.right.sym] != "1" {
				g.hidden = true
			}
		}
	}
}
