package position

import (
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// relist takes the piece on a site off the list of a component, and puts one of another component on its list; either
// may be nothing.
func (k *Code) relist(site, was, now *ir.Expr) {
	if k.Fields.Lists == nil && k.Fields.Listings == nil {
		return
	}
	k.Call(k.SharedOf("relist", ir.None, []string{"place", "was", "now"}, func(p []*ir.Expr) {
		for i, f := range [...]*ir.Func{k.unlist(), k.Enlist()} {
			k.If(p[1+i], func() { k.Call(f, p[1+i], p[0]) })
		}
	}), k.LevelAt(site, ir.Num(0)), was, now)
}

// promoted notes that a piece comes in place of another one, which may be of the same component.
func (k *Code) promoted(site, comp *ir.Expr) {
	if k.Fields.Lists == nil && k.Fields.Listings == nil {
		return
	}
	was := k.Temp("was", ir.At(k.Fields.What, site))
	if k.Unowned() { // of whom the list stays as it is
		k.SpoilIf(ir.Calc(ir.Not, ir.All(k.IsOwned(was), k.IsOwned(comp))))
	}
	if k.Fields.Count != nil { // else as when the piece is set
		k.If(ir.Calc(ir.Eq, was, comp), func() { k.relist(site, was, comp) })
	}
}

// EachListedOf adds what f adds for each entry of the lists of some owners, in the order of their components: of one of
// them only, unless that is nil.
func (k *Code) EachListedOf(owners []int, only *ir.Expr, f func(site *ir.Expr)) {
	var comps []int64
	for _, p := range owners {
		for _, c := range k.G.ComponentsOf(p) {
			comps = append(comps, int64(c))
		}
	}
	if n := len(comps); n > 0 {
		table := k.Table("listed", k.ComponentElem(), comps)
		k.Rounds(ir.Num(0), ir.Num(n), n, func(i *ir.Expr) {
			comp, is := k.Temp("comp", ir.At(table, i)), ir.Num(1)
			if only != nil {
				is = ir.Calc(ir.Eq, ir.At(k.Fields.Owner, comp), only)
			}
			k.If(is, func() { k.EachPlaceOf(comp, func(site, _ *ir.Expr) { f(site) }) })
		})
	}
}

// ListingFields keeps how often each site is listed instead of lists.
func (k *Code) ListingFields() {
	f := &k.Fields
	f.Listings = &layout.Listings{Times: k.P.Field("places.times", ir.State, ir.Int, f.Comps*f.Sites),
		Sites: k.P.Sets("places.sites", ir.State, f.Comps)}
}

// listingOf is the site of a place, and its index of a place in the numbers of a component.
func (k *Code) listingOf(what, place *ir.Expr) (site, at *ir.Expr) {
	site = k.Temp("site", ir.Calc(ir.Shr, place, ir.Num(k.levelBits())))
	return site, k.Temp("at", ir.Calc(ir.Add, ir.Calc(ir.Mul, what, ir.Num(k.Fields.Sites)), site))
}

// listOnce lists a place once more.
func (k *Code) listOnce(what, place *ir.Expr) {
	l := k.Fields.Listings
	site, at := k.listingOf(what, place)
	k.Add(ir.Write(l.Times, at, Plus(ir.At(l.Times, at), 1)),
		&ir.Stmt{Op: ir.Include, Field: l.Sites, Args: []*ir.Expr{what, site}})
}

// unlistOnce takes a place off a list: once in plain games, in others as often as it is there.
func (k *Code) unlistOnce(what, place *ir.Expr) {
	l := k.Fields.Listings
	site, at := k.listingOf(what, place)
	left := ir.Num(0)
	if k.G.SwapsPlaces() {
		n := ir.At(l.Times, at)
		left = k.Temp("left", ir.Cond(ir.Calc(ir.Lt, ir.Num(0), n), Plus(n, -1), ir.Num(0)))
	}
	k.Add(ir.Write(l.Times, at, left))
	k.If(ir.Calc(ir.Eq, left, ir.Num(0)), func() {
		k.Add(&ir.Stmt{Op: ir.Exclude, Field: l.Sites, Args: []*ir.Expr{what, site}})
	})
}

// Enlist appends a place to the list of a component; a full list spoils the play.
func (k *Code) Enlist() *ir.Func {
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
			k.Add(ir.Write(s.Places, k.entry(p[0], n), p[1]), ir.Write(s.Listed, p[0], Plus(n, 1)))
		}, k.Spoil)
	})
}

// entry is the index of an entry of the list of a component.
func (k *Code) entry(what, i *ir.Expr) *ir.Expr {
	return ir.Calc(ir.Add, ir.Calc(ir.Mul, what, ir.Num(k.Fields.Lists.Room)), i)
}

