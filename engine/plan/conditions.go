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

// none plans (no Moves …) and (no Pieces …) of a player.
func (k *planner) none(e *lgdl.Expr) boolean {
	switch e.Form.Text {
	case "(no Moves roleType)":
		if e.Args[1].Text == "Next" {
			return boolean{f: (*State).nextStuck, reads: ^aspect(0), cost: 1000, notes: true}
		}
		k.p.stuck = true
		f := k.role(e.Args[1]).fn()
		return boolean{f: func(s *State) bool { return s.stuck>>f(s)&1 != 0 }, reads: ofTurn | ofStuck}
	case "(no Pieces [siteType] [roleType | of:int] [string] [in:sites])":
		return k.noPieces(e)
	}
	k.other(e)
	return boolean{}
}

// noPieces plans (no Pieces …) of one player, by a part of their names and within
// a region on request.
func (k *planner) noPieces(e *lgdl.Expr) boolean {
	// Slots: Pieces, type, role, of, name, in.
	k.siteType(e.Args[1])
	if e.Args[2] == nil && e.Args[3] == nil || e.Args[2] != nil && game.ManyRole(e.Args[2].Text) {
		k.other(e)
	}
	p := k.player(e.Args[3], e.Args[2])
	f, reads := p.fn(), p.reads|ofBoard
	var in *region
	if e.Args[5] != nil {
		in = k.region(e.Args[5])
		reads |= in.reads
	}
	var named [seats][]int // the components by player
	if e.Args[4] != nil {
		set := k.parts.Named(e.Args[4].Text)
		k.later = append(k.later, func() {
			for c := 1; c < k.p.comps; c++ {
				if owner := k.p.owner[c]; set.Has(c) {
					named[owner] = append(named[owner], c)
				}
			}
		})
	}
	explicit := e.Args[1] != nil // then the hands do not count
	if e.Args[4] == nil && in == nil {
		return boolean{f: func(s *State) bool {
			who := f(s)
			return none(s.owned(who)) && (explicit || s.held[who] == 0)
		}, reads: reads}
	}
	if in == nil && !explicit && len(k.g.Containers) > 1 {
		k.other(e)
	}
	return boolean{f: func(s *State) bool {
		who, mine := f(s), s.borrow()
		if e.Args[4] == nil {
			copy(mine, s.owned(who))
		} else {
			for _, c := range named[who] {
				for i, w := range s.set(c) {
					mine[i] |= w
				}
			}
		}
		if in != nil {
			within := s.borrow()
			in.eval(s, within)
			for i, w := range within {
				mine[i] &= w
			}
			s.giveBack()
		}
		empty := none(mine)
		s.giveBack()
		return empty
	}, reads: reads, cost: 10}
}

// none tells whether a set is empty.
func none(set []uint64) bool {
	for _, w := range set {
		if w != 0 {
			return false
		}
	}
	return true
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

// siteTest is a condition on a site, answered by tables as far as it depends on
// nothing but the site, the component there, and whose turn it is.
type siteTest struct {
	mask  [turns]uint64   // by turn: the components that pass
	where [turns][]uint64 // by turn: for each component the sites that pass; nil where the site does not matter
	words int
	local bool                // the local state is asked about instead of the component
	rest  func(s *State) bool // with the iterator set; nil when nothing is left
}

// ok tells whether a site passes; the iterator must be set if there is a rest.
func (t *siteTest) ok(s *State, site int) bool {
	w := int(s.what[site])
	if t.local {
		w = int(s.local[site]) & 63
	}
	if at := t.where[s.turn]; at != nil {
		if at[w*t.words+site>>6]>>(site&63)&1 == 0 {
			return false
		}
	} else if t.mask[s.turn]>>w&1 == 0 {
		return false
	}
	return t.rest == nil || t.rest(s)
}

// table returns what a test is about by site, and the set of what passes, as
// far as the site itself does not matter; nil where it does.
func (t *siteTest) table(s *State) (at []uint8, mask uint64) {
	switch {
	case t.where[s.turn] != nil:
		return nil, 0
	case t.local:
		return s.local, t.mask[s.turn]
	}
	return s.what, t.mask[s.turn]
}

// siteTest plans a condition on the site of an iterator; e may be nil: yes.
func (k *planner) siteTest(e *lgdl.Expr, iterator string) *siteTest {
	t := &siteTest{words: k.p.words}
	if e == nil {
		for i := range t.mask {
			t.mask[i] = ^uint64(0)
		}
		return t
	}
	parts := []*lgdl.Expr{e}
	if e.Kind == lgdl.Clause && e.Form.Keyword == "and" {
		parts = e.Args
		if len(parts) == 1 && parts[0].Kind == lgdl.List {
			parts = parts[0].Items
		}
	}
	var tests []*game.SiteTest
	for _, x := range parts {
		st := k.parts.SiteTest(x, k.parts.Bool(x), iterator)
		if st != nil && (len(tests) == 0 || st.Local() == tests[0].Local()) {
			tests = append(tests, st)
			continue
		}
		b := k.boolean(x).fn()
		if before := t.rest; before != nil {
			t.rest = func(s *State) bool { return before(s) && b(s) }
		} else {
			t.rest = b
		}
	}
	k.later = append(k.later, func() { k.fill(t, tests, e) })
	return t
}

// fill lays out the answers of all tests together.
func (k *planner) fill(t *siteTest, tests []*game.SiteTest, e *lgdl.Expr) {
	bySite := false
	for _, x := range tests {
		if !x.Complete() {
			k.no(e, "a condition without a table")
		}
		bySite = bySite || x.BySite()
		t.local = x.Local()
	}
	n := k.p.comps
	if t.local {
		n = 64
	}
	if len(tests) == 0 {
		for i := range t.mask {
			t.mask[i] = ^uint64(0)
		}
		return
	}
	k.eachTurn(func(c *game.Context, turn int) {
		if bySite {
			t.where[turn] = make([]uint64, n*t.words)
		}
		for w := range n {
			if !bySite {
				all := true
				for _, x := range tests {
					all = all && x.Holds(c.S.Mover, c.S.Next, w, 0)
				}
				if all {
					t.mask[turn] |= 1 << w
				}
				continue
			}
		sites:
			for site := range k.p.sites {
				for _, x := range tests {
					if !x.Holds(c.S.Mover, c.S.Next, w, site) {
						continue sites
					}
				}
				t.where[turn][w*t.words+site>>6] |= 1 << (site & 63)
			}
		}
	})
}
