package booleans

import (
	"slices"

	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/rule"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/concept"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

var isRows = []lgdl.Form{
	{Text: "(is Target [int | string] {int!} [int! | {int!}])", Result: "boolean",
		Concepts: []string{"skip *"}, Meaning: "A container holds a given configuration of components.", Impl: isTarget},
	{Text: "(is Related relationType [siteType] int (int | sites))", Result: "boolean",
		Meaning: "A site is a neighbour of some kind of another one.", Impl: isRelated},
	{Text: "(is isConnectType [int] [siteType] [at:int] [direction] ({sites} | roleType | regionTypeStatic))",
		Lower: lower.BoolRule(lowerConnect), Result: "boolean",
		Concepts: []string{"Connection if Connected", "AdjacentDirection unless direction", "skip int if Connected",
			"skip at: if Connected"}, Meaning: "A group of pieces joins regions, or regions can no longer be joined.",
		Impl: game.BoolRule(isConnect)},
	{Text: "(is isComponentType [int] [siteType] [at:int | in:sites] [moves])", Lower: lower.BoolRule(lowerIsComponent),
		Result: "boolean", Concepts: []string{"Threat if Threatened", "CopyContext if Threatened"},
		Meaning: "A piece is threatened by an enemy, or stands within sites.", Impl: game.BoolRule(isComponent)},
	{Text: "(is isIntegerType [int])", Result: "boolean",
		Concepts: []string{"Even if Even", "Odd if Odd", "VisitedSites if Visited", "Dice if AnyDie", "Domino if PipsMatch"},
		Meaning:  "A number, site or die has a property, such as Even or Visited.", Impl: isInteger.At("isIntegerType")},
	{Text: "(is In [int | {int}] (sites | ints))", Result: "boolean",
		Concepts: []string{"Contains"}, Meaning: "Sites are in a region, or numbers in an array.", Impl: isIn},
	{Text: "(is isSiteType [siteType] int)", Result: "boolean",
		Concepts: []string{"IsEmpty if Empty"}, Meaning: "A site is empty, or occupied.", Impl: isSite.At("isSiteType")},
	{Text: "(is Path siteType [from:int] ((player) | roleType) length:range [closed:bool])",
		Result: "boolean", Concepts: []string{"skip siteType"},
		Meaning: "The edges or pieces of a player form a path or cycle of some length.", Impl: isPath},
	{Text: "(is Loop [siteType] [surround:roleType | {roleType}] [direction] [int] [int | sites] [path:bool!])",
		Lower: lower.BoolRule(lowerIsLoop), Result: "boolean",
		Concepts: []string{"Loop", "AdjacentDirection unless direction"},
		Meaning:  "Pieces or the paths of tiles form a loop.", Impl: game.BoolRule(isLoop)},
	{Text: "(is Line [siteType] int [absoluteDirection] [through:int | throughAny:sites] [roleType | what:int | whats:{int}] [exact:bool] [contiguous:bool] [if:bool] [byLevel:bool] [top:bool] [throughHowMuch:int] [isVisible:bool] [useOpposites:bool])", Lower: lower.BoolRule(lowerIsLine), Result: "boolean",
		Concepts: []string{"Line", "AdjacentDirection unless absoluteDirection", "skip contiguous:", "skip siteType"},
		Meaning:  "Pieces form a line of some length.", Impl: game.BoolRule(isLine)},
	{Text: "(is RegularGraph ((player) | roleType) [k:int | odd:bool | even:bool])", Result: "boolean",
		Meaning: "Equally many selected edges meet at every vertex.", Impl: isRegular},
	{Text: "(is isTreeType ((player) | roleType))", Result: "boolean",
		Meaning: "The selected edges form a tree of some kind.", Impl: isTree},
	{Text: "(is Pattern {stepType} [siteType] [from:int] [what:int | whats:{int}])", Result: "boolean",
		Concepts: []string{"Pattern"}, Meaning: "Pieces form a pattern given as a walk.",
		Impl: rule.Pattern{}.Meets()},
	{Text: "(is Repeat [repetitionType])", Result: "boolean", Concepts: []string{"PositionalSuperko"},
		Meaning: "The position has occurred before.", Impl: isRepeat.At("repetitionType")},
	{Text: "(is Hidden [hiddenData] [siteType] at:int [level:int] (to:(player) | to:roleType))", Result: "boolean",
		Concepts: []string{"HiddenInformation", "InvisiblePiece unless hiddenData", "HidePieceType if What",
			"HidePieceOwner if Who", "HidePieceCount if Count", "HidePieceValue if Value", "HidePieceRotation if Rotation",
			"HidePieceState if State"}, Meaning: "Data of a site are hidden from a player.", Impl: isHidden},
	{Text: "(is isAngleType [siteType] at:int bool bool)", Result: "boolean",
		Meaning: "Two sites that meet conditions form an angle of some kind.", Impl: game.BoolRule(isAngle),
		Lower: lower.BoolRule(lowerIsAngle)},
	{Text: "(is isGraphType siteType)", Result: "boolean",
		Meaning: "The last move came from or went to an element of a type.", Impl: isGraph},
	{Text: "(is isStringType string)", Result: "boolean",
		Concepts: []string{"skip *"}, Meaning: "Something is proposed, or was decided by a vote.",
		Impl: isString},
	{Text: "(is Crossing int int)", Result: "boolean", Meaning: "Two edges cross.",
		Impl: isCrossing},
	{Text: "(is isPlayerType (int | roleType))", Result: "boolean",
		Concepts: []string{"IsEnemy if Enemy", "IsFriend if Friend"},
		Meaning:  "A player has a role, such as Mover or Enemy, at the moment.", Impl: isPlayer.At("isPlayerType")},
	{Text: "(is Triggered string (int | roleType))", Result: "boolean", Marks: concept.Rule(triggeredConcepts),
		Meaning: "An event was triggered for a player.", Impl: isTriggered},
	{Text: "(is isSimpleType)", Result: "boolean",
		Meaning: "The play is in a cycle, something is pending, or the board is full.", Impl: isSimple.At("isSimpleType")},
	{Text: "(is Solved)", Result: "boolean", Concepts: []string{"DeductionPuzzle", "CopyContext", "SolvedEnd"},
		Meaning: "The deduction puzzle is solved.", Impl: rule.Holds((*game.Context).Solved, (*lower.Lowerer).Solved)},
	{Text: "(is isPuzzleRegionResultType [siteType] [sites] [of:int] [string] int)",
		Result: "boolean", Concepts: []string{"DeductionPuzzle", "skip siteType"},
		Meaning: "In a deduction puzzle: the count or sum of values in a region can still come out.", Impl: puzzleResult},
	{Text: "(is Unique [siteType])", Result: "boolean", Concepts: []string{"DeductionPuzzle", "skip siteType"},
		Meaning: "In a deduction puzzle: no two regions have the same values.", Impl: puzzleUnique},
}

var isSite = rule.Bools{
	"Occupied": rule.TestSite("int", func(c *game.Context, st board.SiteType, s int) bool {
		return s >= 0 && c.S.What(st, s) != 0
	}, func(k *lower.Lowerer, st board.SiteType, s *ir.Expr) *ir.Expr {
		return ir.Calc(ir.Ne, k.On(st, s, 0, k.WhatAt), ir.Num(0))
	}),
	"Empty": rule.TestSite("int", func(c *game.Context, st board.SiteType, s int) bool {
		return s >= 0 && (s < c.G.Topo.Num(st) || c.G.ContainerAt(s) != 0) && c.S.IsEmpty(st, s)
	}, func(k *lower.Lowerer, st board.SiteType, s *ir.Expr) *ir.Expr {
		return ir.All(k.ExistsOn(st, s), k.On(st, s, 1, k.IsEmpty))
	}),
}

// isIn is whether all of some numbers, by default (to), are in an array or a region, which is found anew for each of
// them.
var isIn = rule.Bool{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Bool {
	a := clause.IsIn(e)
	numbers := k.IntList(a.Int(), a.Ints1())
	if a.Int() == nil && a.Ints1() == nil {
		numbers = []game.Int{rule.To.Impl(k, e)}
	}
	var in func(c *game.Context, n int) bool
	if a.Ints2() != nil {
		list := k.Ints(a.Ints2())
		in = func(c *game.Context, n int) bool {
			v := list.Eval(c, c.TakeInts())
			is := slices.Contains(v, int32(n))
			c.GiveInts(v)
			return is
		}
	} else {
		region := k.Region(a.Sites())
		if in = region.Contains; region.Static != nil {
			in = func(_ *game.Context, n int) bool { return n >= 0 && region.Static.Has(n) }
		}
	}
	if len(numbers) == 1 {
		one := numbers[0]
		return game.BoolFn(func(c *game.Context) bool { return in(c, one.Get(c)) })
	}
	return game.BoolFn(func(c *game.Context) bool {
		for i := range numbers {
			if !in(c, numbers[i].Get(c)) {
				return false
			}
		}
		return true
	})
}, Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	a := clause.IsIn(e)
	in := func(n *ir.Expr) *ir.Expr { return k.InInts(a.Ints2(), n) }
	if a.Ints2() == nil {
		region := k.AskedRegion(a.Sites())
		in = func(n *ir.Expr) *ir.Expr { return ir.Has(k.P.Words, region, n) }
	}
	numbers := k.Temps("want", a.Ints1())
	if a.Ints1() == nil {
		numbers = append(numbers, k.Iterator(e, k.IntElse(a.Int(), k.Env.To)))
	}
	all := ir.Num(1)
	for _, n := range numbers {
		all = ir.All(all, in(n))
	}
	return all
}}

