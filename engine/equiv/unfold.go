package equiv

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/rng"
)

// exhaustive begins the Method of results that cover the whole trees.
const exhaustive = "exhaustive unfolding"

// Unfold compares two games of perfect information without regard to the order
// and the texts of their moves. Forced moves are passed over, since formalisms
// differ in whether they show them; payoffs count as win, draw or loss. The
// trees are hashed to growing depth, until they differ, end, or one has more
// than MaxPositions positions.
func Unfold(a, b formal.Game, o Options) (*Result, error) {
	if d := comparePlayers(a, b); d != nil {
		return &Result{Method: "numbers of players", Difference: d}, nil
	}
	a, b = explicit(a), explicit(b)
	o, err := o.orDefault(len(a.Players()))
	if err != nil {
		return nil, err
	}
	identity := make([]int, len(o.Players))
	for p := range identity {
		identity[p] = p + 1
	}
	ua := &unfolding{game: a, Options: o, as: identity}
	ub := &unfolding{game: b, Options: o, as: make([]int, len(o.Players))}
	for p, q := range o.Players {
		ub.as[q-1] = p + 1
	}
	var equal *Result
	for depth := 0; depth <= o.MaxDepth; depth++ {
		ha, err := ua.root(depth)
		if err == nil {
			err = ub.check(depth, ha)
		}
		switch {
		case errors.Is(err, ErrBound) && equal != nil:
			return equal, nil
		case errors.Is(err, errDiffers):
			d, err := describe(ua, ub, depth)
			return &Result{Method: fmt.Sprintf("unfolding to depth %d", depth), Positions: ua.count, Difference: d}, err
		case err != nil:
			return nil, err
		}
		equal = &Result{Equal: true, Method: fmt.Sprintf("unfolding to depth %d", depth), Positions: ua.count}
		if !ua.cut && !ub.cut {
			equal.Method = exhaustive + fmt.Sprintf(" to depth %d", depth)
			break
		}
	}
	return equal, nil
}

var errDiffers = errors.New("the trees differ")

type digest [16]byte

// unfolding hashes the tree of one game.
type unfolding struct {
	Options
	game  formal.Game
	as    []int // the game's player-1 → A's player
	count int   // positions met
	cut   bool  // whether the depth cut anything off
}

func (u *unfolding) start() (formal.Position, error) {
	p := u.game.NewPosition()
	seed := rng.New(u.Seed)
	p.Restart(&seed)
	return p, settle(p, u.MaxDepth)
}

// root hashes the tree to a depth.
func (u *unfolding) root(depth int) (digest, error) {
	u.count, u.cut = 0, false
	p, err := u.start()
	if err != nil {
		return digest{}, err
	}
	return u.hash(p, depth)
}

// check compares the hash of the tree with that of the other game.
func (u *unfolding) check(depth int, other digest) error {
	h, err := u.root(depth)
	if err == nil && h != other {
		return errDiffers
	}
	return err
}

// hash gives the hash of a settled position's tree to a depth.
func (u *unfolding) hash(p formal.Position, depth int) (digest, error) {
	u.count++
	if u.count > u.MaxPositions {
		return digest{}, fmt.Errorf("more than %d positions: %w", u.MaxPositions, ErrBound)
	}
	text := []byte(u.summary(p))
	if !p.Terminal() {
		if depth == 0 {
			u.cut = true
		} else {
			children, _, err := u.children(p, depth-1)
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

// children hashes the trees below a position, in the order of its branches.
// Branches of chance with equal trees are one branch; its probability enters the
// hash, and the first of them stands in branches.
func (u *unfolding) children(p formal.Position, depth int) (children []digest, branches []int, err error) {
	chance := p.Mover() == formal.Chance
	at := map[digest]int{} // place of chance's branches in children
	var weights []*big.Rat
	for i := range p.Moves() {
		if chance && p.Probability(i).Sign() == 0 {
			continue
		}
		next := p.Clone()
		next.Apply(i)
		if err := settle(next, u.MaxDepth); err != nil {
			return nil, nil, err
		}
		h, err := u.hash(next, depth)
		if err != nil {
			return nil, nil, err
		}
		if chance {
			if j, known := at[h]; known {
				weights[j].Add(weights[j], p.Probability(i))
				continue
			}
			at[h] = len(children)
			weights = append(weights, new(big.Rat).Set(p.Probability(i)))
		}
		children, branches = append(children, h), append(branches, i)
	}
	for i, w := range weights {
		s := sha256.Sum256(append(children[i][:], w.RatString()...))
		children[i] = digest(s[:16])
	}
	return children, branches, nil
}

// summary says what a position looks like without its successors.
func (u *unfolding) summary(p formal.Position) string {
	if p.Terminal() {
		return "the play is over with " + u.results(p.Payoffs())
	}
	if p.Mover() == formal.Chance {
		return "chance decides"
	}
	return fmt.Sprintf("player %d decides", u.as[p.Mover()-1])
}

// results gives win, draw or loss for each of A's players.
func (u *unfolding) results(payoffs []*big.Rat) string {
	texts := make([]string, len(payoffs))
	for p, result := range outcomes(payoffs) {
		texts[u.as[p]-1] = result
	}
	return fmt.Sprint(texts)
}

// describe follows a difference that shows at a depth down to where it is plain.
// Which branches belong together is unknown where several have no counterpart;
// equal texts are then preferred.
func describe(a, b *unfolding, depth int) (*Difference, error) {
	a.count, b.count = 0, 0
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
		if sa, sb := a.summary(pa), b.summary(pb); sa != sb || pa.Terminal() || depth == 0 {
			d.What = fmt.Sprintf("%s in A, %s in B", sa, sb)
			return d, nil
		}
		if ma, mb := pa.Moves(), pb.Moves(); ma != mb && pa.Mover() != formal.Chance {
			d.What = fmt.Sprintf("%d moves in A, %d in B", ma, mb)
			return d, nil
		}
		a.count, b.count = 0, 0
		ca, branchesA, err := a.children(pa, depth-1)
		if err != nil {
			return nil, err
		}
		cb, branchesB, err := b.children(pb, depth-1)
		if err != nil {
			return nil, err
		}
		i, j, found := unmatched(ca, cb, func(i, j int) bool { return pa.MoveText(branchesA[i]) == pb.MoveText(branchesB[j]) })
		if !found {
			d.What = "chance has other probabilities in A than in B"
			return d, nil
		}
		i, j = branchesA[i], branchesB[j]
		d.Path = append(d.Path, bothTexts(pa.MoveText(i), pb.MoveText(j)))
		pa.Apply(i)
		pb.Apply(j)
		if err := settle(pa, a.MaxDepth); err != nil {
			return nil, err
		}
		if err := settle(pb, b.MaxDepth); err != nil {
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
