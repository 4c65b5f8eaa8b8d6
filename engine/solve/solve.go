// Package solve finds what small games are worth when everybody plays as well as
// can be.
//
// A game of perfect information without simultaneous decisions is unfolded into the
// graph of its positions (graph.go): two plays meet in one node where the complete
// keys of their positions agree, and the legal decisions are compared as well. On the
// graph, every seat's value is what it can guarantee itself against all others
// together (values.go), by retrograde analysis: who can force payoffs of at least so
// much, and in how many plies. In a two-player zero-sum game that is the value. What
// an endless play is worth is part of the theorem that the answer states.
//
// A two-player zero-sum game in which somebody does not know where he is, or several
// decide together, is unfolded into its tree and solved by linear programming over
// realisation plans of sequences (sequence.go, simplex.go; Koller, Megiddo and von
// Stengel 1994), in exact rationals. Best responses to both strategies
// (response.go) give bounds that do not rest on the program: the answer carries its proof.
// Games too large for that are approached by regret minimisation (regret.go), in numbers
// that are rounded; best responses in exact rationals to what it finds bound the value.
//
// Of deduction puzzles the solutions are counted, and it is found whether guessing is needed
// (puzzle.go).
//
// Of games that are too large for their graphs, but in which no position recurs, a search asks only who can force
// what, and leaves out most positions (search.go).
//
// Endgames are all positions with some pieces, put up instead of reached (endgame.go).
//
// Besides values there are best responses to agents (against.go), and all extreme Nash
// equilibria of two-player games with any payoffs (equilibria.go).
//
// On demand positions count as one that symmetries of the game take to each other: they have
// the same value. Symmetries are what the game proves of its own rules.
//
// Whatever does not fit, in kind or in size, is not decided, and the answer says why.
package solve

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"time"

	"github.com/astragal/astragal/engine/efg"
	"github.com/astragal/astragal/engine/formal"
)

// Options bound the work.
type Options struct {
	Timeout   time.Duration // 0: none
	Memory    uint64        // bytes of the graph of positions; 0: 1 GiB
	Positions int           // most positions; 0: no bound but memory
	Sequences int           // most sequences of a player in linear programs; 0: 200
	// Symmetry has positions count as one that symmetries of the game take to each other,
	// where the game finds any; see formal.Symmetries.
	Symmetry bool
	// Gap is the exploitability, as a share of the span of payoffs, at which regret
	// minimisation ends; 0: 1/10,000.
	Gap float64
}

// Answer is what was found.
type Answer struct {
	// Undecided says why there is no value; "" if there is one.
	Undecided string
	// Values are the seats' values, in player order; nil if undecided.
	Values []*big.Rat
	// ZeroSum reports whether two players' payoffs add up to Sum at every end.
	ZeroSum bool
	Sum     *big.Rat
	// Winner is the seat (from 1) of a decided two-player zero-sum game with a greater
	// value than the other one, 0 for a draw or where there is chance or hidden information.
	Winner int
	// Plies in which the winner forces the end of the play, whatever the other does;
	// without a winner 0, and 0 where the game was Searched.
	Plies int
	// Searched tells that positions were left out, which the value does not depend on.
	Searched bool

	Method  string // how it was found
	Theorem string // what the values are, in words

	Positions int  // nodes of the graph of positions, or of the tree
	Boards    int  // different boards with whose turn it is; 0 in trees
	Terminals int  // of the positions those where the play is over
	Cyclic    bool // some position can be reached from itself
	Longest   int  // plies of the longest play, if not Cyclic
	// Symmetries is the number of symmetries of the game, the identity included, up to which
	// positions are counted; 0 if they were not asked for, or not found as NoSymmetry says.
	Symmetries int
	NoSymmetry string

	// Puzzle is what was found of a deduction puzzle, which has no Values; nil for games.
	Puzzle *Puzzle
	// Bounded reports that the value is not known but lies between Lower and Upper.
	Bounded bool
	// Sequences of each player, Lower and Upper bounds of the first player's value by
	// best responses to both strategies, and their difference; of games with
	// hidden information.
	Sequences      [2]int
	Lower, Upper   *big.Rat
	Exploitability *big.Rat
	// Strategies are optimal (if Bounded: nearly so) behaviour strategies by set of Tree.
	Strategies efg.Behaviour
	Tree       *efg.Game
}

