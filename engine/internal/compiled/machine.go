package compiled

import (
	"math"
	"runtime"
	"sync/atomic"

	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/ir/closure"
	"github.com/astragal/astragal/engine/internal/ir/wasm"
	"github.com/astragal/astragal/engine/internal/lower"
)

// code is what runs a program: closures at first, which are made at once, and machine code when they
// have done so much work that it would have been worth its making. Both do the same bit for bit, on the
// same memory, so it makes no difference to anything but time when the one takes over from the other.
type code struct {
	p     *lower.Program
	seen  Seen
	worth int64         // the work of closures after which machine code is made
	long  int64         // what closures may do in one call; machine code makes longer calls anew
	work  atomic.Int64  // of closures, by all machines
	begun atomic.Bool   // machine code is made, or has been
	made  chan struct{} // closed when it has been, or cannot be
	slow  atomic.Pointer[closure.Code]
	fast  atomic.Pointer[wasm.Module] // nil while there is none; then slow is not nil
}

// worthOfSize is the work of closures for each statement and operation of a program after which machine code is
// made. That takes some 2 µs for each (2.1 in the mean over both libraries), and a unit of work of closures some 2 ns
// (1.2 to 3.2 in the games that come near to this in their first play): about as much has gone into closures by then.
const worthOfSize = 1000

// Each statement and operation takes machine code longer in large functions: 2.4 µs where the largest has 3,000, 3.6
// where it has 10,000, 4 to 5 where it has 20,000 to 35,000, and 9 in Rithmomachia, which has 30,000 of its 77,000 in
// one (30 November 2026, load 20). Above largeFunction it is taken to be worth as much again for each largerBy.
const (
	largeFunction = 10000
	largerBy      = 20000
)

// foreseen is the number of moves that a play is expected to have: where those that have been made say that closures
// would do twice as much in so many as machine code is worth, that is made at once. With half as much three of both
// libraries would get it whose first play is over before it pays.
const foreseen = 100

// longShare is the part of that after which machine code makes a call of closures anew. Such a call makes no more than
// slowPlies moves, so that hardly any play is short enough for closures.
const longShare = 4

// slowPlies is the number of random moves made by closures until machine code may take over. The first moves of all are
// made by ones and twos, as they tell what others will take.
const slowPlies = 8

// open makes closures of a prepared program.
func (c *code) open() {
	size, largest := c.p.Code()
	c.worth = worthOfSize * int64(size) * int64(largerBy+max(largest-largeFunction, 0)) / largerBy
	c.made, c.long = make(chan struct{}), c.worth/longShare
	c.p.ReleaseRules()
	c.slow.Store(closure.Compile(c.p.Program))
}

// Hasten makes machine code now, where there is a compiler; later calls do nothing. It may
// be called while others play.
func (c *code) Hasten() {
	if !wasm.Included || !wasm.Supported() || c.begun.Swap(true) {
		return
	}
	defer close(c.made)
	c.slow.Load().Complete()
	c.p.Improve(func(step string) { c.seen(step, c.p.Program) })
	m, err := wasm.Compile(c.p.Program)
	if err != nil {
		return // closures go on
	}
	c.seen("machine", c.p.Program)
	c.p.ReleaseCode()
	runtime.AddCleanup(c, func(m *wasm.Module) { _ = m.Close() }, m)
	c.fast.Store(m)
	c.slow.Store(nil)
}

// machine is a memory with the functions of a program that work on it. It belongs to one goroutine.
type machine struct {
	code    *code
	mem     []byte
	slow    *closure.Instance // nil when machine code has taken over
	fast    *wasm.Instance    // nil until then
	told    int               // of the work of slow
	played  bool              // it has made moves at random
	before  []byte            // memory before a call of slow, but for tables and
	spare   [3]ir.Span        // these parts of it
	args    []uint64          // and what it was called with
	entries []*entry
}

// entry is a function of a machine.
type entry struct {
	of   *machine // which lives as long
	name string
	// run calls the function with its arguments in stack, which has room for the result, left in stack[0].
	run func(stack []uint64) error
}

