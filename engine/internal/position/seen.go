package position

import (
	"slices"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/write"
)

// Beneath is the set of the sites that lie under an occupied one, see game.Context.Covered.
func (k *Code) Beneath() *ir.Expr {
	t, st := k.G.Topo, k.G.DefaultType
	below := k.RowsOnce([]string{"below"}, st.String(), func() [][][]int32 {
		rows := make([][]int32, k.Fields.Sites)
		lower := map[[2]float64][]int32{} // by place, the sites so far
		for s := range int32(t.Num(st)) {
			p := t.Point(st, s)
			at := [2]float64{p.X, p.Y}
			rows[s] = slices.Clone(lower[at])
			lower[at] = append(lower[at], s)
		}
		return [][][]int32{rows}
	})[0]
	set := k.NewSet()
	k.Each(ir.Calc(ir.SetMinus, k.Board(), k.Empty()), func(s *ir.Expr) {
		k.Store(set, ir.Calc(ir.SetOr, ir.SetAt(set, ir.Num(0)), k.RowSet(below, s)))
	})
	return ir.SetAt(set, ir.Num(0))
}

// Ways are steps from one site to another, by number, with the sites above both.
type Ways struct {
	k     *Code
	above func(s int32) []int32
	to    []int64
	over  [][]int32
	of    map[[2]int32]int32

	target *ir.Field
	shared *write.Rows
}

// NewWays begins a table of ways: above are the sites right above one of the board.
func (k *Code) NewWays(above func(s int32) []int32) *Ways {
	return &Ways{k: k, above: above, of: map[[2]int32]int32{}}
}

// Above are the sites of a type right above one of the board.
func (k *Code) Above(of board.SiteType) func(s int32) []int32 {
	st := k.G.DefaultType
	return func(s int32) []int32 { return k.G.Topo.StepsTo(st, s, of, board.Upward) }
}

// Way is the number of the way from one site to another.
func (w *Ways) Way(from, to int32) int32 {
	if n, ok := w.of[[2]int32{from, to}]; ok {
		return n
	}
	n := int32(len(w.to))
	w.of[[2]int32{from, to}] = n
	w.to = append(w.to, int64(to))
	over, both := w.above(to), []int32{}
	for _, u := range w.above(from) {
		if slices.Contains(over, u) && !slices.Contains(both, u) {
			both = append(both, u)
		}
	}
	w.over = append(w.over, both)
	return n
}

// Close makes the tables, when all ways have numbers.
func (w *Ways) Close() {
	w.target, w.shared = w.k.Table("way.to", ir.I16, append(w.to, 0)), w.k.Rows("way.over", append(w.over, nil))
}

// To is the site that a way leads to.
func (w *Ways) To(way *ir.Expr) *ir.Expr { return w.k.Temp("to", ir.At(w.target, way)) }

// Over are the number of sites above both ends of a way, and that of the occupied ones.
func (w *Ways) Over(way *ir.Expr) (sites, occupied *ir.Expr) {
	over := w.k.RowSet(w.shared, way)
	return ir.Calc(ir.SetCount, over), ir.Calc(ir.SetCount, ir.Calc(ir.SetMinus, over, w.k.Empty()))
}

// View are the groups of sites as they are seen from above.
type View struct {
	k       *Code
	ways    *Ways
	by      *write.Rows // the ways from each site
	Covered *ir.Expr
}

// NewView is what is seen over neighbours, with the sites right above one of the board.
func (k *Code) NewView(near *write.Rows, above func(s int32) []int32) *View {
	x := &View{k: k, ways: k.NewWays(above)}
	by := make([][]int32, len(near.List))
	for s, row := range near.List {
		for _, t := range row {
			by[s] = append(by[s], x.ways.Way(int32(s), t))
		}
	}
	x.ways.Close()
	x.by = k.Rows("ways", by)
	x.Covered = k.Beneath()
	return x
}

// Flood is the group of a site over those of a set, and its size: the first site counts in any case, others where they
// are seen and less than two pieces lie above the step to them.
func (x *View) Flood(start, member *ir.Expr) (group, size *ir.Expr) {
	k := x.k
	own, round, fresh := k.NewSet(), k.TempSet(), k.NewSet()
	of := k.Keep(ir.Calc(ir.SetMinus, member, x.Covered))
	set := func(f *ir.Field) *ir.Expr { return ir.SetAt(f, ir.Num(0)) }
	k.Include(own, start)
	k.Include(fresh, start)
	k.Loop("seen", k.Fields.Board+1, func(loop *ir.Label) {
		k.Store(round, set(fresh))
		k.Store(fresh, k.None())
		k.Each(set(round), func(s *ir.Expr) {
			k.Row(x.by, s, func(way *ir.Expr) {
				to := x.ways.To(way)
				k.If(ir.All(ir.Calc(ir.SetHas, of, to), ir.Calc(ir.Not, ir.Calc(ir.SetHas, set(own), to))), func() {
					_, occupied := x.ways.Over(way)
					k.If(ir.Calc(ir.Lt, occupied, ir.Num(2)), func() { k.Include(fresh, to) })
				})
			})
		})
		k.Add(ir.When(ir.Calc(ir.Not, ir.Calc(ir.SetAny, set(fresh))), ir.Leave(loop)))
		k.Store(own, ir.Calc(ir.SetOr, set(own), set(fresh)))
	})
	return set(own), k.Temp("size", ir.Calc(ir.SetCount, set(own)))
}

// EachGroup adds what f adds for each group of the sites of a set that begins with a site that is seen, the lowest
// first.
func (x *View) EachGroup(member *ir.Expr, f func(size *ir.Expr)) {
	k := x.k
	done, of := k.NewSet(), k.Keep(member)
	k.Each(ir.Calc(ir.SetMinus, of, x.Covered), func(start *ir.Expr) {
		k.If(ir.Calc(ir.Not, ir.Calc(ir.SetHas, ir.SetAt(done, ir.Num(0)), start)), func() {
			group, size := x.Flood(start, of)
			k.Store(done, ir.Calc(ir.SetOr, ir.SetAt(done, ir.Num(0)), group))
			f(size)
		})
	})
}
