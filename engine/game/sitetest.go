package game

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/lgdl"
)

// SiteTest is a condition on one board site, such as (is Enemy (who at:(to))),
// that depends on nothing but the site, what stands there, and whose turn it
// is. Its answers are tabulated when the game is compiled, by asking the
// condition itself on a scratch position; a test is then a look into a table.
type SiteTest struct {
	cond  Bool
	set   func(c *Context, site int)
	bySit bool // the answer depends on the site itself
	local bool // the answer depends on the local state instead of the component

	ready   bool
	players int
	comps   int
	sites   int      // board sites tabulated
	mask    []uint64 // by mover and next: the components that pass, bit 0 for none
	where   []Set    // by mover, next and component: the sites that pass; nil unless bySit
}

// maxTabulated bounds the components and players of games with tabulated tests.
const (
	maxTabulated        = 64
	maxTabulatedPlayers = 8
	maxTabulatedWork    = 1 << 16
	localStates         = 64 // local states tabulated
)

// SiteTest returns the tabulated form of the condition e, compiled as cond, on
// the site of an iterator: "to", "from", "between" or "site". It returns nil
// where the condition looks at anything else. The table is filled at the end of
// the compilation; see Ready.
func (k *Compiler) SiteTest(e *lgdl.Expr, cond Bool, iterator string) *SiteTest {
	if k.General || e == nil {
		return nil
	}
	key := testKey{e, iterator}
	if t, known := k.tests[key]; known {
		return t
	}
	t := k.siteTest(e, cond, iterator)
	if k.tests == nil {
		k.tests = map[testKey]*SiteTest{}
	}
	k.tests[key] = t
	return t
}

// testKey names the test of a condition on an iterator.
type testKey struct {
	e        *lgdl.Expr
	iterator string
}

func (k *Compiler) siteTest(e *lgdl.Expr, cond Bool, iterator string) *SiteTest {
	t := &SiteTest{cond: cond}
	switch iterator {
	case "to":
		t.set = func(c *Context, site int) { c.To = site }
	case "from":
		t.set = func(c *Context, site int) { c.From = site }
	case "between":
		t.set = func(c *Context, site int) { c.Between = site }
	case "site":
		t.set = func(c *Context, site int) { c.Site = site }
	}
	d := dependence{iterator: iterator}
	if !d.only(e) {
		return nil
	}
	if d.state && d.piece {
		return nil
	}
	t.bySit, t.local = d.site, d.state
	k.AtEnd(func(c *Context) {
		if !k.tabulable() || t.local && !k.G.States {
			return
		}
		// A condition that has no value somewhere is asked when the time comes.
		if Catch(func() { t.tabulate(c, d) }) != nil {
			t.ready = false
		}
	})
	return t
}

// EmptyTest is the test that a site is empty, for ludemes without a condition.
func (k *Compiler) EmptyTest() *SiteTest {
	if k.General {
		return nil
	}
	t := &SiteTest{}
	k.AtEnd(func(c *Context) {
		if k.tabulable() {
			t.fill(c.G, func(what int) bool { return what == 0 })
		}
	})
	return t
}

// AlwaysTest is the test that every site passes.
func (k *Compiler) AlwaysTest() *SiteTest {
	if k.General {
		return nil
	}
	t := &SiteTest{}
	k.AtEnd(func(c *Context) {
		if k.tabulable() {
			t.fill(c.G, func(int) bool { return true })
		}
	})
	return t
}

func (t *SiteTest) fill(g *Game, ok func(what int) bool) {
	t.players, t.comps, t.sites = g.Players, len(g.Components), g.Topo.Num(g.plainType())
	var m uint64
	for w := range t.comps {
		if ok(w) {
			m |= 1 << w
		}
	}
	t.mask = make([]uint64, (g.Players+1)*(g.Players+2))
	for i := range t.mask {
		t.mask[i] = m
	}
	t.ready = true
}

// tabulable tells whether what stands on a site is one component, which the
// component array alone tells.
func (k *Compiler) tabulable() bool {
	g := k.G
	return g.Tabular() && len(g.Components) <= maxTabulated && g.Players <= maxTabulatedPlayers && !g.Has(Team) && (k.settled || g.constantRegions())
}

// Plain tells whether the game keeps one piece per site on one type of site, so
// that the component array tells all about who stands where.
func (g *Game) Plain() bool { return g.plain() && !g.Stacks }

// PlainStacks is Plain but for the stacks that the game has.
func (g *Game) PlainStacks() bool { return g.plain() && g.Stacks }

