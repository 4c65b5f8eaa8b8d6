package moves

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/concept"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/rule"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

var slideRows = []lgdl.Form{
	{Text: "(slide [(from)] [string] [direction] [(between)] [(to)] [stack:bool!] [(then)])", Result: "moves:effect",
		Concepts: []string{"SlideEffect", "LineOfSight", "AdjacentDirection unless direction"},
		Marks:    concept.Rule(slideConcepts), Meaning: "A piece goes any number of sites along a line, or along a track.",
		Impl: slides},
}

var slides = rule.Forms(compileSlide, lowerSlide)

// slide is a compiled (slide …). The condition of its to is no filter: it names
// sites on which the slide may end and must stop, in addition to the sites that
// the condition of its between lets it cross.
type slide struct {
	from            fromPart
	dirs            game.Directions
	between         betweenPart
	to              toPart
	stack, decision bool
	ways            [][]way // along tracks, by site
}

func compileSlide(k *game.Compiler, e *lgdl.Expr, decision bool) *game.Gen {
	a := clause.AnySlide(e)
	s := &slide{
		from: compileFrom(k, a.From(), fromVar), dirs: k.Directions(a.Direction(), "Adjacent"),
		between: compileBetween(k, a.Between()), to: compileTo(k, a.To(), toVar), stack: flagOf(k, a.Stack()),
		decision: decision,
	}
	if s.from.Region.Given() {
		k.Fail(a.From(), "slide starts at one site, not at a region")
	}
	if s.stack {
		k.Require(game.Stacking)
	}
	if a.String() == nil {
		return k.Followed(s.alongLines, a.Then())
	}
	k.Later(func() { s.ways = waysAlong(k.G, a.String().Text) })
	return k.Followed(s.alongTracks, a.Then())
}

// mayCross tests the site (between).
func (s *slide) mayCross(c *game.Context) bool {
	if s.between.If.Given() {
		return s.between.If.Get(c)
	}
	return c.S.IsEmpty(c.G.DefaultType, c.Between)
}

// mustStop tests the site (to).
func (s *slide) mustStop(c *game.Context) bool { return s.to.If.Given() && s.to.If.Get(c) }

func (s *slide) alongLines(c *game.Context, out *game.MoveList) {
	st := s.from.Type
	origin := s.from.Loc.Get(c)
	if !c.G.OnBoard(st, origin) {
		return
	}
	from, to, between := c.From, c.To, c.Between
	c.From = origin
	dirs := s.dirs.Eval(c, st, origin, c.TakeDirs())
	defer c.GiveDirs(dirs)
	level := game.Off
	if s.from.Level.Given() {
		if level = s.from.Level.Get(c); level < game.Off {
			return // (from) stays assigned
		}
	}
	lo, hi := s.between.limits(c, 0, 1000)
	if !s.from.If.Ok(c) {
		return // (from) stays assigned
	}
	for _, d := range dirs {
		for _, r := range c.G.Topo.Radials(st, int32(origin), d) {
			c.Between = between
			for i := 1; i < len(r.Path) && i <= hi; i++ {
				c.To = int(r.Path[i])
				if s.mustStop(c) && i >= lo {
					s.add(c, out, r.Path[:i+1], level, true)
					break
				}
				c.Between = int(r.Path[i])
				if !s.mayCross(c) {
					break
				}
				if i >= lo {
					s.add(c, out, r.Path[:i+1], level, false)
				}
			}
		}
	}
	c.From, c.To, c.Between = from, to, between
}

