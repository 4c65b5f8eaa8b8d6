// Package equiv decides whether two games, written in whatever formalisms, are
// the same game, and proves it: every answer but "not decided" holds for all plays.
//
// The strict criterion is that of the universality theorems (part 10, §4.5).
// The trees of both games are walked together, one stage at a time: a stage is
// a single decision, or a whole joint move where a formalism has them. Plays must
// have equal lengths, the same movers, numbers of moves, exact probabilities and exact
// payoffs, and at every position, those at the end and those where others decide
// included, every player must be able to tell apart the same positions. Weaker
// criteria are chosen by Options, and the Result names what was proved.
//
// Compare chooses the alignment of stages; Walk walks with one alignment. Games of
// perfect information whose moves come in different orders are compared by Unfold,
// which hashes trees without regard to order. Games enter as formal.Game; what leaves
// is a Result with the counts that were compared, the shortest difference, or how far
// the comparison came before its bounds of time, memory and positions. Memory grows
// with the number of information classes, not with positions kept: the way to a
// position is a list of decisions, and positions are played again from a few kept on
// the current path. Nothing is kept between calls.
package equiv

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"time"

	"github.com/astragal/astragal/engine/formal"
)

// Payoffs is a criterion for payoffs.
type Payoffs int

const (
	// Exact payoffs are equal numbers.
	Exact Payoffs = iota
	// Scaled payoffs are equal after a change of zero and unit for each player:
	// B pays a·x+b, with a > 0, where A pays x.
	Scaled
	// Outcomes count as win, draw or loss only.
	Outcomes
)

// Options bounds a comparison and says what counts as equal. The zero value is
// strict, with the default bounds.
type Options struct {
	// MaxPositions bounds the positions of one pass through the trees; default 2,000,000.
	MaxPositions int
	// MaxDepth bounds the length of plays; default 10,000 stages.
	MaxDepth int
	// Timeout bounds the time; 0 means no bound.
	Timeout time.Duration
	// Memory bounds the live bytes of the process; 0 means no bound.
	Memory uint64
	// Progress, if not nil, is called about once a second.
	Progress func(Progress)

	// Players maps A's players to B's: B's Players[p-1] plays A's p. Nil keeps the
	// order, except for exchanges that a translation has recorded.
	Players []int
	// Payoffs is the criterion for payoffs.
	Payoffs Payoffs
	// Contract passes over forced moves: positions with one possible branch.
	Contract bool
	// OwnSets compares what a player knows only where he decides.
	OwnSets bool
	// MergeChance lets one branch of chance stand for several of the other game
	// that lead to the same.
	MergeChance bool

	// Playouts is the number of random playouts of each game that are compared,
	// as evidence, where the games are not decided; default none.
	Playouts int
	// Seed of the playouts.
	Seed uint64
}

// Progress tells how far a comparison is.
type Progress struct {
	Depth     int // of the pass that runs
	Positions int // visited in it
	Bytes     uint64
}

func (o Options) orDefault(a, b formal.Game) (Options, error) {
	if o.MaxPositions <= 0 {
		o.MaxPositions = 2_000_000
	}
	if o.MaxDepth <= 0 {
		o.MaxDepth = 10_000
	}
	players := len(a.Players())
	if o.Players == nil {
		// Both games lead back to their originals.
		original, back := formal.Exchange(a), formal.Exchange(b)
		for p := range players {
			for q := range players {
				if back[q] == original[p] {
					o.Players = append(o.Players, q+1)
				}
			}
		}
	}
	seen := make([]bool, players+1)
	for _, p := range o.Players {
		if len(o.Players) != players || p < 1 || p > players || seen[p] {
			return o, fmt.Errorf("%v is no permutation of %d players", o.Players, players)
		}
		seen[p] = true
	}
	return o, nil
}

// ErrBound is the error, possibly wrapped, of games beyond the bounds.
var ErrBound = errors.New("beyond the bounds of the comparison")

// Result is the outcome of a comparison.
type Result struct {
	// Equal is the answer, unless Undecided tells why there is none.
	Equal     bool
	Undecided string
	// Theorem says what is proved by an Equal result.
	Theorem string
	// Method says in words what was compared and how.
	Method string
	// Depth is the number of stages up to which there is no difference, the length of
	// the longest play if Equal.
	Depth int
	// Positions counts pairs of positions visited in the last pass.
	Positions int
	// Terminals and ChanceNodes are those among the pairs of a walk.
	Terminals, ChanceNodes int
	// Classes counts each player's information classes; nil unless walked to the end.
	Classes []int
	// Probability is the probability of all plays together under uniform play, 1
	// unless a game is broken; Expected and ExpectedB are the payoffs expected by
	// A's players, as A and as B pay them. Nil unless walked to the end.
	Probability         *big.Rat
	Expected, ExpectedB []*big.Rat
	// Difference is nil unless the games differ.
	Difference *Difference
	// Evidence tells what random playouts of undecided games showed.
	Evidence string
}

// Difference is where and how two games differ.
type Difference struct {
	// Path holds the decisions, in A's words and where they differ also in B's,
	// that lead to the difference.
	Path []string
	// Other is a second path, for differences in what a player can tell apart.
	Other []string
	What  string
}