var who = rule.Arg("int", "roleType")

// isPlayer are the roles that a player may have.
var isPlayer = rule.Bools{
	"Mover": rule.Is(who, rule.Mover),
	"Next":  rule.Is(who, rule.Number(layout.Next)),
	"Prev":  rule.Is(who, rule.Number(layout.Prev)),
	"Active": rule.Test(who, func(c *game.Context, p int) bool { return p <= c.G.Players && c.S.IsActive(p) },
		func(k *lower.Lowerer, p *ir.Expr) *ir.Expr {
			return ir.All(ir.Calc(ir.Lt, ir.Num(0), p), ir.Calc(ir.Le, p, ir.Num(k.G.Players)),
				bit(k.Fields.Get(layout.Active), p))
		}),
	"Friend": rule.Test(who, friend, (*lower.Lowerer).IsFriend),
	"Enemy": rule.Test(who, func(c *game.Context, p int) bool { return p != 0 && !friend(c, p) },
		(*lower.Lowerer).IsEnemy),
}

// bit is bit number i of a number.
func bit(n, i *ir.Expr) *ir.Expr { return ir.Calc(ir.And, ir.Calc(ir.Shr, n, i), ir.Num(1)) }

// friend reports whether p is the mover or, in games of teams, one of his team.
func friend(c *game.Context, p int) bool { return c.Seats().Friend(p) }

