package gdl

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
	"slices"

	"github.com/astragal/astragal/engine/symmetry"
)

// Bounds on the search for symmetries.
const (
	maxSymmetries     = 1000    // permutations kept
	symmetricLiterals = 400_000 // of the ground rules looked at
)

// errSymmetries is the reason why symmetries are not looked for.
var errSymmetries = errors.New("symmetries are found on the propositional network of games without hidden information")

// Symmetries finds the symmetries of the game: permutations of the fluents that keep the
// initial state and, together with one of the moves of each role, all ground rules, as sets
// of sets of conditions. They are the automorphisms of the rule graph (Schiffel, "Symmetry
// Detection in General Game Playing", 2010), so each is proved by the rules, and none
// exchanges roles or goal values. p[i] is where fluent i of the network goes; the identity
// is the first one.
func (g *Game) Symmetries() ([][]int32, error) {
	n := g.network()
	if n == nil || g.prog.hidden || g.prog.random >= 0 {
		return nil, errSymmetries
	}
	r, err := newRuleGraph(g.prog)
	if err != nil {
		return nil, err
	}
	graph, err := symmetry.NewGraph(r.vertices, r.edges)
	if err != nil {
		return nil, err
	}
	group, err := symmetry.Automorphisms(graph)
	if err != nil {
		return nil, err
	}
	all, ok := group.Elements(maxSymmetries)
	if !ok {
		return nil, fmt.Errorf("%v symmetries, the limit is %d", group.Order(), maxSymmetries)
	}
	number := map[string]int32{}
	for i, f := range n.base {
		number[n.terms.text(f)] = int32(i)
	}
	vertexOf, fluentOf := make([]int32, len(n.base)), map[int32]int32{}
	for text, v := range r.fluents {
		if i, ok := number[text]; ok {
			vertexOf[i] = v
			fluentOf[v] = i
		}
	}
	var out [][]int32
elements:
	for _, p := range all {
		q := make([]int32, len(n.base))
		for i, v := range vertexOf {
			to, ok := fluentOf[p[v]]
			if !ok { // a fluent that turned out never to change
				continue elements
			}
			q[i] = to
		}
		if !slices.ContainsFunc(out, func(o []int32) bool { return slices.Equal(o, q) }) {
			out = append(out, q)
		}
	}
	return out, nil
}

// ruleGraph is the graph of the ground rules of a game. Its vertices are a hub, the
// atoms, the fluents and moves that atoms speak of, and the rules; edges have kinds, and
// those to the hub tell what a vertex is.
type ruleGraph struct {
	vertices int
	edges    [][3]int32
	fluents  map[string]int32 // vertices by text
	colours  map[string]int32 // kinds of edges to the hub by what they mean
	known    map[string]int32 // vertices of fluents and moves
}

// Kinds of edges; those from colours on lead to the hub.
const (
	edgeNow    = iota // an atom true(f) and f
	edgeNext          // next(f) and f
	edgeMay           // legal(r, m) and the move
	edgeDoes          // does(r, m) and the move
	edgeHead          // a rule and its head
	edgeHolds         // a rule and a condition
	edgeFails         // a rule and a negated condition
	edgeColour        // first of the colours
)

// newRuleGraph grounds a program and makes its graph.
func newRuleGraph(prog *program) (r *ruleGraph, err error) {
	defer caught(&err)
	limits := usualLimits
	limits.literals = symmetricLiterals
	g := newGrounder(prog, limits, nil)
	r = &ruleGraph{vertices: 1, fluents: map[string]int32{}, colours: map[string]int32{}, known: map[string]int32{}}
	atoms := make([]int32, len(g.atoms))
	initial := map[string]bool{}
	start := newProofs(prog, nil)
	for _, f := range start.fluents() {
		initial[start.text(f)] = true
	}
	for a, rel := range g.rels {
		args := g.terms.arguments(g.atoms[a])
		text := func(i int) string { return g.terms.text(args[i]) }
		switch rel {
		case relGoal:
			atoms[a] = r.vertex("goal " + text(0) + " " + text(1))
		case relTerminal:
			atoms[a] = r.vertex("terminal")
		case relTrue, relNext:
			atoms[a] = r.vertex(prog.relations[rel].name)
			r.join(atoms[a], r.fluent(text(0), initial[text(0)]), map[int32]int32{relTrue: edgeNow, relNext: edgeNext}[rel])
		case relLegal, relDoes:
			atoms[a] = r.vertex(prog.relations[rel].name)
			r.join(atoms[a], r.move(text(0), text(1)), map[int32]int32{relLegal: edgeMay, relDoes: edgeDoes}[rel])
		default:
			atoms[a] = r.vertex("atom")
		}
	}
	seen := map[string]bool{}
	for i := 0; i < len(g.instances); i += 3 {
		head := g.instances[i]
		body, useful := g.conditions(head, g.literals[g.instances[i+1]:g.instances[i+2]])
		key := binary.AppendVarint(nil, int64(head))
		for _, l := range body {
			key = binary.AppendVarint(key, int64(l))
		}
		if !useful || seen[string(key)] {
			continue
		}
		seen[string(key)] = true
		rule := r.vertex("rule")
		r.join(rule, atoms[head], edgeHead)
		for _, l := range body {
			if l > 0 {
				r.join(rule, atoms[l-1], edgeHolds)
			} else {
				r.join(rule, atoms[-l-1], edgeFails)
			}
		}
	}
	return r, nil
}

