package moves

import "github.com/astragal/astragal/engine/game"

// draft is the Draft form of forEach Piece for the pieces of the mover.
func (p *eachPiece) draft(c *game.Context, ds *game.Drafts) {
	owner, list, lo, hi := p.selection(c)
	if len(list) == 0 || lo == hi {
		return
	}
	if s := c.S; owner != s.Mover && owner >= 1 && owner <= c.G.Players {
		ds.Made(c, p.eval)
		return
	}
	first, made, from, level := ds.Len(), ds.Moves(), c.From, c.Level
	top := p.top.Given() && p.top.Get(c)
	reversed := p.on != game.NoType
pieces:
	for _, k := range list {
		g := p.gen
		if g == nil {
			if g = c.G.Components[k].Moves; g == nil {
				continue
			}
		}
		at := c.S.Places(int(k))
		for i := range at {
			place := at[i]
			if reversed {
				place = at[len(at)-1-i]
			}
			if !p.wants(c, place, lo, hi, top) {
				continue
			}
			if s := int(place.Site); ds.Beyond(c, g, int(k), s) && c.S.What(place.Type, s) == int(k) {
				continue
			}
			c.From, c.Level = int(place.Site), int(place.Level)
			c.Spend(1)
			own := g
			if leaf, known := g.Leaf(c); known {
				if leaf == nil {
					continue
				}
				own = leaf
			}
			c.Enter()
			ds.Piece(c, own)
			c.Leave()
			if ds.Done() {
				break pieces
			}
		}
	}
	c.From, c.Level = from, level
	ds.Owned(c, made)
	ds.ThenAll(first, p.then)
}

// guess offers the slots of the mover's pieces.
func (p *eachPiece) guess(c *game.Context, ds *game.Drafts) bool {
	owner, list, lo, hi := p.selection(c)
	if owner != c.S.Mover && owner >= 1 && owner <= c.G.Players || p.top.Given() || p.on != game.NoType {
		return false
	}
	first := ds.Sources()
	for _, k := range list {
		g := p.gen
		if g == nil {
			if g = c.G.Components[k].Moves; g == nil {
				continue
			}
		}
		if !ds.Pieces(c, g, c.S.Places(int(k)), lo, hi) {
			return false
		}
	}
	ds.ThenSources(first, p.then)
	return true
}
