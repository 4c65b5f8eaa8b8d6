package search

import (
	"context"
	"slices"
	"time"

	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/rng"
)

// Options of a tree search; docs/agents.md says what they are worth.
type Options struct {
	// Iterations bounds the playouts of a decision, Time its duration; one of them
	// is zero.
	Iterations int
	Time       time.Duration
	// Select is the rule that descends the tree: "ucb1", "tuned", "grave" or "history".
	Select string
	// Explore is the weight of the exploration term for values between 0 and 1.
	Explore float64
	// Parent has a move that was never tried count as if it had been tried once, with
	// the mean of its position; without, every move is tried before any again.
	Parent bool
	// Playout is "random", "mast" or "nst".
	Playout string
	// Cutoff is the number of decisions after which heuristics judge a playout, 0 for none.
	Cutoff int
	// Reuse goes on with what the last search found out about the position.
	Reuse bool
	// Solver follows proofs of wins and losses, and keeps those of draws, see drawn.
	Solver bool
	// Decisive looks one move ahead wherever the tree grows, for ends of the play
	// (decisive moves, Teytaud and Teytaud 2010), as long as it finds some.
	Decisive bool
	// Flat deals playouts evenly to the decisions.
	Flat bool
	// Early ends a search of so many iterations as soon as those that are left cannot
	// make another decision the most visited one. The decision is the same as with all
	// of them, unless one of them had found a proof.
	Early bool
	// Policy and Value are learned ones, nil for none. They need a Board.
	Policy Policy
	Value  Value
}

// Tree searches by upper confidence bounds applied to trees (Kocsis and Szepesvári
// 2006). A node is a decision of one player. Everybody maximises his own payoff, so
// that any number may play (max-n). Of players who decide at the same time each has a
// node of his own, whatever the others do (decoupled). What chance does leads to
// different nodes. It belongs to one goroutine.
type Tree struct {
	w     World
	coded Coded                     // the same, nil if it is none
	open  func() (n int, sure bool) // lists the decisions for a playout
	board Board                     // the same, nil unless something learned looks at it
	f     Facts
	o     Options
	pick  rng.SplitMix64
	pulse pulse

	nodes []node
	moves
	proofs []float64
	joined map[uint64]int32 // nodes that more than an edge leads to
	spare  struct {
		nodes []node
		moves
	}
	policy  policy
	priors  []float64
	learned []float64 // what a learned value says of a leaf

	lag      lag
	path     []taken
	payoff   []float64
	result   []float64 // the payoffs of a playout, while payoff is something else
	low      float64
	high     float64
	seen     bool
	drawing  bool
	peeked   int // nodes looked at for ends, and those where there were some
	ended    int
	keyed    bool
	plain    bool // moves are chosen by ucb1 alone
	leaps    bool // nobody asks what playouts play, or judges positions before them
	quick    bool // and the world does several things at once
	counters      // of the last search
}

// counters tell what a search did.
type counters struct {
	Playouts int // in the last search
	Kept     int // visits taken over from the one before
}

// taken is a move on the way down.
type taken struct{ node, edge int32 }

// maxEdges bounds the memory of a tree; once it is full it grows no more.
const maxEdges = 6_000_000

// NewTree returns a search in a world.
func NewTree(w World, f Facts, o Options) *Tree {
	t := &Tree{w: w, f: f, o: o, payoff: make([]float64, f.Players),
		result: make([]float64, f.Players), drawing: f.Draws || f.Joint,
		joined: map[uint64]int32{}}
	t.coded, _ = w.(Coded)
	t.open = w.List
	if o, ok := w.(Opener); ok {
		t.open = o.Open
	}
	if o.Policy != nil || o.Value != nil {
		t.board, t.learned = w.(Board), make([]float64, f.Players)
	}
	t.keyed = o.Playout != "random" || o.Select == "grave" || o.Select == "history"
	t.leaps = t.coded != nil && !t.keyed && o.Value == nil && o.Policy == nil
	t.plain = o.Select == "ucb1" && o.Policy == nil
	t.o.Reuse = o.Reuse && f.Hashes && !t.drawing
	t.lag.on = t.coded != nil && !t.drawing && t.coded.Keeps()
	t.policy.init(o)
	if f.Bounded {
		t.low, t.high, t.seen = f.Low, f.High, true
	}
	return t
}

// Start forgets everything; choices come from pick.
func (t *Tree) Start(pick rng.SplitMix64) {
	t.pick = pick
	t.nodes, t.moves, t.proofs = t.nodes[:0], t.cut(), t.proofs[:0]
	clear(t.joined)
	t.policy.reset()
	if !t.f.Bounded {
		t.low, t.high, t.seen = 0, 0, false
	}
}

