package gdl

import "slices"

// GDL-III (Thielscher, IJCAI 2017) adds to the conditions of rules what players know:
// (knows R P) where role R knows P, (knows P) where P is common knowledge. P is an atom,
// and holds in every play that R cannot tell from the one at hand: a play of as many
// joint moves, in which R has made the same moves and perceived the same. Common
// knowledge is what holds in all plays that chains of such plays lead to, whichever
// player cannot tell each from the next.
//
// A description is of GDL-III if knows stands in bodies only. What P depends on may
// not depend on this knowledge, on moves, or on what is only told of them; knowledge of
// knowledge is that of a relation whose rule asks for knowledge.

// knownAtom gives the atom that a condition wants to be known, nil for other
// conditions.
func (d *Description) knownAtom(t *Term) *Term {
	if t.Name == "knows" && (len(t.Args) == 1 || len(t.Args) == 2) && d.Epistemic() {
		return t.Args[len(t.Args)-1]
	}
	return nil
}

// Epistemic reports whether the rules ask for knowledge: whether knows, with one or two
// arguments, stands in bodies and in no head.
func (d *Description) Epistemic() bool {
	if d.epistemic == unknown {
		d.epistemic = no
		for _, r := range d.Rules {
			for _, l := range r.Body {
				if l.asksKnowledge() {
					d.epistemic = yes
				}
			}
		}
		for _, r := range d.Rules {
			if r.Head.Name == "knows" {
				d.epistemic = no // a relation of the sheet's own
			}
		}
	}
	return d.epistemic == yes
}

// answer is yes, no, or not looked for yet.
type answer uint8

const (
	unknown answer = iota
	no
	yes
)

func (l *Literal) asksKnowledge() bool {
	if l.Op == Plain {
		return l.Atom.Name == "knows" && (len(l.Atom.Args) == 1 || len(l.Atom.Args) == 2)
	}
	return slices.ContainsFunc(l.Subs, (*Literal).asksKnowledge)
}

// unknowable are relations that no play knows beforehand, or that have no meaning
// within one.
var unknowable = map[string]bool{"does/2": true, "sees/2": true, "next/1": true, "init/1": true, "base/1": true,
	"input/2": true}

// knowledge checks what rules want to be known.
func (c *checker) knowledge(t *Term) {
	p := c.d.knownAtom(t)
	switch {
	case p == nil:
	case p.IsVar():
		c.add(p.Pos, Fault, "what is known must be an atom, not the variable %s", p.Name)
	case c.d.knownAtom(p) != nil:
		c.add(p.Pos, Fault, "knowledge of knowledge needs a relation of its own, whose rule asks for it")
	case p.Name == "not" || p.Name == "or" || p.Name == "and" || p.Name == "distinct":
		c.add(p.Pos, Fault, "what is known must be an atom, not '%s'", p.Name)
	case unknowable[relationKey(p)]:
		c.add(p.Pos, Fault, "'%s' cannot be known", p.Name)
	default:
		c.keyword(p, false)
	}
}

// dependent gives clauses that depend on what is to be known, as on what is not to hold,
// in the place of its knowledge.
func (d *Description) dependent(clauses []clause) []clause {
	if !d.Epistemic() {
		return clauses
	}
	all := make([]clause, len(clauses))
	for i, cl := range clauses {
		all[i] = cl
		all[i].body = nil
		for _, b := range cl.body {
			if p := d.knownAtom(b.atom); p != nil {
				b = cond{true, p}
			}
			all[i].body = append(all[i].body, b)
		}
	}
	return all
}

// circles checks that no knowledge depends on itself.
func (c *checker) circles() {
	if !c.d.Epistemic() {
		return
	}
	g := newGraph(c.d.dependent(c.clauses), nil)
	for i := range c.clauses {
		for _, b := range c.clauses[i].body {
			p := c.d.knownAtom(b.atom)
			if p != nil && g.component[g.node(p)] == g.component[g.node(c.clauses[i].head)] {
				c.add(p.Pos, Fault, "whether %s is known depends on itself through %s", p.Name, c.clauses[i].head.Name)
			}
		}
	}
}

// reified gives the description with knowledge as fluents: (knows R P) becomes
// (true (knows R P)). A knowing machine adds these fluents to every state.
func (d *Description) reified() *Description {
	out := *d
	out.Rules = make([]*Rule, len(d.Rules))
	for i, r := range d.Rules {
		changed := *r
		changed.Body = d.reify(r.Body)
		out.Rules[i] = &changed
	}
	return &out
}

func (d *Description) reify(list []*Literal) []*Literal {
	out := make([]*Literal, len(list))
	for i, l := range list {
		changed := *l
		switch {
		case l.Op != Plain:
			changed.Subs = d.reify(l.Subs)
		case d.knownAtom(l.Atom) != nil:
			changed.Atom = &Term{Pos: l.Atom.Pos, Name: "true", Args: []*Term{l.Atom}}
		}
		out[i] = &changed
	}
	return out
}

// target is a relation of which rules ask what is known.
type target struct {
	rel    int
	name   string
	arity  int
	own    bool // of roles
	common bool
	node   int // in the graph of dependencies
}

// targets lists them, those first that others depend on.
func (d *Description) targets(p *program) []target {
	clauses, _ := d.clauses()
	g := newGraph(d.dependent(clauses), nil)
	byKey := map[string]*target{}
	var list []*target
	for i := range clauses {
		for _, b := range clauses[i].body {
			atom := d.knownAtom(b.atom)
			if atom == nil {
				continue
			}
			t := byKey[relationKey(atom)]
			if t == nil {
				arity := len(atom.Args)
				t = &target{rel: p.relation(atom.Name, arity), name: atom.Name, arity: arity, node: g.node(atom)}
				byKey[relationKey(atom)] = t
				list = append(list, t)
			}
			t.own = t.own || len(b.atom.Args) == 2
			t.common = t.common || len(b.atom.Args) == 1
		}
	}
	// A target comes after those whose knowledge it depends on: edges lead to lower components.
	slices.SortStableFunc(list, func(a, b *target) int { return g.component[a.node] - g.component[b.node] })
	var out []target
	for _, t := range list {
		out = append(out, *t)
	}
	return out
}
