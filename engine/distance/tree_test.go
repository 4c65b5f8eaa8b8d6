package distance

import (
	"math/rand/v2"
	"testing"
)

// forest is a list of trees for the slow edit distance.
type forest []node

type node struct {
	label    string
	children forest
}

func (t *Tree) forest(parent int32) (f forest) {
	for i, p := range t.Parent {
		if p == parent {
			f = append(f, node{t.Labels[i], t.forest(int32(i))})
		}
	}
	return f
}

func (f forest) size() (n int) {
	for _, x := range f {
		n += 1 + x.children.size()
	}
	return n
}

// slow is the edit distance by its definition: the last roots are deleted,
// inserted or matched.
func slow(a, b forest) int {
	if len(a) == 0 || len(b) == 0 {
		return a.size() + b.size()
	}
	x, y := a[len(a)-1], b[len(b)-1]
	restA, restB := a[:len(a)-1:len(a)-1], b[:len(b)-1:len(b)-1]
	rename := 1
	if x.label == y.label {
		rename = 0
	}
	return min(slow(append(restA, x.children...), b)+1, slow(a, append(restB, y.children...))+1,
		slow(restA, restB)+slow(x.children, y.children)+rename)
}

func randomTree(r *rand.Rand, n int) *Tree {
	t := &Tree{}
	t.add("a", -1)
	open := []int32{0} // path from the root to the last node
	for len(t.Labels) < n {
		k := r.IntN(len(open))
		v := t.add(string(rune('a'+r.IntN(3))), open[k])
		open = append(open[:k+1], v)
	}
	return t
}

func TestEdits(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		a, b := randomTree(r, 1+r.IntN(6)), randomTree(r, 1+r.IntN(6))
		if got, want := Edits(a, b), slow(a.forest(-1), b.forest(-1)); got != want {
			t.Fatalf("%v and %v: %d edits, want %d", a, b, got, want)
		}
	}
	big := randomTree(r, 500)
	if Edits(big, big) != 0 {
		t.Error("a tree differs from itself")
	}
	if got := TreeDistance(&Tree{}, randomTree(r, 4)); got != 1 {
		t.Errorf("distance to the empty tree %v", got)
	}
}
