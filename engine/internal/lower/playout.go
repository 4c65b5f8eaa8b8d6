package lower

import (
	"slices"
	"strconv"

	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/ir/transform"
	"github.com/astragal/astragal/engine/internal/layout"
)

// playouts adds the functions that are called from outside: begin, pick, make,
// playout, which plays at random, and game, which begins and plays.
func (k *Lowerer) playouts() {
	begin := k.starts()
	pick := k.pick()
	move := ir.Within("i", 0, 1<<30)
	make := k.P.Func("make", ir.None, move)
	make.Export = true
	make.Body = k.Inside(func() {
		k.Add(k.refuel())
		k.Call(k.play, ir.Invoke(pick, ir.Read(move)))
	})

	random, kept := k.chooser()
	k.playoutOf(begin, random)
	if !k.off(anyPosition) {
		k.walks(kept)
	}
	k.watches()
}

// starts adds begin, which goes back to the position after the start rules, and settle, which notes it; it returns
// the first.
func (k *Lowerer) starts() *ir.Func {
	f := &k.Fields
	begin := k.P.Func("begin", ir.None)
	begin.Export = true
	begin.Body = append([]*ir.Stmt{k.refuel(), {Op: ir.Restore, Field: f.Start}}, k.ForgetPlay()...)
	settle := k.P.Func("settle", ir.None)
	settle.Export = true
	settle.Body = []*ir.Stmt{{Op: ir.Save, Field: f.Start}}
	return begin
}

// playoutOf adds playout, which makes random moves by a function, and game, which begins and plays.
func (k *Lowerer) playoutOf(begin, random *ir.Func) {
	f, c := &k.Fields, k.Candidates
	limit, plies := ir.NewLocal("limit", ir.I32), ir.Within("plies", 0, 1<<30)
	out := k.P.Func("playout", ir.I32, limit)
	out.Export = true
	loop := &ir.Label{Name: "plies"}
	round := k.Inside(func() {
		k.Add(k.refuel())
		k.Add(ir.When(ir.Any(f.Get(layout.Over), ir.Calc(ir.Le, ir.Read(limit), ir.Read(plies)), ir.At(c.Fault, ir.Num(0))),
			ir.Leave(loop)))
		k.Call(random)
		k.Add(ir.Increment(plies))
	})
	out.Body = []*ir.Stmt{ir.Put(plies, ir.Num(0)), {Op: ir.Loop, Label: loop, Body: round, Rounds: -1},
		ir.Give(ir.Read(plies))}
	most := ir.NewLocal("limit", ir.I32)
	game := k.P.Func("game", ir.I32, most) // both in one call
	game.Export = true
	game.Body = append(slices.Clone(begin.Body), ir.Give(ir.Invoke(out, ir.Read(most))))
	if k.off(anyPosition) && !k.off(inMatch) && k.SeatOf == nil {
		k.games(begin, out)
	}
}

