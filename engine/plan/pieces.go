package plan

import (
	"math/bits"
	"slices"
	"strings"

	"github.com/astragal/astragal/engine/lgdl"
)

// stepper is a generator for one piece at a time: what a piece on a site can
// do, in a fixed number of slots.
type stepper struct {
	list func(s *State, from int)
	any  func(s *State, from int) bool
	per  func() int // slots of a piece; 0 where the moves are only listed
	try  func(s *State, from, slot int) (option, bool)
	// flatten lays out the slots of a component by site, once the tables are
	// filled; nil, or returning nil, where there is more to ask than components.
	flatten func(p *Plan, component int) [][]slot
	// wide lays the moves out for all pieces of a component at once, once tables
	// are filled; nil, or a result of nil, where that cannot be done.
	wide func(component int) []fan
	// covers adds the sites that a piece could go to from a site if nothing stood
	// in its way; nil, or false, where that is not known.
	covers func(component, from int, add func(to int)) bool
	reach  func(s *State, from, site int) bool // tells whether a move goes to a site; nil: look at all
}

// fans lays the moves out for all pieces of a component; nil if that cannot be done.
func (x *stepper) fans(component int) []fan {
	if x.wide == nil {
		return nil
	}
	return x.wide(component)
}

// piecewise plans a generator whose origin is (from).
func (k *planner) piecewise(e *lgdl.Expr, outer consequents) *stepper {
	if e.Kind != lgdl.Clause {
		k.other(e)
	}
	args, kind := e.Args, e.Form.Keyword
	if kind == "move" && args[0] != nil && args[0].Kind == lgdl.Const {
		kind, args = args[0].Text, args[1:]
	}
	switch kind {
	case "Step", "step":
		return k.gated(k.turning(args, 1, func(args []*lgdl.Expr) *stepper { return k.step(e, args, outer).stepper(k) }), args[0])
	case "Slide", "slide":
		return k.gated(k.turning(args, 2, func(args []*lgdl.Expr) *stepper { return k.slide(e, args, outer).stepper() }), args[0])
	case "Hop", "hop":
		return k.gated(k.turning(args, 1, func(args []*lgdl.Expr) *stepper { return k.hop(e, args, outer) }), args[0])
	case "Leap", "leap":
		return k.gated(k.leap(e, args, outer).stepper(k), args[0])
	case "Select":
		if args[0] != nil && args[1] != nil {
			k.whole(args[0])
			return k.selectingTo(args, outer).stepper(k)
		}
	case "move":
		if e.Form.Text == "(move (from) (to) [count:int] [copy:bool] [stack:bool!] [roleType] [(then)])" {
			return k.carried(e, args, outer)
		}
	case "or", "and":
		return k.joinedSteps(e, outer)
	case "if":
		return k.conditionalSteps(e, outer)
	}
	k.other(e)
	return nil
}

func (k *planner) joinedSteps(e *lgdl.Expr, outer consequents) *stepper {
	list, then := members(e)
	outer = k.with(outer, then)
	all := make([]*stepper, len(list))
	for i, x := range list {
		all[i] = k.piecewise(x, outer)
	}
	if len(all) == 1 {
		return all[0]
	}
	return &stepper{
		flatten: flattenAll(all),
		covers:  coversAll(all...),
		reach: func(s *State, from, site int) bool {
			for _, x := range all {
				if x.reaches(s, from, site) {
					return true
				}
			}
			return false
		},
		list: func(s *State, from int) {
			for _, x := range all {
				x.list(s, from)
			}
		},
		any: func(s *State, from int) bool {
			for _, x := range all {
				if x.any(s, from) {
					return true
				}
			}
			return false
		},
		per: func() int {
			n := 0
			for _, x := range all {
				if x.per() == 0 {
					return 0
				}
				n += x.per()
			}
			return n
		},
		try: func(s *State, from, slot int) (option, bool) {
			for _, x := range all {
				n := x.per()
				if slot < n {
					return x.try(s, from, slot)
				}
				slot -= n
			}
			return option{}, false
		},
		wide: func(component int) (fans []fan) {
			for _, x := range all {
				f := x.fans(component)
				if f == nil {
					return nil
				}
				fans = append(fans, f...)
			}
			return fans
		},
	}
}

func (k *planner) conditionalSteps(e *lgdl.Expr, outer consequents) *stepper {
	outer = k.with(outer, e.Args[3])
	cond, a := k.boolean(e.Args[0]).fn(), k.piecewise(e.Args[1], outer)
	var b *stepper
	if e.Args[2] != nil {
		b = k.piecewise(e.Args[2], outer)
	}
	return choosing(cond, a, b)
}

// turning plans moves whose directions, the i-th argument, may depend on a condition.
func (k *planner) turning(args []*lgdl.Expr, i int, plan func(args []*lgdl.Expr) *stepper) *stepper {
	d := args[i]
	if d == nil || d.Kind != lgdl.Clause || d.Form.Keyword != "if" || len(d.Args) != 3 {
		return plan(args)
	}
	toward := func(d *lgdl.Expr) *stepper {
		if d == nil {
			return nil
		}
		with := slices.Clone(args)
		with[i] = d
		return k.turning(with, i, plan)
	}
	return choosing(k.boolean(d.Args[0]).fn(), toward(d.Args[1]), toward(d.Args[2]))
}