// Grow searches from a position; whole, it does so to the end whatever Early says. The
// error is that of the context or of the rules.
func (t *Tree) Grow(ctx context.Context, p formal.Position, whole bool) error {
	t.pulse.ctx = ctx
	t.counters = counters{}
	t.peeked, t.ended = 0, 0
	t.w.Seed(rng.New(t.pick.Uint64()))
	if err := t.w.Load(p, false); err != nil {
		return err
	}
	if !t.seen {
		if err := t.measure(); err != nil {
			return err
		}
	}
	if err := t.w.Guard(t.plant); err != nil {
		return err
	}
	var stop error
	if err := t.w.Guard(func() { stop = t.grow(whole) }); err != nil {
		return err
	}
	return stop
}

// grow iterates until it is enough.
func (t *Tree) grow(whole bool) error {
	until := time.Now().Add(t.o.Time)
	ends := t.o.Early && !whole && t.o.Time == 0 && !t.f.Joint
	for {
		if t.o.Time > 0 {
			if t.Playouts > 0 && !time.Now().Before(until) {
				return nil
			}
		} else if t.Playouts >= t.o.Iterations {
			return nil
		} else if ends && t.Playouts%early == 0 && t.certain(t.o.Iterations-t.Playouts) {
			return nil
		}
		if t.Playouts+t.Kept > 0 && t.done() {
			return nil
		}
		if err := t.iterate(); err != nil {
			return err
		}
		t.Playouts++
	}
}

// measures is the number of playouts that tell the scale of payoffs that nobody bounds.
const measures = 16

// measure learns the scale of the payoffs from a few playouts.
func (t *Tree) measure() (err error) {
	for range measures {
		if fail := t.w.Guard(func() {
			t.w.Top()
			t.w.Playout(&t.pick, maxRollout)
			if t.w.Over() {
				err = t.finish()
			}
		}); fail != nil {
			return fail
		}
		if err != nil {
			return err
		}
	}
	t.w.Top()
	return nil
}

// plant makes the root: a node of the last search if there is one for the position,
// with all below it, else a new one.
func (t *Tree) plant() {
	if t.policy.rave {
		t.policy.amaf.clear() // its nodes change their numbers
	}
	at := int32(-1)
	if t.o.Reuse {
		at = t.find()
	}
	t.lag.kept = t.lag.kept[:0] // which led on from where the last search was
	if at >= 0 {
		t.keep(at)
		t.Kept = int(t.nodes[0].visits)
		t.begin()
		return
	}
	t.nodes, t.moves, t.proofs = t.nodes[:0], t.cut(), t.proofs[:0]
	clear(t.joined)
	t.add(0)
	t.begin()
	t.expand(0)
	if t.looks() {
		t.peek(0, byOne)
	}
}

// add appends a node.
func (t *Tree) add(depth int16) int32 {
	hash := uint64(0)
	if t.o.Reuse && depth <= reuseDepth {
		hash = wanted
	}
	t.nodes = append(t.nodes, node{first: -1, above: -1, up: -1, depth: depth, hash: hash})
	return int32(len(t.nodes) - 1)
}

// hang appends the node that move i of a node alone leads to.
func (t *Tree) hang(at, i int32) int32 {
	edge := t.nodes[at].first + i
	n := t.add(t.nodes[at].depth + 1)
	t.nodes[n].above, t.nodes[n].up, t.edges[edge].child = at, edge, n
	return n
}

// expand lists the moves of a node.
func (t *Tree) expand(at int32) {
	x := &t.nodes[at]
	if x.first >= 0 {
		return
	}
	if x.hash == wanted && !t.lag.on {
		x.hash = t.w.Hash(false)
	}
	n, sure := t.w.List()
	listed := n
	if !sure {
		n++ // the decision of one who turns out to have none
	}
	t.has(x, n, t.w.Mover())
	if t.coded != nil {
		t.codes = append(t.codes, t.coded.Codes()...)
	}
	if t.keyed {
		for i := range listed {
			t.keys = append(t.keys, t.w.Key(i))
		}
		t.keys = append(t.keys, make([]uint32, n-listed)...)
	}
	if t.o.Policy != nil && int(x.mover) != formal.Chance {
		t.advise(int(x.first), listed)
	}
	if !sure {
		t.bury(x, x.first+int32(n)-1, true) // until all others are
	}
}

