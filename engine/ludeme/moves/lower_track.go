package moves

import (
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// lowerMaxDistance lowers moves along a track, which are all of them where there is one. Its
// consequents never run.
func lowerMaxDistance(k *lower.Lowerer, e *lgdl.Expr) {
	a := clause.MaxDistance(e)
	if k.TrackOf(a.String(), a.RoleType()) != nil {
		k.Moves(a.Moves())
	}
}

// lowerFirstMoveOnTrack lowers the moves of the first site along a track that has any. Its
// consequents never run.
func lowerFirstMoveOnTrack(k *lower.Lowerer, e *lgdl.Expr) {
	a := clause.FirstMoveOnTrack(e)
	t := k.TrackOf(a.String(), a.RoleType())
	if t == nil {
		return
	}
	var sites []int32
	for i := range t.Elems {
		if s := t.Elems[i].Site; s >= 0 {
			sites = append(sites, int32(s))
		}
	}
	k.Scope("track", func(end *ir.Label) {
		k.Row(k.Rows("track", [][]int32{sites}), ir.Num(0), func(site *ir.Expr) {
			k.Env.Site = site
			k.MovesIfAny(a.Moves(), end)
		})
	})
}
