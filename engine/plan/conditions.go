package plan

import (
	"slices"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
)

// boolean plans a condition.
func (k *planner) boolean(e *lgdl.Expr) boolean {
	k.stacked(e)
	switch e.Kind {
	case lgdl.Bool, lgdl.Const:
		return boolean{konst: true, v: e.Text == "True" || e.Int == 1}
	case lgdl.Clause:
	default:
		k.other(e)
	}
	switch e.Form.Keyword {
	case "and", "or":
		return k.junction(e)
	case "if":
		return k.choice(e)
	case "not":
		b := k.boolean(e.Args[0])
		f := b.fn()
		return boolean{f: func(s *State) bool { return !f(s) }, reads: b.reads, cost: b.cost, notes: b.notes}
	case "xor":
		a, b := k.boolean(e.Args[0]), k.boolean(e.Args[1])
		f, g := a.fn(), b.fn()
		return boolean{f: func(s *State) bool { return f(s) != g(s) }, reads: a.reads | b.reads, notes: a.notes || b.notes}
	case "=", "!=", "<", "<=", ">", ">=":
		return k.comparison(e)
	case "is":
		return k.is(e)
	case "no":
		return k.none(e)
	case "can":
		return k.can(e)
	case "all":
		return k.all(e)
	case "was":
		return boolean{f: func(s *State) bool { m, _ := s.last(); return m.pass }, reads: ofRecord}
	}
	k.other(e)
	return boolean{}
}

func (k *planner) junction(e *lgdl.Expr) boolean {
	var parts []boolean
	reads, cost, notes := aspect(0), 0, false
	for _, x := range e.Args {
		items := []*lgdl.Expr{x}
		if x.Kind == lgdl.List {
			items = x.Items
		}
		for _, y := range items {
			b := k.boolean(y)
			parts, reads, cost, notes = append(parts, b), reads|b.reads, cost+b.cost, notes || b.notes
		}
	}
	if !notes { // nothing changes, so what costs least is asked first
		slices.SortStableFunc(parts, func(a, b boolean) int { return a.cost - b.cost })
	}
	var fs []func(s *State) bool
	for _, b := range parts {
		fs = append(fs, b.fn())
	}
	if len(fs) == 2 {
		f, g := fs[0], fs[1]
		if e.Form.Keyword == "and" {
			return boolean{f: func(s *State) bool { return f(s) && g(s) }, reads: reads, cost: cost, notes: notes}
		}
		return boolean{f: func(s *State) bool { return f(s) || g(s) }, reads: reads, cost: cost, notes: notes}
	}
	stop := e.Form.Keyword == "or"
	return boolean{f: func(s *State) bool {
		for _, f := range fs {
			if f(s) == stop {
				return stop
			}
		}
		return !stop
	}, reads: reads, cost: cost, notes: notes}
}

// choice plans (if …) between conditions; without the last one it is false.
func (k *planner) choice(e *lgdl.Expr) boolean {
	a, b, c := k.boolean(e.Args[0]), k.boolean(e.Args[1]), boolean{konst: true}
	if e.Args[2] != nil {
		c = k.boolean(e.Args[2])
	}
	holds, f, g := a.fn(), b.fn(), c.fn()
	return boolean{f: func(s *State) bool {
		if holds(s) {
			return f(s)
		}
		return g(s)
	}, reads: a.reads | b.reads | c.reads, cost: a.cost + b.cost + c.cost, notes: a.notes || b.notes || c.notes}
}

func (k *planner) comparison(e *lgdl.Expr) boolean {
	if e.Form.Text == "(= sites sites)" || e.Form.Text == "(!= sites sites)" {
		return k.sameSites(e)
	}
	if zero := e.Args[1]; e.Form.Keyword == ">" && isLiberties(e.Args[0]) && zero != nil && zero.Kind == lgdl.Int && zero.Int == 0 {
		return k.someLiberty(e.Args[0])
	}
	if zero := e.Args[1]; e.Form.Keyword == "=" && isCountSites(e.Args[0]) && zero != nil && zero.Kind == lgdl.Int && zero.Int == 0 {
		return k.noSites(e.Args[0])
	}
	a := k.integer(e.Args[0])
	b := k.player(e.Args[1], e.Args[len(e.Args)-1])
	x, y, reads := a.fn(), b.fn(), a.reads|b.reads
	switch e.Form.Keyword {
	case "=":
		if b.konst {
			v := b.v
			return boolean{f: func(s *State) bool { return x(s) == v }, reads: reads}
		}
		return boolean{f: func(s *State) bool { return x(s) == y(s) }, reads: reads}
	case "!=":
		return boolean{f: func(s *State) bool { return x(s) != y(s) }, reads: reads}
	case "<":
		return boolean{f: func(s *State) bool { return x(s) < y(s) }, reads: reads}
	case "<=":
		return boolean{f: func(s *State) bool { return x(s) <= y(s) }, reads: reads}
	case ">":
		return boolean{f: func(s *State) bool { return x(s) > y(s) }, reads: reads}
	}
	return boolean{f: func(s *State) bool { return x(s) >= y(s) }, reads: reads}
}

