package equiv

import (
	"fmt"
	"math/big"

	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/rng"
)

// Walk walks both trees together, branch by branch in the order of the moves.
// Chance branches are paired by cumulated probability, so that one branch of one
// game may stand for several of the other. The error reports games that are
// broken or beyond the bounds (ErrBound).
func Walk(a, b formal.Game, o Options) (*Result, error) {
	if d := comparePlayers(a, b); d != nil {
		return &Result{Method: "numbers of players", Difference: d}, nil
	}
	o, err := o.orDefault(len(a.Players()))
	if err != nil {
		return nil, err
	}
	w := &walk{Options: o, settle: o.Contract, result: &Result{Method: o.method(), Probability: new(big.Rat)}}
	w.a, w.b = w.views(explicit(a), explicit(b))
	for range a.Players() {
		w.knowledge = append(w.knowledge, newKnowledge())
		w.result.Expected = append(w.result.Expected, new(big.Rat))
		w.result.ExpectedB = append(w.result.ExpectedB, new(big.Rat))
	}
	if err := w.run(); err != nil {
		return nil, err
	}
	for _, k := range w.knowledge {
		w.result.Classes = append(w.result.Classes, len(k.classesA))
	}
	w.compareKnowledge()
	if w.worst != nil {
		if w.result.Difference, err = w.describe(w.worst); err != nil {
			return nil, err
		}
	}
	w.result.Equal = w.worst == nil
	return w.result, nil
}

// method says what is compared.
func (o Options) method() string {
	s := "walk through both trees"
	if o.Contract {
		s += " without forced moves"
	}
	if o.OwnSets {
		s += ", information compared where its owner decides"
	}
	if o.NumericA || o.NumericB {
		s += ", numbered moves in order"
	}
	for p, q := range o.Players {
		if q != p+1 {
			return s + fmt.Sprintf(", player %d of A as player %d of B", p+1, q)
		}
	}
	return s
}

// views chooses between the kinds of observation that extensive forms offer.
// Players of GDL-II count steps; its moves of random with equal effects are one
// branch. Without forced moves two extensive forms are
// contracted as trees, which their observations must follow.
func (w *walk) views(a, b formal.Game) (formal.Game, formal.Game) {
	type timer interface{ Timed() formal.Game }
	type contracter interface{ Contracted() formal.Game }
	type merger interface{ Merged() formal.Game }
	if m, ok := a.(merger); ok {
		a = m.Merged()
	}
	if m, ok := b.(merger); ok {
		b = m.Merged()
	}
	ca, okA := a.(contracter)
	cb, okB := b.(contracter)
	if w.Contract && okA && okB {
		w.settle = false
		return ca.Contracted(), cb.Contracted()
	}
	if t, ok := a.(timer); ok && b.Formalism() == "gdl" {
		a = t.Timed()
	}
	if t, ok := b.(timer); ok && a.Formalism() == "gdl" {
		b = t.Timed()
	}
	return a, b
}

// walk is the state of a walk. Pairs of positions are numbered in the order of
// their visit.
type walk struct {
	Options
	a, b      formal.Game
	settle    bool
	pairs     []pair
	knowledge []*knowledge // by A's player-1
	worst     *fault       // the shortest difference so far
	result    *Result
}

// pair is a pair of positions, by the way to it.
type pair struct {
	parent, depth    int32
	branchA, branchB int32 // -1: the root
}

// fault is a difference at a pair, or between what is known at two pairs.
type fault struct {
	at, other int // other is -1 for differences at a single pair
	what      string
}

type visit struct {
	a, b   formal.Position
	parent int
	branch link
	reach  *big.Rat
}

// link pairs a branch of A with one of B; weight is the probability that they
// share.
type link struct {
	a, b   int
	weight *big.Rat
}

