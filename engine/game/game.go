// Package game owns the compiled game and its state: what a game is made of,
// how a move changes a position, whose turn it is and when it ends (part 3 of
// the specification). A Game is immutable and shared between goroutines; a
// Context belongs to one. The ludemes, in packages of their own, reach the
// state only through the Context and are compiled through the Compiler.
//
// It is the reference: every ludeme is one closure over the Context (Gen, Region,
// Int, Bool …), which gives its moves or its value in the order and with the draws
// that recorded plays demand. Compiled code (package compiled) is held to it, and
// what is not compiled is played by it. Files are named by the room they belong to:
//
//   - compile: from the checked description to a Game, and what clauses read;
//   - state: what stands where, and all else that a position consists of; its
//     copies, hashes and keys; board_* are questions about boards and pieces;
//   - generate: actions, moves, the list of legal moves, look-ahead; memo_*
//     keep what clauses came to for as long as nothing they read changes;
//   - apply: what each action does to the state;
//   - turn: the start of a play, the turn loop, results, the record, matches;
//   - sample: one of the legal moves without testing all of them, and chance.
package game

import (
	"math/big"
	"slices"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/lgdl"
)

// Mode is the way players take turns.
type Mode uint8

// The modes of play.
const (
	Alternating Mode = iota
	Simultaneous
	Simulation
)

// Flag is a requirement that ludemes raise while a game is compiled (part 3, §4.1).
type Flag uint64

// The requirements.
const (
	Stacking Flag = 1 << iota
	Count
	SiteState
	Rotation
	PieceValue
	HiddenInfo
	Stochastic
	NotAllPass
	SequenceCapture
	Score
	HashScores
	Visited
	CycleDetection
	RepeatPositionalInGame
	RepeatPositionalInTurn
	RepeatSituationalInGame
	RepeatSituationalInTurn
	Team
	PendingValues
	Variables
	RememberedValues
	Bet
	Vote
	NoteFlag
	Payoff
	LineOfPlay
	MoveAgain
	SwapRule
	VertexFlag
	EdgeFlag
	CellFlag
	GraphFlag
	LargePiece
	Card
	DominoFlag
	TrackFlag
	InternalLoop
	MoveSites
	StartSites
)

// ContainerKind tells boards, hands, dice and decks apart.
type ContainerKind uint8

// The kinds of containers.
const (
	Board ContainerKind = iota
	Hand
	Dice
	Deck
)

// Container is a place for pieces: the board (index 0), a hand, the dice or a deck.
type Container struct {
	Name  string
	Kind  ContainerKind
	Owner int // 0 nobody, 1..n, n+1 shared
	First int // first site number; 0 for the board
	Sites int // number of sites; for the board: of its default type
}

// Component is a kind of piece, die, tile, card or domino; component 0 is "no piece".
type Component struct {
	Name                                     string          // final name, with the owner's number where the rules add it
	BaseName                                 string          // name without number
	Kind                                     string          // "piece", "die", "tile", "card", "domino"
	Owner                                    int             // 0 neutral, 1..n, n+1 shared
	Facing                                   board.Direction // NoFacing when none
	HasFacing                                bool
	Moves                                    *Gen       // generator, nil when none
	Rule                                     *lgdl.Expr // the clause that Moves was compiled from
	MaxState, MaxCount, MaxValue             int
	Flips                                    []([2]int)
	Walks                                    [][]byte // large pieces: steps 'F', 'L', 'R'; nil for ordinary pieces
	Sides                                    int      // tiles
	Slots                                    []int    // tiles: slots per side
	Paths                                    []Path   // tiles
	Faces                                    []int    // dice: value of each face
	Suit, Rank, Value, TrumpRank, TrumpValue int      // cards
	CardType                                 string
	Value2                                   int // dominoes: second value (first in Value)
	DieIndex                                 int // dice: index within the dice container
}

// Large reports whether the component covers more than its own site.
func (k *Component) Large() bool { return k.Walks != nil }