// games adds games, which makes several plays in one call, of at most so many plies all together and so many each, and
// returns the number of those that are over: the next one, if any, has begun then and can be gone on with. See
// layout.MaxPlays.
func (k *Lowerer) games(begin, out *ir.Func) {
	f := &k.Fields
	k.Plays = k.P.Field("plays", ir.Scratch, ir.Word, layout.MaxPlays)
	n, limit, most := ir.NewLocal("n", ir.I32), ir.NewLocal("limit", ir.I32), ir.NewLocal("most", ir.I32)
	games := k.P.Func("games", ir.I32, n, limit, most)
	games.Export = true
	games.Body = k.Inside(func() {
		i, made := ir.Within("i", 0, layout.MaxPlays), ir.NewLocal("made", ir.I32)
		loop := &ir.Label{Name: "games"}
		round := k.Inside(func() {
			k.Add(ir.When(ir.Calc(ir.Le, ir.Read(n), ir.Read(i)), ir.Leave(loop)))
			k.Add(ir.Write(f.Rng, ir.Num(0), ir.At(k.Plays, ir.Read(i))))
			k.Add(begin.Body...)
			least := ir.Cond(ir.Calc(ir.Lt, ir.Read(most), ir.Read(limit)), ir.Read(most), ir.Read(limit))
			k.Add(ir.Put(made, ir.Invoke(out, least)))
			k.Add(ir.Put(most, ir.Calc(ir.Sub, ir.Read(most), ir.Read(made))))
			on := k.Temp("on", ir.Calc(ir.Not, f.Get(layout.Over)))
			part := func(e *ir.Expr, at int) *ir.Expr { return ir.Calc(ir.Shl, ir.Calc(ir.Wide, e), ir.Long(uint64(at))) }
			k.Add(ir.Write(k.Plays, ir.Read(i), ir.Calc(ir.Or, ir.Calc(ir.Wide, ir.Read(made)),
				ir.Calc(ir.Or, part(f.Get(layout.Winner), layout.PlayWinner),
					part(ir.Calc(ir.Or, on, ir.Calc(ir.Ne, f.Get(layout.Limited), ir.Num(0))), layout.PlayLimited)))))
			k.Add(ir.When(ir.Any(ir.At(k.Candidates.Fault, ir.Num(0)),
				ir.All(on, ir.Calc(ir.Lt, ir.Read(made), ir.Read(limit)))), ir.Leave(loop)))
			k.Add(ir.Increment(i))
		})
		k.Add(ir.Put(i, ir.Num(0)), &ir.Stmt{Op: ir.Loop, Label: loop, Body: round, Rounds: -1}, ir.Give(ir.Read(i)))
	})
}

// beginList begins the listing of moves: none yet, and none at all where the play is over.
func (k *Lowerer) beginList() {
	k.Add(k.refuel())
	k.forgetActs()
	for i := range 3 {
		k.Add(ir.Write(k.Candidates.Count, ir.Num(i), ir.Num(0)))
	}
	k.Add(ir.When(k.Fields.Get(layout.Over), ir.Give(ir.Num(0))))
}

// refuel gives the next move its budget.
func (k *Lowerer) refuel() *ir.Stmt { return ir.Write(k.Fuel, ir.Num(0), ir.Num(transform.Budget)) }

// chooser is the function that makes a random move: it counts the candidates, draws
// a number, and goes to the candidate of that number, which it makes; or it draws by
// rejection where that is worth it and bounded. The other function does the same, and leaves the move
// in drawn; it is nil where the number of candidates is noted.
func (k *Lowerer) chooser() (random, kept *ir.Func) {
	chosen := k.P.Room("chosen")
	nth := k.nthSite(chosen)
	k.below()
	for p := 1; p < len(k.players); p++ {
		for _, gen := range k.players[p].gens {
			if k.byDraws[gen] {
				continue
			}
			if k.drawsTested(gen) {
				k.d.ListUntested(k.Candidates, gen)
				gen = k.untested(gen)
			}
			if k.lists(gen) {
				k.d.List(k.Candidates, gen)
			} else {
				k.d.Count(gen)
				k.listing(transform.Sampler{}, gen)
			}
		}
	}
	var worth [][]bool
	if !k.counts() && k.puzzle == nil && !k.off("rejection") { // else the number of candidates is noted
		worth = k.worth()
	}
	drawn := slices.ContainsFunc(worth, func(phases []bool) bool { return slices.Contains(phases, true) })
	if k.off(anyPosition) && (drawn || k.puzzle != nil || len(k.byDraws) > 0) {
		k.listAll()
	}
	for p := 1; drawn && p < len(k.players); p++ {
		k.Mover = p
		k.forced() // which stays, whatever of what calls it does
	}
	n := len(k.P.Funcs)
	random = k.random("random", nth, chosen, worth)
	if drawn && !transform.Bounded(k.P, random) {
		k.P.Funcs, worth = k.P.Funcs[:n], nil
		k.Line = newLine()
		random = k.random("random", nth, chosen, nil)
	}
	if !k.counts() && !k.off(anyPosition) {
		kept = k.random(keeping, nth, chosen, worth)
	}
	return random, kept
}

