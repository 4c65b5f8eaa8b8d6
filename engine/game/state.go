package game

import (
	"math/bits"
	"slices"

	"github.com/astragal/astragal/engine/board"
)

// State is a position: everything that a move can change, in flat arrays whose
// shape the Game fixes, so that a copy is a handful of memmoves. Reads of data
// that the game does not keep give 0 (part 3, §5).
type State struct {
	g      *Game
	limits *Limits // of the play
	Numbers

	Pending                                            []int32 // ascending, a set
	ScoreOf, AmountOf, ValueOf, PhaseOf, TeamOf, Order []int32 // by player; entry 0 is nobody's
	PayoffOf                                           []float64
	Vars                                               []int32 // by variable; see VarSet
	VarSet                                             []bool
	Remembered                                         [][]int32 // by name; 0 is the anonymous list
	DiceValue                                          []int32   // current value by die, 0 once used
	Propositions, Votes                                []int32
	Visited                                            Set
	ToClear                                            []int32
	Dominoes                                           []int32   // components not yet placed
	Ranking                                            []float64 // index 0 unused
	Winners, Losers                                    []int32

	layers  [3]layer
	lists   [][]Place // by component
	onTrack [][]int32 // by track: component*len+index, nil unless a track has an internal loop
	puzzle  [3][]Candidates
	costs   [3][]int32 // of the board's elements, shared between states; see setCost
	ints    []int32    // backs the slices of numbers whose length never changes
	words   []uint64   // backs the sets
}

// Numbers are the plain numbers of a state.
type Numbers struct {
	Mover, Next, Prev int
	Turns             int // number of turns, from 1
	TurnMoves         int // consecutive moves of the same player before this one
	Passes            int // consecutive passes
	Counter           int
	Temp              int
	Pot               int
	TrumpSuit         int
	Decision          int // name of the decided vote, -1 none
	DiceSum           int
	DiceEqual         bool
	StoredHash        uint64
	Paid              int // number of the (payoffs …) that ended the play, see Context.Payoff; 0 none

	Active, Triggered, Stalemated uint32 // bit p for player p

	// The result: status and who has won or lost already.
	Over      bool
	Winner    int // 0 nobody, 1..n, n+1 tie, -1 abandoned
	End       EndType
	lossesNow int // losses decided in the current evaluation of an end
	winsNow   int

	hash uint64 // of what stands where, kept in games that ask for it; see Game.hashed

	// Found is what the last move found, in games that compare situations: from it those that were remembered are told again.
	Found Found
}

// Found are the numbers of a situation that the end of a turn or the list of the next moves overwrites.
type Found struct {
	Prev, TurnMoves, Passes int
	Stalemated              uint32
}

// EndType tells how a trial ended.
type EndType uint8

// The ways a trial ends.
const (
	NoEnd EndType = iota
	NaturalEnd
	TurnLimitEnd
	MoveLimitEnd
)

var endTypeNames = [...]string{"NoEnd", "NaturalEnd", "TurnLimit", "MoveLimit"}

// String returns the name as recorded trials print it.
func (e EndType) String() string { return endTypeNames[e] }

// Place is an entry of a position list: where a component stands.
type Place struct {
	Site  int32
	Level int32
	Type  board.SiteType
}

// layer holds the per-site data of one site type. In stacking games the data of
// level l of site s are at s*stride+l.
type layer struct {
	n, stride                    int
	what, who, state, rot, value []int32
	count                        []int32 // nil when counts are not kept
	size                         []int32 // stacking games only
	empty                        Set
	playable                     Set     // boardless games only
	hidden                       []uint8 // [player][site][level], seven bits each
}

const firstStride = 4

