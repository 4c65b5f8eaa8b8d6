package moves

import (
	"strings"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// lowerTrack is the track of a name and an owner, either of which may be nil; nil if there
// is none.
func lowerTrack(k *lower.Lowerer, name, role *lgdl.Expr) *board.Track {
	owner := int64(-1)
	if name != nil && role != nil {
		var ok bool
		if owner, ok = k.Role(role).Number(); !ok {
			k.No(role, "a track of a player who is not known before")
		}
	}
	for _, t := range k.G.Tracks {
		switch {
		case name == nil, owner < 0 && t.Name == name.Text,
			owner >= 0 && int64(t.Owner) == owner && strings.Contains(t.Name, name.Text):
			return t
		}
	}
	return nil
}

// lowerMaxDistance lowers moves along a track, which are all of them where there is one. Its
// consequents never run.
func lowerMaxDistance(k *lower.Lowerer, e *lgdl.Expr) {
	a := clause.MaxDistance(e)
	if lowerTrack(k, a.String(), a.RoleType()) != nil {
		k.Moves(a.Moves())
	}
}

// lowerFirstMoveOnTrack lowers the moves of the first site along a track that has any. Its
// consequents never run.
func lowerFirstMoveOnTrack(k *lower.Lowerer, e *lgdl.Expr) {
	a := clause.FirstMoveOnTrack(e)
	t := lowerTrack(k, a.String(), a.RoleType())
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
			gen := k.Sub("part", func() { k.Moves(a.Moves()) })
			k.If(k.ExistsIn(gen), func() {
				k.GenerateFrom(gen)
				k.Add(ir.Leave(end))
			})
		})
	})
}
