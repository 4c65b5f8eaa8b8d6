// Package search decides what to play. It sees a game as a World: a position that
// can be set, changed by decisions, taken back and played out at random. Worlds of
// L-GDL games work on the compiled game itself (package ruleset); Common makes one
// of any position of package formal. On worlds work a tree search by upper confidence
// bounds (Tree), flat Monte Carlo, alpha-beta (AlphaBeta) and a search over what may
// be true where players do not see everything (Blind). What they decide follows from
// the position, their settings and the seed alone, unless they are given a time.
package search

import (
	"context"
	"errors"

	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/rng"
)

// World is a position that search works on. It belongs to one goroutine. The
// decisions of a position are numbered as List gives them, which are all legal ones
// in the order of formal.Position.Moves, and perhaps others that Down refuses.
type World interface {
	// Load begins at a position of the same game, which it leaves alone. With
	// stacked, Up may be asked for; without, only Top, which is faster.
	Load(p formal.Position, stacked bool) error
	// Seed has what the rules leave to chance come from r from now on.
	Seed(r rng.SplitMix64)
	// Top goes back to the loaded position.
	Top()
	// List gives the number of decisions, and whether all of them are legal. Where
	// they are not, Down(n) after n refusals is the decision of one who has none.
	List() (n int, sure bool)
	// Down takes decision i of List; false if it is not legal, which changes nothing.
	Down(i int) bool
	// Peek reports whether the play is over after decision i of List, with the payoffs
	// in dst; it stays where it is. One that is not legal does not end the play.
	Peek(i int, dst []float64) bool
	// Up takes the last Down back; the decisions are those listed before it.
	Up()
	// Over reports whether the play is over, Mover who decides (formal.Chance for
	// nature), Pending the decisions taken that those who decide now do not see.
	Over() bool
	Mover() int
	Pending() int
	// Sample draws a decision of nature among those listed.
	Sample(r *rng.SplitMix64) int
	// Key names decision i of List across positions: equal keys are the same move
	// of the same player, for statistics of moves. Noisy reports whether it captures.
	Key(i int) uint32
	Noisy(i int) bool
	// Index is the number that decision i of the loaded position has among its legal
	// ones, or one that is taken at the same time after so many others; it goes to the top.
	Index(pending, i int) int
	// Hash identifies the position for those who look for it again; with outcome
	// set, together with the decisions just listed, which chance may have a part in.
	Hash(outcome bool) uint64
	// Payoffs writes the payoffs of a play that is over, by player-1.
	Payoffs(dst []float64) error
	// Values writes what heuristics say of the position, by player-1, each between
	// the least and the largest payoff; false where there are no heuristics.
	Values(dst []float64) bool
	// Playout plays on at random for up to so many decisions, with choices drawn
	// from r. Top must follow, or where Up may be asked for Back, which goes back to
	// where the playout began.
	Playout(r *rng.SplitMix64, limit int)
	Back()
	// Line tells f of the moves since the top in their order, with the keys of their
	// decisions; false if it does not know them.
	Line(f func(player int, key uint32)) bool
	// Guard runs what asks the rules; what goes wrong with them is the error.
	Guard(f func()) error
}

// Facts are what search must know of a game.
type Facts struct {
	Players int
	// Draws reports that rules draw inside of moves or of their list, Joint that
	// players may decide at the same time, Hidden that they do not see everything.
	Draws, Joint, Hidden bool
	// Low and High bound the payoffs if Bounded is set.
	Low, High float64
	Bounded   bool
	// Hashes reports that World.Hash tells positions apart.
	Hashes bool
}

// Values says which heuristics worlds use.
type Values string

// The heuristics of a game: those of its description, or the standard ones where it
// has none; the standard ones (see heuristic.Standard); pieces alone; none.
const (
	Own      Values = "own"
	Standard Values = "standard"
	Material Values = "material"
	None     Values = "none"
)

// Coded is a World whose decisions are all legal and have codes, by which they can be
// taken without being listed again.
type Coded interface {
	// Codes are the decisions of List, good until others are listed.
	Codes() []uint64
	// Enter is Down, by a code of the same position.
	Enter(code uint64)
	// Keeps reports whether positions can be kept: Keep appends the present one, all of the
	// same length, and Recall goes to one that was kept since Load, from which on Line tells
	// of moves. Not for worlds with Up, nor where the rules draw.
	Keeps() bool
	Keep(dst []byte) []byte
	Recall(saved []byte)
	// Quick reports whether there is from now on what does several things at once, of which Line does not tell. All
	// of them begin from a position that was kept, or the present one for nil. Leap takes decisions by their codes and
	// plays on like Playout; it returns the number of random moves, and whether the play is over, with its payoffs in
	// dst. Look takes decisions and lists those that follow. Grow takes decisions and returns those that follow, none
	// where the play is over, with who decides, and how many of them end the play, up to the first that brings the mover
	// the most there is. Unless there is such a one the world is where a random play has led, from where they are
	// listed, of which it tells like Leap; but still there if all end the play. End is the number of the k-th of those
	// that do, with the payoffs in dst.
	Quick() bool
	Leap(from []byte, codes []uint64, r *rng.SplitMix64, limit int, dst []float64) (moves int, over bool)
	Look(from []byte, codes []uint64)
	Grow(from []byte, codes []uint64, r *rng.SplitMix64, limit int,
		dst []float64) (list []uint64, mover, ends int, over bool)
	End(k int, dst []float64) int
}

// Opener is a World that may have decisions tested when they are taken: Open is List, but where not all decisions are
// known to be legal Down refuses those that are not.
type Opener interface{ Open() (n int, sure bool) }

// Spoilt is the error of a World that cannot go on although the rules can; one by the
// rules does, see New. It follows from the position and what was tried from there alone.
type Spoilt struct{ Err error }

func (s Spoilt) Error() string { return s.Err.Error() }

// Maker is a game that has worlds of its own.
type Maker interface {
	NewWorld(v Values, rules bool) (World, Facts, error)
}

// New returns a world of a game. With rules it is one that can do all that the rules can,
// else perhaps a faster one.
func New(g formal.Game, v Values, rules bool) (World, Facts, error) {
	if m, ok := g.(Maker); ok {
		w, f, err := m.NewWorld(v, rules)
		if err != nil || w != nil {
			return w, f, err
		}
	}
	f := Facts{Players: len(g.Players())}
	if h, ok := g.(interface{ Hidden() bool }); ok {
		f.Hidden = h.Hidden()
	}
	if d, ok := g.(interface{ Draws() bool }); ok {
		f.Draws = d.Draws()
	}
	_, f.Joint = g.NewPosition().(formal.Joint)
	return &Common{}, f, nil
}

// maxRollout is the number of decisions after which a playout is given up and
// counts as even.
const maxRollout = 2000

// pulse looks at the context now and then, and at the limits of a search.
type pulse struct {
	ctx   context.Context
	beats int
}

// errStopped ends a search whose time is up.
var errStopped = errors.New("the time is up")

func (p *pulse) beat() error {
	if p.beats++; p.beats%64 != 0 {
		return nil
	}
	return p.ctx.Err()
}

// errNoMove is the error of a position that is not terminal without a decision.
var errNoMove = errors.New("no legal move in a position that is not terminal")
