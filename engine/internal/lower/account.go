package lower

import (
	"math/bits"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/ir/transform"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/internal/position"
)

// A watched play gives an account of each of its plies, of many before anybody reads it: a
// record of the move and of the position that it led to. What stands where is told by sets
// (counts.go), or by the sites to whose fields something was stored (standing.go).

// The numbers of elements of fields beside those by site up to which sets may tell positions apart, and of those of
// one field up to which there is no loop.
const (
	fewElements = 1 << 5
	unrolled    = 1 << 3
)

func (k *Lowerer) newAccount() *layout.Accounting {
	a := &layout.Accounting{Passes: k.P.Field("record.passes", ir.Scratch, ir.Int, 1)}
	k.Watch.Accounting = a
	a.By = map[*ir.Field]transform.Touched{}
	written := map[*ir.Field]bool{}
	for _, f := range k.P.Funcs {
		ir.Walk(f.Body, func(s *ir.Stmt) { written[s.Field] = true }, nil)
	}
	list, spans := k.WatchedFields()
	rest := 0
	types := map[board.SiteType]int{}
	for i, x := range list {
		s := spans[i]
		if !written[x] && s.Bytes == 0 {
			continue // it is always the same in a play
		}
		if s.Levels == 0 {
			a.Rest, rest = append(a.Rest, x), rest+x.Len
			continue
		}
		n, known := types[s.Type]
		if !known {
			n = a.Sets
			types[s.Type] = n
			a.Sets++
		}
		a.By[x] = transform.Touched{Set: n, Shift: bits.TrailingZeros(uint(s.Levels))}
	}
	if a.Counts = k.newCounts(rest); a.Counts != nil {
		a.By, a.Sets = nil, 0
	}
	a.Words = layout.RecordWords + (layout.LanePlayers+k.G.Players+layout.LanesOfWord-1)/layout.LanesOfWord
	a.Record = k.P.Field("record", ir.Scratch, ir.Word, layout.Recorded*a.Words)
	if a.Counts == nil {
		a.Touched = k.P.Sets("touched", ir.State, a.Sets)
		k.stand(list, spans)
	}
	return a
}

