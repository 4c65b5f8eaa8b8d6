package lower

import (
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// The position lists of part 3, §6 of the specification, in games with stacks: the places
// of the pieces of a component in the order in which they came, and what is asked of them.

func (k *Lowerer) listFields() {
	f := &k.Fields
	room := f.Sites
	switch {
	case k.ListsAgain():
		room = max(256, room)
	case k.G.Stacks:
		// Many pieces of a few kinds may lie in stacks all over the board.
		room = max(64, min(f.Sites+f.Height, 512), min(6*f.Sites+f.Height, maxPlaces/f.Comps))
	}
	f.Lists = &layout.Lists{Room: room, Places: k.P.Field("places", ir.State, ir.Int, f.Comps*room),
		Listed: k.P.Field("places.number", ir.State, ir.Int, f.Comps)}
}

// enlist appends a place to the list of a component; a full list spoils the play.
func (k *Lowerer) enlist() *ir.Func {
	return k.SharedOf("places.add", ir.None, []string{"what", "place"}, func(p []*ir.Expr) {
		if k.Fields.Listings != nil {
			k.listOnce(p[0], p[1])
			return
		}
		s := k.Fields.Lists
		if x := k.Fields.Stacks; x != nil && x.Hollow {
			k.Add(ir.When(ir.Calc(ir.Not, p[0]), ir.Give(nil))) // nothing is listed nowhere
		}
		n := k.Temp("n", ir.At(s.Listed, p[0]))
		k.Choose(ir.Calc(ir.Lt, n, ir.Num(s.Room)), func() {
			k.Add(ir.Write(s.Places, k.entry(p[0], n), p[1]), ir.Write(s.Listed, p[0], plus(n, 1)))
		}, k.Spoil)
	})
}

// entry is the index of an entry of the list of a component.
func (k *Lowerer) entry(what, i *ir.Expr) *ir.Expr {
	return ir.Calc(ir.Add, ir.Calc(ir.Mul, what, ir.Num(k.Fields.Lists.Room)), i)
}

// unlist takes a place off the list of a component, however often it is there; in plain games once, and the last one
// takes its place.
func (k *Lowerer) unlist() *ir.Func {
	return k.SharedOf("places.remove", ir.None, []string{"what", "place"}, func(p []*ir.Expr) {
		if k.Fields.Listings != nil {
			k.unlistOnce(p[0], p[1])
			return
		}
		s := k.Fields.Lists
		if k.G.SwapsPlaces() {
			k.Rounds(ir.Num(0), ir.At(s.Listed, p[0]), s.Room, func(i *ir.Expr) {
				i = k.entry(p[0], i)
				k.If(ir.Calc(ir.Eq, ir.At(s.Places, i), p[1]), func() {
					n := k.Temp("n", plus(ir.At(s.Listed, p[0]), -1))
					k.Add(ir.Write(s.Places, i, ir.At(s.Places, k.entry(p[0], n))), ir.Write(s.Listed, p[0], n), ir.Give(nil))
				})
			})
			return
		}
		left := k.Var("left", 0, s.Room, ir.Num(0))
		k.Rounds(ir.Num(0), ir.At(s.Listed, p[0]), s.Room, func(i *ir.Expr) {
			x := k.Temp("x", ir.At(s.Places, k.entry(p[0], i)))
			k.If(ir.Calc(ir.Ne, x, p[1]), func() {
				k.Add(ir.Write(s.Places, k.entry(p[0], ir.Read(left)), x), ir.Put(left, plus(ir.Read(left), 1)))
			})
		})
		k.Add(ir.Write(s.Listed, p[0], ir.Read(left)))
	})
}

// sink lowers the entries of all lists that lie above a place on its site.
func (k *Lowerer) sink() *ir.Func {
	return k.SharedOf("places.sink", ir.None, []string{"place"}, func(p []*ir.Expr) {
		s := k.Fields.Lists
		last := k.Temp("last", ir.Calc(ir.Or, p[0], ir.Num(k.Fields.Height-1)))
		k.Rounds(ir.Num(1), ir.Num(k.Fields.Comps), k.Fields.Comps, func(c *ir.Expr) {
			k.Rounds(ir.Num(0), ir.At(s.Listed, c), s.Room, func(i *ir.Expr) {
				at := k.Temp("at", k.entry(c, i))
				x := k.Temp("x", ir.At(s.Places, at))
				k.If(ir.All(ir.Calc(ir.Lt, p[0], x), ir.Calc(ir.Le, x, last)), func() {
					k.Add(ir.Write(s.Places, at, plus(x, -1)))
				})
			})
		})
	})
}

// unlistLevel is unlist, and what the list of levels above does then: after a level has
// been taken out of a stack that is as high as it is now.
func (k *Lowerer) unlistLevel(what, site, level *ir.Expr) {
	k.Call(k.unlist(), what, k.place(site, level))
	k.If(ir.Calc(ir.Lt, level, ir.At(k.Fields.Stacks.Size, site)), func() { k.Call(k.sink(), k.place(site, level)) })
}

// EachPlace adds what f adds for each entry of the position list of a component.
func (k *Lowerer) EachPlace(comp int, f func(site, level *ir.Expr)) { k.EachPlaceOf(ir.Num(comp), f) }

// EachPlaceOf is EachPlace of a component that the play tells.
func (k *Lowerer) EachPlaceOf(c *ir.Expr, f func(site, level *ir.Expr)) { k.eachPlace(c, false, f) }

// EachPlaceBack is EachPlace from the last entry to the first.
func (k *Lowerer) EachPlaceBack(comp int, f func(site, level *ir.Expr)) {
	k.eachPlace(ir.Num(comp), true, f)
}

func (k *Lowerer) eachPlace(c *ir.Expr, back bool, f func(site, level *ir.Expr)) {
	s := k.Fields.Lists
	s.Read = true
	n := k.Temp("n", ir.At(s.Listed, c))
	k.Rounds(ir.Num(0), n, s.Room, func(i *ir.Expr) {
		if back {
			i = ir.Calc(ir.Sub, plus(n, -1), i)
		}
		x := k.Temp("x", ir.At(s.Places, k.entry(c, i)))
		site := k.Var("site", 0, k.Fields.Sites-1, ir.Calc(ir.Shr, x, ir.Num(k.levelBits())))
		level := k.Var("level", 0, k.Fields.Height-1, ir.Calc(ir.And, x, ir.Num(k.Fields.Height-1)))
		f(ir.Read(site), ir.Read(level))
	})
}

// EachStackOf adds what f adds for each site in the position lists of an owner, once.
func (k *Lowerer) EachStackOf(owner int, f func(site *ir.Expr)) {
	seen := k.NewSet()
	for _, c := range k.G.ComponentsOf(owner) {
		k.EachPlace(int(c), func(site, _ *ir.Expr) {
			k.If(ir.Calc(ir.Not, ir.Calc(ir.SetHas, ir.SetAt(seen, ir.Num(0)), site)), func() {
				k.Include(seen, site)
				f(site)
			})
		})
	}
}

// EachOwner calls f for each owner whose pieces a role stands for, with its condition: 1
// where the role tells it alone.
func (k *Lowerer) EachOwner(e *lgdl.Expr, role string, f func(owner int, is *ir.Expr)) {
	if many, ok := k.Seats().Members(role, 0, k.G.Shared(), nil); ok {
		for _, p := range many {
			f(int(p), ir.Num(1))
		}
		return
	}
	who, last := k.role(e, role), k.G.Players
	if n, ok := who.Number(); ok {
		if int(n) > k.G.Shared() {
			k.No(e, "the pieces of %s", role)
		}
		f(int(n), ir.Num(1))
		return
	}
	if role == "Player" {
		last = k.G.Shared()
	}
	for p := 1; p <= last; p++ {
		f(p, ir.Calc(ir.Eq, who, ir.Num(p)))
	}
}

// Listed is the set of the sites in the position lists of some owners, of the components that wanted
// accepts. With onTop, the owner of the top piece must be one of them; tops are the sites where he is.
func (k *Lowerer) Listed(owners Owners, onTop bool, wanted func(comp int) bool, tops func() *ir.Expr) *ir.Expr {
	// Pieces with an owner are always listed where they stand, unless others come between those of a stack, so that
	// those on top are the answer wherever all of their owners' are asked for. Nobody's are sites where a piece was, too.
	plain := onTop && !k.goIntoStacks()
	owners(func(owner int, _ *ir.Expr) {
		plain = plain && (owner != 0 || !k.anyRule(leavesStale))
		for _, c := range k.G.ComponentsOf(owner) {
			plain = plain && owner != 0 && wanted(int(c))
		}
	})
	if plain {
		return tops()
	}
	set := k.TempSet()
	k.Store(set, k.None())
	owners(func(owner int, is *ir.Expr) {
		k.If(is, func() {
			for _, c := range k.G.ComponentsOf(owner) {
				if !wanted(int(c)) {
					continue
				}
				if l := k.Fields.Listings; l != nil {
					k.Store(set, ir.Calc(ir.SetOr, ir.SetAt(set, ir.Num(0)), ir.SetAt(l.Sites, ir.Num(int(c)))))
					continue
				}
				k.EachPlace(int(c), func(site, _ *ir.Expr) {
					k.Include(set, site)
				})
			}
		})
	})
	if onTop {
		top := tops()
		owners(func(owner int, is *ir.Expr) {
			if owner == 0 { // to whom the nothing belongs that stands where a stale entry says
				top = ir.Calc(ir.SetOr, top, ir.Select(is, ir.Calc(ir.SetMinus, k.AllSites(), k.Standing()), k.None()))
			}
		})
		return ir.Calc(ir.SetAnd, ir.SetAt(set, ir.Num(0)), top)
	}
	return ir.SetAt(set, ir.Num(0))
}

// Owners calls a function for each of several owners, with its condition.
type Owners func(f func(owner int, is *ir.Expr))

// OwnersOf are the owners that a clause stands for: the one that of says, unless it is nil, else
// those of a role, All if that is nil too.
func (k *Lowerer) OwnersOf(e, of, role *lgdl.Expr) Owners {
	if of != nil {
		return k.Owner(k.Temp("who", k.Int(of)))
	}
	name := role.Word("All")
	return func(f func(owner int, is *ir.Expr)) { k.EachOwner(e, name, f) }
}

// Owner is the owner of a number, if there is one.
func (k *Lowerer) Owner(who *ir.Expr) Owners {
	return func(f func(owner int, is *ir.Expr)) {
		for p := range k.G.Shared() + 1 {
			if is := ir.Calc(ir.Eq, who, ir.Num(p)); !is.Is(0) {
				f(p, is)
			}
		}
	}
}

// OwnerMask has a bit for each owner whose pieces a role stands for.
func (k *Lowerer) OwnerMask(e *lgdl.Expr, role string) *ir.Expr {
	return k.MaskOf(func(f func(owner int, is *ir.Expr)) { k.EachOwner(e, role, f) })
}

// MaskOf has a bit for each of some owners.
func (k *Lowerer) MaskOf(owners Owners) *ir.Expr {
	mask := ir.Num(0)
	owners(func(owner int, is *ir.Expr) {
		mask = ir.Calc(ir.Or, mask, ir.Cond(is, ir.Num(1<<owner), ir.Num(0)))
	})
	return mask
}

// InMask reports whether the owner of a component has a bit in a mask.
func (k *Lowerer) InMask(mask, comp *ir.Expr) *ir.Expr {
	return ir.Calc(ir.And, ir.Calc(ir.Shr, mask, k.OwnerOf(comp)), ir.Num(1))
}

// IsNamed reports whether a component is one of those that a name stands for.
func (k *Lowerer) IsNamed(name string, comp *ir.Expr) *ir.Expr {
	names := k.namesOf(name)
	is := make([]int64, k.Fields.Comps)
	for c := range is {
		is[c] = int64(layout.Boolean(names.Has(c)))
	}
	return ir.At(k.Table("named", ir.U8, is), comp)
}

// ListedOf is the set of the sites in the position lists of an owner.
func (k *Lowerer) ListedOf(owner int) *ir.Expr {
	set := k.NewSet()
	for _, c := range k.G.ComponentsOf(owner) {
		k.EachPlace(int(c), func(site, _ *ir.Expr) { k.Include(set, site) })
	}
	return ir.SetAt(set, ir.Num(0))
}

// Mirrored reports whether the position lists are always what stands on the board, so
// that they may be asked about the one instead of the other: nothing in the rules leaves
// stale entries behind, and all pieces have owners.
func (k *Lowerer) Mirrored() bool {
	s := k.Fields.Stacks
	if s.Mirrored == nil {
		yes := !k.unowned() && !k.G.Root().Any(leavesStale) && !k.capturesAgain()
		s.Mirrored = &yes
	}
	return *s.Mirrored
}

// leavesStale reports whether a clause may leave stale entries in the position lists.
func leavesStale(e *lgdl.Expr) bool {
	return e.Kind == lgdl.Clause && e.Form != nil && (e.Form.Keyword == "promote" || e.Form.Keyword == "flip" ||
		len(e.Form.Slots) > 0 && e.Form.Slots[0].Const == "Promote" || e.Arg("copy") != nil || intoLevel(e))
}

// intoLevel reports whether something is a (to … level:…).
func intoLevel(e *lgdl.Expr) bool {
	return e.Is("to") && e.Arg("level") != nil
}

// goIntoStacks reports whether a clause has pieces come between those of a stack. Every set of places asks.
func (k *Lowerer) goIntoStacks() bool {
	if k.intoStacks == nil {
		is := k.anyRule(intoLevel)
		k.intoStacks = &is
	}
	return *k.intoStacks
}

// NumberListed is the number of pieces of an owner, where the lists are mirrored.
func (k *Lowerer) NumberListed(owner int) *ir.Expr {
	s := k.Fields.Lists
	s.Asked = true
	n := ir.Num(0)
	for _, c := range k.G.ComponentsOf(owner) {
		n = ir.Calc(ir.Add, n, ir.At(s.Listed, ir.Num(int(c))))
	}
	return n
}

// Stacks are the sites on which something stands, in games with stacks.
func (k *Lowerer) Stacks() *ir.Expr {
	return ir.Calc(ir.SetMinus, k.AllSites(), ir.SetAt(k.Fields.Empty, ir.Num(0)))
}

// OwnAll reports whether some owners always have all pieces there are.
func (k *Lowerer) OwnAll(owners Owners) bool {
	all := make([]bool, k.G.Shared()+1)
	owners(func(owner int, is *ir.Expr) { all[owner] = all[owner] || is.Is(1) })
	for c := 1; c < k.Fields.Comps; c++ {
		if !all[k.G.Components[c].Owner] {
			return false
		}
	}
	return true
}

// unlisted takes out the keeping of lists that no rule and no heuristic reads, but for their lengths where these are
// asked for: then the lists are what stands on the board, and each piece that leaves is listed once.
func (k *Lowerer) unlisted() {
	s := k.Fields.Lists
	if s == nil || s.Read || k.valued {
		return
	}
	more := map[string]int{"places.add": 1, "places.remove": -1}
	for _, name := range [...]string{"places.add", "places.remove", "places.sink", "places.raise", "places.leave"} {
		fn := k.Known(name)
		if fn == nil {
			continue
		}
		fn.Body = nil
		if by := more[name]; by != 0 && s.Asked {
			what := ir.Read(fn.Params[0])
			fn.Body = []*ir.Stmt{ir.Write(s.Listed, what, plus(ir.At(s.Listed, what), by))}
		}
	}
}

// EmptyIsNothing reports whether just those sites of the board are empty that have no component.
func (k *Lowerer) EmptyIsNothing() bool { return k.Fields.Count == nil && k.Fields.Stacks == nil }

// goesByEntry reports whether a clause goes through the lists entry by entry, so that it tells how often a piece is
// listed, or looks at where it is listed for others.
func (k *Lowerer) goesByEntry() bool {
	return k.anyRule(func(e *lgdl.Expr) bool {
		for _, form := range []string{"(forEach Piece ", "(forEach Group ", "(sizes Group ", "(all Groups ", "(take Control ",
			"(is isComponentType "} {
			if isForm(e, form) {
				return true
			}
		}
		if !isForm(e, "(count countComponentType ") || len(k.G.Components) <= 2 {
			return false
		}
		a := clause.CountComponent(e)
		role := a.RoleType().Word("All")
		return a.CountComponentType().Text == "Pieces" && a.Of() == nil &&
			(role == "All" || role == "Enemy" || role == "NonMover") // each of whom counts his sites
	})
}

// goesByList reports whether a clause tells where a piece is listed that has gone.
func goesByList(e *lgdl.Expr) bool { return isForm(e, "(sites Occupied ") }
