package plan

import (
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/rng"
)

// gen is a planned generator of moves.
type gen struct {
	list func(s *State)      // appends the legal moves to the options
	any  func(s *State) bool // tells whether there is one
	// pick draws one of the moves uniformly; false when there is none.
	pick func(s *State, r *rng.SplitMix64) (option, bool)
	// The moves as slots, of which each holds one move or none: how many there
	// are now, and what is in the i-th. nil where the moves are only listed.
	slots func(s *State) int
	try   func(s *State, i int) (option, bool)
	dear  bool                          // trying a slot costs much, so none is tried twice
	reach func(s *State, site int) bool // tells whether a move goes to a site; nil: look at all
	wide  *spread                       // the moves of all pieces at once, where they can be counted

	act  *act                    // what all moves do, nil if they differ
	pool func(s *State) []uint64 // the sites they go to, nil if it is no set that is kept
}

// slotTries is the number of slots drawn before the moves are listed instead.
const slotTries = 16

// dearTries is the same where what was tried is not tried again.
const dearTries = 3

// seal gives a generator the ways to draw a move that it lacks.
func seal(g *gen) *gen {
	if g.any == nil {
		g.any = func(s *State) bool {
			n := len(s.options)
			g.list(s)
			found := len(s.options) > n
			s.options = s.options[:n]
			return found
		}
	}
	switch {
	case g.pick != nil:
	case g.slots == nil:
		g.pick = g.fromList
	default:
		tries, rest := slotTries, g.fromList
		if g.dear {
			tries, rest = dearTries, g.drawOnce
		}
		g.pick = func(s *State, r *rng.SplitMix64) (option, bool) {
			n := g.slots(s)
			if n == 0 {
				return option{}, false
			}
			for range tries {
				if o, ok := g.try(s, r.Below(n)); ok {
					return o, true
				}
			}
			return rest(s, r)
		}
	}
	return g
}

func (g *gen) fromList(s *State, r *rng.SplitMix64) (option, bool) {
	s.options = s.options[:0]
	g.list(s)
	if len(s.options) == 0 {
		return option{}, false
	}
	return s.options[r.Below(len(s.options))], true
}

// act is what the moves of a generator do.
type act struct {
	kind   actKind
	before []func(s *State)   // effects that are part of the move
	what   func(s *State) int // the component that is added, nil for the mover's number
	state  func(s *State) int // its local state, nil for 0
	then   []func(s *State)   // consequents, oldest first
}

type actKind uint8

const (
	actPass actKind = iota
	actMove
	actAdd
	actRemove
	actSelect
	actSwap
	actPromote
	actPile
)

var (
	passing  = &act{kind: actPass}
	swapping = &act{kind: actSwap}
)

// consequents are those of a clause and of the clauses around it, oldest first.
type consequents []func(s *State)

// with appends the (then …) of a clause, which may be nil.
func (k *planner) with(outer consequents, then *lgdl.Expr) consequents {
	if then == nil {
		return outer
	}
	if len(then.Args) > 1 && then.Args[1] != nil {
		k.other(then)
	}
	return append(consequents{k.effect(then.Args[0]).do}, outer...)
}

// moves plans a generator of decisions.
func (k *planner) moves(e *lgdl.Expr) *gen { return k.decisions(e, nil) }

func (k *planner) decisions(e *lgdl.Expr, outer consequents) *gen {
	if e.Kind != lgdl.Clause {
		k.other(e)
	}
	k.stacked(e)
	args := e.Args
	kind := e.Form.Keyword
	if kind == "move" && args[0] != nil && args[0].Kind == lgdl.Const {
		kind, args = args[0].Text, args[1:]
	}
	switch kind {
	case "Add", "add":
		if k.drawn {
			return k.drawing(e, args, outer)
		}
		if k.g.Stacks {
			return k.piling(e, args, outer)
		}
		return k.adding(e, args, outer)
	case "Step", "step":
		return k.stepping(e, args, outer)
	case "Slide", "slide":
		return k.sliding(e, args, outer)
	case "Hop", "hop":
		return k.hopping(e, args, outer)
	case "Leap", "leap":
		return k.leaping(e, args, outer)
	case "Shoot":
		return k.shooting(e, args, outer)
	case "Remove", "remove":
		return k.removing(e, args, outer)
	case "Select", "select":
		return k.selecting(e, args, outer)
	case "Pass", "pass":
		return k.passing(args, outer)
	case "Promote":
		return k.promoting(e, args, outer)
	case "max":
		if e.Form.Text == "(max maxMovesType [withValue:bool] moves [(then)])" {
			return k.longest(e, outer)
		}
	case "do":
		return k.trying(e, outer)
	case "forEach":
		if e.Args[0] != nil && e.Args[0].Text == "Piece" {
			return k.eachPiece(e, outer)
		}
		if e.Args[0] != nil && e.Args[0].Text == "Site" {
			return k.eachSite(e, outer)
		}
	case "move":
		if e.Form.Text == "(move (from) (to) [count:int] [copy:bool] [stack:bool!] [roleType] [(then)])" {
			return k.carrying(e, args, outer)
		}
	case "or", "and":
		return k.joined(e, outer)
	case "if":
		return k.conditional(e, outer)
	case "priority":
		return k.first(e, outer)
	}
	k.other(e)
	return nil
}

