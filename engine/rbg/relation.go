package rbg

import (
	"encoding/binary"
	"math/bits"
	"strings"
)

// maxFolded is the largest board on which walks that only shift are folded
// into relations: a relation takes vertices²/8 bytes. On larger boards they
// are walked edge by edge.
const maxFolded = 1024

// relation is a set of (from, to) pairs of vertices: where a walk that only
// shifts may lead. Relations are interned, so equal ones are the same pointer.
type relation struct {
	id      int
	one     []int32    // the target or -1, when no vertex has two targets
	uniform bool       // every vertex leads to the same targets
	lists   [][]int32  // targets in ascending order, equal rows shared; nil if one is set
	bits    [][]uint64 // the same as bit sets; nil on boards that are not folded
}

// relations makes and interns the relations of one board.
type relations struct {
	n, words int
	fold     bool
	byKey    map[string]*relation
	identity *relation
	none     *relation
}

func newRelations(n int) *relations {
	r := &relations{n: n, words: (n + 63) / 64, fold: n <= maxFolded, byKey: map[string]*relation{}}
	self, none := make([]int32, n), make([]int32, n)
	for v := range self {
		self[v], none[v] = int32(v), -1
	}
	r.identity, r.none = r.ofTargets(self), r.ofTargets(none)
	return r
}

// ofTargets is the relation with at most one target (else -1) per vertex.
func (r *relations) ofTargets(one []int32) *relation {
	if r.fold {
		rows := r.empty()
		for v, t := range one {
			if t >= 0 {
				rows[v][t>>6] |= 1 << (t & 63)
			}
		}
		return r.ofBits(rows)
	}
	key := make([]byte, 0, 4*len(one))
	for _, t := range one {
		key = binary.LittleEndian.AppendUint32(key, uint32(t))
	}
	return r.intern(string(key), func() *relation { return &relation{one: one} })
}

func (r *relations) intern(key string, build func() *relation) *relation {
	if old := r.byKey[key]; old != nil {
		return old
	}
	rel := build()
	rel.id = len(r.byKey)
	r.byKey[key] = rel
	return rel
}

func (r *relations) empty() [][]uint64 {
	flat := make([]uint64, r.n*r.words)
	rows := make([][]uint64, r.n)
	for v := range rows {
		rows[v] = flat[v*r.words : (v+1)*r.words : (v+1)*r.words]
	}
	return rows
}

func rowKey(row []uint64) string {
	key := make([]byte, 0, 8*len(row))
	for _, w := range row {
		key = binary.LittleEndian.AppendUint64(key, w)
	}
	return string(key)
}

func (r *relations) ofBits(rows [][]uint64) *relation {
	var key strings.Builder
	for _, row := range rows {
		key.WriteString(rowKey(row))
	}
	return r.intern(key.String(), func() *relation {
		rel := &relation{bits: rows, one: make([]int32, r.n), lists: make([][]int32, r.n)}
		shared := map[string][]int32{}
		for v, row := range rows {
			k := rowKey(row)
			list, ok := shared[k]
			if !ok {
				list = members(row)
				shared[k] = list
			}
			rel.lists[v] = list
			switch {
			case rel.one == nil:
			case len(list) == 0:
				rel.one[v] = -1
			case len(list) == 1:
				rel.one[v] = list[0]
			default:
				rel.one = nil
			}
		}
		rel.uniform = len(shared) == 1
		if rel.one != nil {
			rel.lists = nil
		}
		return rel
	})
}

func members(row []uint64) []int32 {
	list := []int32{}
	for k, w := range row {
		for ; w != 0; w &= w - 1 {
			list = append(list, int32(k<<6+bits.TrailingZeros64(w)))
		}
	}
	return list
}

// targets calls f for every target of v.
func (rel *relation) targets(v int32, f func(int32)) {
	if rel.one != nil {
		if t := rel.one[v]; t >= 0 {
			f(t)
		}
		return
	}
	for _, t := range rel.lists[v] {
		f(t)
	}
}

// compose is a followed by b. The board must be folded.
func (r *relations) compose(a, b *relation) *relation {
	switch {
	case a == r.identity:
		return b
	case b == r.identity:
		return a
	}
	rows := r.empty()
	for v := range rows {
		a.targets(int32(v), func(t int32) { orInto(rows[v], b.bits[t]) })
	}
	return r.ofBits(rows)
}

func orInto(dst, src []uint64) {
	for k, w := range src {
		dst[k] |= w
	}
}

// union is a or b. The board must be folded.
func (r *relations) union(a, b *relation) *relation {
	if a == b {
		return a
	}
	rows := r.empty()
	for v := range rows {
		orInto(rows[v], a.bits[v])
		orInto(rows[v], b.bits[v])
	}
	return r.ofBits(rows)
}

// star is a repeated any number of times. The board must be folded.
func (r *relations) star(a *relation) *relation {
	rows := r.empty()
	var todo []int32
	for v, row := range rows {
		row[v>>6] |= 1 << (v & 63)
		todo = append(todo[:0], int32(v))
		for len(todo) > 0 {
			x := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			a.targets(x, func(t int32) {
				if row[t>>6]>>(t&63)&1 == 0 {
					row[t>>6] |= 1 << (t & 63)
					todo = append(todo, t)
				}
			})
		}
	}
	return r.ofBits(rows)
}

// filter keeps a vertex where it is if a leads (want) or does not lead (!want)
// somewhere from it.
func (r *relations) filter(a *relation, want bool) *relation {
	one := make([]int32, r.n)
	for v := range one {
		one[v] = -1
		leads := false
		a.targets(int32(v), func(int32) { leads = true })
		if leads == want {
			one[v] = int32(v)
		}
	}
	return r.ofTargets(one)
}
