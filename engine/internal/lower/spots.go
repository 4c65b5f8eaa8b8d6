package lower

import (
	"encoding/binary"

	"github.com/astragal/astragal/engine/internal/ir"
)

// Some positions of a watched play are looked at when it is over. Which they are follows from their
// numbers alone, so that code keeps them on the way and need not be left for it.

// Spots is the number of positions that are kept.
const Spots = 2

// spots is where positions are kept that watchers go back to: nowhere if snapshots are not whole positions.
type spots struct {
	due   *ir.Field // by spot: the plies of the account before which it is to be kept, as bits; and all of them
	kept  [Spots]*ir.Field
	drawn *ir.Field // by spot: the state of the generator of draws
}

func (k *Lowerer) newSpots() *spots {
	if k.repetition != nil {
		return nil
	}
	s := &spots{due: k.P.Field("spots.due", ir.Scratch, ir.Word, Spots+1),
		drawn: k.P.Field("spots.drawn", ir.Scratch, ir.Word, Spots)}
	for i := range s.kept {
		s.kept[i] = k.P.Snapshot("spot")
	}
	return s
}

// keepSpots keeps the position if it is a spot: it is the one before ply n of an account, and due those that are.
func (k *Lowerer) keepSpots(n *ir.Expr, due *ir.Local) {
	s := k.watch.spots
	n = ir.Calc(ir.Wide, n)
	in := func(set *ir.Expr) *ir.Expr {
		return ir.Calc(ir.Ne, ir.Calc(ir.And, ir.Calc(ir.Shr, set, n), ir.Long(1)), ir.Long(0))
	}
	k.If(in(ir.Read(due)), func() {
		for i := range s.kept {
			k.If(in(ir.At(s.due, ir.Num(i))), func() {
				k.Add(&ir.Stmt{Op: ir.Save, Field: s.kept[i]}, ir.Write(s.drawn, ir.Num(i), ir.At(k.Fields.Rng, ir.Num(0))))
			})
		}
	})
}

// addLooks adds look, which goes back to a spot and lists its moves, and after, which makes a move that was listed and
// returns the number of legal moves then, 0 after the end of the play.
func (k *Lowerer) addLooks() {
	// What moves begin with is made on the position whose moves are counted; players who decide at the same time make
	// no move alone.
	if k.thrown == nil && k.joint == nil {
		move := ir.NewLocal("move", ir.I64)
		after := k.P.Func("after", ir.I32, move)
		after.Export = true
		after.Body = k.Inside(func() {
			k.forgetActs()
			k.untouch()
			k.Add(&ir.Stmt{Op: ir.Do, Args: []*ir.Expr{ir.Invoke(k.P.Lookup("step"), ir.Read(move))}})
			acts := k.Temp("acts", ir.At(k.acts.moved, ir.Num(0)))
			n := k.Temp("n", ir.Invoke(k.P.Lookup("count"))) // which may try moves
			k.Add(ir.Write(k.acts.moved, ir.Num(0), acts), ir.Give(n))
		})
	}
	s := k.watch.spots
	if s == nil {
		return
	}
	spot := ir.Within("spot", 0, Spots-1)
	look := k.P.Func("look", ir.I32, spot)
	look.Export = true
	look.Body = k.Inside(func() {
		for i, kept := range s.kept {
			k.If(ir.Calc(ir.Eq, ir.Read(spot), ir.Num(i)), func() { k.Add(&ir.Stmt{Op: ir.Restore, Field: kept}) })
		}
		k.Add(ir.Write(k.Fields.Rng, ir.Num(0), ir.At(s.drawn, ir.Read(spot))))
		k.Add(ir.Give(ir.Invoke(k.list())))
	})
}

// KeepsSpots reports whether code keeps spots: Due says which, "look" goes back to one, and Spot is where it is.
func (p *Positions) KeepsSpots() bool { return p.k.watch.spots != nil }

// Due tells which positions of the account to come are spots: bit i the one before its ply i.
func (p *Positions) Due(mem []byte, due *[Spots]uint64) {
	at, all := p.k.watch.spots.due.Addr, uint64(0)
	for i, x := range due {
		binary.LittleEndian.PutUint64(mem[at+8*i:], x)
		all |= x
	}
	binary.LittleEndian.PutUint64(mem[at+8*Spots:], all)
}

// Spot is what has been kept of a spot: the memory from Lo on, and the state of the generator of draws.
func (p *Positions) Spot(mem []byte, i int) (state []byte, drawn uint64) {
	s := p.k.watch.spots
	at := s.kept[i].Addr
	return mem[at : at+p.Mid-p.Lo], binary.LittleEndian.Uint64(mem[s.drawn.Addr+8*i:])
}