func newState(g *Game) *State {
	s := &State{g: g}
	n := g.Players + 1
	s.ScoreOf, s.AmountOf = make([]int32, n), make([]int32, n)
	s.ValueOf = make([]int32, n+1) // nobody and the shared player have a value too
	s.PhaseOf, s.TeamOf, s.Order = make([]int32, n), make([]int32, n), make([]int32, n)
	s.PayoffOf, s.Ranking = make([]float64, n), make([]float64, n)
	s.Vars, s.VarSet = make([]int32, len(g.varNames)), make([]bool, len(g.varNames))
	s.Remembered = make([][]int32, len(g.names))
	s.DiceValue = make([]int32, len(g.Dice))
	s.lists = make([][]Place, len(g.Components))
	if g.Has(Visited) {
		s.Visited = make(Set, g.SetWords)
	}
	for st := range s.layers {
		if !g.kept[st] {
			continue
		}
		l := &s.layers[st]
		l.n = g.Topo.Num(board.SiteType(st))
		if board.SiteType(st) == board.Cell {
			l.n = max(l.n, len(g.containerOf))
		}
		l.stride = 1
		if g.Stacks {
			l.stride = firstStride
			l.size = make([]int32, l.n)
		}
		l.alloc(g)
	}
	if g.Has(InternalLoop) {
		s.onTrack = make([][]int32, len(g.Tracks))
		for i, t := range g.Tracks {
			s.onTrack[i] = make([]int32, len(g.Components)*len(t.Elems))
		}
	}
	if g.DeductionPuzzle {
		for st := range s.puzzle {
			if g.ValueRange[st][1] >= 0 {
				s.puzzle[st] = make([]Candidates, g.Topo.Num(board.SiteType(st)))
			}
		}
	}
	s.pack()
	s.Reset()
	return s
}

func (l *layer) alloc(g *Game) {
	k := l.n * l.stride
	l.what, l.who = make([]int32, k), make([]int32, k)
	if g.States {
		l.state = make([]int32, k)
	}
	if g.Rotations {
		l.rot = make([]int32, k)
	}
	if g.Values {
		l.value = make([]int32, k)
	}
	if g.Counts {
		l.count = make([]int32, l.n)
	}
	if g.Hides {
		l.hidden = make([]uint8, (g.Players+1)*k)
	}
	if l.empty == nil {
		l.empty = make(Set, g.SetWords)
		if g.Boardless {
			l.playable = make(Set, g.SetWords)
		}
	}
}

// grow doubles the room for levels.
func (l *layer) grow(s *State) {
	s.room(l, 2*l.stride)
	g, old := s.g, *l
	l.stride *= 2
	l.alloc(g)
	copyLevels := func(dst, src []int32) {
		if src == nil {
			return
		}
		for s := 0; s < l.n; s++ {
			copy(dst[s*l.stride:], src[s*old.stride:(s+1)*old.stride])
		}
	}
	copyLevels(l.what, old.what)
	copyLevels(l.who, old.who)
	copyLevels(l.state, old.state)
	copyLevels(l.rot, old.rot)
	copyLevels(l.value, old.value)
	l.count = old.count
	if old.hidden != nil {
		for i := 0; i < (g.Players+1)*l.n; i++ {
			copy(l.hidden[i*l.stride:], old.hidden[i*old.stride:(i+1)*old.stride])
		}
	}
}

// Reset makes the state the blank initial state, before the start rules.
func (s *State) Reset() {
	g := s.g
	n := g.Players
	s.Mover, s.Next, s.Prev = 1, 2, 0
	switch {
	case n == 0:
		s.Mover, s.Next = 0, 0
	case n == 1:
		s.Next = 1
	}
	s.Turns, s.TurnMoves, s.Passes = 1, 0, 0
	s.Counter, s.Temp, s.Pot, s.TrumpSuit, s.Decision = -1, -1, 0, -1, -1
	s.DiceSum, s.DiceEqual, s.StoredHash, s.Paid = 0, false, 0, 0
	s.Active, s.Triggered, s.Stalemated = 0, 0, 0
	for p := 1; p <= n; p++ {
		s.Active |= 1 << p
		s.ScoreOf[p], s.AmountOf[p], s.PayoffOf[p], s.Ranking[p] = 0, 0, 0, 0
		s.TeamOf[p], s.Order[p] = int32(p), int32(p)
		s.PhaseOf[p] = 0
		for i, ph := range g.Phases {
			if ph.Owner == p || ph.Owner == n+1 {
				s.PhaseOf[p] = int32(i)
				break
			}
		}
	}
	s.Pending, s.ToClear = s.Pending[:0], s.ToClear[:0]
	s.Propositions, s.Votes = s.Propositions[:0], s.Votes[:0]
	for i := range s.ValueOf {
		s.ValueOf[i] = Off
	}
	for i := range s.Vars {
		s.Vars[i], s.VarSet[i] = Off, false
	}
	for i := range s.Remembered {
		s.Remembered[i] = s.Remembered[i][:0]
	}
	clear(s.DiceValue)
	clear(s.Visited)
	s.Dominoes = s.Dominoes[:0]
	s.Over, s.Winner, s.End = false, 0, NoEnd
	s.Winners, s.Losers = s.Winners[:0], s.Losers[:0]
	s.lossesNow, s.winsNow = 0, 0
	s.hash, s.Found = 0, Found{}
	for i := range s.lists {
		s.lists[i] = s.lists[i][:0]
	}
	for st := range s.layers {
		l := &s.layers[st]
		if l.n == 0 {
			continue
		}
		clear(l.what)
		clear(l.who)
		clear(l.state)
		clear(l.rot)
		clear(l.value)
		clear(l.count)
		clear(l.size)
		clear(l.hidden)
		clear(l.playable)
		clear(l.empty)
		l.empty.Fill(0, l.n)
	}
	for i := range s.onTrack {
		clear(s.onTrack[i])
	}
	for st := range s.puzzle {
		top := g.ValueRange[st][1]
		for i := range s.puzzle[st] {
			s.puzzle[st][i] = below(top + 1)
		}
	}
}

