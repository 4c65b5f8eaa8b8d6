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
	random *play.Random
	code   *Player // nil for a game that is not compiled
}

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
func (p *Sampler) Play(seed uint64, maxPlies int) play.Result {
	if p.code == nil {
		return p.random.Play(seed, maxPlies)
	}
	if maxPlies == 0 {
		maxPlies = p.random.Context().G.PlyLimit()
	}
	pick := rng.Derive(seed, 1)
	p.code.Play(&pick, maxPlies)
	if p.code.Err() != nil {
		return p.random.Play(seed, maxPlies)
	}
	x := p.code.Result()
	return play.Result{Plies: x.Plies, Winner: x.Winner, Limit: x.Limit}
}
