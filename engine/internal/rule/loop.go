package rule

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/lgdl"
)

// Loop goes through values, of which an iterator is one after the other: afterwards it is again what it was before.
type Loop struct {
	Impl  func(k *game.Compiler, e *lgdl.Expr) *Rounds
	lower func(k *lower.Lowerer, e *lgdl.Expr) func(body func(v *ir.Expr)) // nil for what is not lowered
	in    func(env *lower.Env) **ir.Expr                                   // the iterator; teams have their own
	args  []string
}

// Rounds are those of a loop by the rules: of the sites of a region, of numbers, of an interval, or of teams.
type Rounds struct {
	of      func(c *game.Context) *int // the iterator; teams have their own
	sites   game.Region
	arrive  bool     // (to) is there, too, and the rounds are numbered
	site    game.Int // the only one, unless it is negative
	values  game.Ints
	players bool // numbers that are no players are left out
	within  func(c *game.Context) (lo, hi int)
	levels  bool   // whose numbers, in descending order, may be below 0, and of which the last one stays
	groups  *Flood // of the mover's pieces
	track   func(c *game.Context) *board.Track
	dice    *dice
}

// OverSites has (site) at the sites of a region.
func OverSites(sites string) Loop {
	return Loop{func(k *game.Compiler, e *lgdl.Expr) *Rounds {
		return &Rounds{of: siteOf, sites: k.Region(e.Named(sites))}
	}, func(k *lower.Lowerer, e *lgdl.Expr) func(func(*ir.Expr)) {
		set := k.Region(e.Named(sites))
		return func(body func(v *ir.Expr)) { k.Each(set, body) }
	}, siteIn, []string{sites}}
}

// OverArrivals has (site) and (to) at the sites of a region.
func OverArrivals(sites string) Loop {
	return Loop{func(k *game.Compiler, e *lgdl.Expr) *Rounds {
		return &Rounds{of: siteOf, sites: k.Region(e.Named(sites)), arrive: true}
	}, func(k *lower.Lowerer, e *lgdl.Expr) func(func(*ir.Expr)) {
		set := k.Region(e.Named(sites))
		return func(body func(v *ir.Expr)) { k.Each(set, func(v *ir.Expr) { k.Env.To = v; body(v) }) }
	}, siteIn, []string{sites}}
}

// OverFrom and OverTo have (from) and (to) at the sites of a region or at one site, by default that of the last move.
func OverFrom(sites, site string) Loop {
	return overPlaces(sites, site, func(c *game.Context) *int { return &c.From },
		func(env *lower.Env) **ir.Expr { return &env.From })
}

func OverTo(sites, site string) Loop {
	return overPlaces(sites, site, func(c *game.Context) *int { return &c.To },
		func(env *lower.Env) **ir.Expr { return &env.To })
}

func overPlaces(sites, site string, of func(c *game.Context) *int, in func(env *lower.Env) **ir.Expr) Loop {
	return Loop{func(k *game.Compiler, e *lgdl.Expr) *Rounds {
		if region := e.Named(sites); region != nil {
			return &Rounds{of: of, sites: k.Region(region)}
		}
		return &Rounds{of: of, site: k.SiteOrLast(e.Named(site))}
	}, func(k *lower.Lowerer, e *lgdl.Expr) func(func(*ir.Expr)) {
		if region := e.Named(sites); region != nil {
			set := k.Region(region)
			return func(body func(v *ir.Expr)) { k.Each(set, body) }
		}
		at := k.Temp("site", k.IntElse(e.Named(site), k.Fields.Get(layout.LastTo)))
		return func(body func(v *ir.Expr)) { k.If(ir.Calc(ir.Le, ir.Num(0), at), func() { body(at) }) }
	}, in, []string{sites, site}}
}

// OverValues has (value) at the numbers of an array.
var OverValues = Loop{func(k *game.Compiler, e *lgdl.Expr) *Rounds {
	return &Rounds{of: valueOf, values: k.Ints(e.Named("ints"))}
}, func(k *lower.Lowerer, e *lgdl.Expr) func(func(*ir.Expr)) {
	return func(body func(v *ir.Expr)) { k.EachInt(e.Named("ints"), body) }
}, valueIn, []string{"ints"}}

// OverInterval has (value) at the numbers from a first to a last one.
var OverInterval = Loop{func(k *game.Compiler, e *lgdl.Expr) *Rounds {
	lo, hi := k.Int(e.Named("min")), k.Int(e.Named("max"))
	return &Rounds{of: valueOf, within: func(c *game.Context) (int, int) {
		last := hi.Get(c)
		return lo.Get(c), last
	}}
}, func(k *lower.Lowerer, e *lgdl.Expr) func(func(*ir.Expr)) {
	lo, hi := k.Int(e.Named("min")), k.Int(e.Named("max"))
	return func(body func(v *ir.Expr)) { k.EachBetween(lo, hi, body) }
}, valueIn, []string{"min", "max"}}

