package equiv

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/astragal/astragal/engine/formal"
)

// Unfold compares two games of perfect information without regard to the order
// and the texts of their moves: it hashes their trees, stage by stage, to growing
// depth until they differ, end, or reach a bound. Stages at which several players have
// a choice are beyond it: the games may be found different, but not the same.
func Unfold(ctx context.Context, a, b formal.Game, o Options) (*Result, error) {
	if d := comparePlayers(a, b); d != nil {
		return &Result{Method: "numbers of players", Difference: d}, nil
	}
	o, err := o.orDefault(a, b)
	if err != nil {
		return nil, err
	}
	budget, cancel := newBudget(ctx, o)
	defer cancel()
	return unfoldBoth(explicit(a), explicit(b), o, budget)
}

// unfoldBoth unfolds both games. Where nobody has a choice and a game of joint moves
// does not tell whose move it is, who moves without a choice is left out.
func unfoldBoth(a, b formal.Game, o Options, budget *budget) (*Result, error) {
	r, untold, err := unfoldTrees(a, b, o, budget, true)
	if err == nil && untold && r.Difference != nil {
		r, _, err = unfoldTrees(a, b, o, budget, false)
	}
	return r, err
}

// unfoldTrees tells also whether it was untold at some stage whose move it is.
func unfoldTrees(a, b formal.Game, o Options, budget *budget, forced bool) (*Result, bool, error) {
	al := alignment{a: a, b: b, jointA: simultaneous(a), jointB: simultaneous(b), settle: o.Contract, perfect: true,
		merge: o.MergeChance || a.Formalism() == "gdl" || b.Formalism() == "gdl"}
	va, vb := al.views(o, [2]bool{})
	if o.Payoffs == Scaled {
		return &Result{Method: "unfolding", Undecided: "not decided: payoffs up to their units can only be compared where " +
			"the moves come in the same order"}, false, nil
	}
	ua := &unfolding{Options: o, view: va, budget: budget, al: &al, forced: forced}
	ub := &unfolding{Options: o, view: vb, budget: budget, al: &al, forced: forced}
	r := &Result{}
	for depth := 0; ; depth++ {
		ha, err := ua.root(depth)
		var hb digest
		if err == nil {
			hb, err = ub.root(depth)
		}
		switch {
		case errors.Is(err, ErrBound):
			r.Undecided = err.Error()
		case err != nil:
			return nil, false, err
		case ha != hb:
			r.Positions, r.Depth = ua.count, max(0, depth-1)
			if r.Difference, err = describe(ua, ub, depth); errors.Is(err, ErrBound) {
				r.Difference, err = &Difference{What: fmt.Sprintf("the plays of %d stages differ", depth)}, nil
			}
			if err != nil {
				return nil, false, err
			}
		default:
			r.Positions, r.Depth = ua.count, depth
			r.Equal = !ua.cut && !ub.cut
			if !r.Equal && depth == o.MaxDepth {
				r.Undecided = (&bound{fmt.Sprintf("plays of %d moves", o.MaxDepth)}).Error()
			}
		}
		if r.Equal && (ua.several || ub.several) {
			r.Equal, r.Undecided = false, "not decided: several players choose at the same time, and their moves come in "+
				"different orders"
		}
		if r.Equal || r.Undecided != "" || r.Difference != nil {
			break
		}
	}
	r.Method = "unfolding of both trees, moves in any order" + o.weaker()
	if r.Equal {
		r.Theorem = al.theorem(o)
	}
	return r, ua.untold || ub.untold, nil
}

type digest [16]byte

// unfolding hashes the tree of one game.
type unfolding struct {
	Options
	view    *view
	al      *alignment
	budget  *budget
	track   track // only for arrivals
	count   int   // positions met
	depth   int
	cut     bool // whether the depth cut anything off
	several bool // whether several players had a choice at once
	forced  bool // whether it counts who moves without a choice
	untold  bool // whether that was not told anywhere
}

func (u *unfolding) start() (formal.Position, error) {
	u.track = track{v: u.view, budget: u.budget, seed: u.Seed, most: u.MaxDepth}
	if err := u.track.start(); err != nil {
		return nil, err
	}
	return u.track.kept[0].pos.Clone(), nil
}

// root hashes the tree to a depth.
func (u *unfolding) root(depth int) (digest, error) {
	u.count, u.cut, u.depth = 0, false, depth
	p, err := u.start()
	if err != nil {
		return digest{}, err
	}
	return u.hash(p, depth)
}

// hash gives the hash of a position's tree to a depth. It may use the position up.
func (u *unfolding) hash(p formal.Position, depth int) (digest, error) {
	u.count++
	if err := u.budget.check(u.depth, u.count); err != nil {
		return digest{}, err
	}
	s, err := u.view.stage(p)
	if err != nil {
		return digest{}, err
	}
	text := []byte(u.summary(s))
	if !s.terminal {
		if depth == 0 {
			u.cut = true
		} else {
			children, _, err := u.children(p, s, depth-1)
			if err != nil {
				return digest{}, err
			}
			slices.SortFunc(children, func(x, y digest) int { return bytes.Compare(x[:], y[:]) })
			for _, c := range children {
				text = append(text, c[:]...)
			}
		}
	}
	h := sha256.Sum256(text)
	return digest(h[:16]), nil
}

