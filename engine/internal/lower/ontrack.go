package lower

import (
	"fmt"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/write"
)

// Where a track comes to a site more than once, it is kept at which index of each track
// how many pieces of a component stand (part 3, §5.7 of the specification). Only tracks
// that are no loops are asked; the others are not kept.

// onTrack is what is kept of one track.
type onTrack struct {
	track  int
	n      int         // elements
	number *ir.Field   // by component and index
	at     *write.Rows // by site: its indices, ascending
}

func (k *Lowerer) trackFields() {
	if !k.G.Has(game.InternalLoop) {
		return
	}
	f := &k.Fields
	for i, t := range k.G.Tracks {
		if t.Loop {
			continue
		}
		rows := make([][]int32, f.sites)
		for j := range t.Elems {
			if s := int(t.Elems[j].Site); s >= 0 && s < f.sites {
				rows[s] = append(rows[s], int32(j))
			}
		}
		n := len(t.Elems)
		f.tracks = append(f.tracks, &onTrack{track: i, n: n, at: k.Rows("indices", rows),
			number: k.P.Field(fmt.Sprintf("track.%d", i), ir.State, ir.I16, f.comps*n)})
	}
}

// cell is the index of the number of a component at an index of the track.
func (t *onTrack) cell(what, i *ir.Expr) *ir.Expr {
	return ir.Calc(ir.Add, ir.Calc(ir.Mul, what, ir.Num(t.n)), i)
}

// add adds to the number of a component at an index of the track.
func (t *onTrack) add(what, i, n *ir.Expr) *ir.Stmt {
	at := t.cell(what, i)
	return ir.Write(t.number, at, ir.Calc(ir.Add, ir.At(t.number, at), n))
}

// first keeps the first index of a site after an index in a variable, -1 for none.
func (k *Lowerer) firstIndex(t *onTrack, site, after *ir.Expr, ok func(i *ir.Expr) *ir.Expr) *ir.Expr {
	found := k.Var("found", -1, t.n-1, ir.Num(-1))
	k.Scope("index", func(end *ir.Label) {
		k.Row(t.at, site, func(i *ir.Expr) {
			k.If(ir.All(ir.Calc(ir.Lt, after, i), ok(i)), func() { k.Add(ir.Put(found, i), ir.Leave(end)) })
		})
	})
	return ir.Read(found)
}

func always(*ir.Expr) *ir.Expr { return ir.Num(1) }

// trackAdd notes that pieces have come to a site from outside.
func (k *Lowerer) trackAdd(what, site, n *ir.Expr) {
	if len(k.Fields.tracks) == 0 {
		return
	}
	k.Call(k.SharedOf("track.add", ir.None, []string{"what", "site", "n"}, func(p []*ir.Expr) {
		for _, t := range k.Fields.tracks {
			i := k.firstIndex(t, p[1], ir.Num(-1), always)
			k.If(ir.Calc(ir.Le, ir.Num(0), i), func() { k.Add(t.add(p[0], i, p[2])) })
		}
	}), what, site, n)
}

// trackRemove notes that a piece, or all of a site, have been removed.
func (k *Lowerer) trackRemove(what, site *ir.Expr) {
	if len(k.Fields.tracks) == 0 {
		return
	}
	k.Call(k.SharedOf("track.remove", ir.None, []string{"what", "site"}, func(p []*ir.Expr) {
		for _, t := range k.Fields.tracks {
			k.Row(t.at, p[1], func(i *ir.Expr) { k.Add(t.add(p[0], i, ir.Num(-1))) })
		}
	}), what, site)
}

// trackMove notes that pieces have gone from a site to another one.
func (k *Lowerer) trackMove(what, from, to, n *ir.Expr) {
	if len(k.Fields.tracks) == 0 {
		return
	}
	k.Call(k.SharedOf("track.move", ir.None, []string{"what", "from", "to", "n"}, func(p []*ir.Expr) {
		what, from, to, n := p[0], p[1], p[2], p[3]
		for _, t := range k.Fields.tracks {
			found := k.Temp("from", k.firstIndex(t, from, ir.Num(-1), func(i *ir.Expr) *ir.Expr {
				return ir.Calc(ir.Lt, ir.Num(0), ir.At(t.number, t.cell(what, i)))
			}))
			first := k.firstIndex(t, to, ir.Num(-1), always)
			k.Choose(ir.Calc(ir.Le, ir.Num(0), found), func() {
				after := k.firstIndex(t, to, found, always)
				at := k.Temp("at", ir.Cond(ir.Calc(ir.Le, ir.Num(0), after), after, first))
				k.Add(t.add(what, found, ir.Calc(ir.Sub, ir.Num(0), n)))
				k.If(ir.Calc(ir.Le, ir.Num(0), at), func() { k.Add(t.add(what, at, n)) })
			}, func() {
				off := ir.Calc(ir.Lt, k.firstIndex(t, from, ir.Num(-1), always), ir.Num(0))
				k.If(ir.All(off, ir.Calc(ir.Le, ir.Num(0), first)), func() { k.Add(t.add(what, first, ir.Num(1))) })
			})
		}
	}), what, from, to, n)
}

// standing is the index of a track, which is no loop, at which the piece on a site
// stands: the first one at which one of its component is recorded. In stacks it is the
// lowest piece of a player, or else the top.
func (k *Lowerer) standing(track, player int, site *ir.Expr) *ir.Expr {
	f := &k.Fields
	var t *onTrack
	for _, x := range f.tracks {
		if x.track == track {
			t = x
		}
	}
	fn := k.SharedOf(fmt.Sprintf("track.standing.%d.%d", track, player), ir.I32, []string{"site"}, func(p []*ir.Expr) {
		site := p[0]
		k.Add(ir.When(ir.Calc(ir.Not, ir.Calc(ir.Below, site, ir.Num(f.sites))), ir.Give(ir.Num(-1))))
		what := k.Var("what", 0, f.comps-1, ir.At(f.What, site))
		if k.Stacked() {
			k.Scope("mine", func(end *ir.Label) {
				k.EachLevel(site, false, func(level *ir.Expr) {
					here := k.Temp("here", ir.At(f.stacks.level, k.place(site, level)))
					mine := ir.Calc(ir.Eq, ir.At(f.owner, here), ir.Num(player))
					k.If(mine, func() { k.Add(ir.Put(what, here), ir.Leave(end)) })
				})
			})
		}
		k.Add(ir.Give(k.firstIndex(t, site, ir.Num(-1), func(i *ir.Expr) *ir.Expr {
			return ir.Any(ir.Calc(ir.Eq, ir.Read(what), ir.Num(0)),
				ir.Calc(ir.Lt, ir.Num(0), ir.At(t.number, t.cell(ir.Read(what), i))))
		})))
	})
	return ir.Invoke(fn, site)
}

func (p *Positions) loadTracks(mem []byte, s *game.State) {
	for _, t := range p.k.Fields.tracks {
		for c := range p.k.Fields.comps {
			for i := range t.n {
				v := uint16(int16(s.OnTrack(t.track, c, i)))
				at := t.number.Addr + 2*(c*t.n+i)
				mem[at], mem[at+1] = byte(v), byte(v>>8)
			}
		}
	}
}
