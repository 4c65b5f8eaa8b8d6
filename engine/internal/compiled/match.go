package compiled

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/position"
	"github.com/astragal/astragal/engine/metric"
	"github.com/astragal/astragal/engine/rng"
)

// Match is a match whose games are compiled, each by itself. What lies between two games is done by the rules. It is
// immutable and shared between goroutines.
type Match struct {
	plan  *game.Game
	games []*Game // by subgame
}

// NewMatch compiles the games of a match for MatchPlayers. The error is *lower.Refusal where one of them is not
// lowered, or the match asks for more of them than how they ended.
func NewMatch(g *game.Game) (*Match, error) {
	return newMatch(g, func(sub *game.Game) (*Game, error) {
		c, err := compile(lower.Instances, sub, lower.ForPlays, ignore)
		if c != nil {
			c.plays = true
		}
		return c, err
	})
}

// NewWatchedMatch is NewMatch for MatchWatchers.
func NewWatchedMatch(g *game.Game) (*Match, error) { return newMatch(g, NewWatched) }

// NewCourseMatch is NewMatch for MatchWatchers of the course of matches, see NewCourse.
func NewCourseMatch(g *game.Game) (*Match, error) { return newMatch(g, NewCourse) }

func newMatch(g *game.Game, by func(*game.Game) (*Game, error)) (*Match, error) {
	if !g.AsksOutcome() {
		return nil, &position.Refusal{Why: "a match that asks for more than the results of its games"}
	}
	m := &Match{plan: g}
	for i := range g.Subgames {
		sub, err := by(g.Subgames[i].Game)
		if err != nil {
			return nil, err
		}
		if sub.p.Exchanges() {
			return nil, &position.Refusal{At: sub.p.G.Root(), Why: "a match with a game in which players change seats"}
		}
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

// instances plays games of a match, one after the other.
type instances interface {
	Start()
	Run(r *rng.SplitMix64, plies int) bool
	Err() error
}

// MatchPlayer plays a match at random, for its result alone. It belongs to one goroutine.
type MatchPlayer struct {
	c     *game.Context // between the games: the scores, and the start of the one that is played
	live  rng.SplitMix64
	games []*Player // by subgame
	by    []instances
	led   func(mover int) // is told of the moves that lead from one game to the next; may be nil
	plies int             // of the games before, and those that lead from one to the next
	ended bool            // the game that is played is over, and the match has not gone on yet
	fault error
	came  game.Outcome
}

// NewPlayer returns a player at the beginning of the match.
func (m *Match) NewPlayer() (*MatchPlayer, error) {
	p := m.newPlayer()
	for _, g := range m.games {
		x, err := g.NewPlayer()
		if err != nil {
			return nil, err
		}
		p.games, p.by = append(p.games, x), append(p.by, x)
	}
	return p, nil
}

// newPlayer returns one without players of the games.
func (m *Match) newPlayer() *MatchPlayer {
	n := m.plan.Players + 1
	p := &MatchPlayer{c: game.NewContext(m.plan), live: rng.New(0)}
	p.came.Ranking, p.came.Scores = make([]float64, n), make([]int, n)
	p.c.Lazy, p.c.Brief = true, true
	return p
}

// Start goes back to the beginning of the match.
func (p *MatchPlayer) Start() {
	p.plies, p.ended = 0, false
	if p.fault = p.c.Catch(func() { p.c.Start(&p.live) }); p.fault == nil {
		p.by[p.c.Match.Instance()].Start()
	}
}

// playing is the player of the game that the match has come to.
func (p *MatchPlayer) playing() *Player { return p.games[p.c.Match.Instance()] }

// Run makes up to so many random moves, of which one leads from each game to the next, and reports whether the match
// is over, or cannot go on: see Err.
func (p *MatchPlayer) Run(r *rng.SplitMix64, plies int) bool {
	for limit := p.Made() + plies; p.fault == nil && !p.c.S.Over && p.Made() < limit; {
		x, by := p.playing(), p.by[p.c.Match.Instance()]
		if !p.ended {
			p.ended = by.Run(r, limit-p.Made())
			if p.fault = by.Err(); p.ended && p.fault == nil {
				p.c.Conclude(p.outcome(x))
			}
			continue
		}
		if p.led != nil {
			p.led(p.c.S.Mover)
		}
		p.plies, p.ended = p.plies+x.plies+1, false
		p.fault = p.c.Catch(p.c.GoOn)
		if x.plies = 0; p.fault == nil && !p.c.S.Over {
			p.by[p.c.Match.Instance()].Start()
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

// MatchWatcher plays a match of games compiled for Watchers, and tells a tally of its course: of which games it
// consists, the board changes between them. It belongs to one goroutine.
type MatchWatcher struct {
	*MatchPlayer
	tally *metric.Tally
}

// Watcher returns a watcher that adds matches to a batch of the metrics of the match, as far as a scope goes.
func (m *Match) Watcher(plan *metric.Plan, b *metric.Batch, s metric.Scope) (*MatchWatcher, error) {
	w := &MatchWatcher{MatchPlayer: m.newPlayer(), tally: plan.NewTally(b, s)}
	for _, g := range m.games {
		x, err := g.newWatcher(w.tally)
		if err != nil {
			return nil, err
		}
		w.games, w.by = append(w.games, x.Player), append(w.by, &watchedGames{x})
	}
	w.led = func(mover int) {
		w.tally.Ply(nil, 1)
		w.tally.Moved(mover, 1)
	}
	return w, nil
}

// watchedGames are games of a match that are watched.
type watchedGames struct{ *Watcher }

// Start begins one of them.
func (x *watchedGames) Start() {
	x.learn() // from the one before
	x.Watcher.Start(0)
}

// Start goes back to the beginning of the match. What is told follows from no seed.
func (w *MatchWatcher) Start(seed uint64) {
	w.tally.Start(seed)
	w.MatchPlayer.Start()
}

// End tells how the match has ended.
func (w *MatchWatcher) End() {
	w.tally.Outcome().Judge(w.State())
	w.tally.End(nil)
}

// Release gives the watcher up, between matches. It must not be used any more.
func (w *MatchWatcher) Release() { w.tally.To(nil) }
