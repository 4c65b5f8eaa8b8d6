package moves

import (
	"strings"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/rule"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

var promoteRows = []lgdl.Form{
	{Text: "(promote [siteType] [int] (piece) [(player) | roleType] [(then)])",
		Result: "moves:effect", Concepts: []string{"PromotionEffect", "skip (player)", "skip roleType", "skip (piece)/{int}"},
		Meaning: "A piece is replaced by another one.", Impl: promote},
}

// promote is a move for each piece that what stands on a site may become.
var promote = rule.Effect{Kind: game.ActPromote, Type: rule.SiteType, Mine: true,
	Of: rule.At(rule.SiteType, rule.ArgElse("int", rule.To), rule.NumbersBy(promotions))}.Moves()

// promotions are the components that a (piece …) stands for. With an owner, a name means the owner's first component
// whose name contains it.
func promotions(e *lgdl.Expr) rule.Numbers {
	args := clause.AnyPromote(e)
	piece, owned := clause.PieceStringInt(args.Piece()), args.Player() != nil || args.RoleType() != nil
	if piece.Ints() != nil {
		return rule.Listing(piece.Ints())
	}
	if piece.Int() != nil {
		return promotion(piece.Int(), owned)
	}
	var names []rule.Int
	for _, x := range lgdl.Flat(piece.String(), piece.Strings()) {
		if owned {
			names = append(names, rule.ByPlayer(rule.Player, func(*lgdl.Expr) func(g *game.Game, p int) int {
				return func(g *game.Game, p int) int { return ownedLike(g, x.Text, p) }
			}))
			continue
		}
		names = append(names, rule.Piece(x, "promote to"))
	}
	return rule.Several(names...)
}

// promotion is one component by its number, or that of an owner like it.
func promotion(number *lgdl.Expr, owned bool) rule.Numbers {
	like := func(g *game.Game, what, owner int) int { return ownedLike(g, g.Components[what].Name, owner) }
	return rule.Numbers{Impl: func(k *game.Compiler, e *lgdl.Expr) rule.NumbersOf {
		n, owner := k.Int(number), game.Int{}
		if owned {
			owner = rule.Player.Impl(k, e)
		}
		return func(c *game.Context, dst []int32) []int32 {
			what := n.Get(c)
			if what < 1 || what >= len(c.G.Components) {
				return dst
			}
			if owned {
				what = like(c.G, what, owner.Get(c))
			}
			return append(dst, int32(what))
		}
	}, Lower: func(k *lower.Lowerer, e *lgdl.Expr, each func(v *ir.Expr)) {
		what := k.Temp("what", k.Int(number))
		k.If(ir.Calc(ir.Below, ir.Calc(ir.Sub, what, ir.Num(1)), ir.Num(len(k.G.Components)-1)), func() {
			if !owned {
				each(what)
				return
			}
			v, who := ir.Num(0), k.Temp("who", rule.Player.Lower(k, e))
			for p := range k.G.Shared() + 1 {
				of := make([]int64, len(k.G.Components))
				for c := range of {
					of[c] = int64(like(k.G, c, p))
				}
				v = ir.Cond(ir.Calc(ir.Eq, who, ir.Num(p)), ir.At(k.Table("like", ir.I16, of), what), v)
			}
			each(v)
		})
	}}
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
