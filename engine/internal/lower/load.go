package lower

import (
	"bytes"
	"encoding/binary"
	"slices"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
)

// loadPlay writes what a position has of the play that led to it: the result so far,
// the sites of the last move, what is pending, and the runs of moves that the end when
// all have passed looks at.
func (p *Positions) loadPlay(mem []byte, c *game.Context) {
	f, s, t := &p.k.Fields, c.S, &c.T
	put := func(v Var, x int) { setInt(mem, f.vars[v], 0, x) }
	put(Over, int(boolean(s.Over)))
	put(Limited, int(boolean(s.End == game.TurnLimitEnd || s.End == game.MoveLimitEnd)))
	for q := 1; q <= p.G.Players; q++ {
		setInt(mem, f.Rank, q, int(s.Ranking[q]*rankUnit))
	}
	from, to, level, actFrom, actTo := -1, -1, -1, -1, -1
	if last := t.Last(); last != nil {
		from, to, level = int(last.From), int(last.To), int(last.LevelTo)
		if p.k.after {
			actFrom, actTo = int(last.AfterFrom), int(last.AfterTo)
		}
	}
	p.loadLastTypes(mem, t.Last())
	p.loadBetween(mem, t.Last())
	put(LastFrom, from)
	put(LastTo, to)
	if p.k.asksArrival {
		put(LastLevel, level)
	}
	put(AfterFrom, actFrom)
	put(AfterTo, actTo)
	put(ActFrom, actFrom)
	put(ActTo, actTo)
	p.loadSet(mem, p.k.pending, s.Pending)
	p.loadChosen(mem)
	if x, last := p.k.went, t.Last(); x != nil && last != nil {
		p.loadSet(mem, x.to, last.Tos)
		p.loadSet(mem, x.from, last.Froms)
	}
	for _, m := range p.k.memories {
		if len(s.Remembered[m.name]) > p.k.remembered() {
			mem[p.k.candidates.Fault.Addr] = 1
		}
	}
	r := p.runsOf(t)
	put(RunLength, r.length)
	put(RunPass, int(boolean(r.pass)))
	put(Runs, r.number)
	put(Chain, r.chain)
	if last := t.Last(); p.k.nobodys != nil && last != nil {
		mem[p.k.nobodys.Addr] = nobodysLast * boolean(last.Mover == 0)
	}
}

// loadSet writes a set of sites, if the program has it.
func (p *Positions) loadSet(mem []byte, f *ir.Field, sites []int32) {
	if f == nil {
		return
	}
	at := mem[f.Addr : f.Addr+8*p.Words]
	clear(at)
	for _, site := range sites {
		if 0 <= site && int(site) < p.k.Fields.sites {
			at[site>>3] |= 1 << (site & 7)
		}
	}
}

// runs are those of moves of one player so far, as programs keep them: see Runs.
type runs struct {
	length, number, chain int
	pass                  bool
}

func (p *Positions) runsOf(t *game.Trial) (r runs) {
	g := p.G
	if !p.k.allPass {
		return r
	}
	prev := int32(-1)
	for i := range t.Len() {
		e := t.At(i) // the placements of the start rules are a run of nobody's
		switch {
		case g.Players == 1:
			r.pass = e.Pass
		case e.Mover == prev:
			r.length++
		default:
			short := r.length <= 2 || r.number == 1 && r.length == 3
			if r.pass && short {
				r.chain++
			} else {
				r.chain = 0
			}
			if r.number > 0 && !r.pass {
				r.number = g.Players // many: see Runs
			}
			r.number = min(r.number+1, g.Players+1)
			r.length, r.pass = 1, e.Pass
		}
		prev = e.Mover
	}
	if !r.pass && r.number > 0 && g.Players > 1 {
		return runs{number: g.Players + 1} // of a run that began with another move nothing else is asked
	}
	return r
}

// Differ returns a field in which two positions of a program differ, nil if they are
// the same position. Of plays that are over only the results count.
func (p *Positions) Differ(a, b []byte) *ir.Field {
	f := &p.k.Fields
	over := p.Var(a, Over) != 0 && p.Var(b, Over) != 0
	for _, x := range p.Fields {
		if x.Kind != ir.State || over && x != f.Rank && x != f.vars[Over] && x != f.vars[Winner] && x != f.vars[Limited] {
			continue
		}
		n := x.Len
		for _, m := range p.k.memories {
			if x == m.values {
				n = int(int32(binary.LittleEndian.Uint32(a[m.length.Addr:])))
			}
		}
		if p.k.values.derived(x) || p.k.acts != nil && x == p.k.acts.count ||
			p.k.watch != nil && (x == p.k.watch.touched || x == p.k.watch.nobody) {
			continue // what was noted says nothing of the position
		}
		if r := p.k.repetition; r != nil && x == r.marks || x == f.vars[Stuck] && !p.G.ReadsStuck {
			continue // the marks follow from the history; nobody asks who had to pass
		} else if r != nil && x == r.hashes {
			n = getInt(a, r.length, 0)
		}
		if s := f.lists; s != nil && x == s.places {
			if !p.samePlaces(a, b) {
				return x
			}
			continue
		}
		if x == p.k.capturedOrder {
			n = getInt(a, p.k.capturedNumber, 0)
		}
		from, to := x.Addr, x.Addr+n*x.Elem.Size()
		if !bytes.Equal(a[from:to], b[from:to]) {
			return x
		}
	}
	return nil
}

// samePlaces reports whether the position lists of two positions are the same.
func (p *Positions) samePlaces(a, b []byte) bool {
	for comp := range p.k.Fields.comps {
		if !slices.Equal(p.Places(a, comp), p.Places(b, comp)) {
			return false
		}
	}
	return true
}
