package position

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/internal/write"
)

// SameRead reports whether two expressions are the same variable.
func SameRead(a, b *ir.Expr) bool {
	return a == b || a != nil && b != nil && a.Op == ir.Get && b.Op == ir.Get && a.Local == b.Local
}

// Facing is a way to look that is worked out in the play: the number of a direction.
type Facing struct {
	Dirs []board.Direction
	N    *ir.Expr
}

// FacingOf is the way that a component looks, with numbers for more directions.
func (k *Code) FacingOf(what *ir.Expr, more []board.Direction) *Facing {
	if k.Fields.Kept[layout.Rotation] {
		k.No(nil, "the ways that pieces look which are turned")
	}
	f := &Facing{Dirs: slices.Clone(more)}
	of := make([]int64, k.Fields.Comps)
	for c := range of {
		d := k.G.FacingOf(c)
		i := slices.Index(f.Dirs, d)
		if i < 0 {
			i = len(f.Dirs)
			f.Dirs = append(f.Dirs, d)
		}
		of[c] = int64(i)
	}
	f.N = ir.At(k.Table("facing", ir.U8, of), what)
	return f
}

// Directions are the directions by number.
func (f *Facing) Directions() []board.Direction { return f.Dirs }

// Prefer makes it the direction of a number, unless that is negative.
func (f *Facing) Prefer(n *ir.Expr) { f.N = ir.Cond(ir.Calc(ir.Le, ir.Num(0), n), n, f.N) }

// Span is the number of rows of a table with one row for each site.
func (k *Code) Span() int { return k.Fields.Span }

// DistinctLines numbers the lines through each site: the numbers by site, and by number the sites ahead and those
// behind. Two opposite directions are one line.
func (k *Code) DistinctLines(dir board.Direction) (lines, ahead, back *write.Rows) {
	t, st := k.G.Topo, k.G.DefaultType
	made := k.RowsOnce([]string{"lines", "ahead", "back"}, fmt.Sprint(dir), func() [][][]int32 {
		var by, forth, behind [][]int32
		for site := range int32(t.Num(st)) {
			var numbers []int32
			for _, r := range t.DistinctRadials(st, site, dir) {
				numbers = append(numbers, int32(len(forth)))
				forth = append(forth, r.Path[1:])
				var rest []int32
				if r.Opposite != nil {
					rest = r.Opposite[1:]
				}
				behind = append(behind, rest)
			}
			by = append(by, numbers)
		}
		return [][][]int32{by, forth, behind}
	})
	return made[0], made[1], made[2]
}

// CountWhile adds to a number the sites of a row up to the first that does not fit.
func (k *Code) CountWhile(t *write.Rows, row *ir.Expr, n *ir.Local, fits func(v *ir.Expr) *ir.Expr) {
	k.Scope("line", func(end *ir.Label) {
		k.Row(t, row, func(v *ir.Expr) {
			k.Add(ir.When(ir.Calc(ir.Not, fits(v)), ir.Leave(end)))
			k.Add(ir.Increment(n))
		})
	})
}

// LineSet numbers lines in the order in which they are met, each once. Large boards have hundreds of thousands, so it
// is a table of its own: a map took a third of the time.
type LineSet struct {
	Lines  [][]int32
	hashes []uint64
	places []int32 // number of a line and 1, at its hash or the next place that was free; a power of two of them
}

// Number is the number of a line.
func (s *LineSet) Number(line []int32) int32 {
	hash := uint64(0)
	for _, v := range line {
		hash = (hash + uint64(v) + 1) * 0x9e3779b97f4a7c15
	}
	if len(s.places) <= 2*len(s.Lines) {
		s.places = make([]int32, max(256, 2*len(s.places)))
		for x, h := range s.hashes {
			at := s.first(h)
			for s.places[at] != 0 {
				at = (at + 1) & (len(s.places) - 1)
			}
			s.places[at] = int32(x + 1)
		}
	}
	at := s.first(hash)
	for ; s.places[at] != 0; at = (at + 1) & (len(s.places) - 1) {
		if x := s.places[at] - 1; s.hashes[x] == hash && slices.Equal(s.Lines[x], line) {
			return x
		}
	}
	s.Lines, s.hashes = append(s.Lines, line), append(s.hashes, hash)
	s.places[at] = int32(len(s.Lines))
	return int32(len(s.Lines) - 1)
}

// First is the place at which a hash is looked for first.
func (s *LineSet) first(hash uint64) int { return int(hash >> (65 - bits.Len(uint(len(s.places))))) }