func (w *walk) run() error {
	start := func(g formal.Game) (formal.Position, error) {
		p := g.NewPosition()
		seed := rng.New(w.Seed)
		p.Restart(&seed)
		return p, w.arrive(p)
	}
	a, err := start(w.a)
	if err != nil {
		return fmt.Errorf("game A: %w", err)
	}
	b, err := start(w.b)
	if err != nil {
		return fmt.Errorf("game B: %w", err)
	}
	stack := []visit{{a, b, -1, link{-1, -1, nil}, big.NewRat(1, 1)}}
	for len(stack) > 0 {
		v := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		depth := 0
		if v.parent >= 0 {
			depth = int(w.pairs[v.parent].depth) + 1
		}
		if w.worst != nil && depth >= w.depth(w.worst) {
			continue // cannot lead to a shorter difference
		}
		if len(w.pairs) == w.MaxPositions {
			return fmt.Errorf("more than %d positions: %w", w.MaxPositions, ErrBound)
		}
		if depth > w.MaxDepth {
			return fmt.Errorf("plays of more than %d moves: %w", w.MaxDepth, ErrBound)
		}
		at := len(w.pairs)
		w.pairs = append(w.pairs, pair{int32(v.parent), int32(depth), int32(v.branch.a), int32(v.branch.b)})
		w.result.Positions++
		links, what := w.compare(v.a, v.b, v.reach)
		if what != "" {
			w.worst = &fault{at, -1, what}
			continue
		}
		w.observe(v.a, v.b, at)
		for i := len(links) - 1; i >= 0; i-- {
			next := visit{v.a, v.b, at, links[i], new(big.Rat).Mul(v.reach, links[i].weight)}
			if i > 0 {
				next.a, next.b = v.a.Clone(), v.b.Clone()
			}
			if err := w.apply(next.a, links[i].a); err != nil {
				return fmt.Errorf("game A: %w", err)
			}
			if err := w.apply(next.b, links[i].b); err != nil {
				return fmt.Errorf("game B: %w", err)
			}
			stack = append(stack, next)
		}
	}
	return nil
}

func (w *walk) depth(f *fault) int {
	d := int(w.pairs[f.at].depth)
	if f.other >= 0 {
		d = max(d, int(w.pairs[f.other].depth))
	}
	return d
}

func (w *walk) apply(p formal.Position, branch int) error {
	p.Apply(branch)
	return w.arrive(p)
}

// arrive reports broken positions and passes over forced moves if asked to.
func (w *walk) arrive(p formal.Position) error {
	if w.settle {
		return settle(p, w.MaxDepth)
	}
	return broken(p)
}

// broken gives the error of a position that keeps one.
func broken(p formal.Position) error {
	if e, ok := p.(interface{ Err() error }); ok {
		return e.Err()
	}
	return nil
}

// settle makes forced moves, at most the given number.
func settle(p formal.Position, most int) error {
	for range most {
		if err := broken(p); err != nil || p.Terminal() {
			return err
		}
		if p.Mover() != formal.Chance {
			if p.Moves() != 1 {
				return nil
			}
			p.Apply(0)
			continue
		}
		possible := possibleBranches(p)
		if len(possible) != 1 {
			return nil
		}
		p.Apply(possible[0])
	}
	return fmt.Errorf("more than %d forced moves in a row: %w", most, ErrBound)
}

// possibleBranches lists the branches of chance that have positive probability.
func possibleBranches(p formal.Position) []int {
	var possible []int
	for i := range p.Moves() {
		if p.Probability(i).Sign() > 0 {
			possible = append(possible, i)
		}
	}
	return possible
}

// compare compares a pair of positions and pairs their branches. A difference
// is described, otherwise what is empty.
func (w *walk) compare(a, b formal.Position, reach *big.Rat) (links []link, what string) {
	switch ta, tb := a.Terminal(), b.Terminal(); {
	case ta && tb:
		return nil, w.comparePayoffs(a.Payoffs(), b.Payoffs(), reach)
	case ta:
		return nil, "the play is over in A, not in B"
	case tb:
		return nil, "the play is over in B, not in A"
	}
	ma, mb := a.Mover(), b.Mover()
	if ma == formal.Chance != (mb == formal.Chance) || ma != formal.Chance && w.Players[ma-1] != mb {
		return nil, fmt.Sprintf("%s decides in A, %s in B", mover(ma), mover(mb))
	}
	ordA, ordB := order(a, w.NumericA), order(b, w.NumericB)
	if ma == formal.Chance {
		w.result.ChanceNodes++
		return w.linkChance(a, b, ordA, ordB)
	}
	if len(ordA) != len(ordB) {
		return nil, fmt.Sprintf("%s has %d moves in A, %d in B", mover(ma), len(ordA), len(ordB))
	}
	if len(ordA) == 0 {
		return nil, fmt.Sprintf("%s has no move though the play is not over", mover(ma))
	}
	share := big.NewRat(1, int64(len(ordA)))
	for i := range ordA {
		links = append(links, link{ordA[i], ordB[i], share})
	}
	return links, ""
}

func mover(m int) string {
	if m == formal.Chance {
		return "chance"
	}
	return fmt.Sprintf("player %d", m)
}