// accounts adds the functions that play and give account: opened of the first position of a
// play, to which it goes back, in the first record, and observe of up to so many random moves, whose number it
// returns. It stops early when the play is over, and when a player has left it or changed sides.
func (k *Lowerer) accounts() {
	f, a := &k.Fields, k.Watch.Accounting
	arrived := k.arrival()
	opened := k.P.Func("opened", ir.None)
	opened.Export = true
	opened.Body = k.Inside(func() {
		k.Add(k.refuel(), &ir.Stmt{Op: ir.Restore, Field: f.Start})
		k.Add(k.ForgetPlay()...)
		k.Add(ir.Write(a.Passes, ir.Num(0), ir.Num(0)))
		if a.Sum != nil {
			k.Add(ir.Write(a.Sum, ir.Num(0), ir.Long(0)))
		}
		if a.Counts != nil {
			k.Add(&ir.Stmt{Op: ir.SetStore, Field: a.Covered, Args: []*ir.Expr{ir.Num(0), k.None()}})
		}
		k.untouch()
		k.Call(arrived, ir.Num(0))
	})
	limit, n := ir.Within("limit", 0, layout.Recorded), ir.Within("n", 0, layout.Recorded)
	observe := k.P.Func("observe", ir.I32, limit)
	observe.Export = true
	observe.Body = k.Inside(func() {
		k.Add(ir.Put(n, ir.Num(0)))
		var order []*ir.Expr
		for q := 1; q <= k.G.Players && k.SeatOf != nil; q++ {
			order = append(order, k.Temp("order", ir.At(k.SeatOf, ir.Num(q))))
		}
		due := ir.NewLocal("due", ir.I64)
		if s := k.Watch.SpotLog; s != nil {
			k.Add(ir.Put(due, ir.At(s.Due, ir.Num(layout.Spots))))
		}
		loop := &ir.Label{Name: "plies"}
		round := k.Inside(func() {
			k.Add(k.refuel(), ir.When(ir.Any(f.Get(layout.Over), ir.Calc(ir.Le, ir.Read(limit), ir.Read(n))), ir.Leave(loop)))
			k.Add(k.noteLegal(ir.Num(0)))
			k.forgetActs() // before spots are kept: then listing their moves changes nothing in most of them
			k.untouch()
			if k.Watch.SpotLog != nil {
				k.KeepSpots(ir.Read(n), due)
			}
			mover := ir.NewLocal("mover", ir.I32)
			k.Add(ir.Put(mover, f.Get(layout.Mover)))
			nobody := ir.Num(0)
			if x := k.Watch.Nobody; x != nil {
				k.Add(ir.Write(x, ir.Num(0), nobody))
				nobody = ir.At(x, ir.Num(0))
			}
			k.Call(k.P.Lookup("random"))
			k.Add(ir.When(ir.At(k.Candidates.Fault, ir.Num(0)), ir.Leave(loop)))
			k.put(ir.Read(n), layout.RecordLegal, packed(ir.At(k.Watch.Legal, ir.Num(0)), ir.Read(mover)))
			k.put(ir.Read(n), layout.RecordDecision, ir.Invoke(k.decision()))
			k.If(ir.Calc(ir.Not, f.Get(layout.Over)), func() {
				more := ir.Cond(
					ir.Calc(ir.Eq, f.Get(layout.Passed), ir.Num(1)),
					position.Plus(ir.At(a.Passes, ir.Num(0)), 1),
					ir.Num(0),
				)
				k.Add(ir.Write(a.Passes, ir.Num(0), more))
			})
			k.Call(arrived, ir.Read(n))
			k.put(ir.Read(n), layout.RecordActs, packed(ir.At(k.ActLog.Moved, ir.Num(0)), nobody))
			k.Add(ir.Put(n, position.Plus(ir.Read(n), 1)))
			stop := ir.Calc(ir.Ne, f.Get(layout.Active), ir.Num(1<<(k.G.Players+1)-2))
			for i, x := range order {
				stop = ir.Any(stop, ir.Calc(ir.Ne, ir.At(k.SeatOf, ir.Num(i+1)), x))
			}
			k.Add(ir.When(stop, ir.Leave(loop)))
		})
		k.Add(&ir.Stmt{Op: ir.Loop, Label: loop, Body: round, Rounds: -1}, ir.Give(ir.Read(n)))
	})
}

// put writes a word of a record.
func (k *Lowerer) put(n *ir.Expr, word int, v *ir.Expr) {
	k.Add(
		ir.Write(k.Watch.Accounting.Record, position.Plus(ir.Calc(ir.Mul, n, ir.Num(k.Watch.Accounting.Words)), word), v),
	)
}

// packed are two numbers of 32 bits in one.
func packed(low, high *ir.Expr) *ir.Expr {
	return ir.Calc(ir.Or, ir.Calc(ir.Wide, low), ir.Calc(ir.Shl, ir.Calc(ir.Wide, high), ir.Long(32)))
}

// untouch forgets what was touched.
func (k *Lowerer) untouch() {
	for i := range k.Watch.Accounting.Sets {
		k.Add(&ir.Stmt{Op: ir.SetStore, Field: k.Watch.Accounting.Touched,
			Args: []*ir.Expr{ir.Num(i), ir.SetOf(make([]uint64, k.P.Words))}})
	}
}

