package moves

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/write"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// rays are the lines from the site of the (from …) of an effect, in the directions that an argument says.
type rays struct {
	own       bool    // without a (from …) they are those from (from), else from the site of the last move
	arg, name string  // the argument, and the directions without it
	other     heading // instead of these, or of the argument if it has no name
	first     bool    // the first of them alone
}

// heading is how directions are told, by the rules and in code.
type heading struct {
	impl  func(k *game.Compiler, e *lgdl.Expr) game.Directions
	lower func(k *lower.Lowerer, e *lgdl.Expr, from *ir.Expr, f linesFrom)
}

// linesFrom is told the row of the numbers of lines, and their sites, without the first, by number.
type linesFrom = func(by, lines *write.Rows, row *ir.Expr)

// of is the heading of a clause.
func (r rays) of(e *lgdl.Expr) heading {
	if r.arg == "" || r.other.impl != nil && e.Named(r.arg) == nil {
		return r.other
	}
	return heading{func(k *game.Compiler, e *lgdl.Expr) game.Directions { return k.Directions(e.Named(r.arg), r.name) },
		func(k *lower.Lowerer, e *lgdl.Expr, from *ir.Expr, f linesFrom) {
			lines := k.Lines
			if r.first {
				lines = k.FirstLines
			}
			f(lines(k.G.DefaultType, e.Named(r.arg), r.name, from))
		}}
}

// lines are rays by the rules.
type lines struct {
	from  fromPart
	dirs  game.Directions
	first bool
}

func (r rays) compileRays(k *game.Compiler, e *lgdl.Expr) lines {
	from := (*game.Context).LastTo
	if r.own {
		from = fromVar
	}
	return lines{compileFrom(k, e.Named("from"), from), r.of(e).impl(k, e), r.first}
}

// each calls visit with each line, its first site aside, if the site is one of the board.
func (l *lines) each(c *game.Context, visit func(path []int32)) {
	st, site := l.from.Type, l.from.Loc.Get(c)
	if !c.G.OnBoard(st, site) {
		return
	}
	dirs := l.dirs.Eval(c, st, site, c.TakeDirs())
	if l.first {
		dirs = dirs[:min(1, len(dirs))]
	}
	for _, d := range dirs {
		radials := c.G.Topo.Radials(st, int32(site), d)
		for i := range radials {
			visit(radials[i].Path[1:])
		}
	}
	c.GiveDirs(dirs)
}

func (r rays) lowerRays(k *lower.Lowerer, e *lgdl.Expr, f func(from *ir.Expr, by, lines *write.Rows, row *ir.Expr)) {
	from := lowerOriginOf(k, e, r.own)
	k.If(k.OnBoard(from), func() {
		r.of(e).lower(k, e, from, func(by, lines *write.Rows, row *ir.Expr) { f(from, by, lines, row) })
	})
}

// lowerOriginOf is the site of the (from …) of an effect on lines, without one that of (from) or of the last move.
func lowerOriginOf(k *lower.Lowerer, e *lgdl.Expr, own bool) *ir.Expr {
	x := e.Named("from")
	switch {
	case x == nil && !own:
		return k.Temp("origin", k.Fields.Get(layout.LastTo))
	case x == nil:
		return k.Iterator(e, k.Env.From)
	}
	k.Only(x, "siteType", "int")
	k.SiteType(clause.From(x).SiteType())
	if at := clause.From(x).Int(); at != nil {
		return k.Temp("origin", k.Int(at))
	}
	return k.Iterator(x, k.Env.From)
}
