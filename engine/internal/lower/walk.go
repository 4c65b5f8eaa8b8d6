package lower

import (
	"encoding/binary"
	"math/bits"
	"slices"

	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/ir/wasm"
)

// maxLine is the number of random moves that are kept for those who ask what was played.
const maxLine = 1 << 11

// line is where the moves of a playout are kept.
type line struct {
	moves, movers *ir.Field
	endings       *ir.Field             // of each move that ends the play its number and the ranks of agents
	drawn         *ir.Field             // the move that was drawn last
	tests         map[*ir.Func]*ir.Func // by generator: draws a move and makes it, if its tests hold
	attempts      map[*ir.Func]*ir.Func // by generator: makes a candidate and tests it
}

func newLine() line {
	return line{tests: map[*ir.Func]*ir.Func{}, attempts: map[*ir.Func]*ir.Func{}}
}

// walks adds the functions of those who look ahead: step makes a move that was listed
// at the same position, and returns whether the play is over; count returns the number
// of legal moves; record makes the random moves that playout does and keeps them.
func (k *Lowerer) walks(kept *ir.Func) {
	f := &k.Fields
	move := ir.NewLocal("move", ir.I64)
	step := k.P.Func("step", ir.I32, move)
	step.Export = true
	step.Body = k.Inside(func() {
		k.Add(k.refuel())
		k.ready()
		k.Call(k.play, ir.Read(move))
		k.Add(ir.Give(f.Get(Over)))
	})
	count := k.P.Func("count", ir.I32)
	count.Export = true
	count.Body = k.Inside(func() {
		k.Add(k.refuel(), ir.When(f.Get(Over), ir.Give(ir.Num(0))))
		k.ready()
		n := k.Var("n", 0, 1<<30, ir.Num(0))
		k.eachPlayer(func(p int) {
			k.If(ir.Calc(ir.Eq, f.Get(Mover), ir.Num(p)), func() {
				k.byPhase(p, len(k.players[p].gens), func(i int) {
					if gen := k.players[p].gens[i]; k.byDraws[gen] {
						k.Add(ir.Put(n, ir.Invoke(k.list())))
					} else {
						k.Add(ir.Put(n, ir.Invoke(k.d.Count(gen))))
					}
				})
			})
		})
		k.Add(ir.Give(ir.Cond(ir.Read(n), ir.Read(n), ir.Num(1))))
	})
	if kept != nil {
		k.record(kept)
		k.opens()
		if wasm.Included {
			k.leaps()
		}
	}
}

