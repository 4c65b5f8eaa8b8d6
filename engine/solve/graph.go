package solve

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"math/big"
	"slices"

	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/rng"
)

// node is a position of the graph. Its children are graph.next[first : first+n].
type node struct {
	mover   int32 // player from 1, formal.Chance, or over
	first   int32
	n       int32
	payoffs int32 // index of graph.payoffs when over
	parent  int32 // a node before it, -1 for the first one
	branch  int32 // the decision that leads here from there
	moves   [16]byte
}

// over is the mover of nodes where the play has ended.
const over = -1

// graph holds the positions of a game; node 0 is the first one.
type graph struct {
	players int
	nodes   []node
	next    []int32
	chances map[int32][]*big.Rat // probabilities of the children of chance nodes
	payoffs [][]*big.Rat
	boards  int
	endless bool // a play that never ends is a draw, worth 0, wherever it stays

	// roots are the positions that the graph begins with, nil for the first one of the game alone; entries are
	// the nodes of those that symmetries do not take to each other, alike how many they stand for.
	roots   formal.Arrangements
	entries []int32
	alike   []int32

	known      map[string]int32
	symmetries [][]int32 // up to which positions are told apart; nil for none
	// advise, if not nil, gives what an agent does in a position where a player decides, -1
	// for any of the decisions with the same probability; agent holds that by node.
	advise func(p formal.Position, key []byte) (int, error)
	agent  []int32

	// limit is that of the number of a formal.Clocked game, 0 for none; ticks go with next.
	limit int
	ticks []tick

	spare spare
	room  int // for positions that wait to be unfolded

	visible map[[16]byte]struct{}
	rewards map[string]int32
	bytes   uint64
	key     []byte
	texts   []string
}

// Costs of the graph in bytes: of a node with its entries in the tables besides the
// key, of an edge, and of a position that is kept until it is unfolded.
const (
	nodeBytes     = 220
	edgeBytes     = 8
	keptPositions = 1024
	maxNodes      = 1 << 30
)

// unfold makes the graph of a game.
func unfold(ctx context.Context, g formal.Game, o Options) (gr *graph, err error) {
	return unfoldWith(ctx, g, o, nil, nil)
}

// unfoldWith is unfold up to symmetries, and with the decisions of an agent, unless they are nil.
func unfoldWith(ctx context.Context, g formal.Game, o Options, symmetries [][]int32,
	advise func(formal.Position, []byte) (int, error)) (gr *graph, err error) {
	gr = newGraph(g, symmetries, advise)
	return gr, gr.unfold(ctx, g, o)
}

// newGraph is a graph without positions.
func newGraph(g formal.Game, symmetries [][]int32, advise func(formal.Position, []byte) (int, error)) *graph {
	return &graph{players: len(g.Players()), chances: map[int32][]*big.Rat{}, endless: true, advise: advise,
		symmetries: symmetries, room: keptPositions,
		known: map[string]int32{}, visible: map[[16]byte]struct{}{}, rewards: map[string]int32{}}
}

// begin enters the positions that the graph begins with.
func (gr *graph) begin(ctx context.Context, g formal.Game, o Options) (start func(root int32) (formal.Position, error),
	err error) {
	if gr.roots != nil {
		start = func(root int32) (formal.Position, error) { return gr.roots.At(int(root)) }
	} else {
		p := g.NewPosition()
		if s, ok := p.(formal.Interruptible); ok {
			s.Interrupt(ctx.Err)
		}
		start = func(int32) (formal.Position, error) {
			r := rng.New(1)
			p.Restart(&r)
			return settle(p), nil
		}
	}
	n := 1
	if gr.roots != nil {
		n = gr.roots.Len()
	}
	for i := range n {
		if err := gr.within(ctx, o); err != nil {
			return nil, err
		}
		alike := 1
		if gr.roots != nil {
			if alike = gr.roots.Alike(i, gr.symmetries); alike == 0 {
				continue
			}
		}
		p, err := start(int32(i))
		if err != nil {
			return nil, err
		}
		at, err := gr.enter(p, -1, int32(i))
		if err != nil {
			return nil, err
		}
		if gr.roots != nil {
			gr.entries, gr.alike = append(gr.entries, at), append(gr.alike, int32(alike))
		}
	}
	return start, nil
}

// within is the error of a graph that is too large, or takes too long.
func (gr *graph) within(ctx context.Context, o Options) error {
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case gr.bytes > o.Memory:
		return notWithin("not within %d MiB of memory", o.Memory>>20)
	case o.Positions > 0 && len(gr.nodes) > o.Positions || len(gr.nodes) > maxNodes:
		return notWithin("more than %d positions", min(maxNodes, max(o.Positions, 1)))
	}
	return nil
}

