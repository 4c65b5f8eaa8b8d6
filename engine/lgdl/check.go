package lgdl

import (
	"fmt"
	"math"
	"strings"
)

// Check resolves the tree against the grammar and returns the typed tree. want
// is the type the root must have, such as "(game)", "moves" or "(metadata)"; a
// bare keyword of clause forms, such as "game", is understood as "(game)".
//
// A clause is resolved as in spec 01 §12: the forms of its keyword that satisfy
// the wanted type are tried in the order of the grammar, arguments are mapped to
// slots in strictly increasing order, left-most slots first, and the first
// assignment that fills all mandatory slots and groups is taken.
//
// The error is an *Error, or an ErrorList if several words are unknown.
func (g *Grammar) Check(root *Node, want string) (*Expr, error) {
	t, ok := g.typeIDs[want]
	if !ok {
		t, ok = g.typeIDs["("+want+")"]
	}
	if !ok {
		if g.byKeyword[strings.Trim(want, "()")] == nil {
			return nil, fmt.Errorf("lgdl: there is no type %q", want)
		}
		return g.withRoot(strings.Trim(want, "()")).Check(root, "("+strings.Trim(want, "()")+")")
	}
	c := &checker{g: g}
	n, err := c.prepare(root, 0)
	if err != nil {
		return nil, err
	}
	if e := c.expr(n, t); e != nil {
		return e, nil
	}
	return nil, c.explain(n, t)
}

// withRoot returns a grammar that also knows the clause type of the keyword,
// which occurs in no slot.
func (g *Grammar) withRoot(keyword string) *Grammar {
	h := *g
	h.typeIDs = map[string]typeID{}
	for k, v := range g.typeIDs {
		h.typeIDs[k] = v
	}
	h.types = append([]typeInfo(nil), g.types...)
	id := h.intern("(" + keyword + ")")
	h.fillAccept(&h.types[id])
	return &h
}

// checker resolves one tree. Each pair of node and type is decided once.
type checker struct {
	g      *Grammar
	nodes  int
	effort int // what is left of the steps that trees with holes may take

	below slab[cnode]
	items slab[*cnode]
	exprs slab[Expr]
	lists slab[*Expr]
}

// cnode is a Node with what is known about it.
type cnode struct {
	*Node
	depth int
	items []*cnode
	holes bool // there are holes below it, or it is one
	open  bool // some of the items are holes

	choices [][]*cnode // of a hole
	pinned  int        // of a stand-in for a filler: the number of the slot that it takes, from 1
	memo    []verdict
	first   [2]verdict // of memo, of which few nodes have more
	diags   map[typeID]*diagnosis
}

type verdict struct {
	t typeID
	e *Expr // nil: the node does not have the type
}

func (c *checker) prepare(n *Node, depth int) (*cnode, error) {
	cn := &cnode{}
	return cn, c.prepareAs(cn, n, depth)
}

// prepareAs is prepare, which fills a cnode that is there.
func (c *checker) prepareAs(cn *cnode, n *Node, depth int) error {
	if c.nodes++; c.nodes > Large.Elements || depth > maxDepth {
		return &Error{Pos: n.Pos, Via: n.Via, Msg: "the description is too large to check"}
	}
	cn.Node, cn.depth, cn.memo = n, depth, cn.first[:0]
	if len(n.Items) > 0 {
		below := c.below.list(len(n.Items))
		cn.items = c.items.list(len(n.Items))
		for i, x := range n.Items {
			if err := c.prepareAs(&below[i], x, depth+1); err != nil {
				return err
			}
			cn.items[i] = &below[i]
			cn.holes = cn.holes || below[i].holes
			cn.open = cn.open || x.Kind == HoleKind
		}
	}
	if n.Hole != nil {
		return c.prepareHole(cn)
	}
	return nil
}

// expr returns the node as an expression of the type, nil if it is none.
func (c *checker) expr(n *cnode, t typeID) *Expr {
	for i := range n.memo {
		if n.memo[i].t == t {
			return n.memo[i].e
		}
	}
	e := c.resolve(n, t)
	n.memo = append(n.memo, verdict{t, e})
	return e
}

func (c *checker) resolve(n *cnode, t typeID) *Expr {
	info := &c.g.types[t]
	switch n.Kind {
	case Clause:
		if n.open {
			return c.incomplete(n, info)
		}
		return c.clause(n, info)
	case HoleKind:
		return c.hole(n, t)
	case List:
		if info.class != tList {
			return nil
		}
		e := c.made(n, List, info.name)
		e.Items = c.lists.list(len(n.items))
		for i, x := range n.items {
			if e.Items[i] = c.expr(x, info.elem); e.Items[i] == nil {
				return nil
			}
		}
		return e
	}
	return c.literal(n, info)
}