// leaps adds what does in one call what searches do one after the other: leap makes two moves or the second of them or
// none, and plays on at random up to a limit, for 0 it lists moves. grow makes moves like leap, lists those that follow
// in the line, and makes each of these to note in endings which of them end the play and with what ranks, up to the
// first with which the mover has a rank that is given. Unless there is such a move or all end the play, it goes on like
// leap. Its result tells from the lowest bits on how many end the play, the number of moves, 0 if there are none or
// there is no room for them or for what ends the play, and who makes them.
func (k *Lowerer) leaps() {
	step, playout := k.P.Lookup("step"), k.P.Lookup("playout")
	limit := ir.NewLocal("limit", ir.I32)
	moving := func(name string, then func(), more ...*ir.Local) {
		n, first, second := ir.Within("n", 0, 2), ir.NewLocal("first", ir.I64), ir.NewLocal("second", ir.I64)
		fn := k.P.Func(name, ir.I32, append([]*ir.Local{n, first, second, limit}, more...)...)
		fn.Export = true
		fn.Body = k.Inside(func() {
			k.If(ir.Read(n), func() {
				k.If(ir.Calc(ir.Lt, ir.Num(1), ir.Read(n)), func() { k.Call(step, ir.Read(first)) })
				k.Call(step, ir.Read(second))
			})
			then()
		})
	}
	moving("leap", func() {
		k.Add(ir.When(ir.Read(limit), ir.Give(ir.Invoke(playout, ir.Read(limit)))), ir.Give(ir.Invoke(k.list())))
	})
	best := ir.NewLocal("best", ir.I32)
	endings := k.triedEnds()
	moving("grow", func() {
		total := k.Var("total", 0, 1<<30, ir.Invoke(k.list()))
		mover := k.Temp("mover", k.agentOf(k.Fields.Get(Mover)))
		none := ir.Give(ir.Calc(ir.Shl, mover, ir.Num(2*countBits)))
		k.Add(ir.When(ir.Any(ir.Calc(ir.Not, ir.Read(total)), ir.Calc(ir.Lt, ir.Num(maxLine), ir.Read(total))), none))
		k.writtenToLine()
		ended := k.Temp("ended", ir.Invoke(endings, ir.Read(total), mover, ir.Read(best)))
		k.Add(ir.When(ir.Calc(ir.Lt, ended, ir.Num(0)), none))
		k.If(ir.Calc(ir.Lt, ended, ir.Read(total)), func() { k.Call(playout, ir.Read(limit)) })
		k.Add(ir.Give(ir.Calc(ir.Or, ir.Calc(ir.And, ended, ir.Num(countMask)), ir.Calc(ir.Shl, ir.Calc(ir.Or,
			ir.Read(total), ir.Calc(ir.Shl, mover, ir.Num(countBits))), ir.Num(countBits)))))
	}, best)
}

// triedEnds is the function that makes each of the first n moves in the line, notes it if it ends the play, and takes it
// back. It returns how many do; more than there can be, but for the lowest bits, where the mover has the best rank, at
// once and without taking that back; -1 where there is no room for them.
func (k *Lowerer) triedEnds() *ir.Func {
	step, kept, size := k.P.Lookup("step"), k.P.Snapshot("leaf"), k.G.Players+1
	n, mover, best := ir.Within("n", 0, maxLine), ir.Within("mover", 0, k.G.Players), ir.NewLocal("best", ir.I32)
	k.line.endings = k.P.Field("line.endings", ir.Scratch, ir.Int, maxEndings*size)
	fn := k.P.Func("endings", ir.I32, n, mover, best)
	fn.Body = k.Inside(func() {
		back := &ir.Stmt{Op: ir.Restore, Field: kept}
		ended := k.Var("ended", 0, maxEndings, ir.Num(0))
		k.Add(&ir.Stmt{Op: ir.Save, Field: kept})
		k.unmetered(ir.Read(n), func(i *ir.Expr) {
			k.If(ir.Invoke(step, ir.At(k.line.moves, i)), func() {
				k.Add(ir.When(ir.Calc(ir.Le, ir.Num(maxEndings), ir.Read(ended)), back, ir.Give(ir.Num(-1))))
				at := k.Temp("at", ir.Calc(ir.Mul, ir.Read(ended), ir.Num(size)))
				k.Add(ir.Write(k.line.endings, at, i), ir.Increment(ended))
				rank := func(agent *ir.Expr) *ir.Expr { return ir.At(k.Fields.Rank, k.playerOf(agent)) }
				for agent := 1; agent < size; agent++ {
					k.Add(ir.Write(k.line.endings, ir.Calc(ir.Add, at, ir.Num(agent)), rank(ir.Num(agent))))
				}
				k.Add(ir.When(ir.Calc(ir.Eq, rank(ir.Read(mover)), ir.Read(best)),
					ir.Give(ir.Calc(ir.Or, ir.Read(ended), ir.Num(countMask+1)))))
			})
			k.Add(back)
		})
		k.Add(ir.Give(ir.Read(ended)))
	})
	return fn
}

// maxEndings is the number of moves that "grow" notes if they end the play.
const maxEndings = 64

