package equiv

import (
	"errors"
	"fmt"
	"math/big"
	"slices"

	"github.com/astragal/astragal/engine/formal"
)

// walk goes through both trees together under one alignment, to growing depth, so
// that the first difference found lies as deep as any can without being overlooked,
// and a bound that is reached leaves a depth up to which the games agree.
type walk struct {
	Options
	al    alignment
	order [2]bool
	// shapeOnly leaves out what players know and are paid.
	shapeOnly bool
	a, b      *view
	ta, tb    *track
	budget    *budget

	// The pass at hand.
	limit     int
	cut       bool // the limit cut something off
	frames    []frame
	pairs     []pair
	knowledge []*knowledge // by A's player-1
	moves     []*knowledge // the same with the moves that he sees where he decides
	scales    []scale
	positions int
	terminals int
	chances   int
	deepest   int
	total     *sums

	fault    *fault // the shortest difference so far
	stopped  error  // the bound that was reached
	complete int    // the depth up to which there is no difference
}

// frame is a pair of positions on the current path, with the branches to go.
type frame struct {
	a, b  *stage
	links []link // of chance; nil where it has no part
	next  int    // number of the child that comes next
	n     int    // children
	pair  int32
	round int32 // the pair with which the round of joint decisions began
	sum   *sums
	share *big.Rat // of the child that is visited
}

// link pairs a branch of chance in A with one in B; weight is the probability that
// they share.
type link struct {
	a, b   int
	weight *big.Rat
}

// pair is a visited pair of positions: child number branch of its parent.
type pair struct{ parent, branch, depth int32 }

// fault is a difference at the end of a path of children, or between what is known
// there and at the end of another.
type fault struct {
	path, other []int32
	what        string
	shape       bool // in the shape of the trees, not in knowledge or payoffs
}

// sums are weighted over the plays below a position.
type sums struct {
	probability *big.Rat
	a, b        []*big.Rat // expected payoffs by A's player-1
}

func newSums(players int) *sums {
	s := &sums{probability: new(big.Rat)}
	for range players {
		s.a, s.b = append(s.a, new(big.Rat)), append(s.b, new(big.Rat))
	}
	return s
}

func (s *sums) add(x *sums, share *big.Rat) {
	t := new(big.Rat)
	s.probability.Add(s.probability, t.Mul(x.probability, share))
	for p := range s.a {
		s.a[p].Add(s.a[p], t.Mul(x.a[p], share))
		s.b[p].Add(s.b[p], t.Mul(x.b[p], share))
	}
}

func newWalk(al alignment, o Options, budget *budget, order [2]bool) *walk {
	w := &walk{Options: o, al: al, order: order, budget: budget}
	w.a, w.b = al.views(o, order)
	w.ta = &track{v: w.a, budget: budget, seed: o.Seed, most: o.MaxDepth}
	w.tb = &track{v: w.b, budget: budget, seed: o.Seed, most: o.MaxDepth}
	return w
}

// run walks to the end, a difference or a bound. The error reports broken games and
// the end of the caller's context.
func (w *walk) run() error {
	for limit := 1; ; {
		limit = min(limit, w.MaxDepth)
		done, err := w.pass(limit)
		if err != nil || done || w.stopped != nil {
			return err
		}
		if limit == w.MaxDepth {
			w.stopped = &bound{fmt.Sprintf("plays of %d moves", w.MaxDepth)}
			return nil
		}
		// What is walked again costs little, in bushy trees as well as in long ones.
		if limit < 8 {
			limit++
		} else {
			limit *= 2
		}
	}
}

// pass walks to a depth and reports whether that decides the games. If there is a
// difference it looks for a shorter one.
func (w *walk) pass(limit int) (decided bool, err error) {
	for {
		f, err := w.visitAll(limit)
		if errors.Is(err, ErrBound) {
			w.stopped = err
			return w.fault != nil, nil
		}
		if err != nil {
			return false, err
		}
		if f == nil {
			w.complete = limit
			return w.fault != nil || !w.cut, nil
		}
		w.fault = f
		if limit = max(len(f.path), len(f.other)) - 1; limit <= w.complete {
			return true, nil
		}
	}
}

