package moves

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/rule"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

var partsRows = []lgdl.Form{
	{Text: "(apply if:bool nonDecision)", Result: "moves",
		Meaning: "An effect that happens when a condition holds.",
		Impl:    rule.Branch{If: rule.Given("if"), Yes: "nonDecision"}.Moves()},
	{Text: "(apply nonDecision)", Result: "moves",
		Meaning: "An effect of moving to or over a site.", Impl: rule.Branch{If: rule.Given(""), Yes: "nonDecision"}.Moves()},
	{Text: "(apply if:bool)", Result: "moves",
		Meaning: "A condition on the effect of a move, without an effect.", Impl: rule.Branch{If: rule.Given("if")}.Moves()},
	{Text: "(between [before:int] [range] [after:int] [if:bool] [trail:int] [(apply)])", Result: "(between)",
		Meaning: "What lies between the from and the to of a move, and what happens to it.", Impl: game.Structural{}},
	{Text: "(flips int! int!)", Result: "(flips)", Meaning: "The two states between which a piece is flipped.",
		Impl: game.Structural{}},
	{Text: "(from [siteType] [sites | int] [level:int] [if:bool])", Result: "(from)", Meaning: "Where a move comes from.",
		Impl: game.Structural{}},
	{Text: "(piece (string | int | {string} | {int}) [state:int])", Result: "(piece)",
		Meaning: "The pieces that a move places, by name or number.", Impl: game.Structural{}},
	{Text: "(then nonDecision [applyAfterAllMoves:bool!])", Result: "(then)", Concepts: []string{"Then"},
		Meaning: "What happens after a move has been made.", Impl: game.Structural{}},
	{Text: "(to [siteType] [sites | int] [level:int] [(rotations)] [if:bool] [(apply)])", Result: "(to)",
		Meaning: "Where a move goes to.", Impl: game.Structural{}},
}

// site is the part that (from …) and (to …) share: a region or a location.
type site struct {
	Given     bool           // the clause was written
	Type      board.SiteType // the explicit type, else the board's default
	TypeGiven bool
	Region    game.Region // given only when a region was written
	Loc       game.Int    // the location when there is no region; never absent
	Level     game.Int    // may be absent
	If        game.Bool   // may be absent
}

// sites appends the sites of the region in ascending order, or the location.
func (s *site) sites(c *game.Context, dst []int32) []int32 {
	if s.Region.Given() {
		return s.Region.Sites(c, dst)
	}
	return append(dst, int32(s.Loc.Get(c)))
}

// compileSite reads what (from …) and (to …) have in common; without a
// location of its own the clause means the variable that own reads.
func compileSite(k *game.Compiler, e *lgdl.Expr, own func(*game.Context) int) site {
	a := clause.AnyFrom(e)
	s := site{Given: true, Type: k.SiteTypeOr(a.SiteType()), TypeGiven: a.SiteType() != nil}
	switch {
	case a.Sites() != nil:
		s.Region = k.Region(a.Sites())
	case a.Int() != nil:
		s.Loc = k.Int(a.Int())
	}
	if !s.Loc.Given() {
		s.Loc = game.IntFn(own)
	}
	s.Level = k.IntElse(a.Level(), game.Int{})
	return s
}

// fromPart is a compiled (from …).
type fromPart struct{ site }

// compileFrom compiles an optional (from …). Without one (e nil) the location is
// deflt and nothing else is given; a clause without a location means (from).
func compileFrom(k *game.Compiler, e *lgdl.Expr, deflt func(*game.Context) int) fromPart {
	if e == nil {
		return fromPart{site{Type: k.G.DefaultType, Loc: game.IntFn(deflt)}}
	}
	f := fromPart{compileSite(k, e, fromVar)}
	f.If = k.Cond(clause.From(e).If())
	return f
}

// typeOf is the site type of a from site: cells outside the board, else the
// explicit type or the default.
func (f *fromPart) typeOf(c *game.Context, s int) board.SiteType {
	if c.G.ContainerAt(s) != 0 {
		return board.Cell
	}
	return f.Type
}

// toPart is a compiled (to …).
type toPart struct {
	site
	Rotations game.Ints
	Apply     applyPart
}

// compileTo compiles an optional (to …), like compileFrom.
func compileTo(k *game.Compiler, e *lgdl.Expr, deflt func(*game.Context) int) toPart {
	if e == nil {
		return toPart{site: site{Type: k.G.DefaultType, Loc: game.IntFn(deflt)}}
	}
	t := toPart{site: compileSite(k, e, toVar)}
	if clause.To(e).Rotations() != nil {
		t.Rotations = k.Ints(clause.To(e).Rotations())
		k.Require(game.Rotation)
	}
	t.If = k.Cond(clause.To(e).If())
	t.Apply = compileApply(k, clause.To(e).Apply())
	return t
}

