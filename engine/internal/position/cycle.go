package position

import (
	"strings"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/lgdl"
)

// storesState reports whether clauses of a form store the position, for moves that must not lead back to it.
func storesState(f *lgdl.Form) bool {
	return f.Keyword == "avoidStoredState" || f.Text == "(remember State [(then)])"
}

// beginsByCount reports whether pieces are put on sites by a count, at the start.
func (k *Code) beginsByCount() bool {
	const form = "(set setStartSitesType "
	return k.Rules.AnyForm(func(f *lgdl.Form) bool { return strings.HasPrefix(f.Text, form) }) &&
		k.Rules.AnyRule(func(e *lgdl.Expr) bool { return IsForm(e, form) && e.Selector() == "Count" })
}

func asksCycle(e *lgdl.Expr) bool { return e.Is("is", "Cycle") }

// KeepCycles makes room for the hashes.
func (k *Code) KeepCycles(rules *lgdl.Expr) {
	g := k.G
	if k.Watched && k.Fields.Count != nil && !g.Stacks {
		k.Ownerless = k.P.Sets("unowned", ir.State, 1)
	}
	cycles, stored := k.Rules.AnyRule(asksCycle), k.Rules.AnyForm(storesState)
	if !cycles && !stored {
		return
	}
	f := &k.Fields
	if g.Stacks || k.Dice != nil || k.SeatOf != nil || f.Playable != nil || f.Layers != [3]*layout.Layer{} && f.Count != nil ||
		k.Large != nil && k.tellsCovered() || g.Hides || g.Has(game.Team) || g.Meta.Swap ||
		k.Asks(rules, "swap") {
		k.No(rules, "cycles of positions other than plain ones")
	}
	if cycles {
		k.Cycle = &layout.Cycle{Hashes: k.P.Field("hashes", ir.State, ir.Word, k.CycleLength()),
			Count: k.P.Field("hashes.count", ir.State, ir.Int, 1)}
	}
	if stored {
		k.Stored = k.P.Field("stored", ir.State, ir.Word, 1)
	}
	if k.Ownerless == nil {
		k.Ownerless = k.P.Sets("unowned", ir.State, 1)
	}
}

// Belongs notes that pieces on a site belong to whom their component says, or that there
// are none any more.
func (k *Code) Belongs(site *ir.Expr) {
	if k.Ownerless != nil && k.CurrentType() == k.G.DefaultType {
		k.Add(&ir.Stmt{Op: ir.Exclude, Field: k.Ownerless, Args: []*ir.Expr{ir.Num(0), site}})
	}
}

// counted adds what f adds, which makes the number of pieces on a site another one.
func (k *Code) counted(site *ir.Expr, f func()) {
	if k.Ownerless == nil || k.CurrentType() != k.G.DefaultType {
		f()
		return
	}
	none := k.Temp("none", ir.Any(ir.Calc(ir.SetHas, ir.SetAt(k.Ownerless, ir.Num(0)), site), k.IsEmpty(site)))
	f()
	k.If(ir.All(none, ir.Calc(ir.Not, k.IsEmpty(site))), func() {
		k.Include(k.Ownerless, site)
	})
}

// InCycle reports whether the last positions are those before them, twice.
func (k *Code) InCycle() *ir.Expr {
	n, c := k.CycleLength(), k.Cycle
	all := ir.Calc(ir.Le, ir.Num(n), ir.At(c.Count, ir.Num(0)))
	// Where three rounds are equal it does not matter with which position one begins.
	for i := range n - n/3 {
		all = ir.All(all, ir.Calc(ir.Eq, ir.At(c.Hashes, ir.Num(i)), ir.At(c.Hashes, ir.Num(i+n/3))))
	}
	return all
}

// StoreState stores the position: its hash, that of package game.
func (k *Code) StoreState() {
	k.Add(ir.Write(k.Stored, ir.Num(0), ir.Invoke(k.HashPosition())))
}

// RememberHash keeps the hash of the position after a move.
func (k *Code) RememberHash() {
	c := k.Cycle
	if c == nil {
		return
	}
	n := k.Temp("n", ir.At(c.Count, ir.Num(0)))
	k.Add(ir.Write(c.Hashes, ir.Calc(ir.Rem, n, ir.Num(k.CycleLength())), ir.Invoke(k.HashPosition())),
		ir.Write(c.Count, ir.Num(0), ir.Calc(ir.Add, n, ir.Num(1))))
}

// golden is a number of package game's hashes.
const golden = 0x9e3779b97f4a7c15