// machine returns a new machine.
func (c *code) machine() (*machine, error) {
	m := &machine{code: c}
	if slow := c.slow.Load(); slow != nil {
		m.slow = slow.Instance()
		m.mem = m.slow.Memory()
		return m, nil
	}
	return m, m.quicken(nil)
}

// quicken takes over machine code, which works on the given memory, its own for nil.
func (m *machine) quicken(mem []byte) error {
	in, err := m.code.fast.Load().Instance(mem)
	if err != nil {
		return err
	}
	runtime.AddCleanup(m, func(in *wasm.Instance) { _ = in.Close() }, in)
	m.fast, m.slow, m.mem = in, nil, in.Memory()
	for _, e := range m.entries {
		e.run = in.Func(e.name)
	}
	return nil
}

// Func returns the function of a name.
func (m *machine) Func(name string) *entry {
	e := &entry{of: m, name: name}
	if m.slow == nil {
		e.run = m.fast.Func(name)
		return e
	}
	m.entries = append(m.entries, e)
	run := m.slow.Func(name)
	e.run = func(stack []uint64) error {
		if m.hasten() {
			return e.run(stack)
		}
		if m.code.never() {
			m.slow.Limit(math.MaxInt)
			return run(stack)
		}
		m.keep()
		m.args = append(m.args[:0], stack...)
		m.slow.Limit(m.code.room())
		err := run(stack)
		if err != closure.ErrWork {
			return err
		}
		m.restore()
		copy(stack, m.args)
		m.code.Hasten()
		if <-m.code.made; m.hasten() {
			return e.run(stack)
		}
		m.slow.Limit(math.MaxInt)
		return run(stack)
	}
	return e
}

// keep notes what is in memory before a call.
func (m *machine) keep() {
	m.before, m.spare = m.before[:0], m.code.p.Spare(m.mem)
	at := 0
	for _, s := range m.spare {
		m.before = append(m.before, m.mem[at:s.From]...)
		at = s.To
	}
	m.before = append(m.before, m.mem[at:m.slow.Tables()]...)
}

// restore puts back what keep has noted.
func (m *machine) restore() {
	at, before := 0, m.before
	for _, s := range m.spare {
		before = before[copy(m.mem[at:s.From], before):]
		at = s.To
	}
	copy(m.mem[at:], before)
}

// room is what closures may do in a call: no more than is left until machine code is worth its making, unless that is
// being made by another machine.
func (c *code) room() int {
	if left := c.worth - c.work.Load(); left > 0 {
		return int(min(left, c.long))
	}
	return int(c.long)
}

// never reports whether there is no machine code and will be none.
func (c *code) never() bool {
	select {
	case <-c.made:
		return c.fast.Load() == nil
	default:
		return !wasm.Supported()
	}
}

// hasten has machine code take over if closures have done enough, and reports whether it has.
func (m *machine) hasten() bool {
	c, n := m.code, m.slow.Work()
	if c.work.Add(int64(n-m.told)) >= c.worth {
		c.Hasten()
	}
	m.told = n
	return c.fast.Load() != nil && m.quicken(m.mem) == nil
}

// playout has an entry make random moves, at most so many, and returns their number; those that are made in a call of
// its own another entry makes. stack has room for one value.
func (m *machine) playout(e, more *entry, stack []uint64, plies int) (made int, err error) {
	first, before := m.slow != nil && !m.played, 0
	if first {
		m.played, before = true, m.slow.Work()
	}
	for ; ; e = more {
		now := plies - made
		switch {
		case m.slow == nil:
		case first:
			now = min(now, max(made, 1), slowPlies)
		default:
			now = min(now, slowPlies)
		}
		stack[0] = uint64(uint32(now))
		err = e.run(stack)
		n := int(uint32(stack[0]))
		if made += n; err != nil || n < now || made == plies {
			return made, err
		}
		if first && m.slow != nil && int64(m.slow.Work()-before)*foreseen/int64(2*made) > m.code.worth {
			m.code.Hasten()
		}
	}
}
