// Package play plays compiled games: a Random plays uniformly random games
// from the start to the end. A game and a random source enter, results leave;
// what is legal and what a move does is the business of package game.
package play

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/rng"
)

// Result is what one play came to.
type Result struct {
	Plies  int  // moves made, placements of the start rules excluded
	Winner int  // 0 nobody, 1..n, n+1 tie, -1 abandoned
	Limit  bool // a limit of moves or turns ended it
}

// Random plays uniformly random games of one compiled game, one after the
// other. It reuses its storage: after the first few plays a ply allocates
// nothing. It belongs to one goroutine.
type Random struct {
	c    *game.Context
	live rng.SplitMix64
	own  []game.Move // moves of one player of a simultaneous turn
	turn []game.Move // the moves chosen for a simultaneous turn
}

// NewRandom returns a player for g.
func NewRandom(g *game.Game) *Random {
	c := game.NewContext(g)
	c.Drafting = true
	return &Random{c: c}
}

// Context is the position the last play stopped in. It must not be changed
// while a play is going on.
func (p *Random) Context() *game.Context { return p.c }

// Play plays one game to its end, or to maxPlies moves when that is positive.
// The chance events of the game and the choices of the players are drawn from
// two separate streams of seed, so that neither disturbs the other.
func (p *Random) Play(seed uint64, maxPlies int) Result {
	p.live = rng.Derive(seed, 0)
	pick := rng.Derive(seed, 1)
	c := p.c
	plies := 0
	for c.Start(&p.live); !c.S.Over; plies++ {
		if maxPlies > 0 && plies == maxPlies {
			return Result{Plies: plies, Limit: true}
		}
		p.Step(&pick)
	}
	return Result{Plies: plies, Winner: c.S.Winner, Limit: c.S.End == game.TurnLimitEnd || c.S.End == game.MoveLimitEnd}
}

// Step makes one uniformly random move; in a game with simultaneous moves, one
// for every active player. The play must not be over.
func (p *Random) Step(pick *rng.SplitMix64) {
	c := p.c
	if c.G.Mode != game.Simultaneous {
		Choose(c, pick)
		return
	}
	legal := c.Legal()
	p.turn = p.turn[:0]
	for q := 1; q <= c.G.Players; q++ {
		if !c.S.IsActive(q) {
			continue
		}
		p.own = p.own[:0]
		for _, m := range legal {
			if int(m.Mover) == q {
				p.own = append(p.own, m)
			}
		}
		p.turn = append(p.turn, p.own[pick.Below(len(p.own))])
	}
	c.Play(c.Combine(p.turn))
}

// Pick returns one of the legal moves among the n candidates of the position,
// drawn like those of Choose.
func Pick(c *game.Context, n int, pick *rng.SplitMix64) game.Move {
	for ; n > 0; n-- {
		i := pick.Below(n)
		if m, ok := c.Candidate(i); ok {
			return m
		}
		c.DropCandidate(i)
	}
	return c.ForcedPass()
}

// Choose plays one of the legal moves. A candidate that turns out not to be
// legal is put aside and another one drawn, which leaves the choice uniform.
// The play must not be over and not have simultaneous moves.
func Choose(c *game.Context, pick *rng.SplitMix64) {
	for n := c.Candidates(); n > 0; n-- {
		i := pick.Below(n)
		if c.PlayCandidate(i) {
			return
		}
		c.DropCandidate(i)
	}
	c.Play(c.ForcedPass())
}
