package ints

import (
	"slices"

	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/rule"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

var arrayRows = []lgdl.Form{
	{Text: "(array sites)", Lower: lower.Numbers{Each: lowerArray, Sites: arraySites}, Result: "ints",
		Meaning: "The sites of a region in ascending order.", Impl: game.IntsRule(arrayOfRegion)},
	{Text: "(array {int})", Lower: lower.IntsRule(lowerArrayList), Result: "ints", Meaning: "The numbers of a list.",
		Impl: game.IntsRule(arrayOfList)},
	{Text: "(difference ints (ints | int))", Lower: lower.IntsRule(lowerArrayWithout), Result: "ints",
		Meaning: "An array without the first occurrence of each of some numbers.", Impl: game.IntsRule(difference)},
	{Text: "(if bool ints [ints])", Lower: lower.IntsRule(lowerArrayIf), Result: "ints",
		Concepts: []string{"ConditionalStatement"}, Meaning: "One of two arrays, chosen by a condition.",
		Impl: game.IntsRule(chooseInts)},
	{Text: "(intersection ints ints)", Lower: lower.Numbers{Each: lowerArrayBoth, Sites: combined(ir.SetAnd)}, Result: "ints",
		Concepts: []string{"Union", "NumbersIntersection"},
		Meaning:  "The elements of the second array that the first one has too.", Impl: game.IntsRule(intersection)},
	{Text: "(intersection {ints})", Lower: lower.Numbers{Each: lowerArrayBoth, Sites: combined(ir.SetAnd)}, Result: "ints",
		Concepts: []string{"Union", "NumbersIntersection"},
		Meaning:  "The elements of the first array that all others have too.", Impl: game.IntsRule(intersection)},
	{Text: "(players playersManyType [of:int] [if:bool])", Lower: lower.IntsRule(lowerPlayers), Result: "ints",
		Meaning: "The players that stand in a relation to one of them.", Impl: game.IntsRule(playersMany)},
	{Text: "(players playersTeamType [if:bool])", Lower: lower.IntsRule(lowerPlayersTeam), Result: "ints",
		Concepts: []string{"Team"}, Meaning: "The players of a team.", Impl: game.IntsRule(playersTeam)},
	{Text: "(results (from:int | from:sites) (to:int | to:sites) int)", Lower: lower.IntsRule(lowerResults),
		Result: "ints", Meaning: "The values of a function for all pairs of a from and a to site.",
		Impl: game.IntsRule(results)},
	{Text: "(rotations (absoluteDirection | {absoluteDirection}))", Result: "ints",
		Meaning: "The rotations that turn a piece into some directions.", Impl: game.IntsRule(rotations)},
	{Text: "(sizes Group [siteType] [direction] [roleType | of:int | if:bool] [min:int])",
		Lower: lower.IntsRule(lowerSizesGroup), Result: "ints",
		Concepts: []string{"Group", "AdjacentDirection unless direction"}, Meaning: "The sizes of groups of pieces.",
		Impl: game.IntsRule(sizesGroup)},
	{Text: "(team)", Result: "ints", Concepts: []string{"Team"}, Meaning: "The players of the team that is looked at.",
		Impl: game.IntsRule(team)},
	{Text: "(union ints ints)", Lower: lower.Numbers{Each: lowerArrayUnion, Sites: combined(ir.SetOr)}, Result: "ints", Concepts: []string{"Union"},
		Meaning: "The elements of the first array, then the new ones of the second.", Impl: game.IntsRule(union)},
	{Text: "(union {ints})", Lower: lower.Numbers{Each: lowerArrayUnion, Sites: combined(ir.SetOr)}, Result: "ints", Concepts: []string{"Union"},
		Meaning: "The elements of the first array, then the new ones of the others.", Impl: game.IntsRule(union)},
	{Text: "(values Remembered [string])", Lower: lower.Numbers{Each: lowerRemembered, Sites: rememberedSites}, Result: "ints",
		Concepts: []string{"Variable"}, Meaning: "The remembered numbers, in the order in which they were remembered.",
		Impl: game.IntsRule(remembered)},
}

func arrayOfRegion(k *game.Compiler, e *lgdl.Expr) game.Ints {
	region := k.Region(clause.ArraySites(e).Sites())
	return game.Ints{Eval: region.Sites}
}

func arrayOfList(k *game.Compiler, e *lgdl.Expr) game.Ints { return k.Ints(clause.ArrayInts(e).Ints()) }

func difference(k *game.Compiler, e *lgdl.Expr) game.Ints {
	args := clause.DifferenceInts(e)
	a := k.Ints(args.Ints1())
	drop := func(v []int32, start int, x int32) []int32 {
		if i := slices.Index(v[start:], x); i >= 0 {
			return slices.Delete(v, start+i, start+i+1)
		}
		return v
	}
	if args.Ints2() == nil {
		n := k.Int(args.Int())
		return game.Ints{Eval: func(c *game.Context, dst []int32) []int32 {
			start := len(dst)
			dst = a.Eval(c, dst)
			return drop(dst, start, int32(n.Get(c)))
		}}
	}
	b := k.Ints(args.Ints2())
	return game.Ints{Eval: func(c *game.Context, dst []int32) []int32 {
		start := len(dst)
		dst = a.Eval(c, dst)
		v := b.Eval(c, c.TakeInts())
		for _, x := range v {
			dst = drop(dst, start, x)
		}
		c.GiveInts(v)
		return dst
	}}
}

func chooseInts(k *game.Compiler, e *lgdl.Expr) game.Ints {
	a := clause.IfBoolInts(e)
	cond := k.Bool(a.Bool())
	yes := k.Ints(a.Ints1())
	var no game.Ints
	if a.Ints2() != nil {
		no = k.Ints(a.Ints2())
	}
	return game.Ints{Eval: func(c *game.Context, dst []int32) []int32 {
		switch {
		case cond.Get(c):
			return yes.Eval(c, dst)
		case no.Given():
			return no.Eval(c, dst)
		}
		return dst
	}}
}

// common keeps of the elements of dst from start on those that all lists have.
func common(c *game.Context, dst []int32, start int, lists []game.Ints) []int32 {
	for i := range lists {
		v := lists[i].Eval(c, c.TakeInts())
		n := start
		for _, x := range dst[start:] {
			if slices.Contains(v, x) {
				dst[n] = x
				n++
			}
		}
		dst = dst[:n]
		c.GiveInts(v)
	}
	return dst
}

// deciding is the array whose elements, in their order and with repetitions, an intersection keeps where the others have
// them: the second of two, the first of a list, nil if that is empty.
func deciding(e *lgdl.Expr) (first *lgdl.Expr, others []*lgdl.Expr) {
	switch list := lgdl.Flat(e.Args...); {
	case len(list) == 0:
		return nil, nil
	case len(e.Args) == 1:
		return list[0], list[1:]
	default:
		return list[1], list[:1]
	}
}

func intersection(k *game.Compiler, e *lgdl.Expr) game.Ints {
	first, others := deciding(e)
	if first == nil {
		return game.Ints{Eval: func(_ *game.Context, dst []int32) []int32 { return dst }}
	}
	of, lists := k.Ints(first), intsOf(k, others)
	return game.Ints{Eval: func(c *game.Context, dst []int32) []int32 {
		start := len(dst)
		return common(c, of.Eval(c, dst), start, lists)
	}}
}

func intsOf(k *game.Compiler, es []*lgdl.Expr) []game.Ints {
	lists := make([]game.Ints, len(es))
	for i, x := range es {
		lists[i] = k.Ints(x)
	}
	return lists
}

func union(k *game.Compiler, e *lgdl.Expr) game.Ints {
	lists := intsOf(k, lgdl.Flat(e.Args...))
	return game.Ints{Eval: func(c *game.Context, dst []int32) []int32 {
		start := len(dst)
		for i := range lists {
			if i == 0 {
				dst = lists[i].Eval(c, dst)
				continue
			}
			v := lists[i].Eval(c, c.TakeInts())
			for _, x := range v {
				if !slices.Contains(dst[start:], x) {
					dst = append(dst, x)
				}
			}
			c.GiveInts(v)
		}
		return dst
	}}
}

// those gives a list of players back and appends those of it for whom a condition holds with (player) at them, if it is
// asked.
func those(c *game.Context, dst, list []int32, asked bool, cond game.Bool) []int32 {
	old := c.Player
	for _, q := range list {
		if c.Player = int(q); !asked || cond.Ok(c) {
			dst = append(dst, q)
		}
	}
	c.Player = old
	c.GiveInts(list)
	return dst
}

func playersMany(k *game.Compiler, e *lgdl.Expr) game.Ints {
	a := clause.PlayersMany(e)
	kind := a.PlayersManyType().Text
	of := k.Role("Mover")
	given := a.Of() != nil
	if given {
		of = k.Int(a.Of())
	}
	cond := k.Cond(a.If())
	return game.Ints{Eval: func(c *game.Context, dst []int32) []int32 {
		p, s := of.Get(c), c.Seats()
		if given && (p == 0 || p > s.Players) {
			return dst
		}
		list, asked := related(s, kind, p, c.TakeInts())
		return those(c, dst, list, asked, cond)
	}}
}

// related appends those who stand in a relation to a player to an empty list, and tells whether the condition is asked
// of them. With teams the mover is nobody's enemy.
func related(s game.Seats, kind string, of int, dst []int32) (list []int32, asked bool) {
	mover := s.Mover
	if kind != "NonMover" {
		s.Mover = of
	}
	list, _ = s.Members(kind, 0, s.Players+1, dst)
	if kind == "Enemy" && s.Teams != nil {
		list = slices.DeleteFunc(list, func(q int32) bool { return int(q) == mover })
	}
	return list, kind != "Friend" || s.Teams != nil
}

func playersTeam(k *game.Compiler, e *lgdl.Expr) game.Ints {
	a := clause.PlayersTeam(e)
	cond := k.Cond(a.If())
	return game.Ints{Eval: func(c *game.Context, dst []int32) []int32 {
		list, asked := ofTeam(c.Seats(), a.PlayersTeamType().Text, c.TakeInts())
		return those(c, dst, list, asked, cond)
	}}
}

// ofTeam appends the players of a team to an empty list. Without teams it is the player of the number, of whom no
// condition is asked.
func ofTeam(s game.Seats, team string, dst []int32) (list []int32, asked bool) {
	list, _ = s.Members(team, 1, s.Players, dst)
	return slices.DeleteFunc(list, func(q int32) bool { return int(q) > s.Players }), s.Teams != nil
}

// maxResults bounds the arrays of (results …), the largest that rules can ask for.
const maxResults = 1 << 24

// results evaluates the to sites anew for each from site.
func results(k *game.Compiler, e *lgdl.Expr) game.Ints {
	a := clause.Results(e)
	from := k.SiteList(a.FromSites(), a.FromInt())
	to := k.SiteList(a.ToSites(), a.ToInt())
	value := k.Int(a.Int())
	return game.Ints{Eval: func(c *game.Context, dst []int32) []int32 {
		oldFrom, oldTo := c.From, c.To
		from.Each(c, func(f int) bool {
			c.From = f
			to.Each(c, func(t int) bool {
				c.Tick(1)
				if len(dst) > maxResults {
					game.Fault(e, "more than %d results", maxResults)
				}
				c.To = t
				dst = append(dst, int32(value.Get(c)))
				return true
			})
			return true
		})
		c.From, c.To = oldFrom, oldTo
		return dst
	}}
}

// facingIndex is the number of a direction within its family, as rotations count.
func facingIndex(d board.Direction) int {
	for _, family := range []string{"compassDirection", "rotationalDirection", "spatialDirection"} {
		if i := slices.Index(lgdl.Enum(family), d.String()); i >= 0 {
			return i
		}
	}
	return game.Off
}

func rotations(k *game.Compiler, e *lgdl.Expr) game.Ints {
	a := clause.Rotations(e)
	k.Require(game.Rotation)
	topo, st := k.G.Topo, k.G.DefaultType
	per := len(topo.Supported(st, board.RelAll)) / topo.CellSides()
	if per == 0 {
		k.Fail(e, "the board has too few directions for rotations")
	}
	var turns []int32
	add := func(d board.Direction) {
		if r := int32(facingIndex(d) / per); !slices.Contains(turns, r) {
			turns = append(turns, r)
		}
	}
	for _, x := range lgdl.Flat(a.AbsoluteDirection(), a.AbsoluteDirections()) {
		d, _ := board.ParseDirection(x.Text)
		if d.Specific() {
			add(d)
		} else if rel, ok := board.ParseRelation(x.Text); ok {
			for _, f := range topo.Supported(st, rel) {
				add(f)
			}
		}
	}
	return game.Ints{Eval: func(_ *game.Context, dst []int32) []int32 { return append(dst, turns...) }}
}

func sizesOf(e *lgdl.Expr) rule.Groups {
	a := clause.Sizes(e)
	return rule.Groups{Type: a.SiteType(), Direction: a.Direction(), If: a.If()}
}

// sizesGroup starts from the position lists of the players; with a condition
// alone that means the shared pieces.
func sizesGroup(k *game.Compiler, e *lgdl.Expr) game.Ints {
	a, f := clause.Sizes(e), sizesOf(e).Flood(k)
	role, of := a.RoleType(), a.Of()
	least := k.IntOr(a.Min(), 0)
	owner := game.IntOf(k.G.Shared())
	all := role == nil && of == nil && a.If() == nil
	switch {
	case role != nil:
		all = role.Text == "All" || role.Text == "Shared"
		owner = k.Role(role.Text)
	case of != nil:
		owner = k.Int(of)
	}
	return game.Ints{Eval: func(c *game.Context, dst []int32) []int32 {
		who := owner.Get(c)
		if who < 0 {
			game.Fault(e, "the role stands for no single player")
		}
		first, last, min := who, who, least.Get(c)
		if all {
			first, last = 1, c.G.Players
		}
		f.OfPieces(c, first, last, func(s int) bool {
			return c.S.Who(f.St, s) == who || all && c.S.What(f.St, s) != 0
		}, func(group []int32, _ game.Set) bool {
			if len(group) >= min {
				dst = append(dst, int32(len(group)))
			}
			return true
		})
		return dst
	}}
}

func team(_ *game.Compiler, e *lgdl.Expr) game.Ints {
	return game.Ints{Eval: func(c *game.Context, dst []int32) []int32 {
		if c.Team == nil {
			game.Fault(e, "there is no team outside of (forEach Team …)")
		}
		return append(dst, c.Team...)
	}}
}

func remembered(k *game.Compiler, e *lgdl.Expr) game.Ints {
	k.Require(game.RememberedValues)
	name := int32(0)
	if clause.ValuesRemembered(e).String() != nil {
		name = k.Name(clause.ValuesRemembered(e).String().Text)
	}
	return game.Ints{Eval: func(c *game.Context, dst []int32) []int32 { return append(dst, c.S.Remembered[name]...) }}
}