// gated makes moves depend on the condition of their (from …), if there is one.
func (k *planner) gated(x *stepper, from *lgdl.Expr) *stepper {
	if from == nil || from.Args[4] == nil {
		return x
	}
	return choosing(k.boolean(from.Args[4]).fn(), x, nil)
}

// choosing is one stepper or another, which may be nil, by a condition on the piece.
func choosing(cond func(s *State) bool, a, b *stepper) *stepper {
	holds := func(s *State, from int) bool {
		outer := s.from
		s.from = from
		ok := cond(s)
		s.from = outer
		return ok
	}
	return &stepper{
		covers: coversAll(a, b),
		reach: func(s *State, from, site int) bool {
			if b == nil {
				return a.reaches(s, from, site) && holds(s, from)
			}
			if holds(s, from) {
				return a.reaches(s, from, site)
			}
			return b.reaches(s, from, site)
		},
		list: func(s *State, from int) {
			if holds(s, from) {
				a.list(s, from)
			} else if b != nil {
				b.list(s, from)
			}
		},
		any: func(s *State, from int) bool {
			if holds(s, from) {
				return a.any(s, from)
			}
			return b != nil && b.any(s, from)
		},
		per: func() int {
			if b == nil {
				return a.per()
			}
			if a.per() == 0 || b.per() == 0 {
				return 0
			}
			return max(a.per(), b.per())
		},
		try: func(s *State, from, slot int) (option, bool) {
			if holds(s, from) {
				if slot < a.per() {
					return a.try(s, from, slot)
				}
			} else if b != nil && slot < b.per() {
				return b.try(s, from, slot)
			}
			return option{}, false
		},
	}
}

// eachPiece plans (forEach Piece …): the moves of the pieces of one player.
func (k *planner) eachPiece(e *lgdl.Expr, outer consequents) *gen {
	k.only(e, 0, 2, 3, 6, 8, 10)
	outer = k.with(outer, e.Args[10])
	var names []string
	if e.Args[2] != nil {
		names = append(names, e.Args[2].Text)
	}
	if e.Args[3] != nil {
		for _, x := range e.Args[3].Items {
			names = append(names, x.Text)
		}
	}
	type kind struct {
		component int
		*stepper
		per     int
		wide    []fan
		sources [][]uint64 // by site: from where it could be reached; nil where unknown
	}
	var of [seats][]kind // by player
	common := (*stepper)(nil)
	if e.Args[6] != nil {
		common = k.piecewise(e.Args[6], outer)
	}
	known := map[*lgdl.Expr]*stepper{}
	for i := 1; i < len(k.g.Components); i++ {
		x := &k.g.Components[i]
		if len(names) > 0 && !slices.Contains(names, strings.TrimRight(x.Name, "0123456789")) || x.Owner < 1 || x.Owner > k.p.players {
			continue
		}
		step := common
		if step == nil {
			if x.Rule == nil {
				continue
			}
			if step = known[x.Rule]; step == nil {
				step = k.piecewise(x.Rule, outer)
				known[x.Rule] = step
			}
		}
		of[x.Owner] = append(of[x.Owner], kind{component: i, stepper: step})
	}
	drawn := true
	for p := range of {
		for i := range of[p] {
			x := &of[p][i]
			k.later = append(k.later, func() {
				x.wide = x.fans(x.component)
				if x.flatten != nil {
					if rows := x.flatten(k.p, x.component); rows != nil {
						x.stepper = flat(rows)
					}
				}
				x.per = x.stepper.per()
				x.sources = k.sources(x.stepper, x.component)
			})
		}
	}
	g := &gen{
		reach: func(s *State, site int) bool {
			for i := range of[s.mover] {
				x := &of[s.mover][i]
				at := s.set(x.component)
				for j, w := range at {
					if x.sources != nil {
						w &= x.sources[site][j]
					}
					for ; w != 0; w &= w - 1 {
						if x.reaches(s, j<<6+bits.TrailingZeros64(w), site) {
							return true
						}
					}
				}
			}
			return false
		},
		list: func(s *State) {
			for i := range of[s.mover] {
				x := &of[s.mover][i]
				for j, w := range s.set(x.component) {
					for ; w != 0; w &= w - 1 {
						x.list(s, j<<6+bits.TrailingZeros64(w))
					}
				}
			}
		},
		any: func(s *State) bool {
			for i := range of[s.mover] {
				x := &of[s.mover][i]
				for j, w := range s.set(x.component) {
					for ; w != 0; w &= w - 1 {
						if x.any(s, j<<6+bits.TrailingZeros64(w)) {
							return true
						}
					}
				}
			}
			return false
		},
		slots: func(s *State) int {
			n := 0
			for i := range of[s.mover] {
				x := &of[s.mover][i]
				n += len(s.pieces[x.component]) * x.per
			}
			return n
		},
		try: func(s *State, i int) (option, bool) {
			for j := range of[s.mover] {
				x := &of[s.mover][j]
				at := s.pieces[x.component]
				if n := len(at) * x.per; i >= n {
					i -= n
					continue
				}
				p := uint32(i) / uint32(x.per)
				return x.stepper.try(s, int(at[p]), i-int(p)*x.per)
			}
			return option{}, false
		},
	}
	sealed := seal(g)
	if r := e.Args[8]; r != nil && r.Text != "Mover" {
		k.p.lists = true
		return sealed.as(k.role(r).fn())
	}
	k.later = append(k.later, func() {
		w := &spread{}
		for p := range of {
			for i := range of[p] {
				x := &of[p][i]
				drawn = drawn && x.per > 0
				if x.wide == nil {
					w = nil
				} else if w != nil {
					w[p] = append(w[p], x.wide...)
				}
			}
		}
		if w != nil {
			sealed.widen(w)
			return
		}
		k.p.lists = true
		if !drawn {
			sealed.slots, sealed.try = nil, nil
			sealed.pick = sealed.fromList
			return
		}
		k.p.lists = true
	})
	return sealed
}

