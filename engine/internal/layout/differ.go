package layout

import (
	"bytes"
	"encoding/binary"
	"slices"

	"github.com/astragal/astragal/engine/internal/ir"
)

// Differ returns a field in which two positions of a program differ, nil if they are
// the same position. Of plays that are over only the results count.
func (p *Positions) Differ(a, b []byte) *ir.Field {
	f := &p.Kept.Fields
	over := p.Var(a, Over) != 0 && p.Var(b, Over) != 0
	for _, x := range p.Fields {
		if x.Kind != ir.State || over && x != f.Rank && x != f.Vars[Over] && x != f.Vars[Winner] && x != f.Vars[Limited] {
			continue
		}
		n := x.Len
		for _, m := range p.Kept.Memories {
			if x == m.Values {
				n = int(int32(binary.LittleEndian.Uint32(a[m.Length.Addr:])))
			}
		}
		if p.Kept.Puzzle.derived(x) || p.Kept.ActLog != nil && x == p.Kept.ActLog.Count ||
			p.Kept.Watch != nil && (x == p.Kept.Watch.Touched || x == p.Kept.Watch.Nobody) {
			continue // what was noted says nothing of the position
		}
		if r := p.Kept.Repetition; r != nil && x == r.Marks || x == f.Vars[Stuck] && !p.G.ReadsStuck {
			continue // the marks follow from the history; nobody asks who had to pass
		} else if r != nil && x == r.Hashes {
			n = ReadInt(a, r.Length, 0)
		}
		if s := f.Lists; s != nil && x == s.Places {
			if !p.samePlaces(a, b) {
				return x
			}
			continue
		}
		if x == p.Kept.CapturedOrder {
			n = ReadInt(a, p.Kept.CapturedNumber, 0)
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
	for comp := range p.Kept.Fields.Comps {
		if !slices.Equal(p.Places(a, comp), p.Places(b, comp)) {
			return false
		}
	}
	return true
}
