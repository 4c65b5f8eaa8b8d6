// Package compiled plays games by compiled code: a Player at random from the start, a
// Position from wherever a play has come to, as search and the counting of plays go on, and a
// Watcher at random with all that metrics ask for.
//
// The rules of a game are lowered to the intermediate representation (packages
// lower and ir). Closures of it play at first; when they have done so much that it would have been worth it,
// WebAssembly takes over, which wazero compiles for amd64 and arm64. Elsewhere closures go on.
// Plays are the same bit for bit whenever that is.
//
// A game with a clause that is not lowered is refused with the clause and its place.
package compiled

import (
	"sync"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/rng"
)

// Game is a compiled game. It is immutable and shared between goroutines.
type Game struct {
	*code
	plays bool // it has nothing but what plays from the start need

	rooms    sync.Pool // of memories for Told
	watchers sync.Pool // that have been released

	laid    sync.Once // placed is known
	placed  slots
	started sync.Once // start is known
	start   int       // moves of the start rules
}

// New compiles a game for Players and Positions. The error is *lower.Refusal for a game with a clause that is
// not lowered.
func New(g *game.Game) (*Game, error) { return compile(lower.Game, g, lower.ForPositions, ignore) }

// NewPlays is New for Players alone: of what they need less is to be compiled.
func NewPlays(g *game.Game) (*Game, error) { return NewPlaysSeen(g, ignore) }

// Seen is told the name of a step when it is done, and what the program has become, which is good
// until it returns.
type Seen func(step string, p *ir.Program)

// NewPlaysSeen is NewPlays, which tells of every step: those of lower.Passes, and "machine" for machine code; of those
// from "inline" on when they are taken, see Hasten. It may be done without some of lower.Optional.
func NewPlaysSeen(g *game.Game, seen Seen, without ...string) (*Game, error) {
	by := func(g *game.Game) (*lower.Program, error) { return lower.Plays(g, without...) }
	c, err := compile(by, g, lower.ForPlays, seen)
	if c != nil {
		c.plays = true
	}
	return c, err
}

// NewWatched compiles a game for a Watcher.
func NewWatched(g *game.Game) (*Game, error) {
	return compile(lower.Watched, g, lower.ForWatching, ignore)
}

// NewCourse compiles a game for a Watcher of the course of plays, which are those of a Player.
func NewCourse(g *game.Game) (*Game, error) {
	return compile(lower.Course, g, lower.ForWatching, ignore)
}

func ignore(string, *ir.Program) {}

func compile(by func(g *game.Game) (*lower.Program, error), g *game.Game, entries []string,
	seen Seen) (*Game, error) {
	p, err := by(g)
	if err != nil {
		return nil, err
	}
	p.Only(entries)
	if err := p.Prepare(false, func(step string) { seen(step, p.Program) }); err != nil {
		return nil, err
	}
	c := &Game{code: &code{p: p, seen: seen}}
	c.open()
	return c, nil
}

// Result is what one play came to.
type Result struct {
	Plies  int  // moves made
	Winner int  // 0 nobody, else the agent: who sits behind the player who wins
	Limit  bool // a limit of moves or turns ended it, or it is not over
}

// Player plays a compiled game. It belongs to one goroutine.
type Player struct {
	of           *Game
	on           *machine
	mem          []byte
	playout      *entry
	settle, game *entry
	next         *entry         // makes the next moves: playout, or game, which goes back to the start first
	chance       *game.Context  // makes the start, nil where that is always the same
	dealer       *layout.Dealer // makes it instead where it can
	live         rng.SplitMix64
	open         bool // the start is still to be made
	stack        []uint64
	plies        int
	fault        error
}

// NewPlayer returns a player at the position after the start rules.
func (c *Game) NewPlayer() (*Player, error) {
	p, _, err := c.player()
	return p, err
}

