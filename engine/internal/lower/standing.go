package lower

import (
	"slices"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/internal/position"
)

// Where sets do not tell what stands where, the numbers of a position are those of the one before it with what has
// changed on the sites to whose fields something was stored (transform.Touch): these alone are compared with what
// they were.

// stand has the fields by site be kept.
func (k *Lowerer) stand(list []*ir.Field, spans []position.Span) {
	a, seats := k.Watch.Accounting, make([]int64, k.Fields.Comps)
	for i := range seats {
		if o := k.G.Components[i].Owner; o >= 1 && o <= k.G.Players {
			seats[i] = int64(o)
		}
	}
	a.Seat, a.Seats = seats, k.Table("seats", ir.U8, seats)
	a.Kept = make([]layout.Stood, a.Sets)
	for i, x := range list {
		by, is := a.By[x]
		if !is {
			continue
		}
		t := &a.Kept[by.Set]
		t.St = spans[i].Type
		t.Fields, t.Levels = append(t.Fields, x), append(t.Levels, spans[i].Levels)
		t.Was = append(t.Was, k.P.Field(x.Name+".was", ir.Scratch, x.Elem, x.Len))
		switch {
		case spans[i].Bytes == 1 || spans[i].Bytes == 2:
			t.What = x
		case spans[i].Bytes == 4:
			t.Count = x
		}
	}
	x := game.NewContext(k.G)
	def, all := make([]int64, x.S.Slots()), make([]int64, x.S.Slots())
	for _, st := range [...]board.SiteType{board.Vertex, board.Edge, board.Cell} {
		for _, slot := range x.S.Elements(st, nil) {
			if all[slot]++; st == k.G.DefaultType {
				def[slot] = 1
			}
		}
	}
	for n := range a.Kept {
		t := &a.Kept[n]
		t.Stands = make([]int64, t.What.Len)
		for site := range t.Stands {
			st := k.G.TypeAt(t.St, site)
			if slot := x.S.SlotOf(game.SiteType(st), int32(site)); slot >= 0 {
				t.Stands[site] = def[slot]<<layout.StandsDefault | all[slot]<<layout.StandsAll
			}
		}
	}
	a.Plain = k.Fields.Stacks == nil && k.puzzle == nil && k.ComponentElem() == ir.U8
	for i := range k.G.Containers {
		box := &k.G.Containers[i]
		if box.Kind != game.Hand || box.Owner < 1 || box.Owner > k.G.Players {
			continue
		}
		a.Plain = false
		for n := range a.Kept {
			if t := &a.Kept[n]; t.St == k.G.DefaultType {
				for site := box.First; site < min(box.First+box.Sites, len(t.Stands)); site++ {
					t.Stands[site] |= int64(box.Owner) << layout.StandsHand
				}
			}
		}
	}
	a.Covered = k.P.Sets("covered", ir.Scratch, a.Sets)
	a.Numbers = k.P.Field("numbers", ir.Scratch, ir.Int, k.G.Players+layout.NumNumbers)
	a.Begun = k.P.Field("numbers.begun", ir.Scratch, ir.Int, k.G.Players+layout.NumNumbers)
	a.Open = k.P.Sets("covered.begun", ir.Scratch, a.Sets)
	a.Sum = k.P.Field("sum", ir.Scratch, ir.Word, 1)
}

