package lower

import (
	"encoding/binary"
	"slices"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/rng"
)

// Dealer makes positions in which plays begin that differ only in where pieces were placed at random, as the start
// rules make them with the same draws: a copy of the rest, on which those pieces are put.
type Dealer struct {
	p     *Positions
	rest  []byte
	deals []game.Deal
	last  bool     // the last move of the start rules placed one of them
	taken []uint64 // the sites of those that are placed; the program need not keep what stands where
	free  []int32
}

// NewDealer returns a dealer of a game, nil where its start has more to it. It writes to a memory that nobody uses yet.
func (p *Positions) NewDealer(mem []byte, c *game.Context) *Dealer {
	f, g := &p.k.Fields, p.G
	switch {
	case g.Stacks, g.Boardless, g.DeductionPuzzle, len(g.Dice) > 0,
		g.Flags&(game.StartSites|game.DominoFlag|game.Card) != 0:
		return nil
	case f.lists != nil, f.listings != nil, len(f.tracks) > 0, f.layers != [3]*layer{}:
		return nil
	case p.k.ownerless != nil, p.k.large != nil, p.k.repetition != nil, p.k.went != nil:
		return nil
	}
	var d *Dealer
	err := c.Catch(func() {
		deals, last, ok := c.Deals()
		if !ok {
			return
		}
		for _, x := range deals {
			if n := len(x.Sites); n > 0 && int(x.Sites[n-1]) >= f.sites {
				return
			}
		}
		p.Load(mem, c)
		d = &Dealer{p: p, rest: slices.Clone(mem[p.Lo:p.Hi]), deals: deals, last: last,
			taken: make([]uint64, p.Words)}
	})
	if err != nil || p.Faulty(mem) {
		return nil
	}
	return d
}

// Deal makes a position with the first draws of a play.
func (d *Dealer) Deal(mem []byte, r *rng.SplitMix64) {
	p := d.p
	copy(mem[p.Lo:p.Hi], d.rest)
	clear(d.taken)
	site := 0
	for i := range d.deals {
		x := &d.deals[i]
		if !x.Same {
			d.free = d.free[:0]
			for _, s := range x.Sites {
				if d.taken[s>>6]>>(s&63)&1 == 0 {
					d.free = append(d.free, s)
				}
			}
		}
		for range min(x.Count, len(d.free)) {
			j := r.Intn(len(d.free))
			site = int(d.free[j])
			d.free = slices.Delete(d.free, j, j+1)
			d.taken[site>>6] |= 1 << (site & 63)
			d.put(mem, x, site)
		}
	}
	if d.last {
		p.SetVar(mem, LastFrom, site)
		p.SetVar(mem, LastTo, site)
	}
}

// put puts one of the pieces of a deal on an empty site.
func (d *Dealer) put(mem []byte, x *game.Deal, site int) {
	p, f := d.p, &d.p.k.Fields
	bit := uint64(1) << (site & 63)
	word := func(field *ir.Field, set int) []byte { return mem[field.Addr+8*(set*p.Words+site>>6):] }
	setComponent(mem, f.What, site, x.What)
	at := word(f.At, x.What)
	binary.LittleEndian.PutUint64(at, binary.LittleEndian.Uint64(at)|bit)
	if f.owned != nil {
		at = word(f.owned, p.G.Components[x.What].Owner)
		binary.LittleEndian.PutUint64(at, binary.LittleEndian.Uint64(at)|bit)
	}
	at = word(f.empty, 0)
	binary.LittleEndian.PutUint64(at, binary.LittleEndian.Uint64(at)&^bit)
	if f.count != nil {
		setInt(mem, f.count, site, 1)
	}
	if f.state != nil && x.State != game.Off {
		setInt(mem, f.state, site, x.State)
	}
	if f.worth != nil && x.Value != game.Off {
		setInt(mem, f.worth, site, x.Value)
	}
}
