package reconstruct

import (
	"math/big"
)

// Count is how many completions a space has. Completions are counted by their fillers and
// bindings: where different fillers make the same text each counts.
type Count struct {
	Holes []int    // number of candidates of each hole
	Total *big.Int // of the completions, or an upper bound
	Exact bool
}

// combinationsMost bounds the combinations of what holes offer to rules that Count goes
// through.
const combinationsMost = 200_000

// Count counts the completions: exactly where the holes that declare things offer no more
// than combinationsMost combinations of them.
func (x *Space) Count() Count {
	c := Count{Total: new(big.Int), Exact: true}
	for i := range x.Skeleton.Holes {
		list, _ := x.Candidates(i)
		c.Holes = append(c.Holes, len(list))
	}
	for _, v := range x.variants {
		n, exact := x.count(v)
		c.Total.Add(c.Total, n)
		c.Exact = c.Exact && exact
	}
	return c
}

// kinds are the candidates of a slot that offer the same, by the number of their kind, and the
// index of the first of each.
type kinds struct {
	first   []int
	members [][]*weighted
}

func kindsOf(s *slot) kinds {
	var k kinds
	at := map[int]int{}
	for i, c := range s.cands {
		kind := c.kind
		if !s.defines {
			kind = 0
		}
		n, known := at[kind]
		if !known {
			n = len(k.first)
			at[kind] = n
			k.first, k.members = append(k.first, i), append(k.members, nil)
		}
		k.members[n] = append(k.members[n], c)
	}
	return k
}

// count goes through the combinations of what the holes offer; given one, the holes are
// independent, and the numbers of their bound fillers multiply.
func (x *Space) count(v *variant) (*big.Int, bool) {
	total := new(big.Int)
	all := make([]kinds, len(v.slots))
	combos := 1.0
	for i, s := range v.slots {
		if len(s.cands) == 0 {
			return total, true
		}
		all[i] = kindsOf(s)
		combos *= float64(len(all[i].first))
	}
	k := newChooser(x)
	if combos > combinationsMost {
		return x.most(k, v, all), false
	}
	type part struct {
		slot, kind int
		offer      string
	}
	parts := map[part]int64{}
	eachCombination(all, func(which, idx []int) {
		product := big.NewInt(1)
		if len(v.slots) > 0 {
			o := k.offer(v, idx)
			for i := range v.slots {
				key := part{i, which[i], o.text}
				n, known := parts[key]
				if !known {
					for _, c := range all[i].members[which[i]] {
						n += int64(len(k.bindings(c, o).list))
					}
					parts[key] = n
				}
				product.Mul(product, big.NewInt(n))
			}
		}
		total.Add(total, product)
	})
	return total, true
}

// eachCombination calls f with every combination of kinds, and the first candidate of each.
func eachCombination(all []kinds, f func(which, idx []int)) {
	which, idx := make([]int, len(all)), make([]int, len(all))
	for more := true; more; {
		for i := range which {
			idx[i] = all[i].first[which[i]]
		}
		f(which, idx)
		more = false
		for i := len(which) - 1; i >= 0; i-- {
			if which[i]++; which[i] < len(all[i].first) {
				more = true
				break
			}
			which[i] = 0
		}
	}
}

// most bounds the number of completions of a variant from above: every filler may be bound in
// as many ways as there are by what all candidates together offer.
func (x *Space) most(k *chooser, v *variant, all []kinds) *big.Int {
	var widest [classes]int
	players := 0
	base := k.offer(v, make([]int, len(v.slots)))
	for c := range classes {
		widest[c] = len(base.things[c])
	}
	players = max(base.players, 1)
	for i, s := range v.slots {
		idx := make([]int, len(v.slots))
		var add [classes]int
		for _, first := range all[i].first {
			idx[i] = first
			if !s.defines {
				break
			}
			o := k.offer(v, idx)
			players = max(players, o.players)
			for c := range classes {
				add[c] = max(add[c], len(o.things[c]))
			}
		}
		for c := range classes {
			widest[c] += add[c]
		}
	}
	total := big.NewInt(1)
	for _, s := range v.slots {
		sum := new(big.Int)
		for _, c := range s.cands {
			ways := big.NewInt(1)
			for r := range c.pattern.roles {
				ways.Mul(ways, big.NewInt(int64(max(1, players-r))))
			}
			for _, name := range c.pattern.vars {
				ways.Mul(ways, big.NewInt(int64(max(1, widest[name.class]))))
			}
			if limit := big.NewInt(bindingsMost); ways.Cmp(limit) > 0 {
				ways = limit
			}
			sum.Add(sum, ways)
		}
		total.Mul(total, sum)
	}
	return total
}
