package rbg

import (
	"fmt"
	"slices"
	"strings"
)

type opcode uint8

const (
	opBranch   opcode = iota // try kids one after the other
	opDispatch               // continue with byPiece[the piece here]
	opIf                     // next if the condition body holds, else other
	opCond                   // the condition body must be as want
	opStep                   // to the only target of rel
	opStepOn                 // the same, the piece there must be in mask
	opFan                    // to each target of rel
	opFanOn                  // to each target of rel with a piece in mask
	opRay                    // next here, then step along rel on mask and again
	opFlood                  // next at every vertex that steps along rel on mask reach
	opOn                     // the piece here must be in mask
	opOff                    // put piece
	opAssign                 // variable num := left
	opCmp                    // left cmp right
	opSwitch                 // the move ends, player num is next
	opVisit                  // go on only once per vertex and segment
	opAccept                 // the condition holds
	opLater                  // next makes at most one move; a lazy list stops here
	opPick                   // next at the vertex a sampler has drawn
	opHops                   // the hops of this vertex, then kids
)

// pieceSet is a set of pieces.
type pieceSet [maxPieces / 64]uint64

var allPieces = pieceSet{^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)}

func (s *pieceSet) has(p uint8) bool { return s[p>>6]>>(p&63)&1 != 0 }

func (s *pieceSet) add(p int) { s[p>>6] |= 1 << (p & 63) }

func (s pieceSet) and(t pieceSet) pieceSet {
	for k := range s {
		s[k] &= t[k]
	}
	return s
}

func (s pieceSet) or(t pieceSet) pieceSet {
	for k := range s {
		s[k] |= t[k]
	}
	return s
}

// node is one instruction of the plan: an automaton state together with the
// action that leaves it. What is used depends on op.
type node struct {
	op    opcode
	want  bool
	pure  bool // the body of opCond, opIf changes nothing while it is tested
	fresh bool // a modifier whose following segment has opVisit nodes
	piece uint8
	next  int32
	other int32
	body  int32
	num   int32
	slot  int32 // of opVisit
	index int32 // of a modifier; 0 inside conditions
	mask  pieceSet
	rel   *relation
	kids  []int32 // of opBranch and, after its hops, opHops

	byPiece []int32
	hops    [][]hop    // for every vertex
	ways    []node     // of opHops: the nodes that its hops were made from, in order
	pieces  []int32    // members of mask
	closure *relation  // of opFlood: rel any number of times, all pieces allowed
	lines   [][]uint64 // of opCond, opIf: see lines.go
	cmp     string
	compare comparison
	left    *arith
	right   *arith
}

// hop is one way of a choice among steps: next at vertex to if the piece at
// vertex at is in mask.
type hop struct {
	mask         uint64
	at, to, next int32
}

// inst is what the interpreter reads of a node, laid out in a cache line.
type inst struct {
	op    opcode
	want  bool
	pure  bool
	fresh bool
	wide  bool // there are pieces beyond mask's 64: ask node.mask
	inner bool // a modifier inside a condition
	ends  bool // next is opAccept
	scout bool // an opOff before a step elsewhere: see State.blocked
	slide bool // an opRay behind which nothing is possible before its end: see slides
	sure  bool // a modifier behind which some move is found for sure
	piece uint8
	next  int32
	other int32
	body  int32
	num   int32 // variable, player or slot
	mask  uint64
	list  []int32 // targets of a step, kids or byPiece; of opHops see layHops
	node  *node
}

// on reports whether the piece p passes the mask.
func (n *inst) on(p uint8) bool {
	return n.mask>>p&1 != 0 || n.wide && n.node.mask.has(p)
}

// Game is a compiled description, immutable and safe for concurrent use. It
// implements formal.Game.
type Game struct {
	*Description
	nodes    []node // the plan
	insts    []inst // the same as the interpreter reads it
	initial  *State // the start of a play, the keeper's first moves made
	hops     []hop
	start    int32
	words    int // 64-bit words of a vertex set
	slots    int // opVisit nodes
	bounds   []int64
	samplers []*sampler // per node at which a decision begins; nil: list the moves
	anywhere []bool     // by node: what is possible from there is the same at every vertex
	code     *code
}

// builder turns expressions into nodes. Nodes are made from the back: every
// expression is built in front of the node that follows it, and equal nodes
// are shared, so common tails and repeated conditions exist once.
type builder struct {
	*relations
	d      *Description
	labels []*relation
	nodes  []node
	req    []pieceSet // the pieces with which a node may succeed
	shared map[string]int32
	loops  map[int32]bool   // heads of stars, never shared
	bodies map[string]int32 // of conditions, by their text
	// allLabels has true for every label.
	allLabels []bool
	never     int32
}