// as makes moves with a player as the mover: another one follows then, and
// moved before. What the moves do is done with the real mover.
func (g *gen) as(who func(s *State) int) *gen {
	turned := func(s *State, f func()) {
		mover, next, prev := s.mover, s.next, s.prev
		if p := who(s); p != mover {
			if p < 1 || p > s.p.players {
				return
			}
			s.setTurn(p, mover)
			s.prev = mover
		}
		f()
		s.setTurn(mover, next)
		s.prev = prev
	}
	return seal(&gen{
		list: func(s *State) { turned(s, func() { g.list(s) }) },
		any: func(s *State) (any bool) {
			turned(s, func() { any = g.any(s) })
			return any
		},
		reach: func(s *State, site int) (reaches bool) {
			turned(s, func() { reaches = g.reaches(s, site) })
			return reaches
		},
	})
}

// single is a stepper applied to the one piece of an origin.
func (k *planner) single(x *stepper, origin func(s *State) int) *gen {
	g := seal(&gen{
		slots: func(s *State) int { return x.per() },
		try: func(s *State, i int) (option, bool) {
			from := origin(s)
			if uint(from) >= uint(len(s.what)) {
				return option{}, false
			}
			return x.try(s, from, i)
		},
		reach: func(s *State, site int) bool {
			from := origin(s)
			return uint(from) < uint(len(s.what)) && x.reaches(s, from, site)
		},
		list: func(s *State) {
			if from := origin(s); uint(from) < uint(len(s.what)) {
				x.list(s, from)
			}
		},
		any: func(s *State) bool {
			from := origin(s)
			return uint(from) < uint(len(s.what)) && x.any(s, from)
		},
	})
	k.later = append(k.later, func() {
		if x.per() == 0 {
			g.unslot()
		}
	})
	return g
}

// origin plans a (from …) that is one site; nil is (from).
func (k *planner) origin(e *lgdl.Expr) func(s *State) int {
	if e == nil {
		return func(s *State) int { return s.from }
	}
	k.only(e, 0, 2, 4)
	k.siteType(e.Args[0])
	if e.Args[2] == nil {
		return func(s *State) int { return s.from }
	}
	return k.integer(e.Args[2]).fn()
}

// whole tells that a (from …) means (from) and nothing more.
func (k *planner) whole(e *lgdl.Expr) {
	if e == nil {
		return
	}
	k.only(e, 0, 2, 4)
	k.siteType(e.Args[0])
	if x := e.Args[2]; x != nil && !(x.Kind == lgdl.Clause && x.Form.Keyword == "from" && len(x.Args) <= 1) {
		k.other(e)
	}
}

func (k *planner) stepping(e *lgdl.Expr, args []*lgdl.Expr, outer consequents) *gen {
	from := args[0]
	inner := slices.Clone(args)
	inner[0] = nil
	return k.single(k.gated(k.step(e, inner, outer).stepper(k), from), k.origin(from))
}

func (k *planner) sliding(e *lgdl.Expr, args []*lgdl.Expr, outer consequents) *gen {
	from := args[0]
	inner := slices.Clone(args)
	inner[0] = nil
	return k.single(k.gated(k.slide(e, inner, outer).stepper(), from), k.origin(from))
}

func (k *planner) hopping(e *lgdl.Expr, args []*lgdl.Expr, outer consequents) *gen {
	from := args[0]
	inner := slices.Clone(args)
	inner[0] = nil
	return k.single(k.gated(k.hop(e, inner, outer), from), k.origin(from))
}

func (k *planner) leaping(e *lgdl.Expr, args []*lgdl.Expr, outer consequents) *gen {
	from := args[0]
	inner := slices.Clone(args)
	inner[0] = nil
	return k.single(k.gated(k.leap(e, inner, outer).stepper(k), from), k.origin(from))
}