// visitAll goes through the trees to a depth, up to the first difference.
func (w *walk) visitAll(limit int) (*fault, error) {
	w.limit, w.cut, w.frames, w.pairs = limit, false, nil, nil
	w.positions, w.terminals, w.chances, w.deepest = 0, 0, 0, 0
	w.knowledge, w.moves, w.total = nil, nil, nil
	w.scales = make([]scale, len(w.Players))
	for range w.Players {
		w.knowledge, w.moves = append(w.knowledge, newKnowledge()), append(w.moves, newKnowledge())
	}
	if err := w.ta.start(); err != nil {
		return nil, sided("A", err)
	}
	if err := w.tb.start(); err != nil {
		return nil, sided("B", err)
	}
	if f, err := w.arrive(w.ta.kept[0].pos, w.tb.kept[0].pos); f != nil || err != nil {
		return f, err
	}
	for len(w.frames) > 0 {
		top := len(w.frames) - 1
		f := &w.frames[top]
		if f.next == f.n {
			w.leave(f.sum)
			continue
		}
		wayA, wayB, share := w.child(f, f.next)
		f.next++
		f.share = share
		a, err := w.ta.step(top, wayA, f.next == f.n)
		if err != nil {
			return nil, sided("A", err)
		}
		b, err := w.tb.step(top, wayB, f.next == f.n)
		if err != nil {
			return nil, sided("B", err)
		}
		if f, err := w.arrive(a, b); f != nil || err != nil {
			return f, err
		}
	}
	return nil, nil
}

func sided(game string, err error) error {
	if errors.Is(err, ErrBound) {
		return err
	}
	return fmt.Errorf("game %s: %w", game, err)
}

// leave ends the visit of a pair: what was summed up below it goes to its parent.
func (w *walk) leave(s *sums) {
	w.frames = w.frames[:max(0, len(w.frames)-1)]
	if len(w.frames) == 0 {
		w.total = s
		return
	}
	f := &w.frames[len(w.frames)-1]
	f.sum.add(s, f.share)
}

// arrive compares the pair of positions at the end of the path and, if it has
// branches, makes it the end of the frames.
func (w *walk) arrive(a, b formal.Position) (*fault, error) {
	depth := len(w.frames)
	w.positions++
	if err := w.budget.check(w.limit, w.positions); err != nil {
		return nil, err
	}
	w.deepest = max(w.deepest, depth)
	sa, err := w.a.stage(a)
	if err != nil {
		return nil, sided("A", err)
	}
	sb, err := w.b.stage(b)
	if err != nil {
		return nil, sided("B", err)
	}
	f := frame{a: sa, b: sb, n: 1, sum: newSums(len(w.Players))}
	links, what, shape := w.compare(sa, sb)
	if what != "" && (shape || !w.shapeOnly) {
		return &fault{w.path(), nil, what, shape}, nil
	}
	f.links = links
	if !w.al.perfect && !w.shapeOnly {
		f.pair = int32(len(w.pairs))
		p := pair{-1, 0, int32(depth)}
		if depth > 0 {
			up := &w.frames[depth-1]
			p.parent, p.branch = up.pair, int32(up.next-1)
		}
		w.pairs = append(w.pairs, p)
		if fault := w.observe(a, b, &f); fault != nil {
			return fault, nil
		}
	}
	if sa.terminal {
		f.sum.probability.SetInt64(1)
		for p := range f.sum.a {
			f.sum.a[p], f.sum.b[p] = sa.payoffs[p], sb.payoffs[p]
		}
		w.terminals++
		w.frames = append(w.frames, f)
		w.leave(f.sum)
		return nil, nil
	}
	if depth == w.limit {
		w.cut = true
		w.frames = append(w.frames, f)
		w.leave(f.sum)
		return nil, nil
	}
	f.n = max(1, len(links))
	for p := range w.Players {
		f.n *= sa.moves(p + 1)
	}
	w.frames = append(w.frames, f)
	return nil, nil
}

// path is the list of children that leads to the pair where the walk is.
func (w *walk) path() []int32 {
	path := make([]int32, len(w.frames))
	for i := range w.frames {
		path[i] = int32(w.frames[i].next - 1)
	}
	return path
}

// child gives the decisions that lead to a child of a frame, in each game's own
// order, and the child's share of the plays under uniform play.
func (w *walk) child(f *frame, number int) (wayA, wayB []int, share *big.Rat) {
	picks := make([]int, len(w.Players))
	uniform := int64(1)
	for p := range picks {
		if n := f.a.moves(p + 1); n > 1 {
			picks[p] = number % n
			number /= n
			uniform *= int64(n)
		}
	}
	share = big.NewRat(1, uniform)
	var chance link
	if f.links != nil {
		chance = f.links[number]
		share.Mul(share, chance.weight)
	}
	way := func(s *stage, chance int) []int {
		way := make([]int, len(s.decisions))
		for i := range s.decisions {
			d := &s.decisions[i]
			if d.actor == formal.Chance {
				way[i] = chance
			} else {
				way[i] = d.branches[picks[d.actor-1]]
			}
		}
		return way
	}
	return way(f.a, chance.a), way(f.b, chance.b), share
}

