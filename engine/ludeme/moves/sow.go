package moves

import (
	"github.com/astragal/astragal/engine/ir"
	"github.com/astragal/astragal/engine/lower"
	"strings"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/concept"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
)

var sowRows = []lgdl.Form{
	{Text: "(sow [siteType] [int] [count:int] [numPerHole:int] [string] [owner:int] [if:bool] [sowEffect:moves] [apply:nonDecision] [includeSelf:bool!] [origin:bool] [skipIf:bool] [backtracking:bool | forward:bool] [(then)])", Lower: lower.MovesRule(lowerSow), Result: "moves:effect", Concepts: []string{"Sow", "SowOriginFirst", "SowSkip if skipIf:", "SowBacktracking if backtracking:", "PieceCount unless count:", "CopyContext if apply:", "SowWithEffect if apply:"}, Marks: concept.Rule(sowConcepts), Meaning: "The pieces of a hole are laid out one by one along a track, and holes may be captured.", Impl: game.MovesRule(compileSow)},
}

// maxSkipped bounds the holes passed over in a row.
const maxSkipped = 10000

// sow is a compiled (sow …).
type sow struct {
	st        board.SiteType
	start     game.Int
	count     game.Int // absent: all of the start hole
	perHole   game.Int
	named     bool
	name      string
	owner     game.Int
	cond      game.Bool // may be absent
	sowEffect *game.Gen // nil when there is none
	capture   *game.Gen // nil when there is none
	skipSelf  bool
	origin    game.Bool // may be absent
	skipIf    game.Bool // may be absent
	back      game.Bool // may be absent
	forward   game.Bool // may be absent
	then      int32
	exact     *board.Track   // the track of that name, or the first one; nil if there is none
	ofOwner   []*board.Track // by owner, the first whose name contains the name
}

func compileSow(k *game.Compiler, e *lgdl.Expr) *game.Gen {
	// Slots: type, start, count, numPerHole, name, owner, if, sowEffect, apply,
	// includeSelf, origin, skipIf, backtracking, forward, then.
	k.Require(game.Count)
	a := e.Args
	s := &sow{
		st: k.SiteTypeOr(a[0]), start: game.IntFn((*game.Context).LastTo), perHole: k.IntOr(a[3], 1),
		owner: k.IntOr(a[5], game.Off), cond: k.Cond(a[6]), skipSelf: a[9] != nil && !flagOf(k, a[9]),
		origin: k.Cond(a[10]), skipIf: k.Cond(a[11]), back: k.Cond(a[12]), forward: k.Cond(a[13]),
	}
	if a[1] != nil {
		s.start = k.Int(a[1])
	}
	if a[2] != nil {
		s.count = k.Int(a[2])
	}
	if a[7] != nil {
		s.sowEffect = k.Moves(a[7])
	}
	if a[8] != nil {
		s.capture = k.Moves(a[8])
	}
	s.then = k.Then(a[14])
	if a[4] != nil {
		s.named, s.name = true, a[4].Text
	}
	k.Later(func() { s.findTracks(k.G) })
	g := &game.Gen{Eval: s.eval}
	if !k.General && s.sowEffect == nil {
		g.Do = s.do
	}
	return g
}

func (s *sow) findTracks(g *game.Game) {
	s.ofOwner = make([]*board.Track, g.Shared()+1)
	for _, t := range g.Tracks {
		if s.exact == nil && (!s.named || t.Name == s.name) {
			s.exact = t
		}
		if t.Owner >= 0 && t.Owner < len(s.ofOwner) && s.ofOwner[t.Owner] == nil && strings.Contains(t.Name, s.name) {
			s.ofOwner[t.Owner] = t
		}
	}
}

// track chooses the track; without a name the owner does not matter.
func (s *sow) track(c *game.Context) *board.Track {
	owner := s.owner.Get(c)
	switch {
	case !s.named || owner == game.Off:
		return s.exact
	case owner >= 0 && owner < len(s.ofOwner):
		return s.ofOwner[owner]
	}
	return nil
}

