package plan

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
)

// aspect is a part of a state, for telling whether effects that are evaluated
// together in the rules may be applied one after the other here.
type aspect uint16

const (
	ofBoard aspect = 1 << iota
	ofLocal
	ofScore
	ofTurn
	ofCounter
	ofValue
	ofPending
	ofTriggered
	ofRecord
	ofToClear
	ofStuck
	ofIterators
	ofVars
	ofClaims
)

// integer is a planned int.
type integer struct {
	f     func(s *State) int
	konst bool
	v     int
	reads aspect
}

func constant(v int) integer { return integer{konst: true, v: v} }

// fn returns the integer as a function.
func (i integer) fn() func(s *State) int {
	if i.konst {
		v := i.v
		return func(*State) int { return v }
	}
	return i.f
}

// boolean is a planned condition.
type boolean struct {
	f     func(s *State) bool
	konst bool
	v     bool
	reads aspect
	cost  int  // roughly, in comparisons
	notes bool // asking notes who cannot move, see State.nextStuck
}

var yes = boolean{konst: true, v: true}

func (b boolean) fn() func(s *State) bool {
	if b.konst {
		v := b.v
		return func(*State) bool { return v }
	}
	return b.f
}

func (b boolean) holds(s *State) bool {
	if b.konst {
		return b.v
	}
	return b.f(s)
}

// role plans a role that is one player, or nobody.
func (k *planner) role(e *lgdl.Expr) integer {
	if n, ok := game.RoleNumber(e.Text); ok && n <= k.g.Players {
		return constant(n)
	}
	switch e.Text {
	case "Mover":
		return integer{f: func(s *State) int { return s.mover }, reads: ofTurn}
	case "Next":
		return integer{f: func(s *State) int { return s.next }, reads: ofTurn}
	case "Prev":
		return integer{f: func(s *State) int { return s.prev }, reads: ofTurn}
	case "Player":
		if k.players > 0 {
			return integer{f: func(s *State) int { return s.player }, reads: ofIterators}
		}
	}
	k.no(e, "the role %s", e.Text)
	return integer{}
}

// player plans ((player) | roleType), or (int | roleType).
func (k *planner) player(a, b *lgdl.Expr) integer {
	if a != nil {
		if a.Kind == lgdl.Clause && a.Form.Keyword == "player" && len(a.Args) > 0 && a.Args[0] != nil && a.Args[0].Kind != lgdl.Const {
			return k.integer(a.Args[0])
		}
		return k.integer(a)
	}
	return k.role(b)
}

