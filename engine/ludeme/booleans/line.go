package booleans

import (
	"slices"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// line is a compiled (is Line …).
type line struct {
	st           board.SiteType
	dir          board.Direction
	length       game.Int
	through      game.Int
	any          game.Region // throughAny:
	whats        []game.Int  // what: or whats:
	role         game.Int
	exact        game.Bool
	contiguous   game.Bool
	cond         game.Bool
	byLevel, top game.Bool
	howMuch      game.Int
	visible      game.Bool
	opposites    game.Bool
}

func isLine(k *game.Compiler, e *lgdl.Expr) game.Bool {
	a := clause.IsLine(e)
	l := &line{
		st: k.G.DefaultType, dir: game.DirectionOf(a.AbsoluteDirection()),
		length:     k.Int(a.Int()),
		through:    k.SiteOrLast(a.Through()),
		exact:      k.BoolOr(a.Exact(), false),
		contiguous: k.BoolOr(a.Contiguous(), true),
		cond:       k.Cond(a.If()),
		byLevel:    k.BoolOr(a.ByLevel(), false),
		top:        k.BoolOr(a.Top(), false),
		howMuch:    k.IntOr(a.ThroughHowMuch(), 1),
		visible:    k.BoolOr(a.IsVisible(), false),
		opposites:  k.BoolOr(a.UseOpposites(), true),
	}
	// Unlike elsewhere a site type does not count as used by being named.
	if t := a.SiteType(); t != nil {
		l.st, _ = board.ParseSiteType(t.Text)
		if l.st != board.Cell {
			k.Require(game.GraphFlag)
		}
	}
	if a.ThroughAny() != nil {
		l.any = k.Region(a.ThroughAny())
	}
	switch {
	case a.RoleType() != nil:
		l.role = k.Role(a.RoleType().Text)
	default:
		l.whats = k.IntList(a.What(), a.Whats())
	}
	return game.BoolFn(func(c *game.Context) bool {
		switch {
		case c.G.DeductionPuzzle:
			return l.puzzle(c)
		case c.G.Stacks:
			return l.stacked(c)
		}
		return l.flat(c)
	})
}

// accepted are the components that may form the line: the listed ones, those
// of an owner, or a single one.
type accepted struct {
	kind  acceptedKind
	list  []int32
	owner int
	what  int
}

type acceptedKind uint8

const (
	acceptOne acceptedKind = iota
	acceptList
	acceptOwner
)

// accept evaluates which components may form a line through a piece; give the
// list back after use.
func (l *line) accept(c *game.Context, what int) accepted {
	switch {
	case l.whats != nil:
		list := c.TakeInts()
		for i := range l.whats {
			list = append(list, int32(l.whats[i].Get(c)))
		}
		return accepted{kind: acceptList, list: list}
	case l.role.Given():
		return accepted{kind: acceptOwner, owner: l.role.Get(c)}
	}
	return accepted{what: what}
}

func (a *accepted) give(c *game.Context) {
	if a.list != nil {
		c.GiveInts(a.list)
	}
}

func (a *accepted) has(c *game.Context, what int) bool {
	switch a.kind {
	case acceptList:
		return slices.Contains(a.list, int32(what))
	case acceptOwner:
		return what > 0 && c.G.Components[what].Owner == a.owner
	}
	return what == a.what
}

// pivots appends the sites through which the line may go.
func (l *line) pivots(c *game.Context, dst []int32) []int32 {
	if !l.any.Given() {
		return append(dst, int32(l.through.Get(c)))
	}
	dst = l.any.Sites(c, dst)
	if l.whats == nil {
		return dst
	}
	ok := l.accept(c, 0)
	n := 0
	for _, p := range dst {
		if ok.has(c, c.S.What(l.st, int(p))) {
			dst[n] = p
			n++
		}
	}
	ok.give(c)
	return dst[:n]
}

// verdict is what the test of one pivot says about the whole condition.
type verdict uint8

const (
	noLine verdict = iota
	isALine
	tryNext
)

// flat is the test of games without stacks. A rejected pivot leaves (to) bound.
func (l *line) flat(c *game.Context) bool {
	if !l.any.Given() {
		return l.pivot(c, l.through.Get(c)) == isALine
	}
	pivots := l.pivots(c, c.TakeInts())
	v := noLine
	for _, p := range pivots {
		if v = l.pivot(c, int(p)); v != tryNext {
			break
		}
	}
	c.GiveInts(pivots)
	return v == isALine
}

func (l *line) pivot(c *game.Context, p int) verdict {
	if p < 0 {
		return noLine
	}
	to := c.To
	c.To = p
	if l.cond.Given() && !l.cond.Get(c) {
		c.To = to
		return noLine
	}
	limit := c.G.Topo.Num(board.Vertex)
	if l.st == board.Cell {
		limit = c.G.Topo.Num(board.Cell)
	}
	if p >= limit || !c.G.OnBoard(l.st, p) {
		return noLine
	}
	visible := l.visible.Get(c)
	if visible && c.Covered(l.st, p) {
		return tryNext
	}
	what := c.S.What(l.st, p)
	ok := l.accept(c, what)
	if !ok.has(c, what) {
		ok.give(c)
		return tryNext
	}
	w := walker{line: l, c: c, ok: ok, pivot: int32(p), length: l.length.Get(c), exact: l.exact.Get(c),
		contiguous: l.contiguous.Get(c), kindsWanted: l.howMuch.Get(c), visible: visible}
	v := tryNext
	if w.search(what, l.opposites.Get(c)) {
		v = isALine
	}
	ok.give(c)
	c.To = to
	return v
}

// walker follows the radials of one pivot.
type walker struct {
	*line
	c           *game.Context
	ok          accepted
	pivot       int32
	length      int
	exact       bool
	contiguous  bool
	visible     bool
	kindsWanted int
	kinds       []int32 // components met, kept only if more than one is wanted
	count       int
}

func (w *walker) search(what int, opposites bool) bool {
	topo := w.c.G.Topo
	radials := topo.DistinctRadials(w.st, w.pivot, w.dir)
	if w.kindsWanted > 1 {
		w.kinds = w.c.TakeInts()
		defer func() { w.c.GiveInts(w.kinds) }()
	}
	for i := range radials {
		w.count = 1
		if w.kindsWanted > 1 {
			w.kinds = append(w.kinds[:0], int32(what))
		}
		if w.walk(radials[i].Path, true) {
			return true
		}
		if back := radials[i].Opposite; back != nil && opposites {
			if w.walk(back, false) {
				return true
			}
		}
		if w.done() {
			return true
		}
	}
	return false
}

func (w *walker) done() bool {
	return w.count == w.length && (w.kindsWanted <= 1 || len(w.kinds) >= w.kindsWanted)
}

// walk counts the fitting sites of a radial on top of those counted so far; it
// reports whether the line is complete already.
func (w *walker) walk(path []int32, forward bool) bool {
	c := w.c
	from := path[0]
	for _, s := range path[1:] {
		c.To = int(s)
		if w.visible && (c.Covered(w.st, int(s)) || forward && w.bridged(from, s)) {
			return false
		}
		what := c.S.What(w.st, int(s))
		if !w.ok.has(c, what) || w.cond.Given() && !w.cond.Get(c) {
			if w.contiguous {
				return false
			}
			continue
		}
		from = s
		w.count++
		if w.kindsWanted > 1 && !slices.Contains(w.kinds, int32(what)) {
			w.kinds = append(w.kinds, int32(what))
		}
		if !w.exact && w.done() {
			return true
		}
	}
	return false
}

// bridged reports whether all sites above two neighbours, and at least one, are occupied.
func (w *walker) bridged(a, b int32) bool {
	topo := w.c.G.Topo
	over := topo.Steps(w.st, b, board.Upward)
	shared, occupied := 0, 0
	for _, u := range topo.Steps(w.st, a, board.Upward) {
		if slices.Contains(over, u) {
			shared++
			if w.c.S.What(w.st, int(u)) != 0 {
				occupied++
			}
		}
	}
	return occupied > 0 && occupied == shared
}

// puzzle is the test of deduction puzzles, on the values of variables.
func (l *line) puzzle(c *game.Context) bool {
	pivots := l.pivots(c, c.TakeInts())
	to := c.To
	found := false
	for _, p := range pivots {
		if p < 0 || !c.S.IsResolved(l.st, int(p)) {
			break
		}
		what := c.S.What(l.st, int(p))
		ok := accepted{what: what}
		if l.whats != nil {
			ok = l.accept(c, what)
		}
		accepts := ok.has(c, what)
		if accepts {
			found = l.puzzleLine(c, p, &ok)
		}
		ok.give(c)
		if !accepts || found {
			break
		}
	}
	c.To = to
	c.GiveInts(pivots)
	return found
}

func (l *line) puzzleLine(c *game.Context, p int32, ok *accepted) bool {
	length, exact, contiguous := l.length.Get(c), l.exact.Get(c), l.contiguous.Get(c)
	count := 0
	walk := func(path []int32) bool {
		for _, s := range path[1:] {
			c.To = int(s)
			if !c.S.IsResolved(l.st, int(s)) {
				return false
			}
			if !ok.has(c, c.S.What(l.st, int(s))) || l.whats != nil && c.To == c.From || !l.cond.Ok(c) {
				if contiguous {
					return false
				}
				continue
			}
			if count++; !exact && count == length {
				return true
			}
		}
		return false
	}
	return l.anyWay(c, p, length, &count, walk)
}

// anyWay reports whether a line through p has so many sites: walk counts them along each half of it from p on, and
// reports whether there are enough already.
func (l *line) anyWay(c *game.Context, p int32, length int, count *int, walk func(path []int32) bool) bool {
	radials := c.G.Topo.DistinctRadials(l.st, p, l.dir)
	for i := range radials {
		*count = 1
		if walk(radials[i].Path) {
			return true
		}
		if back := radials[i].Opposite; back != nil && walk(back) {
			return true
		}
		if *count == length {
			return true
		}
	}
	return false
}
