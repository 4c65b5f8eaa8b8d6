package moves

import (
	"strings"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/rule"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

var promoteRows = []lgdl.Form{
	{Text: "(promote [siteType] [int] (piece) [(player) | roleType] [(then)])",
		Result: "moves:effect", Concepts: []string{"PromotionEffect", "skip (player)", "skip roleType", "skip (piece)/{int}"},
		Meaning: "A piece is replaced by another one.", Impl: promote},
}

var promote = rule.Forms(compilePromote, lowerPromote)

// compilePromote compiles promote: one move for each piece it may become.
func compilePromote(k *game.Compiler, e *lgdl.Expr, decision bool) *game.Gen {
	a := clause.AnyPromote(e)
	st, at := k.SiteTypeOr(a.SiteType()), k.IntElse(a.Int(), game.IntFn(toVar))
	targets := promotions(k, a.Piece(), k.Player(a.Player(), a.RoleType()))
	g := k.Followed(func(c *game.Context, out *game.MoveList) {
		s := at.Get(c)
		if s < 0 {
			return
		}
		whats := targets(c, c.TakeInts())
		for _, what := range whats {
			out.Add(made(c, game.Promote(game.SiteType(st), s, game.Off, int(what)), decision))
		}
		c.GiveInts(whats)
	}, a.Then())
	g.CanMoveTo = func(c *game.Context, site int) bool { return at.Get(c) == site }
	return g
}

// promotions compiles the components that (piece …) stands for. With an owner,
// a name means the owner's first component whose name contains it.
func promotions(k *game.Compiler, e *lgdl.Expr, owner game.Int) func(c *game.Context, dst []int32) []int32 {
	switch number, list := clause.PieceStringInt(e).Int(), clause.PieceStringInt(e).Ints(); {
	case number != nil:
		n := k.Int(number)
		return func(c *game.Context, dst []int32) []int32 {
			what := n.Get(c)
			if what < 1 || what >= len(c.G.Components) {
				return dst
			}
			if owner.Given() {
				what = ownedLike(c.G, c.G.Components[what].Name, owner.Get(c))
			}
			return append(dst, int32(what))
		}
	case list != nil:
		return k.Ints(list).Eval
	}
	var one []func(c *game.Context) int
	for _, x := range piecesNamed(e) {
		if owner.Given() {
			like := k.Named(x.Text)
			one = append(one, func(c *game.Context) int { return max(like.Of(owner.Get(c)), 0) })
			continue
		}
		what := 0
		k.Later(func() {
			if what = k.G.ComponentNamed(x.Text); what < 0 {
				k.Fail(x, "there is no piece named %q to promote to", x.Text)
			}
		})
		one = append(one, func(*game.Context) int { return what })
	}
	return func(c *game.Context, dst []int32) []int32 {
		for _, f := range one {
			dst = append(dst, int32(f(c)))
		}
		return dst
	}
}

// piecesNamed returns the names in a (piece …).
func piecesNamed(e *lgdl.Expr) []*lgdl.Expr {
	return lgdl.Flat(clause.PieceStringInt(e).String(), clause.PieceStringInt(e).Strings())
}

// ownedLike is the first component of an owner whose name contains name, 0 if there is none.
func ownedLike(g *game.Game, name string, owner int) int {
	for _, k := range g.ComponentsOf(owner) {
		if strings.Contains(g.Components[k].Name, name) {
			return int(k)
		}
	}
	return 0
}
