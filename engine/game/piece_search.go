package game

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/lgdl"
)

// PieceSearch is a compiled search for the pieces of players: [siteType] [roleType | of:int] [string] [in:sites].
type PieceSearch struct {
	players  func(c *Context, dst []int32) []int32
	named    *NameSet // nil: every component
	region   Region
	explicit bool // a site type was given: only that type, and only the board
	Type     board.SiteType
}

// PieceSearch compiles the arguments of a search for pieces.
func (k *Compiler) PieceSearch(siteType, role, of, name, in *lgdl.Expr) *PieceSearch {
	p := &PieceSearch{explicit: siteType != nil, Type: k.SiteTypeOr(siteType)}
	if of != nil {
		id := k.Int(of)
		p.players = func(c *Context, dst []int32) []int32 { return append(dst, int32(id.Get(c))) }
	} else {
		p.players = k.Occupants(role.Word("All"))
	}
	if name != nil {
		p.named = k.Named(name.Text)
	}
	if in != nil {
		p.region = k.Region(in)
	}
	return p
}

// Each goes through the position lists of the players until visit returns false, each site once for each of them if
// seen, an empty set, is not nil. What stands there now is judged by Wants, with the mask of the players.
func (p *PieceSearch) Each(c *Context, seen Set, visit func(site int, mask uint32) bool) {
	players := p.players(c, c.TakeInts())
	mask := MaskOf(players)
	var within Set
	if p.region.Given() {
		within = p.region.Borrow(c)
	}
search:
	for _, id := range players {
		seen.Clear()
		for _, comp := range c.G.ComponentsOf(int(id)) {
			for _, place := range c.S.Places(int(comp)) {
				s := int(place.Site)
				if seen != nil && seen.Has(s) || p.explicit && place.Type != p.Type {
					continue
				}
				if seen != nil {
					seen.Add(s)
				}
				if within != nil && !within.Has(s) || p.explicit && !c.G.OnBoard(p.Type, s) {
					continue
				}
				if !visit(s, mask) {
					break search
				}
			}
		}
	}
	if within != nil {
		p.region.Return(c, within)
	}
	c.GiveInts(players)
}

// Wants reports whether an owner and a component are looked for.
func (p *PieceSearch) Wants(who, what int, mask uint32) bool {
	return mask&(1<<who) != 0 && (p.named == nil || p.named.Has(what))
}
