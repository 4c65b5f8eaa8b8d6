package lower

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/lgdl"
)

// cycle is what (is Cycle) looks at: the hashes of the positions after the last moves, of
// three times as many as the square of the number of players, one after the other and
// from the beginning again, and the number of positions so far. The hashes are those of
// package game, so that a position can be taken over from there in the middle of a play.
//
// Pieces that came to their site by a count belong to nobody, whatever their component
// says, which counts in a hash: Lowerer.ownerless is the set of their sites.
type cycle struct{ hashes, count *ir.Field }

// storesState reports whether a clause stores the position, for moves that must not lead back to it.
func storesState(e *lgdl.Expr) bool {
	return within(e, func(x *lgdl.Expr) bool {
		return x.Kind == lgdl.Clause && x.Form != nil && (x.Form.Keyword == "avoidStoredState" ||
			x.Form.Text == "(remember State [(then)])")
	})
}

func asksCycle(e *lgdl.Expr) bool {
	return within(e, func(x *lgdl.Expr) bool {
		return x.Kind == lgdl.Clause && x.Form != nil && x.Form.Text == "(is isSimpleType)" && x.Args[0].Text == "Cycle"
	})
}

func (k *Lowerer) cycleLength() int { return 3 * k.G.Players * k.G.Players }

// cycles makes room for the hashes.
func (k *Lowerer) cycles(rules *lgdl.Expr) {
	g := k.G
	if k.watched && k.Fields.count != nil && !g.Stacks {
		k.ownerless = k.P.Sets("unowned", ir.State, 1)
	}
	cycles, stored := asksCycle(rules), storesState(g.Root())
	if !cycles && !stored {
		return
	}
	f := &k.Fields
	if g.Stacks || k.dice != nil || k.order != nil || f.playable != nil || f.layers != [3]*layer{} && f.count != nil ||
		g.Hides || g.Has(game.Team) || g.Meta.Swap || k.Asks(rules, "swap") {
		k.No(rules, "cycles of positions other than plain ones")
	}
	if cycles {
		k.cycle = &cycle{k.P.Field("hashes", ir.State, ir.Word, k.cycleLength()),
			k.P.Field("hashes.count", ir.State, ir.Int, 1)}
	}
	if stored {
		k.stored = k.P.Field("stored", ir.State, ir.Word, 1)
	}
	if k.ownerless == nil {
		k.ownerless = k.P.Sets("unowned", ir.State, 1)
	}
}

// Belongs notes that pieces on a site belong to whom their component says, or that there
// are none any more.
func (k *Lowerer) Belongs(site *ir.Expr) {
	if k.ownerless != nil && k.siteType() == k.G.DefaultType {
		k.Add(&ir.Stmt{Op: ir.Exclude, Field: k.ownerless, Args: []*ir.Expr{ir.Num(0), site}})
	}
}

// counted adds what f adds, which makes the number of pieces on a site another one.
func (k *Lowerer) counted(site *ir.Expr, f func()) {
	if k.ownerless == nil || k.siteType() != k.G.DefaultType {
		f()
		return
	}
	none := k.Temp("none", ir.Any(ir.Calc(ir.SetHas, ir.SetAt(k.ownerless, ir.Num(0)), site), k.IsEmpty(site)))
	f()
	k.If(ir.All(none, ir.Calc(ir.Not, k.IsEmpty(site))), func() {
		k.Include(k.ownerless, site)
	})
}

// InCycle reports whether the last positions are those before them, twice.
func (k *Lowerer) InCycle() *ir.Expr {
	n, c := k.cycleLength(), k.cycle
	all := ir.Calc(ir.Le, ir.Num(n), ir.At(c.count, ir.Num(0)))
	// Where three rounds are equal it does not matter with which position one begins.
	for i := range n - n/3 {
		all = ir.All(all, ir.Calc(ir.Eq, ir.At(c.hashes, ir.Num(i)), ir.At(c.hashes, ir.Num(i+n/3))))
	}
	return all
}

// StoreState stores the position: its hash, that of package game.
func (k *Lowerer) StoreState() {
	k.Log(game.ActStoreState, nil)
	k.Add(ir.Write(k.stored, ir.Num(0), ir.Invoke(k.hash())))
}

// Unstored lowers moves of which those are left out that lead back to the stored position.
func (k *Lowerer) Unstored(f func()) {
	// The move may store the position it leads to.
	before := k.P.Field("stored.before", ir.Scratch, ir.Word, 1)
	k.filtered(filter{passes: true, first: func() {
		k.Add(ir.Write(before, ir.Num(0), ir.At(k.stored, ir.Num(0))))
	}, holds: func() *ir.Expr { return ir.Calc(ir.Ne, ir.Invoke(k.hash()), ir.At(before, ir.Num(0))) }}, f)
}

// rememberHash keeps the hash of the position after a move.
func (k *Lowerer) rememberHash() {
	c := k.cycle
	if c == nil {
		return
	}
	n := k.Temp("n", ir.At(c.count, ir.Num(0)))
	k.Add(ir.Write(c.hashes, ir.Calc(ir.Rem, n, ir.Num(k.cycleLength())), ir.Invoke(k.hash())),
		ir.Write(c.count, ir.Num(0), ir.Calc(ir.Add, n, ir.Num(1))))
}