func (c *Game) player() (*Player, *machine, error) {
	p := &Player{of: c, stack: make([]uint64, 1)}
	m, err := c.machine()
	if err != nil {
		return nil, nil, err
	}
	p.on, p.mem, p.playout, p.settle = m, m.mem, m.Func("playout"), m.Func("settle")
	p.game, p.next = m.Func("game"), p.playout
	live := rng.New(0)
	x := game.NewContext(c.p.G)
	x.Lazy, x.Brief = true, true // no moves are needed, nor what was placed
	if c.p.G.RandomStart {
		p.chance, p.open, p.dealer = x, true, c.p.NewDealer(m.mem, x)
		return p, m, nil
	}
	if err := p.make(x, &live); err != nil {
		return nil, nil, err
	}
	return p, m, nil
}

// Fast reports whether machine code plays, not closures.
func (p *Player) Fast() bool { return p.on.slow == nil }

// make has the start rules make the position from which plays begin.
func (p *Player) make(x *game.Context, r *rng.SplitMix64) error {
	if err := x.Catch(func() { x.Start(r) }); err != nil {
		return err
	}
	if p.of.p.Load(p.mem, x); p.of.p.Faulty(p.mem) {
		return errFull
	}
	return p.settle.run(p.stack)
}

// Start has Run go back to the position after the start rules first. Where these draw, it makes that with the first
// draws of the play.
func (p *Player) Start() {
	p.plies, p.fault, p.open, p.next = 0, nil, p.chance != nil, p.game
}

// Run makes up to so many random moves and reports whether the play is over, or
// cannot go on: see Err.
func (p *Player) Run(r *rng.SplitMix64, plies int) bool {
	if p.fault != nil {
		return true
	}
	if p.open && !p.begun(r) {
		return true
	}
	p.of.p.Seed(p.mem, r.State)
	made, err := p.on.playout(p.next, p.playout, p.stack, plies)
	p.plies, p.fault, p.next = p.plies+made, err, p.playout
	r.State = p.of.p.Drawn(p.mem)
	if p.fault == nil && p.of.p.Faulty(p.mem) {
		p.fault = errFull
	}
	return p.fault != nil || p.of.p.Var(p.mem, layout.Over) != 0
}

// Play is Start and Run.
func (p *Player) Play(r *rng.SplitMix64, plies int) bool {
	p.Start()
	return p.Run(r, plies)
}

// begun makes a start by chance, with the first draws of the play, and reports whether the play
// can go on.
func (p *Player) begun(r *rng.SplitMix64) bool {
	p.open = false
	p.live = *r
	if p.dealer != nil {
		p.dealer.Deal(p.mem, &p.live)
		p.fault = p.settle.run(p.stack)
	} else {
		p.fault = p.make(p.chance, &p.live)
	}
	*r = p.live
	return p.fault == nil
}

type full struct{}

func (full) Error() string {
	return "a position has more moves or effects than compiled code has room for"
}

var errFull error = full{}

// Err is why the play cannot go on by compiled code, nil if it can. It follows from
// the play alone; by package game the play goes on.
func (p *Player) Err() error { return p.fault }

// Result is what the play has come to so far.
func (p *Player) Result() Result {
	v := func(x layout.Var) int { return p.of.p.Var(p.mem, x) }
	return Result{Plies: p.plies, Winner: p.of.p.Agent(p.mem, v(layout.Winner)),
		Limit: v(layout.Limited) != 0 || v(layout.Over) == 0}
}

// Ranks appends the ranks of the agents in order. Those who have none yet share the
// ranks that are left.
func (p *Player) Ranks(dst []float64) []float64 {
	n := p.of.p.G.Players
	first := len(dst)
	open := 0
	for q := 1; q <= n; q++ {
		rank := p.of.p.Rank(p.mem, p.of.p.Player(p.mem, q))
		if rank == 0 {
			open++
		}
		dst = append(dst, rank)
	}
	if open == 0 || n == 1 {
		return dst
	}
	ranks, won := dst[first:], 0 // those who have won have the first ranks, without a gap
	for again := true; again; {
		again = false
		for _, r := range ranks {
			if r == float64(won+1) && won < n-open {
				won++
				again = true
			}
		}
	}
	for i, r := range ranks {
		if r == 0 {
			ranks[i] = float64(open+1)/2 + float64(won)
		}
	}
	return dst
}
