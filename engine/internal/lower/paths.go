package lower

import (
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/lgdl"
)

// EachPathStart adds what f adds for the sites where paths of tiles begin, in ascending order: one that a clause says,
// those of a region, or all to which the last move and its actions went. It may leave by the label.
func (k *Lowerer) EachPathStart(e, site, region *lgdl.Expr, f func(start *ir.Expr, end *ir.Label)) {
	k.Scope("starts", func(end *ir.Label) {
		if site != nil {
			f(k.Temp("start", k.Int(site)), end)
			return
		}
		var starts *ir.Expr
		if region != nil {
			starts = k.Region(region)
		} else {
			all, last := k.went(e, true)
			k.If(ir.Calc(ir.Lt, last, ir.Num(0)), func() { f(last, end) })
			starts = all
		}
		k.Each(starts, func(s *ir.Expr) { f(s, end) })
	})
}
