package lower

import (
	"encoding/binary"
	"math/bits"
	"slices"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
)

// Where sets do not tell what stands where, the numbers of a position are those of the one before it with what has
// changed on the sites to whose fields something was stored (ir.Touch): these alone are compared with what they were.

// kept are the fields by site of one type.
type kept struct {
	st          board.SiteType
	fields, was []*ir.Field // was: as they were at the end of the last ply
	levels      []int       // elements of each for a site
	what, count *ir.Field   // of stacks the height, which is their count, is both
	stands      []int64     // by site: for how many elements it stands, and whose hand it is
}

// The parts of kept.stands: elements of the default type, of all types, and the owner of a hand.
const (
	standsDefault = iota * 4
	standsAll
	standsHand
	standsBits = 15
)

// The numbers that are kept: the pieces by player, those of nobody being number 0, and after those of all players
// what follows.
const (
	numberOccupied = iota + 1
	numberPieces
	numNumbers
)

// stand has the fields by site be kept.
func (k *Lowerer) stand(list []*ir.Field, spans []Span) {
	a, seats := k.watch.account, make([]int64, k.Fields.comps)
	for i := range seats {
		if o := k.G.Components[i].Owner; o >= 1 && o <= k.G.Players {
			seats[i] = int64(o)
		}
	}
	a.seat, a.seats = seats, k.Table("seats", ir.U8, seats)
	a.kept = make([]kept, a.sets)
	for i, x := range list {
		by, is := a.by[x]
		if !is {
			continue
		}
		t := &a.kept[by.Set]
		t.st = spans[i].Type
		t.fields, t.levels = append(t.fields, x), append(t.levels, spans[i].Levels)
		t.was = append(t.was, k.P.Field(x.Name+".was", ir.Scratch, x.Elem, x.Len))
		switch {
		case spans[i].Bytes == 1 || spans[i].Bytes == 2:
			t.what = x
		case spans[i].Bytes == 4:
			t.count = x
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
	for n := range a.kept {
		t := &a.kept[n]
		t.stands = make([]int64, t.what.Len)
		for site := range t.stands {
			st := k.G.TypeAt(t.st, site)
			if slot := x.S.SlotOf(game.SiteType(st), int32(site)); slot >= 0 {
				t.stands[site] = def[slot]<<standsDefault | all[slot]<<standsAll
			}
		}
	}
	a.plain = k.Fields.stacks == nil && k.puzzle == nil && k.componentElem() == ir.U8
	for i := range k.G.Containers {
		box := &k.G.Containers[i]
		if box.Kind != game.Hand || box.Owner < 1 || box.Owner > k.G.Players {
			continue
		}
		a.plain = false
		for n := range a.kept {
			if t := &a.kept[n]; t.st == k.G.DefaultType {
				for site := box.First; site < min(box.First+box.Sites, len(t.stands)); site++ {
					t.stands[site] |= int64(box.Owner) << standsHand
				}
			}
		}
	}
	a.covered = k.P.Sets("covered", ir.Scratch, a.sets)
	a.numbers = k.P.Field("numbers", ir.Scratch, ir.Int, k.G.Players+numNumbers)
	a.begun = k.P.Field("numbers.begun", ir.Scratch, ir.Int, k.G.Players+numNumbers)
	a.open = k.P.Sets("covered.begun", ir.Scratch, a.sets)
	a.sum = k.P.Field("sum", ir.Scratch, ir.Word, 1)
}

// compare takes over what has changed on the sites that were touched.
func (k *Lowerer) compare(blend *ir.Func) {
	a := k.watch.account
	add := func(i, by *ir.Expr) { k.Add(ir.Write(a.numbers, i, ir.Calc(ir.Add, ir.At(a.numbers, i), by))) }
	number := func(i int) *ir.Expr { return ir.Num(k.G.Players + i) }
	for n := range a.kept {
		t, stacked := &a.kept[n], k.Fields.stacks != nil
		differs := slices.ContainsFunc(t.stands, func(x int64) bool { return x != t.stands[0] })
		table := k.Table("stands", ir.I16, t.stands)
		part := func(site *ir.Expr, at int) *ir.Expr {
			if !differs {
				return ir.Num(int(t.stands[0]) >> at & standsBits)
			}
			return ir.Calc(ir.And, ir.Calc(ir.Shr, ir.At(table, site), ir.Num(at)), ir.Num(standsBits))
		}
		hands := slices.ContainsFunc(t.stands, func(x int64) bool { return x>>standsHand != 0 })
		differ := func(i int, site, at, now, was *ir.Expr) { // and take it over
			k.Add(ir.Write(t.was[i], at, now))
			// By the rules the positions of puzzles are told apart by pieces alone, and neither large stacks nor cards are.
			if k.puzzle != nil || stacked && (k.G.LargeStack || k.G.Has(game.Card)) {
				return
			}
			key := ir.Calc(ir.Or, ir.Calc(ir.Wide, at), ir.Long(uint64(1+8*n+i)<<32))
			k.Add(ir.Write(a.sum, ir.Num(0), ir.Calc(ir.Add, ir.At(a.sum, ir.Num(0)),
				ir.Calc(ir.Mul, ir.Invoke(blend, key), ir.Calc(ir.Sub, ir.Calc(ir.Wide, now), ir.Calc(ir.Wide, was))))))
		}
		k.Each(ir.SetAt(a.touched, ir.Num(n)), func(site *ir.Expr) {
			what := k.Temp("what", ir.At(t.what, site))
			stood := k.Temp("stood", ir.At(t.was[slices.Index(t.fields, t.what)], site))
			is, was := ir.Calc(ir.Ne, what, ir.Num(0)), ir.Calc(ir.Ne, stood, ir.Num(0))
			count, had := is, was
			switch {
			case k.puzzle != nil:
				count, had = ir.Num(0), ir.Num(0)
			case stacked:
				count, had = what, stood
				k.compareLevels(t, site, what, stood, differ, func(level, by *ir.Expr) { add(ir.At(a.seats, level), by) })
			case t.count != nil:
				count = k.Temp("count", ir.At(t.count, site))
				had = k.Temp("had", ir.At(t.was[slices.Index(t.fields, t.count)], site))
			}
			pieces := func() {
				add(number(numberPieces), ir.Calc(ir.Mul, part(site, standsAll), ir.Calc(ir.Sub, count, had)))
			}
			seat := func(what, count *ir.Expr, by ir.Op) {
				seat, n := k.Temp("seat", ir.At(a.seats, what)), ir.Num(1)
				if hands { // neutral pieces are those of the player in whose hand they are
					n = k.Temp("n", ir.Cond(seat, n, ir.Cond(what, count, ir.Num(0))))
					seat = k.Temp("seat", ir.Cond(seat, seat, part(site, standsHand)))
				}
				k.Add(ir.Write(a.numbers, seat, ir.Calc(by, ir.At(a.numbers, seat), n)))
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
			for i, x := range t.fields {
				if t.levels[i] != 1 {
					continue
				}
				now, before := what, stood
				if x != t.what {
					now, before = k.Temp("now", ir.At(x, site)), k.Temp("before", ir.At(t.was[i], site))
				}
				k.If(ir.Calc(ir.Ne, now, before), func() {
					if differ(i, site, site, now, before); x == t.what {
						k.If(is, func() { k.Add(&ir.Stmt{Op: ir.Include, Field: a.covered, Args: []*ir.Expr{ir.Num(n), site}}) })
						add(number(numberOccupied), ir.Calc(ir.Mul, part(site, standsDefault), ir.Calc(ir.Sub, is, was)))
						if !hands {
							seats()
						}
					}
					if x == t.count || x == t.what && t.count == nil {
						pieces()
					}
				})
			}
		})
	}
}

// compareLevels is compare for the levels of a stack that is as high as size and was as high as before.
func (k *Lowerer) compareLevels(t *kept, site, size, before *ir.Expr,
	differ func(i int, site, at, now, was *ir.Expr), add func(level, by *ir.Expr)) {
	f := &k.Fields
	top := ir.Cond(ir.Calc(ir.Lt, size, before), before, size)
	if len(t.fields) > 2 { // what lies above a stack tells positions apart
		top = ir.Num(f.height)
	}
	k.Rounds(ir.Num(0), top, f.height, func(level *ir.Expr) {
		at := k.Temp("place", k.place(site, level))
		for i, x := range t.fields {
			if t.levels[i] == 1 {
				continue
			}
			now, was := k.Temp("now", ir.At(x, at)), k.Temp("was", ir.At(t.was[i], at))
			k.If(ir.Calc(ir.Ne, now, was), func() {
				if differ(i, site, at, now, was); x == f.stacks.level {
					add(now, ir.Num(1))
					add(was, ir.Num(-1))
				}
			})
		}
	})
}

// noteNumbers notes the numbers of the position in record n. One that takes more than its lane spoils the play.
func (k *Lowerer) noteNumbers(n *ir.Expr) {
	a := k.watch.account
	lanes := []*ir.Expr{ir.Num(k.G.Players + numberOccupied), ir.Num(k.G.Players + numberPieces)}
	for p := 1; p <= k.G.Players; p++ {
		lanes = append(lanes, ir.Num(p))
	}
	all := ir.Num(0)
	for i, x := range lanes {
		lanes[i] = k.Temp("lane", ir.At(a.numbers, x))
		all = ir.Calc(ir.Or, all, lanes[i])
	}
	k.putLanes(n, lanes)
	k.If(ir.Calc(ir.Shr, all, ir.Num(laneBits)), func() { k.Add(ir.Write(k.candidates.Fault, ir.Num(0), ir.Num(1))) })
}

// Tell notes what stands in the position from which plays begin, before Open is called for the first one.
func (p *Positions) Tell(mem []byte) {
	a := p.k.watch.account
	if a.numbers == nil {
		return
	}
	clear(mem[a.open.Addr : a.open.Addr+8*a.open.Len])
	number := make([]int32, a.begun.Len)
	p.CountPieces(mem, number)
	for n, t := range a.kept {
		if t.what.Kind != ir.State {
			continue // nothing is ever put there
		}
		for site, stands := range t.stands {
			what, count := p.standing(mem, n, site)
			if what == 0 {
				continue
			}
			at := a.open.Addr + 8*(n*p.Words+site>>6)
			binary.LittleEndian.PutUint64(mem[at:], binary.LittleEndian.Uint64(mem[at:])|1<<(site&63))
			number[p.G.Players+numberOccupied] += int32(stands >> standsDefault & standsBits)
			number[p.G.Players+numberPieces] += int32(stands>>standsAll&standsBits) * int32(count)
		}
	}
	for i, v := range number {
		setInt(mem, a.begun, i, int(v))
	}
}

// standing is what stands on a site, of a stack its height, and how many pieces.
func (p *Positions) standing(mem []byte, set, site int) (what, count int) {
	t := &p.k.watch.account.kept[set]
	what = getComponent(mem, t.what, site)
	switch {
	case what == 0:
		return 0, 0
	case p.k.values != nil: // values are no pieces
		return what, 0
	case p.k.Fields.stacks != nil:
		return what, what
	case t.count != nil && t.count.Kind == ir.State:
		return what, getInt(mem, t.count, site)
	}
	return what, 1
}

// addPieces adds those of each player on a site, so many times.
func (p *Positions) addPieces(mem []byte, set, site int, times int32, pieces []int32) {
	a := p.k.watch.account
	switch what, count := p.standing(mem, set, site); {
	case count == 0:
	case p.k.Fields.stacks != nil:
		for level := range count {
			pieces[a.seat[p.WhatOn(mem, site, level)]] += times
		}
	case a.seat[what] > 0:
		pieces[a.seat[what]] += times
	default: // neutral pieces are those of the player in whose hand they are
		pieces[a.kept[set].stands[site]>>standsHand] += times * int32(count)
	}
}

// ChangePieces changes the pieces of each player from those of a spot to those of the position that a move has led to
// from there, the first since "after" began. False if it is not known what the move has changed, or if that takes
// no less than counting all pieces.
func (p *Positions) ChangePieces(mem []byte, spot int, pieces []int32) bool {
	a, s := p.k.watch.account, p.k.watch.spots
	if a.counts != nil || s == nil || p.k.Fields.stacks != nil && p.k.Fields.stacks.level.Kind != ir.State {
		return false
	}
	touched, sites := 0, 0
	for n := range a.kept {
		sites += len(a.kept[n].stands)
		for w := range p.Words {
			touched += bits.OnesCount64(binary.LittleEndian.Uint64(mem[a.touched.Addr+8*(n*p.Words+w):]))
		}
	}
	if 4*touched > sites {
		return false
	}
	before := mem[s.kept[spot].Addr-p.Lo:] // in which fields of the position lie where they do in memory
	for n := range a.kept {
		if a.kept[n].what.Kind != ir.State {
			continue
		}
		for w := range p.Words {
			set := binary.LittleEndian.Uint64(mem[a.touched.Addr+8*(n*p.Words+w):])
			for ; set != 0; set &= set - 1 {
				site := w<<6 + bits.TrailingZeros64(set)
				p.addPieces(before, n, site, -1, pieces)
				p.addPieces(mem, n, site, 1, pieces)
			}
		}
	}
	return true
}

// Open takes over the position after the start rules, before "opened".
func (p *Positions) Open(mem []byte) {
	a, start := p.k.watch.account, p.k.Fields.start.Addr-p.Lo
	for i := range a.kept {
		for j, x := range a.kept[i].fields {
			n := x.Len * x.Elem.Size()
			from := x.Addr
			if x.Kind == ir.State { // what nothing stores to is none
				from += start
			}
			was := a.kept[i].was[j].Addr
			copy(mem[was:was+n], mem[from:from+n])
		}
	}
	if x := a.numbers; x != nil {
		copy(mem[x.Addr:x.Addr+4*x.Len], mem[a.begun.Addr:])
		copy(mem[a.covered.Addr:a.covered.Addr+8*a.covered.Len], mem[a.open.Addr:])
	}
}