// playerOf is the player behind whom an agent sits.
func (k *Lowerer) playerOf(agent *ir.Expr) *ir.Expr {
	if k.order == nil {
		return agent
	}
	return ir.At(k.order, agent)
}

// countBits hold a number of moves up to maxLine.
const (
	countBits = 12
	countMask = 1<<countBits - 1
)

// writtenToLine adds that the candidates of the list are written to the line, in the order of pick.
func (k *Lowerer) writtenToLine() {
	c := k.candidates
	at := k.Var("at", 0, maxLine, ir.Num(0))
	note := func(move *ir.Expr) {
		k.Add(ir.Write(k.line.moves, ir.Calc(ir.And, ir.Read(at), ir.Num(maxLine-1)), move), ir.Increment(at))
	}
	k.unmetered(ir.At(c.Count, ir.Num(0)), func(i *ir.Expr) { note(ir.At(c.Moves, i)) })
	k.unmetered(ir.At(c.Count, ir.Num(1)), func(i *ir.Expr) {
		packed, by := ir.NewLocal("packed", ir.I64), ir.NewLocal("by", ir.I64)
		k.Add(ir.Put(packed, ir.At(c.SetMoves, i)), ir.Put(by, ir.Long(1)))
		k.If(ir.Calc(ir.Eq, ir.FromOf(ir.Read(packed)), ir.Num(-1)), func() {
			k.Add(ir.Put(packed, ir.Calc(ir.Xor, ir.Read(packed), ir.Long(0xffff<<16))), ir.Put(by, ir.Long(1<<16|1)))
		})
		k.Each(ir.SetAt(c.Sets, i), func(site *ir.Expr) {
			note(ir.Calc(ir.Or, ir.Read(packed), ir.Calc(ir.Mul, ir.Read(by), ir.Calc(ir.Wide, site))))
		})
	})
}

// unmetered adds what f adds for each number below n, which costs no move anything: n is at most maxLine.
func (k *Lowerer) unmetered(n *ir.Expr, f func(i *ir.Expr)) {
	i, end := k.Var("i", 0, maxLine, ir.Num(0)), k.Let("end", n)
	k.Loop("moves", -1, func(loop *ir.Label) {
		k.Add(ir.When(ir.Calc(ir.Le, ir.Read(end), ir.Read(i)), ir.Leave(loop)))
		f(ir.Read(i))
		k.Add(ir.Increment(i))
	})
}

// MaxForeseen is the number of moves that "grow" and "fewer" go through.
const MaxForeseen = maxLine

// Grown tells what "grow" has returned: who decides, and how many of the moves that were listed, which are appended,
// end the play.
func (p *Positions) Grown(mem []byte, result uint32, dst []uint64) (mover, ends int, list []uint64) {
	n, from := int(result>>countBits&countMask), p.k.line.moves.Addr
	dst = slices.Grow(dst, n)[:len(dst)+n]
	line, added := mem[from:from+8*n], dst[len(dst)-n:]
	for i := range added {
		added[i] = binary.LittleEndian.Uint64(line[8*i:])
	}
	return int(result >> (2 * countBits)), int(result & countMask), dst
}

// Ended tells of the k-th move that ends the play, as "grow" has found: its number, and in ranks those of agents.
func (p *Positions) Ended(mem []byte, k int, ranks []float64) (move int) {
	f, at := p.k.line.endings, k*(len(ranks)+1)
	for i := range ranks {
		ranks[i] = float64(getInt(mem, f, at+1+i)) / rankUnit
	}
	return getInt(mem, f, at)
}

// BestRank is a rank as "grow" takes it.
func BestRank(rank int) uint64 { return uint64(uint32(rank * rankUnit)) }

