package lower

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/ir/transform"
	"github.com/astragal/astragal/engine/internal/layout"
)

// placed are the fields that tell what stands where, in a program of which little is kept, for those who have sets tell
// it alone; nil where one of them may tell something else.
func (k *Lowerer) placed() *transform.Placed {
	f := &k.Fields
	if k.off("bysets") || k.Stacked() || k.puzzle != nil || k.Large != nil || f.Count != nil || f.Owned != nil ||
		f.Playable != nil || f.Layers != [3]*layout.Layer{} {
		return nil
	}
	all := make(game.Set, k.P.Words)
	all.Fill(0, f.Sites)
	return &transform.Placed{What: f.What, At: f.At, Empty: f.Empty, N: f.Comps, Sites: all,
		Hidden: k.off(anyPosition) && !k.off(inMatch)}
}

// byValue has sets of sites kept by the numbers of pieces, where some are asked for.
func (k *Lowerer) byValue() {
	f := &k.Fields
	if k.off("byvalue") || k.puzzle != nil {
		return
	}
	data := f.Data()
	list := data[:]
	if k.Stacked() {
		list = []*ir.Field{f.Stacks.Size}
	}
	for _, x := range list {
		if x == nil {
			continue
		}
		if v := transform.ByValue(k.P, x, k.Stacked() && f.Stacks.Bounded); v != nil {
			f.Valued = append(f.Valued, v)
			if k.off(anyPosition) && !k.off(inMatch) {
				transform.Unread(v, k.P)
			}
		}
	}
}

// levelsByValue has sets of levels kept by component, where some are asked for.
func (k *Lowerer) levelsByValue() {
	s := k.Fields.Stacks
	if s == nil {
		return
	}
	if s.By != nil {
		s.By.Onto = s.Onto
		transform.KeepByValue(k.P, s.By)
		s.By.Onto = nil
		k.Fields.Valued = append(k.Fields.Valued, s.By)
	}
	s.Onto = nil
}