// conditions gives the body of a ground rule as a sorted set of numbers of atoms from 1,
// negative when negated; false for rules that never apply or say nothing.
func (g *grounder) conditions(head int32, literals []int32) (body []int32, useful bool) {
	for _, t := range literals {
		a := g.atomOf[max(t, -t)] // from 1, 0 for what can never hold
		switch {
		case a == 0 && t > 0, a-1 == head && t > 0:
			return nil, false
		case a == 0:
			continue
		case a-1 == head:
			return nil, false // the rules are stratified: this does not occur
		case t < 0:
			a = -a
		}
		body = append(body, a)
	}
	slices.SortFunc(body, func(x, y int32) int { return cmp.Or(cmp.Compare(max(x, -x), max(y, -y)), cmp.Compare(x, y)) })
	body = slices.Compact(body)
	for i := 1; i < len(body); i++ {
		if body[i] == -body[i-1] {
			return nil, false
		}
	}
	return body, true
}

// vertex makes a vertex that is what a word says.
func (r *ruleGraph) vertex(what string) int32 {
	kind, ok := r.colours[what]
	if !ok {
		kind = edgeColour + int32(len(r.colours))
		r.colours[what] = kind
	}
	v := int32(r.vertices)
	r.vertices++
	r.join(v, 0, kind)
	return v
}

func (r *ruleGraph) join(a, b, kind int32) { r.edges = append(r.edges, [3]int32{a, b, kind}) }

// fluent is the vertex of a fluent; that it holds at the start is part of what it is.
func (r *ruleGraph) fluent(text string, initial bool) int32 {
	v, ok := r.fluents[text]
	if !ok {
		v = r.vertex(map[bool]string{true: "fluent at the start", false: "fluent"}[initial])
		r.fluents[text] = v
	}
	return v
}

// move is the vertex of a role's move.
func (r *ruleGraph) move(role, text string) int32 {
	v, ok := r.known[role+" "+text]
	if !ok {
		v = r.vertex("move of " + role)
		r.known[role+" "+text] = v
	}
	return v
}

// AppendImage appends the least key of the position and of its images under the
// symmetries; see formal.Symmetric. Where others have chosen in this step among several
// moves it is the position's own.
func (p *position) AppendImage(dst []byte, symmetries [][]int32) []byte {
	if !p.forced() {
		key, _ := p.AppendKey(append(dst, 255))
		return key
	}
	dst = append(dst, byte(len(p.chosen)))
	start := len(dst)
	image := make(state, len(p.at))
	for _, q := range symmetries {
		clear(image)
		for k, w := range p.at {
			for ; w != 0; w &= w - 1 {
				to := q[k<<6+bits.TrailingZeros64(w)]
				image[to>>6] |= 1 << (to & 63)
			}
		}
		at := len(dst)
		for _, w := range image {
			dst = binary.BigEndian.AppendUint64(dst, w)
		}
		if at > start {
			if string(dst[at:]) < string(dst[start:at]) {
				copy(dst[start:at], dst[at:])
			}
			dst = dst[:at]
		}
	}
	return dst
}

// forced reports whether those who have chosen in this step had no choice, so that the
// state says all.
func (p *position) forced() (yes bool) {
	if len(p.chosen) == 0 {
		return true
	}
	defer p.leave()
	m := p.enter()
	for k := range p.chosen {
		if m.legal(p.s.g.order[k]) != 1 {
			return false
		}
	}
	return true
}
