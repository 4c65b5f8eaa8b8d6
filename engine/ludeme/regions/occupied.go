package regions

import (
	"slices"
	"strings"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/rule"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// occupied is a compiled (sites Occupied …).
type occupied struct {
	st        board.SiteType
	role      string
	players   func(c *game.Context, dst []int32) []int32
	index     game.Int // the role or player as one number
	container func(c *game.Context) int
	component game.Int
	names     []bool // by component, when named
	top       bool
}

func sitesOccupied(k *game.Compiler, e *lgdl.Expr) game.Region {
	a := clause.SitesOccupied(e)
	o := &occupied{top: true, st: k.SiteTypeOr(a.On())}
	if a.Top() != nil {
		o.top = k.Bool(a.Top()).V
	}
	if a.ByRoleType() != nil {
		o.role = a.ByRoleType().Text
		o.players, o.index = k.Occupants(o.role), k.Role(o.role)
	} else {
		who := k.Player(a.ByPlayer(), nil)
		o.index = who
		o.players = func(c *game.Context, dst []int32) []int32 { return append(dst, int32(who.Get(c))) }
	}
	switch {
	case a.ContainerInt() != nil:
		n := k.Int(a.ContainerInt())
		o.container = n.Get
	case a.ContainerString() != nil:
		o.container = o.containerByName(k, a.ContainerString())
	}
	if a.ComponentInt() != nil {
		o.component = k.Int(a.ComponentInt())
	}
	if is := namedBy(e); is != nil {
		if o.role == "" {
			k.Fail(e, "expected a role with by: where components are named, found a player")
		}
		k.Later(func() {
			o.names = make([]bool, len(k.G.Components))
			for i := 1; i < len(o.names); i++ {
				o.names[i] = is(&k.G.Components[i])
			}
		})
	}
	return game.RegionFn(func(c *game.Context, out game.Set) { o.eval(c, e, out) })
}

// containerByName finds a container; a name with "Hand" in it means the hand of
// the player asked for.
func (o *occupied) containerByName(k *game.Compiler, e *lgdl.Expr) func(c *game.Context) int {
	if strings.Contains(e.Text, "Hand") {
		return func(c *game.Context) int {
			owner := o.index.Get(c)
			for i := range c.G.Containers {
				if h := &c.G.Containers[i]; i > 0 && h.Owner == owner && strings.Contains(h.Name, e.Text) {
					return i
				}
			}
			game.Fault(e, "player %d has no container named %q", owner, e.Text)
			return 0
		}
	}
	n := containerNamed(k, e)
	return func(*game.Context) int { return n }
}

// namedBy is whether the name of a component without its number is one of those in a clause, nil where there are none.
func namedBy(e *lgdl.Expr) func(x *game.Component) bool {
	a := clause.SitesOccupied(e)
	if a.ComponentString() == nil && a.Components() == nil {
		return nil
	}
	names := lgdl.Flat(a.ComponentString(), a.Components())
	return func(x *game.Component) bool {
		return x.BaseName != "" && slices.ContainsFunc(names, func(n *lgdl.Expr) bool { return n.Text == x.BaseName })
	}
}

// wanted reports whether a component is one of those asked for, by name or
// number; its owner is tested apart from that.
func (o *occupied) wanted(c *game.Context, comp int) bool {
	if o.names == nil {
		return true
	}
	if !o.names[comp] {
		return false
	}
	owner := c.G.Components[comp].Owner
	switch o.role {
	case "All":
		return true
	case "Enemy":
		return owner != c.S.Mover && owner >= 1 && owner <= c.G.Players
	case "NonMover":
		return owner != c.S.Mover
	}
	return owner == o.index.Get(c)
}

func (o *occupied) eval(c *game.Context, e *lgdl.Expr, out game.Set) {
	g := c.G
	st, container := o.st, game.Off
	lo, hi := 0, 64*len(out)
	if o.container != nil {
		if container = o.container(c); container < 0 || container >= len(g.Containers) {
			game.Fault(e, "there is no container %d", container)
		}
		k := &g.Containers[container]
		lo, hi = k.First, k.First+k.Sites
		if container > 0 {
			st = board.Cell
		} else {
			hi = g.Topo.Span()
		}
	}
	players := o.players(c, c.TakeInts())
	only := game.Off
	if o.component.Given() {
		only = o.component.Get(c)
	}
	large := container == 0 && g.Has(game.LargePiece)
	cover := c.TakeInts()
	for _, p := range players {
		for _, comp := range g.ComponentsOf(int(p)) {
			if o.component.Given() && int(comp) != only || !o.wanted(c, int(comp)) {
				continue
			}
			for _, x := range c.S.Places(int(comp)) {
				if s := int(x.Site); x.Type != st || s < lo || s >= hi {
					continue
				}
				out.Add(int(x.Site))
				if large && g.Components[comp].Large() {
					cover = c.Footprint(int(comp), int(x.Site), c.S.StateAt(board.Cell, int(x.Site), game.Off), cover[:0])
					for _, s := range cover {
						out.Add(int(s))
					}
				}
			}
		}
	}
	if g.Stacks && o.top && !large {
		for s := out.Next(0); s >= 0; s = out.Next(s + 1) {
			if !slices.Contains(players, int32(c.S.Who(st, s))) {
				out.Remove(s)
			}
		}
	}
	c.GiveInts(cover)
	c.GiveInts(players)
}

// sitesHidden are the board sites of which data are hidden from a player.
var sitesHidden = rule.Region{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Region {
	a := clause.SitesHidden(e)
	k.Require(game.HiddenInfo)
	data := game.HiddenKind(a.HiddenData())
	st := k.SiteTypeOr(a.SiteType())
	players := k.PlayersOf(a.ToPlayer(), a.ToRoleType())
	return game.RegionFn(func(c *game.Context, out game.Set) {
		list := players(c, c.TakeInts())
		for _, p := range list {
			for s := range c.G.Topo.Num(st) {
				if c.S.HiddenBit(data, int(p), st, s, 0) {
					out.Add(s)
				}
			}
		}
		c.GiveInts(list)
	})
}, Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	a := clause.SitesHidden(e)
	k.SiteType(a.SiteType())
	kind := game.HiddenKind(a.HiddenData())
	set := k.None()
	k.EachReal(a.ToPlayer(), a.ToRoleType(), func(p, is *ir.Expr) {
		p = k.Temp("p", p)
		if lo, hi := p.Range(); lo < 1 || int(hi) > k.G.Players {
			k.No(e, "a player who is not known before")
		}
		set = ir.Calc(ir.SetOr, set, k.SetIf(is, k.Hidden(e, kind, p)))
	})
	return k.BoardOnly(set)
}}

