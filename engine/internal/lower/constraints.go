package lower

import (
	"slices"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/write"
	"github.com/astragal/astragal/engine/lgdl"
)

// The constraints of a puzzle consist of parts where that is known: of each it is known which variables it looks at. A
// constraint of which that is not known is asked as a whole whenever a variable is set.

// Variables are those that a part of a constraint looks at, with numbers for it.
type Variables struct {
	Of      []int32
	Numbers []int
}

// Restriction is a part of a constraint while what it demands is lowered.
type Restriction struct {
	k       *Lowerer
	rows    *write.Rows
	numbers []*ir.Field
	i       *ir.Expr
}

// Each adds what f adds for each variable.
func (r *Restriction) Each(f func(v *ir.Expr)) { r.k.Row(r.rows, r.i, f) }

// Number is one of the numbers of the part.
func (r *Restriction) Number(j int) *ir.Expr { return ir.At(r.numbers[j], r.i) }

// restriction are the parts of one kind: holds adds statements that return 0 where a part fails.
type restriction struct {
	e     *lgdl.Expr
	kind  string
	list  []Variables
	holds func(r *Restriction)
	first int // number of the first part
}

// constraints are those of a puzzle.
type constraints struct {
	groups []*restriction
	whole  []*ir.Func // those that are asked as wholes
	parts  int
	of     *write.Rows          // the parts that look at each variable
	beside *write.Rows          // the variables that share a part with each
	strict game.Set             // variables that must not be 0
	looks  map[*ir.Func][]int32 // the variables that functions of parts look at

	top       *lgdl.Expr // the constraint whose parts are registered
	hint      *ir.Expr   // nil outside of hints
	hintSites []int32
	edge      func() *ir.Expr // what edges add up to there, likewise
}

// Constrain lowers a constraint of a puzzle, with the iterators as they are.
func (k *Lowerer) Constrain(e *lgdl.Expr) {
	x := k.puzzle
	if e.Is("and") {
		for _, y := range lgdl.Flat(e.Args...) {
			k.Constrain(y)
		}
		return
	}
	outer, always := x.top, false
	x.top = e
	fn := k.Func("constraint", ir.I32, func() {
		v := k.Bool(e)
		always = v.Is(1)
		k.Add(ir.Give(v))
	})
	x.top = outer
	if always {
		return
	}
	if vars, fixed := k.looksAt(fn); fixed && len(vars) > 0 {
		x.groups = append(x.groups, &restriction{e: e, kind: apart, list: []Variables{{Of: vars}}, holds: func(*Restriction) {
			k.Add(ir.Give(ir.Invoke(fn)))
		}})
		return
	}
	x.whole = append(x.whole, fn)
	if len(x.whole) > maxWhole {
		k.No(e, "more than %d constraints that look at any variables", maxWhole)
	}
}

// apart is the kind of a constraint that is one part.
const apart = "apart"

// maxWhole bounds the constraints that are asked as wholes.
const maxWhole = 512

// Registers reports whether what a clause demands is registered in parts, as it is a constraint by itself.
func (k *Lowerer) Registers(e *lgdl.Expr) bool { return k.puzzle != nil && k.puzzle.top == e }

// Strict notes that a variable is demanded not to be 0.
func (k *Lowerer) Strict(e *lgdl.Expr, v int32) {
	x := k.puzzle
	if x.strict == nil {
		x.strict = make(game.Set, max(k.G.SetWords, k.P.Words))
	}
	if v < 0 || int(v) >= k.Fields.Sites {
		k.No(e, "a constraint on variables that do not exist")
	}
	if k.Registers(e) {
		x.strict.Add(int(v))
	}
}

// Restrict lowers what a clause demands of lists of variables: holds adds statements that return 0 where that
// fails. The kind tells apart what one clause demands in several ways.
func (k *Lowerer) Restrict(e *lgdl.Expr, kind string, list []Variables, holds func(r *Restriction)) *ir.Expr {
	x := k.puzzle
	if x == nil {
		k.No(e, "constraints of puzzles in other games")
	}
	for _, y := range list {
		for _, v := range y.Of {
			if v < 0 || int(v) >= k.Fields.Sites {
				k.No(e, "a constraint on variables that do not exist")
			}
		}
	}
	if len(list) == 0 {
		return ir.Num(1)
	}
	if k.Registers(e) {
		i := slices.IndexFunc(x.groups, func(g *restriction) bool { return g.e == e && g.kind == kind })
		if i < 0 {
			i = len(x.groups)
			x.groups = append(x.groups, &restriction{e: e, kind: kind, holds: holds})
		}
		x.groups[i].list = append(x.groups[i].list, list...)
		return ir.Num(1)
	}
	fn := k.restriction(list, holds)
	all := k.Func("all", ir.I32, func() {
		k.Rounds(ir.Num(0), ir.Num(len(list)), len(list), func(i *ir.Expr) {
			k.Add(ir.When(ir.Calc(ir.Not, ir.Invoke(fn, i)), ir.Give(ir.Num(0))))
		})
		k.Add(ir.Give(ir.Num(1)))
	})
	if x.looks == nil {
		x.looks = map[*ir.Func][]int32{}
	}
	for _, y := range list {
		x.looks[all] = append(x.looks[all], y.Of...)
	}
	return ir.Invoke(all)
}