var isSimple = rule.Bools{
	"Pending": rule.Holds(func(c *game.Context) bool { return len(c.S.Pending) > 0 },
		func(k *lower.Lowerer, _ *lgdl.Expr) *ir.Expr { return ir.Calc(ir.SetAny, k.Pending()) }),
	"Full": rule.Holds(func(c *game.Context) bool {
		s := c.S.EmptySet(c.G.DefaultType).Next(0)
		return s < 0 || s >= c.G.Topo.NumSites()
	}, func(k *lower.Lowerer, _ *lgdl.Expr) *ir.Expr { return ir.Calc(ir.Not, ir.Calc(ir.SetAny, k.Empty())) }),
	"Cycle": rule.Holds(inCycle,
		func(k *lower.Lowerer, _ *lgdl.Expr) *ir.Expr { return k.InCycle() }).Needs(game.CycleDetection),
}

// inCycle reports whether the last n² recorded positions are the n² before them
// and the n² before those.
func inCycle(c *game.Context) bool {
	h := c.T.GameHashes
	n := c.G.Players * c.G.Players
	if len(h) < 3*n {
		return false
	}
	h = h[len(h)-3*n:]
	return slices.Equal(h[:n], h[n:2*n]) && slices.Equal(h[n:2*n], h[2*n:])
}

var (
	positional = repeated(game.RepeatPositionalInGame, inPlay, (*game.Context).PositionHash)
	isRepeat   = rule.Bools{"": positional, "Positional": positional,
		"Situational":       repeated(game.RepeatSituationalInGame, inPlay, (*game.Context).FullHash),
		"PositionalInTurn":  repeated(game.RepeatPositionalInTurn, inTurn, (*game.Context).PositionHash),
		"SituationalInTurn": repeated(game.RepeatSituationalInTurn, inTurn, (*game.Context).FullHash),
	}
)

func inPlay(c *game.Context) []uint64 { return c.T.GameHashes }
func inTurn(c *game.Context) []uint64 { return c.T.TurnHashes }

// repeated reports whether the position has occurred before, in the play or in the turn: code remembers positions of
// one of the two kinds, so there is nothing to choose.
func repeated(f game.Flag, before func(c *game.Context) []uint64, now func(c *game.Context) uint64) rule.Bool {
	return rule.Holds(func(c *game.Context) bool { return slices.Contains(before(c), now(c)) },
		func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr { return k.IsRepeat(e) }).Needs(f)
}

