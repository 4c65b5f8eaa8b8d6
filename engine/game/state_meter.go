package game

import (
	"fmt"

	"github.com/astragal/astragal/engine/lgdl"
)

// Bounds of what the rules may ask for between two decisions. The largest
// games of the library stay far below them.
const (
	workLimit  = 2_000_000 // rounds of loops and positions looked at
	depthLimit = 1_000     // look-aheads, generators and regions inside each other
)

// Beside rounds, work is counted in units of a few nanoseconds: a list that is
// taken, a word of a set, a site that a condition is asked about.
const (
	round    = 16      // units of a round, but for what is asked for in it
	most     = 1 << 34 // units for one decision: about a minute
	lookEach = 1 << 16 // units between two looks at the clock and at the memory
	restCost = 64      // units of a decision that asked for nothing
)

// DefaultMemory is the number of bytes that the record and the position of one
// play may take when nobody says otherwise.
const DefaultMemory = 256 << 20

// Limits bound one play beyond what its rules do. The zero value means the defaults.
type Limits struct {
	// Stop is asked every few milliseconds, also in the middle of a move; the
	// error that it returns ends the play, as Catch reports. Nil never ends it.
	Stop func() error
	// Memory is the number of bytes that the moves, the earlier positions and the
	// stacks of a play may take; 0 means DefaultMemory.
	Memory int
}

// memory is the number of bytes that a play may take.
func (l *Limits) memory() int {
	if l.Memory > 0 {
		return l.Memory
	}
	return DefaultMemory
}

// makingLooks is the number of looks, of about a millisecond each, that
// compiling may take.
const makingLooks = 1 << 15

// making bounds the work of compiling one game: tables are filled, and regions
// and conditions evaluated that are the same in every position.
type making struct {
	stop  func() error // nil is never
	pos   lgdl.Pos     // of the game
	looks int
}

// look counts the looks of all contexts that the compilation evaluates in.
func (m *making) look() error {
	if m.looks++; m.looks > makingLooks {
		return &lgdl.Error{Pos: m.pos, Msg: "the game takes too much work to compile: its tables have too many entries, or " +
			"the entries are too hard to find"}
	}
	if m.stop != nil {
		return m.stop()
	}
	return nil
}

// SetLimits sets the limits of the plays of c and of all its copies.
func (c *Context) SetLimits(l Limits) { *c.limits = l }

// Tick notes n units of work: whatever goes through the sites of a board, or
// takes a set or a list to work in, calls it. It costs an addition.
func (c *Context) Tick(n int) {
	if p := c.pool; p.work+n > p.look {
		c.checkWork(n)
	} else {
		p.work += n
	}
}

// Spend notes n rounds of work since the last decision and stops the play when
// the rules go on for too long: every ludeme whose rounds are numbered by the
// rules calls it.
func (c *Context) Spend(n int) {
	n = min(n, workLimit+1)
	if c.pool.rounds += n; c.pool.rounds > workLimit {
		c.exceed("work of more than %d steps for one decision", workLimit)
	}
	c.Tick(n * round)
}

// Rest begins the count of the work of a decision anew. Whoever tries many moves
// on copies of the same context calls it before each.
func (c *Context) Rest() {
	p := c.pool
	p.look -= p.work + restCost
	p.done += p.work
	p.work, p.rounds = 0, 0
}

// Work is the number of units of work that c and its copies have done so far (Tick).
// It follows from what was asked for, not from the machine.
func (c *Context) Work() int { return c.pool.done + c.pool.work }

// checkWork takes a look: whether the decision has taken too much work, whether
// somebody has had enough, and whether the scratch memory grows without end.
func (c *Context) checkWork(n int) {
	p := c.pool
	if p.work += n; p.work > most {
		c.exceed("work of more than %d steps for one decision", most)
	}
	p.look = min(p.work+lookEach, most)
	if c.limits.Stop != nil {
		if err := c.limits.Stop(); err != nil {
			Abort(err)
		}
	}
	a := c.arena
	c.within(len(a.acts)*actionBytes + len(a.subs)*moveBytes + len(a.thens)*thenBytes + 4*len(a.ints) + c.S.bytes())
}