// typeOf is the site type of a to site: an explicit type is taken as it is.
func (t *toPart) typeOf(c *game.Context, s int) board.SiteType {
	if !t.TypeGiven && c.G.ContainerAt(s) != 0 {
		return board.Cell
	}
	return t.Type
}

func fromVar(c *game.Context) int    { return c.From }
func toVar(c *game.Context) int      { return c.To }
func betweenVar(c *game.Context) int { return c.Between }

// betweenPart is a compiled (between …). Absent numbers are not given.
type betweenPart struct {
	Given         bool
	Before, After game.Int // 0 when absent
	HasRange      bool
	Range         game.Range
	If            game.Bool
	Trail         game.Int // may be absent
	Apply         applyPart
}

// compileBetween compiles an optional (between …).
func compileBetween(k *game.Compiler, e *lgdl.Expr) betweenPart {
	if e == nil {
		return betweenPart{Before: game.IntOf(0), After: game.IntOf(0)}
	}
	a := clause.Between(e)
	b := betweenPart{Given: true, Before: k.IntOr(a.Before(), 0), After: k.IntOr(a.After(), 0), If: k.Cond(a.If()),
		Trail: k.IntElse(a.Trail(), game.Int{})}
	if a.Range() != nil {
		b.HasRange, b.Range = true, k.Range(a.Range())
	}
	b.Apply = compileApply(k, a.Apply())
	return b
}

// limits evaluates the range, from lo to hi when there is none.
func (b *betweenPart) limits(c *game.Context, lo, hi int) (int, int) {
	if !b.HasRange {
		return lo, hi
	}
	return b.Range.Min.Get(c), b.Range.Max.Get(c)
}

// applyPart is a compiled (apply …); the zero value stands for an absent one.
type applyPart struct {
	If     game.Bool // may be absent
	Effect *game.Gen // nil when there is none
}

// compileApply compiles an optional (apply …).
func compileApply(k *game.Compiler, e *lgdl.Expr) applyPart {
	var a applyPart
	if e == nil {
		return a
	}
	for i := range e.Form.Slots {
		if e.Form.Slots[i].Label == "if" {
			a.If = k.Bool(e.Args[i])
		} else {
			a.Effect = k.Moves(e.Args[i])
		}
	}
	return a
}

// compose evaluates the effect now, whatever the condition, and puts its moves
// in front of m. Without an effect, or when it yields nothing, m is unchanged;
// otherwise the result is a fresh record whose header the caller sets.
func (a *applyPart) compose(c *game.Context, m game.Move) game.Move {
	if a.Effect == nil {
		return m
	}
	l := c.TakeList()
	a.Effect.Eval(c, l)
	m = c.Glue(l.M, m)
	c.GiveList(l)
	return m
}

// piecePart is a compiled (piece …): components in order, one Int each, -1 for
// a name that does not exist, and the local state.
type piecePart struct {
	Components []game.Int
	State      game.Int // may be absent
}

// compilePiece compiles an optional (piece …). Without one it is the component
// whose number is the mover's.
func compilePiece(k *game.Compiler, e *lgdl.Expr) piecePart {
	if e == nil {
		return piecePart{Components: []game.Int{game.IntFn(func(c *game.Context) int { return c.S.Mover })}}
	}
	var p piecePart
	one := func(x *lgdl.Expr) {
		if x.Kind == lgdl.String {
			p.Components = append(p.Components, k.ItemNamed(x.Text))
		} else {
			p.Components = append(p.Components, k.Int(x))
		}
	}
	eachOfPiece(e, one)
	p.State = k.IntElse(clause.PieceStringInt(e).State(), game.Int{})
	return p
}

// eachOfPiece calls f for the names and numbers of components of a (piece …).
func eachOfPiece(e *lgdl.Expr, f func(x *lgdl.Expr)) {
	a := clause.PieceStringInt(e)
	for _, x := range lgdl.Flat(a.String(), a.Int(), a.Strings(), a.Ints()) {
		f(x)
	}
}

// stateOf evaluates the local state, -1 when absent.
func (p *piecePart) stateOf(c *game.Context) int {
	if !p.State.Given() {
		return game.Off
	}
	return p.State.Get(c)
}

// flagOf reads a literal boolean argument, False when absent.
func flagOf(k *game.Compiler, e *lgdl.Expr) bool { return e != nil && k.Bool(e).V }

// decide sets the decision flag of an action in the decision form of a ludeme.
func decide(a game.Action, decision bool) game.Action {
	a.Decision = decision
	return a
}
