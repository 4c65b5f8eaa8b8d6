// Package play plays games. A Random plays uniformly random games of a compiled
// L-GDL game from the start to the end, as fast as it can be done. An Agent is a
// name such as uct:200; its Seeker decides by search, on any formalism. A game
// and a seed enter, results or decisions leave; what is legal and what a move
// does is the business of the formalisms.
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
	live rng.SplitMix64 // the game's
	pick rng.SplitMix64 // the players'
	look rng.SplitMix64 // the watcher's
	own  []game.Move    // moves of one player of a simultaneous turn
	turn []game.Move    // the moves chosen for a simultaneous turn

	watch Watcher
}

// Watcher is told of every move of a play.
type Watcher interface {
	// Ply is called before every move with the number of legal moves, which some
	// games tell only by making them.
	Ply(c *game.Context, n int)
	// Samples is the number of legal moves to be looked at in every position.
	// They are drawn with repetition; Look is called after Ply for each.
	Samples() int
	Look(c *game.Context, m game.Move)
	// Played is called after every move.
	Played(c *game.Context)
}

// Watch has w told of every move from now on; nil ends it. The moves are the
// same whether somebody watches or not.
func (p *Random) Watch(w Watcher) { p.watch = w }

// NewRandom returns a player for g.
func NewRandom(g *game.Game) *Random {
	c := game.NewContext(g)
	c.Lazy = true
	return &Random{c: c}
}

// Context is the position the last play stopped in. It must not be changed
// while a play is going on.
func (p *Random) Context() *game.Context { return p.c }

// Play plays one game to its end, or to maxPlies moves, game.Game.PlyLimit when that is 0.
// The chance events of the game and the choices of the players are drawn from
// two separate streams of seed, so that neither disturbs the other.
func (p *Random) Play(seed uint64, maxPlies int) Result {
	c := p.c
	if maxPlies == 0 {
		maxPlies = c.G.PlyLimit()
	}
	plies := 0
	for p.Start(seed); !c.S.Over; plies++ {
		if plies == maxPlies {
			return Result{Plies: plies, Limit: true}
		}
		p.Step()
	}
	return Result{Plies: plies, Winner: c.S.Winner, Limit: c.S.End == game.TurnLimitEnd || c.S.End == game.MoveLimitEnd}
}

// Finish plays on at random from the position of c until the play is over or so
// many moves are made, with choices drawn from pick. The moves of the game must
// draw nothing.
func Finish(c *game.Context, pick *rng.SplitMix64, limit int) {
	c.Lazy = true
	p := &Random{c: c, pick: *pick}
	for n := 0; n < limit && !c.S.Over; n++ {
		p.Step()
	}
	*pick = p.pick
}

// Start begins the play that Play plays with this seed, for Step to go on with.
func (p *Random) Start(seed uint64) {
	p.live, p.pick, p.look = rng.Derive(seed, 0), rng.Derive(seed, 1), rng.Derive(seed, 2)
	p.c.Start(&p.live)
}

// Step makes one uniformly random move; in a game with simultaneous moves, one
// for every active player. The play must not be over.
func (p *Random) Step() {
	c := p.c
	if c.G.Mode != game.Simultaneous {
		if p.watch == nil {
			p.choose()
			return
		}
		n := c.Candidates()
		p.show(n)
		c.Play(p.drawn(n))
		p.watch.Played(c)
		return
	}
	legal := c.Legal()
	if p.watch != nil {
		p.watch.Ply(c, len(legal))
		for range p.watch.Samples() {
			mark := c.Mark()
			p.watch.Look(c, legal[p.look.Below(len(legal))])
			c.Release(mark)
		}
	}
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
		p.turn = append(p.turn, p.own[p.pick.Below(len(p.own))])
	}
	c.Play(c.Combine(p.turn))
	if p.watch != nil {
		p.watch.Played(c)
	}
}

// choose plays one of the legal moves. A candidate that turns out not to be
// legal is put aside and another one drawn, which leaves the choice uniform.
func (p *Random) choose() {
	c := p.c
	for n := c.Candidates(); n > 0; n-- {
		i := p.pick.Below(n)
		if c.PlayCandidate(i) {
			return
		}
		c.DropCandidate(i)
	}
	c.Play(c.ForcedPass())
}

// drawn returns the move that choose would play of n candidates.
func (p *Random) drawn(n int) game.Move {
	c := p.c
	for ; n > 0; n-- {
		i := p.pick.Below(n)
		if m, ok := c.Candidate(i); ok {
			return m
		}
		c.DropCandidate(i)
	}
	return c.ForcedPass()
}

// maxMisses bounds the candidates drawn in vain before all are tried.
const maxMisses = 64

// show presents the position with n candidates to the watcher. Where making a
// move draws numbers, those that are only looked at draw from a stream of their own:
// the play itself is the same whether somebody watches or not.
func (p *Random) show(n int) {
	c, w := p.c, p.watch
	live := *c.R
	*c.R = rng.Derive(live.State, uint64(n))
	w.Ply(c, max(c.LegalCandidates(), 1))
	for range w.Samples() {
		mark := c.Mark()
		w.Look(c, p.sample(n))
		c.Release(mark)
	}
	*c.R = live
}

// sample draws one of the legal moves among n candidates.
func (p *Random) sample(n int) game.Move {
	c := p.c
	for range min(n, 1) * maxMisses {
		if m, ok := c.Candidate(p.look.Below(n)); ok {
			return m
		}
	}
	return c.NthLegal(p.look.Below(max(c.LegalCandidates(), 1)))
}
