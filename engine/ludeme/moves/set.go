package moves

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/rule"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// Effects that set one thing of the state. Values are evaluated with the effect,
// before any effect of the same list is applied.
var setRows = []lgdl.Form{
	{Text: "(set Var [string] [int] [(then)])", Result: "moves:effect", Concepts: []string{"Variable", "SetVar"},
		Meaning: "A variable gets a value.", Impl: rule.By("string", map[string]rule.Moves{
			"":  rule.Effect{Kind: game.ActSetTemp, Of: newValue, Needs: game.Variables}.Moves(),
			"…": rule.Effect{Kind: game.ActSetVar, Of: newValue, Needs: game.Variables, Name: variable}.Moves()})},
	{Text: "(set Pending [int | sites] [(then)])", Result: "moves:effect", Concepts: []string{"SetPending"},
		Meaning: "Values or sites are pending for the next move.", Impl: pending},
	{Text: "(set setValueType [int] [(then)])", Result: "moves:effect",
		Concepts: []string{"InternalCounter if Counter", "SetInternalCounter if Counter"},
		Meaning:  "The counter or the pot gets a value.", Impl: rule.By("setValueType", map[string]rule.Moves{
			"Counter": rule.Effect{Kind: game.ActSetCounter, Of: newValue, Alone: true}.Moves(),
			"Pot":     rule.Effect{Kind: game.ActSetPot, Of: newValue, Alone: true}.Moves()})},
	{Text: "(set setSiteType [siteType] at:int [level:int] int [(then)])", Result: "moves:effect",
		Concepts: []string{"PieceCount if Count", "SetCount if Count", "SiteState if State",
			"SetSiteState if State", "PieceValue if Value", "SetValue if Value"},
		Meaning: "The count, state or value of a site is set.", Impl: rule.By("setSiteType", map[string]rule.Moves{
			"Count": setNumber(game.ActSetCount, 0), "State": setNumber(game.ActSetState, game.SiteState),
			"Value": setNumber(game.ActSetValue, game.PieceValue)})},
	{Text: "(set Team int {roleType} [(then)])", Lower: lower.MovesRule(lowerSetTeam), Result: "moves:effect", Concepts: []string{"Team", "Coalition"},
		Meaning: "Players form a team.", Impl: game.MovesRule(compileSetTeam)},
	{Text: "(set Hidden [hiddenData | {hiddenData}] [siteType] (at:int | sites) [level:int] [bool] (to:(player) | to:roleType) [(then)])", Lower: lower.MovesRule(lowerSetHidden), Result: "moves:effect",
		Concepts: []string{"HiddenInformation", "InvisiblePiece unless hiddenData|{hiddenData}", "HidePieceType if What",
			"HidePieceOwner if Who", "HidePieceCount if Count", "HidePieceValue if Value", "HidePieceRotation if Rotation",
			"HidePieceState if State", "SetInvisible unless hiddenData|{hiddenData}", "SetHiddenWhat if What",
			"SetHiddenWho if Who", "SetHiddenCount if Count", "SetHiddenValue if Value", "SetHiddenRotation if Rotation",
			"SetHiddenState if State"}, Meaning: "Data of sites are hidden from players, or shown to them.",
		Impl: game.MovesRule(compileSetHidden)},
	{Text: "(set TrumpSuit (int | (difference:ints)) [(then)])", Result: "moves:effect",
		Concepts: []string{"SetTrumpSuit", "Card"}, Meaning: "A suit becomes trumps.", Impl: setTrumpSuit},
	{Text: "(set setPlayerType ((player) | roleType) int [(then)])", Result: "moves:effect",
		Concepts: []string{"PlayerValue if Value", "Scoring if Score"}, Meaning: "The score or value of a player is set.",
		Impl: rule.By("setPlayerType", map[string]rule.Moves{
			"Score": rule.Effect{Kind: game.ActSetScore, Of: rule.OfPlayers("int", "player", "roleType"),
				Needs: game.Score | game.HashScores}.Moves(),
			"Value": rule.Effect{Kind: game.ActSetValueOfPlayer, Of: rule.Pair(rule.Player, rule.Arg("int")).From(0),
				Mine: true}.Moves()})},
	{Text: "(set Rotation [(to)] [{int} | int] [previous:bool] [next:bool] [(then)])", Result: "moves:effect",
		Concepts: []string{"SetRotation", "PieceRotation"}, Meaning: "A piece is turned.",
		Impl: turns},
	{Text: "(set NextPlayer ((player) | ints) [(then)])", Result: "moves:effect",
		Concepts: []string{"SetNextPlayerEffect"}, Meaning: "Somebody moves next.", Impl: setNextPlayer},
}