// sitesLargePiece are the sites that the piece at a site covers.
func sitesLargePiece(k *game.Compiler, e *lgdl.Expr) game.Region {
	st := k.SiteTypeOr(clause.SitesLargePiece(e).SiteType())
	at := k.Int(clause.SitesLargePiece(e).At())
	return game.RegionFn(func(c *game.Context, out game.Set) {
		s := at.Get(c)
		if s < 0 {
			game.Fault(e, "there is no site %d", s)
		}
		if !c.G.OnBoard(st, s) {
			return
		}
		what := c.S.What(st, s)
		if what == 0 {
			return
		}
		out.Add(s)
		if c.G.Components[what].Large() {
			cover := c.Footprint(what, s, c.S.StateAt(st, s, game.Off), c.TakeInts())
			for _, x := range cover {
				out.Add(int(x))
			}
			c.GiveInts(cover)
		}
	})
}

func lowerSitesLargePiece(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	a := clause.SitesLargePiece(e)
	k.SiteType(a.SiteType())
	k.NoStacks(e)
	at := k.Temp("at", k.Int(a.At()))
	k.SpoilIf(ir.Calc(ir.Lt, at, ir.Num(0)))
	set := k.NewSet()
	k.If(ir.All(k.OnBoard(at), k.WhatAt(at)), func() {
		k.Include(set, at)
		if k.HasLarge() {
			covered := k.Covered(k.Temp("what", k.WhatAt(at)), at, k.Temp("state", k.StateAt(at)))
			k.Store(set, ir.Calc(ir.SetOr, ir.SetAt(set, ir.Num(0)), covered))
		}
	})
	return ir.SetAt(set, ir.Num(0))
}