// children hashes the trees below a position and gives the decisions that lead to
// them. The probability of a branch of chance enters its hash; where one branch may
// stand for several, those with equal trees are one, and the first of them stands in ways.
func (u *unfolding) children(p formal.Position, s *stage, depth int) (children []digest, ways [][]int, err error) {
	chance := s.of(formal.Chance)
	at := map[digest]int{} // place of chance's branches in children
	var weights []*big.Rat
	all, weightOf := u.ways(s)
	for i, way := range all {
		next := p
		if i < len(all)-1 {
			next = p.Clone()
		}
		if err := u.track.play(next, way); err != nil {
			return nil, nil, err
		}
		h, err := u.hash(next, depth)
		if err != nil {
			return nil, nil, err
		}
		if chance != nil && len(chance.branches) > 1 && u.al.merge {
			if j, known := at[h]; known {
				weights[j].Add(weights[j], weightOf[i])
				continue
			}
			at[h] = len(children)
		}
		weights = append(weights, new(big.Rat).Set(weightOf[i]))
		children, ways = append(children, h), append(ways, way)
	}
	for i, w := range weights {
		s := sha256.Sum256(append(children[i][:], w.RatString()...))
		children[i] = digest(s[:16])
	}
	return children, ways, nil
}

// ways lists the decisions that can be made at a stage, with the probabilities of
// chance's part in them.
func (u *unfolding) ways(s *stage) (ways [][]int, weights []*big.Rat) {
	ways, weights = [][]int{nil}, []*big.Rat{big.NewRat(1, 1)}
	for _, d := range s.decisions {
		var longer [][]int
		var shares []*big.Rat
		for k, way := range ways {
			for i, branch := range d.branches {
				longer = append(longer, append(slices.Clone(way), branch))
				share := weights[k]
				if d.weights != nil {
					share = new(big.Rat).Mul(share, d.weights[i])
				}
				shares = append(shares, share)
			}
		}
		ways, weights = longer, shares
	}
	return ways, weights
}

// summary says what a stage looks like without its successors.
func (u *unfolding) summary(s *stage) string {
	if s.terminal {
		return "the play is over with " + u.results(s.payoffs)
	}
	m := s.mover()
	if !hasChoice(s) && (m == nobody || !u.forced) {
		u.untold = u.untold || m == nobody
		return "nobody has a choice"
	}
	if m != several {
		return mover(m) + " decides"
	}
	u.several = true
	text := "several decide, with moves"
	for p := range u.Players {
		text += fmt.Sprintf(" %d", s.moves(p+1))
	}
	return text
}

// results gives the payoffs of A's players, or win, draw or loss.
func (u *unfolding) results(payoffs []*big.Rat) string {
	if u.Payoffs == Outcomes {
		return fmt.Sprint(outcomes(payoffs))
	}
	texts := make([]string, len(payoffs))
	for p, x := range payoffs {
		texts[p] = x.RatString()
	}
	return "payoffs " + strings.Join(texts, " ")
}

// describe follows a difference that shows at a depth down to where it is plain.
// Which branches belong together is unknown where several have no counterpart;
// equal texts are then preferred.
func describe(a, b *unfolding, depth int) (*Difference, error) {
	pa, err := a.start()
	if err != nil {
		return nil, err
	}
	pb, err := b.start()
	if err != nil {
		return nil, err
	}
	d := &Difference{Path: []string{}}
	for ; ; depth-- {
		sa, err := a.view.stage(pa)
		if err != nil {
			return nil, err
		}
		sb, err := b.view.stage(pb)
		if err != nil {
			return nil, err
		}
		if x, y := a.summary(sa), b.summary(sb); x != y || sa.terminal || depth == 0 {
			d.What = fmt.Sprintf("%s in A, %s in B", x, y)
			return d, nil
		}
		for p := range a.Players {
			if m, n := sa.moves(p+1), sb.moves(p+1); m != n {
				d.What = fmt.Sprintf("player %d has %d moves in A, %d in B", p+1, m, n)
				return d, nil
			}
		}
		a.count, b.count = 0, 0
		ca, waysA, err := a.children(pa.Clone(), sa, depth-1)
		if err != nil {
			return nil, err
		}
		cb, waysB, err := b.children(pb.Clone(), sb, depth-1)
		if err != nil {
			return nil, err
		}
		text := func(u *unfolding, p formal.Position, s *stage, way []int) string { return u.view.stageText(p, s, way) }
		i, j, found := unmatched(ca, cb, func(i,
			j int) bool {
			return text(a, pa, sa, waysA[i]) == text(b, pb, sb, waysB[j])
		})
		if !found {
			d.What = "chance has other probabilities in A than in B"
			return d, nil
		}
		d.Path = append(d.Path, bothTexts(text(a, pa, sa, waysA[i]), text(b, pb, sb, waysB[j])))
		if err := errors.Join(a.track.play(pa, waysA[i]), b.track.play(pb, waysB[j])); err != nil {
			return nil, err
		}
	}
}

// unmatched gives a child of each position that has no counterpart below the
// other, if possible two that are alike.
func unmatched(ca, cb []digest, alike func(i, j int) bool) (i, j int, found bool) {
	restA, restB := surplus(ca, cb), surplus(cb, ca)
	if len(restA) == 0 || len(restB) == 0 {
		return 0, 0, false
	}
	for _, i := range restA {
		for _, j := range restB {
			if alike(i, j) {
				return i, j, true
			}
		}
	}
	return restA[0], restB[0], true
}

// surplus lists the places of xs that remain when those of ys are taken away.
func surplus(xs, ys []digest) []int {
	left := map[digest]int{}
	for _, y := range ys {
		left[y]++
	}
	var rest []int
	for i, x := range xs {
		if left[x]--; left[x] < 0 {
			rest = append(rest, i)
		}
	}
	return rest
}