// undecided is the error of a search that gives no answer.
type undecided struct {
	why   string
	bound bool // a bound of memory or positions is exceeded
}

func (u undecided) Error() string { return u.why }

func notDecided(format string, args ...any) error {
	return undecided{why: fmt.Sprintf(format, args...)}
}

func notWithin(format string, args ...any) error {
	return undecided{why: fmt.Sprintf(format, args...), bound: true}
}

// begin fills in the bound of memory, and bounds the time of a context, which is to be cancelled.
func (o *Options) begin(ctx context.Context) (context.Context, context.CancelFunc) {
	if o.Memory == 0 {
		o.Memory = 1 << 30
	}
	if o.Timeout > 0 {
		return context.WithTimeout(ctx, o.Timeout)
	}
	return context.WithCancel(ctx)
}

// limits are those of a game's moves and turns.
type limits struct {
	some bool // the game may have them
	free bool // and can be played without
	safe int  // decisions in which no play can reach them
}

// unlimited is a game without its limits of moves and turns, the game itself where it cannot be without.
func unlimited(g formal.Game) (formal.Game, limits) {
	l, ok := g.(formal.Limited)
	if !ok {
		return g, limits{}
	}
	without, safe, free := l.Unlimited()
	if !free {
		without = g
	}
	return without, limits{true, free, safe}
}

// Solve solves a game within bounds. The error is that of ctx or a fault of the
// game's description; what cannot be solved gives an Answer that is Undecided.
func Solve(ctx context.Context, g formal.Game, o Options) (*Answer, error) {
	if o.Sequences == 0 {
		o.Sequences = 200
	}
	if o.Gap == 0 {
		o.Gap = 1e-4
	}
	work, cancel := o.begin(ctx)
	defer cancel()
	a := &Answer{}
	err := a.solve(work, g, o)
	var u undecided
	switch {
	case err == nil:
		return a, nil
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.As(err, &u):
		a.Undecided = u.why
	case work.Err() != nil:
		a.Undecided = fmt.Sprintf("not within %v", o.Timeout)
	default:
		return nil, err
	}
	a.Values, a.Winner, a.Plies, a.Theorem = nil, 0, 0, ""
	return a, nil
}

// errJoint is the error of graphs where several decide together.
var errJoint = errors.New("several players decide at the same time")

func (a *Answer) solve(ctx context.Context, g formal.Game, o Options) error {
	if d, ok := g.(formal.Deducible); ok {
		switch p, err := d.Deduction(); {
		case err != nil:
			return err
		case p != nil:
			return a.puzzle(ctx, p)
		}
	}
	if formal.Perfect(g) && keyless(g) == "" {
		err := a.graphOrSearch(ctx, g, o)
		if !errors.Is(err, errJoint) {
			return err
		}
	}
	*a = Answer{Method: "linear program over sequences, in exact rationals"}
	return a.hidden(ctx, g, o)
}

// graphOrSearch solves a game of perfect information by the graph of all its positions in the first half of the time,
// and by a search that leaves most of them out in the second one.
func (a *Answer) graphOrSearch(ctx context.Context, g formal.Game, o Options) error {
	first := ctx
	if o.Timeout > 0 {
		var cancel context.CancelFunc
		first, cancel = context.WithTimeout(ctx, o.Timeout/2)
		defer cancel()
	}
	a.Method = "backward induction over the graph of positions"
	err := a.perfect(first, g, o)
	var u undecided
	if err == nil || !(errors.As(err, &u) && u.bound || first.Err() != nil) || ctx.Err() != nil {
		return err
	}
	b := &Answer{}
	switch later := b.search(ctx, g, o); {
	case later == nil:
		*a = *b
		return nil
	case errors.Is(later, errNotSearched), errors.Is(later, errRecurs):
		// What the graph said of itself stays, and so do its bounds.
		if !errors.As(err, &u) {
			return notDecided("not within %v", o.Timeout/2)
		}
		return err
	default:
		return later
	}
}

// keyless says why the graph of a game's positions cannot be made; "" if it can.
func keyless(g formal.Game) string {
	if k, ok := g.(interface{ Keyless() string }); ok {
		return k.Keyless()
	}
	return ""
}

// explicit is the game with chance as an actor of its own.
func explicit(g formal.Game) formal.Game {
	if t, ok := g.(interface{ Trajectories() formal.Game }); ok {
		return t.Trajectories()
	}
	return g
}