// Path is one path of a tile (part 8, §6.3).
type Path struct{ From, SlotFrom, To, SlotTo, Colour int }

// NamedRegion is a (regions …) item.
type NamedRegion struct {
	Name   string
	Owner  int      // 0 when it has none
	Role   string   // role as written, "" when none
	Static Set      // the union of its sites
	Parts  []Region // its members in order
	Kinds  []string // its static kinds (Sides, Corners …)
	Hint   string   // label of its hints, "" when none
	Ints   []int32  // its sites in written order when given as integers
}

// MapItem is a (map …) item: pairs of keys and values.
type MapItem struct {
	Name string
	Pair map[int]int
}

// HintItem is the constraint list of a deduction puzzle.
type HintItem struct {
	Name    string
	Type    board.SiteType
	Regions [][]int32
	Values  []int // Infinity… Off when the hint has no value
}

// Phase is one phase of the rules.
type Phase struct {
	Name  string
	Owner int // n+1 shared, or the player
	Play  *Gen
	End   []EndRule
	Next  []NextPhase
}

// NextPhase is one (nextPhase …) of a phase.
type NextPhase struct {
	Who   Int // n+1 everybody
	Cond  Bool
	Phase int // target, -1: the following one
}

// EndRule is one rule of an end: it applies its results itself, and calls
// Context.Explain when there are any.
type EndRule struct {
	Eval func(c *Context)
	at   *lgdl.Expr
}

// Game is a compiled game.
type Game struct {
	Name    string
	Players int
	Facings []board.Direction // declared player directions, index 1..; nil when none
	Mode    Mode
	Flags   Flag

	Topo        *board.Topology
	DefaultType board.SiteType
	Boardless   bool
	Mancala     bool
	Tracks      []*board.Track
	LargeStack  bool
	ValueRange  [3][2]int // deduction puzzles: candidates by site type, max -1 when none

	Containers []Container
	Components []Component
	Regions    []NamedRegion
	Maps       []MapItem
	Hints      []HintItem
	Dice       []int // component of each die in order

	Starts []Start
	Phases []Phase
	End    []EndRule
	Meta   Meta

	TurnLimit, MoveLimit int

	Subgames []Subgame // the games of a match, nil for any other game

	making *Limits // while it is compiled: of the contexts that are evaluated in

	// Derived.
	Sites           int // total number of sites: Cells of all containers, or more elements of another type
	SetWords        int // words of a Set that holds any site of any type
	Stacks          bool
	Counts          bool
	States          bool
	Rotations       bool
	Values          bool
	Hides           bool
	MaxCount        int
	Rules           []*lgdl.Expr // the ludemes that generate moves, from 1; see Move.Rule
	Ends            []EndForm    // the end rules and the parts of their conditions, see Context.Ending
	EndParts        []*lgdl.Expr
	ReadsStuck      bool // some rule asks whether a player had to pass
	StartState      int  // largest local state that a start rule names
	WhatIsWho       bool
	DeductionPuzzle bool
	RandomStart     bool
	PuzzleGiven     []int  // variables that the first set of a deduction puzzle gives
	Constraints     []Bool // of a deduction puzzle
	// Constrained appends the variables the constraints are about, without
	// repetition, in the order in which the constraints name them.
	Constrained func(c *Context, dst []int32) []int32

	pos         lgdl.Pos     // of the game in its description
	root        *lgdl.Expr   // nil for a match
	payoffs     [][]*big.Rat // by number-1 of a (payoffs …) and player, nil when not exact
	payers      []*lgdl.Expr // the clauses by the same numbers
	matchEnd    []EndRule    // of a match
	asksOutcome bool         // a match asks for no more of its games than an Outcome tells
	names       []string
	varNames    []string
	thens       []*Gen
	afterAll    map[int32]bool // consequents that run after all players' moves
	noRepeat    Flag           // the repetition rule in force, 0 none
	containerOf []int32        // by site number
	kept        [3]bool
	read        [3]int8 // layer read for a site type, -1 none
	write       [3]int8 // layer written for a site type
	listKind    listKind
	distance    distanceChoice
	diceBox     int       // 1 + the container of the dice once all are known, 0 without one
	pieceDraws  bool      // the generator of some piece draws random numbers
	hashed      bool      // the hash of what stands where is kept with every change
	ownerLists  [][]int32 // components of each owner 0..n+1
}

