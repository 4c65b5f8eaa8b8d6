package rbg

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
)

// Limits of a play; beyond them it ends with an error.
const (
	maxModifiers = 10000   // modifiers of one move
	maxMoves     = 1 << 22 // legal moves of one position
	maxKeeper    = 1 << 20 // keeper moves in a row
)

var (
	errModifiers = fmt.Errorf("move longer than %d modifiers", maxModifiers)
	errMoves     = fmt.Errorf("more than %d legal moves", maxMoves)
	errKeeper    = fmt.Errorf("keeper does not finish within %d moves", maxKeeper)
	errDivision  = errors.New("division by zero")
)

// State is a point of a play of a Game. It belongs to one goroutine. After the
// first plays it allocates nothing.
type State struct {
	g      *Game
	board  []uint8  // the piece on every vertex
	sets   []uint64 // for every piece the set of vertices it is on
	vars   []int64  // variables, then scores
	player int32    // 0 is the keeper
	vertex int32
	pc     int32 // the node at which the next move begins

	listing bool   // collect all moves instead of making the first one
	lazy    bool   // when listing, leave out the checks behind opLater
	picked  int32  // the vertex of opPick
	skip    int    // complete moves to pass over when not listing
	depth   int32  // modifiers on the current walk
	tree    []step // modifiers of all walks, linked to the one before
	cur     int32  // the last modifier of the current walk in tree
	leaves  []int32
	listed  bool // leaves holds the moves of this state
	trail   []undo
	path    []int32 // scratch of Apply

	seen   []uint32         // marks of opVisit: one layer per open segment
	base   int              // the layer of the current segment
	stamp  uint32           // its mark
	clock  uint32           // the last mark given out
	widths [2 * maxArms]int // scratch of draw: slots of every arm
	open   []uint64         // scratch of draw: vertices of every arm
	flood  []uint64         // scratch of opFlood, used as a stack
	on     *machine         // nil while the interpreter plays
	alone  bool             // it will go on to

	err  error // why the play was cut
	note error // an oddity that makes actions fail, e.g. a division by zero
}

// step is one modifier of a walk.
type step struct{ parent, node, vertex int32 }

// undo is what a modifier inside a condition has overwritten.
type undo struct {
	num int32 // vertex, or ^variable
	old int64
}

// NewState returns a state at the start of a play.
func (g *Game) NewState() *State {
	s := g.blank()
	s.Restart()
	return s
}

func (g *Game) blank() *State {
	return &State{
		g:     g,
		board: make([]uint8, len(g.Vertices)),
		sets:  make([]uint64, len(g.Pieces)*g.words),
		vars:  make([]int64, len(g.bounds)),
		open:  make([]uint64, 2*maxArms*g.words),
		seen:  make([]uint32, g.slots*len(g.Vertices)),
	}
}

// Restart goes to the start of a play, the first keeper moves made.
func (s *State) Restart() { s.CopyFrom(s.g.initial) }

// setUp makes the initial state.
func (g *Game) setUp() {
	s := g.blank()
	for v := range g.Vertices {
		p := g.Vertices[v].Piece
		s.board[v] = uint8(p)
		s.sets[p*g.words+v>>6] |= 1 << (v & 63)
	}
	s.pc = g.start
	s.keep()
	g.initial = s
}

// CopyFrom makes s equal to t, a state of the same game, without sharing.
func (s *State) CopyFrom(t *State) {
	copy(s.board, t.board)
	copy(s.sets, t.sets)
	copy(s.vars, t.vars)
	s.player, s.vertex, s.pc = t.player, t.vertex, t.pc
	s.err, s.note = t.err, t.note
	s.listed = false
}

// Player is the player to move, from 1; 0 when the keeper has no move, which
// ends the play.
func (s *State) Player() int { return int(s.player) }

// Score is the value of the score of player p (from 1).
func (s *State) Score(p int) int64 { return s.vars[len(s.g.Variables)+p-1] }

// Variable is the value of variable i.
func (s *State) Variable(i int) int64 { return s.vars[i] }

// Piece is the piece on vertex v, an index into Game.Pieces.
func (s *State) Piece(v int) int { return int(s.board[v]) }

// Err tells why the play was cut short: a move, a list of moves or a run of
// the keeper beyond its limit. Such a state counts as over.
func (s *State) Err() error { return s.err }

// Note tells an oddity of the description met so far, such as a division by
// zero, that made an action fail without ending the play.
func (s *State) Note() error { return s.note }

// keep makes keeper moves until a player is to move.
func (s *State) keep() {
	s.listed = false
	for n := 0; s.player == 0 && s.err == nil; n++ {
		if n == maxKeeper {
			s.err = errKeeper
			return
		}
		if !s.first() {
			return
		}
	}
}

// first makes the first move found, if any, and is used for the keeper.
func (s *State) first() bool {
	s.listing, s.lazy = false, false
	s.begin()
	done := s.walk(s.pc, s.vertex)
	return done && s.err == nil
}

