package compiled

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/position"
	"github.com/astragal/astragal/engine/rng"
)

// Match is a match whose games are compiled, each by itself. What lies between two games is done by the rules. It is
// immutable and shared between goroutines.
type Match struct {
	plan  *game.Game
	games []*Game // by subgame
}

// NewMatch compiles the games of a match. The error is *lower.Refusal where one of them is not lowered, or the match
// asks for more of them than how they ended.
func NewMatch(g *game.Game) (*Match, error) {
	if !g.AsksOutcome() {
		return nil, &position.Refusal{Why: "a match that asks for more than the results of its games"}
	}
	m := &Match{plan: g}
	for i := range g.Subgames {
		sub, err := compile(lower.Instances, g.Subgames[i].Game, lower.ForPlays, ignore)
		if err != nil {
			return nil, err
		}
		if sub.p.Exchanges() {
			return nil, &position.Refusal{At: sub.p.G.Root(), Why: "a match with a game in which players change seats"}
		}
		sub.plays = true
		m.games = append(m.games, sub)
	}
	return m, nil
}

// Hasten makes the machine code of all games now.
func (m *Match) Hasten() {
	for _, g := range m.games {
		g.Hasten()
	}
}

// MatchPlayer plays a match at random, for its result alone. It belongs to one goroutine.
type MatchPlayer struct {
	c     *game.Context // between the games: the scores, and the start of the one that is played
	live  rng.SplitMix64
	games []*Player // by subgame
	plies int       // of the games before, and those that lead from one to the next
	ended bool      // the game that is played is over, and the match has not gone on yet
	fault error
	came  game.Outcome
}

// NewPlayer returns a player at the beginning of the match.
func (m *Match) NewPlayer() (*MatchPlayer, error) {
	n := m.plan.Players + 1
	p := &MatchPlayer{c: game.NewContext(m.plan), live: rng.New(0)}
	p.came.Ranking, p.came.Scores = make([]float64, n), make([]int, n)
	p.c.Lazy, p.c.Brief = true, true
	for _, g := range m.games {
		x, err := g.NewPlayer()
		if err != nil {
			return nil, err
		}
		p.games = append(p.games, x)
	}
	return p, nil
}

// Start goes back to the beginning of the match.
func (p *MatchPlayer) Start() {
	p.plies, p.ended = 0, false
	if p.fault = p.c.Catch(func() { p.c.Start(&p.live) }); p.fault == nil {
		p.playing().Start()
	}
}

// playing is the player of the game that the match has come to.
func (p *MatchPlayer) playing() *Player { return p.games[p.c.Match.Instance()] }

// Run makes up to so many random moves, of which one leads from each game to the next, and reports whether the match
// is over, or cannot go on: see Err.
func (p *MatchPlayer) Run(r *rng.SplitMix64, plies int) bool {
	for limit := p.Made() + plies; p.fault == nil && !p.c.S.Over && p.Made() < limit; {
		x := p.playing()
		if !p.ended {
			p.ended = x.Run(r, limit-p.Made())
			if p.fault = x.Err(); p.ended && p.fault == nil {
				p.c.Conclude(p.outcome(x))
			}
			continue
		}
		p.plies, p.ended = p.plies+x.plies+1, false
		p.fault = p.c.Catch(p.c.GoOn)
		if x.plies = 0; p.fault == nil && !p.c.S.Over {
			p.playing().Start()
		}
	}
	return p.fault != nil || p.c.S.Over
}

// Made is the number of moves that have been made.
func (p *MatchPlayer) Made() int { return p.plies + p.playing().plies }

// outcome is what the game came to that was played last.
func (p *MatchPlayer) outcome(x *Player) *game.Outcome {
	of, o := x.of.p, &p.came
	o.Mover, o.Next, o.Prev = of.Var(x.mem, layout.Mover), of.Var(x.mem, layout.Next), of.Var(x.mem, layout.Prev)
	o.Winner = of.Var(x.mem, layout.Winner)
	for q := 1; q < len(o.Ranking); q++ {
		o.Ranking[q], o.Scores[q] = of.Rank(x.mem, q), of.Score(x.mem, q)
	}
	return o
}

// Err is why the match cannot go on by compiled code, nil if it can. By package game the play goes on.
func (p *MatchPlayer) Err() error { return p.fault }

// State is what the match has come to so far: of the game that is played no more than how it ended.
func (p *MatchPlayer) State() *game.State { return p.c.S }