// unlist takes a place off the list of a component, however often it is there; in plain games once, and the last one
// takes its place.
func (k *Code) unlist() *ir.Func {
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
					n := k.Temp("n", Plus(ir.At(s.Listed, p[0]), -1))
					k.Add(ir.Write(s.Places, i, ir.At(s.Places, k.entry(p[0], n))), ir.Write(s.Listed, p[0], n), ir.Give(nil))
				})
			})
			return
		}
		// Those before the first stay, and are not stored again.
		n := k.Temp("n", ir.At(s.Listed, p[0]))
		left := k.Var("left", 0, s.Room, ir.Num(0))
		k.Loop("first", s.Room+1, func(first *ir.Label) {
			k.Add(ir.When(ir.Calc(ir.Le, n, ir.Read(left)), ir.Give(nil)))
			found := ir.Calc(ir.Eq, ir.At(s.Places, k.entry(p[0], ir.Read(left))), p[1])
			k.Add(ir.When(found, ir.Leave(first)), ir.Increment(left))
		})
		k.Rounds(Plus(ir.Read(left), 1), n, s.Room, func(i *ir.Expr) {
			x := k.Temp("x", ir.At(s.Places, k.entry(p[0], i)))
			k.If(ir.Calc(ir.Ne, x, p[1]), func() {
				k.Add(ir.Write(s.Places, k.entry(p[0], ir.Read(left)), x), ir.Put(left, Plus(ir.Read(left), 1)))
			})
		})
		k.Add(ir.Write(s.Listed, p[0], ir.Read(left)))
	})
}

// sink lowers the entries of all lists that lie above a place on its site.
func (k *Code) sink() *ir.Func {
	return k.SharedOf("places.sink", ir.None, []string{"place"}, func(p []*ir.Expr) {
		s := k.Fields.Lists
		last := k.Temp("last", ir.Calc(ir.Or, p[0], ir.Num(k.Fields.Height-1)))
		k.Rounds(ir.Num(1), ir.Num(k.Fields.Comps), k.Fields.Comps, func(c *ir.Expr) {
			k.Rounds(ir.Num(0), ir.At(s.Listed, c), s.Room, func(i *ir.Expr) {
				at := k.Temp("at", k.entry(c, i))
				x := k.Temp("x", ir.At(s.Places, at))
				k.If(ir.All(ir.Calc(ir.Lt, p[0], x), ir.Calc(ir.Le, x, last)), func() {
					k.Add(ir.Write(s.Places, at, Plus(x, -1)))
				})
			})
		})
	})
}

// UnlistLevel is unlist, and what the list of levels above does then: after a level has
// been taken out of a stack that is as high as it is now.
func (k *Code) UnlistLevel(what, site, level *ir.Expr) {
	k.Call(k.unlist(), what, k.LevelAt(site, level))
	k.If(ir.Calc(ir.Lt, level, ir.At(k.Fields.Stacks.Size, site)), func() { k.Call(k.sink(), k.LevelAt(site, level)) })
}

// EachPlace adds what f adds for each entry of the position list of a component.
func (k *Code) EachPlace(comp int, f func(site, level *ir.Expr)) { k.EachPlaceOf(ir.Num(comp), f) }

// EachPlaceOf is EachPlace of a component that the play tells.
func (k *Code) EachPlaceOf(c *ir.Expr, f func(site, level *ir.Expr)) { k.eachPlace(c, false, f) }

// EachPlaceBack is EachPlace from the last entry to the first.
func (k *Code) EachPlaceBack(comp int, f func(site, level *ir.Expr)) {
	k.eachPlace(ir.Num(comp), true, f)
}

func (k *Code) eachPlace(c *ir.Expr, back bool, f func(site, level *ir.Expr)) {
	s := k.Fields.Lists
	s.Read = true
	n := k.Temp("n", ir.At(s.Listed, c))
	k.Rounds(ir.Num(0), n, s.Room, func(i *ir.Expr) {
		if back {
			i = ir.Calc(ir.Sub, Plus(n, -1), i)
		}
		x := k.Temp("x", ir.At(s.Places, k.entry(c, i)))
		site := k.Var("site", 0, k.Fields.Sites-1, ir.Calc(ir.Shr, x, ir.Num(k.levelBits())))
		level := k.Var("level", 0, k.Fields.Height-1, ir.Calc(ir.And, x, ir.Num(k.Fields.Height-1)))
		f(ir.Read(site), ir.Read(level))
	})
}