// isCountSites tells whether an int is (count Sites in:…).
func isCountSites(e *lgdl.Expr) bool {
	return e.Kind == lgdl.Clause && e.Form != nil && e.Form.Text == "(count [countSiteType] [siteType] [in:sites | at:int | string])" &&
		e.Args[0] != nil && e.Args[0].Text == "Sites" && e.Args[2] != nil
}

// noSites plans that a region is empty, of which e is the count.
func (k *planner) noSites(e *lgdl.Expr) boolean {
	n := k.integer(e)
	r := k.region(e.Args[2])
	if r.both == nil {
		f := n.fn()
		return boolean{f: func(s *State) bool { return f(s) == 0 }, reads: n.reads, cost: 50}
	}
	a, b := r.both[0], r.both[1]
	return boolean{f: func(s *State) bool {
		x, y := a(s), b(s)
		for i, w := range x {
			if w&y[i] != 0 {
				return false
			}
		}
		return true
	}, reads: r.reads, cost: 10}
}

// sameSites plans that two regions are the same, or not.
func (k *planner) sameSites(e *lgdl.Expr) boolean {
	if len(k.p.hands) > 0 {
		k.other(e)
	}
	a, b, want := k.region(e.Args[0]), k.region(e.Args[1]), e.Form.Keyword == "="
	if a.set != nil && b.set != nil {
		return boolean{f: func(s *State) bool { return slices.Equal(a.set(s), b.set(s)) == want }, reads: a.reads | b.reads, cost: 5}
	}
	return boolean{f: func(s *State) bool {
		x, y := s.borrow(), s.borrow()
		a.eval(s, x)
		b.eval(s, y)
		same := slices.Equal(x, y)
		s.giveBack()
		s.giveBack()
		return same == want
	}, reads: a.reads | b.reads, cost: 50}
}

func (k *planner) is(e *lgdl.Expr) boolean {
	switch e.Form.Text {
	case "(is isSiteType [siteType] int)":
		return k.isOccupied(e)
	case "(is isPlayerType (int | roleType))":
		return k.isPlayer(e)
	case "(is isIntegerType [int])":
		if kind := e.Args[0].Text; e.Args[1] != nil && (kind == "Even" || kind == "Odd") {
			n, odd := k.integer(e.Args[1]), 0
			if kind == "Odd" {
				odd = 1
			}
			f := n.fn()
			return boolean{f: func(s *State) bool { return f(s)&1 == odd }, reads: n.reads}
		}
		if e.Args[0].Text == "Visited" && e.Args[1] != nil {
			at, n := k.integer(e.Args[1]), k.p.sites
			f := at.fn()
			return boolean{f: func(s *State) bool {
				x := f(s)
				return uint(x) < uint(n) && has(s.visited, x)
			}, reads: at.reads | ofRecord}
		}
	case "(is In [int | {int}] (sites | ints))":
		k.only(e, 0, 1, 3)
		if e.Args[3] == nil {
			break
		}
		at := integer{f: func(s *State) int { return s.to }, reads: ofIterators}
		if e.Args[1] != nil {
			at = k.integer(e.Args[1])
		}
		r, f := k.region(e.Args[3]), at.fn()
		if x := e.Args[1]; r.table != nil && x != nil && x.Kind == lgdl.Clause && x.Form.Keyword == "last" && x.Args[0].Text == "To" && x.Args[1] == nil {
			return k.lastIn(r)
		}
		return boolean{f: func(s *State) bool { x := f(s); return x >= 0 && r.has(s, x) }, reads: at.reads | r.reads}
	case "(is Line [siteType] int [absoluteDirection] [through:int | throughAny:sites] [roleType | what:int | whats:{int}] [exact:bool] [contiguous:bool] [if:bool] [byLevel:bool] [top:bool] [throughHowMuch:int] [isVisible:bool] [useOpposites:bool])":
		if k.g.Stacks {
			return k.lineOfLevels(e)
		}
		return k.line(e)
	case "(is isConnectType [int] [siteType] [at:int] [direction] ({sites} | roleType | regionTypeStatic))":
		return k.connected(e)
	case "(is isComponentType [int] [siteType] [at:int | in:sites] [moves])":
		switch e.Args[0].Text {
		case "Within":
			return k.standsIn(e)
		case "Threatened":
			return k.threatened(e)
		}
	case "(is Triggered string (int | roleType))":
		p := k.player(e.Args[2], e.Args[3])
		f := p.fn()
		return boolean{f: func(s *State) bool { return s.triggered>>f(s)&1 != 0 }, reads: p.reads | ofTriggered}
	case "(is Related relationType [siteType] int (int | sites))":
		return k.related(e)
	case "(is isSimpleType)":
		switch e.Args[0].Text {
		case "Pending":
			return boolean{f: func(s *State) bool { return s.pendingAny }, reads: ofPending}
		case "Full":
			return boolean{f: func(s *State) bool { return length(s.set(0)) == 0 }, reads: ofBoard}
		}
	}
	k.other(e)
	return boolean{}
}