// keeping is the name of the function that makes a random move and leaves it in drawn.
const keeping = "keeping"

// Drawn is where a move is kept that has been drawn.
func (k *Lowerer) drawn() *ir.Field {
	if k.Line.Drawn == nil {
		k.Line.Drawn = k.P.Field("drawn", ir.Scratch, ir.Word, 1)
	}
	return k.Line.Drawn
}

// random is a function of chooser by name; worth tells by player and phase whether candidates are drawn
// by rejection, never if it is nil.
func (k *Lowerer) random(name string, nth *ir.Func, chosen *ir.Field, worth [][]bool) *ir.Func {
	f := &k.Fields
	of := make([]*ir.Func, len(k.players))
	for p := 1; p < len(k.players); p++ {
		k.Mover = p
		of[p] = k.Func(name+".p"+strconv.Itoa(p), ir.None, func() {
			k.unstick(p)
			k.begin(p)
			pass := k.Var("pass", 0, 1, ir.Num(0))
			draws := transform.Sampler{P: k.P, Nth: nth, Chosen: chosen, Below: k.below(),
				Does: func(rule int, from, to, data *ir.Expr) []*ir.Stmt { return k.moved(rule, from, to, data, pass) },
				None: func() []*ir.Stmt {
					return []*ir.Stmt{{Op: ir.Do, Args: []*ir.Expr{ir.Invoke(k.forced())}}, ir.Give(nil)}
				},
				Listed: func() []*ir.Stmt {
					return []*ir.Stmt{{Op: ir.Do, Args: []*ir.Expr{ir.Invoke(k.play,
						ir.Invoke(k.pick(), ir.Invoke(k.below(), ir.Invoke(k.list()))))}}, ir.Give(nil)}
				},
			}
			if k.counts() {
				draws.Counted = k.noteLegal
			}
			k.byPhase(p, len(k.players[p].gens), func(i int) {
				gen := k.players[p].gens[i]
				if k.byDraws[gen] {
					k.drawnFrom(name == keeping)
					return
				}
				if name == keeping && !k.drawsTested(gen) {
					k.choose(gen, draws, worth != nil && worth[p][i])
					return
				}
				if k.puzzle != nil && !k.counts() {
					k.Call(k.play, ir.Invoke(k.drawInPuzzle()))
					k.Add(ir.Give(nil))
					return
				}
				if k.lists(gen) {
					k.Call(k.play, ir.Invoke(k.drawCounted(p, gen)))
					k.Add(ir.Give(nil))
					return
				}
				if k.drawsTested(gen) {
					k.drawTested(p, gen, draws, worth != nil && worth[p][i], pass)
					return
				}
				draws = k.listing(draws, gen)
				k.Add(draws.Draw(gen, k.d.Count(gen), worth != nil && worth[p][i])...)
			})
			k.Call(k.players[p].turned, ir.Read(pass))
		})
	}
	fn := k.P.Func(name, ir.None)
	fn.Body = k.Inside(func() {
		for p := 1; p < len(k.players); p++ {
			k.If(ir.Calc(ir.Eq, f.Get(layout.Mover), ir.Num(p)), func() {
				k.Call(of[p])
				k.Add(ir.Give(nil))
			})
		}
	})
	return fn
}

// forced is the function of the mover that passes, as he has no move, with all that comes after. It is kept apart from
// what makes moves: behind these it is then known that they are none.
func (k *Lowerer) forced() *ir.Func {
	name := "forced.p" + strconv.Itoa(k.Mover)
	if fn := k.Known(name); fn != nil {
		return fn
	}
	fn := k.Func(name, ir.None, func() {
		pass := k.Var("pass", 0, 1, ir.Num(0))
		k.Add(k.moved(0, ir.Num(-1), ir.Num(-1), ir.Num(0), pass)...)
		k.Call(k.players[k.Mover].turned, ir.Read(pass))
	})
	fn.Rare = true
	k.Share(name, fn)
	return fn
}

