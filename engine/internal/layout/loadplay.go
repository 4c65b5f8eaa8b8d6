package layout

import (
	"encoding/binary"
	"slices"

	"github.com/astragal/astragal/engine/game"
)

// What a position keeps of the play before it is read from the trial of a context.

// loadBetween writes what the last move has gone between.
func (p *Positions) loadBetween(mem []byte, last *game.Entry) {
	if last != nil {
		p.loadSet(mem, p.Kept.Crossed, last.Between)
	} else {
		p.loadSet(mem, p.Kept.Crossed, nil)
	}
}

// loadChosen writes that nobody has chosen yet.
func (p *Positions) loadChosen(mem []byte) {
	if j := p.Kept.Choices; j != nil && j.Last != nil {
		WriteInt(mem, j.Last, 0, 0)
		clear(mem[j.Chosen.Addr : j.Chosen.Addr+8*j.Chosen.Len])
	}
}

// loadLastTypes writes the types of the sites of the last move.
func (p *Positions) loadLastTypes(mem []byte, last *game.Entry) {
	if x := p.Kept.LastTypes; x != nil {
		from, to := int(game.NoType), int(game.NoType)
		if last != nil {
			from, to = int(last.FromType), int(last.ToType)
		}
		WriteInt(mem, x.Last, 0, from)
		WriteInt(mem, x.Last, 1, to)
	}
}

// runs are those of moves of one player so far, as programs keep them: see Runs.
type runs struct {
	length, number, chain int
	pass                  bool
}

func (p *Positions) runsOf(t *game.Trial) (r runs) {
	g := p.G
	if !p.Kept.AllPass {
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

// loadMovers writes them as the moves of a play tell them.
func (p *Positions) loadMovers(mem []byte, t *game.Trial) {
	if p.Kept.MoversBefore == nil {
		return
	}
	last, other, from := game.Off, game.Off, game.Off
	if e := t.Last(); e != nil {
		last = int(e.Mover)
		other, from = t.LastTurnMover(last), t.StartOfTurnFrom(last)
	}
	WriteInt(mem, p.Kept.MoversBefore, 0, last)
	WriteInt(mem, p.Kept.MoversBefore, 1, other)
	WriteInt(mem, p.Kept.MoversBefore, 2, from)
}

// loadSequence writes what a turn has visited and captured so far.
func (p *Positions) loadSequence(mem []byte, c *game.Context) {
	if f := p.Kept.Visited; f != nil {
		for i := range p.Words {
			w := uint64(0)
			if i < len(c.S.Visited) {
				w = c.S.Visited[i]
			}
			binary.LittleEndian.PutUint64(mem[f.Addr+8*i:], w)
		}
	}
	if f := p.Kept.Captured; f != nil {
		clear(mem[f.Addr : f.Addr+8*p.Words])
		clear(mem[p.Kept.Cleared.Addr : p.Kept.Cleared.Addr+8*p.Words])
		n := 0
		if times := p.Kept.CapturedTimes; times != nil {
			for s := range times.Len {
				WriteInt(mem, times, s, 0)
			}
			for _, s := range c.S.ToClear {
				WriteInt(mem, times, int(s), ReadInt(mem, times, int(s))+1)
			}
		}
		for i, s := range c.S.ToClear {
			mem[f.Addr+int(s)/8] |= 1 << (s % 8)
			if p.Kept.CapturedOrder != nil && !slices.Contains(c.S.ToClear[:i], s) {
				WriteInt(mem, p.Kept.CapturedOrder, n, int(s))
				n++
			}
		}
		if p.Kept.CapturedNumber != nil {
			WriteInt(mem, p.Kept.CapturedNumber, 0, n)
		}
		WriteInt(mem, p.Kept.GoesOn, 0, 0)
	}
	if f := p.Kept.Swapping; f != nil {
		WriteInt(mem, f, 0, 0)
	}
}