// integer plans an int.
func (k *planner) integer(e *lgdl.Expr) integer {
	k.stacked(e)
	switch e.Kind {
	case lgdl.Int:
		return constant(e.Int)
	case lgdl.Const:
		switch e.Text {
		case "Off", "Undefined":
			return constant(off)
		case "Infinity":
			return constant(game.Infinity)
		}
		return k.role(e)
	case lgdl.Clause:
	default:
		k.other(e)
	}
	switch e.Form.Keyword {
	case "mover":
		return integer{f: func(s *State) int { return s.mover }, reads: ofTurn}
	case "next":
		return integer{f: func(s *State) int { return s.next }, reads: ofTurn}
	case "prev":
		k.only(e)
		return integer{f: func(s *State) int { return s.prev }, reads: ofTurn}
	case "from":
		k.only(e)
		return integer{f: func(s *State) int { return s.from }, reads: ofIterators}
	case "to":
		return integer{f: func(s *State) int { return s.to }, reads: ofIterators}
	case "between":
		return integer{f: func(s *State) int { return s.between }, reads: ofIterators}
	case "site":
		return integer{f: func(s *State) int { return s.site }, reads: ofIterators}
	case "counter":
		return integer{f: func(s *State) int { return s.counter }, reads: ofCounter}
	case "last":
		return k.last(e)
	case "what", "who", "state":
		return k.standing(e)
	case "count":
		return k.count(e)
	case "size":
		if e.Form.Text == "(size Territory [siteType] (roleType | (player)) [absoluteDirection])" {
			return k.territory(e)
		}
	case "score":
		p := k.player(e.Args[0], e.Args[1]).fn()
		return integer{f: func(s *State) int { return s.score[p(s)] }, reads: ofScore | ofTurn}
	case "id":
		return k.id(e)
	case "var":
		return k.readVar(e)
	case "trackSite":
		if e.Args[0].Text == "Move" {
			return k.trackMove(e)
		}
	case "handSite":
		return k.handSite(e)
	case "where":
		return k.where(e)
	case "value":
		if e.Form.Keyword == "value" && len(e.Args) > 0 && e.Args[0] != nil && e.Args[0].Text == "Pending" {
			return integer{f: func(s *State) int {
				if !s.pendingAny || length(s.pending) != 1 {
					return 0
				}
				return next(s.pending, 0)
			}, reads: ofPending}
		}
		if e.Form.Text == "(value Player (int | roleType))" {
			p := k.player(e.Args[1], e.Args[2]).fn()
			return integer{f: func(s *State) int { return s.value[p(s)] }, reads: ofValue | ofTurn}
		}
	case "column", "row", "phase":
		if len(e.Args) == 2 {
			return k.coordinate(e)
		}
	case "centrePoint", "mapEntry", "ahead", "coord", "regionSite":
		return k.located(e)
	case "+", "-", "*", "%", "/", "max", "min", "abs":
		return k.arithmetic(e)
	case "if":
		c, a, b := k.boolean(e.Args[0]).fn(), k.integer(e.Args[1]), k.integer(e.Args[2])
		x, y := a.fn(), b.fn()
		return integer{f: func(s *State) int {
			if c(s) {
				return x(s)
			}
			return y(s)
		}, reads: k.boolean(e.Args[0]).reads | a.reads | b.reads}
	}
	k.other(e)
	return integer{}
}

// last plans (last From) and (last To).
func (k *planner) last(e *lgdl.Expr) integer {
	k.only(e, 0, 1)
	if e.Args[1] != nil && k.boolean(e.Args[1]).holds(nil) {
		return k.lastAfter(e)
	}
	switch e.Args[0].Text {
	case "To":
		return integer{f: func(s *State) int { m, _ := s.last(); return int(m.to) }, reads: ofRecord}
	case "From":
		return integer{f: func(s *State) int { m, _ := s.last(); return int(m.from) }, reads: ofRecord}
	}
	k.other(e)
	return integer{}
}

// standing plans what stands on a site, whose it is, or its local state.
func (k *planner) standing(e *lgdl.Expr) integer {
	k.only(e, 0, 1)
	k.siteType(e.Args[0])
	at := k.integer(e.Args[1])
	f, n := at.fn(), k.p.sites
	switch e.Form.Keyword {
	case "what":
		return integer{f: func(s *State) int {
			x := f(s)
			if uint(x) < uint(n) {
				return int(s.what[x])
			}
			return s.at(x)
		}, reads: at.reads | ofBoard}
	case "who":
		p := k.p
		return integer{f: func(s *State) int {
			x := f(s)
			if uint(x) < uint(n) {
				return int(p.owner[s.what[x]])
			}
			return int(p.owner[s.at(x)])
		}, reads: at.reads | ofBoard}
	}
	return integer{f: func(s *State) int {
		if x := f(s); uint(x) < uint(n) {
			return int(s.local[x])
		}
		return 0
	}, reads: at.reads | ofLocal}
}

