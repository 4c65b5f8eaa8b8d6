package gateway

import (
	"cmp"
	"context"
	"math/bits"
	"slices"
	"sync"
	"time"

	"github.com/astragal/astragal/engine/concept"
	"github.com/astragal/astragal/pkg/catalogue"
)

// kin knows which rulesets are near which, by the concepts that they have, and why. It
// holds the concepts of all listed rulesets in memory, a few hundred bytes each.
type kin struct {
	catalogue *catalogue.Catalogue

	mu       sync.Mutex
	stamp    string
	made     time.Time
	patience time.Duration
	index    *conceptIndex
}

// conceptIndex is what kin knows at one moment; it does not change.
type conceptIndex struct {
	names   []string // by bit
	parent  []int    // bit of the concept above, -1 for none
	telling []bool   // whether the concept is about how a game is played
	// offerable reports whether a concept may narrow the library.
	offerable []bool
	holders   []int // rulesets that have the concept
	rulesets  []kinRuleset
	at        map[string]int
	// narrowing are the concepts by which the library is narrowed.
	narrowing []string
}

type kinRuleset struct {
	Hash, Game, Ruleset, Culture string
	bits                         []uint64
	size                         int
}

// Relative is a ruleset near another one, with the reasons.
type Relative struct {
	Hash, Game, Ruleset, Culture string
	// Distance is one minus the shared over the united concepts (Jaccard).
	Distance float64
	Shared   int
	// Rare are shared concepts that few rulesets have, Here those of the first only and
	// There of the other only, the rarest first: none that follows from another one named.
	Rare, Here, There []string
}

// Related are the rulesets near one.
type Related struct {
	Siblings []Relative // rulesets of the same game
	Nearest  []Relative // of other games, the nearest ruleset of each
}

// patienceFactor is how many times as long as making it took something remembered is used
// although it may have changed: while rulesets are imported they change all the time, and
// making it anew must not take more than a small share of it.
const patienceFactor = 20

// current returns the index, made anew when rulesets have changed; at once when it does
// not have the ruleset of a hash that is not "".
func (k *kin) current(ctx context.Context, hash string) (*conceptIndex, error) {
	stamp, err := k.catalogue.ConceptStamp(ctx)
	if err != nil {
		return nil, err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.index != nil {
		_, known := k.index.at[hash]
		if stamp == k.stamp || (known || hash == "") && time.Since(k.made) < k.patience {
			return k.index, nil
		}
	}
	start := time.Now()
	index, err := indexConcepts(ctx, k.catalogue)
	if err != nil {
		return nil, err
	}
	k.stamp, k.made, k.index, k.patience = stamp, time.Now(), index, patienceFactor*time.Since(start)
	return index, nil
}

func indexConcepts(ctx context.Context, c *catalogue.Catalogue) (*conceptIndex, error) {
	x := &conceptIndex{at: map[string]int{}}
	bit := map[string]int{}
	list := concept.Catalogue()
	for i, k := range list {
		bit[k.Name] = i
		x.names = append(x.names, k.Name)
		x.telling = append(x.telling, k.Telling())
		x.offerable = append(x.offerable, offerable(&list[i]))
	}
	for _, k := range list {
		if above, ok := bit[k.Parent]; ok {
			x.parent = append(x.parent, above)
		} else {
			x.parent = append(x.parent, -1)
		}
	}
	x.holders = make([]int, len(list))
	err := c.ConceptSets(ctx, func(s catalogue.ConceptSet) {
		r := kinRuleset{
			Hash:    s.Hash,
			Game:    s.Game,
			Ruleset: s.Ruleset,
			Culture: s.Culture,
			bits:    make([]uint64, (len(list)+63)/64),
		}
		for _, name := range s.Concepts {
			if b, ok := bit[name]; ok {
				r.bits[b/64] |= 1 << (b % 64)
				r.size++
				x.holders[b]++
			}
		}
		x.at[s.Hash] = len(x.rulesets)
		x.rulesets = append(x.rulesets, r)
	})
	x.narrowing = x.offered(offeredConcepts)
	return x, err
}

// related returns the rulesets nearest to one; false when it is not listed.
func (x *conceptIndex) related(hash string, siblings, nearest int) (rel Related, ok bool) {
	i, ok := x.at[hash]
	if !ok {
		return rel, false
	}
	a := &x.rulesets[i]
	for j := range x.rulesets {
		b := &x.rulesets[j]
		if i == j {
			continue
		}
		shared := 0
		for w := range a.bits {
			shared += bits.OnesCount64(a.bits[w] & b.bits[w])
		}
		r := Relative{Hash: b.Hash, Game: b.Game, Ruleset: b.Ruleset, Culture: b.Culture, Shared: shared}
		if union := a.size + b.size - shared; union > 0 {
			r.Distance = 1 - float64(shared)/float64(union)
		}
		if b.Game == a.Game {
			rel.Siblings = append(rel.Siblings, r)
		} else {
			rel.Nearest = append(rel.Nearest, r)
		}
	}
	for _, list := range []struct {
		of   *[]Relative
		most int
	}{{&rel.Siblings, siblings}, {&rel.Nearest, nearest}} {
		slices.SortStableFunc(*list.of, func(a, b Relative) int { return cmp.Compare(a.Distance, b.Distance) })
		if list.of == &rel.Nearest { // one ruleset of a game stands for all
			seen := map[string]bool{}
			*list.of = slices.DeleteFunc(*list.of, func(r Relative) bool {
				again := seen[r.Game]
				seen[r.Game] = true
				return again
			})
		}
		*list.of = (*list.of)[:min(list.most, len(*list.of))]
		for j := range *list.of {
			r := &(*list.of)[j]
			b := &x.rulesets[x.at[r.Hash]]
			r.Rare = x.reasons(6, func(w int) uint64 { return a.bits[w] & b.bits[w] })
			r.Here = x.reasons(4, func(w int) uint64 { return a.bits[w] &^ b.bits[w] })
			r.There = x.reasons(4, func(w int) uint64 { return b.bits[w] &^ a.bits[w] })
		}
	}
	return rel, true
}

// reasons names at most so many concepts of a set, the rarest first: those about how a
// game is played that no other concept of the set implies.
func (x *conceptIndex) reasons(most int, word func(w int) uint64) (names []string) {
	var set []int
	implied := map[int]bool{}
	for b := range x.names {
		if word(b/64)>>(b%64)&1 == 0 {
			continue
		}
		for above := x.parent[b]; above >= 0; above = x.parent[above] {
			implied[above] = true
		}
		if x.telling[b] {
			set = append(set, b)
		}
	}
	set = slices.DeleteFunc(set, func(b int) bool { return implied[b] })
	slices.SortStableFunc(set, func(a, b int) int { return cmp.Compare(x.holders[a], x.holders[b]) })
	for _, b := range set[:min(most, len(set))] {
		names = append(names, x.names[b])
	}
	return names
}

// Bounds of what a page says of relatives.
const maxSiblings, maxNearest = 12, 8

func (s *service) Related(ctx context.Context, hash string) (Related, error) {
	index, err := s.kin.current(ctx, hash)
	if err != nil {
		return Related{}, err
	}
	rel, _ := index.related(hash, maxSiblings, maxNearest)
	return rel, nil
}

// warm reads what the first pages need before anybody asks for them. It may fail: they
// will read it themselves then.
func (s *service) warm(ctx context.Context) { s.kin.current(ctx, "") }
