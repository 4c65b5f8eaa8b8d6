package layout

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/write"
)

// Datum is a number that belongs to a piece besides its component.
type Datum int

// The numbers of a piece.
const (
	State Datum = iota
	Rotation
	Worth // the value of a piece
	NumData
)

// Data are the fields of the numbers of pieces by site, nil for those not kept.
func (f *Fields) Data() [NumData]*ir.Field { return [NumData]*ir.Field{f.State, f.Turned, f.Worth} }

// Var is a number of the position that is not about sites.
type Var int

// The numbers of a position.
const (
	Mover Var = iota
	Next
	Prev
	Turns
	Counter
	RunLength // moves of the player who has moved last, one after the other, if the first was a pass
	RunPass   // it was
	Runs      // number of such runs so far, one more than players once one began with another move
	Chain     // short runs that began with a pass, right before this one
	Over
	Winner
	Limited // a limit ended the play
	LastFrom
	LastTo
	LastLevel // the level at which the last move arrived, as far as a rule asks for it
	MoveNumber
	Stuck // bit p: player p had to pass when he last moved
	Temp
	Pot
	TrumpSuit
	TurnMoves // moves of the same player before this one
	AfterFrom // where the last action of the last move came from and went to; while
	AfterTo   // its consequents run, the last action of the move itself
	ActFrom   // the same for the actions so far
	ActTo
	Active    // bit p: player p is still in the game
	Winners   // number of players who have won
	Losers    // number of those who have lost
	LossesNow // those of this move
	Passed    // the last move was a pass; -1 when there was none
	Triggered // bit p: something was triggered for player p
	Paid      // number of the (payoffs …) that ended the play, 0 for none
	NumVars
)

// ofRules are how the rules find those numbers that they have as they are.
var ofRules = [NumVars]func(c *game.Context) int{
	Mover:      func(c *game.Context) int { return c.S.Mover },
	Next:       func(c *game.Context) int { return c.S.Next },
	Prev:       func(c *game.Context) int { return c.S.Prev },
	Turns:      func(c *game.Context) int { return c.S.Turns },
	Counter:    func(c *game.Context) int { return c.S.Counter },
	Winner:     func(c *game.Context) int { return c.S.Winner },
	MoveNumber: func(c *game.Context) int { return c.T.MoveNumber() },
	Stuck:      func(c *game.Context) int { return int(c.S.Stalemated) },
	Temp:       func(c *game.Context) int { return c.S.Temp },
	Pot:        func(c *game.Context) int { return c.S.Pot },
	TrumpSuit:  func(c *game.Context) int { return c.S.TrumpSuit },
	TurnMoves:  func(c *game.Context) int { return c.S.TurnMoves },
	Active:     func(c *game.Context) int { return int(c.S.Active) },
	Winners:    func(c *game.Context) int { return len(c.S.Winners) },
	Losers:     func(c *game.Context) int { return len(c.S.Losers) },
	Paid:       func(c *game.Context) int { return c.S.Paid },
	Triggered:  func(c *game.Context) int { return int(c.S.Triggered) },
}

// Of is how the rules find a number of the position.
func (v Var) Of() func(c *game.Context) int { return ofRules[v] }

// Fields are the fields of the position.
type Fields struct {
	Vars     [NumVars]*ir.Field
	What     *ir.Field     // component by site
	At       *ir.Field     // sites by component: sets; not used for 0
	Empty    *ir.Field     // the sites without a piece: a set
	Owned    *ir.Field     // sites by owner: sets, nil where unions of At are short
	Count    *ir.Field     // pieces by site, nil when every piece has a site of its own
	State    *ir.Field     // local state by site, nil without
	Turned   *ir.Field     // rotation by site, nil without
	Worth    *ir.Field     // value of a piece by site, nil without
	Valued   []*ir.Valued  // sites by those numbers
	Kept     [NumData]bool // which numbers of pieces are kept
	Stacks   *Stacks       // nil without; with stacks there are no numbers by site
	Hidden   *Hidden       // nil when no rule asks
	Tracks   []*OnTrack
	Playable *ir.Field    // a set, nil on boards with bounds
	Beside   *write.Rows  // there: the neighbours of each site
	Score    *ir.Field    // by player
	Rank     *ir.Field    // by player: see RankUnit, 0 for none yet
	Amount   *ir.Field    // by player
	Value    *ir.Field    // by player
	Named    *ir.Field    // the variables of the description
	Phase    *ir.Field    // by player
	Team     *ir.Field    // by player; nil where nobody changes teams
	Payoff   *ir.Field    // by player, a number with a fraction; nil where all payoffs are known before
	Rng      *ir.Field    // state of the generator of draws
	Costs    [3]*ir.Field // by type of sites; nil where nobody asks
	Opening  *ir.Field    // sites by component at the beginning of the play: sets, nil where nobody asks

	Lists    *Lists    // nil where they are not kept
	Listings *Listings // nil where they are, and where nobody asks

	Start *ir.Field // the position after the start rules

	Seen   [NumVars]*ir.Expr // numbers that are constants while rules are lowered for a player
	Layers [3]*Layer         // by type of site: of those other than the default, nil where nothing stands

	Span   int // numbers of sites of whatever type
	Sites  int // of all containers
	Board  int // of the board
	Comps  int
	Height int       // of stacks at most
	Owner  *ir.Field // by component
}

// Get reads a number of the position.
func (f *Fields) Get(v Var) *ir.Expr {
	if f.Seen[v] != nil {
		return f.Seen[v]
	}
	return ir.At(f.Vars[v], ir.Num(0))
}

// Put changes a number of the position.
func (f *Fields) Put(v Var, e *ir.Expr) *ir.Stmt { return ir.Write(f.Vars[v], ir.Num(0), e) }

// OnBoard reports whether a number is that of a site of the board.
func (f *Fields) OnBoard(site *ir.Expr) *ir.Expr { return ir.Calc(ir.Below, site, ir.Num(f.Board)) }

// Disowned are the statements that take a site with a component out of the sets by component and owner.
func (f *Fields) Disowned(comp, site *ir.Expr) []*ir.Stmt { return f.belonging(ir.Exclude, comp, site) }

// Owns are the statements that put a site with a component into the sets by component and owner.
func (f *Fields) Owns(comp, site *ir.Expr) []*ir.Stmt { return f.belonging(ir.Include, comp, site) }

func (f *Fields) belonging(op ir.StmtOp, comp, site *ir.Expr) []*ir.Stmt {
	list := []*ir.Stmt{{Op: op, Field: f.At, Args: []*ir.Expr{comp, site}}}
	if f.Owned != nil {
		list = append(list, &ir.Stmt{Op: op, Field: f.Owned, Args: []*ir.Expr{ir.At(f.Owner, comp), site}})
	}
	return list
}