// arrival is the function that notes in a record what position the play has come to.
func (k *Lowerer) arrival() *ir.Func {
	f, a := &k.Fields, k.Watch.Accounting
	n := ir.Within("n", 0, layout.Recorded-1)
	return k.Func("arrived", ir.None, func() {
		h := ir.NewLocal("h", ir.I64)
		factor := uint64(layout.HashStart)
		by := func(v *ir.Expr) *ir.Expr { // a number of its own
			factor = layout.Mixed(factor, layout.HashFirst)
			return ir.Calc(ir.Mul, v, ir.Long(factor|1))
		}
		mix := func(v *ir.Expr) { k.Add(ir.Put(h, ir.Calc(ir.Add, ir.Read(h), by(v)))) }
		word := func(v *ir.Expr) { // the highest bits of a product alone tell of those of a word
			v = k.Temp("word", by(v))
			mix(ir.Calc(ir.Xor, v, ir.Calc(ir.Shr, v, ir.Long(32))))
		}
		k.Add(ir.Put(h, ir.Long(0)))
		if a.Counts != nil {
			k.noteCounts(ir.Read(n))
			k.EachWord(func(v *ir.Expr) {
				factor = layout.Mixed(factor, layout.HashFirst)
				v = k.Temp("word", ir.Calc(ir.Xor, v, ir.Long(factor)))
				fold := func(by uint64) *ir.Expr { return ir.Calc(ir.Xor, v, ir.Calc(ir.Shr, v, ir.Long(by))) }
				v = k.Temp("word", ir.Calc(ir.Mul, fold(32), ir.Long(layout.HashFirst)))
				v = k.Temp("word", ir.Calc(ir.Mul, fold(29), ir.Long(layout.HashSecond)))
				k.Add(ir.Put(h, ir.Calc(ir.Add, ir.Read(h), fold(32))))
			})
		}
		blend := k.blend()
		if a.Counts == nil {
			k.compare(blend)
			k.noteNumbers(ir.Read(n))
			k.Add(ir.Put(h, ir.At(a.Sum, ir.Num(0))))
		}
		for _, x := range a.Rest {
			if x.Len > unrolled {
				factor = layout.Mixed(factor, layout.HashFirst)
				k.Rounds(ir.Num(0), ir.Num(x.Len), x.Len, func(i *ir.Expr) {
					v := ir.At(x, i)
					if v.Type == ir.I32 {
						v = ir.Calc(ir.Wide, v)
					}
					v = k.Temp("word", v)
					k.If(ir.Calc(ir.Ne, v, ir.Long(0)), func() {
						at := ir.Calc(ir.Mul, ir.Calc(ir.Wide, position.Plus(i, 1)), ir.Long(factor|1))
						k.Add(ir.Put(h, ir.Calc(ir.Add, ir.Read(h), ir.Invoke(blend, ir.Calc(ir.Xor, v, at)))))
					})
				})
				continue
			}
			for i := range x.Len {
				if v := ir.At(x, ir.Num(i)); v.Type == ir.I32 {
					mix(ir.Calc(ir.Wide, v))
				} else {
					word(v)
				}
			}
		}
		k.put(ir.Read(n), layout.RecordPosition, ir.Read(h))
		passes := k.Temp("passes", ir.At(a.Passes, ir.Num(0)))
		passes = ir.Cond(ir.Calc(ir.Lt, passes, ir.Num(game.MostPasses)), passes, ir.Num(game.MostPasses))
		turn := ir.Long(0)
		for _, x := range [...]struct {
			v      *ir.Expr
			at, of uint64
		}{{f.Get(layout.TurnMoves), 0, 4}, {passes, 4, 5}, {f.Get(layout.Mover), 9, 4}, {f.Get(layout.Next), 13, 4}, {f.Get(layout.Prev), 17, 5},
			{f.Get(layout.Active), 22, 14}, {f.Get(layout.Triggered), 36, 14}, {f.Get(layout.Stuck), 50, 14}} {
			if k.G.Players > 12 {
				word(ir.Calc(ir.Wide, x.v)) // there is no room for all in one word
				continue
			}
			bits := ir.Calc(ir.And, ir.Calc(ir.Wide, x.v), ir.Long(1<<x.of-1))
			turn = ir.Calc(ir.Or, turn, ir.Calc(ir.Shl, bits, ir.Long(x.at)))
		}
		word(turn)
		if k.PendingSites != nil {
			for i := range k.P.Words {
				word(ir.At(k.PendingSites, ir.Num(i)))
			}
		}
		if k.G.Has(game.HashScores) {
			for q := range k.G.Players + 1 { // nobody has a score, too
				mix(ir.Calc(ir.Wide, ir.At(f.Score, ir.Num(q))))
			}
		}
		k.put(ir.Read(n), layout.RecordSituation, ir.Read(h))
		if k.G.Has(game.Score) {
			least, most := ir.NewLocal("least", ir.I32), ir.NewLocal("most", ir.I32)
			k.Add(ir.Put(least, ir.At(f.Score, ir.Num(1))), ir.Put(most, ir.Read(least)))
			for q := 2; q <= k.G.Players; q++ {
				v := k.Temp("score", ir.At(f.Score, ir.Num(q)))
				k.Add(ir.Put(least, ir.Cond(ir.Calc(ir.Lt, v, ir.Read(least)), v, ir.Read(least))),
					ir.Put(most, ir.Cond(ir.Calc(ir.Lt, ir.Read(most), v), v, ir.Read(most))))
			}
			k.put(ir.Read(n), layout.RecordScores, ir.Calc(ir.Wide, ir.Calc(ir.Sub, ir.Read(most), ir.Read(least))))
		}
	}, n)
}

