package plan

import (
	"math/bits"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
)

// region is a planned region of the board.
type region struct {
	eval  func(s *State, out []uint64) // adds the sites to out
	has   func(s *State, site int) bool
	set   func(s *State) []uint64     // the region itself where it is kept; else nil
	both  *[2]func(s *State) []uint64 // the kept sets that it is the intersection of, if it is
	reads aspect
	table *[turns][]uint64 // the region by turn where it depends on nothing else; else nil
}

// kept makes the region of a set that is kept somewhere.
func kept(set func(s *State) []uint64, reads aspect) *region {
	return &region{
		eval: func(s *State, out []uint64) {
			for i, w := range set(s) {
				out[i] |= w
			}
		},
		has: func(s *State, site int) bool {
			x := set(s)
			return uint(site>>6) < uint(len(x)) && has(x, site)
		},
		set: set, reads: reads,
	}
}

// fixed tells whether a region or int of sites depends on nothing in the
// position but whose turn it is.
func (k *planner) fixed(e *lgdl.Expr) bool {
	switch e.Kind {
	case lgdl.Int, lgdl.String, lgdl.Bool:
		return true
	case lgdl.List:
		for _, x := range e.Items {
			if !k.fixed(x) {
				return false
			}
		}
		return true
	case lgdl.Const:
		switch e.Text {
		case "Prev", "Player", "Enemy", "NonMover", "Friend", "Ally", "TeamMover":
			return false
		}
		return true
	}
	if e.Form == nil {
		return false
	}
	switch e.Form.Text {
	case "(difference sites (sites | int))", "(intersection sites sites)", "(intersection {sites})", "(union sites sites)", "(union {sites})",
		"(expand [int | string] (sites | origin:int) [steps:int] [absoluteDirection] [siteType])",
		"(sites Side [siteType] [(player) | roleType | compassDirection])", "(sites [siteType] {string})", "(sites ({int} | ints))",
		"(sites Track [(player) | roleType] [string] [from:int] [to:int])", "(centrePoint [siteType])", "(mapEntry [string] (int | roleType))", "(mover)", "(next)",
		"(coord [siteType] string)", "(coord [siteType] row:int column:int)", "(player int)",
		"(+ int int)", "(- [int] int)", "(* int int)", "(sites Start (piece))", "(piece (string | int | {string} | {int}) [state:int])":
		for _, x := range e.Args {
			if x != nil && !k.fixed(x) {
				return false
			}
		}
		return true
	case "(sites sitesSimpleType [siteType])":
		switch e.Args[0].Text {
		case "Top", "Bottom", "Left", "Right", "Inner", "Outer", "Perimeter", "Corners", "Centre", "Board", "ConcaveCorners", "ConvexCorners", "Major", "Minor":
			return true
		}
	case "(sites sitesIndexType [siteType] [int])":
		switch e.Args[0].Text {
		case "Row", "Column", "Phase":
			return e.Args[1] == nil && e.Args[2] != nil && k.fixed(e.Args[2])
		}
	case "(sites [(player) | roleType] [siteType] [string])":
		if e.Args[0] == nil && e.Args[1] == nil && e.Args[3] == nil {
			return false
		}
		if !k.settled { // none of them may change
			return false
		}
		for _, x := range e.Args {
			if x != nil && !k.fixed(x) {
				return false
			}
		}
		return true
	}
	return false
}

// region plans a region.
func (k *planner) region(e *lgdl.Expr) *region {
	if e.Kind != lgdl.Clause {
		k.other(e)
	}
	k.stacked(e)
	if k.drawn {
		return k.edges(e)
	}
	if k.fixed(e) {
		return k.constantRegion(e)
	}
	switch e.Form.Text {
	case "(union sites sites)", "(union {sites})":
		return k.union(k.regions(e))
	case "(intersection sites sites)", "(intersection {sites})":
		return k.intersection(k.regions(e))
	case "(difference sites (sites | int))":
		if e.Args[1] != nil && game.IsRegion(e.Args[1]) {
			return k.difference(k.region(e.Args[0]), k.region(e.Args[1]))
		}
		for _, x := range e.Args[1:] {
			if x != nil && !game.IsRegion(x) {
				return k.difference(k.region(e.Args[0]), k.site(k.integer(x)))
			}
		}
	case "(sites Start (piece))":
		return k.startSites(e)
	case "(if bool sites [sites])":
		return k.either(e)
	case "(sites sitesSimpleType [siteType])":
		k.siteType(e.Args[1])
		if e.Args[0].Text == "Pending" {
			return kept(func(s *State) []uint64 { return s.pending }, ofPending)
		}
		if e.Args[0].Text == "ToClear" {
			return k.toClear()
		}
	case "(sites Occupied (by:(player) | by:roleType) [container:int | container:string] [component:int | component:string | components:{string}] [top:bool!] [on:siteType])":
		return k.occupied(e)
	case "(sites sitesIndexType [siteType] [int])":
		k.siteType(e.Args[1])
		switch {
		case e.Args[0].Text == "State" && e.Args[2] != nil:
			return k.withState(e.Args[2])
		case e.Args[0].Text == "Empty" && e.Args[2] == nil:
			return kept(func(s *State) []uint64 { return s.set(0) }, ofBoard)
		}
	case "(sites [(player) | roleType] [siteType] [string])":
		return k.playersRegion(e)
	case "(sites ({int} | ints))":
		return k.listed(e)
	case "(forEach sites if:bool)":
		return k.filtered(k.region(e.Args[0]), k.siteTest(e.Args[1], "site"))
	case "(sites Around [siteType] (int | sites) [regionTypeDynamic] [distance:int] [absoluteDirection] [if:bool] [includeSelf:bool])":
		return k.around(e)
	}
	k.other(e)
	return nil
}

