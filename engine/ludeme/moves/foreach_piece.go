package moves

import (
	"cmp"
	"slices"
	"strings"

	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// eachPiece is a compiled (forEach Piece …).
type eachPiece struct {
	on        int8 // the explicit site type or game.NoType
	st        board.SiteType
	container game.Int
	gen       *game.Gen // nil: the generators of the pieces
	owner     game.Int
	all       bool // pieces of every owner
	top       game.Bool
	then      int32

	wanted
}

func forEachPiece(k *game.Compiler, e *lgdl.Expr) *game.Gen {
	a := clause.ForEachPiece(e)
	p := &eachPiece{on: game.NoType, st: k.SiteTypeOr(a.On()), container: k.IntOr(a.Container(), 0)}
	if a.On() != nil {
		p.on = game.SiteType(p.st)
	}
	if a.String2() != nil {
		p.container = containerNamed(k, a.String2())
	}
	if a.Moves() != nil {
		p.gen = k.Moves(a.Moves())
	} else {
		k.PieceMoves()
	}
	p.owner = game.IntFn(mover)
	if a.Player() != nil || a.RoleType() != nil {
		p.owner = k.Player(a.Player(), a.RoleType())
	}
	if role := a.RoleType(); role != nil {
		switch role.Text {
		case "Enemy", "Friend", "Ally", "NonMover":
			k.Fail(role, "forEach Piece needs the pieces of one player, or All; %s is several", role.Text)
		case "All", "Each":
			p.all = true
		}
	}
	if a.Top() != nil {
		k.Require(game.Stacking)
		p.top = k.Bool(a.Top())
	}
	p.then = k.Then(a.Then())
	k.Later(func() { p.wanted = piecesWanted(k.G, e) })
	return &game.Gen{Eval: p.eval, Part: p.part, CanMove: p.canMove, CanMoveTo: p.canMoveTo}
}

// wanted are the components of which a (forEach Piece …) asks for the pieces: all, and by owner.
type wanted struct {
	every      []int32
	components [][]int32
}

// piecesWanted are those with one of its names, if it has any. Names are compared without their trailing number; cards
// and dice have none.
func piecesWanted(g *game.Game, e *lgdl.Expr) wanted {
	a := clause.ForEachPiece(e)
	names, w := lgdl.Flat(a.String1(), a.Strings()), wanted{components: make([][]int32, g.Shared()+1)}
	for i := 1; i < len(g.Components); i++ {
		x := &g.Components[i]
		is := func(name *lgdl.Expr) bool {
			return x.Kind != "card" && x.Kind != "die" && name.Text == undigited(x.Name)
		}
		if len(names) > 0 && !slices.ContainsFunc(names, is) {
			continue
		}
		if x.Owner >= 0 && x.Owner < len(w.components) {
			w.components[x.Owner] = append(w.components[x.Owner], int32(i))
		}
		w.every = append(w.every, int32(i))
	}
	return w
}

// sitesOf are the sites of a container, those of a type of the board: from lo to hi-1.
func sitesOf(g *game.Game, box int, st board.SiteType) (lo, hi int) {
	switch {
	case box == 0:
		return 0, g.Topo.Num(st)
	case box < 0 || box >= len(g.Containers):
		return 0, 0
	}
	lo = g.Containers[box].First
	return lo, lo + g.Containers[box].Sites
}

func containerNamed(k *game.Compiler, e *lgdl.Expr) game.Int {
	n := game.Off
	k.Later(func() {
		if n = k.G.ContainerNamed(e.Text); n < 0 {
			k.Fail(e, "there is no container named %q", e.Text)
		}
	})
	return game.IntFn(func(*game.Context) int { return n })
}

// undigited is a component's name without its trailing number.
func undigited(name string) string { return strings.TrimRight(name, "0123456789") }

// selection returns the owner asked for, his components, and the half-open range of
// the sites of the container; the list is empty when there is nothing to do.
func (p *eachPiece) selection(c *game.Context) (owner int, list []int32, lo, hi int) {
	if c.S.Over {
		return 0, nil, 0, 0
	}
	owner = p.owner.Get(c)
	if p.all {
		list = p.every
	} else if owner >= 0 && owner < len(p.components) {
		list = p.components[owner]
	}
	if len(list) == 0 {
		return owner, nil, 0, 0
	}
	lo, hi = sitesOf(c.G, p.container.Get(c), p.st)
	return owner, list, lo, hi
}

// wants reports whether a piece at a place is one of those asked for.
func (p *eachPiece) wants(c *game.Context, at game.Place, lo, hi int, top bool) bool {
	s := int(at.Site)
	if s < lo || s >= hi || p.on != game.NoType && game.SiteType(at.Type) != p.on {
		return false
	}
	return !top || int(at.Level) == c.S.SizeAt(at.Type, s)-1
}

// visit calls f with (from) and (level) at each piece but the first skip ones, with
// the piece's generator, until f returns false. For the pieces of another player that
// player is the mover meanwhile. It returns how many pieces it has passed, -1 when
// there are no more.
func (p *eachPiece) visit(c *game.Context, skip int, f func(g *game.Gen) bool) int {
	owner, list, lo, hi := p.selection(c)
	if len(list) == 0 || lo == hi {
		return -1
	}
	s := c.S
	from, level, mover, next, prev := c.From, c.Level, s.Mover, s.Next, s.Prev
	as := owner != mover && owner >= 1 && owner <= c.G.Players
	top := p.top.Given() && p.top.Get(c)
	reversed := p.on != game.NoType
	passed := 0
	for _, k := range list {
		g := p.gen
		if g == nil {
			if g = c.G.Components[k].Moves; g == nil {
				continue
			}
		}
		at := s.Places(int(k))
		for i := range at {
			place := at[i]
			if reversed {
				place = at[len(at)-1-i]
			}
			if !p.wants(c, place, lo, hi, top) {
				continue
			}
			if passed++; passed <= skip {
				continue
			}
			c.From, c.Level = int(place.Site), int(place.Level)
			if as {
				s.Mover, s.Next, s.Prev = owner, mover, mover
			}
			c.Spend(1)
			c.Enter()
			more := f(g)
			c.Leave()
			if as {
				s.Mover, s.Next, s.Prev = mover, next, prev
			}
			if !more {
				c.From, c.Level = from, level
				return passed
			}
		}
	}
	c.From, c.Level = from, level
	return -1
}

func (p *eachPiece) eval(c *game.Context, out *game.MoveList) {
	first := out.Len()
	p.visit(c, 0, func(g *game.Gen) bool { g.Eval(c, out); return true })
	p.finish(c, out, first)
}

// finish gives the moves from index first on their mover and consequent.
func (p *eachPiece) finish(c *game.Context, out *game.MoveList, first int) {
	for i := first; i < out.Len(); i++ {
		out.M[i].Mover = int32(c.S.Mover)
	}
	c.ThenAll(out, first, p.then)
}

// part is the Part form: the moves of the next piece that has any.
func (p *eachPiece) part(c *game.Context, out *game.MoveList, done int) int {
	first := out.Len()
	done = p.visit(c, done, func(g *game.Gen) bool { g.Eval(c, out); return out.Len() == first })
	p.finish(c, out, first)
	return done
}

// canMove stops at the first piece that can. All moves of the piece are made where they
// draw random numbers, so that as many are drawn.
func (p *eachPiece) canMove(c *game.Context) (can bool) {
	p.visit(c, 0, func(g *game.Gen) bool {
		if c.G.Has(game.Stochastic) && !c.Quiet(g) {
			can = c.Lists(g)
		} else {
			can = c.CanMove(g)
		}
		return !can
	})
	return can
}

// canMoveTo stops after the first piece that reaches the site. Where moves draw
// random numbers all are generated, so that as many are drawn.
func (p *eachPiece) canMoveTo(c *game.Context, site int) (reached bool) {
	mark, l := c.Mark(), c.TakeList()
	p.visit(c, 0, func(g *game.Gen) bool {
		l.M = l.M[:0]
		g.Eval(c, l)
		reached = reached || goesTo(l.M, site)
		return !reached || c.G.Has(game.Stochastic)
	})
	c.GiveList(l)
	c.Release(mark)
	return reached
}

func goesTo(moves []game.Move, site int) bool {
	for i := range moves {
		if int(moves[i].To) == site {
			return true
		}
	}
	return false
}

// lowerForEachPiece lowers the moves of all pieces of a player, one kind of piece
// after the other, as if it were his turn.
func lowerForEachPiece(k *lower.Lowerer, e *lgdl.Expr) {
	k.Only(e, "on", "string", "{string}", "container", "string", "moves", "(player)", "roleType", "top", "(then)")
	a := clause.ForEachPiece(e)
	st, where := k.TypeOf(a.On()), lowerContainer(k, e)
	pieces, env := piecesWanted(k.G, e), k.Env
	each := func(comp int) {
		moves := cmp.Or(a.Moves(), k.G.Components[comp].Rule)
		if moves == nil {
			return
		}
		if k.Stacked() && st != k.G.DefaultType && len(k.G.Containers) > 1 {
			k.No(e, "stacks on another type of site")
		}
		at := stepsOn(k, moves)
		if a.On() != nil {
			if at != st && walks(moves) {
				k.No(e, "pieces on sites of another type than that on which they move")
			}
			at = st
		}
		k.Env.From, k.Env.Level = k.Somewhere(), k.Somewhere()
		inTurn := k.InTurn(moves)
		k.Env = env
		if byLists := k.ByLists(e, inTurn); byLists || k.Stacked() {
			lowerPlaces(k, a, comp, where, moves, byLists)
			return
		}
		if a.On() == nil {
			k.NotElsewhere(comp, where, at)
		}
		set := k.SitesOf(at, func() *ir.Expr { return ir.Calc(ir.SetAnd, k.Of(comp), where) })
		k.Each(set, func(site *ir.Expr) {
			k.Env.From, k.Env.Piece = site, comp
			k.Moves(moves)
		})
	}
	owner := ir.Num(k.Mover)
	switch {
	case a.RoleType() != nil:
		owner = k.Role(a.RoleType())
	case a.Player() != nil:
		owner = k.PlayerOf(a.Player())
	}
	k.Around(a.Then(), func() {
		if a.RoleType() != nil && (a.RoleType().Text == "All" || a.RoleType().Text == "Each") {
			for _, comp := range pieces.every {
				each(int(comp))
			}
			return
		}
		k.ForPlayers(owner, func(p int) {
			as := k.Mover
			if p >= 1 && p <= k.G.Players {
				as = p
			}
			k.As(as, func() {
				for _, comp := range pieces.components[p] {
					each(int(comp))
				}
			})
		})
	})
}

// walks reports whether some of the moves are those of a piece on the board, which is taken for the one that is known.
func walks(moves *lgdl.Expr) bool {
	return moves.Any(func(x *lgdl.Expr) bool {
		return slices.ContainsFunc([]string{"Step", "Slide", "Hop", "Leap", "Shoot"}, func(way string) bool {
			return x.Is("move", way) || x.Is(strings.ToLower(way))
		})
	})
}

// stepsOn is the type of sites that pieces are on which move in some way: one that steps may name.
func stepsOn(k *lower.Lowerer, moves *lgdl.Expr) board.SiteType {
	if moves.Form != nil && strings.HasPrefix(moves.Form.Text, "(move Step ") {
		if from := clause.MoveStep(moves).From(); from != nil && clause.From(from).Int() == nil {
			return k.TypeOf(clause.From(from).SiteType())
		}
	}
	return k.G.DefaultType
}

// lowerPlaces lowers the moves of the entries of the position list of a component within a set: of all, or of those on
// top. Where a type of sites is named, the rules begin with the last one.
func lowerPlaces(k *lower.Lowerer, a clause.ForEachPieceArgs, comp int, within *ir.Expr, moves *lgdl.Expr, inTurn bool) {
	top := a.Top()
	if !inTurn && top != nil && k.Bool(top).Is(1) && k.Mirrored() {
		k.Each(ir.Calc(ir.SetAnd, k.Of(comp), within), func(site *ir.Expr) {
			k.Env.From, k.Env.Piece = site, comp
			k.AtLevel(ir.Calc(ir.Sub, k.SizeAt(site), ir.Num(1)), moves)
		})
		return
	}
	if k.Stacked() && !k.AnyOrder() && k.Asks(moves, "flip") {
		k.No(moves, "stacks that are turned over once for each of their pieces")
	}
	piece := comp
	if k.Stacked() && (!k.Mirrored() || top == nil || !k.Bool(top).Is(1)) {
		piece = 0 // where an entry is stale another one stands, and others may lie on it
	}
	each := k.EachPlace
	if inTurn && a.On() != nil {
		each = k.EachPlaceBack
	}
	each(comp, func(site, level *ir.Expr) {
		wanted := ir.Calc(ir.SetHas, within, site)
		if top != nil && k.Stacked() {
			highest := ir.Calc(ir.Eq, ir.Calc(ir.Add, level, ir.Num(1)), k.SizeAt(site))
			wanted = ir.All(wanted, ir.Any(ir.Calc(ir.Not, k.Bool(top)), highest))
		}
		k.If(wanted, func() {
			k.Env.From, k.Env.Piece = site, piece
			if k.Stacked() {
				k.AtLevel(level, moves)
			} else {
				k.Moves(moves)
			}
		})
	})
}

// lowerContainer is the set of the sites of the container of a (forEach Piece …), by
// default of the board.
func lowerContainer(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	a := clause.ForEachPiece(e)
	box := 0
	switch {
	case a.String2() != nil:
		box = k.G.ContainerNamed(a.String2().Text)
	case a.Container() != nil:
		n, ok := k.Int(a.Container()).Number()
		if !ok {
			k.No(e, "a container that is not known before")
		}
		box = int(n)
	}
	set := make(game.Set, k.P.Words)
	set.Fill(sitesOf(k.G, box, k.TypeOf(a.On())))
	return ir.SetOf(set)
}