// opens adds the functions of those who test a move when they choose it, where moves are tested at all: open lists
// the candidates whether or not their tests hold, and no pass of one who has none; tried makes one of them
// if its tests hold, and returns whether they do.
func (k *Lowerer) opens() {
	f, c := &k.Fields, k.candidates
	if !slices.ContainsFunc(k.players[1:], func(p player) bool { return slices.ContainsFunc(p.gens, k.drawsTested) }) {
		return
	}
	open := k.P.Func("open", ir.I32)
	open.Export = true
	open.Body = k.Inside(func() {
		k.beginList()
		k.ready()
		k.eachMover(func(p int) {
			k.If(ir.Calc(ir.Eq, f.Get(Mover), ir.Num(p)), func() {
				k.byPhase(p, len(k.players[p].gens), func(i int) {
					if gen := k.players[p].gens[i]; k.drawsTested(gen) {
						k.Call(k.d.ListUntested(c, gen))
					} else {
						k.listMoves(gen)
					}
				})
			})
		})
		k.Add(ir.Give(ir.Calc(ir.Add, ir.At(c.Count, ir.Num(0)), ir.At(c.Count, ir.Num(2)))))
	})
	move := ir.NewLocal("move", ir.I64)
	tried := k.P.Func("tried", ir.I32, move)
	tried.Export = true
	tried.Body = k.Inside(func() {
		k.Add(k.refuel())
		k.eachMover(func(p int) {
			k.If(ir.Calc(ir.Eq, f.Get(Mover), ir.Num(p)), func() {
				k.byPhase(p, len(k.players[p].gens), func(i int) {
					gen := k.players[p].gens[i]
					if !k.drawsTested(gen) {
						k.Call(k.play, ir.Read(move))
						k.Add(ir.Give(ir.Num(1)))
						return
					}
					result := k.Temp("result", ir.Invoke(k.attempt(gen), ir.Read(move)))
					k.Add(ir.When(ir.Calc(ir.Eq, result, ir.Num(failed)), ir.Give(ir.Num(0))))
					k.Choose(ir.Calc(ir.Eq, result, ir.Num(unmade)),
						func() { k.Call(k.play, ir.Read(move)) },
						func() { k.Call(k.players[p].turned, result) })
					k.Add(ir.Give(ir.Num(1)))
				})
			})
		})
		k.Add(ir.Give(ir.Num(0)))
	})
}

// record adds the playouts that keep their moves, each of which a function makes and leaves in drawn.
func (k *Lowerer) record(random *ir.Func) {
	k.line.moves = k.P.Field("line", ir.Scratch, ir.Word, maxLine)
	k.line.movers = k.P.Field("line.movers", ir.Scratch, ir.U8, maxLine)
	f, c := &k.Fields, k.candidates
	limit, plies := ir.NewLocal("limit", ir.I32), ir.Within("plies", 0, 1<<30)
	fn := k.P.Func("record", ir.I32, limit)
	fn.Export = true
	loop := &ir.Label{Name: "plies"}
	round := k.Inside(func() {
		k.Add(k.refuel())
		k.Add(ir.When(ir.Any(f.Get(Over), ir.Calc(ir.Le, ir.Read(limit), ir.Read(plies)), ir.At(c.Fault, ir.Num(0))),
			ir.Leave(loop)))
		at := k.Temp("at", ir.Calc(ir.And, ir.Read(plies), ir.Num(maxLine-1)))
		k.Add(ir.Write(k.line.movers, at, k.agentOf(f.Get(Mover))))
		k.Call(random)
		k.Add(ir.Write(k.line.moves, at, ir.At(k.drawn(), ir.Num(0))), ir.Increment(plies))
	})
	fn.Body = []*ir.Stmt{ir.Put(plies, ir.Num(0)), {Op: ir.Loop, Label: loop, Body: round, Rounds: -1},
		ir.Give(ir.Read(plies))}
}