// made is a new expression for a node.
func (c *checker) made(n *cnode, k Kind, typ string) *Expr {
	e := c.exprs.one()
	e.Kind, e.Pos, e.Via, e.Label, e.Text, e.Int, e.Float, e.Type = k, n.Pos, n.Via, n.Label, n.Text, n.Int, n.Float, typ
	return e
}

// literal resolves leaves.
func (c *checker) literal(n *cnode, t *typeInfo) *Expr {
	if n.Kind == String {
		if t.class == tString {
			return c.made(n, String, "string")
		}
		return nil
	}
	base := strings.TrimSuffix(t.name, "!")
	switch t.class {
	case tConst:
		if n.Kind == Const && capital(n.Text) == t.name {
			e := c.made(n, Const, "")
			e.Text = t.name
			return e
		}
		return nil
	case tCategory, tEnum:
	default:
		return nil
	}
	switch base {
	case "int", "dim":
		if n.Kind == Int {
			return c.made(n, Int, base)
		}
		if v, ok := appConstants[n.Text]; ok && n.Kind == Const {
			e := c.made(n, Int, base)
			e.Int, e.Float = v, float64(v)
			return e
		}
		return nil
	case "float":
		if n.Kind == Int || n.Kind == Float {
			return c.made(n, Float, base)
		}
		if n.Kind == Const && n.Text == "Infinity" {
			e := c.made(n, Float, base)
			e.Float = math.Inf(1)
			return e
		}
		return nil
	case "bool":
		if n.Kind == Bool {
			return c.made(n, Bool, base)
		}
		return nil
	}
	if n.Kind != Const {
		return nil
	}
	v, ok := t.values[n.Text]
	if !ok {
		if v, ok = t.values[capital(n.Text)]; !ok {
			return nil
		}
	}
	e := c.made(n, Const, v.enum)
	e.Text, e.Int, e.Float = v.text, v.index, 0
	return e
}

// capital returns s with a capital first letter: the language accepts constants
// that begin with a small one.
func capital(s string) string {
	if s != "" && 'a' <= s[0] && s[0] <= 'z' {
		return string(s[0]-'a'+'A') + s[1:]
	}
	return s
}

// clause tries the forms that satisfy the type.
func (c *checker) clause(n *cnode, t *typeInfo) *Expr {
	var out []*Expr // all nil again after a form that does not match
	for _, f := range t.accept[n.Text] {
		if len(n.items) > len(f.Slots) || len(n.items) < f.mandatory {
			continue
		}
		if len(f.Slots) > cap(out) {
			out = c.lists.list(len(f.Slots))
		}
		m := matcher{c: c, f: f, args: n.items, out: out[:len(f.Slots):len(f.Slots)]}
		if m.match(0, 0) {
			e := c.made(n, Clause, f.Result)
			e.Form, e.Args = f, m.out
			return e
		}
	}
	return nil
}

// matcher assigns the arguments of one clause to the slots of one form.
type matcher struct {
	c    *checker
	f    *Form
	args []*cnode
	out  []*Expr
}

// match assigns the arguments from ai on to the slots from si on.
func (m *matcher) match(ai, si int) bool {
	if len(m.args)-ai > len(m.f.Slots)-si {
		return false
	}
	if si == len(m.f.Slots) {
		return true
	}
	s := &m.f.Slots[si]
	if ai < len(m.args) && m.args[ai].Label == s.Label && !m.taken(si) {
		if e := m.c.expr(m.args[ai], s.typ); e != nil {
			m.out[si] = e
			if m.match(ai+1, si+1) {
				return true
			}
			m.out[si] = nil
		}
	}
	return m.skippable(si) && m.match(ai, si+1)
}

// taken reports whether an earlier member of the slot's group is filled.
func (m *matcher) taken(si int) bool {
	g := m.f.Slots[si].Group
	if g == 0 {
		return false
	}
	for i := m.f.groups[g-1].first; i < si; i++ {
		if m.out[i] != nil {
			return true
		}
	}
	return false
}

// skippable reports whether the slot may stay empty: it is optional, or another
// member of its group is filled or still to come.
func (m *matcher) skippable(si int) bool {
	s := &m.f.Slots[si]
	return s.Optional || s.Group != 0 && (si < m.f.groups[s.Group-1].last || m.taken(si))
}