// has gives a node n moves.
func (t *Tree) has(x *node, n, mover int) {
	x.first, x.n, x.mover = int32(len(t.edges)), int32(n), int16(mover)
	t.edges = append(t.edges, make([]edge, n)...)
	if t.plain {
		x.open, x.fresh = int32(n), ^uint64(0)>>(64-min(n, 64))
		t.arms = slices.Grow(t.arms, n)[:len(t.arms)+n]
		now := t.arms[x.first:]
		for i := range now {
			now[i] = untriedArm
		}
	}
	if t.o.Select == "tuned" || t.o.Policy != nil {
		t.extra = append(t.extra, make([]extra, n)...)
	}
}

// iterate goes down the tree, plays out and takes the result back up.
func (t *Tree) iterate() error {
	w := t.w
	t.top()
	t.policy.begin()
	at := int32(0)
	head, choices := int32(0), uint64(0)
	if t.plain && t.quick && !t.o.Flat {
		var err error
		if at, err = t.descend(); err != nil {
			return err
		}
	}
	for {
		if err := t.pulse.beat(); err != nil {
			return err
		}
		x := &t.nodes[at]
		if at != 0 && x.first < 0 && x.solved != 0 && t.f.Bounded { // the play is over
			copy(t.payoff, t.proofs[x.solved-1:])
			break
		}
		leaf := at != 0 && x.first < 0 && (x.visits == 0 || len(t.edges) > maxEdges)
		if leaf && t.quick {
			if err := t.leap(at); err != nil {
				return err
			}
			break
		}
		if x.first < 0 || !t.lag.on { // who decides in a node is not at the end
			t.catchUp(at)
			if w.Over() {
				if err := t.finish(); err != nil {
					return err
				}
				t.prove(at)
				break
			}
		}
		if at != 0 && x.solved != 0 && !t.drawn(at) {
			copy(t.payoff, t.proofs[x.solved-1:])
			break
		}
		if leaf {
			if t.looks() && len(t.edges) <= maxEdges && t.look(at) {
				break
			}
			if err := t.playOut(); err != nil {
				return err
			}
			break
		}
		if x.first < 0 {
			if t.look(at) {
				break
			}
		} else if t.coded == nil {
			w.List()
		}
		i, err := t.choose(at)
		if err != nil {
			return err
		}
		t.path = append(t.path, taken{at, t.nodes[at].first + int32(i)})
		choices = (choices + uint64(i) + 1) * 0x9e3779b97f4a7c15
		at = t.follow(at, int32(i), head, choices)
		if !t.lag.on && (w.Over() || w.Pending() == 0) {
			head, choices = at, 0
		}
	}
	t.back(at)
	return nil
}

// choose takes a move of a node in the world: the most promising one that is legal.
func (t *Tree) choose(at int32) (int, error) {
	x := &t.nodes[at]
	if x.mover == formal.Chance {
		i := t.w.Sample(&t.pick)
		t.w.Down(i)
		return i, nil
	}
	for {
		i := t.promising(at)
		if i < 0 {
			last := x.first + x.n - 1
			if x.n == 0 || !t.edges[last].dead {
				return 0, errNoMove
			}
			t.bury(x, last, false)
			i = int(x.n - 1)
		}
		if t.down(i, x.first) {
			if t.keyed {
				t.policy.played(int(x.mover), t.keys[x.first+int32(i)])
			}
			return i, nil
		}
		t.bury(x, x.first+int32(i), true)
	}
}

// down takes move i of a node in the world, the first of whose edges is given.
func (t *Tree) down(i int, first int32) bool {
	switch {
	case t.coded == nil:
		return t.w.Down(i)
	case t.lag.on:
		return true // see catchUp
	}
	t.coded.Enter(t.codes[first+int32(i)])
	return true
}

// follow returns the node that move i of a node leads to; the world is there already.
func (t *Tree) follow(at, i, head int32, choices uint64) int32 {
	x := &t.nodes[at]
	depth := x.depth + 1
	if t.f.Joint && !t.w.Over() && t.w.Pending() > 0 {
		if x.chain == 0 {
			n := t.add(depth)
			t.nodes[at].chain = n
			return n
		}
		return x.chain
	}
	if t.drawing {
		outcome := uint64(0)
		if (t.f.Draws || t.coded == nil) && !t.w.Over() { // else it follows from the choices
			t.w.List()
			outcome = t.w.Hash(true)
		}
		key := (uint64(head)+1)*0xbf58476d1ce4e5b9 ^ choices ^ outcome*0x94d049bb133111eb
		n, met := t.joined[key]
		if !met {
			n = t.add(depth)
			t.joined[key] = n
		}
		return n
	}
	if child := t.edges[x.first+i].child; child != 0 {
		return child
	}
	return t.hang(at, i)
}
