// Package layout says what a program keeps of a position and where in memory, and tells positions there.
//
// Package lower decides what to keep: what no rule reads is nil in a Layout, and every field that is not nil is a
// range of bytes once the program is laid out. It writes the code that changes positions. What stands beside that
// code is here: Positions load those of package game, read what players, searches and watchers ask (what stands on a
// site, whose turn it is, which moves were listed, what a watched play came to), tell whether two are the same, and
// hash them.
//
// Nothing here knows clauses, and nothing is lowered: once a program is prepared, this is all that is left of it beside
// its code.
package layout

import (
	"slices"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/ir/transform"
	"github.com/astragal/astragal/engine/internal/write"
)

// Layout says what is kept of a position, and where. What is nil is not kept: nobody asks for it.
type Layout struct {
	G            *game.Game
	Fields       Fields
	Candidates   *transform.Candidates
	TellsActs    bool   // the rules ask for the last action of a move
	Sparing      []bool // by rule: its moves leave as many pieces as there are, or more
	Foresees     bool   // there is "fewer"
	Line         Line
	Watch        *Watch    // nil where nobody watches
	PendingSites *ir.Field // a set, nil where nothing is ever pending
	Thrown       *ir.Field // 0: what moves begin with is not made; else bit 0, and bit i for branch i that was taken
	PendedOnce   *ir.Field // what was pending where the move began, empty where none is made; nil where nobody asks
	Memories     []*Memory
	Fuel         *ir.Field   // what is left of the budget of a move
	Cycle        *Cycle      // nil where nothing asks for cycles
	Stored       *ir.Field   // the hash of the stored position, nil where none is stored
	Ownerless    *ir.Field   // the sites of pieces that belong to nobody: a set, nil where it does not matter
	Ballot       *Ballot     // nil where nobody votes
	Choices      *Choices    // nil where players take turns
	Puzzle       *Puzzle     // nil where it is no deduction puzzle
	Large        *Large      // nil where no piece is large
	Bag          *Bag        // nil where nobody asks which dominoes are left
	AllPass      bool        // it counts whether all players have passed in turn
	TeamNumbers  []int32     // by player at the start, from index 1; nil without teams
	Dice         *Dice       // nil in games without
	Plays        *ir.Field   // see Plays; nil where they are made one by one
	SeatOf       *ir.Field   // by agent: the player whose seat he has; nil where that never changes
	Repetition   *Repetition // nil in games that may repeat positions
	Supports     *Supports   // nil where no rule is about what lies on what
	MoversBefore *ir.Field   // who made the last moves, and from where; nil where nobody asks
	NobodysMoves *ir.Field   // which of the last moves were nobody's; nil where none can be
	Swapping     *ir.Field   // whether the move is the decision to change sides; nil likewise
	LastTypes    *LastTypes  // nil where nobody asks for the types of the sites of moves
	LastSites    *LastSites  // nil where nobody asks for the sites of actions
	TellsArrival bool        // the rules ask for the level at which a move arrived
	DecidedAfter *ir.Field   // whether a consequent of the move was a decision; nil where none can be
	sequence
	ActLog *ActLog // nil where nobody watches
}

// Accounting is where it is noted what plies of a watched play came to.
type Accounting struct {
	Record  *ir.Field // RecordWords for each ply, and lanes of numbers
	Passes  *ir.Field // passes one after the other
	Sum     *ir.Field // hash of what stands on the sites
	Touched *ir.Field // sites to which something was stored: sets
	By      map[*ir.Field]transform.Touched
	Sets    int     // number of sets, by types of sites
	Kept    []Stood // by the same; none with counts
	Rest    []*ir.Field
	Words   int     // of a record
	Counts  *Counts // nil where numbers are those of the position before and what has changed

	Numbers, Begun *ir.Field // after the last ply, and of the first position
	Covered, Open  *ir.Field // sets by type: the sites that have held a piece, and those that do in the first position
	Seats          *ir.Field // players by component, 0 for none
	Seat           []int64   // the same
	Plain          bool      // the pieces of players are those of their components, a byte by site
}

// ActLog is where actions are logged.
type ActLog struct {
	Log   *ir.Field // packed
	Count *ir.Field
	Moved *ir.Field // number of actions of the last move
}

// Ballot is what players vote on: the votes of the round, what is proposed in it, and
// the last decision, until the next move. Names are numbered as they are met.
type Ballot struct {
	Names    []int32 // by number, as the compiler of the rules numbers them
	Votes    *ir.Field
	Count    *ir.Field
	Proposed *ir.Field // by number: whether it is proposed
	Decision *ir.Field // the number, -1 for none
}

// MaxNames bounds what can be voted on.
const MaxNames = 64

// LastBetween is what is known of the sites that moves went over.
type LastBetween struct {
	Crossed *ir.Field // a set, nil where nobody asks
	Hurdles *ir.Expr  // the set that the move that is lowered goes over, nil for none
}

// Counts are the numbers that are noted of sets after every move.
type Counts struct {
	Types []*ir.Expr
}