// observe compares what the players know at the pair of a frame that is about to begin.
func (w *walk) observe(a, b formal.Position, f *frame) *fault {
	f.round = f.pair
	for _, x := range []struct {
		v   *view
		pos formal.Position
	}{{w.a, a}, {w.b, b}} {
		if j, ok := x.pos.(formal.Joint); ok && !x.v.joint && j.Pending() > 0 {
			f.round = w.frames[len(w.frames)-1].round
		}
	}
	for p := range w.Players {
		if w.OwnSets && !f.a.decides(p+1) {
			continue
		}
		knowsA, knowsB := w.knows(w.a, a, f.a, f, p+1), w.knows(w.b, b, f.b, f, p+1)
		what, before := w.knowledge[p].observe(p+1, classOf(knowsA), classOf(knowsB), f.pair)
		if what == "" && (w.a.moves || w.b.moves) && f.a.decides(p+1) {
			knowsA, knowsB = w.a.withMoves(knowsA, f.a, p+1), w.b.withMoves(knowsB, f.b, p+1)
			if what, before = w.moves[p].observe(p+1, classOf(knowsA), classOf(knowsB), f.pair); what != "" {
				what = "by his moves " + what
			}
		}
		if what != "" {
			return &fault{w.path(), w.pathTo(before), what, false}
		}
	}
	return nil
}

// pathTo is the list of children that leads to a visited pair.
func (w *walk) pathTo(at int32) []int32 {
	path := []int32{}
	for ; w.pairs[at].parent >= 0; at = w.pairs[at].parent {
		path = append(path, w.pairs[at].branch)
	}
	slices.Reverse(path)
	return path
}

// knows gives what a player knows at the pair of a frame in one of the games. In a
// game of perfect information that is everything but the others' decisions of the round.
func (w *walk) knows(v *view, pos formal.Position, s *stage, f *frame, p int) string {
	if !v.perfect {
		text := pos.Observation(v.own[p-1])
		if v.turn && s.decides(p) {
			text += "\nhis turn"
		}
		return text
	}
	pending, own := 0, -1
	if j, ok := pos.(formal.Joint); ok && !v.joint {
		pending = j.Pending()
	}
	for i := len(w.frames) - pending; i >= 0 && i < len(w.frames); i++ {
		if up := &w.frames[i]; up.a.of(p) != nil {
			own = up.next - 1
		}
	}
	return fmt.Sprint(f.round, " ", pending, " ", own)
}

// finish puts the outcome into words.
func (w *walk) finish() (*Result, error) {
	r := &Result{Method: w.al.method(w.Options, w.order), Positions: w.positions, Terminals: w.terminals,
		ChanceNodes: w.chances,
		Depth:       w.complete}
	switch {
	case w.fault != nil:
		d, err := w.describe(w.fault)
		if err != nil {
			return nil, err
		}
		r.Difference = d
		r.Depth = max(len(w.fault.path), len(w.fault.other)) - 1
	case w.stopped != nil:
		r.Undecided = w.stopped.Error()
	default:
		r.Equal = true
		r.Depth = w.deepest
		r.Theorem = w.al.theorem(w.Options)
		r.Probability, r.Expected, r.ExpectedB = w.total.probability, w.total.a, w.total.b
		for _, k := range w.knowledge {
			n := len(k.a)
			if w.al.perfect {
				n = w.positions
			}
			r.Classes = append(r.Classes, n)
		}
	}
	return r, nil
}

// describe puts a fault into words.
func (w *walk) describe(f *fault) (*Difference, error) {
	d := &Difference{What: f.what}
	var err error
	if d.Path, err = w.texts(f.path); err != nil {
		return nil, err
	}
	if f.other != nil {
		d.Other, err = w.texts(f.other)
	}
	return d, err
}

// texts walks a path of children and gives the texts of its decisions.
func (w *walk) texts(path []int32) ([]string, error) {
	if err := errors.Join(w.ta.start(), w.tb.start()); err != nil {
		return nil, err
	}
	a, b := w.ta.kept[0].pos, w.tb.kept[0].pos
	texts := []string{}
	for depth, number := range path {
		sa, errA := w.a.stage(a)
		sb, errB := w.b.stage(b)
		if err := errors.Join(errA, errB); err != nil {
			return nil, err
		}
		links, _, _ := w.compare(sa, sb)
		wayA, wayB, _ := w.child(&frame{a: sa, b: sb, links: links}, int(number))
		texts = append(texts, bothTexts(w.a.stageText(a, sa, wayA), w.b.stageText(b, sb, wayB)))
		if a, errA = w.ta.step(depth, wayA, false); errA != nil {
			return nil, errA
		}
		if b, errB = w.tb.step(depth, wayB, false); errB != nil {
			return nil, errB
		}
	}
	return texts, nil
}

func bothTexts(a, b string) string {
	if a == b {
		return a
	}
	return a + " (" + b + ")"
}