func (s *sow) eval(c *game.Context, out *game.MoveList) {
	first, from, to, value := out.Len(), c.From, c.To, c.Value
	start := s.start.Get(c)
	var count int
	if s.count.Given() {
		count = s.count.Get(c)
	} else {
		count = c.S.CountAt(s.st, start)
	}
	track := s.track(c)
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
		x := c.Temp()
		for _, a := range w.acts {
			x.Do(a)
		}
		w.acts = s.captures(x, track, last, start, w.acts)
		c.GiveTemp(x)
	}
	out.Add(c.Bare(w.acts))
	c.GiveActions(w.acts)
	c.From, c.To, c.Value = from, to, value
	c.ThenAll(out, first, s.then)
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
			if lone(x, l.M[i]) {
				acts = primitives(x, l.M[i], acts)
				continue
			}
			y := x.Temp()
			acts = append(acts, playOn(y, l.M[i])...)
			x.GiveTemp(y)
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

// lowerSow lowers the laying of the pieces of a hole along a track, and the captures
// from the last hole on.
func lowerSow(k *lower.Lowerer, e *lgdl.Expr) {
	// Slots: type, start, count, numPerHole, name, owner, if, sowEffect, apply,
	// includeSelf, origin, skipIf, backtracking, forward, then.
	a := e.Args
	k.NoStacks(e)
	k.Only(e, 0, 1, 2, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14)
	k.SiteType(a[0])
	start := k.Fields.Get(lower.LastTo)
	if a[1] != nil {
		start = k.Int(a[1])
	}
	start = k.Temp("start", start)
	count := k.CountAt(start)
	if a[2] != nil {
		count = k.Int(a[2])
	}
	next, first, site := k.SowTrack(e, a[4], a[5])
	skipSelf := a[9] != nil && !flagOf(k.Parts, a[9])
	count = k.Fitting(count, -1, 1<<15-1)
	k.Around(a[14], func() {
		k.Emit(lower.Candidate{From: start, To: count}, nil, func(start, count, _ *ir.Expr) {
			left, at := ir.NewLocal("left", ir.I32), ir.Within("at", -1, 1<<14)
			reached := ir.Within("reached", -1, k.Sites()-1)
			start, count = k.Temp("start", start), k.Temp("count", count)
			k.Add(ir.Put(left, k.Bounded(count)), ir.Put(at, first(start)), ir.Put(reached, ir.Num(-1)))
			if a[10] != nil {
				k.Env.From = start
				k.If(ir.All(ir.Calc(ir.Lt, ir.Num(0), ir.Read(left)), k.Bool(a[10])), func() {
					k.Acted(start, start)
					k.Add(ir.Put(left, ir.Calc(ir.Sub, ir.Read(left), ir.Num(1))), ir.Put(reached, start))
				})
			}
			// What is skipped follows from the position before the first piece is laid.
			var skipped *ir.Field
			if a[11] != nil {
				k.Env.To = start
				if !k.Steady(a[11]) {
					skipped = k.TempSet()
					k.Add(&ir.Stmt{Op: ir.SetStore, Field: skipped, Args: []*ir.Expr{ir.Num(0), ir.SetOf(make([]uint64, k.P.Words))}})
					k.Each(k.TrackSites(e, a[4], a[5]), func(hole *ir.Expr) {
						k.Env.To = hole
						k.If(k.Bool(a[11]), func() {
							k.Add(&ir.Stmt{Op: ir.Include, Field: skipped, Args: []*ir.Expr{ir.Num(0), hole}})
						})
					})
				}
			}
			loop := &ir.Label{Name: "sow"}
			advance := func() {
				k.Add(ir.Put(at, next(ir.Read(at))), ir.When(ir.Calc(ir.Lt, ir.Read(at), ir.Num(0)), ir.Leave(loop)))
			}
			body := k.Inside(func() {
				k.Add(ir.When(ir.Any(ir.Calc(ir.Le, ir.Read(left), ir.Num(0)), ir.Calc(ir.Lt, ir.Read(at), ir.Num(0))), ir.Leave(loop)))
				advance()
				if a[11] != nil {
					skip, tries := &ir.Label{Name: "skip"}, ir.Within("tries", 0, 1<<15)
					k.Add(ir.Put(tries, ir.Num(0)))
					k.Add(&ir.Stmt{Op: ir.Loop, Label: skip, Body: k.Inside(func() {
						k.Env.To = k.Temp("hole", site(ir.Read(at)))
						var skips *ir.Expr
						if skipped != nil {
							skips = ir.Has(k.P.Words, ir.SetAt(skipped, ir.Num(0)), k.Env.To)
						} else {
							skips = k.Bool(a[11])
						}
						k.Add(ir.When(ir.Any(ir.Calc(ir.Not, skips), ir.Calc(ir.Lt, ir.Num(maxSkipped), ir.Read(tries))), ir.Leave(skip)))
						k.Add(ir.Put(tries, ir.Calc(ir.Add, ir.Read(tries), ir.Num(1))))
						advance()
					})})
				}
				hole := ir.Within("hole", 0, k.Sites()-1)
				k.Add(ir.Put(hole, site(ir.Read(at))), ir.Put(reached, ir.Read(hole)))
				if skipSelf {
					// (to) stays what it was before the replacement.
					k.If(ir.Calc(ir.Eq, ir.Read(hole), start), func() {
						advance()
						k.Add(ir.Put(hole, site(ir.Read(at))))
					})
				}
				k.Carry(start, ir.Read(hole), 0, k.StateIfKept(ir.Read(hole)))
				k.Add(ir.Put(left, ir.Calc(ir.Sub, ir.Read(left), ir.Num(1))))
			})
			k.Add(&ir.Stmt{Op: ir.Loop, Label: loop, Body: body})
			if a[8] != nil {
				lowerSowCaptures(k, a, start, at, reached, site, next)
			}
		})
	})
}

