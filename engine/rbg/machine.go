package rbg

import (
	"encoding/binary"
	"math/bits"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/ir/wasm"
	"github.com/astragal/astragal/engine/rng"
)

// Playouts begin with the interpreter. When it has played so long that it would have been worth
// the making, machine code of the plan takes over; both make the same plays bit for bit, so only
// time depends on when. A play that needs more room or work than machine code has is made by
// the interpreter. On platforms without a compiler that goes on.

// worthOfNode is the time of the interpreter, for each node of the plan, after which machine code
// is made: about what its making takes.
const worthOfNode = 100 * time.Microsecond

// maxSpoilt is how many plays more than one of spoiltShare may be spoilt before a state gives
// up machine code.
const (
	maxSpoilt   = 4
	spoiltShare = 16
)

// maxFloodMark is the number of floods after which their marks begin anew, looked at between calls.
const maxFloodMark = 1 << 30

// code is the machine code of a game, which its states share.
type code struct {
	spent  atomic.Int64 // time of the interpreter, in ns
	begun  atomic.Bool
	module atomic.Pointer[module]
}

// module is the machine code with where it keeps what.
type module struct {
	*wasm.Module
	*emitter
}

// machine is a memory with the code that works on it, of one state.
type machine struct {
	*module
	in     *wasm.Instance
	mem    []byte
	play   func(stack []uint64) error
	stack  [1]uint64
	plays  int
	spoilt int
}

// Hasten makes machine code now, where there is a compiler and the rules can be lowered; the
// error says why not. Later calls do nothing.
func (g *Game) Hasten() error {
	if !wasm.Included || !wasm.Supported() || g.code.begun.Swap(true) {
		return nil
	}
	e, err := g.program()
	if err != nil {
		return err
	}
	m, err := wasm.Compile(e.p)
	if err != nil {
		return err
	}
	runtime.AddCleanup(g.code, func(m *wasm.Module) { _ = m.Close() }, m)
	e.release()
	g.code.module.Store(&module{m, e})
	return nil
}

// release drops what only lowering needs.
func (e *emitter) release() {
	e.names, e.tables, e.bound, e.refs, e.looping = nil, nil, nil, nil, nil
	e.p.Funcs = nil
	for _, f := range e.p.Fields {
		f.Init = nil
	}
}

// machine gives the state machine code if there is some.
func (s *State) machine() *machine {
	if s.on != nil || s.alone {
		return s.on
	}
	m := s.g.code.module.Load()
	if m == nil {
		return nil
	}
	in, err := m.Instance(nil)
	if err != nil {
		s.alone = true
		return nil
	}
	s.on = &machine{module: m, in: in, mem: in.Memory(), play: in.Func("play")}
	runtime.AddCleanup(s.on, func(in *wasm.Instance) { _ = in.Close() }, in)
	return s.on
}

// run makes up to so many random moves by machine code; ok is false if the play is spoilt, and
// nothing has happened.
func (m *machine) run(s *State, r *rng.SplitMix64, limit int) (plies int, over, ok bool) {
	m.plays++
	m.load(s, r.State)
	if m.int(m.floods) > maxFloodMark {
		clear(m.mem[m.reached.Addr : m.reached.Addr+4*m.reached.Len])
		m.put(m.floods, 0)
	}
	m.stack[0] = uint64(uint32(limit))
	if err := m.play(m.stack[:]); err != nil || m.int(m.fault) != 0 {
		if m.spoilt++; m.spoilt > maxSpoilt+m.plays/spoiltShare {
			s.on, s.alone = nil, true
		}
		return 0, false, false
	}
	m.store(s)
	r.State = binary.LittleEndian.Uint64(m.mem[m.rng.Addr:])
	return int(uint32(m.stack[0])), m.int(m.over) != 0, true
}

func (m *machine) int(f *ir.Field) int { return int(binary.LittleEndian.Uint32(m.mem[f.Addr:])) }

func (m *machine) put(f *ir.Field, v int) { binary.LittleEndian.PutUint32(m.mem[f.Addr:], uint32(v)) }

// load copies a state into memory.
func (m *machine) load(s *State, random uint64) {
	if !m.boardless {
		copy(m.mem[m.board.Addr:], s.board)
	}
	for i, w := range s.sets {
		binary.LittleEndian.PutUint64(m.mem[m.sets.Addr+8*i:], w)
	}
	for i, v := range s.vars {
		binary.LittleEndian.PutUint64(m.mem[m.vars.Addr+8*i:], uint64(v))
	}
	m.put(m.player, int(s.player))
	m.put(m.vertex, int(s.vertex))
	m.put(m.place, m.placeOf[s.pc])
	binary.LittleEndian.PutUint64(m.mem[m.rng.Addr:], random)
}

// store copies memory into a state.
func (m *machine) store(s *State) {
	for i := range s.sets {
		s.sets[i] = binary.LittleEndian.Uint64(m.mem[m.sets.Addr+8*i:])
	}
	if !m.boardless {
		copy(s.board, m.mem[m.board.Addr:])
	} else {
		for i, w := range s.sets {
			for ; w != 0; w &= w - 1 {
				s.board[i%m.words<<6+bits.TrailingZeros64(w)] = uint8(i / m.words)
			}
		}
	}
	for i := range s.vars {
		s.vars[i] = int64(binary.LittleEndian.Uint64(m.mem[m.vars.Addr+8*i:]))
	}
	s.player, s.vertex = int32(m.int(m.player)), int32(m.int(m.vertex))
	s.pc = m.places[m.int(m.place)]
	s.listed = false
}
