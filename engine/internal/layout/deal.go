package layout

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
	f, g := &p.Kept.Fields, p.G
	switch {
	case g.Stacks, g.Boardless, g.DeductionPuzzle, len(g.Dice) > 0,
		g.Flags&(game.StartSites|game.DominoFlag|game.Card) != 0:
		return nil
	case f.Lists != nil, f.Listings != nil, len(f.Tracks) > 0, f.Layers != [3]*Layer{}:
		return nil
	case p.Kept.Ownerless != nil, p.Kept.Large != nil, p.Kept.Repetition != nil, p.Kept.LastSites != nil:
		return nil
	}
	var d *Dealer
	err := c.Catch(func() {
		deals, last, ok := c.Deals()
		if !ok {
			return
		}
		for _, x := range deals {
			if n := len(x.Sites); n > 0 && int(x.Sites[n-1]) >= f.Sites {
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
	p, f := d.p, &d.p.Kept.Fields
	bit := uint64(1) << (site & 63)
	word := func(field *ir.Field, set int) []byte { return mem[field.Addr+8*(set*p.Words+site>>6):] }
	setComponent(mem, f.What, site, x.What)
	at := word(f.At, x.What)
	binary.LittleEndian.PutUint64(at, binary.LittleEndian.Uint64(at)|bit)
	if f.Owned != nil {
		at = word(f.Owned, p.G.Components[x.What].Owner)
		binary.LittleEndian.PutUint64(at, binary.LittleEndian.Uint64(at)|bit)
	}
	at = word(f.Empty, 0)
	binary.LittleEndian.PutUint64(at, binary.LittleEndian.Uint64(at)&^bit)
	if f.Count != nil {
		WriteInt(mem, f.Count, site, 1)
	}
	if f.State != nil && x.State != game.Off {
		p.value(mem, f.State, site, x.State)
	}
	if f.Worth != nil && x.Value != game.Off {
		p.value(mem, f.Worth, site, x.Value)
	}
}