// lowerSowCaptures lowers what is captured in the position just after sowing: from
// the last hole on, forward or back along the track while a condition says so.
func lowerSowCaptures(k *lower.Lowerer, a []*lgdl.Expr, start *ir.Expr, at, to *ir.Local, site, next func(at *ir.Expr) *ir.Expr) {
	more, forward := a[12], a[13] != nil
	if forward {
		more = a[13]
	}
	k.PerformAll(func() {
		end := &ir.Label{Name: "captures"}
		tries := ir.Within("tries", 0, 1<<15)
		k.Add(ir.Put(tries, ir.Num(0)))
		k.Add(&ir.Stmt{Op: ir.Loop, Label: end, Body: k.Inside(func() {
			k.Add(ir.When(ir.Calc(ir.Lt, ir.Read(at), ir.Num(0)), ir.Leave(end)))
			k.Env.From, k.Env.To = start, ir.Read(to)
			k.Add(ir.When(ir.Calc(ir.Not, k.Cond(a[6])), ir.Leave(end)))
			k.Moves(a[8])
			if more == nil {
				k.Add(ir.Leave(end))
				return
			}
			k.Add(ir.Put(tries, ir.Calc(ir.Add, ir.Read(tries), ir.Num(1))))
			k.Add(ir.When(ir.Any(ir.Calc(ir.Le, ir.Num(k.TrackLength()), ir.Read(tries)), ir.Calc(ir.Not, k.Bool(more))), ir.Leave(end)))
			if forward {
				k.Add(ir.Put(at, next(ir.Read(at))), ir.When(ir.Calc(ir.Lt, ir.Read(at), ir.Num(0)), ir.Leave(end)))
			} else {
				k.Add(ir.Put(at, k.BackOnTrack(ir.Read(at))), ir.When(ir.Calc(ir.Lt, ir.Read(at), ir.Num(0)), ir.Leave(end)))
				k.Add(ir.When(ir.Calc(ir.Eq, site(ir.Read(at)), start), ir.Leave(end)))
			}
			k.Add(ir.Put(to, site(ir.Read(at))))
			k.Add(ir.When(ir.Calc(ir.Not, k.Bool(more)), ir.Leave(end)))
		})})
	})
}
