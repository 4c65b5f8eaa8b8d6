package position

import (
	"slices"

	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/write"
)

// Runs counts the sites of lines up to the first of a set by words: numbers of sites grow along a line or fall, so
// that the first is the lowest or the highest bit.
type Runs struct {
	k       *Code
	sets    *ir.Field
	grows   *ir.Expr // nil where that differs from line to line
	growing *ir.Field
	longest int
}

// Runs returns nil where sets have too many words, or numbers along some line neither grow nor fall.
func (k *Code) Runs(lines *write.Rows) *Runs {
	if k.P.Words > MostSighted {
		return nil
	}
	growing, up, down := make([]int64, len(lines.List)), 0, 0
	for i, line := range lines.List {
		back := slices.Clone(line)
		slices.Reverse(back)
		switch {
		case len(line) > 0 && (slices.Min(line) < 0 || int(slices.Max(line)) >= 64*k.P.Words):
			return nil
		case len(line) <= 1:
		case slices.IsSorted(line):
			growing[i] = 1
			up++
		case slices.IsSorted(back):
			down++
		default:
			return nil
		}
	}
	r := &Runs{k: k, sets: k.RowSets(lines), longest: lines.Longest()}
	switch {
	case up == 0:
		r.grows = ir.Num(0)
	case down == 0:
		r.grows = ir.Num(1)
	default:
		r.growing = k.Table("growing", ir.U8, growing)
	}
	return r
}

// First is the number of the sites of a line before the first that is in a set of so many words, and whether that is in
// another one, too; false where there is none.
func (r *Runs) First(line *ir.Expr, set, among []*ir.Expr) (n, hit *ir.Expr) {
	k, words := r.k, r.k.P.Words
	on, stops := make([]*ir.Expr, words), make([]*ir.Expr, words)
	first := k.Temp("first", ir.Calc(ir.Mul, line, ir.Num(words)))
	for w := range on {
		on[w] = k.Temp("on", ir.At(r.sets, Plus(first, w)))
		stops[w] = k.Temp("stops", ir.Calc(ir.And, on[w], set[w]))
	}
	count, met := ir.Within("n", 0, r.longest), ir.NewLocal("met", ir.I64)
	look := func(up bool) func() {
		return func() {
			number, some := ir.Num(0), ir.Long(0)
			k.foremost(stops, up, func(w int, one, before *ir.Expr) {
				number = ir.Calc(ir.Add, number, ir.Calc(ir.Ones, ir.Calc(ir.And, on[w], before)))
				some = ir.Calc(ir.Or, some, ir.Calc(ir.And, one, among[w]))
			})
			k.Add(ir.Put(count, number), ir.Put(met, some))
		}
	}
	switch {
	case r.grows == nil:
		k.Choose(ir.At(r.growing, line), look(true), look(false))
	case r.grows.Is(1):
		look(true)()
	default:
		look(false)()
	}
	return ir.Read(count), ir.Calc(ir.Ne, ir.Read(met), ir.Long(0))
}

// SetWords keeps a set, and each of its words in a variable.
func (k *Code) SetWords(set *ir.Expr) (kept *ir.Expr, words []*ir.Expr) {
	own := k.P.Room("words")
	k.Store(own, set)
	for w := range k.P.Words {
		words = append(words, k.Temp("word", ir.At(own, ir.Num(w))))
	}
	return ir.SetAt(own, ir.Num(0)), words
}
