package lower

import (
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/lgdl"
)

// MapEntry is what the maps of a name, nil for all, make of a number: of most numbers themselves.
func (k *Lowerer) MapEntry(name *lgdl.Expr, n *ir.Expr) *ir.Expr {
	key := "of any name"
	if name != nil {
		key = "named " + name.Text
	}
	t := k.TableOnce("map", key, ir.I16, func() []int64 { return k.Mapped(name) })
	v := ir.Cond(ir.Calc(ir.Below, n, ir.Num(t.Len)), ir.At(t, n), n)
	far, ok := k.far[key]
	if !ok {
		if k.far == nil {
			k.far = map[string][]int{}
		}
		far = k.FarKeys(name)
		k.far[key] = far
	}
	for _, far := range far {
		v = ir.Cond(ir.Calc(ir.Eq, n, ir.Num(far)), ir.Num(k.G.MapEntry(name, far)), v)
	}
	return v
}