// Compile makes a description ready for play.
func Compile(d *Description) (g *Game, err error) {
	defer catch(&err)
	b := &builder{relations: newRelations(len(d.Vertices)), d: d, shared: map[string]int32{}, loops: map[int32]bool{},
		bodies: map[string]int32{}, allLabels: slices.Repeat([]bool{true}, len(d.Labels))}
	for l := range d.Labels {
		one := make([]int32, len(d.Vertices))
		for v := range one {
			one[v] = -1
			for _, e := range d.Vertices[v].Edges {
				if e.Label == l {
					one[v] = int32(e.Target)
				}
			}
		}
		b.labels = append(b.labels, b.ofTargets(one))
	}
	b.never = b.add(node{op: opBranch}, pieceSet{})
	g = &Game{Description: d, words: b.words, code: &code{}}
	g.start = b.build(b.simplify(d.rules), b.never)
	for _, x := range append(slices.Clone(d.Variables), d.Scores...) {
		g.bounds = append(g.bounds, x.Bound)
	}
	g.anywhere = make([]bool, len(b.nodes))
	for id := range b.nodes {
		g.anywhere[id] = b.indifferent(int32(id), 0)
	}
	b.finish(g)
	g.anywhere = append(g.anywhere, make([]bool, len(g.nodes)-len(g.anywhere))...)
	g.setUp()
	return g, nil
}

// Load parses and compiles a description.
func Load(file, name string, src []byte) (*Game, error) {
	d, err := Parse(file, name, src)
	if err != nil {
		return nil, err
	}
	return Compile(d)
}

// term is an expression after simplification: rel is set when it only shifts.
type term struct {
	rel  *relation
	e    *expr
	kids []term
}

// simplify folds everything that only shifts into relations.
func (b *builder) simplify(e *expr) term {
	t := term{e: e}
	switch e.kind {
	case eShift:
		return term{rel: b.labels[e.num]}
	case eNoop:
		return term{rel: b.identity}
	}
	for _, k := range e.kids {
		t.kids = append(t.kids, b.simplify(k))
	}
	if !b.fold {
		return t
	}
	switch e.kind {
	case eSeq, eAlt:
		var kids []term
		first := -1 // of the relation that later ones are merged into
		for _, k := range t.kids {
			switch {
			case k.rel == nil:
				kids = append(kids, k)
				if e.kind == eSeq {
					first = -1
				}
			case first < 0:
				first = len(kids)
				kids = append(kids, k)
			case e.kind == eSeq:
				kids[first].rel = b.compose(kids[first].rel, k.rel)
			default:
				kids[first].rel = b.union(kids[first].rel, k.rel)
			}
		}
		if len(kids) == 1 {
			return kids[0]
		}
		t.kids = kids
	case eStar:
		if k := t.kids[0]; k.rel != nil {
			return term{rel: b.star(k.rel)}
		}
	case eCond:
		if k := t.kids[0]; k.rel != nil {
			return term{rel: b.filter(k.rel, !e.negated)}
		}
	}
	return t
}

// add appends a node unless an equal one exists.
func (b *builder) add(n node, req pieceSet) int32 {
	rel := -1
	if n.rel != nil {
		rel = n.rel.id
	}
	key := fmt.Sprint(n.op, n.want, n.piece, n.next, n.other, n.body, n.num, n.index, n.mask, rel, n.kids, n.cmp,
		n.left.key(), n.right.key())
	if old, ok := b.shared[key]; ok {
		return old
	}
	id := int32(len(b.nodes))
	b.shared[key] = id
	b.nodes = append(b.nodes, n)
	b.req = append(b.req, req)
	return id
}

func (a *arith) key() string {
	if a == nil {
		return ""
	}
	return fmt.Sprintf("(%d %d %s %s)", a.kind, a.num, a.l.key(), a.r.key())
}