// count plans the counts of moves, turns, sites and pieces.
func (k *planner) count(e *lgdl.Expr) integer {
	if isLiberties(e) {
		return k.countLiberties(e)
	}
	switch e.Form.Text {
	case "(count countSimpleType [siteType])":
		switch e.Args[0].Text {
		case "Moves":
			return integer{f: func(s *State) int { return len(s.moves) - s.placed }, reads: ofRecord}
		case "Turns":
			return integer{f: func(s *State) int { return s.turns }, reads: ofRecord}
		case "Cells":
			return constant(k.g.Topo.Num(board.Cell))
		case "Vertices":
			return constant(k.g.Topo.Num(board.Vertex))
		case "Edges":
			return constant(k.g.Topo.Num(board.Edge))
		case "Rows", "Columns":
			if n := k.parts.Int(e); n.Const {
				return constant(n.V)
			}
		}
	case "(count [countSiteType] [siteType] [in:sites | at:int | string])":
		k.only(e, 0, 1, 2, 3)
		if e.Args[0] == nil && e.Args[3] != nil {
			return k.countAt(e.Args[1], e.Args[3])
		}
		k.only(e, 0, 1, 2)
		k.siteType(e.Args[1])
		if e.Args[0] == nil && e.Args[2] != nil && k.g.Counts {
			return k.countIn(k.region(e.Args[2]))
		}
		if e.Args[0] != nil && e.Args[0].Text == "Sites" && e.Args[2] != nil {
			return k.countSites(k.region(e.Args[2]))
		}
	case "(count countComponentType [siteType] [roleType | of:int] [string] [in:sites] [if:bool])":
		k.only(e, 0, 1, 2)
		k.siteType(e.Args[1])
		if e.Args[0].Text == "Pieces" && e.Args[2] != nil {
			switch e.Args[2].Text {
			case "All", "Each", "Shared", "NonMover", "Enemy", "Friend", "Ally":
			default:
				p := k.role(e.Args[2])
				f, explicit := p.fn(), e.Args[1] != nil
				if k.p.numbers > 0 {
					return integer{f: func(s *State) int {
						who := f(s)
						n := length(s.owned(who)) + s.extra[who]
						if !explicit {
							n += s.held[who]
						}
						return n
					}, reads: p.reads | ofBoard}
				}
				return integer{f: func(s *State) int { return length(s.owned(f(s))) }, reads: p.reads | ofBoard}
			}
		}
	}
	k.other(e)
	return integer{}
}

func (k *planner) countSites(r *region) integer {
	if set := r.set; set != nil {
		return integer{f: func(s *State) int { return length(set(s)) }, reads: r.reads}
	}
	return integer{f: func(s *State) int {
		out := s.borrow()
		r.eval(s, out)
		n := length(out)
		s.giveBack()
		return n
	}, reads: r.reads}
}

// id plans the component of a name.
func (k *planner) id(e *lgdl.Expr) integer {
	switch e.Form.Text {
	case "(id string)":
		if n := k.g.ComponentNamed(e.Args[0].Text); n > 0 {
			return constant(n)
		}
	case "(id [string] roleType)":
		if e.Args[0] != nil {
			who := k.role(e.Args[1])
			named := k.named(e.Args[0])
			if who.konst {
				return constant(named[who.v])
			}
			f := who.f
			return integer{f: func(s *State) int { return named[f(s)] }, reads: who.reads}
		}
	}
	k.other(e)
	return integer{}
}

// named returns by player the component that a name means; it must be plain.
func (k *planner) named(e *lgdl.Expr) [seats]int {
	var out [seats]int
	for who := range k.p.players + 1 {
		n := 0
		for _, c := range k.g.ComponentsOf(who) {
			if x := &k.g.Components[c]; x.BaseName == e.Text || x.Name == e.Text {
				out[who], n = int(c), n+1
			}
		}
		if n > 1 {
			k.no(e, "several components named %s", e.Text)
		}
	}
	return out
}

// where plans the lowest site of a player's piece of a name.
func (k *planner) where(e *lgdl.Expr) integer {
	if e.Form.Text != "(where string (int | roleType) [state:int] [siteType])" {
		k.other(e)
	}
	k.only(e, 0, 1, 2, 4)
	k.siteType(e.Args[4])
	named, who := k.named(e.Args[0]), k.player(e.Args[1], e.Args[2])
	f := who.fn()
	k.p.lists = true
	return integer{f: func(s *State) int {
		c := named[f(s)]
		if c == 0 {
			return off
		}
		at := off
		for _, x := range s.pieces[c] {
			if at < 0 || int(x) < at {
				at = int(x)
			}
		}
		return at
	}, reads: who.reads | ofBoard}
}

