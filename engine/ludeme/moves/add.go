package moves

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/rule"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

var addRows = []lgdl.Form{
	{Text: "(add [(piece)] (to) [count:int] [stack:bool!] [(then)])", Result: "moves:effect",
		Concepts: []string{"AddEffect", "skip (piece)/state:", "skip (to)/(apply)/if:"},
		Meaning:  "Adds pieces to sites.", Impl: adds},
}

var claimRows = []lgdl.Form{
	{Text: "(claim [(piece)] (to) [(then)])", Result: "moves:effect",
		Concepts: []string{"skip (piece)/state:"}, Meaning: "Claims sites by adding a piece to them.",
		Impl: claims},
}

var (
	adds   = rule.Forms(compileAdd, lowerAdd)
	claims = rule.Forms(compileClaim, lowerClaim)
)

// adder is a compiled (add …) or (claim …).
type adder struct {
	piece    piecePart
	to       toPart
	count    game.Int
	then     int32
	decision bool
	claims   bool
}

func compileAdd(k *game.Compiler, e *lgdl.Expr, decision bool) *game.Gen {
	args := clause.AnyAdd(e)
	a := &adder{piece: compilePiece(k, args.Piece()), to: compileTo(k, args.To(), toVar), count: k.IntOr(args.Count(), 1),
		then: k.Then(args.Then()), decision: decision}
	switch {
	case flagOf(k, args.Stack()):
		k.Require(game.Stacking)
	case !a.count.Const || a.count.V != 1:
		k.Require(game.Count)
	}
	if a.piece.State.Given() {
		k.Require(game.SiteState)
	}
	if a.to.Level.Given() {
		k.Require(game.Stacking)
	}
	return &game.Gen{Eval: a.eval}
}

func (a *adder) eval(c *game.Context, out *game.MoveList) {
	count := a.count.Get(c)
	if count < 1 {
		return
	}
	outer := c.To
	for i := range a.piece.Components {
		comp := a.piece.Components[i].Get(c)
		switch {
		case comp < 0 || comp >= len(c.G.Components):
		case c.G.Components[comp].Large():
			a.large(c, comp, out)
		case !a.to.Region.Given():
			t := a.to.Loc.Get(c)
			c.To = t
			// A rejected single site stays in (to): part 4, §1.3.
			if !a.to.If.Ok(c) {
				return
			}
			if t >= 0 {
				m, _ := a.move(c, comp, t, count)
				out.Add(m)
			}
			c.To = outer
			return
		default:
			a.region(c, comp, count, out)
		}
	}
	c.To = outer
}

func (a *adder) region(c *game.Context, comp, count int, out *game.MoveList) {
	sites := a.to.Region.Sites(c, c.TakeInts())
	for _, t := range sites {
		c.To = int(t)
		if !a.to.If.Ok(c) {
			continue
		}
		m, twin := a.move(c, comp, int(t), count)
		m.Twin = twin
		out.Add(m)
		if twin {
			out.Add(m)
		}
	}
	c.GiveInts(sites)
}

// move builds the move that adds one component to t; the site is in (to). It
// reports whether an effect belongs to the move, even if it came to nothing.
func (a *adder) move(c *game.Context, comp, t, count int) (game.Move, bool) {
	st := a.to.Type
	level := game.Off
	if a.to.Level.Given() {
		level = a.to.Level.Get(c)
	}
	main := a.action(c, comp, t, level)
	m := c.One(decide(main, a.decision))
	c.Spend(max(count, 0))
	for range count - 1 {
		c.Extend(&m, main)
	}
	ap := &a.to.Apply
	affected := ap.Effect != nil && ap.If.Ok(c)
	if affected {
		from := c.From
		c.From = t
		if ap.If.Ok(c) {
			m = ap.compose(c, m)
		}
		c.From = from
	}
	m.From, m.To = int32(t), int32(t)
	if st == board.Edge {
		m.Edge, m.Unoriented = int32(t), true
	}
	m.Mover = int32(c.S.Mover)
	c.Then(&m, a.then)
	return m, affected
}

func (a *adder) action(c *game.Context, comp, t, level int) game.Action {
	st := game.SiteType(a.to.Type)
	if level >= 0 {
		return game.Insert(st, t, level, comp, a.piece.stateOf(c))
	}
	main := game.Add(st, t, comp, 1, a.piece.stateOf(c), game.Off, game.Off, false)
	if c.G.Stacks && !a.claims {
		h := int32(c.S.SizeAt(a.to.Type, t))
		main.LevelFrom, main.LevelTo = h, h
	}
	return main
}

// large tries all placements of a large piece; conditions, effects, counts and
// consequents do not count for it.
func (a *adder) large(c *game.Context, comp int, out *game.MoveList) {
	sites := a.to.sites(c, c.TakeInts())
	only := a.piece.stateOf(c)
	walks := len(c.G.Components[comp].Walks)
	cells := c.TakeInts()
	for _, t := range sites {
	states:
		for s := range 4 * walks {
			if only >= 0 && s != only {
				continue
			}
			cells = c.Footprint(comp, int(t), s, cells[:0])
			if len(cells) == 0 {
				continue
			}
			for _, cell := range cells {
				if !c.S.IsEmpty(a.to.Type, int(cell)) {
					continue states
				}
			}
			m := c.One(decide(game.Add(game.SiteType(a.to.Type), int(t), comp, 1, s, game.Off, game.Off, false), a.decision))
			m.From, m.To, m.State, m.Mover = t, t, int32(s), int32(c.S.Mover)
			out.Add(m)
		}
	}
	c.GiveInts(cells)
	c.GiveInts(sites)
}

func compileClaim(k *game.Compiler, e *lgdl.Expr, decision bool) *game.Gen {
	args := clause.AnyClaim(e)
	a := &adder{piece: compilePiece(k, args.Piece()), to: compileTo(k, args.To(), toVar), decision: decision, claims: true}
	a.to.Apply, a.to.Level = applyPart{}, game.Int{} // which are not asked for
	if a.to.Region.Given() {
		a.then = k.Then(args.Then())
		return &game.Gen{Eval: a.claimRegion}
	}
	var then *game.Gen
	if args.Then() != nil {
		then = k.Moves(clause.Then(args.Then()).NonDecision())
	}
	return &game.Gen{Eval: func(c *game.Context, out *game.MoveList) { a.claimSite(c, then, out) }}
}

func (a *adder) claimRegion(c *game.Context, out *game.MoveList) {
	outer := c.To
	for i := range a.piece.Components {
		if comp := a.piece.Components[i].Get(c); comp < len(c.G.Components) {
			a.region(c, comp, 1, out)
		}
	}
	c.To = outer
}

// claimSite claims a single site with the first component. Its consequent is
// evaluated here and now, and its moves' own actions become part of the move;
// the mover stays 0 (part 4, §5, claim).
func (a *adder) claimSite(c *game.Context, then *game.Gen, out *game.MoveList) {
	comp := a.piece.Components[0].Get(c)
	t := a.to.Loc.Get(c)
	if t < 0 || comp >= len(c.G.Components) {
		return
	}
	from, to := c.From, c.To
	c.To = t
	if a.to.If.Ok(c) {
		m, _ := a.move(c, comp, t, 1)
		m.Mover = 0
		if then != nil {
			c.From = t
			l := c.TakeList()
			then.Eval(c, l)
			acts := c.TakeActions()
			for _, x := range l.M {
				acts = primitives(c, x, acts)
			}
			for _, x := range acts {
				c.Extend(&m, x)
			}
			c.GiveActions(acts)
			c.GiveList(l)
		}
		out.Add(m)
	}
	c.From, c.To = from, to
}
