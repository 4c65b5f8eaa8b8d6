package reconstruct

import (
	"slices"
	"sort"
)

// Joint is a Prior that knows fillers to have been seen together. With the probability share all holes that
// take fillers from the library are filled as one donor has them, else each hole by itself.
type Joint interface {
	Prior
	// Together returns the share, from 0 to below 1, and how much each donor counts in it. It is a pure
	// function of the skeleton.
	Together(s *Skeleton) (share float64, weight func(*Donor) float64)
}

// tuple is a candidate for each of the joint slots of a variant, as some donors have them together.
type tuple struct {
	idx   []int   // by slot; 0 in slots that are free
	extra float64 // what the donors add to the product of the weights of the joint slots
}

// together is the joint part of a variant.
type together struct {
	slots  []bool // whether each slot is joint; the others are free
	tuples []*tuple
	byIdx  map[string]*tuple
	sums   []float64 // of extra up to each
}

// tuplesMost bounds the combinations of the fillers that one donor has in the places of several holes.
const tuplesMost = 1_000

// join finds which candidates of a variant donors have together, and weighs them so that together they have
// the share of all.
func (x *Space) join(v *variant, l *Library) {
	prior, ok := x.Prior.(Joint)
	if !ok || l == nil {
		return
	}
	share, weight := prior.Together(x.Skeleton)
	t := &together{slots: make([]bool, len(v.slots)), byIdx: map[string]*tuple{}}
	joint, product := 0, 1.0
	for i, s := range v.slots {
		if t.slots[i] = s.hole.Open(); t.slots[i] {
			joint++
			product *= s.total
		}
	}
	if joint < 2 || share <= 0 || product <= 0 {
		return
	}
	have := v.byDonor(t.slots)
	total := 0.0
	for _, d := range l.Donors {
		lists := have[d]
		w := weight(d)
		if lists == nil || w <= 0 || slices.ContainsFunc(lists, func(c []int) bool { return len(c) == 0 }) {
			continue
		}
		ways := 1
		for _, c := range lists {
			ways = min(ways*len(c), tuplesMost+1)
		}
		ways = min(ways, tuplesMost)
		which := make([]int, len(lists))
		for range ways {
			idx := make([]int, len(lists))
			for i := range lists {
				idx[i] = lists[i][which[i]]
			}
			key := t.key(idx)
			if t.byIdx[key] == nil {
				t.byIdx[key] = &tuple{idx: idx}
				t.tuples = append(t.tuples, t.byIdx[key])
			}
			t.byIdx[key].extra += w / float64(ways)
			for i := len(which) - 1; i >= 0; i-- {
				if which[i]++; which[i] < len(lists[i]) {
					break
				}
				which[i] = 0
			}
		}
		total += w
	}
	if total == 0 {
		return
	}
	sum := 0.0
	for _, k := range t.tuples {
		k.extra *= share / (1 - share) * product / total
		sum += k.extra
		t.sums = append(t.sums, sum)
	}
	v.together = t
}

// byDonor lists, for every donor, by slot the candidates that are all that it has in the place, in the most
// similar surroundings; in free slots the first candidate stands for all.
func (v *variant) byDonor(joint []bool) map[*Donor][][]int {
	have := map[*Donor][][]int{}
	agrees := map[*Donor][]int{}
	for i, s := range v.slots {
		if !joint[i] {
			continue
		}
		for n, c := range s.cands {
			for _, from := range c.Sources {
				if from.Part != Whole {
					continue
				}
				if have[from.Donor] == nil {
					have[from.Donor], agrees[from.Donor] = make([][]int, len(v.slots)), make([]int, len(v.slots))
				}
				list := &have[from.Donor][i]
				switch best := &agrees[from.Donor][i]; {
				case from.Agrees > *best:
					*best, *list = from.Agrees, []int{n}
				case from.Agrees == *best && !slices.Contains(*list, n):
					*list = append(*list, n)
				}
			}
		}
	}
	for _, lists := range have {
		for i := range lists {
			if !joint[i] {
				lists[i] = []int{0}
			}
		}
	}
	return have
}

