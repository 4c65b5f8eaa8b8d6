package lower

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
)

// placed are the fields that tell what stands where, in a program of which little is kept, for those who have sets tell
// it alone; nil where one of them may tell something else.
func (k *Lowerer) placed() *ir.Placed {
	f := &k.Fields
	if k.off("bysets") || k.Stacked() || k.puzzle != nil || k.large != nil || f.count != nil || f.owned != nil ||
		f.playable != nil || f.layers != [3]*layer{} {
		return nil
	}
	all := make(game.Set, k.P.Words)
	all.Fill(0, f.sites)
	return &ir.Placed{What: f.What, At: f.At, Empty: f.empty, N: f.comps, Sites: all,
		Hidden: k.off(anyPosition) && !k.off(inMatch)}
}
