package lower

import (
	"encoding/binary"
	"math/bits"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/ir"
)

// MaxWatched is the number of plies of one call that are noted.
const MaxWatched = 1 << 10

// watch is where plays that are watched note what they come by: for every ply the number
// of legal moves and who moves, for every position what is on the board.
type watch struct {
	legal    *ir.Field // legal moves of the position, of the last choice
	legals   *ir.Field // the same by ply
	movers   *ir.Field // by ply
	occupied *ir.Field // sites of the board with pieces, by position
	pieces   *ir.Field // pieces on the board, by position; nil where that is as many
	scores   *ir.Field // largest difference of scores, by position; nil without scores
	ever     *ir.Field // sites that have ever been occupied: a set
}

// newWatch lays out the notes.
func (k *Lowerer) newWatch() *watch {
	notes := func(name string, elem ir.Elem) *ir.Field { return k.P.Field(name, ir.Scratch, elem, MaxWatched+1) }
	w := &watch{legal: k.P.Field("legal", ir.Scratch, ir.Int, 1), legals: notes("legals", ir.Int),
		movers: notes("movers", ir.U8), occupied: notes("occupied", ir.Int), ever: k.P.Sets("ever", ir.Scratch, 1)}
	if k.Fields.count != nil {
		w.pieces = notes("pieces", ir.Int)
	}
	if k.G.Has(game.Score) {
		w.scores = notes("scores", ir.Int)
	}
	return w
}

// noteLegal notes the number of legal moves of a position in which a move is chosen.
func (k *Lowerer) noteLegal(n *ir.Expr) *ir.Stmt { return ir.Write(k.watch.legal, ir.Num(0), n) }

// watches adds the functions of watched plays: look notes the position as number 0 of
// those to come, with the sites that are occupied now as the only ones ever; watched is
// playout, noting plies from 0 and positions from 1 on.
func (k *Lowerer) watches() {
	f, w, c := &k.Fields, k.watch, k.candidates
	if w == nil {
		return
	}
	look := k.P.Func("look", ir.None)
	look.Export = true
	look.Body = k.Inside(func() {
		k.Add(emptySet(w.ever, k.P.Words))
		k.notePosition(ir.Num(0))
	})
	limit, plies := ir.Within("limit", 0, 1<<30), ir.Within("plies", 0, MaxWatched)
	fn := k.P.Func("watched", ir.I32, limit)
	fn.Export = true
	loop := &ir.Label{Name: "plies"}
	round := k.Inside(func() {
		k.Add(k.refuel())
		k.Add(ir.When(ir.Any(f.Get(Over), ir.Calc(ir.Le, ir.Read(limit), ir.Read(plies)), ir.At(c.Fault, ir.Num(0)),
			ir.Calc(ir.Le, ir.Num(MaxWatched), ir.Read(plies))), ir.Leave(loop)))
		k.Add(ir.Write(w.movers, ir.Read(plies), f.Get(Mover)), ir.Write(w.legal, ir.Num(0), ir.Num(0)))
		k.call(k.P.Lookup("random"))
		k.Add(ir.Write(w.legals, ir.Read(plies), ir.At(w.legal, ir.Num(0))))
		k.Add(ir.Put(plies, ir.Calc(ir.Add, ir.Read(plies), ir.Num(1))))
		k.notePosition(ir.Read(plies))
	})
	fn.Body = []*ir.Stmt{ir.Put(plies, ir.Num(0)), {Op: ir.Loop, Label: loop, Body: round, Rounds: -1},
		ir.Give(ir.Read(plies))}
}

func emptySet(f *ir.Field, words int) *ir.Stmt {
	return &ir.Stmt{Op: ir.SetStore, Field: f, Args: []*ir.Expr{ir.Num(0), ir.SetOf(make([]uint64, words))}}
}

// notePosition notes the position under a number.
func (k *Lowerer) notePosition(at *ir.Expr) {
	f, w := &k.Fields, k.watch
	full := ir.Calc(ir.SetMinus, k.Board(), ir.SetAt(f.empty, ir.Num(0)))
	k.Add(ir.Write(w.occupied, at, ir.Calc(ir.SetCount, full)),
		&ir.Stmt{Op: ir.SetStore, Field: w.ever, Args: []*ir.Expr{ir.Num(0),
			ir.Calc(ir.SetOr, ir.SetAt(w.ever, ir.Num(0)), full)}})
	if w.pieces != nil {
		n := ir.NewLocal("pieces", ir.I32)
		k.Add(ir.Put(n, ir.Num(0)))
		k.Each(full, func(site *ir.Expr) { k.Add(ir.Put(n, ir.Calc(ir.Add, ir.Read(n), ir.At(f.count, site)))) })
		k.Add(ir.Write(w.pieces, at, ir.Read(n)))
	}
	if w.scores != nil {
		low, high := ir.NewLocal("low", ir.I32), ir.NewLocal("high", ir.I32)
		k.Add(ir.Put(low, ir.At(f.Score, ir.Num(1))), ir.Put(high, ir.Read(low)))
		for q := 2; q <= k.G.Players; q++ {
			v := k.Temp("score", ir.At(f.Score, ir.Num(q)))
			k.Add(ir.Put(low, ir.Cond(ir.Calc(ir.Lt, v, ir.Read(low)), v, ir.Read(low))),
				ir.Put(high, ir.Cond(ir.Calc(ir.Lt, ir.Read(high), v), v, ir.Read(high))))
		}
		k.Add(ir.Write(w.scores, at, ir.Calc(ir.Sub, ir.Read(high), ir.Read(low))))
	}
}

// Notes is what a watched play has come by: of n plies, and of the n+1 positions before,
// between and after them.
type Notes struct {
	Legal, Occupied, Pieces, Scores []int32 // Scores is nil in games without scores
	Turns                           int     // runs of moves of one player
	mover                           byte
}

// Begin forgets everything and takes over the note of a position by "look".
func (n *Notes) Begin(p *Program, mem []byte) {
	n.Legal, n.Occupied, n.Pieces, n.Scores = n.Legal[:0], n.Occupied[:0], n.Pieces[:0], n.Scores[:0]
	n.Turns, n.mover = 0, 0
	n.positions(p, mem, 0, 1)
}

// Add takes over the notes of so many plies by "watched".
func (n *Notes) Add(p *Program, mem []byte, plies int) {
	w := p.k.watch
	for i := range plies {
		n.Legal = append(n.Legal, max(note(mem, w.legals, i), 1))
		if mover := mem[w.movers.Addr+i]; mover != n.mover {
			n.mover = mover
			n.Turns++
		}
	}
	n.positions(p, mem, 1, plies+1)
}

func (n *Notes) positions(p *Program, mem []byte, from, to int) {
	w := p.k.watch
	for i := from; i < to; i++ {
		occupied := note(mem, w.occupied, i)
		n.Occupied = append(n.Occupied, occupied)
		if w.pieces != nil {
			occupied = note(mem, w.pieces, i)
		}
		n.Pieces = append(n.Pieces, occupied)
		if w.scores != nil {
			n.Scores = append(n.Scores, note(mem, w.scores, i))
		}
	}
}

func note(mem []byte, f *ir.Field, i int) int32 {
	return int32(binary.LittleEndian.Uint32(mem[f.Addr+4*i:]))
}

// Ever is the number of sites of the board that have been occupied since "look".
func (p *Program) Ever(mem []byte) int {
	n := 0
	for i := range p.Words {
		n += bits.OnesCount64(binary.LittleEndian.Uint64(mem[p.k.watch.ever.Addr+8*i:]))
	}
	return n
}
