package rbg

import (
	"math/bits"
	"slices"
	"strings"
)

// maxShiftBoard bounds the boards on which shifts are put together, in vertices.
const maxShiftBoard = 1024

// shifts reports whether e only moves along the board.
func (e *expr) shifts() bool {
	switch e.kind {
	case eShift, eNoop:
		return true
	case eSeq, eAlt, eStar:
		return !slices.ContainsFunc(e.kids, func(k *expr) bool { return !k.shifts() })
	}
	return false
}

// ways has for every vertex the set of those that shifts lead to.
type ways struct {
	n, words int
	bits     []uint64
}

func newWays(n int) *ways {
	words := (n + 63) / 64
	return &ways{n, words, make([]uint64, n*words)}
}

func (w *ways) of(v int) []uint64 { return w.bits[v*w.words : (v+1)*w.words] }

func (w *ways) add(v, to int) { w.bits[v*w.words+to>>6] |= 1 << (to & 63) }

// join adds the ways of x, and reports whether there were new ones.
func (w *ways) join(x *ways) bool {
	more := false
	for i, y := range x.bits {
		more = more || y&^w.bits[i] != 0
		w.bits[i] |= y
	}
	return more
}

// then are the ways of w followed by those of x.
func (w *ways) then(x *ways) *ways {
	out := newWays(w.n)
	for v := range w.n {
		to := out.of(v)
		for k, set := range w.of(v) {
			for ; set != 0; set &= set - 1 {
				for i, y := range x.of(k<<6 + bits.TrailingZeros64(set)) {
					to[i] |= y
				}
			}
		}
	}
	return out
}

func staying(n int) *ways {
	w := newWays(n)
	for v := range n {
		w.add(v, v)
	}
	return w
}

// waysOf are the ways of an expression that only shifts.
func (r *regular) waysOf(e *expr) *ways {
	n := len(r.d.Vertices)
	switch e.kind {
	case eShift:
		w := newWays(n)
		for v := range r.d.Vertices {
			for _, x := range r.d.Vertices[v].Edges {
				if x.Label == e.num {
					w.add(v, x.Target)
				}
			}
		}
		return w
	case eSeq:
		w := staying(n)
		for _, k := range e.kids {
			w = w.then(r.waysOf(k))
		}
		return w
	case eAlt:
		w := newWays(n)
		for _, k := range e.kids {
			w.join(r.waysOf(k))
		}
		return w
	case eStar:
		w := staying(n)
		w.join(r.waysOf(e.kids[0]))
		for w.join(w.then(w)) {
		}
		return w
	}
	return staying(n) // eNoop
}

// shifts builds a sequence that only shifts as one step, if it is a function or leads from everywhere to the same
// vertices; otherwise it does nothing and returns false.
func (r *regular) shifts(kids []*expr, from, to int) bool {
	n := len(r.d.Vertices)
	label := -1
	if len(kids) == 1 && kids[0].kind == eShift {
		label = kids[0].num
	}
	for _, k := range kids {
		if !k.shifts() {
			return false
		}
	}
	if n > maxShiftBoard && label < 0 {
		return false
	}
	target := make([]int, n) // -1 for none
	most, same := 0, true
	var w *ways
	if label >= 0 {
		most = 1
		same = false
		for v := range r.d.Vertices {
			target[v] = -1
			for _, x := range r.d.Vertices[v].Edges {
				if x.Label == label {
					target[v] = x.Target
				}
			}
		}
	} else {
		w = staying(n)
		for _, k := range kids {
			w = w.then(r.waysOf(k))
		}
		for v := range n {
			count := 0
			target[v] = -1
			for k, x := range w.of(v) {
				if count += bits.OnesCount64(x); x != 0 {
					target[v] = k<<6 + bits.TrailingZeros64(x)
				}
			}
			most = max(most, count)
			same = same && slices.Equal(w.of(v), w.of(0))
		}
	}
	switch {
	case most == 0:
	case most == 1:
		r.step(target, label, from, to)
	case same:
		r.chain(from, to, r.words.here+" = "+r.area(w.of(0))+"(*)")
	default:
		return false
	}
	return true
}

// step goes to the target of where one is, -1 for none.
func (r *regular) step(target []int, label, from, to int) {
	name := "step"
	if label >= 0 {
		name = r.d.Labels[label]
	}
	words := make([]string, len(target))
	stays, always := true, true
	for v, t := range target {
		stays = stays && t == v
		if always = always && t >= 0; t >= 0 {
			words[v] = r.vertices[t]
		} else {
			words[v] = r.words.none
		}
	}
	w := &r.words
	switch {
	case stays:
		r.chain(from, to)
	case always:
		t := r.table(name, w.vertex+" -> "+w.vertex, function(r.vertices, words))
		r.chain(from, to, w.here+" = "+t+"["+w.here+"]")
	default:
		t := r.table(name, w.vertex+" -> "+w.place, function(r.vertices, words)) + "[" + w.here + "]"
		r.chain(from, to, t+" != "+w.none, w.here+" = "+w.vertex+"("+t+")")
	}
}

// area names the type of a set of vertices.
func (r *regular) area(set []uint64) string {
	var names []string
	for v, name := range r.vertices {
		if set[v>>6]>>(v&63)&1 == 1 {
			names = append(names, name)
		}
	}
	if len(names) == len(r.vertices) {
		return r.words.vertex
	}
	key := strings.Join(names, ", ")
	t, ok := r.tables[key]
	if !ok {
		t = r.fresh("Area")
		r.tables[key] = t
		r.consts.WriteString("type " + t + " = { " + key + " };\n")
	}
	return t
}
