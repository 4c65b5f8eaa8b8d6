package reconstruct

import (
	"context"

	"github.com/astragal/astragal/engine/equiv"
	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/rng"
	"github.com/astragal/astragal/engine/ruleset"
)

// Sameness is how a game stands to the class that it is in.
type Sameness uint8

// Another is a game of a class of its own; Alike one whose play has the same fingerprint as the first game of its class
// and is too large to decide more; Proved one of which it is proved that it is the first game of its class.
const (
	Another Sameness = iota
	Alike
	Proved
)

// Classes tells games that are the same from others: first by Fingerprint, then, where the tree of plays is small, by
// proof, as package equiv has it. The zero value has no games. It belongs to one goroutine; what it says depends on the
// order of the games, as a class is known by its first.
type Classes struct {
	Count   int // classes so far
	byPrint map[string][]*sameGame
	byHash  map[string]told // what was said before
}

type told struct {
	class *sameGame
	same  Sameness
}

type sameGame struct {
	number int // from 0
	text   string
	large  bool // beyond the bounds of a proof
}

// Bounds of the tree of plays of a game that is looked at for a proof, and of each pass of the proof: positions, and
// plies of a play. The answer follows from the games alone.
const (
	provedPositions = 5_000
	provedPlies     = 40
)

// Of returns the number of the class of a game, from 0, and how it stands to that. The fingerprint is Fingerprint's.
func (k *Classes) Of(ctx context.Context, rs *ruleset.Ruleset, fingerprint string) (number int, same Sameness,
	err error) {
	if k.byPrint == nil {
		k.byPrint, k.byHash = map[string][]*sameGame{}, map[string]told{}
	}
	hash := rs.Hash()
	if t, known := k.byHash[hash]; known {
		return t.class.number, t.same, nil
	}
	c, same, err := k.look(ctx, rs, fingerprint)
	if err != nil {
		return 0, Another, err
	}
	if k.byHash[hash] = (told{c, same}); same == Another {
		k.byHash[hash] = told{c, Proved} // a game is itself
	}
	return c.number, same, nil
}

// look returns the class of a game and how it stands to that.
func (k *Classes) look(ctx context.Context, rs *ruleset.Ruleset, fingerprint string) (*sameGame, Sameness, error) {
	for _, c := range k.byPrint[fingerprint] {
		if c.large {
			return c, Alike, nil
		}
		if !small(rs) {
			c.large = true
			return c, Alike, nil
		}
		first, err := bare().Compile(ruleset.Source{File: "first.lud", Text: []byte(c.text)})
		if err != nil {
			return nil, Another, err
		}
		r, err := equiv.Compare(ctx, first.Game(), rs.Game(), equiv.Options{MaxPositions: provedPositions,
			MaxDepth: provedPlies})
		switch {
		case ctx.Err() != nil:
			return nil, Another, ctx.Err()
		case err != nil || r.Undecided != "":
			c.large = true
			return c, Alike, nil
		case r.Equal:
			return c, Proved, nil
		}
	}
	c := &sameGame{number: k.Count, text: rs.Expanded()}
	k.Count++
	k.byPrint[fingerprint] = append(k.byPrint[fingerprint], c)
	return c, Another, nil
}

// sameReasons are what Stream tallies of games that are in a class already.
var sameReasons = map[Sameness]string{Alike: "same game, as far as is looked", Proved: "same game, proved"}

// small reports whether the tree of plays of a game, as one course of chance has it, is within the bounds of a proof.
func small(rs *ruleset.Ruleset) (within bool) {
	left := provedPositions
	var count func(p formal.Position, plies int)
	count = func(p formal.Position, plies int) {
		if left--; left < 0 || p.Terminal() {
			return
		}
		if plies == provedPlies {
			left = -1
		}
		for i := 0; i < p.Moves() && left >= 0; i++ {
			c := p.Clone()
			c.Apply(i)
			count(c, plies+1)
		}
	}
	fault := game.Catch(func() {
		p := rs.Game().NewPosition()
		r := rng.Derive(1, 0)
		p.Restart(&r)
		count(p, 0)
	})
	return fault == nil && left >= 0
}