var isInteger = rule.Bools{
	"Odd":  parity(1),
	"Even": parity(0),
	"Visited": property(needed, func(c *game.Context, e *lgdl.Expr, s int) bool {
		if s < 0 {
			game.Fault(e, "there is no site %d", s)
		}
		return c.S.Visited.Has(s)
	}, (*lower.Lowerer).IsVisited).Needs(game.Visited),
	"AnyDie": rule.Of(func(e *lgdl.Expr) rule.Bool {
		if e.Named("int") == nil {
			return rule.Bool{Impl: func(*game.Compiler, *lgdl.Expr) game.Bool { return game.BoolOf(false) }, Lower: unknown}
		}
		return rule.Test(needed, func(c *game.Context, n int) bool { return slices.Contains(c.S.DiceValue, int32(n)) },
			(*lower.Lowerer).AnyDie)
	}, "int").Needs(game.Stochastic),
	"SidesMatch": property(rule.ArgElse("int", rule.LastTo),
		func(c *game.Context, _ *lgdl.Expr, s int) bool { return sidesMatch(c, s) }, (*lower.Lowerer).SidesMatch),
	"PipsMatch": property(rule.ArgElse("int", rule.LastTo), pipsMatch, (*lower.Lowerer).PipsMatch),
	"Flat":      property(rule.ArgElse("int", rule.To), isFlat, lowerFlat),
}

// needed is a number without which a question makes no sense.
var needed = rule.Int{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Int {
	if e.Named("int") == nil {
		k.Fail(e, "(is %s …) needs an int", e.Selector())
	}
	return k.Int(e.Named("int"))
}, Lower: rule.Arg("int").Lower, Args: []string{"int"}}

// property is a condition on a number, by a clause that may be at fault.
func property(n rule.Int, holds func(c *game.Context, e *lgdl.Expr, n int) bool,
	code func(k *lower.Lowerer, n *ir.Expr) *ir.Expr) rule.Bool {
	r := rule.Bool{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Bool {
		n := n.Impl(k, e)
		return game.BoolFn(func(c *game.Context) bool { return holds(c, e, n.Get(c)) })
	}, Lower: unknown, Args: n.Args}
	if code != nil {
		r.Lower = func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr { return code(k, k.Temp("n", n.Lower(k, e))) }
	}
	return r
}

func parity(odd int) rule.Bool {
	return rule.Bool{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Bool {
		n := needed.Impl(k, e)
		if n.Const {
			return game.BoolOf(n.V&1 == odd)
		}
		return game.BoolFn(func(c *game.Context) bool { return n.F(c)&1 == odd })
	}, Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
		is := ir.Calc(ir.And, needed.Lower(k, e), ir.Num(1))
		if odd == 0 {
			is = ir.Calc(ir.Not, is)
		}
		return is
	}, Args: needed.Args}
}

// isFlat reports whether a vertex is on the ground or on pieces only.
func isFlat(c *game.Context, e *lgdl.Expr, s int) bool {
	if !c.G.OnBoard(board.Vertex, s) {
		game.Fault(e, "there is no vertex %d", s)
	}
	topo := c.G.Topo
	if topo.Layer(board.Vertex, int32(s)) == 0 {
		return true
	}
	for _, t := range topo.Steps(board.Vertex, int32(s), board.Downward) {
		if c.S.What(board.Vertex, int(t)) == 0 {
			return false
		}
	}
	return true
}

// isTriggered ignores the name of the event: there is one flag for each player who is in the game.
var isTriggered = rule.Test(rule.Arg("int", "roleType"), func(c *game.Context, p int) bool {
	return c.S.IsActive(p) && c.S.Triggered&(1<<p) != 0
}, func(k *lower.Lowerer, p *ir.Expr) *ir.Expr {
	both := ir.Calc(ir.And, k.Fields.Get(layout.Triggered), k.Fields.Get(layout.Active))
	return ir.All(ir.Calc(ir.Lt, ir.Num(0), p), ir.Calc(ir.Lt, p, ir.Num(32)), bit(both, p))
})

var isString = rule.Bools{
	"Proposed": ofVote(func(c *game.Context, name int32) bool { return slices.Contains(c.S.Propositions, name) },
		(*lower.Lowerer).Proposed),
	"Decided": ofVote(func(c *game.Context, name int32) bool { return c.S.Decision == int(name) },
		(*lower.Lowerer).Decided),
}.At("isStringType").Needs(game.Vote)

