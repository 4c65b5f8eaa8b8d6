package equiv

import (
	"crypto/sha256"
	"fmt"

	"github.com/astragal/astragal/engine/formal"
)

// knowledge relates a player's information classes in A to those in B.
type knowledge struct {
	classesA, classesB map[[16]byte]int
	seen               map[[2]int]int // index in meets by the classes in A and B
	meets              []meet
}

// meet is a pair of classes that share a position; at is the shallowest.
type meet struct{ a, b, at int }

func newKnowledge() *knowledge {
	return &knowledge{map[[16]byte]int{}, map[[16]byte]int{}, map[[2]int]int{}, nil}
}

// observe notes what the players know at a pair.
func (w *walk) observe(a, b formal.Position, at int) {
	for p, k := range w.knowledge {
		if w.OwnSets && (a.Terminal() || a.Mover() != p+1) {
			continue
		}
		m := meet{class(k.classesA, a.Observation(p+1)), class(k.classesB, b.Observation(w.Players[p])), at}
		i, known := k.seen[[2]int{m.a, m.b}]
		if !known {
			k.seen[[2]int{m.a, m.b}] = len(k.meets)
			k.meets = append(k.meets, m)
		} else if w.pairs[at].depth < w.pairs[k.meets[i].at].depth {
			k.meets[i].at = at
		}
	}
}

// class numbers observations, told apart by half of their SHA-256.
func class(numbers map[[16]byte]int, observation string) int {
	h := sha256.Sum256([]byte(observation))
	key := [16]byte(h[:16])
	n, known := numbers[key]
	if !known {
		n = len(numbers)
		numbers[key] = n
	}
	return n
}

// compareKnowledge looks for the shortest conflict: a class of one game that
// meets two classes of the other.
func (w *walk) compareKnowledge() {
	for p, k := range w.knowledge {
		firstA, firstB := map[int]int{}, map[int]int{} // shallowest meet so far by class
		for i, m := range k.meets {
			w.conflict(k, firstA, m.a, i, fmt.Sprintf("player %d cannot tell this in A, but can in B, from the position", p+1))
			w.conflict(k, firstB, m.b, i, fmt.Sprintf("player %d of A can tell this in A, but not in B, from the position", p+1))
		}
	}
}

// conflict notes that meet i concerns the class. If it is not the first one, the
// two shallowest make a fault.
func (w *walk) conflict(k *knowledge, first map[int]int, class, i int, what string) {
	before, known := first[class]
	if !known {
		first[class] = i
		return
	}
	f := &fault{k.meets[i].at, k.meets[before].at, what}
	if w.pairs[f.at].depth < w.pairs[f.other].depth {
		first[class] = i
		f.at, f.other = f.other, f.at
	}
	if w.worst == nil || w.depth(f) < w.depth(w.worst) {
		w.worst = f
	}
}