// PlainBoard is Plain but for the hands of a game whose board has sites other
// than cells: the pieces on the board stand on sites of its default type.
func (g *Game) PlainBoard() bool {
	return len(g.Containers) > 1 && !g.Stacks && !g.DeductionPuzzle && !g.Boardless && g.Flags&(LargePiece|HiddenInfo) == 0
}

// PlainElements tells whether the game keeps one piece on every vertex, edge and cell.
func (g *Game) PlainElements() bool { return g.TypesKept() == 3 && g.inSight() && !g.Stacks }

func (g *Game) plain() bool { return g.TypesKept() == 1 && g.inSight() }

// Tabular tells whether one component array tells all about who stands where on
// the board's sites of one type, the only one or the default; there may be pieces
// elsewhere.
func (g *Game) Tabular() bool { return g.TypesKept() > 0 && g.inSight() && !g.Stacks }

func (g *Game) inSight() bool {
	return !g.DeductionPuzzle && !g.Boardless && g.Flags&(LargePiece|HiddenInfo) == 0
}

// TypesKept is the number of site types on which pieces are kept.
func (g *Game) TypesKept() int {
	n := 0
	for _, x := range g.kept {
		if x {
			n++
		}
	}
	return n
}

// constantRegions tells whether no (regions …) item changes during the play.
func (g *Game) constantRegions() bool {
	for i := range g.Regions {
		for _, p := range g.Regions[i].Parts {
			if p.Static == nil && !p.Constant {
				return false
			}
		}
	}
	return true
}

// tabulate asks the condition about every component on every site, or on one
// site where the site does not matter.
func (t *SiteTest) tabulate(c *Context, d dependence) {
	g, next := c.G, d.next
	st := g.plainType()
	if !g.Plain() {
		st = g.DefaultType
	}
	sites := g.Topo.Num(st)
	if sites == 0 {
		return
	}
	t.sites = sites
	if !t.bySit {
		sites = 1
	}
	n := g.Players
	t.players, t.comps = n, len(g.Components)
	if t.local {
		t.comps = localStates
	}
	nexts := 1
	if next {
		nexts = n + 2
	}
	asked := t.comps
	if !d.piece && !d.state {
		asked = 1 // whatever stands there
	}
	if n*nexts*asked*sites > maxTabulatedWork {
		return
	}
	t.mask = make([]uint64, (n+1)*(n+2))
	if t.bySit {
		t.where = make([]Set, len(t.mask)*t.comps)
	}
	u := c.Temp()
	for mover := 1; mover <= n; mover++ {
		u.S.Mover = mover
		for x := range nexts {
			u.S.Next = x
			for w := range t.comps {
				if w >= asked {
					if t.bySit {
						t.where[(mover*(n+2)+x)*t.comps+w] = t.where[(mover*(n+2)+x)*t.comps]
					} else {
						t.mask[mover*(n+2)+x] |= t.mask[mover*(n+2)+x] & 1 << w
					}
					continue
				}
				var where Set
				if t.bySit {
					where = NewSet(sites)
				}
				for site := range sites {
					switch {
					case t.local:
						u.S.layers[st].state[site] = int32(w)
						u.S.touch()
					case w > 0:
						u.S.setSite(st, int32(site), int32(g.Components[w].Owner), int32(w), 1, 0, 0, 0)
					}
					t.set(u, site)
					if t.cond.Get(u) {
						if t.bySit {
							where.Add(site)
						} else {
							t.mask[mover*(n+2)+x] |= 1 << w
						}
					}
					u.S.setSite(st, int32(site), 0, 0, 0, 0, 0, 0)
				}
				if t.bySit {
					t.where[(mover*(n+2)+x)*t.comps+w] = where
				}
			}
			if !next { // the same whoever is next
				for y := 1; y < n+2; y++ {
					t.mask[mover*(n+2)+y] = t.mask[mover*(n+2)]
					if t.bySit {
						copy(t.where[(mover*(n+2)+y)*t.comps:][:t.comps], t.where[mover*(n+2)*t.comps:][:t.comps])
					}
				}
			}
		}
	}
	c.GiveTemp(u)
	t.ready = true
}

// TypeKept is the site type that a plain game keeps, that of a tabular game.
func (g *Game) TypeKept() board.SiteType { return g.plainType() }

// Plain returns the components by site of a tabular game, nil for other games.
// Must not be modified.
func (s *State) Plain() []int32 { return s.plain }

// Owners returns the owners by site of a tabular game, nil for other games. Must
// not be modified.
func (s *State) Owners() []int32 {
	if s.plain == nil {
		return nil
	}
	return s.layers[s.g.plainType()].who
}

// plainType is the site type of a tabular game.
func (g *Game) plainType() board.SiteType {
	if g.TypesKept() > 1 {
		return g.DefaultType
	}
	for st, kept := range g.kept {
		if kept {
			return board.SiteType(st)
		}
	}
	return board.Cell
}