// begin begins the first segment of a move.
func (s *State) begin() {
	if s.clock > math.MaxUint32/2 {
		clear(s.seen)
		s.clock = 0
	}
	s.clock++
	s.base, s.stamp, s.depth = 0, s.clock, 0
}

// Moves is the number of legal moves; 0 when the play is over.
func (s *State) Moves() int {
	if !s.listed {
		s.list()
	}
	return len(s.leaves)
}

func (s *State) list() {
	s.listed = true
	s.collect(s.pc, false)
}

// collect lists the moves that begin at node id. A lazy list stops walks at
// opLater: its entries are candidates, to be made by try.
func (s *State) collect(id int32, lazy bool) {
	s.tree, s.leaves, s.cur = s.tree[:0], s.leaves[:0], -1
	if s.player == 0 || s.err != nil {
		return
	}
	s.listing, s.lazy = true, lazy
	s.begin()
	s.walk(id, s.vertex)
	if s.err != nil {
		s.leaves = s.leaves[:0]
	}
}

// Modifier is one entry of a move: the index of a modifier and the number of
// the vertex where it is applied.
type Modifier struct{ Index, Vertex int }

// Move appends move i of Moves to dst as its list of modifiers.
func (s *State) Move(dst []Modifier, i int) []Modifier {
	s.Moves()
	s.unwind(i)
	for k := len(s.path) - 1; k >= 0; k-- {
		t := s.tree[s.path[k]]
		dst = append(dst, Modifier{int(s.g.nodes[t.node].index), int(t.vertex)})
	}
	return dst
}

// unwind puts the steps of move i into s.path, last one first.
func (s *State) unwind(i int) {
	s.path = s.path[:0]
	for x := s.leaves[i]; x >= 0; x = s.tree[x].parent {
		s.path = append(s.path, x)
	}
}

// Apply makes move i of Moves and the keeper moves that follow.
func (s *State) Apply(i int) {
	s.Moves()
	s.applyOf(s, i)
}

// applyOf makes move i of t, whose moves are listed and which is s itself or
// equal to it.
func (s *State) applyOf(t *State, i int) {
	t.unwind(i)
	for k := len(t.path) - 1; k >= 0; k-- {
		t := t.tree[t.path[k]]
		switch n := &s.g.nodes[t.node]; n.op {
		case opOff:
			s.put(t.vertex, n.piece)
		case opAssign:
			s.vars[n.num], _ = s.eval(n.left)
		case opSwitch:
			s.player, s.vertex, s.pc = n.num, t.vertex, n.next
		}
	}
	s.keep()
}

func (s *State) put(v int32, piece uint8) {
	old := s.board[v]
	if old == piece {
		return
	}
	w := s.g.words
	k, bit := int(v>>6), uint64(1)<<(v&63)
	s.sets[int(old)*w+k] &^= bit
	s.sets[int(piece)*w+k] |= bit
	s.board[v] = piece
}

// eval computes a; false when it overflows or divides by zero.
func (s *State) eval(a *arith) (int64, bool) {
	switch a.kind {
	case aConst:
		return a.num, true
	case aVar:
		return s.vars[a.num], true
	case aCount:
		n, w := 0, s.g.words
		for _, x := range s.sets[int(a.num)*w : (int(a.num)+1)*w] {
			n += bits.OnesCount64(x)
		}
		return int64(n), true
	}
	l, ok := s.eval(a.l)
	if !ok {
		return 0, false
	}
	r, ok := s.eval(a.r)
	if !ok {
		return 0, false
	}
	switch a.kind {
	case aAdd:
		sum := l + r
		return sum, (sum > l) == (r > 0)
	case aSub:
		diff := l - r
		return diff, (diff < l) == (r > 0)
	case aMul:
		p := l * r
		return p, l == 0 || p/l == r && !(l == -1 && r == math.MinInt64)
	}
	if r == 0 {
		s.note = errDivision
		return 0, false
	}
	if l == math.MinInt64 && r == -1 {
		return 0, false
	}
	return l / r, true
}

// comparison is the operator of an opCmp.
type comparison uint8

const (
	cmpLess comparison = iota
	cmpLessEqual
	cmpGreater
	cmpGreaterEqual
	cmpEqual
	cmpUnequal
)

var comparisons = map[string]comparison{
	"<": cmpLess, "<=": cmpLessEqual, ">": cmpGreater, ">=": cmpGreaterEqual, "==": cmpEqual, "!=": cmpUnequal,
}

func (s *State) compare(n *node) bool {
	l, ok := s.eval(n.left)
	if !ok {
		return false
	}
	r, ok := s.eval(n.right)
	if !ok {
		return false
	}
	switch n.compare {
	case cmpLess:
		return l < r
	case cmpLessEqual:
		return l <= r
	case cmpGreater:
		return l > r
	case cmpGreaterEqual:
		return l >= r
	case cmpEqual:
		return l == r
	}
	return l != r
}