// standsIn plans (is Within …): some piece of a component stands in a region.
func (k *planner) standsIn(e *lgdl.Expr) boolean {
	k.only(e, 0, 1, 2, 3, 4)
	k.siteType(e.Args[2])
	if e.Args[1] == nil {
		k.other(e)
	}
	what := k.integer(e.Args[1])
	f := what.fn()
	if e.Args[3] != nil {
		at := k.integer(e.Args[3])
		g := at.fn()
		return boolean{f: func(s *State) bool {
			x, w := g(s), f(s)
			return uint(x) < uint(len(s.what)) && w > 0 && int(s.what[x]) == w
		}, reads: what.reads | at.reads | ofBoard}
	}
	if e.Args[4] == nil {
		k.other(e)
	}
	r := k.region(e.Args[4])
	return boolean{f: func(s *State) bool {
		w := f(s)
		if w <= 0 || w >= s.p.comps {
			return false
		}
		if r.set != nil {
			return meet(s.set(w), r.set(s))
		}
		out := s.borrow()
		r.eval(s, out)
		found := meet(s.set(w), out)
		s.giveBack()
		return found
	}, reads: what.reads | r.reads | ofBoard}
}

// meet tells whether two sets have a member in common.
func meet(a, b []uint64) bool {
	for i, w := range a {
		if w&b[i] != 0 {
			return true
		}
	}
	return false
}

func (k *planner) isOccupied(e *lgdl.Expr) boolean {
	k.siteType(e.Args[1])
	at, n := k.integer(e.Args[2]), k.p.sites
	f := at.fn()
	occupied := e.Args[0].Text == "Occupied"
	first := k.p.numbers
	if len(k.p.hands) > 0 {
		first = k.p.hands[0].first
	}
	return boolean{f: func(s *State) bool {
		x := f(s)
		if uint(x) >= uint(n) {
			return x >= first && x < s.p.numbers && (s.at(x) != 0) == occupied
		}
		return (s.what[x] != 0) == occupied
	}, reads: at.reads | ofBoard}
}

func (k *planner) isPlayer(e *lgdl.Expr) boolean {
	p := k.player(e.Args[1], e.Args[2])
	f, reads := p.fn(), p.reads|ofTurn
	switch e.Args[0].Text {
	case "Mover", "Friend":
		return boolean{f: func(s *State) bool { return f(s) == s.mover }, reads: reads}
	case "Next":
		return boolean{f: func(s *State) bool { return f(s) == s.next }, reads: reads}
	case "Prev":
		return boolean{f: func(s *State) bool { return f(s) == s.prev }, reads: reads}
	case "Enemy":
		return boolean{f: func(s *State) bool { x := f(s); return x >= 1 && x <= s.p.players && x != s.mover }, reads: reads}
	}
	k.other(e)
	return boolean{}
}

