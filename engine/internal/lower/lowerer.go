package lower

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/ir/transform"
	"github.com/astragal/astragal/engine/internal/position"
	"github.com/astragal/astragal/engine/internal/write"
	"github.com/astragal/astragal/engine/lgdl"
)

// Lowerer lowers one game.
type Lowerer struct {
	*position.Code

	description
	memos
	scope

	Parts      *game.Compiler // compiles clauses whose value never changes
	Blank      *game.Context  // in which they are evaluated
	without    []string       // see Optional
	beyond     bool           // some constant set has sites that do not exist, see Landing
	byLists    bool           // effects for one thing after another are made in the order of the lists, see InTurn
	wantsLists bool           // some of them must be, but no lists are kept
	anyTurn    bool           // some of them are made in another

	confined map[*ir.Field]game.Set // all the sites that sets of a field may have, see among

	beginning
	decisions
	longest
	iterators
	levels
}

// description is what has been asked of the description, which is gone through once for each.
type description struct {
	named       map[string]*game.NameSet
	pieces      []int              // by component, see startPieces
	highest     int                // the levels of the highest stack then
	remembering []string           // see RememberedNames, nil until somebody asks
	clauses     []*lgdl.Expr       // of the rules and of the moves of pieces, each once, see AnyRule; nil until then
	forms       []*lgdl.Form       // of the clauses of the description, each once; see AnyForm
	far         map[string][]int   // keys of maps, by what MapEntry calls them
	enough      map[*lgdl.Expr]int // see Enough
}

// memos are what has been lowered, for clauses that say the same, and for functions that others call.
type memos struct {
	rules       []*rule
	same        map[string]int // the numbers of effects by what they do
	texts       transform.Texts
	shapes      shapes
	consequents map[consequent][]memo
	held        map[holding][]memo
	lowered     map[setting][]memo  // moves: see ruleOf
	questions   map[int][]*question // by shape
	play        *ir.Func            // makes a move that is packed
	looked      map[looking]seen
	relations   map[relation][2]*write.Rows
	jumps       map[string]jumps   // by the text of their heading
	paired      map[string]*paired // by the way in which pairs of sites give directions
	lastings    map[ofMover]*ir.Expr
	players     []player
	joint       *joint        // players who decide at the same time; nil where players take turns
	puzzle      *puzzle       // nil where it is no deduction puzzle
	lost        *ir.Field     // who has lost by a turn that is tried, a mask; nil where moves may lose
	later       []func()      // once all moves are lowered
	alikeLists  [][2]*ir.Func // that may come out as the same
	d           *transform.Deriver
	calms       map[calmKey]*calmness
	fractions   map[*ir.Local]*ir.Expr // what is kept in variables, see Fraction
}

// scope is what stands around the clause that is lowered: what it may ask, and what becomes of what it emits. Who
// changes some of it puts it back.
type scope struct {
	// the clause, and the moves around it
	clause      *lgdl.Expr // the moves ludeme that is lowered
	depth       int        // the number of moves ludemes that it is in, and itself
	Env         Env
	outerEnvs   []Env // of the blocks around, see Enter
	thens       []*lgdl.Expr
	prefixes    []prefix // what moves begin with, but for what has been made before they are listed
	filters     []filter
	endings     []func() func()
	credit      credit
	as          *acting      // whose turn it is, while rules are lowered for another player
	ahead       look         // what is being looked at ahead of the play
	dependent   dependencies // what has been asked of what stands around
	anySite     bool         // of several sites that a piece stands on any one will do
	sownOn      int          // elements of the track of the sowing that is lowered
	sownInALoop bool         // whether it is a loop

	// when what is lowered is evaluated
	acting   bool // when a move is made, not when it is found
	making   bool // once, when a move is made
	drew     int  // the number of draws that have been lowered there
	choosing bool // as a move is made, before its consequents
	asking   bool // after a move that is tried
	atEnd    bool // right after a move

	// what becomes of what is emitted
	effect    bool     // it is performed, not chosen
	late      bool     // it is found out when it is done
	unit      bool     // a clause around goes by how many effects are emitted, or takes them for one move
	apiece    bool     // what does several effects may emit each of them, where they are found where they stand
	passing   bool     // the candidate is a pass
	falling   bool     // gravity follows the moves
	forces    bool     // forced moves follow
	arrived   *ir.Expr // the level at which the move arrives, nil for 0
	appending bool     // it is made one move
	apartly   bool     // it is made as a move of its own, see apart
	siteless  bool     // the effect whose rule is lowered has numbers in the places of sites, see anyValue
	bare      bool     // the effect whose rule is lowered is a bare list of actions, see Bare
	nobody    bool     // the effects are nobody's as moves of their own, see Nobodys

	// what effects begin with
	finding     *finding  // that of the effect that is lowered, nil outside of effects
	early       bool      // it is found where the effects are, see foundBefore
	tooLate     *bool     // see isTooLate; nil where no effects are lowered
	fronts      *fronts   // of the effects that are found there
	outerFronts []*fronts // of the functions around
	preceded    bool      // each effect has others in front
	repeated    bool      // what is lowered are effects that are listed and made again in their order
	front       bool      // what is lowered are effects that others begin with, whose actions go in front in reverse

	// which actions are decisions
	isDecision bool // what is lowered is one
	deciding   bool // what is logged is one
	prior      bool // what is lowered comes before a move, so that its decisions do not count
	asPart     bool // it is a part of that move, so that it is no decision
	afterMove  bool // what is lowered follows what a move does, so that it is not what the move decides

	// effects one after the other
	lastAsked  bool // one that comes later in the sequence asks for the last move
	lastMinded bool // what is lowered depends on that
	lastTried  bool // effects are lowered only to know whether they do
}