// EachStackOf adds what f adds for each site in the position lists of an owner, once.
func (k *Code) EachStackOf(owner int, f func(site *ir.Expr)) {
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

// Listed is the set of the sites in the position lists of some owners, of the components that wanted
// accepts. With onTop, the owner of the top piece must be one of them; tops are the sites where he is.
func (k *Code) Listed(owners Owners, onTop bool, wanted func(comp int) bool, tops func() *ir.Expr) *ir.Expr {
	// Pieces with an owner are always listed where they stand, unless others come between those of a stack, so that
	// those on top are the answer wherever all of their owners' are asked for. Nobody's are sites where a piece was, too.
	plain := onTop && !k.goIntoStacks()
	owners(func(owner int, _ *ir.Expr) {
		plain = plain && (owner != 0 || !k.Rules.AnyRule(LeavesStale))
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

// Owner is the owner of a number, if there is one.
func (k *Code) Owner(who *ir.Expr) Owners {
	return func(f func(owner int, is *ir.Expr)) {
		for p := range k.G.Shared() + 1 {
			if is := ir.Calc(ir.Eq, who, ir.Num(p)); !is.Is(0) {
				f(p, is)
			}
		}
	}
}

// MaskOf has a bit for each of some owners.
func (k *Code) MaskOf(owners Owners) *ir.Expr {
	mask := ir.Num(0)
	owners(func(owner int, is *ir.Expr) {
		mask = ir.Calc(ir.Or, mask, ir.Cond(is, ir.Num(1<<owner), ir.Num(0)))
	})
	return mask
}

// InMask reports whether the owner of a component has a bit in a mask.
func (k *Code) InMask(mask, comp *ir.Expr) *ir.Expr {
	return ir.Calc(ir.And, ir.Calc(ir.Shr, mask, k.OwnerOf(comp)), ir.Num(1))
}

// ListedOf is the set of the sites in the position lists of an owner.
func (k *Code) ListedOf(owner int) *ir.Expr {
	set := k.NewSet()
	for _, c := range k.G.ComponentsOf(owner) {
		k.EachPlace(int(c), func(site, _ *ir.Expr) { k.Include(set, site) })
	}
	return ir.SetAt(set, ir.Num(0))
}

// LeavesStale reports whether a clause may leave stale entries in the position lists.
func LeavesStale(e *lgdl.Expr) bool {
	return e.Kind == lgdl.Clause && e.Form != nil && (e.Form.Keyword == "promote" || e.Form.Keyword == "flip" ||
		len(e.Form.Slots) > 0 && e.Form.Slots[0].Const == "Promote" || e.Arg("copy") != nil || intoLevel(e))
}

// intoLevel reports whether something is a (to … level:…).
func intoLevel(e *lgdl.Expr) bool {
	return e.Is("to") && e.Arg("level") != nil
}

// goIntoStacks reports whether a clause has pieces come between those of a stack. Every set of places asks.
func (k *Code) goIntoStacks() bool {
	if k.intoStacks == nil {
		is := k.Rules.AnyRule(intoLevel)
		k.intoStacks = &is
	}
	return *k.intoStacks
}

// NumberListed is the number of pieces of an owner, where the lists are mirrored.
func (k *Code) NumberListed(owner int) *ir.Expr {
	s := k.Fields.Lists
	s.Asked = true
	n := ir.Num(0)
	for _, c := range k.G.ComponentsOf(owner) {
		n = ir.Calc(ir.Add, n, ir.At(s.Listed, ir.Num(int(c))))
	}
	return n
}

// Stacks are the sites on which something stands, in games with stacks.
func (k *Code) Stacks() *ir.Expr {
	return ir.Calc(ir.SetMinus, k.AllSites(), ir.SetAt(k.Fields.Empty, ir.Num(0)))
}

// OwnAll reports whether some owners always have all pieces there are.
func (k *Code) OwnAll(owners Owners) bool {
	all := make([]bool, k.G.Shared()+1)
	owners(func(owner int, is *ir.Expr) { all[owner] = all[owner] || is.Is(1) })
	for c := 1; c < k.Fields.Comps; c++ {
		if !all[k.G.Components[c].Owner] {
			return false
		}
	}
	return true
}

// Unlisted takes out the keeping of lists that no rule and no heuristic reads, but for their lengths where these are
// asked for: then the lists are what stands on the board, and each piece that leaves is listed once.
func (k *Code) Unlisted() {
	s := k.Fields.Lists
	if s == nil || s.Read || k.Valued {
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
			fn.Body = []*ir.Stmt{ir.Write(s.Listed, what, Plus(ir.At(s.Listed, what), by))}
		}
	}
}

// EmptyIsNothing reports whether just those sites of the board are empty that have no component.
func (k *Code) EmptyIsNothing() bool { return k.Fields.Count == nil && k.Fields.Stacks == nil }

// GoesByEntry reports whether a clause goes through the lists entry by entry, so that it tells how often a piece is
// listed, or looks at where it is listed for others.
func (k *Code) GoesByEntry() bool {
	return k.Rules.AnyRule(func(e *lgdl.Expr) bool {
		for _, form := range []string{"(forEach Piece ", "(forEach Group ", "(sizes Group ", "(all Groups ", "(take Control ",
			"(is isComponentType "} {
			if IsForm(e, form) {
				return true
			}
		}
		if !IsForm(e, "(count countComponentType ") || len(k.G.Components) <= 2 {
			return false
		}
		a := clause.CountComponent(e)
		role := a.RoleType().Word("All")
		return a.CountComponentType().Text == "Pieces" && a.Of() == nil &&
			(role == "All" || role == "Enemy" || role == "NonMover") // each of whom counts his sites
	})
}

// GoesByList reports whether a clause tells where a piece is listed that has gone.
func GoesByList(e *lgdl.Expr) bool { return IsForm(e, "(sites Occupied ") }
