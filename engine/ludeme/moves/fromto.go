package moves

import (
	"slices"

	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/internal/lower"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/concept"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/rule"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

var fromToRows = []lgdl.Form{
	{Text: "(fromTo (from) (to) [count:int] [copy:bool] [stack:bool!] [roleType] [(then)])", Result: "moves:effect",
		Concepts: []string{"FromToEffect", "skip (from)/level:", "skip (to)/if:"}, Marks: concept.Rule(fromToConcepts),
		Meaning: "Moves pieces from sites to sites.", Impl: fromTos},
}

var fromTos = rule.Forms(compileFromTo, lowerFromTo)

// carrier is a compiled (fromTo …).
type carrier struct {
	from     fromPart
	to       toPart
	count    game.Int  // may be absent
	copy     game.Bool // may be absent
	stack    bool
	who      game.Int // may be absent
	decision bool
}

func compileFromTo(k *game.Compiler, e *lgdl.Expr, decision bool) *game.Gen {
	args := clause.AnyFromTo(e) // (move (from) (to) …) has no leading constant
	f := &carrier{from: compileFrom(k, args.From(), fromVar), to: compileTo(k, args.To(), toVar),
		count: k.IntElse(args.Count(), game.Int{}), copy: k.Cond(args.Copy()),
		stack: flagOf(k, args.Stack()), decision: decision}
	if args.RoleType() != nil {
		f.who = k.Role(args.RoleType().Text)
	}
	if f.from.Level.Given() || f.stack {
		k.Require(game.Stacking)
	}
	return k.Followed(f.eval, args.Then())
}

// journey is one from site with what is evaluated once for it.
type journey struct {
	f, outer int
	st       board.SiteType
	copy     bool
	count    int // used only with count:
}

func (f *carrier) eval(c *game.Context, out *game.MoveList) {
	outer, to := c.From, c.To
	origins := f.from.sites(c, c.TakeInts())
	targets := c.TakeInts()
	who := int32(c.S.Mover)
	if f.who.Given() {
		who = int32(f.who.Get(c))
	}
	first := len(out.M)
	for _, origin := range origins {
		j := journey{f: int(origin), outer: outer}
		if j.f < 0 {
			continue
		}
		j.st = f.from.typeOf(c, j.f)
		what := c.S.What(j.st, j.f)
		if what == 0 {
			continue
		}
		c.From = j.f
		j.copy = f.copy.Given() && f.copy.Get(c)
		if !f.from.If.Ok(c) {
			continue
		}
		targets = f.to.sites(c, targets[:0])
		if f.count.Given() {
			j.count = f.count.Get(c)
		}
		c.From = outer
		if what < len(c.G.Components) && c.G.Components[what].Large() {
			// The effect of a large piece's move sees (to) as outside.
			c.To = to
			f.large(c, &j, what, targets, out)
			continue
		}
		for _, t := range targets {
			if t >= 0 {
				f.one(c, &j, int(t), out)
			}
		}
	}
	c.GiveInts(targets)
	c.GiveInts(origins)
	c.From, c.To = outer, to
	for i := first; i < len(out.M); i++ {
		out.M[i].Mover = who
	}
}

// one generates the moves from one site to one site.
func (f *carrier) one(c *game.Context, j *journey, t int, out *game.MoveList) {
	tt := f.to.typeOf(c, t)
	levelFrom := game.Off
	if f.from.Level.Given() {
		levelFrom = f.from.Level.Get(c)
	}
	main := f.action(c, j, levelFrom, t, tt)
	main.Decision = f.decision
	c.From, c.To = j.f, t
	if !f.to.If.Ok(c) {
		return
	}
	c.From = j.outer
	if f.to.Rotations.Given() {
		turns := f.to.Rotations.Eval(c, c.TakeInts())
		for _, r := range turns {
			m := c.Pair(main, game.SetRotation(game.SiteType(tt), t, int(r)))
			f.header(c, j, levelFrom, &m)
			m.From, m.To = int32(j.f), int32(t)
			out.Add(m)
		}
		c.GiveInts(turns)
		c.From = j.f
		return
	}
	m := c.One(main)
	f.header(c, j, levelFrom, &m)
	ap := &f.to.Apply
	// The condition still sees the outer (from), the effect the site itself.
	affected := ap.Effect != nil && ap.If.Ok(c)
	c.From = j.f
	if affected {
		m = ap.compose(c, m)
	}
	m.From, m.To = int32(j.f), int32(t)
	out.Add(m)
}

// action chooses the action of the move (part 4, §5, table of fromTo).
func (f *carrier) action(c *game.Context, j *journey, levelFrom, t int, tt board.SiteType) game.Action {
	sf, st := game.SiteType(j.st), game.SiteType(tt)
	move := func(lf, lt int, stack bool) game.Action {
		return game.MovePiece(sf, j.f, lf, st, t, lt, game.Off, game.Off, game.Off, stack)
	}
	switch {
	case f.to.Level.Given():
		l := f.to.Level.Get(c)
		switch {
		case f.stack:
			return move(0, l, true)
		case f.from.Level.Given():
			return move(levelFrom, l, false)
		}
		return move(game.Off, l, false)
	case f.from.Level.Given():
		return move(levelFrom, game.Off, false)
	case f.count.Given():
		if c.G.Stacks || f.stack {
			return game.StackMove(sf, j.f, st, t, j.count)
		}
		return game.MoveCount(sf, j.f, st, t, j.count)
	case j.copy:
		top := 0
		if c.G.Stacks && !f.stack {
			top = c.S.SizeAt(j.st, j.f) - 1
		}
		return game.Copy(move(top, game.Off, false))
	case f.stack:
		return move(0, game.Off, true)
	}
	return move(game.Off, game.Off, false)
}

// header sets the levels that the move shows in a stacking game.
func (f *carrier) header(c *game.Context, j *journey, levelFrom int, m *game.Move) {
	if !c.G.Stacks {
		return
	}
	top := int32(c.S.SizeAt(j.st, j.f) - 1)
	m.LevelMin, m.LevelMax = top, top
	switch {
	case f.stack:
		m.LevelMin = 0
	case f.from.Level.Given():
		m.LevelMin, m.LevelMax = int32(levelFrom), int32(levelFrom)
	}
}

// large tries all new placements of the large piece at the from site.
func (f *carrier) large(c *game.Context, j *journey, what int, targets []int32, out *game.MoveList) {
	comp := &c.G.Components[what]
	now := c.S.StateAt(j.st, j.f, game.Off)
	candidates := append(c.TakeInts(), targets...)
	cells := c.Footprint(what, j.f, now, c.TakeInts())
	if len(cells) > 1 {
		candidates = append(candidates, cells[1:]...)
	}
	for _, t := range candidates {
		if t < 0 {
			continue
		}
		tt := f.to.typeOf(c, int(t))
		for s := range 4 * len(comp.Walks) {
			if int(t) == j.f && s == now {
				continue
			}
			cells = c.Footprint(what, int(t), s, cells[:0])
			if len(cells) == 0 || !f.fits(c, j, comp, cells, candidates) {
				continue
			}
			main := game.MovePiece(game.SiteType(j.st), j.f, game.Off, game.SiteType(tt), int(t), game.Off, s, game.Off,
				game.Off, false)
			m := f.to.Apply.compose(c, c.One(decide(main, f.decision)))
			m.From, m.To, m.State = int32(j.f), t, int32(s)
			out.Add(m)
		}
	}
	c.GiveInts(cells)
	c.GiveInts(candidates)
}

// fits reports whether all cells that the piece would cover are allowed: for a
// domino playable ones (the first may lie anywhere), else candidates or its own root.
func (f *carrier) fits(c *game.Context, j *journey, comp *game.Component, cells, candidates []int32) bool {
	if comp.Kind == "domino" {
		if c.T.MoveNumber() == 0 {
			return true
		}
		for _, cell := range cells {
			if !c.S.Playable(int(cell)) {
				return false
			}
		}
		return true
	}
	for _, cell := range cells {
		if int(cell) != j.f && !slices.Contains(candidates, cell) {
			return false
		}
	}
	return true
}

// lowerFromTo lowers a move from sites to sites, of one piece or of a number of them.
func lowerFromTo(k *lower.Lowerer, e *lgdl.Expr) {
	k.MovedBy(clause.AnyFromTo(e).RoleType(), func() { lowerCarried(k, e) })
}

func lowerCarried(k *lower.Lowerer, e *lgdl.Expr) {
	a := clause.AnyFromTo(e)
	k.Only(a.From(), "siteType", "sites", "int", "level", "if")
	if x := clause.To(a.To()).Level(); x != nil && !k.Stacked() {
		k.No(x, "a level without stacks")
	}
	copied := lowerCopied(k, e)
	stack := flagOf(k.Parts, a.Stack())
	k.Only(a.To(), "siteType", "sites", "int", "level", "(rotations)", "if", "(apply)")
	// By the rules levels, at first, and the condition of the effect see the (from) of the clauses around.
	start := clause.From(a.From())
	if start.Sites() != nil || start.Int() != nil && !game.IsIterator(start.Int(), "from") {
		cond, _ := applied(clause.To(a.To()).Apply())
		for _, x := range [...]*lgdl.Expr{cond, start.Level(), clause.To(a.To()).Level()} {
			if uses(x, "from") {
				k.No(x, "a level, or a condition of an effect, that asks for another (from)")
			}
		}
	}
	st, tt := k.TypeOf(start.SiteType()), k.TypeOf(clause.To(a.To()).SiteType())
	outer := k.Env
	apply := clause.To(a.To()).Apply()
	if clause.To(a.To()).Rotations() != nil {
		apply = nil // it never runs, as in the reference
	}
	before := lowerApart(k, &apply)
	// Pieces after the first see where the one before went.
	end, another := clause.To(a.To()), outer
	elsewhere := end.Sites() != nil || end.Int() != nil && !game.IsIterator(end.Int(), "to")
	if clause.From(a.From()).Sites() != nil && elsewhere {
		another.Lose(&another.To)
	}
	lowerSites(k, st, a.From(), k.Env.From, func(from *ir.Expr) {
		k.Env = another
		k.Env.From = from
		occupied := ir.Calc(ir.Ne, k.On(st, from, 0, k.WhatAt), ir.Num(0))
		ordinary := func() {
			k.If(ir.All(occupied, k.Cond(clause.From(a.From()).If())), func() {
				// The number and the sites to go to see (from), the condition at the end too.
				// A number that is drawn is drawn when the move is made.
				var number *ir.Expr
				drawn := k.AsksDraw(a.Count())
				if a.Count() != nil && !drawn {
					number = k.Fitting(k.Int(a.Count()), 0, 1<<20-1)
				}
				k.Env.To = another.To
				lowerEnds(k, tt, a.To(), func(to *ir.Expr) {
					var levels levelled
					if k.Stacked() {
						k.Env.From, k.Env.To = outer.From, another.To
						levels = lowerLevels(k, clause.From(a.From()).Level(), clause.To(a.To()).Level())
						if levels.given() {
							number = levels.data
						}
					}
					k.Env.From, k.Env.To = from, to
					k.If(k.Cond(clause.To(a.To()).If()), func() {
						k.Applied(apply, func() {
							eachTurn(k, a.To(), func(turn *ir.Expr) {
								before()
								k.Emit(lower.Candidate{From: from, To: to, Data: number}, a.Then(), func(from, to,
									data *ir.Expr) {
									if drawn && !levels.given() {
										data = k.Temp("count", k.Int(a.Count()))
									}
									lowerApply(k, apply)
									switch {
									case k.Stacked() && (levels.given() || stack && a.Count() == nil):
										k.At(tt, to, func() { k.At(st, from, func() { levels.carry(k, from, to, data, stack) }) })
									case copied:
										k.At(st, from, func() { k.Duplicate(from, to) })
									default:
										if a.Count() == nil {
											data = nil
										}
										k.Uncovered(to)
										k.CarryOn(st, tt, from, to, data)
									}
									if turn != nil {
										k.Undecided(func() { k.At(tt, to, func() { k.SetDatum(layout.Rotation, to, nil, turn) }) })
									}
								})
							})
						}, func() { lowerApplied(k, apply, k.Moves) })
					})
					k.Env.From = from
				})
			})
		}
		if k.HasLarge() {
			comp := k.Temp("comp", k.WhatAt(from))
			k.Choose(k.States(comp), func() {
				k.If(k.Cond(clause.From(a.From()).If()), func() { lowerCarriedLarge(k, e, from, comp) })
			}, ordinary)
		} else {
			ordinary()
		}
		k.Env = outer
	})
}

// eachTurn adds what f adds for each rotation in which a piece may arrive, nil for that which it has.
func eachTurn(k *lower.Lowerer, to *lgdl.Expr, f func(turn *ir.Expr)) {
	turns := clause.To(to).Rotations()
	if turns == nil {
		k.Plainly(clause.To(to).Apply() == nil, func() { f(nil) })
		return
	}
	k.EachInt(turns, func(v *ir.Expr) {
		if n, known := v.Number(); !known || n < 0 {
			k.No(turns, "rotations that are none")
		}
		k.Plainly(false, func() { f(v) })
	})
}

// lowerEnds adds what f adds for each site that a move may go to.
func lowerEnds(k *lower.Lowerer, st board.SiteType, to *lgdl.Expr, f func(site *ir.Expr)) {
	a := clause.To(to)
	switch {
	case a.Sites() != nil:
		k.Looping(func() { k.Each(k.Landing(st, a.Sites()), f) })
	case a.Int() != nil:
		site := k.Temp("site", k.Int(a.Int()))
		k.LandingAt(st, site, func() { f(site) })
	default:
		lowerSites(k, st, to, k.Env.To, f)
	}
}

// lowerCopied reports whether a move leaves a copy of the piece behind.
func lowerCopied(k *lower.Lowerer, e *lgdl.Expr) bool {
	a := clause.AnyFromTo(e)
	if a.Copy() == nil || a.Count() != nil || clause.From(a.From()).Level() != nil || clause.To(a.To()).Level() != nil {
		return false // a number or a level comes before it
	}
	copied, ok := k.Bool(a.Copy()).Number()
	switch {
	case !ok:
		k.No(a.Copy(), "a copy or not as the play goes")
	case copied == 0:
		return false
	case k.Stacked():
		k.No(a.Copy(), "copies in stacks")
	case k.TypeOf(clause.From(a.From()).SiteType()) != k.TypeOf(clause.To(a.To()).SiteType()):
		k.No(a.Copy(), "copies on sites of another type")
	}
	return true
}
