// Package plan plays games at random as fast as can be: for results alone, not
// for what can be asked about a play.
//
// The rules of many games come down to a few shapes: add a piece to an empty
// site, step, slide or hop to a neighbour, capture what was jumped, end with a
// line, a connection or a player who cannot move. New reads the description of
// a compiled game and, if every clause that concerns play has such a shape, lays
// it out as a plan over a small state: what stands where in one byte a site, sets
// of sites by component and by owner, and a short record of the moves. A game
// with any other clause has no plan, and New says which clause that was; it is
// played by package game, which knows the whole language.
//
// What enters is a compiled game, what leaves are results of playouts. Choices
// are uniform over the legal moves, as everywhere, but they are drawn in another
// order than by play.Random: the same seed gives another play. A test plays all
// planned games of the library side by side with the general rules.
package plan

import (
	"fmt"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
)

// Plan is a game laid out for fast playouts. It is immutable and shared between
// goroutines.
type Plan struct {
	g        *game.Game
	words    int // of a set of sites
	sites    int // of the board
	players  int
	cells    int // of the board, where edges are drawn and cells claimed, else 0
	levels   int // of a site in games with stacks, else 0
	comps    int
	numbers  int     // of sites, those of hands included, in games that count pieces, else 0
	maxCount int     // of pieces that are moved to one site
	hands    []hand  // in the order of the containers
	owner    []uint8 // by component
	swap     bool
	visits   bool // the sites that a turn has visited are kept
	passes   bool // the game goes on when all players pass
	sequence bool // some captured pieces are taken off at the end of a turn
	stuck    bool // it matters who was noted as having no moves
	lists    bool // the pieces are listed by component
	links    int  // connections asked for; kept while there is one, see link
	stays    bool // pieces are only ever added, by the moves themselves
	phases   []phase
	end      []endRule
	brisk    *brisk // nil if the game has more to it
	start    *State
	nothing  []uint64 // the empty set
	side     [256]int // by local state: one more than its place in State.sides, 0 when it is not kept
	kinds    int      // local states that are kept as sets

	turnLimit, moveLimit int // of all players together
}

// phase is one phase of the rules.
type phase struct {
	play *gen
	end  []endRule
	next []transition
}

// transition is a (nextPhase …): who of 0 is everybody.
type transition struct {
	who   integer
	all   bool
	cond  boolean
	phase int // -1: the following one
}

// maxSites bounds the boards with a plan, on which a move is drawn in one go: on
// larger ones that may take so long that somebody should look at the clock.
// Numbers of sites fit int16.
const maxSites = 1 << 12

// Unplanned tells why a game has no plan: the first clause without a shape.
type Unplanned struct {
	At  *lgdl.Expr // nil when it is not one clause
	Why string
}

func (u *Unplanned) Error() string {
	if u.At == nil {
		return "no plan: " + u.Why
	}
	return fmt.Sprintf("%v: no plan: %s", u.At.Pos, u.Why)
}

// New lays out a game. The error is *Unplanned for games with other shapes.
func New(g *game.Game) (p *Plan, err error) {
	k := &planner{g: g, p: &Plan{g: g}}
	var why *Unplanned
	fault := game.Catch(func() {
		defer func() {
			x := recover()
			if u, ok := x.(*Unplanned); ok {
				why = u
			} else if x != nil {
				panic(x)
			}
		}()
		k.game()
	})
	switch {
	case why != nil:
		return nil, why
	case fault != nil: // a clause that has no value on the blank state
		return nil, &Unplanned{Why: fault.Error()}
	}
	return k.p, nil
}

// planner lays out one game.
type planner struct {
	g          *game.Game
	p          *Plan
	parts      *game.Compiler
	vars       []string          // the variables in the order of State.vars
	varInts    [maxVars]game.Int // how they are read
	readsAfter bool              // the rules ask for the last thing that happened
	settled    bool              // no region of the equipment changes during the play
	untold     *lgdl.Expr        // an effect of which that is not known
	players    int               // clauses around that go through the players
	drawn      bool              // edges are drawn and cells claimed
	ofCells    bool              // a clause for the cells of (forEach Site …) is planned
	later      []func()          // once the tables of the parts are filled
	blank      *game.Context     // on the blank state, once the tables are filled
}

// no ends the planning.
func (k *planner) no(e *lgdl.Expr, format string, args ...any) {
	panic(&Unplanned{At: e, Why: fmt.Sprintf(format, args...)})
}

// other ends the planning at a clause without a shape.
func (k *planner) other(e *lgdl.Expr) {
	if e.Form != nil {
		k.no(e, "%s", e.Form.Text)
	}
	k.no(e, "%s", e.Text)
}

// only ends the planning if the clause has arguments besides those listed.
func (k *planner) only(e *lgdl.Expr, known ...int) {
next:
	for i, a := range e.Args {
		if a == nil {
			continue
		}
		for _, j := range known {
			if i == j {
				continue next
			}
		}
		k.no(a, "an argument of %s", e.Form.Text)
	}
}

