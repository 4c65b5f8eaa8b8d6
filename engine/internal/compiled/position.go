package compiled

import (
	"errors"
	"slices"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir/transform"
	"github.com/astragal/astragal/engine/internal/ir/wasm"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/rng"
)

// Position is a position of a compiled game from which play goes on. It belongs to one
// goroutine. After Err is not nil, what it says means nothing. Players who decide at the same time decide one after the
// other, and what they have chosen is part of the position until all have.
type Position struct {
	of    *Game
	prog  *lower.Program
	on    *machine
	mem   []byte
	stack []uint64

	list, count, step, playout, record *entry
	open, tried                        *entry // nil where no moves are tested
	leap, grow                         *entry
	fewer                              *entry // nil where it cannot be asked

	fault  error
	room   []byte  // for Is and Fewer
	values *values // nil before anybody asks
}

var errPlays = errors.New("the game is compiled for plays from the start alone")

// NewPosition returns a position; Load sets it. There are none of a game by NewPlays.
func (c *Game) NewPosition() (*Position, error) {
	if c.plays {
		return nil, errPlays
	}
	p := &Position{of: c, prog: c.p, stack: make([]uint64, 5)}
	m, err := c.machine()
	if err != nil {
		return nil, err
	}
	p.on, p.mem = m, m.mem
	if c.p.Joint() {
		p.list, p.step, p.playout = m.Func("options"), m.Func("decide"), m.Func("jointly")
		p.count = p.list
		return p, nil
	}
	p.list, p.count, p.step = m.Func("list"), m.Func("count"), m.Func("step")
	p.playout, p.record = m.Func("playout"), m.Func("record")
	if wasm.Included {
		p.leap, p.grow = m.Func("leap"), m.Func("grow")
	}
	if c.p.Foresees() {
		p.fewer = m.Func("fewer")
	}
	if c.p.Tests() {
		p.open, p.tried = m.Func("open"), m.Func("tried")
	}
	return p, nil
}

// Load takes over the position of a context. Where positions must not come back, told are the hashes of those
// so far, the present one last, see Game.Told; it may be nil for a play that has not begun.
func (p *Position) Load(x *game.Context, told []uint64) {
	p.fault = nil
	p.prog.Faulty(p.mem)
	if told == nil {
		p.prog.Load(p.mem, x)
	} else {
		p.prog.LoadAfter(p.mem, x, told)
	}
	if p.prog.Faulty(p.mem) {
		p.fault = errFull
	}
}

// Save appends the position as bytes, and Restore goes back to it from one that moves have led to from there.
func (p *Position) Save(dst []byte) []byte { return p.prog.Save(dst, p.mem) }

// Restore goes back to a position that Save has kept.
func (p *Position) Restore(saved []byte) { p.prog.Restore(p.mem, saved) }

// Err is why what was asked for cannot be done by compiled code, nil if it could. It
// follows from the position alone; package game can do it.
func (p *Position) Err() error { return p.fault }

func (p *Position) call(f *entry) { p.failed(f.run(p.stack)) }

// failed notes the error of a call, or that there was no room.
func (p *Position) failed(err error) {
	if err != nil {
		p.fault = err
	}
	if p.prog.Faulty(p.mem) {
		p.fault = errFull
	}
}

// Moves appends the legal moves, with one that says so if the mover has to pass.
func (p *Position) Moves(dst []uint64) []uint64 {
	p.call(p.list)
	return p.prog.Candidates(p.mem, dst)
}

// Tests reports whether candidates are tested to know which are legal, so that Open is faster than Moves.
func (p *Position) Tests() bool { return p.open != nil }

// Open appends candidates where there are Tests: the legal moves, and others that Try refuses. There may be none, or
// none that is legal: then the mover has to pass, which is Forced.
func (p *Position) Open(dst []uint64) []uint64 {
	p.call(p.open)
	return p.prog.Candidates(p.mem, dst)
}

// Try makes a candidate of Open at the same position if it is legal, and reports whether it was.
func (p *Position) Try(move uint64) bool {
	p.stack[0] = move
	p.call(p.tried)
	return uint32(p.stack[0]) != 0
}

// Forced is the move of one who has none and has to pass.
const Forced uint64 = 0xffffffff

// Count is the number of legal moves: 1 of a mover who has to pass.
func (p *Position) Count() int {
	p.call(p.count)
	return int(uint32(p.stack[0]))
}

// Step makes a move listed at the same position, and reports whether the play is over.
func (p *Position) Step(move uint64) bool {
	p.stack[0] = move
	p.call(p.step)
	return uint32(p.stack[0]) != 0
}

// Playout makes up to so many random moves, chosen and with all else drawn from r, and
// returns their number. With kept, Line tells of the moves, but not where players decide at the same time.
func (p *Position) Playout(r *rng.SplitMix64, limit int, kept bool) int {
	p.prog.Seed(p.mem, r.State)
	made := 0
	if kept {
		p.stack[0] = uint64(uint32(limit))
		p.call(p.record)
		made = int(uint32(p.stack[0]))
	} else {
		var err error
		made, err = p.on.playout(p.playout, p.playout, p.stack, limit)
		p.failed(err)
	}
	r.State = p.prog.Drawn(p.mem)
	return made
}