// build makes the nodes of t in front of next and returns the first.
func (b *builder) build(t term, next int32) int32 {
	if t.rel != nil {
		return b.move(t.rel, next)
	}
	e := t.e
	// What cannot be completed is not begun; a switch completes its move.
	if next == b.never && e.kind != eSwitch && !hasSwitch(e) {
		return b.never
	}
	switch e.kind {
	case eSeq:
		for _, k := range slices.Backward(t.kids) {
			next = b.build(k, next)
		}
		return next
	case eAlt:
		var kids []int32
		for _, k := range t.kids {
			kids = append(kids, b.build(k, next))
		}
		return b.branch(kids)
	case eStar:
		loop := int32(len(b.nodes))
		b.nodes = append(b.nodes, node{op: opBranch})
		b.req = append(b.req, allPieces)
		b.loops[loop] = true
		b.nodes[loop].kids = []int32{b.build(t.kids[0], loop), next}
		return loop
	case eOn:
		var mask pieceSet
		for _, p := range e.pieces {
			mask.add(p)
		}
		return b.on(mask, next)
	case eOff:
		return b.add(node{op: opOff, piece: uint8(e.num), index: int32(e.index), next: next}, allPieces)
	case eAssign:
		return b.add(node{op: opAssign, num: int32(e.num), left: e.left, index: int32(e.index), next: next}, allPieces)
	case eCmp:
		return b.add(node{op: opCmp, cmp: e.cmp, left: e.left, right: e.right, next: next}, b.req[next])
	case eSwitch:
		return b.add(node{op: opSwitch, num: int32(e.num), index: int32(e.index), next: next}, allPieces)
	}
	return b.cond(t, next)
}

func hasSwitch(e *expr) bool {
	found := false
	e.walk(func(x *expr) bool {
		found = found || x.kind == eSwitch
		return !found
	})
	return found
}

// cond builds {? body} or {! body}. The accepting node carries the nesting
// depth of the condition, so that a condition never shares nodes, and with
// them marks of visited vertices, with one it is nested in.
func (b *builder) cond(t term, next int32) int32 {
	depth, pure := 0, true
	t.e.walk(func(x *expr) bool {
		pure = pure && !x.modifier()
		return true
	})
	var nest func(e *expr) int
	nest = func(e *expr) int {
		d := 0
		for _, k := range e.kids {
			d = max(d, nest(k))
		}
		if e.kind == eCond {
			d++
		}
		return d
	}
	depth = nest(t.e)
	accept := b.add(node{op: opAccept, num: int32(depth)}, allPieces)
	body := b.body(t, accept, pure)
	want := !t.e.negated
	switch {
	case body == accept && want, body == b.never && !want:
		return next
	case body == accept, body == b.never:
		return b.never
	}
	req := b.req[next]
	if want {
		req = req.and(b.req[body])
	}
	return b.add(node{op: opCond, want: want, pure: pure, body: body, next: next}, req)
}

// body builds what a condition asks for. Equal conditions share it, so that a choice between
// one and its opposite is seen to be one (see decide): nodes alone do not tell, as the heads
// of stars are never shared. What changes anything has nodes of its own.
func (b *builder) body(t term, accept int32, pure bool) int32 {
	key := ""
	if pure {
		var text strings.Builder
		p := &printer{Description: b.d, used: b.allLabels, b: &text}
		p.expr(t.e.kids[0])
		key = fmt.Sprint(accept, " ", text.String())
		if id, ok := b.bodies[key]; ok {
			return id
		}
	}
	id := b.build(t.kids[0], accept)
	if pure {
		b.bodies[key] = id
	}
	return id
}

// on builds a test of the piece here.
func (b *builder) on(mask pieceSet, next int32) int32 {
	mask = mask.and(b.declared()).and(b.req[next])
	if n := &b.nodes[next]; n.op == opOn {
		next = n.next
	}
	if mask == (pieceSet{}) {
		return b.never
	}
	return b.add(node{op: opOn, mask: mask, next: next}, mask)
}

func (b *builder) declared() pieceSet {
	var s pieceSet
	for p := range b.d.Pieces {
		s.add(p)
	}
	return s
}

// move builds the shifts of rel, fused with a test of the piece at the target.
func (b *builder) move(rel *relation, next int32) int32 {
	if rel == b.identity {
		return next
	}
	if rel == b.none || next == b.never {
		return b.never
	}
	n := &b.nodes[next]
	if b.fold && (n.op == opStep || n.op == opFan) {
		return b.move(b.compose(rel, n.rel), n.next)
	}
	if b.fold && (n.op == opStepOn || n.op == opFanOn) {
		return b.moveOn(b.compose(rel, n.rel), n.mask, n.next)
	}
	if mask := b.req[next].and(b.declared()); mask != b.declared() {
		if n.op == opOn {
			next = n.next
		}
		return b.moveOn(rel, mask, next)
	}
	op := opFan
	if rel.one != nil {
		op = opStep
	}
	return b.add(node{op: op, rel: rel, next: next}, allPieces)
}

func (b *builder) moveOn(rel *relation, mask pieceSet, next int32) int32 {
	if rel == b.none || next == b.never {
		return b.never
	}
	op := opFanOn
	if rel.one != nil {
		op = opStepOn
	}
	return b.add(node{op: op, rel: rel, mask: mask, next: next}, allPieces)
}