func (k *planner) regions(e *lgdl.Expr) (out []*region) {
	for _, x := range e.Args {
		if x.Kind == lgdl.List {
			for _, y := range x.Items {
				out = append(out, k.region(y))
			}
		} else {
			out = append(out, k.region(x))
		}
	}
	return out
}

// constantRegion tabulates a fixed region by mover and next player.
func (k *planner) constantRegion(e *lgdl.Expr) *region {
	table := new([turns][]uint64)
	r := k.parts.Region(e)
	k.later = append(k.later, func() {
		k.eachTurn(func(c *game.Context, turn int) {
			set := make(game.Set, max(k.g.SetWords, k.p.words))
			r.AddTo(c, set)
			if next(set, k.p.sites) >= 0 {
				k.no(e, "sites beyond the board")
			}
			table[turn] = set[:k.p.words]
		})
	})
	out := kept(func(s *State) []uint64 { return table[s.turn] }, ofTurn)
	out.table = table
	return out
}

// site makes the region of one site, empty where there is no such site.
func (k *planner) site(at integer) *region {
	f := at.fn()
	return &region{
		eval: func(s *State, out []uint64) {
			if x := f(s); uint(x) < uint(len(s.what)) {
				out[x>>6] |= 1 << (x & 63)
			}
		},
		has:   func(s *State, site int) bool { return f(s) == site },
		reads: at.reads,
	}
}

// startSites plans the sites on which a component stood when the play began.
func (k *planner) startSites(e *lgdl.Expr) *region {
	piece := e.Args[1]
	k.only(piece, 1)
	if piece.Args[1] == nil {
		k.other(e)
	}
	what := k.integer(piece.Args[1])
	f := what.fn()
	return kept(func(s *State) []uint64 {
		if w := f(s); w > 0 && w < s.p.comps {
			return s.p.start.set(w)
		}
		return s.none()
	}, what.reads)
}

func readsOf(rs []*region) (reads aspect) {
	for _, r := range rs {
		reads |= r.reads
	}
	return reads
}

func (k *planner) union(rs []*region) *region {
	return &region{
		eval: func(s *State, out []uint64) {
			for _, r := range rs {
				r.eval(s, out)
			}
		},
		has: func(s *State, site int) bool {
			for _, r := range rs {
				if r.has(s, site) {
					return true
				}
			}
			return false
		},
		reads: readsOf(rs),
	}
}

func (k *planner) intersection(rs []*region) *region {
	var both *[2]func(s *State) []uint64
	if len(rs) == 2 && rs[0].set != nil && rs[1].set != nil {
		both = &[2]func(s *State) []uint64{rs[0].set, rs[1].set}
	}
	return &region{
		both: both,
		eval: func(s *State, out []uint64) {
			all, one := s.borrow(), s.borrow()
			rs[0].eval(s, all)
			for _, r := range rs[1:] {
				clear(one)
				r.eval(s, one)
				for i := range all {
					all[i] &= one[i]
				}
			}
			for i := range all {
				out[i] |= all[i]
			}
			s.giveBack()
			s.giveBack()
		},
		has: func(s *State, site int) bool {
			for _, r := range rs {
				if !r.has(s, site) {
					return false
				}
			}
			return true
		},
		reads: readsOf(rs),
	}
}