func siteOf(c *game.Context) *int       { return &c.Site }
func siteIn(env *lower.Env) **ir.Expr   { return &env.Site }
func valueOf(c *game.Context) *int      { return &c.Value }
func valueIn(env *lower.Env) **ir.Expr  { return &env.Value }
func playerOf(c *game.Context) *int     { return &c.Player }
func playerIn(env *lower.Env) **ir.Expr { return &env.Player }

// OverPlayers has (player) at the numbers of an array that are those of players.
var OverPlayers = Loop{func(k *game.Compiler, e *lgdl.Expr) *Rounds {
	return &Rounds{of: playerOf, values: k.Ints(e.Named("ints")), players: true}
}, func(k *lower.Lowerer, e *lgdl.Expr) func(func(*ir.Expr)) {
	return func(body func(v *ir.Expr)) {
		k.EachInt(e.Named("ints"), func(p *ir.Expr) {
			p = k.Temp("p", p)
			k.If(ir.Calc(ir.Below, p, ir.Num(k.G.Shared()+1)), func() { body(p) })
		})
	}
}, playerIn, []string{"ints"}}

// OverAllPlayers has (player) at all players.
var OverAllPlayers = Loop{func(*game.Compiler, *lgdl.Expr) *Rounds {
	return &Rounds{of: playerOf, within: func(c *game.Context) (int, int) { return 1, c.G.Players }}
}, func(k *lower.Lowerer, _ *lgdl.Expr) func(func(*ir.Expr)) {
	return func(body func(v *ir.Expr)) {
		for p := 1; p <= k.G.Players; p++ {
			body(ir.Num(p))
		}
	}
}, playerIn, nil}

// OverLevels has (level) at the levels of the stack on a site, from the top unless a clause says otherwise; it stays at
// the last one.
var OverLevels = Loop{func(k *game.Compiler, e *lgdl.Expr) *Rounds {
	st, site, up := k.SiteTypeOr(e.Named("siteType")), k.Int(e.Named("int")), fromBottom(e)
	return &Rounds{of: func(c *game.Context) *int { return &c.Level }, levels: true,
		within: func(c *game.Context) (int, int) {
			s := site.Get(c)
			if s < 0 {
				game.Fault(e, "forEach Level: there is no site %d", s)
			}
			n := c.S.SizeAt(st, s)
			if up {
				return 0, n - 1
			}
			return 1 - n, 0
		}}
}, func(k *lower.Lowerer, e *lgdl.Expr) func(func(*ir.Expr)) {
	k.SiteType(e.Named("siteType"))
	site := k.Temp("site", k.Int(e.Named("int")))
	k.If(ir.Calc(ir.Lt, site, ir.Num(0)), k.Spoil) // by the rules it is a fault
	return func(body func(v *ir.Expr)) { k.Levels(e, site, !fromBottom(e), func() { body(k.Env.Level) }) }
}, func(env *lower.Env) **ir.Expr { return &env.Level }, []string{"siteType", "int", "stackDirection"}}

func fromBottom(e *lgdl.Expr) bool { return e.Named("stackDirection").Word("") == "FromBottom" }

// OverGroups has (sites) at the groups of the mover's pieces, or of the sites that meet a condition, from pieces on.
func OverGroups(args func(e *lgdl.Expr) Groups) Loop {
	return Loop{Impl: func(k *game.Compiler, e *lgdl.Expr) *Rounds { return &Rounds{groups: args(e).Flood(k)} },
		lower: func(k *lower.Lowerer, e *lgdl.Expr) func(func(*ir.Expr)) {
			of, env := args(e), k.Env
			begun := of.LowerMover(k, e)
			groups := &lower.Grouping{Near: begun.Near, If: of.If}
			k.Grouped(groups, k.None(), ir.Num(0))
			inTurn := k.Stacked() || k.InTurn(e.Named("moves"))
			k.Env = env
			return func(body func(v *ir.Expr)) {
				begun.Each(k, e, inTurn, func(start, group, _ *ir.Expr) {
					k.Grouped(groups, group, start)
					k.Env.Lose(&k.Env.From, &k.Env.To) // by the rules the first of the group
					body(k.Env.Sites)
				})
			}
		}, in: func(env *lower.Env) **ir.Expr { return &env.Sites }}
}