// add makes the move along path, from its first site to its last, if the
// condition of the to's apply allows it.
func (s *slide) add(c *game.Context, out *game.MoveList, path []int32, level int, stop bool) {
	st := game.SiteType(s.from.Type)
	end := len(path) - 1
	origin, t, crossed := int(path[0]), int(path[end]), path[1:end]
	plain := level < 0 && !s.stack
	levelFrom, lo, hi := game.Off, 0, 0
	switch {
	case s.stack:
		hi = c.S.SizeAt(s.from.Type, origin) - 1
	case level >= 0:
		levelFrom, lo, hi = level, level, level
	}
	move := game.MovePiece(st, origin, levelFrom, st, t, game.Off, game.Off, game.Off, game.Off, s.stack)
	m := c.One(decide(move, s.decision || !plain))
	if stop || plain {
		m = s.to.Apply.compose(c, m)
	}
	if s.between.Trail.Given() {
		trail := s.between.Trail.Get(c)
		for _, x := range path[:end] {
			c.Extend(&m, game.Add(st, int(x), trail, 1, game.Off, game.Off, game.Off, false))
		}
	}
	if b := &s.between.Apply; b.Effect != nil {
		for _, x := range crossed {
			c.Between = int(x)
			if b.If.Ok(c) {
				m = b.compose(c, m)
			}
		}
	}
	if !s.to.Apply.If.Ok(c) {
		return
	}
	m.From, m.To, m.Mover = int32(origin), int32(t), int32(c.S.Mover)
	m.LevelMin, m.LevelMax = int32(lo), int32(hi)
	c.SetBetween(&m, crossed)
	out.Add(m)
}

// alongTracks follows the tracks. A destination is added before it is tested
// whether it may be crossed, so a blocked site is one unless the to refuses it.
func (s *slide) alongTracks(c *game.Context, out *game.MoveList) {
	from, to, between := c.From, c.To, c.Between
	origin := s.from.Loc.Get(c)
	if origin < 0 {
		return
	}
	c.From = origin
	if !s.from.If.Ok(c) {
		return // (from) stays assigned
	}
	lo, hi := s.between.limits(c, 0, 1000)
	if origin < len(s.ways) {
		for i := range s.ways[origin] {
			s.alongTrack(c, out, origin, &s.ways[origin][i], lo, hi)
		}
	}
	c.From, c.To, c.Between = from, to, between
}

func (s *slide) alongTrack(c *game.Context, out *game.MoveList, origin int, w *way, lo, hi int) {
	st := game.SiteType(s.from.Type)
	for i := 0; i < len(w.sites) && i < hi; i++ {
		t := int(w.sites[i])
		c.To = t
		if w.ends[i] != 0 {
			stop := s.mustStop(c)
			if i+1 >= lo && (stop || s.to.Apply.If.Ok(c)) {
				m := c.One(decide(game.MovePiece(st, origin, game.Off, st, t, game.Off, game.Off, game.Off, game.Off, false),
					s.decision))
				if stop {
					m = s.to.Apply.compose(c, m)
				}
				m.From, m.To = int32(origin), int32(t)
				out.Add(m)
				if stop {
					return
				}
			}
		}
		if c.Between = t; !s.mayCross(c) {
			return
		}
	}
}

// way is one along a track: its sites, and whether a slide may end there.
type way struct{ sites, ends []int32 }

// waysAlong are the ways from each site along the tracks of a name, in their order, or along all of them, on which a
// slide must go round a bend.
func waysAlong(g *game.Game, name string) [][]way {
	ways := make([][]way, g.Sites)
	for _, t := range g.Tracks {
		if name != "AllTracks" && t.Name != name {
			continue
		}
		for i := range t.Elems {
			if s := int(t.Elems[i].Site); s >= 0 && s < len(ways) {
				ways[s] = append(ways[s], follow(t, i, name == "AllTracks"))
			}
		}
	}
	return ways
}

// follow is the way from an element of a track on; with bends a slide ends only after one.
func follow(t *board.Track, i int, bends bool) way {
	bumps, n := t.Elems[i].Bump, len(t.Elems)-1
	w := way{make([]int32, 0, n), make([]int32, 0, n)}
	for range n {
		to := t.Elems[i].Next
		if to < 0 {
			break
		}
		end := int32(1)
		if bends && bumps <= 0 {
			end = 0
		}
		w.sites, w.ends = append(w.sites, to), append(w.ends, end)
		i = int(t.Elems[i].NextIndex)
		bumps += t.Elems[i].Bump
	}
	return w
}