// restriction is the function that reports whether the part of a number holds.
func (k *Lowerer) restriction(list []Variables, holds func(r *Restriction)) *ir.Func {
	i := ir.Within("i", 0, len(list)-1)
	return k.Func("holds", ir.I32, func() {
		r := &Restriction{k: k, i: ir.Read(i)}
		var rows [][]int32
		for _, x := range list {
			rows = append(rows, x.Of)
		}
		r.rows = k.Rows("variables", rows)
		for j := range list[0].Numbers {
			values := make([]int64, len(list))
			for i, x := range list {
				values[i] = int64(x.Numbers[j])
			}
			r.numbers = append(r.numbers, k.Table("numbers", ir.Int, values))
		}
		holds(r)
		k.Add(ir.Give(ir.Num(1)))
	}, i)
}

// restricted numbers the parts and adds the function that reports whether one holds.
func (k *Lowerer) restricted() {
	x := k.puzzle
	if x.strict == nil {
		x.strict = make(game.Set, max(k.G.SetWords, k.P.Words))
	}
	of, beside := make([][]int32, k.Fields.Sites), make([][]int32, k.Fields.Sites)
	fns := make([]*ir.Func, len(x.groups))
	for n, g := range x.groups {
		g.first = x.parts
		for i, y := range g.list {
			for _, v := range y.Of {
				if part := int32(x.parts + i); !slices.Contains(of[v], part) {
					of[v] = append(of[v], part)
				}
				for _, w := range y.Of {
					if w != v && !slices.Contains(beside[v], w) {
						beside[v] = append(beside[v], w)
					}
				}
			}
		}
		x.parts += len(g.list)
		fns[n] = k.restriction(g.list, g.holds)
	}
	x.of, x.beside = k.Rows("parts", of), k.Rows("beside", beside)
	x.Fails = k.P.Field("fails", ir.State, ir.U8, max(x.parts, 1))
	part := ir.Within("part", 0, max(x.parts-1, 0))
	x.ask = k.Func("part", ir.I32, func() {
		for n, g := range x.groups {
			v := ir.Invoke(fns[n], ir.Calc(ir.Sub, ir.Read(part), ir.Num(g.first)))
			if n == len(x.groups)-1 {
				k.Add(ir.Give(v))
			} else {
				k.Add(ir.When(ir.Calc(ir.Lt, ir.Read(part), ir.Num(g.first+len(g.list))), ir.Give(v)))
			}
		}
		if len(x.groups) == 0 {
			k.Add(ir.Give(ir.Num(1)))
		}
	}, part)
}

// FixedInt is the value of a number that is known while rules are lowered.
func (k *Lowerer) FixedInt(e *lgdl.Expr) int {
	n, ok := k.Int(e).Number()
	if !ok {
		if v := k.Parts.Int(e); v.Const {
			return v.V
		}
		k.No(e, "a number of a puzzle that may change")
	}
	return int(n)
}

// FixedRegion are the sites of a region that is known while rules are lowered, as package game lists them. The
// iterators that it may depend on must have fixed values; timeless says that it depends on nothing else.
func (k *Lowerer) FixedRegion(e *lgdl.Expr, timeless bool) []int32 {
	r := k.Parts.Region(e)
	c := k.Settle()
	if r.Static == nil && !timeless {
		k.No(e, "a region of a puzzle that may change")
	}
	fixed := func(e *ir.Expr) int {
		if e == nil {
			return game.Off
		}
		n, _ := e.Number()
		return int(n)
	}
	c.From, c.To = fixed(k.Env.From), fixed(k.Env.To)
	if x := k.puzzle; x != nil {
		c.Hint, c.HintSites = fixed(x.hint), x.hintSites
	}
	return slices.Clone(r.Sites(c, nil))
}

// AtHint lowers what f lowers at a hint: its value, what its edges add up to, and what (from) and (to) are there, nil
// for nothing.
func (k *Lowerer) AtHint(value int, sites []int32, edge func() *ir.Expr, from, to *ir.Expr, f func()) {
	x, env, hint, at, around := k.puzzle, k.Env, k.puzzle.hint, k.puzzle.hintSites, k.puzzle.edge
	x.hint, x.hintSites, x.edge = ir.Num(value), sites, edge
	k.Env.From, k.Env.To = from, to
	f()
	k.Env, x.hint, x.hintSites, x.edge = env, hint, at, around
}

// EdgesOfHint is what the edges at the hint at hand add up to.
func (k *Lowerer) EdgesOfHint() *ir.Expr {
	if k.puzzle == nil || k.puzzle.edge == nil {
		return ir.Num(game.Off)
	}
	return k.puzzle.edge()
}

// Hint is the value of the hint at hand.
func (k *Lowerer) Hint(e *lgdl.Expr) *ir.Expr {
	if k.puzzle == nil || k.puzzle.hint == nil {
		k.No(e, "a hint outside of hints")
	}
	return k.puzzle.hint
}