func (k *planner) difference(a, b *region) *region {
	return &region{
		eval: func(s *State, out []uint64) {
			x, y := s.borrow(), s.borrow()
			a.eval(s, x)
			b.eval(s, y)
			for i := range x {
				out[i] |= x[i] &^ y[i]
			}
			s.giveBack()
			s.giveBack()
		},
		has:   func(s *State, site int) bool { return a.has(s, site) && !b.has(s, site) },
		reads: a.reads | b.reads,
	}
}

// occupied plans the sites of the pieces of a player, or of all, by name on request.
func (k *planner) occupied(e *lgdl.Expr) *region {
	k.only(e, 0, 1, 2, 3, 4, 6, 9)
	k.siteType(e.Args[9])
	if !k.inBoard(e.Args[3], e.Args[4]) {
		k.other(e)
	}
	who, name := e.Args[2], e.Args[6]
	if who != nil {
		switch who.Text {
		case "All", "Each", "Shared":
			if name != nil {
				k.other(e)
			}
			n := k.p.words
			full := make([]uint64, n)
			for i := range k.p.sites {
				full[i>>6] |= 1 << (i & 63)
			}
			return &region{
				eval: func(s *State, out []uint64) {
					for i, w := range s.set(0) {
						out[i] |= full[i] &^ w
					}
				},
				has:   func(s *State, site int) bool { return uint(site) < uint(len(s.what)) && s.what[site] != 0 },
				reads: ofBoard,
			}
		case "NonMover", "Friend", "Ally":
			k.other(e)
		}
	}
	var p integer
	if who != nil && who.Text == "Enemy" && k.p.players == 2 {
		p = integer{f: func(s *State) int { return 3 - s.mover }, reads: ofTurn}
	} else {
		p = k.player(e.Args[1], who)
	}
	f := p.fn()
	if name != nil {
		named := k.named(name)
		return kept(func(s *State) []uint64 {
			if c := named[f(s)]; c != 0 {
				return s.set(c)
			}
			return s.none()
		}, p.reads|ofBoard)
	}
	return kept(func(s *State) []uint64 { return s.owned(f(s)) }, p.reads|ofBoard)
}

// withState plans the sites with a local state.
func (k *planner) withState(e *lgdl.Expr) *region {
	v := k.integer(e)
	if v.konst && v.v >= 0 && v.v < len(k.p.side) {
		return k.side(v.v)
	}
	f := v.fn()
	return &region{
		eval: func(s *State, out []uint64) {
			want := f(s)
			for i, x := range s.local {
				if int(x) == want {
					out[i>>6] |= 1 << (i & 63)
				}
			}
		},
		has:   func(s *State, site int) bool { return uint(site) < uint(len(s.local)) && int(s.local[site]) == f(s) },
		reads: v.reads | ofLocal,
	}
}

// side plans the sites with one local state, which are kept as a set.
func (k *planner) side(state int) *region {
	p := k.p
	if p.side[state] == 0 {
		p.kinds++
		p.side[state] = p.kinds
	}
	i := p.side[state] - 1
	return kept(func(s *State) []uint64 { return s.sides[i*s.p.words : (i+1)*s.p.words] }, ofLocal)
}

// filtered plans the sites of a region that pass a test.
func (k *planner) filtered(r *region, t *siteTest) *region {
	check := func(s *State, site int) bool {
		outer := s.site
		s.site = site
		ok := t.ok(s, site)
		s.site = outer
		return ok
	}
	return &region{
		eval: func(s *State, out []uint64) {
			all := s.borrow()
			r.eval(s, all)
			for x := next(all, 0); x >= 0; x = next(all, x+1) {
				if check(s, x) {
					out[x>>6] |= 1 << (x & 63)
				}
			}
			s.giveBack()
		},
		has:   func(s *State, site int) bool { return r.has(s, site) && check(s, site) },
		reads: ^aspect(0),
	}
}

// next returns the smallest member of a set that is at least i, or -1.
func next(set []uint64, i int) int {
	w := i >> 6
	if w >= len(set) {
		return off
	}
	if m := set[w] >> (i & 63); m != 0 {
		return i + bits.TrailingZeros64(m)
	}
	for w++; w < len(set); w++ {
		if set[w] != 0 {
			return w<<6 + bits.TrailingZeros64(set[w])
		}
	}
	return off
}

// borrow returns an empty set; the last one borrowed is given back first.
func (s *State) borrow() []uint64 {
	if s.lent == len(s.scratch) {
		s.scratch = append(s.scratch, make([]uint64, s.p.words))
	}
	x := s.scratch[s.lent]
	s.lent++
	clear(x)
	return x
}

func (s *State) giveBack() { s.lent-- }

// none is an empty set, not to be changed.
func (s *State) none() []uint64 { return s.p.nothing }
