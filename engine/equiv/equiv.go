// Package equiv decides whether two games, written in whatever formalisms, are
// the same game.
//
// Three methods, from proof to evidence:
//
//   - Walk goes through both trees together and checks the criteria of the
//     universality theorems: the same movers, numbers of branches, exact chance
//     probabilities and payoffs along paths of equal length, and the same
//     information partition for every player.
//   - Unfold compares games of perfect information by a hash of their trees that
//     does not depend on the order of moves, to the end or to a depth.
//   - Sample compares random playouts.
//
// Compare chooses. Games enter as formal.Game; what leaves is a Result with the
// counts that were compared or the shortest difference. Nothing is kept between
// calls.
package equiv

import (
	"errors"
	"fmt"
	"math/big"
	"strings"

	"github.com/astragal/astragal/engine/formal"
)

// Options bounds a comparison and says what counts as equal. The zero value is
// strict, with the default bounds.
type Options struct {
	// MaxPositions bounds the pairs of positions walked, and the positions of
	// each game at one depth of Unfold; default 2,000,000.
	MaxPositions int
	// MaxDepth bounds the length of plays; default 10,000 moves.
	MaxDepth int
	// Players maps A's players to B's: B's Players[p-1] plays A's p. Nil keeps
	// the order. Compare tries exchanges with the first player by itself.
	Players []int
	// Contract passes over forced moves: positions with one possible branch.
	Contract bool
	// OwnSets compares what a player knows only where he decides.
	OwnSets bool
	// NumericA and NumericB order branches whose texts differ in one number only
	// by that number instead of as the game lists them.
	NumericA, NumericB bool
	// Playouts is the number of random playouts of each game; default 2,000.
	Playouts int
	// Seed of the playouts.
	Seed uint64
}

func (o Options) orDefault(players int) (Options, error) {
	def := func(x *int, d int) {
		if *x <= 0 {
			*x = d
		}
	}
	def(&o.MaxPositions, 2_000_000)
	def(&o.MaxDepth, 10_000)
	def(&o.Playouts, 2_000)
	if o.Players == nil {
		for p := range players {
			o.Players = append(o.Players, p+1)
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
	Equal bool
	// Method says in words what was compared and how far.
	Method string
	// Positions counts what was visited: pairs of positions in a walk, positions
	// of A otherwise.
	Positions int
	// Terminals and ChanceNodes are those among the pairs of a walk.
	Terminals, ChanceNodes int
	// Classes counts each player's information classes; nil unless walked.
	Classes []int
	// Probability is the probability of all plays together under uniform play, 1
	// unless a game is broken; Expected and ExpectedB are the payoffs expected by
	// A's players, as A and as B pay them. Nil unless walked.
	Probability         *big.Rat
	Expected, ExpectedB []*big.Rat
	// Difference is nil when Equal.
	Difference *Difference
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

// Compare decides whether a and b are the same game, choosing the method.
//
// Where one game is in extensive form or has hidden information, or both are in
// one formalism, the trees are walked. If they differ as they stand, they may still agree after the first
// player has changed places with another, with numbered moves in order of their
// numbers, or without forced moves; Method tells. Other pairs, and games beyond
// the bounds of a walk, are unfolded as far as the bounds allow and sampled. Games
// with chance inside their moves are only sampled.
func Compare(a, b formal.Game, o Options) (*Result, error) {
	if d := comparePlayers(a, b); d != nil {
		return &Result{Method: "numbers of players", Difference: d}, nil
	}
	drawnA, drawnB := a, b
	a, b = explicit(a), explicit(b)
	if hiddenChance(a, o) || hiddenChance(b, o) {
		return Sample(drawnA, drawnB, o)
	}
	fa, fb := a.Formalism(), b.Formalism()
	if fa == "efg" || fb == "efg" || fa == fb || hidden(a) || hidden(b) {
		r, err := compareWalks(a, b, o)
		if !errors.Is(err, ErrBound) {
			return r, err
		}
	}
	r, err := Unfold(a, b, o)
	if err != nil || !r.Equal || strings.HasPrefix(r.Method, exhaustive) {
		return r, err
	}
	s, err := Sample(drawnA, drawnB, o)
	if err != nil {
		return nil, err
	}
	s.Method = r.Method + "; " + s.Method
	return s, nil
}

// explicit gives the game with chance as an actor of its own where its formalism
// draws inside of moves.
func explicit(g formal.Game) formal.Game {
	if t, ok := g.(interface{ Trajectories() formal.Game }); ok {
		return t.Trajectories()
	}
	return g
}

// hidden tells whether players of the game may not see everything.
func hidden(g formal.Game) bool {
	h, ok := g.(interface{ Hidden() bool })
	return ok && h.Hidden()
}

func comparePlayers(a, b formal.Game) *Difference {
	if k, l := len(a.Players()), len(b.Players()); k != l {
		return &Difference{What: fmt.Sprintf("A has %d players, B has %d", k, l)}
	}
	return nil
}

// compareWalks walks under one reading after the other until the games agree. If
// they never do, it gives the difference that lies deepest: the reading under
// which they agree longest.
func compareWalks(a, b formal.Game, o Options) (*Result, error) {
	var worst *Result
	for _, reading := range readings(a, b, o) {
		r, err := Walk(a, b, reading)
		if err != nil {
			return nil, err
		}
		if r.Equal {
			return r, nil
		}
		if worst == nil || len(r.Difference.Path) > len(worst.Difference.Path) {
			worst = r
		}
	}
	return worst, nil
}

// readings lists the ways to read the games, the plainest first.
func readings(a, b formal.Game, o Options) []Options {
	gdl := a.Formalism() == "gdl" || b.Formalism() == "gdl"
	mixed := a.Formalism() != b.Formalism()
	var list []Options
	players := [][]int{o.Players}
	for p := 2; o.Players == nil && p <= len(a.Players()); p++ {
		exchange := make([]int, len(a.Players()))
		for i := range exchange {
			exchange[i] = i + 1
		}
		exchange[0], exchange[p-1] = p, 1
		players = append(players, exchange)
	}
	for _, perm := range players {
		for _, contract := range []bool{false, true} {
			for _, own := range []bool{false, true} {
				if own && !(gdl && mixed && contract) {
					continue // elsewhere the full criterion can be met
				}
				for _, n := range [][2]bool{{}, {true, true}, {true, false}, {false, true}} {
					r := o
					r.Players = perm
					r.Contract = r.Contract || contract
					r.OwnSets = r.OwnSets || own
					r.NumericA = r.NumericA || n[0]
					r.NumericB = r.NumericB || n[1]
					list = append(list, r)
				}
			}
		}
	}
	return list
}