// unfold finds all positions of a game. Those far from where the graph begins are played again from there instead
// of being kept.
func (gr *graph) unfold(ctx context.Context, g formal.Game, o Options) error {
	defer func() {
		if gr.boards = len(gr.visible); gr.symmetries != nil {
			gr.boards = len(gr.nodes) // images have no parts that are seen
		}
	}()
	start, err := gr.begin(ctx, g, o)
	if err != nil {
		return err
	}
	kept := map[int32]formal.Position{}
	for at := int32(0); int(at) < len(gr.nodes); at++ {
		if err := gr.within(ctx, o); err != nil {
			return err
		}
		if gr.nodes[at].mover == over {
			delete(kept, at)
			continue
		}
		here := kept[at]
		delete(kept, at)
		if here == nil {
			root, way := gr.way(at)
			if here, err = start(root); err != nil {
				return err
			}
			for _, i := range way {
				if here, err = take(here, int(i)); err != nil {
					return err
				}
			}
			if known, ok := gr.known[string(gr.appendKey(here))]; !ok || known != at {
				return errors.New("the same decisions lead to another position than before")
			}
			here = here.Clone()
		}
		n := here.Moves()
		first := int32(len(gr.next))
		for i := range n {
			if gr.limit > 0 {
				if err := gr.tick(here, i, at); err != nil {
					return err
				}
			}
			p := here
			if i < n-1 {
				p = gr.spare.clone(here)
			}
			if p, err = take(p, i); err != nil {
				return err
			}
			met := len(gr.nodes)
			child, err := gr.enter(p, at, int32(i))
			if err != nil {
				return err
			}
			// Only the position that the node was made of is what its way leads to: others are images of it.
			if int(child) == met && len(kept) < gr.room {
				kept[child] = p
			} else {
				gr.spare.give(p)
			}
			gr.next = append(gr.next, child)
			if gr.limit > 0 {
				gr.ticks[len(gr.ticks)-1].note(p, gr.limit)
			}
		}
		gr.nodes[at].first, gr.nodes[at].n = first, int32(n)
		gr.bytes += uint64(n) * edgeBytes
		if len(gr.next) > maxNodes {
			return notWithin("more than %d moves", maxNodes)
		}
	}
	return nil
}

// spare are positions that nobody needs any more, in whose memory others are copied.
type spare []formal.Position

func (s *spare) give(p formal.Position) {
	if len(*s) < 64 {
		*s = append(*s, p)
	}
}

// clone is a copy of a position.
func (s *spare) clone(p formal.Position) formal.Position {
	if n := len(*s); n > 0 {
		q := (*s)[n-1]
		*s = (*s)[:n-1]
		if r, ok := q.(formal.Renewable); ok && r.Become(p) {
			return q
		}
		*s = nil
	}
	return p.Clone()
}

// take takes a decision and goes to the next one that is a node of the graph. In
// steps of several players it completes the step, in which nobody else may have a
// choice: he would not know what was decided.
func take(p formal.Position, i int) (formal.Position, error) {
	for p.Apply(i); pending(p) > 0; p.Apply(0) {
		if p.Moves() > 1 {
			return nil, errJoint
		}
	}
	return settle(p), nil
}

// settle goes to the one who has a choice in this step, if there is one.
func settle(p formal.Position) formal.Position {
	if a, ok := p.(formal.Alternating); ok && a.Alternating() || p.Terminal() || p.Moves() != 1 {
		return p
	}
	q := p.Clone()
	for q.Moves() == 1 {
		if q.Apply(0); pending(q) == 0 {
			return p
		}
	}
	return q
}

func pending(p formal.Position) int {
	if j, ok := p.(formal.Joint); ok {
		return j.Pending()
	}
	return 0
}

// way gives the decisions to a node from one that the graph begins with, and which one that is.
func (gr *graph) way(at int32) (root int32, way []int32) {
	for ; gr.nodes[at].parent >= 0; at = gr.nodes[at].parent {
		way = append(way, gr.nodes[at].branch)
	}
	slices.Reverse(way)
	return gr.nodes[at].branch, way
}

var errKeys = errors.New("its positions have no keys")

