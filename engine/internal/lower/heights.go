package lower

import (
	"strings"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// mostBounded is the bound up to which stacks that are known to stay below it have no more room than they need.
const mostBounded = 16

// boundedHeight is a height that no stack exceeds, or 0 where none is known: where nothing moves or adds pieces
// but one at a time, on sites whose stack is lower than a constant.
func (k *Lowerer) boundedHeight() int {
	if k.G.Mode == game.Simultaneous || k.G.Meta != (game.Meta{}) || k.G.RandomStart {
		return 0
	}
	bound := max(k.highest, 1)
	grows := k.AnyRule(func(e *lgdl.Expr) bool {
		if e.Kind != lgdl.Clause || !strings.HasPrefix(e.Form.Result, "moves") || e.Is("move", "Pass") || e.Is("or") ||
			e.Is("if") {
			return false
		}
		n := addsUpTo(e)
		bound = max(bound, n)
		return n == 0
	})
	if grows || bound > mostBounded {
		return 0
	}
	return bound
}

// addsUpTo is the height up to which a clause adds a piece to stacks, 0 where it is another clause or no such height is
// known.
func addsUpTo(e *lgdl.Expr) int {
	if !e.Is("move", "Add") {
		return 0
	}
	a := clause.AnyAdd(e)
	to := clause.To(a.To())
	if a.Count() != nil || to.Level() != nil || to.Apply() != nil || to.SiteType() != nil {
		return 0
	}
	if n := lowerThan(to.If(), "to"); n > 0 {
		return n
	}
	if r := to.Sites(); r.Is("forEach") && r.Form.Result == "sites" {
		return lowerThan(r.Arg("if"), "site")
	}
	return 0
}

// lowerThan is the constant that a condition demands the stack on the site of an iterator to be lower than, 0 for none.
func lowerThan(e *lgdl.Expr, site string) int {
	switch {
	case e.Is("and"):
		for part := range e.Parts() {
			for _, x := range lgdl.Flat(part) {
				if n := lowerThan(x, site); n > 0 {
					return n
				}
			}
		}
	case e.Is("<"):
		less := clause.Less(e)
		size, bound := less.Int1(), less.Int2()
		if bound.Kind != lgdl.Int || !size.Is("size", "Stack") {
			return 0
		}
		if s := clause.SizeStack(size); s.SiteType() == nil && s.At().Is(site) {
			return max(bound.Int, 0)
		}
	}
	return 0
}