// nthSite is the function that returns site number i of the set in a field.
func (k *Lowerer) nthSite(set *ir.Field) *ir.Func {
	i := ir.Within("i", 0, 1<<30)
	fn := k.P.Func("nth", ir.I32, i)
	fn.Body = k.Inside(func() {
		w := ir.NewLocal("w", ir.I64)
		if n := k.Fields.Span; n <= maxRanked {
			k.Add(ir.Give(ir.At(k.ranked(n), ir.Calc(ir.Add, ir.Read(i),
				ir.Calc(ir.Mul, ir.Calc(ir.Narrow, ir.At(set, ir.Num(0))), ir.Num(n))))))
			return
		}
		if k.P.Words == 1 {
			k.Add(ir.Put(w, ir.At(set, ir.Num(0))))
			k.Add(ir.Give(k.nth(w, i)))
			return
		}
		base := k.wordOf(set, i, w)
		k.Add(ir.Give(ir.Calc(ir.Add, base, k.nth(w, i))))
	})
	return fn
}

// maxChosen is the number of words up to which the one with a site is chosen without a branch.
const maxChosen = 6

// wordOf leaves the word of a set that site number i is in, and what i is among the sites of that word. It returns the
// number of the word's first site. Which word it is nobody can foresee, so that no branch asks where there are few.
func (k *Lowerer) wordOf(set *ir.Field, i, w *ir.Local) (base *ir.Expr) {
	if k.P.Words > maxChosen {
		at, n, loop := ir.Within("at", 0, k.P.Words), ir.Within("n", 0, 64), &ir.Label{Name: "words"}
		k.Add(ir.Put(at, ir.Num(0)), &ir.Stmt{Op: ir.Loop, Label: loop, Rounds: k.P.Words, Body: []*ir.Stmt{
			ir.Put(w, ir.At(set, ir.Read(at))),
			ir.Put(n, ir.Calc(ir.Ones, ir.Read(w))),
			ir.When(ir.Calc(ir.Lt, ir.Read(i), ir.Read(n)), ir.Leave(loop)),
			ir.Put(i, ir.Calc(ir.Sub, ir.Read(i), ir.Read(n))),
			ir.Increment(at),
		}})
		return k.Temp("base", ir.Calc(ir.Shl, ir.Read(at), ir.Num(6)))
	}
	before, at := ir.Within("before", 0, 64*k.P.Words), ir.Num(0)
	sum := ir.Num(0)
	k.Add(ir.Put(before, ir.Num(0)), ir.Put(w, ir.At(set, ir.Num(0))))
	word := ir.Read(w)
	for n := 1; n < k.P.Words; n++ {
		sum = k.Temp("sum", ir.Calc(ir.Add, sum, ir.Calc(ir.Ones, word)))
		past := k.Temp("past", ir.Calc(ir.Le, sum, ir.Read(i)))
		word = k.Temp("word", ir.At(set, ir.Num(n)))
		k.Add(ir.Put(before, ir.Cond(past, sum, ir.Read(before))), ir.Put(w, ir.Cond(past, word, ir.Read(w))))
		at = k.Temp("at", ir.Calc(ir.Add, at, past))
	}
	k.Add(ir.Put(i, ir.Calc(ir.Sub, ir.Read(i), ir.Read(before))))
	return k.Temp("base", ir.Calc(ir.Shl, at, ir.Num(6)))
}

func (k *Lowerer) list() *ir.Func { return k.P.Lookup("list") }

