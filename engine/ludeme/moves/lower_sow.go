package moves

import (
	"slices"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/position"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// lowerSow lowers the laying of the pieces of a hole along a track, and the captures
// from the last hole on.
func lowerSow(k *lower.Lowerer, e *lgdl.Expr) {
	a := clause.Sow(e)
	k.Only(e, "siteType", "int", "count", "numPerHole", "string", "owner", "if", "sowEffect", "apply",
		"includeSelf", "origin", "skipIf", "backtracking", "forward", "(then)")
	k.SiteType(a.SiteType())
	if k.G.Stacks {
		k.No(e, "the sowing of stacks")
	}
	k.OnlyEffect(e, false)
	start := k.IntElse(a.Int(), k.Fields.Get(layout.LastTo))
	start = k.Temp("start", start)
	count := k.CountAt(start)
	if a.Count() != nil {
		count = k.Int(a.Count())
	}
	s := &lowerSowing{k: k, e: e, skipSelf: a.IncludeSelf() != nil && !flagOf(k.Parts, a.IncludeSelf())}
	if s.next, s.first, s.site, s.beyond = k.SowTrack(a.String(), a.Owner()); s.next == nil {
		return
	}
	count = k.Fitting(count, -1<<18, 1<<16)
	count = k.Temp("count", ir.Cond(ir.Calc(ir.Lt, count, ir.Num(0)), ir.Num(0), count))
	// Without a place on the track to begin at nothing is sown, and no move made; (to) and (value)
	// stay assigned then, which lowered rules do not see.
	away := k.Temp("away", ir.All(ir.Calc(ir.Lt, ir.Num(0), count), ir.Calc(ir.Lt, s.first(start), ir.Num(0))))
	k.SpoilIf(away)
	asks := slices.ContainsFunc([]*lgdl.Expr{a.NumPerHole(), a.SowEffect(), a.Apply(), a.Origin(), a.SkipIf()},
		func(x *lgdl.Expr) bool { return x != nil && x.Kind == lgdl.Clause })
	outer := k.Env
	k.Around(a.Then(), func() {
		k.If(ir.Calc(ir.Not, away), func() {
			if k.InPieces() {
				s.inPieces(start, count)
				return
			}
			k.Emit(lower.Candidate{From: start, Data: count}, nil, func(start, _, count *ir.Expr) {
				k.Bare()
				k.Env.DropAs(&outer)
				if outer.To != nil && outer.To.Op == ir.Const {
					k.Env.To = outer.To
				}
				sown := func() {
					s.sow(start, count)
					if a.Apply() != nil {
						s.captures()
					}
				}
				if asks {
					k.Beginning(sown)
				} else {
					sown()
				}
			})
		})
	})
}

// lowerSowing is a (sow …) while it is lowered.
type lowerSowing struct {
	k                 *lower.Lowerer
	e                 *lgdl.Expr
	skipSelf          bool
	next, first, site func(at *ir.Expr) *ir.Expr
	beyond            bool // the track leaves the board
	start             *ir.Expr
	at, to            *ir.Local // the place on the track reached, and the site that (to) is
	value             *ir.Local // what (value) is left as for the captures; nil where none of them asks
	pieces            bool      // seeds are emitted one by one
}

// inPieces emits seeds and captures one by one, which effects before the sowing then do not change.
func (s *lowerSowing) inPieces(start, count *ir.Expr) {
	sow := func(pieces bool) {
		s.pieces = pieces
		s.sow(start, count)
		s.pieces = false
	}
	if clause.Sow(s.e).Apply() == nil {
		sow(true)
		return
	}
	s.k.FoundAfter(func() { sow(false) }, func() { s.captured(true) }, func() { sow(true) })
}

// seed lays a seed into a hole, or emits that.
func (s *lowerSowing) seed(hole *ir.Expr) {
	k := s.k
	if !s.pieces {
		k.Seed(s.start, hole)
		return
	}
	p, found := k.Packing(), map[layout.Datum]func(data *ir.Expr) *ir.Expr{}
	k.FindSeed(s.start, hole, func(d layout.Datum, v *ir.Expr) { found[d] = p.Put(s.e, v, position.PackedBits/3) })
	k.Emit(lower.Candidate{From: s.start, To: hole, Data: p.Value}, nil, func(from, to, data *ir.Expr) {
		k.FoundSeed(from, to, func(d layout.Datum) *ir.Expr { return found[d](data) })
	})
}

// maxSown bounds the holes of a sowing that is worked out before anything moves.
const maxSown = 1 << 12

// sow adds the sowing. What conditions see is the position before it: where they depend
// on that, the holes are noted first and the pieces moved afterwards.
func (s *lowerSowing) sow(start, count *ir.Expr) {
	k, a := s.k, clause.Sow(s.e)
	start = k.Temp("start", start)
	s.start, s.at, s.to = start, ir.Within("at", -1, 1<<14), ir.Within("to", -1, k.Sites()-1)
	left, served := ir.NewLocal("left", ir.I32), ir.NewLocal("served", ir.I32)
	k.Add(ir.Put(left, k.Bounded(count)), ir.Put(s.at, s.first(start)), ir.Put(s.to, ir.Num(-1)),
		ir.Put(served, ir.Num(0)))
	per, fixed := int64(1), true
	switch {
	case a.NumPerHole() == nil:
	case uses(a.NumPerHole(), "to") || uses(a.NumPerHole(), "value"):
		fixed = false // they are known hole by hole
	default:
		per, fixed = k.Int(a.NumPerHole()).Number()
		fixed = fixed && per >= 1 && per <= 8
	}
	if a.Origin() != nil {
		if a.SowEffect() != nil {
			k.No(a.SowEffect(), "an effect of sowing at the start")
		}
		if !fixed {
			k.No(a.NumPerHole(), "a number of pieces for the start that changes")
		}
		k.Env.From = start
		k.If(k.Bool(a.Origin()), func() {
			// It lists the hole anew if the seed lies alone. Where there is none (to) is the start all the same.
			k.If(ir.Calc(ir.Lt, ir.Num(0), ir.Read(left)), func() { s.seed(start) })
			k.Add(ir.Put(left, ir.Calc(ir.Sub, ir.Read(left), ir.Num(int(per)))), ir.Put(s.to, start))
		})
		k.Env.From = nil
	}
	holes := k.Let("holes", ir.Read(left))
	outer := k.Env
	k.Env.Value = ir.Calc(ir.Sub, ir.Read(holes), ir.Read(served))
	s.leaveValue(outer.Value)
	k.Env.To = ir.Read(s.to)
	direct := s.pieces || fixed && a.SowEffect() == nil && (a.SkipIf() == nil || k.Steady(a.SkipIf()))
	seeds := func(hole, n *ir.Expr) {
		if s.pieces {
			if a.SowEffect() != nil {
				k.Moves(a.SowEffect())
			}
			k.Repeat(n, func() { s.seed(hole) })
			return
		}
		for i := range per {
			k.If(ir.Calc(ir.Lt, ir.Num(int(i)), n), func() { s.seed(hole) })
		}
	}
	var sown, number, length *ir.Field
	if !direct {
		sown, number = k.P.Field("sown", ir.Scratch, ir.I16, maxSown), k.P.Field("sown.number", ir.Scratch, ir.Int, maxSown)
		length = k.P.Field("sown.length", ir.Scratch, ir.Int, 1)
		k.Add(ir.Write(length, ir.Num(0), ir.Num(0)))
	}
	var effects *lower.Noted
	if a.SowEffect() != nil && !s.pieces {
		effects = k.NoteEffects(maxSown)
	}
	more := func(x *ir.Local, by *ir.Expr) *ir.Stmt { return ir.Put(x, ir.Calc(ir.Add, ir.Read(x), by)) }
	k.Loop("sow", 0, func(loop *ir.Label) {
		k.Add(ir.When(ir.Any(ir.Calc(ir.Le, ir.Read(left), ir.Num(0)), ir.Calc(ir.Le, ir.Read(holes), ir.Read(served)),
			ir.Calc(ir.Lt, ir.Read(s.at), ir.Num(0))), ir.Leave(loop)))
		if s.value != nil {
			k.Add(ir.Put(s.value, k.Env.Value))
		}
		place, hole := ir.Within("place", -1, 1<<14), ir.Within("hole", 0, k.Sites()-1)
		advance := func() {
			k.Add(ir.Put(place, s.next(ir.Read(place))), ir.When(ir.Calc(ir.Lt, ir.Read(place), ir.Num(0)), ir.Leave(loop)))
			k.Add(ir.Put(hole, s.hole(ir.Read(place), loop)))
		}
		k.Add(ir.Put(place, ir.Read(s.at)))
		if a.SkipIf() == nil {
			advance()
			k.Add(ir.Put(s.to, ir.Read(hole)))
		} else {
			tries := k.Var("tries", 0, 1<<15, ir.Num(0))
			k.Loop("skip", 0, func(skip *ir.Label) {
				advance()
				k.Add(ir.Put(s.to, ir.Read(hole)), more(tries, ir.Num(1)))
				k.Add(ir.When(ir.Any(ir.Calc(ir.Not, k.Bool(a.SkipIf())), ir.Calc(ir.Le, ir.Num(maxSkipped), ir.Read(tries))),
					ir.Leave(skip)))
			})
		}
		if s.skipSelf {
			// (to) stays what it was before the replacement.
			k.If(ir.Calc(ir.Eq, ir.Read(hole), start), advance)
		}
		k.Add(ir.Put(s.at, ir.Read(place)))
		n := ir.Num(int(per))
		if !fixed {
			n = k.Temp("n", k.Int(a.NumPerHole()))
		}
		n = k.Temp("n", ir.Cond(ir.Calc(ir.Lt, n, ir.Read(left)), n, ir.Read(left)))
		if direct {
			seeds(ir.Read(hole), n)
		} else {
			i := k.Temp("i", ir.At(length, ir.Num(0)))
			k.Choose(ir.Calc(ir.Below, i, ir.Num(maxSown)), func() {
				if effects != nil {
					effects.Find(a.SowEffect(), i, func() { k.Moves(a.SowEffect()) })
				}
				k.Add(ir.Write(sown, i, ir.Read(hole)), ir.Write(number, i, n),
					ir.Write(length, ir.Num(0), ir.Calc(ir.Add, i, ir.Num(1))))
			}, func() {
				k.Spoil()
				k.Add(ir.Leave(loop))
			})
		}
		k.Add(more(served, ir.Num(1)))
		k.If(ir.Calc(ir.Lt, ir.Num(0), n), func() { k.Add(ir.Put(left, ir.Calc(ir.Sub, ir.Read(left), n))) })
	})
	k.Env = outer
	if direct {
		return
	}
	i := k.Var("i", 0, maxSown, ir.Num(0))
	k.Loop("lay", 0, func(laying *ir.Label) {
		k.Add(ir.When(ir.Calc(ir.Le, ir.At(length, ir.Num(0)), ir.Read(i)), ir.Leave(laying)))
		if effects != nil {
			effects.Make(ir.Read(i))
		}
		hole := k.Temp("hole", ir.At(sown, ir.Read(i)))
		n := k.Let("n", ir.At(number, ir.Read(i)))
		k.Add(more(i, ir.Num(1)))
		k.Loop("seeds", 0, func(one *ir.Label) {
			k.Add(ir.When(ir.Calc(ir.Le, ir.Read(n), ir.Num(0)), ir.Leave(one)), more(n, ir.Num(-1)))
			s.seed(hole)
		})
	})
	if effects != nil {
		effects.Close()
	}
}

// leaveValue begins to keep what (value) is, which stays as it was around where no hole is served.
func (s *lowerSowing) leaveValue(outer *ir.Expr) {
	a := clause.Sow(s.e)
	var asks *lgdl.Expr
	for _, x := range [...]*lgdl.Expr{a.If(), a.Backtracking(), a.Forward(), a.Apply()} {
		x.Any(func(x *lgdl.Expr) bool {
			if game.IsIterator(x, "value") {
				asks = x
			}
			return asks != nil
		})
	}
	if asks != nil {
		s.value = s.k.Let("value", s.k.Iterator(asks, outer))
	}
}

// hole is the hole at a place of the track; one beyond the board spoils the play, and ends a loop.
func (s *lowerSowing) hole(place *ir.Expr, loop *ir.Label) *ir.Expr {
	if !s.beyond {
		return s.site(place)
	}
	hole := s.k.Temp("hole", s.site(place))
	s.k.If(ir.Calc(ir.Lt, hole, ir.Num(0)), func() {
		s.k.Spoil()
		s.k.Add(ir.Leave(loop))
	})
	return hole
}

// captures adds what is captured in the position just after sowing: from the last hole
// on, forward or back along the track while a condition says so.
func (s *lowerSowing) captures() { s.k.PerformAll(func() { s.captured(false) }) }

// captured emits what is captured, as pieces of the effect or within it.
func (s *lowerSowing) captured(piece bool) {
	k, a := s.k, clause.Sow(s.e)
	more, forward := a.Backtracking(), a.Forward() != nil
	if forward {
		more = a.Forward()
	}
	// In front of others the rounds are found anew each time, or made in reverse: what another of them sets stays.
	sets := more != nil && k.InFront() && !(piece && k.Repeated()) &&
		slices.ContainsFunc([]string{"set", "remember", "forget"}, func(keyword string) bool { return k.Asks(a.Apply(), keyword) })
	// The first capture is tested with the (from) of the clauses around.
	first := k.Env.From
	if first == nil {
		first = ir.Num(game.Off)
	}
	tries, from := k.Var("tries", 0, 1<<15, ir.Num(0)), s.start
	if uses(a.If(), "from") {
		from = ir.Read(k.Var("from", -1, k.Span()-1, first))
	}
	if s.value != nil {
		k.Env.Value = ir.Read(s.value)
	}
	k.Loop("captures", 0, func(end *ir.Label) {
		k.Env.From, k.Env.To = from, ir.Read(s.to)
		k.Add(ir.When(ir.Calc(ir.Not, k.Cond(a.If())), ir.Leave(end)))
		k.Env.From = s.start
		if from != s.start {
			k.Add(ir.Put(from.Local, s.start))
		}
		if sets {
			k.SpoilIf(ir.Calc(ir.Lt, ir.Num(0), ir.Read(tries)))
		}
		k.Moves(a.Apply())
		if more == nil {
			k.Add(ir.Leave(end))
			return
		}
		k.Add(ir.Increment(tries))
		k.Add(ir.When(ir.Any(ir.Calc(ir.Le, ir.Num(k.TrackLength()), ir.Read(tries)), ir.Calc(ir.Not, k.Bool(more)),
			ir.Calc(ir.Lt, ir.Read(s.at), ir.Num(0))), ir.Leave(end)))
		off := ir.When(ir.Calc(ir.Lt, ir.Read(s.at), ir.Num(0)), ir.Leave(end))
		if forward {
			k.Add(ir.Put(s.at, s.next(ir.Read(s.at))), off)
		} else {
			k.Add(ir.Put(s.at, k.BackOnTrack(ir.Read(s.at))), off)
			k.Add(ir.When(ir.Calc(ir.Eq, s.site(ir.Read(s.at)), s.start), ir.Leave(end)))
		}
		k.Add(ir.Put(s.to, s.hole(ir.Read(s.at), end)))
		k.Add(ir.When(ir.Calc(ir.Not, k.Bool(more)), ir.Leave(end)))
	})
}