// Cycle is what (is Cycle) looks at: the hashes of the positions after the last moves, of
// three times as many as the square of the number of players, one after the other and
// from the beginning again, and the number of positions so far. The hashes are those of
// package game, so that a position can be taken over from there in the middle of a play.
//
// Pieces that came to their site by a count belong to nobody, whatever their component
// says, which counts in a hash: ownerless is the set of their sites.
type Cycle struct{ Hashes, Count *ir.Field }

// CycleLength is the number of hashes that are kept for (is Cycle).
func (k *Layout) CycleLength() int { return 3 * k.G.Players * k.G.Players }

// Dice are the fields of the dice of a game: what they show is kept beside the board,
// so that the local states of the sites need not be kept for their sake.
type Dice struct {
	Value *ir.Field // by die: what it shows, 0 once it is used
	Face  *ir.Field // by die: the index of the face that lies up
	Sum   *ir.Field // of what all faces show, when it was last taken
	Equal *ir.Field // the last throw was of one face

	First  int // site of the first die
	Owner  int
	Faces  [][]int
	Noted  bool // some rule sets the anonymous variable
	Replay bool // what it holds may be put back on the dice
}

// State reads the face of the die on a site, false for other sites.
func (d *Dice) state(mem []byte, site int) (int, bool) {
	if d == nil || site < d.First || site >= d.First+len(d.Faces) {
		return 0, false
	}
	return ReadInt(mem, d.Face, site-d.First), true
}

// FaceAt is the index of the face of the die on a site, and of other sites rest.
func (d *Dice) FaceAt(site, rest *ir.Expr) *ir.Expr {
	i := ir.Calc(ir.Sub, site, ir.Num(d.First))
	return ir.Cond(ir.Calc(ir.Below, i, ir.Num(len(d.Faces))), ir.At(d.Face, i), rest)
}

// Ending is where it is noted how a move decided the play.
type Ending struct {
	List    *ir.Field
	Count   *ir.Field
	Decided *ir.Field // 0 open, 1 a rule has decided, 2 nobody asks any more
	Before  *ir.Field // the position before the ends
}

// Hidden are the kinds of hidden data that are kept.
type Hidden struct {
	Kinds []int // of game.HiddenAll to HiddenValue, ascending
	Sets  *ir.Field
}

// Choices are what is kept of what players have decided who do so at the same time.
type Choices struct {
	Chosen *ir.Field // by player: a packed candidate
	Last   *ir.Field // the last player who has chosen in this step, 0 for nobody; nil but for steps
}

// Large is what is known of large pieces; nil in games without.
type Large struct {
	Rows   *write.Rows // by shape, state and cell: the cells that are covered, the root first; none where it does not fit
	Sets   *ir.Field   // the same as sets, nil on large boards
	First  *ir.Field   // by component: the number of its first row
	States *ir.Field   // by component: the number of its states, 0 for ordinary pieces
	Of     []int       // the same
	Cells  int
}

// Bag is which pieces have never been put down: what dominoes are drawn from.
type Bag struct {
	Left   *ir.Field // by component: whether it is in the bag
	Number *ir.Field // how many are
}

// load writes what is left in the bag.
func (b *Bag) load(mem []byte, s *game.State) {
	if b == nil {
		return
	}
	clear(mem[b.Left.Addr : b.Left.Addr+b.Left.Len])
	for _, c := range s.Dominoes {
		mem[b.Left.Addr+int(c)] = 1
	}
	WriteInt(mem, b.Number, 0, len(s.Dominoes))
}

// LastTypes are the types of the sites of a move.
type LastTypes struct {
	Last *ir.Field // of the last move: from and to
	Now  *ir.Field // of the one that is being made
}

// Listings are the position lists where nobody goes by their order: how often each site is listed. Games in which a
// site of pieces that are counted is listed again and again, as ListsAgain says, have lists that grow without end.
type Listings struct {
	Times *ir.Field // by component and site
	Sites *ir.Field // by component: the sites that are listed, sets
}

// MostRemembered bounds the numbers that are remembered under one name: rules may remember all sites, and some twice.
func (k *Layout) MostRemembered() int { return max(256, 2*k.Fields.Sites) }

// Memory is a list of remembered numbers.
type Memory struct {
	Name   int32
	Values *ir.Field
	Length *ir.Field
	Known  *ir.Field // the set of those that a set of sites has room for
}

// OnTrack is what is kept of one track.
type OnTrack struct {
	Track  int
	N      int         // elements
	Number *ir.Field   // by component and index
	At     *write.Rows // by site: its indices, ascending
}

// Cell is the index of the number of a component at an index of the track.
func (t *OnTrack) Cell(what, i *ir.Expr) *ir.Expr {
	return ir.Calc(ir.Add, ir.Calc(ir.Mul, what, ir.Num(t.N)), i)
}

// Add adds to the number of a component at an index of the track.
func (t *OnTrack) Add(what, i, n *ir.Expr) *ir.Stmt {
	at := t.Cell(what, i)
	return ir.Write(t.Number, at, ir.Calc(ir.Add, ir.At(t.Number, at), n))
}