// Meta is the set of meta rules of a game.
type Meta struct {
	Swap, Automove, Gravity, Pin, NoStackOn, NoSuicide, PassEndNoEnd bool
}

// Has reports whether all requirements of f are raised.
func (g *Game) Has(f Flag) bool { return g.Flags&f == f }

// ContainerAt returns the container that owns the site number, the board for numbers beyond.
func (g *Game) ContainerAt(site int) int {
	if site >= 0 && site < len(g.containerOf) {
		return int(g.containerOf[site])
	}
	return 0
}

// VarNames are the names of the variables of the description, by number.
func (g *Game) VarNames() []string { return g.varNames }

// Shared is the player number of shared things: n+1.
func (g *Game) Shared() int { return g.Players + 1 }

// MapEntry is what the maps of a name, nil for all, make of a number: the number itself if they have nothing for it.
func (g *Game) MapEntry(name *lgdl.Expr, n int) int {
	const nothing = -99 // which a map cannot hold
	for i := range g.Maps {
		m := &g.Maps[i]
		if name != nil && m.Name != name.Text {
			continue
		}
		if v, ok := m.Pair[n]; ok && v != nothing {
			return v
		}
	}
	return n
}

// ComponentNamed returns the index of the component with the final name, the last declared of equal names, or -1.
func (g *Game) ComponentNamed(name string) int {
	for i := len(g.Components) - 1; i > 0; i-- {
		if g.Components[i].Name == name {
			return i
		}
	}
	return -1
}

// ContainerNamed returns the number of the first container with exactly that name, or -1.
func (g *Game) ContainerNamed(name string) int {
	return slices.IndexFunc(g.Containers, func(x Container) bool { return x.Name == name })
}

// ComponentsOf returns the components of owner 0..n+1 in index order.
func (g *Game) ComponentsOf(owner int) []int32 {
	if owner < 0 || owner >= len(g.ownerLists) {
		return nil
	}
	return g.ownerLists[owner]
}

// DiceSets are the dice that may be used together, of some or each alone, in order: bits by die.
func DiceSets(n int, combined bool) (sets []int) {
	for i := range n {
		sets = append(sets, 1<<i)
	}
	if combined && n == 2 {
		sets = append(sets, 0b11)
	}
	if combined && n == 3 {
		sets = append(sets, 0b111, 0b011, 0b101, 0b110)
	}
	return sets
}

// DiceContainer returns the index of the dice container, or -1.
func (g *Game) DiceContainer() int {
	if g.diceBox != 0 {
		return g.diceBox - 1
	}
	return g.findDice()
}

func (g *Game) findDice() int {
	for i := range g.Containers {
		if g.Containers[i].Kind == Dice {
			return i
		}
	}
	return -1
}

// WithLimits returns the same game with other limits: of moves, and of turns of
// each player. They are what (value MoveLimit) and (value TurnLimit) read and what
// ends a play by the rules' own words: every player without a rank shares the rank
// of a draw (part 3, §11 step 9; part 7, §9.6). 0 leaves the game's own limit. In
// a match they are those of each of its games. The receiver does not change.
func (g *Game) WithLimits(moves, turns int) *Game {
	if moves == 0 && turns == 0 {
		return g
	}
	h := *g
	if moves > 0 {
		h.MoveLimit = moves
	}
	if turns > 0 {
		h.TurnLimit = turns
	}
	h.Subgames = slices.Clone(g.Subgames)
	for i := range h.Subgames {
		h.Subgames[i].Game = h.Subgames[i].Game.WithLimits(moves, turns)
	}
	return &h
}
