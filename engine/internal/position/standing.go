package position

import (
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
)

// CompareLevels is compare for the levels of a stack that is as high as size and was as high as before.
func (k *Code) CompareLevels(t *layout.Stood, site, size, before *ir.Expr,
	differ func(i int, site, at, now, was *ir.Expr), add func(level, by *ir.Expr)) {
	f := &k.Fields
	top := ir.Cond(ir.Calc(ir.Lt, size, before), before, size)
	if len(t.Fields) > 2 { // what lies above a stack tells positions apart
		top = ir.Num(f.Height)
	}
	k.Rounds(ir.Num(0), top, f.Height, func(level *ir.Expr) {
		at := k.Temp("place", k.LevelAt(site, level))
		for i, x := range t.Fields {
			if t.Levels[i] == 1 {
				continue
			}
			now, was := k.Temp("now", ir.At(x, at)), k.Temp("was", ir.At(t.Was[i], at))
			k.If(ir.Calc(ir.Ne, now, was), func() {
				if differ(i, site, at, now, was); x == f.Stacks.Level {
					add(now, ir.Num(1))
					add(was, ir.Num(-1))
				}
			})
		}
	})
}
