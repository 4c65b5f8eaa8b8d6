package lower

import (
	"math/bits"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/internal/position"
	"github.com/astragal/astragal/engine/lgdl"
)

// Games with stacks keep the top of every stack where other games keep their pieces
// (Fields.What, Fields.At), so that whoever asks what stands on a site pays nothing for
// the levels below it. These lie in an array of their own, with so many places for each
// site. Beside them the position lists of part 3, §6 of the specification are kept as
// they are, with entries that have become stale: rules read them without looking at the
// stacks, and nothing else tells what they find.

// Hollow reports whether moves may take a level from where there is none, as entries of the position lists say that are
// stale: then nothing comes along as a level of its own (part 3, §7), on a site that is not empty.
func (k *Lowerer) hollow() bool {
	return !k.G.Boardless && !k.G.Has(game.Card) && !k.G.Has(game.InternalLoop) && !k.Mirrored() &&
		k.Rules.AnyRule(func(e *lgdl.Expr) bool { return e.Is("from") && e.Arg("level") != nil })
}

func (k *Lowerer) stackFields() {
	f, p := &k.Fields, k.P
	if k.ComponentElem() != ir.U8 {
		k.No(k.G.Root(), "stacks of more than 255 components")
	}
	if k.startPieces(); k.G.LargeStack || k.highest > position.MaxHeight {
		f.Height = position.MaxLargeHeight
	}
	s := &layout.Stacks{}
	if most := k.boundedHeight(); most > 0 && !k.off("byvalue") {
		f.Height, s.Bounded, s.Most = 1<<bits.Len(uint(most-1)), true, most
		s.Onto = map[*ir.Stmt]bool{}
	}
	s.Size = p.Field("size", ir.State, ir.U8, f.Sites)
	s.Level = p.Field("levels", ir.State, ir.U8, f.Sites*f.Height)
	for d, kept := range f.Kept {
		if kept {
			s.Data[d] = p.Field("levels."+position.DatumNames[d], ir.State, ir.Int, f.Sites*f.Height)
		}
	}
	f.Stacks = s
	s.Hollow = k.hollow()
}

// ClearLevel takes the piece at a level out of a stack.
func (k *Lowerer) ClearLevel(site, level *ir.Expr) {
	k.Acts(game.ActRemove, site, site)
	k.Observer.CountRemoval(site, level)
	k.clearLevel(site, level)
}

func (k *Lowerer) clearLevel(site, level *ir.Expr) {
	if k.Mirrored() && !level.Is(0) {
		// By the rules the piece on top goes where there is no such level, but stays listed.
		n := k.Temp("n", k.SizeAt(site))
		k.SpoilIf(ir.All(ir.Calc(ir.Le, n, level), n))
	}
	what := k.Temp("what", ir.Invoke(k.Drop(), site, level))
	k.If(ir.Calc(ir.Ne, what, ir.Num(0)), func() {
		k.UnlistLevel(what, site, level)
		k.TrackRemove(what, site)
	})
}

// Arrive says at which level the move that is lowered arrives, from 0 on.
func (k *Lowerer) Arrive(level *ir.Expr) {
	if k.TellsArrival {
		k.arrived = level
	}
}