// located plans the ints that tell sites from sites: those of the rules
// themselves, tabulated by mover and next player, and (ahead …) by site.
func (k *planner) located(e *lgdl.Expr) integer {
	if k.fixed(e) {
		f := k.parts.Int(e)
		table := make([]int, turns)
		k.later = append(k.later, func() { k.eachTurn(func(c *game.Context, turn int) { table[turn] = f.Get(c) }) })
		return integer{f: func(s *State) int { return table[s.turn] }, reads: ofTurn}
	}
	switch e.Form.Keyword {
	case "ahead":
		return k.ahead(e)
	case "mapEntry":
		return k.mapped(e)
	}
	k.other(e)
	return integer{}
}

func (k *planner) arithmetic(e *lgdl.Expr) integer {
	var args []integer
	for _, x := range e.Args {
		switch {
		case x == nil:
		case x.Kind == lgdl.List:
			for _, y := range x.Items {
				args = append(args, k.integer(y))
			}
		case x.Kind == lgdl.Clause && x.Form.Result != "int":
			k.other(x)
		default:
			args = append(args, k.integer(x))
		}
	}
	if len(args) == 0 {
		k.other(e)
	}
	reads := aspect(0)
	fs := make([]func(s *State) int, len(args))
	for i, a := range args {
		fs[i], reads = a.fn(), reads|a.reads
	}
	fold := func(f func(a, b int) int) integer {
		return integer{f: func(s *State) int {
			v := fs[0](s)
			for _, g := range fs[1:] {
				v = f(v, g(s))
			}
			return v
		}, reads: reads}
	}
	switch kw := e.Form.Keyword; {
	case kw == "+":
		return fold(func(a, b int) int { return a + b })
	case kw == "*":
		return fold(func(a, b int) int { return a * b })
	case kw == "/" && len(fs) == 2 && args[1].konst && args[1].v > 0:
		return fold(func(a, b int) int { return a / b })
	case kw == "max" && len(fs) == 2:
		return fold(func(a, b int) int { return max(a, b) })
	case kw == "min" && len(fs) == 2:
		return fold(func(a, b int) int { return min(a, b) })
	case kw == "-" && len(fs) == 2:
		return fold(func(a, b int) int { return a - b })
	case kw == "-" && len(fs) == 1:
		f := fs[0]
		return integer{f: func(s *State) int { return -f(s) }, reads: reads}
	case kw == "abs" && len(fs) == 1:
		f := fs[0]
		return integer{f: func(s *State) int { v := f(s); return max(v, -v) }, reads: reads}
	}
	k.other(e)
	return integer{}
}

// ahead plans the site some steps on from another one in one direction, seen
// from the piece there; where the board ends it is that site itself.
func (k *planner) ahead(e *lgdl.Expr) integer {
	if follows(e.Args[3]) {
		return k.aheadInLine(e)
	}
	k.siteType(e.Args[0])
	at, steps := k.integer(e.Args[1]), 1
	if e.Args[2] != nil {
		n := k.integer(e.Args[2])
		if !n.konst || n.v < 1 {
			k.other(e)
		}
		steps = n.v
	}
	aims := k.lines(e.Args[3], "Forward")
	table := make([]int16, k.p.comps*k.p.sites)
	k.later = append(k.later, func() {
		for i, paths := range aims.row {
			table[i] = int16(i % k.p.sites)
			if len(paths) > 1 {
				k.no(e, "several lines ahead")
			}
			if len(paths) == 1 && steps <= len(paths[0]) {
				table[i] = int16(paths[0][steps-1])
			}
		}
	})
	f, n := at.fn(), k.p.sites
	return integer{f: func(s *State) int {
		x := f(s)
		if uint(x) >= uint(n) {
			return off
		}
		return int(table[int(s.what[x])*n+x])
	}, reads: at.reads | ofBoard}
}
