package rg

import (
	"fmt"

	"github.com/astragal/astragal/engine/rng"
)

// Limits of a play; beyond them it ends with an error.
const (
	maxMoves  = 1 << 22 // legal moves of one position
	maxKeeper = 1 << 20 // keeper moves in a row
	maxSteps  = 1 << 26 // edges followed to find the moves of one position
	maxDepth  = 50_000  // edges on one walk
	maxMemory = 1 << 24 // assignments and tags of all moves of one position
	stopEvery = 1 << 16 // edges between questions whether to stop
)

// State is a point of a play of a Game. It belongs to one goroutine. After the first
// plays it allocates nothing.
type State struct {
	g    *Game
	mem  []uint16 // the variables
	at   int32    // the node at which the next move begins
	root []uint16 // the variables where the moves being listed begin

	mode   mode
	goal   int32 // the node that a reachability looks for
	steps  int
	next   int // the number of steps at which to pause
	depth  int
	tree   []step // assignments and tags of all walks, linked to the one before
	cur    int32  // the last of the current walk in tree
	tags   uint64 // a hash of the tags of the current walk
	leaves []leaf
	listed bool // leaves holds the moves of this state
	dups   duplicates
	path   []int32
	other  []uint16 // scratch of same
	saved  []uint16 // what copies of functions have overwritten

	written []written // what a drawn walk has overwritten
	listing int       // moves to list before drawing again

	seen   map[[2]uint64]struct{} // heads visited
	heads  int                    // visits of heads
	scope  uint64                 // of the reachability that asks
	scopes uint64                 // given out

	stop func() error
	err  error
	// observe, if not nil, gets the tags of completed moves of the keeper.
	observe func(sym, mask uint16)
}

type mode uint8

const (
	listing  mode = iota // collect all moves
	first                // make the first one
	reaching             // only look for a node
)

// step is an assignment to a cell, or a tag (cell is then ^symbol, value the mask of
// those who see it).
type step struct {
	parent, cell int32
	value        uint16
}

// leaf is a move: its last step and where it leads.
type leaf struct {
	step, target int32
	tags         uint64
}

// NewState returns a state at the start of a play.
func (g *Game) NewState() *State {
	s := g.blank()
	s.Restart()
	return s
}

func (g *Game) blank() *State {
	return &State{g: g, mem: make([]uint16, len(g.initial)), root: make([]uint16, len(g.initial)),
		other: make([]uint16, len(g.initial)), seen: map[[2]uint64]struct{}{}, goal: -1}
}

// setUp makes the state at the start, the first moves of the keeper made.
func (g *Game) setUp() {
	s := g.blank()
	copy(s.mem, g.initial)
	s.at = g.begin
	s.observe = func(sym, mask uint16) { g.opening = append(g.opening, observed{sym, mask, 0}) }
	s.keep()
	s.observe = nil
	g.start = s
}

// Restart goes to the start of a play, the first moves of the keeper made.
func (s *State) Restart() { s.CopyFrom(s.g.start) }

// CopyFrom makes s equal to t, a state of the same game, without sharing.
func (s *State) CopyFrom(t *State) {
	copy(s.mem, t.mem)
	s.at, s.err, s.listed, s.listing = t.at, t.err, false, 0
}

// Player is who is to move, from 1; 0 if chance decides or the play is over.
func (s *State) Player() int { return max(0, int(s.g.seats[s.mem[s.g.player]])) }

// Score is what player p (from 1) has in goals.
func (s *State) Score(p int) int64 { return s.g.scores[s.mem[int(s.g.goals)+p-1]] }

// Err tells why the play was cut short; such a state counts as over.
func (s *State) Err() error { return s.err }

func (s *State) fault(format string, args ...any) {
	if s.err == nil {
		s.err = fmt.Errorf(format, args...)
	}
}

// Moves is the number of legal moves of a player or of chance; 0 when the play is over.
func (s *State) Moves() int {
	if !s.listed {
		s.list()
	}
	return len(s.leaves)
}

// begin makes ready for walks from here.
func (s *State) begin(m mode) {
	s.mode, s.goal, s.depth = m, -1, 0
	s.tree, s.cur, s.tags, s.leaves = s.tree[:0], -1, 0, s.leaves[:0]
	s.scope, s.scopes, s.heads = 0, 0, 0
	if len(s.seen) > 0 {
		clear(s.seen)
	}
}

func (s *State) list() {
	s.begin(listing)
	s.steps, s.next = 0, stopEvery
	s.listed = true
	if s.err != nil || s.at == s.g.end || s.g.seats[s.mem[s.g.player]] < 0 {
		return
	}
	copy(s.root, s.mem)
	s.dups.reset()
	s.walk(s.at)
	if s.err != nil {
		s.leaves = s.leaves[:0]
	}
}

// unwind puts the steps of a move into path, last one first.
func (s *State) unwind(l leaf) {
	s.path = s.path[:0]
	for x := l.step; x >= 0; x = s.tree[x].parent {
		s.path = append(s.path, x)
	}
}

