package rule

import (
	"slices"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
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
		at := k.Temp("site", k.IntElse(e.Named(site), k.Fields.Get(lower.LastTo)))
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
				if k.Env.Team = t; len(k.Team(nil)) > 0 {
					body(nil)
				}
			}
			k.Env.Team = 0
		}
	}}

// Each visits the values until visit is false: whether it never was.
func (r *Rounds) Each(c *game.Context, visit func() bool) bool {
	switch {
	case r.groups != nil:
		return r.groups.OfMover(c, visit)
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

// All is the condition that another one holds in each round.
func (l Loop) All() Bool {
	return Bool{func(k *game.Compiler, e *lgdl.Expr) game.Bool {
		r, cond := l.Impl(k, e), k.Bool(e.Named("if"))
		if cond.Const && cond.V {
			return cond
		}
		return game.BoolFn(func(c *game.Context) bool {
			return r.Each(c, func() bool { return cond.Get(c) })
		})
	}, func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
		ok := k.Var("ok", 0, 1, ir.Num(1))
		k.Scope("all", func(end *ir.Label) {
			l.Lower(k, e)(func() {
				k.Add(ir.When(ir.Calc(ir.Not, k.Bool(e.Named("if"))), ir.Put(ok, ir.Num(0)), ir.Leave(end)))
			})
		})
		return ir.Read(ok)
	}, slices.Concat(l.args, []string{"if"})}
}

// Nth is the value of the round of a number from 0 on, -1 if there is none.
func (l Loop) Nth(index string) Int {
	return Int{func(k *game.Compiler, e *lgdl.Expr) game.Int {
		r, index := l.Impl(k, e), k.Int(e.Named(index))
		nth := func(c *game.Context) int {
			i, found := index.Get(c), game.Off
			switch {
			case i < 0:
			case r.values.Given():
				list := r.values.Eval(c, c.TakeInts())
				if i < len(list) {
					found = int(list[i])
				}
				c.GiveInts(list)
			default:
				r.Each(c, func() bool {
					if i == 0 {
						found = *r.of(c)
					}
					i--
					return i >= 0
				})
			}
			return found
		}
		if r.sites.Static != nil && index.Const {
			if n := nth(game.NewContext(k.G)); n >= 0 {
				return game.IntOf(n)
			}
		}
		return game.IntFn(nth)
	}, func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
		index := k.Temp("index", k.Int(e.Named(index)))
		n, found := k.Var("n", 0, 1<<24, ir.Num(0)), k.Let("found", ir.Num(game.Off))
		each := func(then ...*ir.Stmt) {
			l.lower(k, e)(func(v *ir.Expr) {
				is := ir.When(ir.Calc(ir.Eq, ir.Read(n), index), append([]*ir.Stmt{ir.Put(found, v)}, then...)...)
				k.Add(is, ir.Increment(n))
			})
		}
		if l.in(&k.Env) == &k.Env.Value { // arrays are short, and mostly written out
			each()
		} else {
			k.Scope("nth", func(end *ir.Label) { each(ir.Leave(end)) })
		}
		return ir.Read(found)
	}, slices.Concat(l.args, []string{index})}
}

// Union is the region that unites another one as it is in each round.
func (l Loop) Union() Region {
	r := Region{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Region {
		r, sites := l.Impl(k, e), k.Region(e.Named("sites"))
		return game.RegionFn(func(c *game.Context, out game.Set) {
			r.Each(c, func() bool { sites.AddTo(c, out); return true })
		})
	}, Args: slices.Concat(l.args, []string{"sites"})}
	if l.lower != nil {
		r.Lower = func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
			set, each := k.NewSet(), l.Lower(k, e)
			k.Looping(func() {
				each(func() { k.Store(set, ir.Calc(ir.SetOr, ir.SetAt(set, ir.Num(0)), k.Region(e.Named("sites")))) })
			})
			return ir.SetAt(set, ir.Num(0))
		}
	}
	return r
}

