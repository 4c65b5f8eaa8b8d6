package regions

import (
	"slices"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/position"
	"github.com/astragal/astragal/engine/internal/rule"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// around is a compiled (sites Around …).
type around struct {
	e        *lgdl.Expr
	st       board.SiteType
	at       game.Int    // the origin, or
	region   game.Region // the origins
	kind     string      // of what must stand there, empty for any
	distance game.Int
	dir      board.Direction
	cond     game.Bool
	self     game.Bool
}

func sitesAround(k *game.Compiler, e *lgdl.Expr) game.Region {
	args := clause.SitesAround(e)
	a := &around{e: e, st: k.SiteTypeOr(args.SiteType()), distance: k.IntOr(args.Distance(), 1), dir: game.DirectionOf(args.AbsoluteDirection()),
		cond: k.Cond(args.If()), self: k.BoolOr(args.IncludeSelf(), false)}
	constant := a.distance.Const && (!a.cond.Given() || a.cond.Const) && a.self.Const
	if args.Int() != nil {
		a.at = k.Int(args.Int())
		constant = constant && a.at.Const
	} else {
		a.region = k.Region(args.Sites())
		constant = constant && (a.region.Static != nil || a.region.Constant)
	}
	if t := args.RegionTypeDynamic(); t != nil {
		a.kind = t.Text
		// Evaluated every time, although it counts as constant.
		return game.Region{Eval: a.eval, Constant: constant}
	}
	if constant && a.region.Given() {
		return freeze(k, []game.Region{a.region}, a.eval)
	}
	return fold(k, constant, a.eval)
}

// accepts reports whether a component, 0 for none, is of the kind that is asked for.
func (a *around) accepts(c *game.Context, what int) bool {
	if a.kind == "" || a.kind == "Empty" {
		return a.kind == "" || what == 0
	}
	return what != 0 && ofKind(c.G, c.Seats(), a.kind, c.G.Components[what].Owner)
}

func (a *around) eval(c *game.Context, out game.Set) {
	origins := c.TakeInts()
	if a.region.Given() {
		origins = a.region.Sites(c, origins)
	} else if s := a.at.Get(c); s >= 0 {
		origins = append(origins, int32(s))
	}
	n := c.G.Topo.Num(a.st)
	distance := a.distance.Get(c)
	from, to := c.From, c.To
	for _, o := range origins {
		if int(o) >= n || distance < 0 {
			continue
		}
		for _, r := range c.G.Topo.Radials(a.st, o, a.dir) {
			if distance >= len(r.Path) {
				continue
			}
			x := int(r.Path[distance])
			if a.cond.Given() {
				c.From, c.To = int(o), x
				if !a.cond.Get(c) {
					continue
				}
			}
			if a.accepts(c, c.S.What(a.st, x)) {
				out.Add(x)
			}
		}
	}
	c.From, c.To = from, to
	self := len(origins) > 0 && a.self.Get(c)
	for _, o := range origins {
		switch {
		case self:
			put(a.e, out, int(o))
		case int(o) < 64*len(out):
			out.Remove(int(o))
		}
	}
	c.GiveInts(origins)
}

// ofKind reports whether pieces of an owner are of a kind as who moves sees them.
func ofKind(g *game.Game, s game.Seats, kind string, owner int) bool {
	own := owner == s.Mover || owner == g.Shared()
	switch kind {
	case "NotEmpty":
		return true
	case "NotOwn":
		return !own
	case "Enemy":
		return s.Enemy(owner)
	case "NotEnemy": // with teams, oddly, it is the enemies and what is shared
		if s.Teams != nil {
			return s.Enemy(owner) || owner == g.Shared()
		}
	}
	return own
}

// allTheWay is the default distance of (sites Direction …).
const allTheWay = 1000

// sitesDirection are the sites along the radials from one or more sites.
func sitesDirection(k *game.Compiler, e *lgdl.Expr) game.Region {
	a := clause.SitesDirection(e)
	var at game.Int
	var region game.Region
	if a.FromInt() != nil {
		at = k.Int(a.FromInt())
	} else {
		region = k.Region(a.FromSites())
	}
	dirs := k.Directions(a.Direction(), "Adjacent")
	included, stop, stopIncluded := k.BoolOr(a.Included(), false), k.Cond(a.Stop()), k.BoolOr(a.StopIncluded(), false)
	distance, st := k.IntOr(a.Distance(), allTheWay), k.SiteTypeOr(a.SiteType())
	eval := func(c *game.Context, out game.Set) {
		origins := c.TakeInts()
		if region.Given() {
			origins = region.Sites(c, origins)
		} else if s := at.Get(c); s >= 0 {
			origins = append(origins, int32(s))
		}
		list := c.TakeDirs()
		far := distance.Get(c)
		for _, o := range origins {
			if included.Get(c) {
				put(e, out, int(o))
			}
			if !c.G.OnBoard(st, int(o)) {
				game.Fault(e, "site %d is not on the board", o)
			}
			list = dirs.Eval(c, st, int(o), list[:0])
			to := c.To
			for _, d := range list {
				for _, r := range c.G.Topo.Radials(st, o, d) {
					for i := 1; i < len(r.Path) && i <= far; i++ {
						c.To = int(r.Path[i])
						if stop.Given() && stop.Get(c) {
							if stopIncluded.Get(c) {
								out.Add(int(r.Path[i]))
							}
							break
						}
						out.Add(int(r.Path[i]))
					}
				}
			}
			c.To = to
		}
		c.GiveDirs(list)
		c.GiveInts(origins)
	}
	constant := lower.Absolute(a.Direction()) && included.Const && distance.Const && stopIncluded.Const &&
		(!stop.Given() || stop.Const)
	switch {
	case !constant:
		return game.RegionFn(eval)
	case region.Given():
		return freeze(k, []game.Region{region}, eval)
	}
	return fold(k, at.Const, eval)
}

// sitesBetween are the sites strictly between two sites of a line.
func sitesBetween(k *game.Compiler, e *lgdl.Expr) game.Region {
	args := clause.SitesBetween(e)
	dirs, st := k.Directions(args.Direction(), "Adjacent"), k.SiteTypeOr(args.SiteType())
	fromFn, toFn := k.Int(args.From()), k.Int(args.To())
	fromIn, toIn := k.BoolOr(args.FromIncluded(), false), k.BoolOr(args.ToIncluded(), false)
	cond := k.Cond(args.Cond())
	eval := func(c *game.Context, out game.Set) {
		a, b := fromFn.Get(c), toFn.Get(c)
		if !c.G.OnBoard(st, a) || !c.G.OnBoard(st, b) {
			return
		}
		from, to, between := c.From, c.To, c.Between
		c.From, c.To = a, b
		if fromIn.Get(c) {
			out.Add(a)
		}
		if toIn.Get(c) {
			out.Add(b)
		}
		list := dirs.Eval(c, st, a, c.TakeDirs())
	search:
		for _, d := range list {
			for _, r := range c.G.Topo.Radials(st, int32(a), d) {
				end := slices.Index(r.Path, int32(b))
				if end < 0 {
					continue
				}
				for i := end - 1; i > 0; i-- {
					c.Between = int(r.Path[i])
					if cond.Ok(c) {
						out.Add(int(r.Path[i]))
					}
				}
				break search
			}
		}
		c.GiveDirs(list)
		c.From, c.To, c.Between = from, to, between
	}
	constant := lower.Absolute(args.Direction()) && fromFn.Const && toFn.Const && fromIn.Const && toIn.Const &&
		(!cond.Given() || cond.Const)
	return fold(k, constant, eval)
}

// sitesLineOfSight are the first pieces seen from a site, or the empty sites
// before them, or the last of these.
var sitesLineOfSight = rule.Region{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Region {
	a := clause.SitesLineOfSight(e)
	if a.SiteType() != nil {
		k.SiteTypeOr(a.SiteType())
	}
	st := k.G.DefaultType
	what := a.LineOfSightType().Word("Piece")
	at, dirs := k.SiteOrLast(a.At()), k.Directions(a.Direction(), "Adjacent")
	return game.RegionFn(func(c *game.Context, out game.Set) {
		o := at.Get(c)
		if o < 0 || c.G.ContainerAt(o) != 0 || !c.G.OnBoard(st, o) {
			return
		}
		list := dirs.Eval(c, st, o, c.TakeDirs())
		for _, d := range list {
			for _, r := range c.G.Topo.Radials(st, int32(o), d) {
				i := 1
				for i < len(r.Path) && c.S.What(st, int(r.Path[i])) == 0 {
					i++
				}
				switch what {
				case "Empty":
					for _, s := range r.Path[1:i] {
						out.Add(int(s))
					}
				case "Farthest":
					if i > 1 {
						out.Add(int(r.Path[i-1]))
					}
				default:
					if i < len(r.Path) {
						out.Add(int(r.Path[i]))
					}
				}
			}
		}
		c.GiveDirs(list)
	})
}, Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	a := clause.SitesLineOfSight(e)
	kind := map[string]position.Seen{"Piece": position.SeenPiece, "Empty": position.SeenEmpty,
		"Farthest": position.SeenFarthest}[a.LineOfSightType().Word("Piece")]
	set := k.NewSet()
	origins(k, a.At(), nil, func(o *ir.Expr) {
		k.If(k.OnBoard(o), func() {
			by, lines, row := k.Lines(k.G.DefaultType, a.Direction(), "Adjacent", o)
			k.Store(set, ir.Calc(ir.SetOr, ir.SetAt(set, ir.Num(0)), k.Sight(kind, by, lines, row)))
		})
	})
	return ir.SetAt(set, ir.Num(0))
}}