// key identifies the candidates in the joint slots.
func (t *together) key(idx []int) string {
	b := make([]byte, 0, 4*len(idx))
	for i, n := range idx {
		if t.slots[i] {
			b = append(b, byte(n), byte(n>>8), byte(n>>16), ' ')
		}
	}
	return string(b)
}

// find returns the tuple that a choice of candidates has in the joint slots, nil for none.
func (v *variant) find(idx []int) *tuple {
	if v.together == nil {
		return nil
	}
	return v.together.byIdx[v.together.key(idx)]
}

// weight is the weight of a choice of candidates, with what donors add that have them together.
func (v *variant) weight(idx []int) float64 {
	free, joint := v.base, 1.0
	for i, s := range v.slots {
		if v.together != nil && v.together.slots[i] {
			joint *= s.cands[idx[i]].weight
		} else {
			free *= s.cands[idx[i]].weight
		}
	}
	if t := v.find(idx); t != nil {
		joint += t.extra
	}
	return free * joint
}

// masses are the sums of the weights of all choices of candidates of a variant: of those by hole, and of what
// donors add.
func (v *variant) masses() (alone, joint float64) {
	alone, joint = v.base, v.base
	for i, s := range v.slots {
		alone *= s.total
		if v.together != nil && !v.together.slots[i] {
			joint *= s.total
		}
	}
	if v.together == nil {
		return alone, 0
	}
	return alone, joint * v.together.sums[len(v.together.sums)-1]
}

// masses of the candidates of one slot: the sums of the weights of the choices that have them.
func (v *variant) massesOf(slot int) []float64 {
	s := v.slots[slot]
	m := make([]float64, len(s.cands))
	alone, joint := v.masses()
	others := alone / s.total
	if joint > 0 && !v.together.slots[slot] {
		others += joint / s.total
	}
	for n, c := range s.cands {
		m[n] = others * c.weight
	}
	if joint > 0 && v.together.slots[slot] {
		sum := v.together.sums[len(v.together.sums)-1]
		for _, t := range v.together.tuples {
			m[t.idx[slot]] += joint * t.extra / sum
		}
	}
	return m
}

// byMass sorts candidates by falling mass; of equals those come first that were before.
type byMass struct {
	list []*Candidate
	mass []float64
}

func (b byMass) Len() int           { return len(b.list) }
func (b byMass) Less(i, j int) bool { return b.mass[i] > b.mass[j] }
func (b byMass) Swap(i, j int) {
	b.list[i], b.list[j] = b.list[j], b.list[i]
	b.mass[i], b.mass[j] = b.mass[j], b.mass[i]
}

// Candidates returns the candidates of a hole, heaviest first, with the sums of the weights of the ways to choose
// candidates for all holes that have them; divided by their sum they are the probabilities before names are
// bound. It returns nil for the number of a hole that only stands in a choice that does not fit.
func (x *Space) Candidates(hole int) (list []*Candidate, masses []float64) {
	at := map[*Candidate]int{}
	note := func(c *Candidate, mass float64) {
		i, known := at[c]
		if !known {
			i = len(list)
			at[c] = i
			list, masses = append(list, c), append(masses, 0)
		}
		masses[i] += mass
	}
	h := x.Skeleton.Holes[hole]
	for _, v := range x.variants {
		for _, p := range v.fixed {
			if p.hole == h {
				alone, joint := v.masses()
				note(p.c, alone+joint)
			}
		}
		for i, s := range v.slots {
			if s.hole == h {
				for n, mass := range v.massesOf(i) {
					note(s.cands[n].Candidate, mass)
				}
			}
		}
	}
	sort.Stable(byMass{list, masses})
	return list, masses
}