// Sizes in memory.
const (
	actionBytes = 72
	moveBytes   = 72
	thenBytes   = 16
	entryBytes  = 168
	placeBytes  = 12
	stackBytes  = 20 // of a level: component, owner, state, rotation, value
)

// bytes is the room that those parts of the state take that the rules can make grow.
func (s *State) bytes() int {
	n := 0
	for i := range s.layers {
		n += stackBytes * len(s.layers[i].what)
	}
	for i := range s.Remembered {
		n += 4 * len(s.Remembered[i])
	}
	for i := range s.lists {
		n += placeBytes * len(s.lists[i])
	}
	return n + 4*(len(s.Pending)+len(s.ToClear)+len(s.Propositions)+len(s.Votes))
}

// bytes is the room that the record of a play takes.
func (t *Trial) bytes() int {
	return entryBytes*t.Len() + 8*(len(t.GameHashes)+len(t.TurnHashes)) + 4*t.sites
}

// weighEach is the number of moves between two looks at the size of the record.
const weighEach = 256

// weigh looks at the memory of the play now and then.
func (c *Context) weigh() {
	t := &c.T
	if t.Len()%weighEach != 0 {
		return
	}
	for i := t.Len() - weighEach; i < t.Len(); i++ {
		e := t.At(i)
		t.sites += len(e.Between) + len(e.Froms) + len(e.Tos)
	}
	c.within(t.bytes() + c.S.bytes())
}

// within stops the play when it takes more than so many bytes.
func (c *Context) within(bytes int) {
	if limit := c.limits.memory(); bytes > limit {
		panic(failure{c.fault(tooLarge, limit>>20)})
	}
}

// tooLarge is the message about a play that takes too much memory.
const tooLarge = "the play needs more than %d MiB of memory, the limit of one play (--play-memory changes it)"

// room stops the play when the stacks of a layer would take more than the limit.
func (s *State) room(l *layer, stride int) {
	if limit := s.limits.memory(); l.n*stride*stackBytes > limit {
		panic(failure{&lgdl.Error{Pos: s.g.pos, Msg: "in play: " + fmt.Sprintf(tooLarge, limit>>20)}})
	}
}

// Enter notes that a generator or a look-ahead begins inside another; Leave that
// it is done. The play stops when they lie too deep in each other.
func (c *Context) Enter() {
	if c.depth++; c.depth > depthLimit {
		c.exceed("moves of moves that lie more than %d deep in each other", depthLimit)
	}
}

// EnterRegion is Enter for a clause that asks for the regions of the equipment,
// which may ask for each other.
func (c *Context) EnterRegion(e *lgdl.Expr) {
	if c.depth++; c.depth > depthLimit {
		Fault(e, "a region that is made of itself")
	}
}

// Leave: see Enter.
func (c *Context) Leave() { c.depth-- }

func (c *Context) exceed(format string, args ...any) {
	panic(failure{c.fault("the rules ask for "+format, args...)})
}

// fault is an error at the ludeme that is evaluated now, or else at the game.
func (c *Context) fault(format string, args ...any) *lgdl.Error {
	err := &lgdl.Error{Pos: c.G.pos, Msg: "in play: " + fmt.Sprintf(format, args...)}
	if e := c.evaluated(); e != nil {
		err.Pos, err.Via = e.Pos, e.Via
	}
	return err
}

// evaluated is the ludeme that generates moves now, or the start or end rule that
// is evaluated, nil when there is none.
func (c *Context) evaluated() *lgdl.Expr {
	if c.at != nil {
		return c.at
	}
	if c.rule > 0 && int(c.rule) < len(c.G.Rules) {
		return c.G.Rules[c.rule]
	}
	return nil
}

// PlyLimit is the number of moves after which a play ends when nobody says
// otherwise: the limit of the rules, also for the simulations without players,
// which the rules let go on for ever.
func (g *Game) PlyLimit() int {
	if g.IsMatch() { // every game of a match has the limit
		return matchPlies
	}
	return g.MoveLimit
}

// matchPlies is the number of moves after which a match ends.
const matchPlies = 100_000