// blend is the function that mixes the bits of a number: SplitMix64's finisher.
func (k *Lowerer) blend() *ir.Func {
	x := ir.NewLocal("x", ir.I64)
	return k.Func("blend", ir.I64, func() {
		for _, by := range [...]uint64{layout.HashFirst, layout.HashSecond} {
			k.Add(ir.Put(x, ir.Calc(ir.Mul, ir.Calc(ir.Add, ir.Read(x), ir.Long(layout.HashStart)), ir.Long(by))),
				ir.Put(x, ir.Calc(ir.Xor, ir.Read(x), ir.Calc(ir.Shr, ir.Read(x), ir.Long(29)))))
		}
		k.Add(ir.Give(ir.Read(x)))
	}, x)
}

// Decision is the function that returns the first logged action of the move itself that is a decision, 0 for none.
func (k *Lowerer) decision() *ir.Func {
	return k.Func("decision", ir.I64, func() {
		i, n, loop := ir.Within("i", 0, layout.MaxActs), ir.Within("n", 0, layout.MaxActs), &ir.Label{Name: "acts"}
		count := k.Temp("count", ir.At(k.ActLog.Count, ir.Num(0)))
		k.Add(
			ir.Put(i, ir.Num(0)),
			ir.Put(n, ir.Cond(ir.Calc(ir.Lt, count, ir.Num(layout.MaxActs)), count, ir.Num(layout.MaxActs))),
		)
		k.Add(&ir.Stmt{Op: ir.Loop, Label: loop, Rounds: layout.MaxActs + 1, Body: k.Inside(func() {
			k.Add(ir.When(ir.Calc(ir.Le, ir.Read(n), ir.Read(i)), ir.Leave(loop)))
			act := k.Temp("act", ir.At(k.ActLog.Log, ir.Read(i)))
			const mask = 1<<layout.DecisionBit | 1<<layout.LaterBit
			bits := ir.Calc(ir.And, ir.Calc(ir.Narrow, act), ir.Num(mask))
			k.Add(
				ir.When(ir.Calc(ir.Eq, bits, ir.Num(1<<layout.DecisionBit)), ir.Give(act)),
				ir.Put(i, position.Plus(ir.Read(i), 1)),
			)
		})}, ir.Give(ir.Long(0)))
	})
}

// touches has what is stored to the fields by site be noted, for their comparison.
func (k *Lowerer) touches() {
	if k.Watch == nil {
		return
	}
	if a := k.Watch.Accounting; len(a.By) > 0 {
		transform.Touch(k.P, a.Touched, a.By)
	}
}
