package heuristic

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/play"
)

// NewPlayer returns a player by the rules, for a game that is not compiled.
func NewPlayer(g *game.Game) Player {
	p := &player{random: play.NewRandom(g)}
	p.byRules = byRules{p.random.Context()}
	p.c.SetLimits(game.Limits{Stop: func() error {
		if p.Spent() > fitWork {
			return errTired
		}
		return nil
	}})
	return p
}

type player struct {
	byRules
	random *play.Random
}

func (p *player) Start(seed uint64)       { p.random.Start(seed) }
func (p *player) Step()                   { p.random.Step() }
func (p *player) Over() bool              { return p.c.S.Over }
func (p *player) Legal() int              { return len(p.c.Legal()) }
func (p *player) Rank(player int) float64 { return p.c.S.Ranking[player] }
func (p *player) Enough() int             { return fitMoves }
func (p *player) Spent() int              { return p.c.Work() }