// Where are the sites of a loop over sites where a condition holds.
func (l Loop) Where() Region {
	return Region{func(k *game.Compiler, e *lgdl.Expr) game.Region {
		r, cond := l.Impl(k, e), k.Bool(e.Named("if"))
		return game.RegionFn(func(c *game.Context, out game.Set) {
			r.Each(c, func() bool {
				if cond.Get(c) {
					out.Add(*r.of(c))
				}
				return true
			})
		})
	}, func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
		if set, ok := k.SteadyRegion(e); ok {
			return set
		}
		set, each := k.NewSet(), l.Lower(k, e)
		k.Looping(func() {
			each(func() { k.If(k.Bool(e.Named("if")), func() { k.Include(set, *l.in(&k.Env)) }) })
		})
		return ir.SetAt(set, ir.Num(0))
	}, slices.Concat(l.args, []string{"if"})}
}

// Moves are the moves of each round.
func (l Loop) Moves() Moves { return l.moves(false) }

// First are the moves of the first round that has any.
func (l Loop) First() Moves { return l.moves(true) }

func (l Loop) moves(first bool) Moves {
	m := Moves{Impl: func(k *game.Compiler, e *lgdl.Expr) *game.Gen {
		r, g := l.Impl(k, e), k.Moves(e.Named("moves"))
		return &game.Gen{Eval: func(c *game.Context, out *game.MoveList) {
			before := out.Len()
			r.Each(c, func() bool { g.Eval(c, out); return !first || out.Len() == before })
		}}
	}, Args: slices.Concat(l.args, []string{"moves"})}
	if l.lower != nil {
		m.Lower = func(k *lower.Lowerer, e *lgdl.Expr) {
			each := l.Lower(k, e)
			if !first {
				each(func() { k.Moves(e.Named("moves")) })
				return
			}
			k.Scope("first", func(end *ir.Label) { each(func() { k.MovesIfAny(e.Named("moves"), end) }) })
		}
	}
	return m
}

// Else are the moves of each round with consequents, or where there are none others that may be given: for these the
// iterators stay at the last round.
func (l Loop) Else(name string) Moves {
	m := l.Moves()
	return Moves{func(k *game.Compiler, e *lgdl.Expr) *game.Gen {
		x := e.Named(name)
		if x == nil {
			return m.Then().Impl(k, e)
		}
		r, g, other, then := l.Impl(k, e), k.Moves(e.Named("moves")), k.Moves(x), k.Then(e.Named("then"))
		return &game.Gen{Eval: func(c *game.Context, out *game.MoveList) {
			first, last := out.Len(), game.Off
			r.Each(c, func() bool { last = *r.of(c); g.Eval(c, out); return true })
			if c.ThenAll(out, first, then); out.Len() > first {
				return
			}
			if last >= 0 {
				*r.of(c), c.To = last, last
			}
			other.Eval(c, out)
		}}
	}, func(k *lower.Lowerer, e *lgdl.Expr) {
		found := ir.Num(1)
		if e.Named(name) != nil {
			found = k.Found(func() { m.Lower(k, e) })
		}
		k.Choose(found, func() { m.Then().Lower(k, e) }, func() {
			k.Env.Lose(&k.Env.To, l.in(&k.Env))
			k.Moves(e.Named(name))
		})
	}, slices.Concat(m.Args, []string{"then", name})}
}

// Start is a start rule that is played in each round, in which a condition holds if there is one.
func (l Loop) Start(k *game.Compiler, e *lgdl.Expr) game.Start {
	r, cond, rule := l.Impl(k, e), k.Cond(e.Arg("if")), k.StartRule(e.Named("startRule"))
	return game.Start{Eval: func(c *game.Context) {
		r.Each(c, func() bool {
			if cond.Ok(c) {
				rule.Eval(c)
			}
			return true
		})
	}}
}
