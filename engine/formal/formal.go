// Package formal holds the small interface in which all formalisms meet:
// L-GDL, GDL and GDL-II, Regular Boardgames and Regular Games, extensive and strategic forms. Playouts,
// agents, metrics, the equivalence checker and the pipeline see a game only
// through it.
package formal

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"github.com/astragal/astragal/engine/rng"
)

// Game is a compiled game: immutable and safe for concurrent use.
type Game interface {
	// Formalism is "lgdl", "gdl", "rbg", "rg", "efg" or "nfg".
	Formalism() string
	// Name is the game's name as its description gives it.
	Name() string
	// Players names the players in order; player p (from 1) is Players()[p-1].
	Players() []string
	// NewPosition returns a fresh position, ready for Restart.
	NewPosition() Position
}

// Chance is the Mover of positions where nature decides.
const Chance = 0

// Position is one point of a play. It belongs to one goroutine. Simultaneous
// decisions are presented one player after the other, in player order, each
// taken without knowledge of the others; chance that a formalism makes explicit is a
// decision of Chance, chance inside a move (dice of L-GDL) is drawn from the
// generator given to Restart.
type Position interface {
	// Restart goes to the initial position; draws made by the rules come from r.
	Restart(r *rng.SplitMix64)
	// Clone returns an independent copy.
	Clone() Position
	// Terminal reports whether the play is over.
	Terminal() bool
	// Mover is the player (from 1) who decides, or Chance.
	Mover() int
	// Moves is the number of legal decisions, at least 1 unless Terminal.
	Moves() int
	// MoveText describes decision i of Moves, unique within the position.
	MoveText(i int) string
	// Probability is the exact probability of decision i when Mover is Chance.
	Probability(i int) *big.Rat
	// Apply takes decision i.
	Apply(i int)
	// Payoffs are the players' payoffs in player order when Terminal.
	Payoffs() []*big.Rat
	// Observation is what player p (from 1) has observed along the play so
	// far: equal texts mean that the player cannot tell the plays apart.
	Observation(p int) string
}

// Joint is a Position of games in which several may decide at the same time.
type Joint interface {
	// Pending is the number of decisions taken so far that those who decide now
	// do not see: 0 where a step begins.
	Pending() int
}

// Renewable is a Position that can be made a copy of another one, for those who make very many.
type Renewable interface {
	// Become makes it what a Clone of p would be, p being of the same game; false if it cannot, and is of no use
	// then. Nobody needs any more what it was.
	Become(p Position) bool
}

// Alternating is a Position that tells whether players decide one after the other in all positions of its game.
type Alternating interface{ Alternating() bool }

// Perfect reports whether the game says that it is one of perfect information: as
// soon as a move or joint move is complete everybody sees it.
func Perfect(g Game) bool {
	h, ok := g.(interface{ Hidden() bool })
	return ok && !h.Hidden()
}

// Exchange gives, for player p of the game, the player Exchange(g)[p-1] who he was
// before translation: games of some formalisms begin with player 1, and tell if
// another has changed places with him for that.
func Exchange(g Game) []int {
	perm := make([]int, len(g.Players()))
	for i := range perm {
		perm[i] = i + 1
	}
	if e, ok := g.(interface{ Exchanged() int }); ok {
		if p := e.Exchanged(); p > 1 && p <= len(perm) {
			perm[0], perm[p-1] = p, 1
		}
	}
	return perm
}

// ExchangeNote is the sentence by which a translation tells that players 1 and p
// have changed places.
func ExchangeNote(p int) string {
	return fmt.Sprintf("Players 1 and %d of the extensive-form game have changed places.", p)
}

// NotedExchange finds an ExchangeNote in a text and gives its p, 1 for none.
func NotedExchange(text string) int {
	before, after, _ := strings.Cut(ExchangeNote(0), "0")
	for {
		_, rest, ok := strings.Cut(text, before)
		if !ok {
			return 1
		}
		digits := rest[:len(rest)-len(strings.TrimLeft(rest, "0123456789"))]
		if p, err := strconv.Atoi(digits); err == nil && len(digits) <= 4 && strings.HasPrefix(rest[len(digits):], after) {
			return p
		}
		text = rest
	}
}

// Drawer is a Position whose rules may draw inside of moves.
type Drawer interface {
	// Redraw has all further draws come from r, so that who looks ahead on a
	// copy does not see what will be drawn in the play itself.
	Redraw(r rng.SplitMix64)
}

// Finisher is a Position that may know a faster way to play at random.
type Finisher interface {
	// Finish plays on uniformly at random until the play is over or so many
	// moves are made, with choices drawn from r. Where there is no faster way it
	// does nothing and returns false.
	Finish(r *rng.SplitMix64, limit int) bool
}

// Draw draws a decision of Chance by the exact probabilities.
func Draw(p Position, r *rng.SplitMix64) int {
	x := new(big.Rat).SetFrac(new(big.Int).SetUint64(r.Uint64()), new(big.Int).Lsh(big.NewInt(1), 64))
	last := p.Moves() - 1
	for i := range last {
		if x.Sub(x, p.Probability(i)); x.Sign() < 0 {
			return i
		}
	}
	return last
}
