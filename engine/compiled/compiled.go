// Package compiled plays games at random as machine code.
//
// The rules of a game are lowered to the intermediate representation (packages
// lower and ir) and run as WebAssembly, which wazero compiles for amd64 and arm64;
// on other platforms the same program runs as closures, with the same plays bit for
// bit. What leaves are results: a play that is watched is played by package game.
//
// A game with a clause that is not lowered is refused with the clause and its place.
package compiled

import (
	"runtime"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/ir"
	"github.com/astragal/astragal/engine/ir/closure"
	"github.com/astragal/astragal/engine/ir/wasm"
	"github.com/astragal/astragal/engine/lower"
	"github.com/astragal/astragal/engine/rng"
)

// Game is a compiled game. It is immutable and shared between goroutines.
type Game struct {
	p    *lower.Program
	code *wasm.Module // nil on platforms for which there is no compiler
}

// New compiles a game. The error is *lower.Refusal for a game with a clause that is
// not lowered.
func New(g *game.Game) (*Game, error) {
	p, err := lower.Game(g)
	if err != nil {
		return nil, err
	}
	if err := p.Finish(false, nil); err != nil {
		return nil, err
	}
	c := &Game{p: p}
	if !wasm.Supported() {
		return c, nil
	}
	if c.code, err = wasm.Compile(p.Program); err != nil {
		return nil, err
	}
	runtime.AddCleanup(c, func(m *wasm.Module) { _ = m.Close() }, c.code)
	return c, nil
}

// Program is the program that plays the game.
func (c *Game) Program() *ir.Program { return c.p.Program }

// Result is what one play came to.
type Result struct {
	Plies  int  // moves made
	Winner int  // 0 nobody, else the agent: who sits behind the player who wins
	Limit  bool // a limit of moves or turns ended it, or it is not over
}

// Player plays a compiled game. It belongs to one goroutine.
type Player struct {
	of             *Game // keeps the code
	mem            []byte
	begin, playout func(stack []uint64) error
	stack          []uint64
	plies          int
	fault          error
}

// NewPlayer returns a player at the position after the start rules.
func (c *Game) NewPlayer() (*Player, error) {
	p := &Player{of: c, stack: make([]uint64, 1)}
	type machine interface {
		Memory() []byte
		Func(name string) func(stack []uint64) error
	}
	var m machine
	if c.code == nil {
		m = closure.New(c.p.Program)
	} else {
		in, err := c.code.Instance()
		if err != nil {
			return nil, err
		}
		runtime.AddCleanup(p, func(in *wasm.Instance) { _ = in.Close() }, in)
		m = in
	}
	p.mem, p.begin, p.playout = m.Memory(), m.Func("begin"), m.Func("playout")
	live := rng.New(0)
	x := game.NewContext(c.p.G)
	if err := x.Catch(func() { x.Start(&live) }); err != nil {
		return nil, err
	}
	c.p.Load(p.mem, x)
	if err := m.Func("settle")(p.stack); err != nil {
		return nil, err
	}
	return p, nil
}

// Start goes back to the position after the start rules.
func (p *Player) Start() {
	p.plies = 0
	p.fault = p.begin(p.stack)
}

// Run makes up to so many random moves and reports whether the play is over, or
// cannot go on: see Err.
func (p *Player) Run(r *rng.SplitMix64, plies int) bool {
	if p.fault != nil {
		return true
	}
	p.of.p.Seed(p.mem, r.State)
	p.stack[0] = uint64(uint32(plies))
	p.fault = p.playout(p.stack)
	p.plies += int(uint32(p.stack[0]))
	r.State = p.of.p.Drawn(p.mem)
	if p.fault == nil && p.of.p.Faulty(p.mem) {
		p.fault = errFull
	}
	return p.fault != nil || p.of.p.Var(p.mem, lower.Over) != 0
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
	v := func(x lower.Var) int { return p.of.p.Var(p.mem, x) }
	return Result{Plies: p.plies, Winner: p.of.p.Agent(p.mem, v(lower.Winner)), Limit: v(lower.Limited) != 0 || v(lower.Over) == 0}
}

// Ranks appends the ranks of the agents in order, 0 for those who have none.
func (p *Player) Ranks(dst []float64) []float64 {
	for q := 1; q <= p.of.p.G.Players; q++ {
		dst = append(dst, p.of.p.Rank(p.mem, p.of.p.Player(p.mem, q)))
	}
	return dst
}
