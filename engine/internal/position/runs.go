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

// Run is what is left of a line.
type Run struct {
	of    *Runs
	on    []*ir.Expr // its words
	grows *ir.Expr
}

// Line is a whole line.
func (r *Runs) Line(line *ir.Expr) *Run {
	run := &Run{of: r, on: make([]*ir.Expr, r.k.P.Words), grows: r.grows}
	first := r.k.Temp("first", ir.Calc(ir.Mul, line, ir.Num(r.k.P.Words)))
	for w := range run.on {
		run.on[w] = r.k.Temp("on", ir.At(r.sets, Plus(first, w)))
	}
	if r.grows == nil {
		run.grows = r.k.Temp("grows", ir.At(r.growing, line))
	}
	return run
}

// Before is the number of sites before the first that is in a set of so many words, all where none is.
func (r *Run) Before(set []*ir.Expr) *ir.Expr {
	n := ir.Within("n", 0, r.of.longest)
	r.first(set, func(parts []part) { r.of.k.Add(ir.Put(n, r.count(parts))) })
	return ir.Read(n)
}

// Meets is the number of sites before the first that is in a set, whether that is in another one, too, and what comes
// behind it.
func (r *Run) Meets(set, among []*ir.Expr) (n, hit *ir.Expr, rest *Run) {
	k := r.of.k
	count, met := ir.Within("n", 0, r.of.longest), ir.NewLocal("met", ir.I64)
	rest = &Run{of: r.of, grows: r.grows}
	behind := make([]*ir.Local, len(r.on))
	for w := range behind {
		behind[w] = ir.NewLocal("behind", ir.I64)
		rest.on = append(rest.on, ir.Read(behind[w]))
	}
	r.first(set, func(parts []part) {
		some := ir.Long(0)
		for w, p := range parts {
			one := k.Temp("one", p.one)
			before := k.Temp("before", p.before)
			parts[w].before = before
			some = ir.Calc(ir.Or, some, ir.Calc(ir.And, one, among[w]))
			gone := ir.Calc(ir.Or, one, before)
			k.Add(ir.Put(behind[w], ir.Calc(ir.And, r.on[w], ir.Calc(ir.Xor, gone, ir.Long(^uint64(0))))))
		}
		k.Add(ir.Put(met, some), ir.Put(count, r.count(parts)))
	})
	return ir.Read(count), ir.Calc(ir.Ne, ir.Read(met), ir.Long(0)), rest
}

// part is the bit of the first site in one word of a line, and those before it.
type part struct{ one, before *ir.Expr }

// first has f add what is done with the words of the first site, for lines that grow and for those that fall.
func (r *Run) first(set []*ir.Expr, f func(parts []part)) {
	k := r.of.k
	stops := make([]*ir.Expr, len(set))
	for w := range stops {
		stops[w] = k.Temp("stops", ir.Calc(ir.And, r.on[w], set[w]))
	}
	add := func(up bool) func() {
		return func() {
			parts := make([]part, len(set))
			k.foremost(stops, up, func(w int, one, before *ir.Expr) { parts[w] = part{one, before} })
			f(parts)
		}
	}
	switch {
	case r.grows.Is(1):
		add(true)()
	case r.grows.Is(0):
		add(false)()
	default:
		k.Choose(r.grows, add(true), add(false))
	}
}

// count is the number of the sites before the first.
func (r *Run) count(parts []part) *ir.Expr {
	n := ir.Num(0)
	for w, p := range parts {
		n = ir.Calc(ir.Add, n, ir.Calc(ir.Ones, ir.Calc(ir.And, r.on[w], p.before)))
	}
	return n
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