// HashPosition is the function that returns the hash of what stands where: that of
// game.Context.PositionHash.
func (k *Code) HashPosition() *ir.Func {
	f := &k.Fields
	z := ir.NewLocal("z", ir.I64)
	mix := k.Shared("mix", ir.I64, func() {
		step := func(by uint64, times uint64) {
			x := ir.Calc(ir.Xor, ir.Read(z), ir.Calc(ir.Shr, ir.Read(z), ir.Long(by)))
			k.Add(ir.Put(z, ir.Calc(ir.Mul, x, ir.Long(times))))
		}
		step(30, 0xbf58476d1ce4e5b9)
		step(27, 0x94d049bb133111eb)
		k.Add(ir.Give(ir.Calc(ir.Xor, ir.Read(z), ir.Calc(ir.Shr, ir.Read(z), ir.Long(31)))))
	}, z)
	h := ir.NewLocal("h", ir.I64)
	who := func(site *ir.Expr) *ir.Expr {
		none := ir.Calc(ir.SetHas, ir.SetAt(k.Ownerless, ir.Num(0)), site)
		return ir.Cond(none, ir.Num(0), k.OwnerOf(ir.At(f.What, site)))
	}
	return k.Shared("cycle.hash", ir.I64, func() {
		last := ir.Calc(ir.Add, ir.Long(k.G.SeatsHash()*golden+1), ir.Calc(ir.Wide, f.Get(layout.Temp)))
		k.Add(ir.Put(h, ir.Invoke(mix, last)))
		for st := range f.Layers {
			k.hashLayer(board.SiteType(st), who, func(one *ir.Expr, more ...*ir.Expr) {
				z := ir.NewLocal("one", ir.I64)
				k.Add(ir.Put(z, ir.Invoke(mix, one)))
				for _, x := range more {
					k.Add(ir.Put(z, ir.Invoke(mix, ir.Calc(ir.Xor, ir.Read(z), x))))
				}
				k.Add(ir.Put(h, ir.Calc(ir.Xor, ir.Read(h), ir.Read(z))))
			})
		}
		k.Add(ir.Give(ir.Read(h)))
	})
}

// hashLayer adds the numbers of the sites of a type where pieces are kept on such sites, as game.Context.PositionHash
// does. By the rules the sites of hands are cells.
func (k *Code) hashLayer(st board.SiteType, who func(site *ir.Expr) *ir.Expr, add func(one *ir.Expr,
	more ...*ir.Expr)) {
	g, f := k.G, &k.Fields
	if !g.Keeps(st) {
		return
	}
	of := func(kept bool, field *ir.Field) func(site *ir.Expr) *ir.Expr {
		if field == nil || !kept {
			return func(*ir.Expr) *ir.Expr { return ir.Num(0) }
		}
		return func(site *ir.Expr) *ir.Expr { return ir.At(field, site) }
	}
	type numbers [6]func(site *ir.Expr) *ir.Expr
	each := func(from, to int, of numbers) {
		sites := func(f func(site *ir.Expr)) { k.Rounds(ir.Num(from), ir.Num(to), max(to-from, 0), f) }
		if g.KeepsHash() { // an empty site has nothing that counts
			some := ir.Calc(ir.SetMinus, k.UpTo(to), k.UpTo(from))
			sites = func(f func(site *ir.Expr)) {
				k.Each(ir.Calc(ir.SetMinus, some, ir.SetAt(k.Fields.Empty, ir.Num(0))), f)
			}
		}
		sites(func(site *ir.Expr) {
			var v [6]*ir.Expr
			all, late := ir.Num(0), ir.Num(0)
			for i, x := range of {
				if v[i] = k.Temp("number", x(site)); i < 3 {
					all = ir.Calc(ir.Or, all, v[i])
				} else {
					late = ir.Calc(ir.Or, late, v[i])
				}
			}
			wide := func(high, low *ir.Expr) *ir.Expr {
				return ir.Calc(ir.Or, ir.Calc(ir.Shl, ir.Calc(ir.Wide, high), ir.Long(32)), ir.Calc(ir.Wide, low))
			}
			one := wide(ir.Calc(ir.Or, site, ir.Num(int(st)<<24)), v[0])
			more := ir.Calc(ir.Xor, wide(v[1], v[2]), ir.Long(golden))
			most := ir.Calc(ir.Xor, wide(v[3], v[5]), ir.Calc(ir.Mul, ir.Calc(ir.Wide, v[4]), ir.Long(golden)))
			k.If(ir.Calc(ir.Ne, ir.Calc(ir.Or, all, late), ir.Num(0)), func() {
				if late.Is(0) {
					add(one, more)
					return
				}
				k.Add(&ir.Stmt{Op: ir.If, Args: []*ir.Expr{late}, Body: k.Inside(func() { add(one, more, most) }),
					Else: k.Inside(func() { add(one, more) })})
			})
		})
	}
	main := numbers{of(true, f.What), who, of(true, f.Count), of(g.States, f.State), of(g.Rotations, f.Turned),
		of(g.Values, f.Worth)}
	n := g.Topo.Num(st)
	if l := f.Layers[st]; l != nil {
		owner := func(site *ir.Expr) *ir.Expr { return ir.At(f.Owner, ir.At(l.What, site)) }
		none := of(false, nil)
		each(0, n, numbers{of(true, l.What), owner, of(true, l.Count), of(true, l.State), none, none})
	} else if st == g.DefaultType {
		each(0, n, main)
	}
	if st == board.Cell && len(g.Containers) > 1 {
		each(g.Containers[1].First, g.Sites, main)
	}
}