// ofVote is a condition on the name of a proposal.
func ofVote(holds func(c *game.Context, name int32) bool,
	code func(k *lower.Lowerer, name *lgdl.Expr) *ir.Expr) rule.Bool {
	return rule.Bool{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Bool {
		name := k.Name(e.Named("string").Text)
		return game.BoolFn(func(c *game.Context) bool { return holds(c, name) })
	}, Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr { return code(k, e.Named("string")) },
		Args: []string{"string"}}
}

var isGraph = rule.Bools{
	"LastFrom": ofType(func(m *game.Entry) int8 { return m.FromType }, true),
	"LastTo":   ofType(func(m *game.Entry) int8 { return m.ToType }, false),
}.At("isGraphType")

// ofType is the condition that the last move came from a site of a type, or went to one.
func ofType(of func(m *game.Entry) int8, from bool) rule.Bool {
	return rule.Bool{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Bool {
		st := game.SiteType(k.SiteTypeOr(e.Named("siteType")))
		return game.BoolFn(func(c *game.Context) bool { return c.T.Last() != nil && of(c.T.Last()) == st })
	}, Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
		return ir.Calc(ir.Eq, k.LastType(from), ir.Num(int(k.TypeOf(e.Named("siteType")))))
	}, Args: []string{"siteType"}}
}

var isCrossing = rule.Test(rule.Tabled(rule.Arg("int1"), rule.Arg("int2"), "",
	func(k *game.Compiler, _ *lgdl.Expr) rule.Table {
		t := k.G.Topo
		n := t.Num(board.Edge)
		return rule.Table{N: n, M: n, Name: "crossing", Of: func(x, y int) int {
			if t.Crossing(int32(x), int32(y)) {
				return 1
			}
			return 0
		}}
	}), func(_ *game.Context, n int) bool { return n > 0 },
	func(_ *lower.Lowerer, n *ir.Expr) *ir.Expr { return ir.Calc(ir.Lt, ir.Num(0), n) },
).Needs(game.EdgeFlag | game.GraphFlag)

var isRelated = rule.Meets(rule.Arg("int1"), "sites", "int2", "site %d is not on the board",
	func(k *game.Compiler, e *lgdl.Expr) rule.Table {
		rel, _ := board.ParseRelation(clause.IsRelated(e).RelationType().Text)
		t, st := k.G.Topo, k.SiteTypeOr(clause.IsRelated(e).SiteType())
		return rule.Table{N: t.Num(st), M: t.Num(st), Name: "related", Of: func(a, b int) int {
			if areRelated(t, st, rel, int32(a), int32(b)) {
				return 1
			}
			return 0
		}}
	})

// areRelated reports whether s is related to t; an edge shares an end with itself.
func areRelated(topo *board.Topology, st board.SiteType, rel board.Relation, s, t int32) bool {
	switch st {
	case board.Cell:
		return slices.Contains(topo.Neighbours(st, rel, t), s)
	case board.Vertex:
		return slices.Contains(topo.Neighbours(st, rel, s), t)
	}
	if rel == board.RelDiagonal || rel == board.RelOff {
		return false
	}
	ends := topo.Incident(board.Edge, t, board.Vertex)
	return slices.ContainsFunc(topo.Incident(board.Edge, s, board.Vertex),
		func(v int32) bool { return slices.Contains(ends, v) })
}

// isHidden is whether data of a site are hidden from a player.
var isHidden = rule.Bool{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Bool {
	a := clause.IsHidden(e)
	k.Require(game.HiddenInfo)
	data := game.HiddenKind(a.HiddenData())
	st := k.SiteTypeOr(a.SiteType())
	at := k.Int(a.At())
	level := k.IntOr(a.Level(), 0)
	to := k.Player(a.ToPlayer(), a.ToRoleType())
	return game.BoolFn(func(c *game.Context) bool {
		s := at.Get(c)
		if s < 0 {
			return false
		}
		p := to.Get(c)
		if p < 1 || p > c.G.Players {
			game.Fault(e, "nothing is hidden from player %d", p)
		}
		return c.S.HiddenBit(data, p, st, s, level.Get(c))
	})
}, Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	a := clause.IsHidden(e)
	k.SiteType(a.SiteType())
	player := a.ToRoleType()
	if player == nil {
		player = clause.PlayerInt(a.ToPlayer()).Int()
	}
	p := k.Temp("p", k.Int(player))
	if lo, hi := p.Range(); lo < 1 || int(hi) > k.G.Players {
		k.No(e, "a player who is not known before")
	}
	return ir.Has(k.P.Words, k.Hidden(e, game.HiddenKind(a.HiddenData()), p), k.Int(a.At()))
}}
