package compiled

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/play"
	"github.com/astragal/astragal/engine/rng"
)

// Sampler plays uniformly random games for their results alone: by compiled code
// where the game has it, which is several times as fast as play.Random, else like
// play.Random. Choices are uniform in both, but the same seed gives each a play of its
// own. A Sampler belongs to one goroutine.
type Sampler struct {
	random  *play.Random
	code    *Player // nil for a game that is not compiled
	states  [MaxPlays]rng.SplitMix64
	results [MaxPlays]Result
}

// togetherPlies is the number of plies of a call that plays several games, if none of them is longer.
const togetherPlies = 4096

// NewSampler returns a player for g with its compiled code, nil if it has none.
func NewSampler(g *game.Game, code *Game) *Sampler {
	s := &Sampler{random: play.NewRandom(g)}
	if code != nil {
		s.code, _ = code.NewPlayer() // without memory for it the rules play
	}
	return s
}

// Play plays one game to its end, or to maxPlies moves, game.Game.PlyLimit when that is
// 0. A play that compiled code has no room for is played like Random.
func (p *Sampler) Play(seed uint64, maxPlies int) (x play.Result) {
	p.Several(seed, 1, maxPlies, func(r play.Result) { x = r })
	return x
}

// Several is Play from so many seeds, one after the other, and calls f with what each game comes to. Where they are
// short, a call of compiled code plays several.
func (p *Sampler) Several(seed uint64, n, maxPlies int, f func(play.Result)) {
	if p.code == nil {
		for i := range uint64(n) {
			f(p.random.Play(seed+i, maxPlies))
		}
		return
	}
	limit := maxPlies
	if limit == 0 {
		limit = p.random.Context().G.PlyLimit()
	}
	for end := seed + uint64(n); seed != end; {
		now := p.states[:min(end-seed, uint64(p.code.Together()))]
		for i := range now {
			now[i] = rng.Derive(seed+uint64(i), 1)
		}
		over := p.code.Plays(now, limit, max(limit, togetherPlies), p.results[:])
		for _, x := range p.results[:over] {
			f(play.Result{Plies: x.Plies, Winner: x.Winner, Limit: x.Limit})
		}
		if seed += uint64(over); over == len(now) {
			continue
		}
		p.code.Run(&now[over], limit-p.code.Made())
		if x := p.code.Result(); p.code.Err() == nil {
			f(play.Result{Plies: x.Plies, Winner: x.Winner, Limit: x.Limit})
		} else {
			f(p.random.Play(seed, maxPlies))
		}
		seed++
	}
}
