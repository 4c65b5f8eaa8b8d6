package position

import (
	"slices"

	"github.com/astragal/astragal/engine/lgdl"
)

// The keys of maps up to maxKey have places in a table; of others, which are compared one by one, there may be a few.
const (
	maxKey     = 1 << 12
	maxFarKeys = 16
)

// FarKeys are the keys of the maps of a name that have no places in the table, in order.
func (k *Code) FarKeys(name *lgdl.Expr) (list []int) {
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

// Mapped are the entries for the keys from 0 to the number of sites and players, or to the last one that maps have.
func (k *Code) Mapped(name *lgdl.Expr) []int64 {
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