// siteType accepts an explicit site type if it is the one the pieces are on.
func (k *planner) siteType(e *lgdl.Expr) {
	if e != nil && k.parts.SiteTypeOr(e) != k.g.DefaultType {
		k.no(e, "another site type")
	}
}

func (k *planner) game() {
	g, p := k.g, k.p
	root := g.Root()
	k.drawn = len(g.Containers) == 1 && g.PlainElements()
	switch {
	case root == nil || g.IsMatch():
		k.no(nil, "a match")
	case g.Players < 1 || g.Players > maxPlayers || g.Mode != game.Alternating || g.Meta.Swap && g.Players != 2:
		k.no(root, "players do not simply take turns")
	case k.drawn && (g.Counts || g.Values || g.States || g.Repeats()):
		k.no(root, "edges and cells that keep more than pieces")
	case !k.drawn && !g.Plain() && !g.PlainStacks() && !g.PlainBoard() || (g.Plain() || g.PlainStacks()) && g.TypeKept() != g.DefaultType ||
		g.Values || g.Rotations || g.Hides || len(g.Dice) > 0 || (g.Counts || len(g.Containers) > 1) && (g.Stacks || !g.Counts):
		k.no(root, "more than one piece on a site is kept")
	case g.RandomStart || g.Has(game.Stochastic) || g.Has(game.Team) || g.Repeats() && (!g.RepeatsPositions() || g.Counts || g.Stacks || g.Meta.Swap):
		k.no(root, "chance, teams or repetition")
	case g.Meta != (game.Meta{Swap: g.Meta.Swap}):
		k.no(root, "a meta rule")
	case len(g.Components) > 64 || g.Topo.Num(g.DefaultType) > maxSites:
		k.no(root, "too large")
	}
	k.parts = g.Parts()
	p.players = g.Players
	p.sites, p.comps, p.swap = g.Topo.Num(g.DefaultType), len(g.Components), g.Meta.Swap
	if k.drawn {
		p.sites, p.cells = g.Topo.Num(board.Edge), g.Topo.Num(board.Cell)
	}
	p.words = (p.sites + 63) / 64
	p.nothing = make([]uint64, p.words)
	p.turnLimit, p.moveLimit, p.passes = g.TurnLimit*g.Players, g.MoveLimit, g.Has(game.NotAllPass)
	for i := range g.Components {
		if g.Components[i].Owner > g.Players && !g.Counts {
			k.no(root, "shared pieces")
		}
		p.owner = append(p.owner, uint8(g.Components[i].Owner))
	}
	k.settle(root.Args[3])
	p.visits = g.Has(game.Visited)
	if g.Counts {
		k.counts()
	}
	p.stays = true
	p.sequence = capturesLater(root)
	k.rules(root.Args[4])
	k.blank = k.parts.Settle()
	for _, f := range k.later {
		f()
	}
	if !p.stays || p.links != 1 {
		p.links = 0
	}
	k.knowsAfter()
	p.start = k.begin()
	p.brisk = p.briskly()
}

// plays plans the moves of a phase.
func (k *planner) plays(e *lgdl.Expr) *gen {
	g := k.moves(e)
	if k.g.Repeats() {
		return k.unrepeated(g)
	}
	return g
}

func (k *planner) rules(e *lgdl.Expr) {
	phases := e.Arg("phases")
	if phases == nil {
		k.p.phases = []phase{{play: k.plays(e.Args[2].Args[0])}}
		k.p.end = k.ends(e.Args[3])
		return
	}
	if e.Args[2] != nil {
		k.no(e, "a play besides the phases")
	}
	for i, x := range phases.Items {
		ph := phase{play: k.plays(x.Args[3].Args[0]), end: k.ends(x.Args[4])}
		next := []*lgdl.Expr{}
		if x.Args[5] != nil {
			next = append(next, x.Args[5])
		}
		if x.Args[6] != nil {
			next = append(next, x.Args[6].Items...)
		}
		for j, n := range next {
			t := transition{all: true, cond: yes, phase: k.g.Phases[i].Next[j].Phase}
			switch {
			case n.Args[1] != nil:
				t.who, t.all = k.integer(n.Args[1].Args[0]), false
			case n.Args[0] != nil && !everybody(n.Args[0]):
				t.who, t.all = k.role(n.Args[0]), false
			}
			if n.Args[2] != nil {
				t.cond = k.boolean(n.Args[2])
			}
			ph.next = append(ph.next, t)
		}
		k.p.phases = append(k.p.phases, ph)
	}
	k.p.end = k.ends(e.Args[4])
}

func everybody(e *lgdl.Expr) bool {
	return e.Text == "Shared" || e.Text == "All" || e.Text == "Each"
}