// choose adds that a random move of a generator without tests is drawn as bare playouts do it, kept in drawn, and made.
func (k *Lowerer) choose(gen *ir.Func, draws ir.Sampler, worth bool) {
	is := func(move *ir.Expr) *ir.Stmt { return ir.Write(k.drawn(), ir.Num(0), move) }
	if k.puzzle != nil {
		k.Add(is(ir.Invoke(k.drawInPuzzle())))
	} else {
		draws.Does = func(rule int, from, to, data *ir.Expr) []*ir.Stmt {
			return []*ir.Stmt{is(ir.Pack(ir.Num(rule), from, to, data))}
		}
		draws.None = func() []*ir.Stmt { return draws.Does(0, ir.Num(-1), ir.Num(-1), ir.Num(0)) }
		draws.Listed = func() []*ir.Stmt {
			return []*ir.Stmt{is(ir.Invoke(k.pick(), ir.Invoke(k.below(), ir.Invoke(k.list())))), ir.Give(nil)}
		}
		draws = k.listing(draws, gen)
		k.Call(k.Func("choose", ir.None, func() { k.Add(draws.Draw(gen, k.d.Count(gen), worth)...) }))
	}
	k.Call(k.play, ir.At(k.drawn(), ir.Num(0)))
	k.Add(ir.Give(nil))
}

// ready makes the position one whose moves have been listed: the mover is not one who
// had to pass when he last moved, and what all his moves begin with has been made.
func (k *Lowerer) ready() {
	f := &k.Fields
	k.eachPlayer(func(p int) {
		k.If(ir.Calc(ir.Eq, f.Get(Mover), ir.Num(p)), func() {
			k.Add(f.Put(Stuck, ir.Calc(ir.And, f.Get(Stuck), ir.Num(^(1<<p)))))
			k.begin(p)
		})
	})
}

// Line calls f for the first n moves of the last playout by "record", at most maxLine,
// with the agents who made them.
func (p *Positions) Line(mem []byte, n int, f func(agent int, move uint64)) {
	for i := range min(n, maxLine) {
		f(int(mem[p.k.line.movers.Addr+i]), binary.LittleEndian.Uint64(mem[p.k.line.moves.Addr+8*i:]))
	}
}

// Tests reports whether moves are tested, so that there are "open" and "tried".
func (p *Positions) Tests() bool { return len(p.k.line.attempts) > 0 }

// Candidates appends the candidates that "list" or "open" has found, in the order of "pick".
func (p *Positions) Candidates(mem []byte, dst []uint64) []uint64 {
	c := p.k.candidates
	word := func(f *ir.Field, i int) uint64 { return binary.LittleEndian.Uint64(mem[f.Addr+8*i:]) }
	count := func(i int) int { return int(binary.LittleEndian.Uint32(mem[c.Count.Addr+4*i:])) }
	for i := range count(0) {
		dst = append(dst, word(c.Moves, i))
	}
	for i := range count(1) {
		packed := word(c.SetMoves, i)
		by := uint64(1)
		if _, from, _, _ := ir.Unpack(packed); from == -1 {
			packed, by = packed&^(0xffff<<16), 1<<16|1
		}
		for w := range p.Words {
			for x := word(c.Sets, i*p.Words+w); x != 0; x &= x - 1 {
				dst = append(dst, packed|by*uint64(w<<6+bits.TrailingZeros64(x)))
			}
		}
	}
	return dst
}

// Spare are the parts of memory, in the order of addresses, that mean nothing between two calls: what lies behind the
// ends of the lists of candidates. It is most of what functions may write to.
func (p *Positions) Spare(mem []byte) [3]ir.Span {
	c := p.k.candidates
	behind := func(f *ir.Field, list, each int) ir.Span {
		used := each * int(binary.LittleEndian.Uint32(mem[c.Count.Addr+4*list:]))
		return ir.Span{From: f.Addr + 8*min(used, f.Len), To: f.Addr + 8*f.Len}
	}
	return [...]ir.Span{behind(c.Moves, 0, 1), behind(c.Sets, 1, p.Words), behind(c.SetMoves, 1, 1)}
}