// compare takes over what has changed on the sites that were touched.
func (k *Lowerer) compare(blend *ir.Func) {
	a := k.Watch.Accounting
	add := func(i, by *ir.Expr) { k.Add(ir.Write(a.Numbers, i, ir.Calc(ir.Add, ir.At(a.Numbers, i), by))) }
	number := func(i int) *ir.Expr { return ir.Num(k.G.Players + i) }
	for n := range a.Kept {
		t, stacked := &a.Kept[n], k.Fields.Stacks != nil
		differs := slices.ContainsFunc(t.Stands, func(x int64) bool { return x != t.Stands[0] })
		table := k.Table("stands", ir.I16, t.Stands)
		part := func(site *ir.Expr, at int) *ir.Expr {
			if !differs {
				return ir.Num(int(t.Stands[0]) >> at & layout.StandsBits)
			}
			return ir.Calc(ir.And, ir.Calc(ir.Shr, ir.At(table, site), ir.Num(at)), ir.Num(layout.StandsBits))
		}
		hands := slices.ContainsFunc(t.Stands, func(x int64) bool { return x>>layout.StandsHand != 0 })
		differ := func(i int, site, at, now, was *ir.Expr) { // and take it over
			k.Add(ir.Write(t.Was[i], at, now))
			// By the rules the positions of puzzles are told apart by pieces alone, and neither large stacks nor cards are.
			if k.puzzle != nil || stacked && (k.G.LargeStack || k.G.Has(game.Card)) {
				return
			}
			key := ir.Calc(ir.Or, ir.Calc(ir.Wide, at), ir.Long(uint64(1+8*n+i)<<32))
			k.Add(ir.Write(a.Sum, ir.Num(0), ir.Calc(ir.Add, ir.At(a.Sum, ir.Num(0)),
				ir.Calc(ir.Mul, ir.Invoke(blend, key), ir.Calc(ir.Sub, ir.Calc(ir.Wide, now), ir.Calc(ir.Wide, was))))))
		}
		k.Each(ir.SetAt(a.Touched, ir.Num(n)), func(site *ir.Expr) {
			what := k.Temp("what", ir.At(t.What, site))
			stood := k.Temp("stood", ir.At(t.Was[slices.Index(t.Fields, t.What)], site))
			is, was := ir.Calc(ir.Ne, what, ir.Num(0)), ir.Calc(ir.Ne, stood, ir.Num(0))
			count, had := is, was
			switch {
			case k.puzzle != nil:
				count, had = ir.Num(0), ir.Num(0)
			case stacked:
				count, had = what, stood
				k.compareLevels(t, site, what, stood, differ, func(level, by *ir.Expr) { add(ir.At(a.Seats, level), by) })
			case t.Count != nil:
				count = k.Temp("count", ir.At(t.Count, site))
				had = k.Temp("had", ir.At(t.Was[slices.Index(t.Fields, t.Count)], site))
			}
			pieces := func() {
				add(number(layout.NumberPieces), ir.Calc(ir.Mul, part(site, layout.StandsAll), ir.Calc(ir.Sub, count, had)))
			}
			seat := func(what, count *ir.Expr, by ir.Op) {
				seat, n := k.Temp("seat", ir.At(a.Seats, what)), ir.Num(1)
				if hands { // neutral pieces are those of the player in whose hand they are
					n = k.Temp("n", ir.Cond(seat, n, ir.Cond(what, count, ir.Num(0))))
					seat = k.Temp("seat", ir.Cond(seat, seat, part(site, layout.StandsHand)))
				}
				k.Add(ir.Write(a.Numbers, seat, ir.Calc(by, ir.At(a.Numbers, seat), n)))
			}
			seats := func() {
				if !stacked && k.puzzle == nil {
					seat(what, count, ir.Add)
					seat(stood, had, ir.Sub)
				}
			}
			if hands {
				k.If(ir.Any(ir.Calc(ir.Ne, what, stood), ir.Calc(ir.Ne, count, had)), seats)
			}
			for i, x := range t.Fields {
				if t.Levels[i] != 1 {
					continue
				}
				now, before := what, stood
				if x != t.What {
					now, before = k.Temp("now", ir.At(x, site)), k.Temp("before", ir.At(t.Was[i], site))
				}
				k.If(ir.Calc(ir.Ne, now, before), func() {
					if differ(i, site, site, now, before); x == t.What {
						k.If(is, func() { k.Add(&ir.Stmt{Op: ir.Include, Field: a.Covered, Args: []*ir.Expr{ir.Num(n), site}}) })
						add(number(layout.NumberOccupied), ir.Calc(ir.Mul, part(site, layout.StandsDefault), ir.Calc(ir.Sub, is, was)))
						if !hands {
							seats()
						}
					}
					if x == t.Count || x == t.What && t.Count == nil {
						pieces()
					}
				})
			}
		})
	}
}

// noteNumbers notes the numbers of the position in record n. One that takes more than its lane spoils the play.
func (k *Lowerer) noteNumbers(n *ir.Expr) {
	a := k.Watch.Accounting
	lanes := []*ir.Expr{ir.Num(k.G.Players + layout.NumberOccupied), ir.Num(k.G.Players + layout.NumberPieces)}
	for p := 1; p <= k.G.Players; p++ {
		lanes = append(lanes, ir.Num(p))
	}
	all := ir.Num(0)
	for i, x := range lanes {
		lanes[i] = k.Temp("lane", ir.At(a.Numbers, x))
		all = ir.Calc(ir.Or, all, lanes[i])
	}
	k.putLanes(n, lanes)
	k.If(
		ir.Calc(ir.Shr, all, ir.Num(layout.LaneBits)),
		func() { k.Add(ir.Write(k.Candidates.Fault, ir.Num(0), ir.Num(1))) },
	)
}

// compareLevels is compare for the levels of a stack that is as high as size and was as high as before.
func (k *Lowerer) compareLevels(t *layout.Stood, site, size, before *ir.Expr,
	differ func(i int, site, at, now, was *ir.Expr), add func(level, by *ir.Expr)) {
	f := &k.Fields
	top := ir.Cond(ir.Calc(ir.Lt, size, before), before, size)
	if len(t.Fields) > 2 { // what lies above a stack tells positions apart
		top = ir.Num(f.Height)
	}
	k.Rounds(ir.Num(0), top, f.Height, func(level *ir.Expr) {
		at := k.Temp("place", k.LevelAt(site, level))
		for i, x := range t.Fields {
			if t.Levels[i] == 1 {
				continue
			}
			now, was := k.Temp("now", ir.At(x, at)), k.Temp("was", ir.At(t.Was[i], at))
			k.If(ir.Calc(ir.Ne, now, was), func() {
				if differ(i, site, at, now, was); x == f.Stacks.Level {
					add(now, ir.Num(1))
					add(was, ir.Num(-1))
				}
			})
		}
	})
}