// members returns the moves of a list clause, and its (then …).
func members(e *lgdl.Expr) (list []*lgdl.Expr, then *lgdl.Expr) {
	last := len(e.Args) - 1
	for _, x := range e.Args[:last] {
		switch {
		case x == nil:
		case x.Kind == lgdl.List:
			list = append(list, x.Items...)
		default:
			list = append(list, x)
		}
	}
	return list, e.Args[last]
}

// joined plans or and and: the moves of all members.
func (k *planner) joined(e *lgdl.Expr, outer consequents) *gen {
	list, then := members(e)
	outer = k.with(outer, then)
	gens := make([]*gen, len(list))
	dear := false
	for i, x := range list {
		gens[i] = k.decisions(x, outer)
		dear = dear || gens[i].dear
	}
	g := &gen{
		dear: dear,
		reach: func(s *State, site int) bool {
			for _, g := range gens {
				if g.reaches(s, site) {
					return true
				}
			}
			return false
		},
		list: func(s *State) {
			for _, g := range gens {
				g.list(s)
			}
		},
		any: func(s *State) bool {
			for _, g := range gens {
				if g.any(s) {
					return true
				}
			}
			return false
		},
	}
	if len(gens) > 0 {
		g.slots = func(s *State) int {
			n := 0
			for _, g := range gens {
				n += g.slots(s)
			}
			return n
		}
		g.try = func(s *State, i int) (option, bool) {
			for _, g := range gens {
				n := g.slots(s)
				if i < n {
					return g.try(s, i)
				}
				i -= n
			}
			return option{}, false
		}
	}
	k.later = append(k.later, func() { // members may have turned out to have none
		for _, x := range gens {
			if x.slots == nil {
				g.unslot()
			}
		}
	})
	k.joinWide(g, gens)
	return seal(g)
}

// conditional plans (if …).
func (k *planner) conditional(e *lgdl.Expr, outer consequents) *gen {
	outer = k.with(outer, e.Args[3])
	cond, a := k.boolean(e.Args[0]), k.decisions(e.Args[1], outer)
	b := nothing
	if e.Args[2] != nil {
		b = k.decisions(e.Args[2], outer)
	}
	if cond.konst {
		if cond.v {
			return a
		}
		return b
	}
	holds := cond.f
	branch := func(s *State) *gen {
		if holds(s) {
			return a
		}
		return b
	}
	g := &gen{
		slots: func(s *State) int { return max(a.slots(s), b.slots(s)) },
		try: func(s *State, i int) (option, bool) {
			if x := branch(s); i < x.slots(s) {
				return x.try(s, i)
			}
			return option{}, false
		},
		reach: func(s *State, site int) bool {
			if b == nothing {
				return a.reaches(s, site) && holds(s)
			}
			return branch(s).reaches(s, site)
		},
		list: func(s *State) { branch(s).list(s) },
		any:  func(s *State) bool { return branch(s).any(s) },
		pick: func(s *State, r *rng.SplitMix64) (option, bool) { return branch(s).pick(s, r) },
	}
	k.later = append(k.later, func() {
		if a.slots == nil || b.slots == nil {
			g.slots, g.try = nil, nil
		}
	})
	return g
}

// unslot gives up drawing from slots.
func (g *gen) unslot() {
	g.slots, g.try = nil, nil
	if g.wide == nil {
		g.pick = g.fromList
	}
}

// nothing has no moves.
var nothing = &gen{
	slots: func(*State) int { return 0 },
	try:   func(*State, int) (option, bool) { return option{}, false },
	reach: func(*State, int) bool { return false },
	list:  func(*State) {},
	any:   func(*State) bool { return false },
	pick:  func(*State, *rng.SplitMix64) (option, bool) { return option{}, false },
}

// first plans (priority …): the moves of the first member that has any.
func (k *planner) first(e *lgdl.Expr, outer consequents) *gen {
	list, then := members(e)
	outer = k.with(outer, then)
	gens := make([]*gen, len(list))
	for i, x := range list {
		gens[i] = k.decisions(x, outer)
	}
	return &gen{
		list: func(s *State) {
			n := len(s.options)
			for _, g := range gens {
				if g.list(s); len(s.options) > n {
					return
				}
			}
		},
		any: func(s *State) bool {
			for i := len(gens) - 1; i >= 0; i-- { // the last are the most usual ones
				if gens[i].any(s) {
					return true
				}
			}
			return false
		},
		pick: func(s *State, r *rng.SplitMix64) (option, bool) {
			last := len(gens) - 1
			for _, g := range gens[:last] {
				var o option
				var ok bool
				if g.wide != nil {
					o, ok = g.pick(s, r)
				} else {
					o, ok = g.fromList(s, r) // as a rule there are few
				}
				if ok {
					return o, true
				}
			}
			return gens[last].pick(s, r)
		},
	}
}

// passing plans (move Pass).
func (k *planner) passing(args []*lgdl.Expr, outer consequents) *gen {
	a := &act{kind: actPass, then: k.with(outer, args[0])}
	return seal(&gen{
		reach: func(*State, int) bool { return false },
		list:  func(s *State) { s.options = append(s.options, option{act: a, from: off, to: off}) },
		any:   func(*State) bool { return true },
		slots: func(*State) int { return 1 },
		try:   func(*State, int) (option, bool) { return option{act: a, from: off, to: off}, true },
		pick:  func(*State, *rng.SplitMix64) (option, bool) { return option{act: a, from: off, to: off}, true },
	})
}