// pick is the function that returns candidate number i of the list.
func (k *Lowerer) pick() *ir.Func {
	if fn := k.P.Lookup("pick"); fn != nil {
		return fn
	}
	c, words := k.Candidates, k.P.Words
	i := ir.Within("i", 0, 1<<30)
	fn := k.P.Func("pick", ir.I64, i)
	fn.Export = true
	fn.Body = k.Inside(func() {
		k.If(ir.Calc(ir.Lt, ir.Read(i), ir.At(c.Count, ir.Num(0))), func() { k.Add(ir.Give(ir.At(c.Moves, ir.Read(i)))) })
		k.Add(ir.Put(i, ir.Calc(ir.Sub, ir.Read(i), ir.At(c.Count, ir.Num(0)))))
		at, n, w := ir.Within("at", 0, 1<<30), ir.Within("n", 0, 64), ir.NewLocal("w", ir.I64)
		loop := &ir.Label{Name: "words"}
		// The words of all sets lie one after the other.
		k.Add(ir.Put(at, ir.Num(0)), &ir.Stmt{Op: ir.Loop, Label: loop, Rounds: 1 << 12, Body: []*ir.Stmt{
			ir.Put(w, ir.At(c.Sets, ir.Read(at))),
			ir.Put(n, ir.Calc(ir.Ones, ir.Read(w))),
			ir.When(ir.Calc(ir.Lt, ir.Read(i), ir.Read(n)), ir.Leave(loop)),
			ir.Put(i, ir.Calc(ir.Sub, ir.Read(i), ir.Read(n))),
			ir.Increment(at),
		}})
		site := k.Temp("site", ir.Calc(ir.Add, k.nth(w, i),
			ir.Calc(ir.Shl, ir.Calc(ir.Rem, ir.Read(at), ir.Num(words)), ir.Num(6))))
		packed := k.Temp("packed", ir.At(c.SetMoves, ir.Calc(ir.Div, ir.Read(at), ir.Num(words))))
		wide := ir.Calc(ir.Wide, site)
		k.If(ir.Calc(ir.Eq, transform.FromOf(packed), ir.Num(-1)), func() {
			off := ir.Calc(ir.Xor, packed, ir.Long(0xffff<<16))
			k.Add(ir.Give(ir.Calc(ir.Or, off, ir.Calc(ir.Or, ir.Calc(ir.Shl, wide, ir.Long(16)), wide))))
		})
		k.Add(ir.Give(ir.Calc(ir.Or, packed, wide)))
	})
	return fn
}

// nth is the place of bit number i among those of w that are set, without a branch:
// the numbers of bits set in the bytes up to each are the bytes of one product, those
// not above i are counted, and the place inside the byte comes from a table (S. Vigna,
// Broadword implementation of rank/select queries, 2008).
func (k *Lowerer) nth(w, i *ir.Local) *ir.Expr {
	const ones, high = 0x0101010101010101, 0x8080808080808080
	x, word := ir.NewLocal("x", ir.I64), ir.Read(w)
	calc := func(op ir.Op, a, b *ir.Expr) *ir.Expr {
		if b == nil {
			return ir.Calc(op, a)
		}
		return ir.Calc(op, a, b)
	}
	shr := func(a *ir.Expr, n uint64) *ir.Expr { return calc(ir.Shr, a, ir.Long(n)) }
	and := func(a *ir.Expr, m uint64) *ir.Expr { return calc(ir.And, a, ir.Long(m)) }
	r := ir.Read(x)
	k.Add(ir.Put(x, calc(ir.Sub, word, and(shr(word, 1), 0x5555555555555555))),
		ir.Put(x, calc(ir.Add, and(r, 0x3333333333333333), and(shr(r, 2), 0x3333333333333333))),
		ir.Put(x, calc(ir.Mul, and(calc(ir.Add, r, shr(r, 4)), 0x0f0f0f0f0f0f0f0f), ir.Long(ones))))
	wide := k.Temp("wide", calc(ir.Wide, ir.Read(i), nil))
	below := calc(ir.Sub, calc(ir.Or, calc(ir.Mul, wide, ir.Long(ones)), ir.Long(high)), r)
	at := k.Temp("byte", calc(ir.Wide, calc(ir.Shl, calc(ir.Ones, and(below, high), nil), ir.Num(3)), nil))
	before := and(calc(ir.Shr, calc(ir.Shl, r, ir.Long(8)), at), 255)
	row := calc(ir.Shl, and(calc(ir.Shr, word, at), 255), ir.Long(3))
	in := k.Temp("in", calc(ir.Narrow, calc(ir.Or, row, calc(ir.Sub, wide, before)), nil))
	return k.Temp("nth", calc(ir.Add, calc(ir.Narrow, at, nil), ir.At(k.bits(), in)))
}