// Apply makes move i of Moves and the moves of the keeper that follow.
func (s *State) Apply(i int) {
	s.Moves()
	l := s.leaves[i]
	s.unwind(l)
	for k := len(s.path) - 1; k >= 0; k-- {
		if x := s.tree[s.path[k]]; x.cell >= 0 {
			s.mem[x.cell] = x.value
		}
	}
	s.at = l.target
	s.keep()
}

// keep makes moves of the keeper until somebody else is to move.
func (s *State) keep() {
	s.listed = false
	s.steps, s.next = 0, stopEvery
	for n := 0; s.err == nil && s.at != s.g.end && s.g.seats[s.mem[s.g.player]] < 0; n++ {
		if n == maxKeeper {
			s.fault("keeper does not finish within %d moves", maxKeeper)
			return
		}
		s.begin(first)
		if !s.walk(s.at) || s.err != nil {
			return // nobody moves any more
		}
		if s.observe != nil {
			s.unwind(leaf{step: s.cur})
			for k := len(s.path) - 1; k >= 0; k-- {
				if x := s.tree[s.path[k]]; x.cell < 0 {
					s.observe(uint16(^x.cell), x.value)
				}
			}
		}
	}
}

// Playout plays uniformly random moves until the play is over or the players have made
// limit moves; it gives their number, moves of chance left out, and whether the play is over.
func (s *State) Playout(r *rng.SplitMix64, limit int) (plies int, over bool) {
	for plies < limit {
		chance := s.Player() == 0
		if !s.Random(r) {
			return plies, true
		}
		if !chance {
			plies++
		}
	}
	return plies, s.Moves() == 0
}

// Random makes one uniformly random move of the player or of chance, and the keeper's moves after
// it; false when there is none. It draws without listing all moves where it can.
func (s *State) Random(r *rng.SplitMix64) bool {
	if !s.listed && s.err == nil && s.g.seats[s.mem[s.g.player]] >= 0 {
		if sp := s.g.samplers[s.at]; sp != nil && s.listing == 0 {
			if s.draw(sp, r) == drawMade {
				return true
			}
			s.listing = afterLost
		} else if sp != nil {
			s.listing--
		}
	}
	n := s.Moves()
	if n == 0 {
		return false
	}
	s.Apply(r.Below(n))
	return true
}

// same reports whether two moves have the same tags and lead to the same state; the
// second one is the walk that has just been completed.
func (s *State) same(l leaf, target int32) bool {
	if l.target != target {
		return false
	}
	x, y := l.step, s.cur
	for {
		for x >= 0 && s.tree[x].cell >= 0 {
			x = s.tree[x].parent
		}
		for y >= 0 && s.tree[y].cell >= 0 {
			y = s.tree[y].parent
		}
		if x < 0 || y < 0 {
			break
		}
		if s.tree[x] != (step{s.tree[x].parent, s.tree[y].cell, s.tree[y].value}) {
			return false
		}
		x, y = s.tree[x].parent, s.tree[y].parent
	}
	if x >= 0 || y >= 0 {
		return false
	}
	s.count(len(s.mem))
	copy(s.other, s.root)
	s.unwind(l)
	for k := len(s.path) - 1; k >= 0; k-- {
		if x := s.tree[s.path[k]]; x.cell >= 0 {
			s.other[x.cell] = x.value
		}
	}
	for i, v := range s.mem {
		if s.other[i] != v {
			return false
		}
	}
	return true
}

// duplicates finds moves by the hash of their tags.
type duplicates struct {
	slots []slot
	stamp uint32
	used  int
}

type slot struct {
	stamp uint32
	leaf  int32
}

func (d *duplicates) reset() {
	if d.stamp++; d.stamp == 0 || len(d.slots) == 0 {
		d.slots = make([]slot, max(64, len(d.slots)))
		d.stamp = 1
	}
	d.used = 0
}

// repeated reports whether the completed walk makes a move that is listed already;
// otherwise it is noted as the next leaf.
func (s *State) repeated(target int32) bool {
	d := &s.dups
	if 2*d.used >= len(d.slots) {
		d.slots = make([]slot, 2*len(d.slots))
		d.stamp = 1
		for i, l := range s.leaves {
			k := d.free(l.tags)
			d.slots[k] = slot{d.stamp, int32(i)}
		}
	}
	mask := uint64(len(d.slots) - 1)
	k := s.tags & mask
	for ; d.slots[k].stamp == d.stamp; k = (k + 1) & mask {
		if l := s.leaves[d.slots[k].leaf]; l.tags == s.tags && s.same(l, target) {
			return true
		}
	}
	d.slots[k] = slot{d.stamp, int32(len(s.leaves))}
	d.used++
	return false
}

func (d *duplicates) free(hash uint64) uint64 {
	mask := uint64(len(d.slots) - 1)
	k := hash & mask
	for d.slots[k].stamp == d.stamp {
		k = (k + 1) & mask
	}
	return k
}