// newValue is the number that something is set to, nothing where it is left out.
var newValue = rule.Numbered(rule.ArgOr("int", game.Off))

func variable(k *game.Compiler, e *lgdl.Expr) int32 { return k.Var(e.Named("string").Text) }

var setNextPlayer = rule.Effect{Kind: game.ActSetNextPlayer, Of: rule.Listed(true, "player", "ints").From(1),
	Mine: true, Alone: true}.Moves()

var setTrumpSuit = rule.Effect{Kind: game.ActSetTrumpSuit, Of: rule.Listed(false, "int", "difference"),
	Needs: game.NotAllPass, Mine: true}.Moves()

// pending is a value, or the sites of a region, which are one move.
var pending = rule.Effect{Kind: game.ActSetPending, Of: rule.SitesOr("sites", newValue), Needs: game.PendingValues,
	Alone: true, Joint: true}.Moves()

// setNumber sets the number, the state or the value of what stands on a site: a state only where there is the site, a
// number whatever the level.
func setNumber(kind game.Kind, needs game.Flag) rule.Moves {
	x := rule.Effect{Kind: kind, Needs: needs, Type: rule.SiteType}
	if kind != game.ActSetCount {
		x.Level = rule.ArgOr("level", game.Off)
	}
	x.Of = rule.Pair(rule.Arg("at"), rule.Arg("int")).Where(func(k *game.Compiler,
		e *lgdl.Expr) func(c *game.Context, s, v int) bool {
		st := k.SiteTypeOr(rule.SiteType(e))
		k.IntOr(e.Named("level"), game.Off)
		return func(c *game.Context, s, v int) bool {
			if kind == game.ActSetCount && s < 0 {
				game.Fault(e, "set Count: there is no site %d", s)
			}
			return kind == game.ActSetCount ||
				v >= 0 && (kind != game.ActSetState || s >= 0 && c.G.ContainerAt(s) != 0 || c.G.OnBoard(st, s))
		}
	}, func(k *lower.Lowerer, e *lgdl.Expr, s, v *ir.Expr) *ir.Expr {
		there := ir.Num(1)
		if kind != game.ActSetValue {
			there = k.ExistsOn(k.TypeOf(rule.SiteType(e)), s)
		}
		if kind == game.ActSetCount { // by the rules it is a move that does nothing
			k.SpoilIf(ir.Calc(ir.Not, there))
		}
		return ir.All(there, ir.Any(ir.Truth(kind == game.ActSetCount), ir.Calc(ir.Le, ir.Num(0), v)))
	})
	return x.Moves()
}

func compileSetTeam(k *game.Compiler, e *lgdl.Expr) *game.Gen {
	args := clause.SetTeamIntRoleTypes(e)
	k.Require(game.Team)
	team := k.Int(args.Int())
	var roles []game.Int
	for _, x := range args.RoleTypes().Items {
		roles = append(roles, k.Role(x.Text))
	}
	return siteless(k, args.Then(), func(c *game.Context, out *game.MoveList) {
		t := team.Get(c)
		m := c.Bare(nil)
		for _, role := range roles {
			p := role.Get(c)
			if p < 1 || p > c.G.Players {
				continue
			}
			a := game.Player(game.ActAddPlayerToTeam, p, t)
			if c.Items(m) == 0 {
				m = c.One(a)
				m.Mover = int32(c.S.Mover)
			} else {
				c.Extend(&m, a)
			}
		}
		out.Add(m)
	})
}

