package lower

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/lgdl"
)

// Where positions must not come back (part 3, §15), a hash of each is kept. It is made
// of the words of the sets of sites by component, of which there are few, and of the
// counts and states where they are kept. The history only grows, so that it is no part
// of the snapshots that moves are tried on; a table of bits by hash tells of nearly all
// hashes at once that they are not in it.

func (k *Lowerer) repeats() *layout.Repetition {
	g := k.G
	const positions, turns = game.RepeatPositionalInGame, game.RepeatPositionalInTurn
	const situations, situationsOfTurns = game.RepeatSituationalInGame, game.RepeatSituationalInTurn
	kinds := g.Flags & game.Repetition
	if kinds == 0 {
		return nil
	}
	r := &layout.Repetition{InTurn: kinds == turns || kinds == situationsOfTurns}
	switch {
	case kinds&(kinds-1) != 0:
		k.No(g.Root(), "positions of several kinds that must not come back")
	case kinds == situations || kinds == situationsOfTurns:
		k.situations(r)
	}
	if g.Has(game.CycleDetection) || g.LargeStack || g.Has(game.Card) || g.Hides {
		k.No(g.Root(), "repetition of more than what stands where")
	}
	r.Hashes = k.P.Log("history", ir.Word, layout.MaxHistory)
	r.Marks = k.P.Log("marks", ir.Word, layout.MarkBits/64)
	r.Length = k.P.Field("history.length", ir.State, ir.Int, 1)
	return r
}

// hashed is the function that returns the hash of the position.
func (k *Lowerer) hashed() *ir.Expr { return ir.Invoke(k.hashes().Hash) }

// Hashes adds the functions that find hashes. What a position adds to a hash word by word is
// compared with a position of which the hash is known, and hashed where it differs: of all that is asked after a move
// that is tried nearly nothing does. Memory of zeros stands for a position of zeros.
func (k *Lowerer) hashes() *layout.Repetition {
	r := k.Repetition
	if r.Hash != nil {
		return r
	}
	r.Hash, r.Rebase = k.P.Func("hash", ir.I64), k.P.Func("rehash", ir.I64)
	r.Number = k.P.Func("number", ir.None)
	gain := k.P.Field("hash.gain", ir.Scratch, ir.Word, 1)
	k.later = append(k.later, func() {
		list := k.HashFields()
		zeros, places := uint64(layout.HashStart), uint64(0)
		for _, x := range list {
			r.Was = append(r.Was, k.P.Field(x.Name+".hashed", ir.Scratch, x.Elem, x.Len))
			for range x.Len - k.FirstHashed(x, k.P.Words) {
				places += layout.HashStart
				zeros += layout.Mixed(places, 0)
			}
		}
		r.Hash.Body = k.Inside(func() {
			k.situation()
			h := k.Differences(list, false)
			k.Add(ir.Give(ir.Calc(ir.Add, ir.Read(h), ir.Calc(ir.Add, ir.At(gain, ir.Num(0)), ir.Long(zeros)))))
		})
		r.Number.Body = k.Inside(k.noteNumbered)
		r.Rebase.Body = k.Inside(func() {
			k.situation()
			h := k.Differences(list, true)
			k.Add(ir.Write(gain, ir.Num(0), ir.Calc(ir.Add, ir.Read(h), ir.At(gain, ir.Num(0)))),
				ir.Give(ir.Calc(ir.Add, ir.At(gain, ir.Num(0)), ir.Long(zeros))))
		})
	})
	return r
}

// remember keeps the position at the end of a move of the mover (part 3, §11 step 13).
func (k *Lowerer) remember() {
	r := k.Repetition
	if r == nil {
		return
	}
	changed := ir.Calc(ir.Ne, k.Fields.Get(layout.Prev), ir.Num(k.Mover))
	if r.InTurn {
		k.If(changed, func() { k.Add(ir.Write(r.Length, ir.Num(0), ir.Num(0))) })
		k.NoteHash(ir.Invoke(k.hashes().Rebase))
		return
	}
	k.If(changed, func() {
		k.NoteHash(ir.Invoke(k.hashes().Rebase))
		k.Call(r.Number)
	})
}

// IsRepeat reports whether the position is one of those so far.
func (k *Lowerer) IsRepeat(e *lgdl.Expr) *ir.Expr {
	if k.as != nil && k.Repetition.Situation != nil {
		k.No(e, "situations in which another player is taken for the mover")
	}
	return k.SeenBefore(k.hashed())
}

// unrepeated lowers moves of which those are left out that bring back a position, or lose, where a rule is against
// them.
func (k *Lowerer) unrepeated(f func()) {
	if !k.G.Repeats() {
		k.surviving(f)
		return
	}
	k.filtered(filter{repeats: true, holds: func() *ir.Expr { return ir.Calc(ir.Not, k.SeenBefore(k.hashed())) }},
		func() { k.surviving(f) })
}