// Seed has what the rules leave to chance be drawn from r from now on; Drawn is what is
// left of it.
func (p *Position) Seed(r rng.SplitMix64) { p.prog.Seed(p.mem, r.State) }

// Drawn is the source of draws as it is now.
func (p *Position) Drawn() rng.SplitMix64 { return rng.SplitMix64{State: p.prog.Drawn(p.mem)} }

// Line calls f for the first n moves of the last playout, with the agents who made them.
func (p *Position) Line(n int, f func(agent int, move uint64)) { p.prog.Line(p.mem, n, f) }

// Over reports whether the play is over.
func (p *Position) Over() bool { return p.prog.Var(p.mem, layout.Over) != 0 }

// Mover is the player who decides, Agent who sits behind him.
func (p *Position) Mover() int {
	if p.prog.Joint() {
		q, _ := p.prog.Decider(p.mem)
		return q
	}
	return p.prog.Var(p.mem, layout.Mover)
}

// Pending is the number of decisions that have been taken at the same time as the next one.
func (p *Position) Pending() (n int) {
	if p.prog.Joint() {
		_, n = p.prog.Decider(p.mem)
	}
	return n
}

func (p *Position) Agent() int { return p.prog.Agent(p.mem, p.Mover()) }

// Player is the player behind whom an agent sits.
func (p *Position) Player(agent int) int { return p.prog.Player(p.mem, agent) }

// Rank is the rank of a player, 0 if he has none.
func (p *Position) Rank(q int) float64 { return p.prog.Rank(p.mem, q) }

// Worths writes what the ranks of the agents are worth, by their ranks in units of layout.RankUnit.
func (p *Position) Worths(by, dst []float64) { p.prog.Worths(p.mem, by, dst) }

// Paid is the number of the (payoffs …) that has ended the play, see game.Game.PaidTo; 0 for none.
func (p *Position) Paid() int { return p.prog.Var(p.mem, layout.Paid) }

// Is reports whether the position is that of a context, whatever led to it. Of plays that are over only
// the results count.
func (p *Position) Is(x *game.Context) bool {
	p.room = append(p.room[:0], p.mem[:p.prog.Hi]...)
	p.prog.Load(p.mem, x)
	p.prog.Faulty(p.mem) // of the history, which is not compared
	p.prog.TakeHistory(p.mem, p.room)
	same := p.prog.Differ(p.room, p.mem) == nil
	copy(p.mem, p.room)
	return same
}

// What is the component on a site, 0 for none and where the rules never ask.
func (p *Position) What(site int) int { return p.prog.What(p.mem, site) }

// Pieces is the number of sites of the board that are not empty, as What tells.
func (p *Position) Pieces() int {
	g := p.prog.G
	return p.prog.Pieces(p.mem, g.Topo.Num(g.DefaultType))
}

// Fewer appends for each of some moves, or candidates that are not legal, whether it leaves fewer pieces on the board.
func (p *Position) Fewer(moves []uint64, dst []bool) []bool {
	pieces := p.Pieces()
	if pieces == 0 { // nor where the rules never ask what is on a site
		return append(dst, make([]bool, len(moves))...)
	}
	if p.fewer == nil {
		for _, m := range moves {
			p.room = p.Save(p.room[:0])
			p.Step(m)
			dst = append(dst, p.Pieces() < pieces)
			p.Restore(p.room)
		}
		return dst
	}
	for part := range slices.Chunk(moves, lower.MaxForeseen) {
		p.prog.Foresee(p.mem, part)
		p.stack[0] = uint64(len(part))
		p.call(p.fewer)
		for i := range part {
			dst = append(dst, p.prog.Fewer(p.mem, i))
		}
	}
	return dst
}

// Spares reports whether a move is known not to leave fewer pieces.
func (p *Position) Spares(move uint64) bool { return p.prog.Spares(move) }

// Repeats reports whether positions must not come back, so that what Load takes over depends on the play.
func (c *Game) Repeats() bool { return c.p.Repeats() }

// Told is the hash by which compiled code remembers the position of a context where it must not come back.
func (c *Game) Told(x *game.Context) uint64 {
	mem, ok := c.rooms.Get().(*[]byte)
	if !ok {
		room := make([]byte, c.p.Program.Size)
		mem = &room
	}
	defer c.rooms.Put(mem)
	return c.p.Told(*mem, x)
}

// Hasher is a hasher of all that rules may read of positions, but for some numbers.
func (c *Game) Hasher(but ...layout.Var) *layout.Hasher { return c.p.NewHasher(but...) }

// Hash is the hash of the position.
func (p *Position) Hash(h *layout.Hasher) uint64 { return h.Hash(p.mem) }

// Ends are the sites that a move goes from and to, as the rules record them.
func Ends(move uint64) (from, to int) {
	_, from, to, _ = transform.Unpack(move)
	return from, to
}

// Ruleless is a move without the rule that it is by.
func Ruleless(move uint64) uint64 { return move & (1<<52 - 1) }
