package lower

import (
	"slices"

	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/lgdl"
)

// The keys of maps up to maxKey have places in a table; of others, which are compared one by one, there may be a few.
const (
	maxKey     = 1 << 12
	maxFarKeys = 16
)

// MapEntry is what the maps of a name, nil for all, make of a number: of most numbers themselves.
func (k *Lowerer) MapEntry(name *lgdl.Expr, n *ir.Expr) *ir.Expr {
	key := "of any name"
	if name != nil {
		key = "named " + name.Text
	}
	t := k.TableOnce("map", key, ir.I16, func() []int64 { return k.mapped(name) })
	v := ir.Cond(ir.Calc(ir.Below, n, ir.Num(t.Len)), ir.At(t, n), n)
	far, ok := k.far[key]
	if !ok {
		if k.far == nil {
			k.far = map[string][]int{}
		}
		far = k.farKeys(name)
		k.far[key] = far
	}
	for _, far := range far {
		v = ir.Cond(ir.Calc(ir.Eq, n, ir.Num(far)), ir.Num(k.G.MapEntry(name, far)), v)
	}
	return v
}

// farKeys are the keys of the maps of a name that have no places in the table, in order.
func (k *Lowerer) farKeys(name *lgdl.Expr) (list []int) {
	for i := range k.G.Maps {
		if m := &k.G.Maps[i]; name == nil || m.Name == name.Text {
			for key := range m.Pair {
				if key < 0 || key > maxKey {
					list = append(list, key)
				}
			}
		}
	}
	if len(list) > maxFarKeys {
		k.No(name, "a map of large numbers")
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// mapped are the entries for the keys from 0 to the number of sites and players, or to the last one that maps have.
func (k *Lowerer) mapped(name *lgdl.Expr) []int64 {
	last := k.Fields.Sites + k.G.Players + 1
	for i := range k.G.Maps {
		for key := range k.G.Maps[i].Pair {
			if key <= maxKey {
				last = max(last, key)
			}
		}
	}
	values := make([]int64, last+1)
	for key := range values {
		values[key] = int64(k.G.MapEntry(name, key))
	}
	return values
}