func (w *walk) comparePayoffs(a, b []*big.Rat, reach *big.Rat) string {
	w.result.Terminals++
	w.result.Probability.Add(w.result.Probability, reach)
	if len(a) != len(w.Players) || len(b) != len(w.Players) {
		return fmt.Sprintf("%d payoffs in A and %d in B for %d players", len(a), len(b), len(w.Players))
	}
	for p := range w.Players {
		x, y := a[p], b[w.Players[p]-1]
		if !w.samePayoff(x, y) {
			return fmt.Sprintf("player %d of A gets %s in A, %s in B", p+1, x.RatString(), y.RatString())
		}
		w.result.Expected[p].Add(w.result.Expected[p], new(big.Rat).Mul(reach, x))
		w.result.ExpectedB[p].Add(w.result.ExpectedB[p], new(big.Rat).Mul(reach, y))
	}
	return ""
}

// samePayoff compares exactly, except that L-GDL holds payoffs in 32-bit floats:
// its payoffs match what rounds to the same float.
func (w *walk) samePayoff(x, y *big.Rat) bool {
	if x.Cmp(y) == 0 {
		return true
	}
	if w.a.Formalism() != "lgdl" && w.b.Formalism() != "lgdl" {
		return false
	}
	fx, _ := x.Float32()
	fy, _ := y.Float32()
	return fx == fy
}

// linkChance pairs the branches of two chance positions whose stretches overlap
// when the branches are laid one after the other on the interval from 0 to 1.
func (w *walk) linkChance(a, b formal.Position, ordA, ordB []int) (links []link, what string) {
	one := big.NewRat(1, 1)
	layout := func(p formal.Position, ord []int) (branches []int, ends []*big.Rat) {
		end := new(big.Rat)
		for _, i := range ord {
			if x := p.Probability(i); x.Sign() > 0 {
				end = new(big.Rat).Add(end, x)
				branches = append(branches, i)
				ends = append(ends, end)
			}
		}
		return branches, ends
	}
	brA, endA := layout(a, ordA)
	brB, endB := layout(b, ordB)
	for _, side := range []struct {
		name string
		ends []*big.Rat
	}{{"A", endA}, {"B", endB}} {
		if len(side.ends) == 0 || side.ends[len(side.ends)-1].Cmp(one) != 0 {
			return nil, "the probabilities of " + side.name + " do not sum to 1"
		}
	}
	at := new(big.Rat)
	shared := 0 // ends that both sides have
	for i, j := 0, 0; i < len(brA); {
		end := endA[i]
		nextI, nextJ := i+1, j
		switch c := endB[j].Cmp(end); {
		case c == 0:
			nextJ++
			shared++
		case c < 0:
			end, nextI, nextJ = endB[j], i, j+1
		}
		links = append(links, link{brA[i], brB[j], new(big.Rat).Sub(end, at)})
		at, i, j = end, nextI, nextJ
	}
	// One side may only refine the other; otherwise no branch-by-branch reading
	// gives both the same probabilities.
	if shared < min(len(brA), len(brB)) {
		return nil, fmt.Sprintf("chance has other probabilities: %s in A, %s in B", probabilities(a, brA), probabilities(b, brB))
	}
	return links, ""
}

func probabilities(p formal.Position, branches []int) string {
	s := ""
	for k, i := range branches {
		if k == 10 {
			return s + " …"
		}
		if k > 0 {
			s += " "
		}
		s += p.Probability(i).RatString()
	}
	return s
}

// describe puts a fault into words.
func (w *walk) describe(f *fault) (*Difference, error) {
	path, err := w.path(f.at)
	if err != nil {
		return nil, err
	}
	d := &Difference{Path: path, What: f.what}
	if f.other >= 0 {
		if d.Other, err = w.path(f.other); err != nil {
			return nil, err
		}
	}
	return d, nil
}

// path replays the way to a pair and gives the texts of its decisions.
func (w *walk) path(at int) ([]string, error) {
	var way []pair
	for ; w.pairs[at].parent >= 0; at = int(w.pairs[at].parent) {
		way = append(way, w.pairs[at])
	}
	start := func(g formal.Game) formal.Position {
		p := g.NewPosition()
		seed := rng.New(w.Seed)
		p.Restart(&seed)
		return p
	}
	a, b := start(w.a), start(w.b)
	texts := []string{}
	for i := len(way) - 1; i >= -1; i-- {
		if err := w.arrive(a); err != nil {
			return nil, err
		}
		if err := w.arrive(b); err != nil {
			return nil, err
		}
		if i < 0 {
			break
		}
		texts = append(texts, bothTexts(a.MoveText(int(way[i].branchA)), b.MoveText(int(way[i].branchB))))
		a.Apply(int(way[i].branchA))
		b.Apply(int(way[i].branchB))
	}
	return texts, nil
}

func bothTexts(a, b string) string {
	if a == b {
		return a
	}
	return a + " (" + b + ")"
}