// Ready tells whether the table may be asked about the position now: it was
// filled, a player is to move, and no owner or count strays from its component.
func (t *SiteTest) Ready(c *Context) bool {
	s := c.S
	return t.ready && !s.odd && uint(s.Mover-1) < uint(t.players) && uint(s.Next) < uint(t.players+2)
}

// dependence finds out what the value of an expression depends on.
type dependence struct {
	iterator   string
	site, next bool // the number of the site, the next player
	// the component on the site, or its local state
	piece, state bool
}

// only tells whether e depends on nothing but the iterator's site, its
// occupant, the mover and the next player.
func (d *dependence) only(e *lgdl.Expr) bool {
	switch e.Kind {
	case lgdl.Int, lgdl.Bool:
		return true
	case lgdl.String:
		return true
	case lgdl.List:
		for _, x := range e.Items {
			if !d.only(x) {
				return false
			}
		}
		return true
	case lgdl.Const:
		return d.constant(e.Text)
	case lgdl.Clause:
		return e.Form != nil && d.clause(e)
	}
	return false
}

func (d *dependence) constant(text string) bool {
	switch text {
	case "Mover", "True", "False", "Off", "Undefined", "Infinity":
		return true
	case "Next":
		d.next = true
		return true
	}
	_, ok := RoleNumber(text)
	return ok
}

func (d *dependence) all(args []*lgdl.Expr) bool {
	for _, x := range args {
		if x != nil && !d.only(x) {
			return false
		}
	}
	return true
}

// here tells whether e is the iterator itself.
func (d *dependence) here(e *lgdl.Expr) bool { return IsIterator(e, d.iterator) }

// IsIterator tells whether e is the iterator of the name: (to), (from) …
func IsIterator(e *lgdl.Expr, name string) bool {
	if e == nil || e.Kind != lgdl.Clause || e.Form == nil || e.Form.Keyword != name || e.Form.Result != "int" {
		return false
	}
	for _, a := range e.Args {
		if a != nil {
			return false
		}
	}
	return true
}

func (d *dependence) clause(e *lgdl.Expr) bool {
	if d.here(e) {
		d.site = true
		return true
	}
	switch e.Form.Keyword {
	case "and", "or", "not", "xor", "=", "!=", "<", "<=", ">", ">=", "union", "intersection", "difference":
		return d.all(e.Args)
	case "player":
		// The iterator (player) is another player each time; (player <int>) is its number.
		return len(e.Args) > 0 && d.all(e.Args)
	case "mover", "next":
		d.next = d.next || e.Form.Keyword == "next"
		return len(e.Args) == 0
	case "id", "mapEntry":
		return d.all(e.Args)
	case "centrePoint":
		return e.Args[0] == nil
	case "state":
		d.state = true
		return e.Args[0] == nil && e.Args[2] == nil && d.here(e.Args[1])
	case "who", "what":
		d.piece = true
		return e.Args[0] == nil && e.Args[2] == nil && d.here(e.Args[1])
	case "is":
		return d.is(e)
	case "sites":
		return d.sites(e)
	}
	return false
}

func (d *dependence) is(e *lgdl.Expr) bool {
	switch e.Args[0].Text {
	case "Empty", "Occupied":
		d.piece = true
		return e.Args[1] == nil && d.here(e.Args[2])
	case "Enemy", "Friend":
		return d.all(e.Args[1:])
	case "In":
		if e.Args[4] != nil {
			return false
		}
		if e.Args[1] == nil && e.Args[2] == nil { // (to) is meant
			if d.iterator != "to" {
				return false
			}
			d.site = true
		}
		return d.all(e.Args[1:])
	}
	return false
}

// sites accepts the regions that stay as they are.
func (d *dependence) sites(e *lgdl.Expr) bool {
	switch e.Form.Text {
	case "(sites [(player) | roleType] [siteType] [string])":
		return (e.Args[0] != nil || e.Args[1] != nil || e.Args[3] != nil) && e.Args[2] == nil && d.all(e.Args)
	}
	if len(e.Args) == 0 || e.Args[0] == nil || e.Args[0].Kind != lgdl.Const {
		return false
	}
	switch e.Args[0].Text {
	case "Top", "Bottom", "Left", "Right", "Inner", "Outer", "Perimeter", "Corners", "Centre", "Board":
		return len(e.Args) < 2 || e.Args[1] == nil
	case "Row", "Column", "Phase":
		return e.Args[1] == nil && e.Args[2] != nil && e.Args[2].Kind == lgdl.Int
	}
	return false
}