func compileSetHidden(k *game.Compiler, e *lgdl.Expr) *game.Gen {
	k.Require(game.HiddenInfo)
	a := clause.SetHiddenAtSites(e)
	data := game.HiddenKinds(a.HiddenData(), a.HiddenDatas())
	st := k.SiteTypeOr(a.SiteType())
	sites := compilePlaces(k, a.At(), a.Sites())
	level, value := k.IntOr(a.Level(), 0), k.BoolOr(a.Bool(), true)
	players := k.PlayersOf(a.ToPlayer(), a.ToRoleType())
	return k.Followed(func(c *game.Context, out *game.MoveList) {
		where, who := sites.append(c, c.TakeInts()), players(c, c.TakeInts())
		l, v := level.Get(c), value.Get(c)
		m := c.Bare(nil)
		for _, datum := range data {
			for _, s := range where {
				for _, p := range who {
					if p >= 1 && int(p) <= c.G.Players {
						c.Extend(&m, game.SetHidden(datum, game.SiteType(st), int(s), l, int(p), v))
					}
				}
			}
		}
		c.GiveInts(where)
		c.GiveInts(who)
		out.Add(m)
	}, a.Then())
}

// turned is the site of a piece that is turned, turnedOn its type.
var turned = rule.Of(func(e *lgdl.Expr) rule.Int {
	to := clause.AnySetRotation(e).To()
	switch {
	case to == nil || clause.To(to).Sites() != nil:
		return rule.From
	case clause.To(to).Int() != nil:
		return rule.The(clause.To(to).Int())
	}
	return rule.To
}, "to")

func turnedOn(e *lgdl.Expr) *lgdl.Expr {
	if to := clause.AnySetRotation(e).To(); to != nil {
		return clause.To(to).SiteType()
	}
	return nil
}

// turns are the rotations that are listed, then those before and after the present one unless they are switched off.
var turns = rule.Effect{Kind: game.ActSetRotation, Type: turnedOn, Needs: game.Rotation, Mine: true,
	Of: rule.At(turnedOn, turned, rule.Numbers{Impl: func(k *game.Compiler, e *lgdl.Expr) rule.NumbersOf {
		a := clause.AnySetRotation(e)
		st, at, rotations := k.SiteTypeOr(turnedOn(e)), turned.Impl(k, e), k.IntList(a.Ints(), a.Int())
		previous, next := k.BoolOr(a.Previous(), true), k.BoolOr(a.Next(), true)
		return func(c *game.Context, dst []int32) []int32 {
			for _, r := range rotations {
				dst = append(dst, int32(r.Get(c)))
			}
			last, now := lastRotation(c.G), c.S.RotationAt(st, at.Get(c), game.Off)
			if previous.Get(c) {
				if now == 0 {
					dst = append(dst, int32(last))
				} else {
					dst = append(dst, int32(now-1))
				}
			}
			if next.Get(c) {
				if now >= last {
					dst = append(dst, 0)
				} else {
					dst = append(dst, int32(now+1))
				}
			}
			return dst
		}
	}, Lower: func(k *lower.Lowerer, e *lgdl.Expr, each func(v *ir.Expr)) {
		a := clause.AnySetRotation(e)
		k.SiteType(turnedOn(e))
		for _, x := range lgdl.Flat(a.Ints(), a.Int()) {
			each(k.Int(x))
		}
		last, now := ir.Num(lastRotation(k.G)), k.DatumOn(layout.Rotation, k.Temp("site", turned.Lower(k, e)), nil)
		now = k.Temp("now", now)
		k.If(k.Cond(a.Previous()), func() {
			each(ir.Cond(ir.Calc(ir.Eq, now, ir.Num(0)), last, ir.Calc(ir.Sub, now, ir.Num(1))))
		})
		k.If(k.Cond(a.Next()), func() {
			each(ir.Cond(ir.Calc(ir.Le, last, now), ir.Num(0), ir.Calc(ir.Add, now, ir.Num(1))))
		})
	}, Args: []string{"ints", "int", "previous", "next"}})}.Moves()

// lastRotation is the highest rotation that pieces have.
func lastRotation(g *game.Game) int {
	return max(len(g.Topo.Supported(board.Cell, board.RelAll)), len(g.Topo.Supported(board.Vertex, board.RelAll))) - 1
}
