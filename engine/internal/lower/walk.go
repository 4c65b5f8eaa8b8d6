package lower

import (
	"slices"

	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/ir/transform"
	"github.com/astragal/astragal/engine/internal/ir/wasm"
	"github.com/astragal/astragal/engine/internal/layout"
)

func newLine() layout.Line {
	return layout.Line{Tests: map[*ir.Func]*ir.Func{}, Attempts: map[*ir.Func]*ir.Func{}}
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
		k.Add(ir.Give(f.Get(layout.Over)))
	})
	count := k.P.Func("count", ir.I32)
	count.Export = true
	count.Body = k.Inside(func() {
		k.Add(k.refuel(), ir.When(f.Get(layout.Over), ir.Give(ir.Num(0))))
		k.ready()
		n := k.Var("n", 0, 1<<30, ir.Num(0))
		k.eachPlayer(func(p int) {
			k.If(ir.Calc(ir.Eq, f.Get(layout.Mover), ir.Num(p)), func() {
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
		mover := k.Temp("mover", k.AgentOf(k.Fields.Get(layout.Mover)))
		none := ir.Give(ir.Calc(ir.Shl, mover, ir.Num(2*layout.CountBits)))
		k.Add(ir.When(ir.Any(ir.Calc(ir.Not, ir.Read(total)), ir.Calc(ir.Lt, ir.Num(layout.MaxLine), ir.Read(total))), none))
		k.writtenToLine()
		ended := k.Temp("ended", ir.Invoke(endings, ir.Read(total), mover, ir.Read(best)))
		k.Add(ir.When(ir.Calc(ir.Lt, ended, ir.Num(0)), none))
		k.If(ir.Calc(ir.Lt, ended, ir.Read(total)), func() { k.Call(playout, ir.Read(limit)) })
		k.Add(ir.Give(ir.Calc(ir.Or, ir.Calc(ir.And, ended, ir.Num(layout.CountMask)), ir.Calc(ir.Shl, ir.Calc(ir.Or,
			ir.Read(total), ir.Calc(ir.Shl, mover, ir.Num(layout.CountBits))), ir.Num(layout.CountBits)))))
	}, best)
}

// triedEnds is the function that makes each of the first n moves in the line, notes it if it ends the play, and takes
// it back. It returns how many do; more than there can be, but for the lowest bits, where the mover has the best
// rank, at once and without taking that back; -1 where there is no room for them.
func (k *Lowerer) triedEnds() *ir.Func {
	step, kept, size := k.P.Lookup("step"), k.P.Snapshot("leaf"), k.G.Players+1
	n, mover, best := ir.Within("n", 0, layout.MaxLine), ir.Within("mover", 0, k.G.Players), ir.NewLocal("best", ir.I32)
	k.Line.Endings = k.P.Field("line.endings", ir.Scratch, ir.Int, maxEndings*size)
	fn := k.P.Func("endings", ir.I32, n, mover, best)
	fn.Body = k.Inside(func() {
		back := &ir.Stmt{Op: ir.Restore, Field: kept}
		ended := k.Var("ended", 0, maxEndings, ir.Num(0))
		k.Add(&ir.Stmt{Op: ir.Save, Field: kept})
		k.unmetered(ir.Read(n), func(i *ir.Expr) {
			k.If(ir.Invoke(step, ir.At(k.Line.Moves, i)), func() {
				k.Add(ir.When(ir.Calc(ir.Le, ir.Num(maxEndings), ir.Read(ended)), back, ir.Give(ir.Num(-1))))
				at := k.Temp("at", ir.Calc(ir.Mul, ir.Read(ended), ir.Num(size)))
				k.Add(ir.Write(k.Line.Endings, at, i), ir.Increment(ended))
				rank := func(agent *ir.Expr) *ir.Expr { return ir.At(k.Fields.Rank, k.playerOf(agent)) }
				for agent := 1; agent < size; agent++ {
					k.Add(ir.Write(k.Line.Endings, ir.Calc(ir.Add, at, ir.Num(agent)), rank(ir.Num(agent))))
				}
				k.Add(ir.When(ir.Calc(ir.Eq, rank(ir.Read(mover)), ir.Read(best)),
					ir.Give(ir.Calc(ir.Or, ir.Read(ended), ir.Num(layout.CountMask+1)))))
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
	if k.SeatOf == nil {
		return agent
	}
	return ir.At(k.SeatOf, agent)
}

// writtenToLine adds that the candidates of the list are written to the line, in the order of pick.
func (k *Lowerer) writtenToLine() {
	c := k.Candidates
	at := k.Var("at", 0, layout.MaxLine, ir.Num(0))
	note := func(move *ir.Expr) {
		k.Add(ir.Write(k.Line.Moves, ir.Calc(ir.And, ir.Read(at), ir.Num(layout.MaxLine-1)), move), ir.Increment(at))
	}
	k.unmetered(ir.At(c.Count, ir.Num(0)), func(i *ir.Expr) { note(ir.At(c.Moves, i)) })
	k.unmetered(ir.At(c.Count, ir.Num(1)), func(i *ir.Expr) {
		packed, by := ir.NewLocal("packed", ir.I64), ir.NewLocal("by", ir.I64)
		k.Add(ir.Put(packed, ir.At(c.SetMoves, i)), ir.Put(by, ir.Long(1)))
		k.If(ir.Calc(ir.Eq, transform.FromOf(ir.Read(packed)), ir.Num(-1)), func() {
			k.Add(ir.Put(packed, ir.Calc(ir.Xor, ir.Read(packed), ir.Long(0xffff<<16))), ir.Put(by, ir.Long(1<<16|1)))
		})
		k.Each(ir.SetAt(c.Sets, i), func(site *ir.Expr) {
			note(ir.Calc(ir.Or, ir.Read(packed), ir.Calc(ir.Mul, ir.Read(by), ir.Calc(ir.Wide, site))))
		})
	})
}

// unmetered adds what f adds for each number below n, which costs no move anything: n is at most MaxLine.
func (k *Lowerer) unmetered(n *ir.Expr, f func(i *ir.Expr)) {
	i, end := k.Var("i", 0, layout.MaxLine, ir.Num(0)), k.Let("end", n)
	k.Loop("moves", -1, func(loop *ir.Label) {
		k.Add(ir.When(ir.Calc(ir.Le, ir.Read(end), ir.Read(i)), ir.Leave(loop)))
		f(ir.Read(i))
		k.Add(ir.Increment(i))
	})
}

// MaxForeseen is the number of moves that "grow" and "fewer" go through.
const MaxForeseen = layout.MaxLine

// BestRank is a rank as "grow" takes it.
func BestRank(rank int) uint64 { return uint64(uint32(rank * layout.RankUnit)) }

// opens adds the functions of those who test a move when they choose it, where moves are tested at all: open lists
// the candidates whether or not their tests hold, and no pass of one who has none; tried makes one of them
// if its tests hold, and returns whether they do.
func (k *Lowerer) opens() {
	f, c := &k.Fields, k.Candidates
	if !slices.ContainsFunc(k.players[1:], func(p player) bool { return slices.ContainsFunc(p.gens, k.drawsTested) }) {
		return
	}
	open := k.P.Func("open", ir.I32)
	open.Export = true
	open.Body = k.Inside(func() {
		k.beginList()
		k.ready()
		k.eachMover(func(p int) {
			k.If(ir.Calc(ir.Eq, f.Get(layout.Mover), ir.Num(p)), func() {
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
			k.If(ir.Calc(ir.Eq, f.Get(layout.Mover), ir.Num(p)), func() {
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

// Record adds the playouts that keep their moves, each of which a function makes and leaves in drawn.
func (k *Lowerer) record(random *ir.Func) {
	k.Line.Moves = k.P.Field("line", ir.Scratch, ir.Word, layout.MaxLine)
	k.Line.Movers = k.P.Field("line.movers", ir.Scratch, ir.U8, layout.MaxLine)
	f, c := &k.Fields, k.Candidates
	limit, plies := ir.NewLocal("limit", ir.I32), ir.Within("plies", 0, 1<<30)
	fn := k.P.Func("record", ir.I32, limit)
	fn.Export = true
	loop := &ir.Label{Name: "plies"}
	round := k.Inside(func() {
		k.Add(k.refuel())
		k.Add(ir.When(ir.Any(f.Get(layout.Over), ir.Calc(ir.Le, ir.Read(limit), ir.Read(plies)), ir.At(c.Fault, ir.Num(0))),
			ir.Leave(loop)))
		at := k.Temp("at", ir.Calc(ir.And, ir.Read(plies), ir.Num(layout.MaxLine-1)))
		k.Add(ir.Write(k.Line.Movers, at, k.AgentOf(f.Get(layout.Mover))))
		k.Call(random)
		k.Add(ir.Write(k.Line.Moves, at, ir.At(k.drawn(), ir.Num(0))), ir.Increment(plies))
	})
	fn.Body = []*ir.Stmt{ir.Put(plies, ir.Num(0)), {Op: ir.Loop, Label: loop, Body: round, Rounds: -1},
		ir.Give(ir.Read(plies))}
}

// choose adds that a random move of a generator without tests is drawn as bare playouts do it, kept in drawn, and made.
func (k *Lowerer) choose(gen *ir.Func, draws transform.Sampler, worth bool) {
	is := func(move *ir.Expr) *ir.Stmt { return ir.Write(k.drawn(), ir.Num(0), move) }
	if k.puzzle != nil {
		k.Add(is(ir.Invoke(k.drawInPuzzle())))
	} else {
		draws.Does = func(rule int, from, to, data *ir.Expr) []*ir.Stmt {
			return []*ir.Stmt{is(transform.Pack(ir.Num(rule), from, to, data))}
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
		k.If(ir.Calc(ir.Eq, f.Get(layout.Mover), ir.Num(p)), func() {
			k.unstick(p)
			k.begin(p)
		})
	})
}