// hash is the function that returns the hash of what stands where: that of
// game.Context.PositionHash.
func (k *Lowerer) hash() *ir.Func {
	if fn := k.made["cycle.hash"]; fn != nil {
		return fn
	}
	f := &k.Fields
	const golden = 0x9e3779b97f4a7c15
	z := ir.NewLocal("z", ir.I64)
	mix := k.P.Func("mix", ir.I64, z)
	mix.Body = k.Inside(func() {
		step := func(by uint64, times uint64) {
			x := ir.Calc(ir.Xor, ir.Read(z), ir.Calc(ir.Shr, ir.Read(z), ir.Long(by)))
			k.Add(ir.Put(z, ir.Calc(ir.Mul, x, ir.Long(times))))
		}
		step(30, 0xbf58476d1ce4e5b9)
		step(27, 0x94d049bb133111eb)
		k.Add(ir.Give(ir.Calc(ir.Xor, ir.Read(z), ir.Calc(ir.Shr, ir.Read(z), ir.Long(31)))))
	})
	fn := k.P.Func("cycle.hash", ir.I64)
	k.made["cycle.hash"] = fn
	h := ir.NewLocal("h", ir.I64)
	who := func(site *ir.Expr) *ir.Expr {
		none := ir.Calc(ir.SetHas, ir.SetAt(k.ownerless, ir.Num(0)), site)
		return ir.Cond(none, ir.Num(0), ir.At(f.owner, ir.At(f.What, site)))
	}
	fn.Body = k.Inside(func() {
		add := func(v *ir.Expr) {
			more := ir.Calc(ir.Add, ir.Calc(ir.Mul, ir.Read(h), ir.Long(golden)), ir.Calc(ir.Wide, v))
			k.Add(ir.Put(h, ir.Invoke(mix, ir.Calc(ir.Add, more, ir.Long(1)))))
		}
		if !k.G.KeepsHash() {
			// The numbers of all sites are hashed one after the other.
			k.Add(ir.Put(h, ir.Long(1)))
			for _, st := range [...]board.SiteType{board.Vertex, board.Edge, board.Cell} {
				k.hashLayer(st, who, add)
			}
			k.hashRest(add)
			k.Add(ir.Give(ir.Read(h)))
			return
		}
		k.Add(ir.Put(h, ir.Long(0)))
		k.Each(ir.Calc(ir.SetMinus, k.AllSites(), ir.SetAt(f.empty, ir.Num(0))), func(site *ir.Expr) {
			upper := func(x *ir.Expr) *ir.Expr { return ir.Calc(ir.Shl, ir.Calc(ir.Wide, x), ir.Long(32)) }
			one := ir.NewLocal("one", ir.I64)
			what, count := k.Temp("what", ir.At(f.What, site)), ir.Num(0)
			if f.count != nil {
				count = ir.At(f.count, site)
			}
			k.Add(ir.Put(one, ir.Invoke(mix, ir.Calc(ir.Or, upper(site), ir.Calc(ir.Wide, what)))))
			of := ir.Calc(ir.Xor, ir.Calc(ir.Xor, upper(who(site)), ir.Calc(ir.Wide, count)), ir.Long(golden))
			k.Add(ir.Put(h, ir.Calc(ir.Xor, ir.Read(h), ir.Invoke(mix, ir.Calc(ir.Xor, ir.Read(one), of)))))
		})
		k.hashRest(add)
		k.Add(ir.Give(ir.Read(h)))
	})
	return fn
}

// hashLayer adds the numbers of the sites of a type, one kind after the other, where pieces are
// kept on such sites. By the rules the sites of hands are cells.
func (k *Lowerer) hashLayer(st board.SiteType, who func(site *ir.Expr) *ir.Expr, add func(v *ir.Expr)) {
	g, f := k.G, &k.Fields
	if !g.Keeps(st) {
		return
	}
	n := g.Topo.Num(st)
	hands, sites := n, n
	if st == board.Cell && len(g.Containers) > 1 {
		hands, sites = g.Containers[1].First, g.Sites
	}
	each := func(from, to int, v func(site *ir.Expr) *ir.Expr) {
		k.rounds(ir.Num(from), ir.Num(to), max(to-from, 0), func(i *ir.Expr) { add(v(i)) })
	}
	of := func(field *ir.Field) func(site *ir.Expr) *ir.Expr {
		if field == nil {
			return func(*ir.Expr) *ir.Expr { return ir.Num(0) }
		}
		return func(site *ir.Expr) *ir.Expr { return ir.At(field, site) }
	}
	main := [...]func(site *ir.Expr) *ir.Expr{of(f.What), who, of(f.count), of(f.state), of(f.turned), of(f.worth)}
	here := main
	if l := f.layers[st]; l != nil {
		owner := func(site *ir.Expr) *ir.Expr { return ir.At(f.owner, ir.At(l.what, site)) }
		here = [...]func(site *ir.Expr) *ir.Expr{of(l.what), owner, of(l.count), of(l.state), of(nil), of(nil)}
	} else if st != g.DefaultType {
		here = [...]func(site *ir.Expr) *ir.Expr{of(nil), of(nil), of(nil), of(nil), of(nil), of(nil)}
	}
	for i, kept := range [...]bool{true, true, g.Counts, g.States, g.Rotations, g.Values} {
		if kept {
			each(0, n, here[i])
			each(n, hands, of(nil))
			each(hands, sites, main[i])
		}
	}
}

// hashRest adds what is hashed besides what stands where.
func (k *Lowerer) hashRest(add func(v *ir.Expr)) {
	add(k.Fields.Get(Temp))
	for range 2 { // the seats and the teams of nobody and the players
		for p := range k.G.Players + 1 {
			add(ir.Num(p))
		}
	}
}