// Bits is the table of the places of the set bits of a byte: element 8*byte+number.
func (k *Lowerer) bits() *ir.Field {
	values := make([]int64, 256*8)
	for b := range 256 {
		n := 0
		for i := range 8 {
			if b>>i&1 != 0 {
				values[8*b+n] = int64(i)
				n++
			}
		}
	}
	return k.Table("bits", ir.U8, values)
}

// maxRanked is the number of sites up to which the sites of all sets are listed, in some 10 KB.
const maxRanked = 10

// ranked is the table of the sites of all sets of n sites: element n*set+number.
func (k *Lowerer) ranked(n int) *ir.Field {
	values := make([]int64, n<<n)
	for set := range 1 << n {
		number := 0
		for i := range n {
			if set>>i&1 != 0 {
				values[n*set+number] = int64(i)
				number++
			}
		}
	}
	return k.Table("ranked", ir.U8, values)
}

// below is the function that draws a number from 0 to n-1: the high half of a draw
// of 32 bits times n, drawn again in the few cases that would make it uneven.
func (k *Lowerer) below() *ir.Func {
	n := ir.Within("n", 1, 1<<30)
	return k.Shared("below", ir.I32, func() {
		wide := k.Temp("wide", ir.Calc(ir.Wide, ir.Read(n)))
		m := ir.NewLocal("m", ir.I64)
		k.Add(ir.Put(m, k.drawTimes(wide)))
		k.If(ir.Calc(ir.Below, ir.Calc(ir.Narrow, ir.Read(m)), ir.Read(n)), func() { k.Add(ir.Put(m, ir.Invoke(k.even(), ir.Read(m), wide))) })
		k.Add(ir.Give(ir.Calc(ir.Narrow, ir.Calc(ir.Shr, ir.Read(m), ir.Long(32)))))
	}, n)
}

// drawTimes is a draw of 32 bits times a number.
func (k *Lowerer) drawTimes(wide *ir.Expr) *ir.Expr {
	return ir.Calc(ir.Mul, ir.Calc(ir.Shr, ir.Invoke(k.Draws()), ir.Long(32)), wide)
}

func lowHalf(m *ir.Local) *ir.Expr { return ir.Calc(ir.And, ir.Read(m), ir.Long(1<<32-1)) }

// even is the function that draws again as long as a draw times a number would make it uneven. It is apart from below,
// which is in line everywhere: that it has a loop would have bounds tested again.
func (k *Lowerer) even() *ir.Func {
	m, wide := ir.NewLocal("m", ir.I64), ir.NewLocal("wide", ir.I64)
	fn := k.Shared("even", ir.I64, func() {
		loop := &ir.Label{Name: "draws"}
		uneven := ir.Calc(ir.Rem, ir.Calc(ir.Sub, ir.Long(1<<32), ir.Read(wide)), ir.Read(wide))
		k.Add(&ir.Stmt{Op: ir.Loop, Label: loop, Rounds: 64, Body: []*ir.Stmt{
			ir.When(ir.Calc(ir.Le, uneven, lowHalf(m)), ir.Leave(loop)),
			ir.Put(m, k.drawTimes(ir.Read(wide))),
		}})
		k.Add(ir.Give(ir.Read(m)))
	}, m, wide)
	fn.Rare = true
	return fn
}