// IsActive reports whether player p is still in the game.
func (s *State) IsActive(p int) bool { return p > 0 && p < 32 && s.Active&(1<<p) != 0 }

// ActiveCount is the number of active players.
func (s *State) ActiveCount() int { return bits.OnesCount32(s.Active) }

// reader returns the layer that reads of a site type see, nil when they give 0.
func (s *State) reader(st board.SiteType) *layer {
	if r := s.g.read[st]; r >= 0 {
		return &s.layers[r]
	}
	return nil
}

func (s *State) writer(st board.SiteType) *layer {
	if r := s.g.write[st]; r >= 0 {
		return &s.layers[r]
	}
	return nil
}

// at returns the layer and the index of the data of a site: the top level of a
// stack. The layer is nil when there is nothing to read.
func (s *State) at(st board.SiteType, site int) (*layer, int) {
	l := s.reader(st)
	if l == nil || uint(site) >= uint(l.n) {
		return nil, 0
	}
	if l.size == nil {
		return l, site
	}
	n := int(l.size[site])
	if n == 0 {
		return nil, 0
	}
	return l, site*l.stride + n - 1
}

func (s *State) atLevel(st board.SiteType, site, level int) (*layer, int) {
	l := s.reader(st)
	if l == nil || uint(site) >= uint(l.n) {
		return nil, 0
	}
	if l.size == nil {
		return l, site
	}
	if level < 0 || level >= int(l.size[site]) {
		return nil, 0
	}
	return l, site*l.stride + level
}

// typeAt is the site type under which a site number is stored: numbers beyond the board are cells.
func (g *Game) typeAt(st board.SiteType, site int) board.SiteType {
	if st != board.Cell && site >= g.Topo.Num(st) {
		return board.Cell
	}
	return st
}

// TypeAt returns st, or Cell when the number lies beyond the board's elements
// of that type: sites of hands and dice are cells whatever type is asked.
func (g *Game) TypeAt(st board.SiteType, site int) board.SiteType { return g.typeAt(st, site) }

// SwapsPlaces reports whether a position list puts its last entry in place of one that goes, of which there may be
// others for the site: that of plain games, while all entries of the site go in others, and the rest stays in order.
func (g *Game) SwapsPlaces() bool { return g.listKind == flatLists }

// Places returns the position list of a component. Must not be modified.
func (s *State) Places(component int) []Place { return s.lists[component] }

// OwnedSites appends the sites of an owner's pieces: his components in index
// order, each in list order; the lists of stacking and mixed games drop repeated
// sites, those of plain games keep duplicates (part 3, §6).
func (s *State) OwnedSites(owner int, dst []int32) []int32 {
	start := len(dst)
	for _, k := range s.g.ComponentsOf(owner) {
		for _, p := range s.lists[k] {
			if s.g.listKind != flatLists && slices.Contains(dst[start:], p.Site) {
				continue
			}
			dst = append(dst, p.Site)
		}
	}
	return dst
}

// OnTrack returns how many of a component stand at a track index, for games with an internal loop.
func (s *State) OnTrack(track, component, index int) int {
	return int(s.onTrack[track][component*len(s.g.Tracks[track].Elems)+index])
}