// enter gives the node of a position, a new one if it was not met before.
func (gr *graph) enter(p formal.Position, parent, branch int32) (int32, error) {
	if e, ok := p.(interface{ Err() error }); ok && e.Err() != nil {
		return 0, e.Err()
	}
	keyed, ok := p.(formal.Keyed)
	if !ok {
		return 0, notDecided("%v", errKeys)
	}
	if d, ok := p.(interface{ Drawn() bool }); ok && d.Drawn() {
		return 0, notDecided("chance decides among more alternatives than can be listed")
	}
	visible := 0
	if gr.symmetries == nil {
		gr.key, visible = keyed.AppendKey(gr.key[:0])
	} else {
		gr.appendKey(p)
	}
	done := p.Terminal()
	moves := [16]byte{}
	if !done {
		moves = gr.moves(p)
	}
	if at, ok := gr.known[string(gr.key)]; ok {
		if x := &gr.nodes[at]; x.moves != moves || (x.mover == over) != done {
			return 0, notDecided("two plays lead to what looks like one position, but with other legal moves")
		}
		return at, nil
	}
	at := int32(len(gr.nodes))
	x := node{mover: over, parent: parent, branch: branch, moves: moves}
	if done {
		x.payoffs = gr.reward(p.Payoffs())
	} else {
		x.mover = int32(p.Mover())
		if p.Moves() < 1 {
			return 0, errors.New("a position without a legal move where the play is not over")
		}
		if e, ok := p.(formal.Endless); !ok || !e.Endless() {
			gr.endless = false
		}
		if x.mover == formal.Chance {
			for i := range p.Moves() {
				gr.chances[at] = append(gr.chances[at], p.Probability(i))
			}
		}
	}
	if gr.advise != nil {
		i := 0
		if x.mover > formal.Chance {
			var err error
			if i, err = gr.advise(p, gr.key); err != nil {
				return 0, err
			}
		}
		gr.agent = append(gr.agent, int32(i))
	}
	gr.known[string(gr.key)] = at
	gr.nodes = append(gr.nodes, x)
	gr.bytes += nodeBytes + uint64(len(gr.key))
	if gr.limit > 0 {
		gr.bytes += uint64(gr.limit) + 2
	}
	if gr.symmetries == nil {
		sum := sha256.Sum256(gr.key[:visible])
		gr.visible[[16]byte(sum[:16])] = struct{}{}
	}
	return at, nil
}

// appendKey makes the key by which a position, which is Keyed, is known.
func (gr *graph) appendKey(p formal.Position) []byte {
	if gr.symmetries == nil {
		gr.key, _ = p.(formal.Keyed).AppendKey(gr.key[:0])
	} else {
		gr.key = p.(formal.Symmetric).AppendImage(gr.key[:0], gr.symmetries)
	}
	return gr.key
}

// moves is a digest of the set of legal decisions and of who takes one; up to symmetries only
// of their number.
func (gr *graph) moves(p formal.Position) (digest [16]byte) {
	if gr.symmetries != nil {
		binary.LittleEndian.PutUint64(digest[:], uint64(p.Moves()))
		binary.LittleEndian.PutUint64(digest[8:], uint64(p.Mover()))
		return digest
	}
	gr.texts = gr.texts[:0]
	for i := range p.Moves() {
		gr.texts = append(gr.texts, p.MoveText(i))
	}
	slices.Sort(gr.texts)
	h := sha256.New()
	h.Write([]byte{byte(p.Mover())})
	for _, t := range gr.texts {
		h.Write([]byte(t))
		h.Write([]byte{0})
	}
	copy(digest[:], h.Sum(nil))
	return digest
}

// reward gives the index of payoffs.
func (gr *graph) reward(payoffs []*big.Rat) int32 {
	var text string
	for _, x := range payoffs {
		text += x.RatString() + " "
	}
	i, ok := gr.rewards[text]
	if !ok {
		i = int32(len(gr.payoffs))
		gr.rewards[text] = i
		gr.payoffs = append(gr.payoffs, payoffs)
	}
	return i
}

// order gives the nodes so that every one comes after all its children, or false if
// some node can be reached from itself, and the plies of the longest play.
func (gr *graph) order() (order []int32, longest int, ok bool) {
	waiting := make([]int32, len(gr.nodes))
	before := gr.before()
	depth := make([]int32, len(gr.nodes))
	for at := range gr.nodes {
		if waiting[at] = gr.nodes[at].n; waiting[at] == 0 {
			order = append(order, int32(at))
		}
	}
	for i := 0; i < len(order); i++ {
		for _, p := range before.of(order[i]) {
			depth[p] = max(depth[p], depth[order[i]]+1)
			if waiting[p]--; waiting[p] == 0 {
				order = append(order, p)
			}
		}
	}
	return order, int(depth[0]), len(order) == len(gr.nodes)
}

// children gives the nodes after a node.
func (gr *graph) children(at int32) []int32 {
	x := &gr.nodes[at]
	return gr.next[x.first : x.first+x.n]
}

// reverse holds the edges of a graph by their ends.
type reverse struct{ first, from []int32 }

func (r *reverse) of(at int32) []int32 { return r.from[r.first[at]:r.first[at+1]] }

// before gives for every node those before it, once for every edge.
func (gr *graph) before() *reverse {
	r := &reverse{make([]int32, len(gr.nodes)+1), make([]int32, len(gr.next))}
	for _, to := range gr.next {
		r.first[to+1]++
	}
	for i := range gr.nodes {
		r.first[i+1] += r.first[i]
	}
	fill := slices.Clone(r.first)
	for at := range gr.nodes {
		for _, to := range gr.children(int32(at)) {
			r.from[fill[to]] = int32(at)
			fill[to]++
		}
	}
	return r
}