// OverTrack has (site) at the sites of a track, in its order.
var OverTrack = Loop{func(k *game.Compiler, e *lgdl.Expr) *Rounds {
	return &Rounds{of: siteOf, track: track(k, e)}
}, func(k *lower.Lowerer, e *lgdl.Expr) func(func(*ir.Expr)) {
	var sites []int32
	if t := k.TrackOf(e.Named("string"), e.Named("roleType")); t != nil {
		for i := range t.Elems {
			if s := t.Elems[i].Site; s >= 0 {
				sites = append(sites, s)
			}
		}
	}
	return func(body func(v *ir.Expr)) { k.Row(k.Rows("track", [][]int32{sites}), ir.Num(0), body) }
}, siteIn, []string{"string", "roleType"}}

// track compiles the name and the owner of a track, either of which may be left out: nil if there is none.
func track(k *game.Compiler, e *lgdl.Expr) func(c *game.Context) *board.Track {
	name, role, owner := e.Named("string"), e.Named("roleType"), game.IntOf(game.Off)
	if role != nil && name != nil {
		owner = k.Role(role.Text)
	}
	return func(c *game.Context) *board.Track { return c.G.TrackOf(name, owner.Get(c)) }
}

// HasTrack is the condition that there is that track.
var HasTrack = Bool{func(k *game.Compiler, e *lgdl.Expr) game.Bool {
	of := track(k, e)
	return game.BoolFn(func(c *game.Context) bool { return of(c) != nil })
}, func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	return ir.Truth(k.TrackOf(e.Named("string"), e.Named("roleType")) != nil)
}, []string{"string", "roleType"}}

// OverTeams has (team) at the teams that have players.
var OverTeams = Loop{Impl: func(*game.Compiler, *lgdl.Expr) *Rounds { return &Rounds{} },
	lower: func(k *lower.Lowerer, _ *lgdl.Expr) func(func(*ir.Expr)) {
		return func(body func(v *ir.Expr)) {
			for t := 1; t <= k.G.Players; t++ {
				k.Env.Team = t
				k.If(k.AnyInTeam(), func() { body(nil) })
			}
			k.Env.Team = 0
		}
	}}

// Each visits the values until visit is false: whether it never was.
func (r *Rounds) Each(c *game.Context, visit func() bool) bool {
	switch {
	case r.groups != nil:
		return r.groups.OfMover(c, visit)
	case r.dice != nil:
		return r.dice.each(c, visit)
	case r.of == nil:
		return eachTeam(c, visit)
	}
	all, at := true, r.of(c)
	before := *at
	switch {
	case r.within != nil:
		for v, last := r.within(c); all && v <= last; v++ {
			c.Spend(1)
			if *at = v; r.levels {
				*at = max(v, -v)
			}
			all = visit()
		}
		if r.levels {
			return all
		}
	case r.track != nil:
		if t := r.track(c); t != nil {
			for i := 0; all && i < len(t.Elems); i++ {
				if *at = int(t.Elems[i].Site); *at >= 0 {
					all = visit()
				}
			}
		}
	case r.values.Given():
		list := r.values.Eval(c, c.TakeInts())
		for i := 0; all && i < len(list); i++ {
			if v := int(list[i]); !r.players || v >= 0 && v <= c.G.Shared() {
				c.Tick(1)
				*at = v
				all = visit()
			}
		}
		c.GiveInts(list)
	case r.site.Given():
		if s := r.site.Get(c); s >= 0 {
			*at = s
			all = visit()
		}
	default:
		set := r.sites.Borrow(c)
		to := c.To
		for s := set.Next(0); all && s >= 0; s = set.Next(s + 1) {
			if *at = s; r.arrive {
				c.To = s
				c.Spend(1)
			} else {
				c.Tick(1)
			}
			all = visit()
		}
		if r.arrive {
			c.To = to
		}
		r.sites.Return(c, set)
	}
	*at = before
	return all
}

func eachTeam(c *game.Context, visit func() bool) bool {
	all, before, players := true, c.Team, c.TakeInts()
	for t := 1; all && t <= c.G.Players; t++ {
		players = players[:0]
		for p := 1; p <= c.G.Players; p++ {
			if int(c.S.TeamOf[p]) == t {
				players = append(players, int32(p))
			}
		}
		if len(players) > 0 {
			c.Team = players
			all = visit()
		}
	}
	c.GiveInts(players)
	c.Team = before
	return all
}

// Lower lowers what the loop goes through; what it returns adds what body adds, for each value.
func (l Loop) Lower(k *lower.Lowerer, e *lgdl.Expr) func(body func()) {
	each := l.lower(k, e)
	return func(body func()) {
		env := k.Env
		each(func(v *ir.Expr) {
			if l.in != nil {
				at := l.in(&k.Env)
				if *at = v; at == &k.Env.From {
					k.Env.Piece = 0 // what is known of the site that was moved from before
				}
			}
			body()
			k.Env = env
		})
	}
}
