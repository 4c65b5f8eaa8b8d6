package rbg

import (
	"fmt"
	"strings"
)

// node makes a node of the automaton.
func (r *regular) node() int {
	r.nodes++
	return r.nodes - 1
}

func (r *regular) edge(e regularEdge) {
	if len(r.edges) == maxRegularEdges {
		refuseTranslation("the automaton has more than %d edges", maxRegularEdges)
	}
	r.edges = append(r.edges, e)
}

// chain makes edges with these actions one after the other, at least one.
func (r *regular) chain(from, to int, actions ...string) {
	for i, a := range actions {
		next := to
		if i < len(actions)-1 {
			next = r.node()
		}
		r.edge(regularEdge{from: from, to: next, action: a, tags: a[0] == '$'})
		from = next
	}
	if len(actions) == 0 {
		r.edge(regularEdge{from: from, to: to})
	}
}

// build makes the walks of e between two nodes. No edge leads back to from, and none leaves to.
// Inside of conditions nothing is tagged.
func (r *regular) build(e *expr, from, to int, inside bool) {
	if r.shifts([]*expr{e}, from, to) {
		return
	}
	switch e.kind {
	case eSeq:
		r.sequence(e.kids, from, to, inside)
	case eAlt:
		for _, k := range e.kids {
			r.build(k, from, to, inside)
		}
	case eStar:
		loop := r.node()
		r.chain(from, loop)
		r.build(e.kids[0], loop, loop, inside)
		r.chain(loop, to)
	case eOn:
		r.on(e.pieces, from, to)
	case eOff:
		r.chain(from, to, append(r.tags(e, inside), r.put(e.num)...)...)
	case eAssign:
		r.assign(e, from, to, inside)
	case eCmp:
		r.compare(e, from, to)
	case eSwitch:
		who := keeperMoves
		if e.num > 0 {
			who = "player = " + r.players[e.num-1]
		}
		last := r.node()
		r.chain(from, last, r.tags(e, inside)...)
		r.edge(regularEdge{from: last, to: to, action: who, ends: true})
	case eCond:
		key := r.conditionText(e.kids[0])
		c, ok := r.conds[key]
		if !ok {
			c = [2]int{r.node(), r.node()}
			r.conds[key] = c
			r.build(e.kids[0], c[0], c[1], true)
		}
		r.edge(regularEdge{from: from, to: to, asks: &c, not: e.negated})
	default:
		r.chain(from, to) // eNoop; labels are shifts
	}
}

// sequence builds kids one after the other, neighbours that only shift as one.
func (r *regular) sequence(kids []*expr, from, to int, inside bool) {
	for i := 0; i < len(kids); {
		n := i + 1
		for n < len(kids) && kids[i].shifts() && kids[n].shifts() {
			n++
		}
		together := n > i+1
		for {
			next := to
			if n < len(kids) {
				next = r.node()
			}
			if together && !r.shifts(kids[i:n], from, next) {
				n, together = i+1, false
				continue
			}
			if !together {
				r.build(kids[i], from, next, inside)
			}
			from = next
			break
		}
		i = n
	}
}

// keeperMoves gives the keeper control.
const keeperMoves = "player = keeper"

// conditionText is a text that only equal conditions share.
func (r *regular) conditionText(e *expr) string {
	var b strings.Builder
	all := make([]bool, len(r.d.Labels))
	for i := range all {
		all[i] = true
	}
	(&printer{r.d, all, &b}).expr(e)
	return b.String()
}

// tags are the actions by which a modifier becomes part of a move.
func (r *regular) tags(e *expr, inside bool) []string {
	if inside {
		return nil
	}
	return []string{"$ " + r.indices[e.index-1], "$$ " + r.words.here}
}

// put are the actions that put a piece here.
func (r *regular) put(piece int) []string {
	w, p := &r.words, r.pieces[piece]
	here := w.board + "[" + w.here + "]"
	set := here + " = " + p
	if !r.counted {
		return []string{set}
	}
	old, now := w.counts+"["+here+"]", w.counts+"["+p+"]"
	return []string{
		fmt.Sprintf("%s = %s[%s]", old, w.fewer, old), set, fmt.Sprintf("%s = %s[%s]", now, w.more, now),
	}
}

// on asks for the piece here.
func (r *regular) on(pieces []int, from, to int) {
	is := make([]bool, len(r.pieces))
	n := 0
	for _, p := range pieces {
		if !is[p] {
			is[p] = true
			n++
		}
	}
	here := r.words.board + "[" + r.words.here + "]"
	one := func(want bool) string {
		for p := range is {
			if is[p] == want {
				return r.pieces[p]
			}
		}
		return ""
	}
	switch n {
	case 0:
	case len(is):
		r.chain(from, to)
	case 1:
		r.chain(from, to, here+" == "+one(true))
	case len(is) - 1:
		r.chain(from, to, here+" != "+one(false))
	default:
		values := make([]string, len(is))
		for p := range is {
			values[p] = map[bool]string{false: "0", true: "1"}[is[p]]
		}
		t := r.table("pieces", r.words.piece+" -> Bool", function(r.pieces, values))
		r.chain(from, to, t+"["+here+"] == 1")
	}
}

// table names a constant, the same for equal ones.
func (r *regular) table(name, typ, value string) string {
	key := typ + " = " + value
	t, ok := r.tables[key]
	if !ok {
		t = r.fresh(name)
		r.tables[key] = t
		if fmt.Fprintf(&r.consts, "const %s: %s;\n", t, key); r.consts.Len() > maxRegularText {
			refuseTranslation("its tables take more than %d MB of text", maxRegularText>>20)
		}
	}
	return t
}

// maxRegularText bounds the text of tables, in bytes.
const maxRegularText = 16 << 20