// Lists are the position lists.
type Lists struct {
	Places *ir.Field // by component: positions, packed, of pieces in the order of the list
	Listed *ir.Field // by component: their number
	Room   int       // positions by component
	Read   bool      // some rule reads the lists
	Asked  bool      // some rule asks for their lengths
}

// Puzzle is what is kept of the variables of a deduction puzzle.
type Puzzle struct {
	May     *ir.Field // by variable: the values that are possible, as bits
	Known   *ir.Field // the variables with one value: a set
	Fails   *ir.Field // by part of the constraints: whether it fails
	Failing *ir.Field // how many fail
	Stale   *ir.Field // these are to be found anew

	Admitted *ir.Field // by variable: the values with which the parts hold that look at it, as bits
	Unsure   *ir.Field // the variables of which these are to be found anew: a set

	Lo, Hi int
}

// derived are the fields that follow from the rest of the position.
func (x *Puzzle) derived(f *ir.Field) bool {
	return x != nil && f != nil && slices.Contains([]*ir.Field{x.Stale, x.Failing, x.Fails, x.Admitted, x.Unsure}, f)
}

// Repetition is kept in games with a rule against it, or that ask for it.
type Repetition struct {
	Hashes *ir.Field // of the positions so far
	Length *ir.Field // number of them
	Marks  *ir.Field // bits by hash
	Hash   *ir.Func
	Rebase *ir.Func    // hash that takes the position for the one whose hash is known
	Was    []*ir.Field // that one, by field

	// Situation is what situations are told apart by beside what stands where, written before each is hashed; nil
	// where positions are compared.
	Situation *ir.Field
	Passes    *ir.Field // consecutive passes; nil likewise
	InTurn    bool      // only positions of the same turn count

	// Numbered are bits by how many pieces there are of each component: those of the positions so far are set, and maybe
	// others. Number notes the position. They are nil where nobody asks.
	Numbered *ir.Field
	Number   *ir.Func
}

// sequence is kept in games that ask for it.
type sequence struct {
	Visited        *ir.Field // a set, nil where nobody asks
	Captured       *ir.Field // the sites to be cleared at the end of the turn: a set, likewise
	Cleared        *ir.Field // the sites from which this move has removed pieces: a set
	GoesOn         *ir.Field // this move has said who moves next
	CapturedOrder  *ir.Field // the sites of captured, in the order in which they came; nil where that does not matter
	CapturedNumber *ir.Field // and how many there are
	CapturedTimes  *ir.Field // by site: how often captured, with stacks, of which as many levels go; nil without

	LastBetween
}

// SpotLog is where positions are kept that watchers go back to: nowhere if snapshots are not whole positions.
type SpotLog struct {
	Due   *ir.Field // by spot: the plies of the account before which it is to be kept, as bits; and all of them
	Kept  [Spots]*ir.Field
	Drawn *ir.Field // by spot: the state of the generator of draws
}

// Stacks are the fields of a position with stacks.
type Stacks struct {
	Size  *ir.Field // height by site
	Level *ir.Field // component by site and level
	Data  [NumData]*ir.Field
	By    *ir.Valued        // levels by component, the site times the height and the level; nil until somebody asks
	Onto  map[*ir.Stmt]bool // stores to Level above a stack, where there is nothing; nil where nobody may ask

	Bounded  bool  // no stack comes to be higher than there is room for
	Most     int   // the height that none exceeds, where Bounded
	Mirrored *bool // the position lists are always what stands on the board; nil until somebody asks
	Hollow   bool  // nothing may be a level of its own
}

// Kept are the fields by site of one type.
type Stood struct {
	St          board.SiteType
	Fields, Was []*ir.Field // was: as they were at the end of the last ply
	Levels      []int       // elements of each for a site
	What, Count *ir.Field   // of stacks the height, which is their count, is both
	Stands      []int64     // by site: for how many elements it stands, and whose hand it is
}

// Supports is what actions are compared with, nil where no such rule forbids any.
type Supports struct {
	Before *ir.Field // the vertices that are occupied before the move: a set
	Broken *ir.Field // whether an action of the move is forbidden

	// Up are the vertices one step above each, Above those on the lines through it that go up; nil where nobody asks.
	Up, Above *write.Rows
}

// Layer are the fields of the sites of one type other than the default.
type Layer struct {
	N                             int // sites
	What, At, Empty, Count, State *ir.Field
}

// Line is where the moves of a playout are kept.
type Line struct {
	Moves, Movers *ir.Field
	Endings       *ir.Field             // of each move that ends the play its number and the ranks of agents
	Drawn         *ir.Field             // the move that was drawn last
	Tests         map[*ir.Func]*ir.Func // by generator: draws a move and makes it, if its tests hold
	Attempts      map[*ir.Func]*ir.Func // by generator: makes a candidate and tests it
}

// Watch is what programs of watched plays note beside the actions of a move.
type Watch struct {
	Legal  *ir.Field // legal moves of the position in which a move was chosen
	Nobody *ir.Field // whether the move is nobody's, nil where none can be
	*Ending
	*Accounting
	*SpotLog // nil where code does not keep them
}

// LastSites are sets of the sites of the board that the actions of a move went to and came from; nil where nobody asks.
type LastSites struct{ To, From *ir.Field }