func (k *planner) all(e *lgdl.Expr) boolean {
	switch {
	case e.Form.Text == "(all allSimpleType)" && e.Args[0].Text == "Passed":
		return boolean{f: (*State).allPassed, reads: ofRecord}
	case e.Form.Text == "(all allSitesType sites if:bool)" && e.Args[0].Text == "Sites":
		if h := k.handOf(e.Args[1]); h != nil {
			return k.allOfHand(h, e.Args[2])
		}
		r := k.region(e.Args[1])
		if in := inSite(e.Args[2]); in != nil {
			return k.within(r, k.region(in))
		}
		t := k.siteTest(e.Args[2], "site")
		if t.rest != nil {
			return boolean{f: func(s *State) bool {
				out, borrowed := r.sites(s)
				outer, ok := s.site, true
				for x := next(out, 0); x >= 0 && ok; x = next(out, x+1) {
					s.site = x
					ok = t.ok(s, x)
				}
				s.site = outer
				if borrowed {
					s.giveBack()
				}
				return ok
			}, reads: ^aspect(0), cost: 200}
		} else {
			reads := r.reads | ofBoard | ofLocal | ofTurn
			return boolean{f: func(s *State) bool {
				out := s.borrow()
				r.eval(s, out)
				ok := true
				for x := next(out, 0); x >= 0 && ok; x = next(out, x+1) {
					ok = t.ok(s, x)
				}
				s.giveBack()
				return ok
			}, reads: reads, cost: 100}
		}
	}
	k.other(e)
	return boolean{}
}

// related plans (is Related Adjacent …) and the like from a table of neighbours.
func (k *planner) related(e *lgdl.Expr) boolean {
	k.siteType(e.Args[2])
	rel, ok := board.ParseRelation(e.Args[1].Text)
	if !ok || e.Args[5] == nil && e.Args[4] == nil {
		k.other(e)
	}
	near := make([][]uint64, k.p.sites)
	for x := range near {
		near[x] = make([]uint64, k.p.words)
		for _, y := range k.g.Topo.Neighbours(k.g.DefaultType, rel, int32(x)) {
			near[x][y>>6] |= 1 << (y & 63)
		}
	}
	at := k.integer(e.Args[3])
	f := at.fn()
	var r *region
	for _, x := range e.Args[4:] {
		if x != nil && game.IsRegion(x) {
			r = k.region(x)
		}
	}
	if r == nil {
		k.other(e)
	}
	n := len(near)
	if r.set != nil {
		return boolean{f: func(s *State) bool {
			x := f(s)
			if uint(x) >= uint(n) {
				return false
			}
			set := r.set(s)
			for i, w := range near[x] {
				if set[i]&w != 0 {
					return true
				}
			}
			return false
		}, reads: at.reads | r.reads, cost: 5}
	}
	return boolean{f: func(s *State) bool {
		x := f(s)
		if uint(x) >= uint(n) {
			return false
		}
		out, borrowed := r.sites(s)
		found := meet(near[x], out)
		if borrowed {
			s.giveBack()
		}
		return found
	}, reads: at.reads | r.reads, cost: 50}
}

// lastIn plans that the last move went to a region that stays as it is.
func (k *planner) lastIn(r *region) boolean {
	sites := k.p.sites
	return boolean{f: func(s *State) bool {
		n := len(s.moves)
		if n == 0 {
			return false
		}
		x := int(s.moves[n-1].to)
		return uint(x) < uint(sites) && has(r.table[s.turn], x)
	}, reads: ofRecord | ofTurn}
}

// inSite returns the region of (is In (site) region), else nil.
func inSite(e *lgdl.Expr) *lgdl.Expr {
	if e.Kind != lgdl.Clause || e.Form.Text != "(is In [int | {int}] (sites | ints))" || e.Args[3] == nil {
		return nil
	}
	at := e.Args[1]
	if at == nil || at.Kind != lgdl.Clause || at.Form.Keyword != "site" || e.Args[2] != nil || e.Args[4] != nil {
		return nil
	}
	return e.Args[3]
}

// within plans that all sites of a region are in another one.
func (k *planner) within(a, b *region) boolean {
	return boolean{f: func(s *State) bool {
		x, y := s.borrow(), s.borrow()
		a.eval(s, x)
		b.eval(s, y)
		left := uint64(0)
		for i, w := range x {
			left |= w &^ y[i]
		}
		s.giveBack()
		s.giveBack()
		return left == 0
	}, reads: a.reads | b.reads, cost: 20}
}
