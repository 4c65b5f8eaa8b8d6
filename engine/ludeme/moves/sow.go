package moves

import (
	"github.com/astragal/astragal/engine/internal/lower"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/concept"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

var sowRows = []lgdl.Form{
	{Text: "(sow [siteType] [int] [count:int] [numPerHole:int] [string] [owner:int] [if:bool] [sowEffect:moves] [apply:nonDecision] [includeSelf:bool!] [origin:bool] [skipIf:bool] [backtracking:bool | forward:bool] [(then)])",
		Lower: lower.MovesRule(lowerSow), Result: "moves:effect",
		Concepts: []string{"Sow", "SowOriginFirst", "SowSkip if skipIf:", "SowBacktracking if backtracking:",
			"PieceCount unless count:", "CopyContext if apply:", "SowWithEffect if apply:"}, Marks: concept.Rule(sowConcepts),
		Meaning: "The pieces of a hole are laid out one by one along a track, and holes may be captured.",
		Impl:    game.MovesRule(compileSow)},
}

// maxSkipped bounds the holes passed over in a row.
const maxSkipped = 10000

// sow is a compiled (sow …).
type sow struct {
	st        board.SiteType
	start     game.Int
	count     game.Int // absent: all of the start hole
	perHole   game.Int
	name      *lgdl.Expr
	owner     game.Int
	cond      game.Bool // may be absent
	sowEffect *game.Gen // nil when there is none
	capture   *game.Gen // nil when there is none
	skipSelf  bool
	origin    game.Bool // may be absent
	skipIf    game.Bool // may be absent
	back      game.Bool // may be absent
	forward   game.Bool // may be absent
}

func compileSow(k *game.Compiler, e *lgdl.Expr) *game.Gen {
	k.Require(game.Count)
	a := clause.Sow(e)
	s := &sow{
		st: k.SiteTypeOr(a.SiteType()), start: k.IntElse(a.Int(), game.IntFn((*game.Context).LastTo)),
		count: k.IntElse(a.Count(), game.Int{}), perHole: k.IntOr(a.NumPerHole(), 1),
		owner: k.IntOr(a.Owner(), game.Off), cond: k.Cond(a.If()), skipSelf: a.IncludeSelf() != nil && !flagOf(k,
			a.IncludeSelf()),
		name: a.String(), origin: k.Cond(a.Origin()), skipIf: k.Cond(a.SkipIf()), back: k.Cond(a.Backtracking()),
		forward: k.Cond(a.Forward()),
	}
	if a.SowEffect() != nil {
		s.sowEffect = k.Moves(a.SowEffect())
	}
	if a.Apply() != nil {
		s.capture = k.Moves(a.Apply())
	}
	return k.Followed(s.eval, a.Then())
}

func (s *sow) eval(c *game.Context, out *game.MoveList) {
	from, to, value := c.From, c.To, c.Value
	start := s.start.Get(c)
	var count int
	if s.count.Given() {
		count = s.count.Get(c)
	} else {
		count = c.S.CountAt(s.st, start)
	}
	track := c.G.TrackOf(s.name, s.owner.Get(c))
	if track == nil {
		return
	}
	w := sowing{acts: c.TakeActions()}
	last, ok := s.lay(c, track, start, count, &w)
	if !ok {
		c.GiveActions(w.acts)
		return // (to) and (value) stay assigned
	}
	if s.capture != nil {
		x := c.Aside()
		for _, a := range w.acts {
			x.Do(a)
		}
		w.acts = s.captures(x, track, last, start, w.acts)
		c.Join(x)
	}
	out.Add(c.Bare(w.acts))
	c.GiveActions(w.acts)
	c.From, c.To, c.Value = from, to, value
}

// sowing is what laying comes to: actions, or only which holes get how many seeds.
type sowing struct {
	acts    []game.Action
	holes   []int32 // hole and number in turn
	inHoles bool
}

// lay sows: it appends what is done and returns the track index of the last hole
// served, or false when the start is not on the track but something is to be
// sown. (to) and (value) are left as they were for that hole.
func (s *sow) lay(c *game.Context, track *board.Track, start, count int, w *sowing) (int, bool) {
	at := -1
	for i := range track.Elems {
		if int(track.Elems[i].Site) == start {
			at = i
			break
		}
	}
	per := s.perHole.Get(c)
	left := count
	if s.origin.Given() {
		from := c.From
		c.From = start
		origin := s.origin.Get(c)
		c.From = from
		if origin {
			c.To = start
			s.effects(c, w)
			s.seeds(c, start, start, min(per, left), w)
			left -= per
		}
	}
	holes := left
	for served := 0; left > 0 && served < holes; served++ {
		c.Spend(1)
		c.Value = holes - served
		if at < 0 {
			return at, false
		}
		next := s.next(c, track, at)
		if next < 0 {
			break
		}
		hole := int(track.Elems[next].Site)
		if s.skipSelf && hole == start {
			// The replacement is neither tested nor assigned to (to).
			if next = int(track.Elems[next].NextIndex); next < 0 {
				break
			}
			hole = int(track.Elems[next].Site)
		}
		at = next
		n := min(s.perHole.Get(c), left)
		s.effects(c, w)
		s.seeds(c, start, hole, n, w)
		left -= max(n, 0)
	}
	return at, true
}

// next is the index of the next hole after at that is not skipped, with (to)
// assigned; -1 when the track ends.
func (s *sow) next(c *game.Context, track *board.Track, at int) int {
	for range maxSkipped {
		if at = int(track.Elems[at].NextIndex); at < 0 {
			return -1
		}
		c.To = int(track.Elems[at].Site)
		if !s.skipIf.Given() || !s.skipIf.Get(c) {
			break
		}
	}
	return at
}

// effects appends the primitive actions of the sowing effect; its consequents are dropped.
func (s *sow) effects(c *game.Context, w *sowing) {
	if s.sowEffect == nil {
		return
	}
	l := c.TakeList()
	s.sowEffect.Eval(c, l)
	for i := range l.M {
		w.acts = primitives(c, l.M[i], w.acts)
	}
	c.GiveList(l)
}

// primitives appends the primitive actions of a move, without consequents.
func primitives(c *game.Context, m game.Move, acts []game.Action) []game.Action {
	for i := range c.Items(m) {
		if a := c.Item(m, i); a.Kind == game.SubMove {
			acts = primitives(c, c.Sub(a), acts)
		} else {
			acts = append(acts, a)
		}
	}
	return acts
}

// seeds appends the actions that lay n seeds in a hole, which keeps its own
// state, rotation and value.
func (s *sow) seeds(c *game.Context, start, hole, n int, w *sowing) {
	if n <= 0 {
		return
	}
	c.Spend(n)
	if w.inHoles {
		w.holes = append(w.holes, int32(hole), int32(n))
		return
	}
	a := s.seed(c, start, hole)
	for range n {
		w.acts = append(w.acts, a)
	}
}

// seed is the action that lays one seed in a hole.
func (s *sow) seed(c *game.Context, start, hole int) game.Action {
	st := game.SiteType(s.st)
	state := ownDatum(c.S.StateAt(s.st, hole, game.Off), c.S.StateAt(s.st, start, game.Off))
	rotation := ownDatum(c.S.RotationAt(s.st, hole, game.Off), c.S.RotationAt(s.st, start, game.Off))
	value := ownDatum(c.S.ValueAt(s.st, hole, game.Off), c.S.ValueAt(s.st, start, game.Off))
	return game.MovePiece(st, start, game.Off, st, hole, game.Off, state, rotation, value, false)
}

// ownDatum is what a seed says of a hole's datum: nothing if the start has the same.
func ownDatum(hole, start int) int {
	if hole == start {
		return game.Off
	}
	return hole
}

// captures appends what is captured in the position x just after sowing. Every
// capture is made on a copy of its own: none sees another, all counts are those
// just after sowing.
func (s *sow) captures(x *game.Context, track *board.Track, at, start int, acts []game.Action) []game.Action {
	l := x.TakeList()
	for n := 1; s.cond.Ok(x); n++ {
		x.From = start
		l.M = l.M[:0]
		s.capture.Eval(x, l)
		for i := range l.M {
			y := x.Aside()
			acts = append(acts, playOn(y, l.M[i])...)
			x.Join(y)
		}
		more := &s.back
		if s.forward.Given() {
			more = &s.forward
		}
		if !more.Given() || n >= len(track.Elems) || !more.Get(x) {
			break
		}
		if at = s.neighbour(track, at, start); at < 0 {
			break
		}
		x.To = int(track.Elems[at].Site)
		if !more.Get(x) {
			break
		}
	}
	x.GiveList(l)
	return acts
}

// neighbour is the index of the hole where capturing goes on, -1 if it must end.
func (s *sow) neighbour(track *board.Track, at, start int) int {
	if at < 0 {
		return -1
	}
	if s.forward.Given() {
		return int(track.Elems[at].NextIndex)
	}
	if at--; at < 0 && track.Loop {
		at = len(track.Elems) - 1
	}
	if at >= 0 && int(track.Elems[at].Site) == start {
		return -1
	}
	return at
}