// String describes the difference in one line.
func (d *Difference) String() string {
	show := func(path []string) string {
		if len(path) == 0 {
			return "at the start"
		}
		return "after " + strings.Join(path, ", ")
	}
	s := show(d.Path) + ": " + d.What
	if d.Other != nil {
		s += " " + show(d.Other)
	}
	return s
}

// Compare decides whether a and b are the same game. The error reports games that
// are broken; bounds reached make the Result undecided.
//
// Trees are aligned decision by decision or, if that does not fit, by whole joint
// moves. Numbered moves may be taken in order of their numbers instead of that of
// their texts. Games of perfect information may have their moves in any order.
func Compare(ctx context.Context, a, b formal.Game, o Options) (*Result, error) {
	if d := comparePlayers(a, b); d != nil {
		return &Result{Method: "numbers of players", Difference: d}, nil
	}
	o, err := o.orDefault(a, b)
	if err != nil {
		return nil, err
	}
	budget, cancel := newBudget(ctx, o)
	defer cancel()
	treeA, err := extensive(explicit(a), b)
	if err != nil {
		return nil, err
	}
	treeB, err := extensive(explicit(b), a)
	if err != nil {
		return nil, err
	}
	r, err := compareTrees(treeA, treeB, o, budget)
	if err != nil && ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil || r.Undecided == "" || o.Playouts == 0 || budget.ctx.Err() != nil {
		return r, err
	}
	s, err := sampleBoth(a, b, o, budget)
	if err != nil && !errors.Is(err, ErrBound) {
		return nil, err
	}
	if err == nil {
		r.Evidence = s
	}
	return r, nil
}

// extensive gives the extensive form of a game in strategic form where that is compared with
// a game of another formalism, all other games as they are.
func extensive(g, other formal.Game) (formal.Game, error) {
	if s, ok := g.(interface{ Extensive() (formal.Game, error) }); ok && g.Formalism() != other.Formalism() {
		return s.Extensive()
	}
	return g, nil
}

// compareTrees tries the alignments. Whether one fits shows in the shape of the
// trees alone: what players know and are paid is never a reason to try another.
func compareTrees(a, b formal.Game, o Options, budget *budget) (*Result, error) {
	var worst *walk
	for _, al := range alignments(a, b, o) {
		w, err := walkInOrders(al, o, budget)
		if err != nil {
			return nil, err
		}
		if w.fault == nil {
			return w.finish()
		}
		if worst == nil || len(w.fault.path) > len(worst.fault.path) {
			worst = w
		}
		if !w.fault.shape {
			fits, err := w.fits()
			if err != nil {
				return nil, err
			}
			if fits {
				worst = w
				break
			}
		}
	}
	// Only games of perfect information can be compared without the order of moves.
	if formal.Perfect(a) && formal.Perfect(b) {
		r, err := unfoldBoth(a, b, o, budget)
		if err != nil || r.Equal || r.Undecided != "" || a.Formalism() != b.Formalism() {
			return r, err
		}
	}
	return worst.finish()
}

// walkInOrders walks with the moves as the games list them and, if that differs
// from the order of the numbers in them, with those orders.
func walkInOrders(al alignment, o Options, budget *budget) (*walk, error) {
	var best *walk
	for _, numeric := range [][2]bool{{}, {true, true}, {true, false}, {false, true}} {
		w := newWalk(al, o, budget, numeric)
		if err := w.run(); err != nil {
			return nil, err
		}
		if best == nil || w.fault == nil || len(w.fault.path) > len(best.fault.path) {
			best = w
		}
		if w.fault == nil || w.stopped != nil || !w.a.numbered && !w.b.numbered {
			break
		}
	}
	return best, nil
}

// fits reports whether the trees have the same shape under the alignment of a walk. What
// cannot be decided counts as fitting.
func (w *walk) fits() (bool, error) {
	s := newWalk(w.al, w.Options, w.budget, w.order)
	s.shapeOnly = true
	err := s.run()
	return s.fault == nil, err
}

// Walk compares the games decision by decision, in the order of their moves.
func Walk(ctx context.Context, a, b formal.Game, o Options) (*Result, error) {
	if d := comparePlayers(a, b); d != nil {
		return &Result{Method: "numbers of players", Difference: d}, nil
	}
	o, err := o.orDefault(a, b)
	if err != nil {
		return nil, err
	}
	budget, cancel := newBudget(ctx, o)
	defer cancel()
	w, err := walkInOrders(alignments(explicit(a), explicit(b), o)[0], o, budget)
	if err != nil {
		return nil, err
	}
	return w.finish()
}

// explicit gives the game with chance as an actor of its own where its formalism
// draws inside of moves, and with equal moves of random as one branch.
func explicit(g formal.Game) formal.Game {
	if t, ok := g.(interface{ Trajectories() formal.Game }); ok {
		g = t.Trajectories()
	}
	if m, ok := g.(interface{ Merged() formal.Game }); ok {
		g = m.Merged()
	}
	return g
}

func comparePlayers(a, b formal.Game) *Difference {
	if k, l := len(a.Players()), len(b.Players()); k != l {
		return &Difference{What: fmt.Sprintf("A has %d players, B has %d", k, l)}
	}
	return nil
}
