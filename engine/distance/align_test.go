package distance

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// The edits that an alignment keeps are as many as the distance says, and by label they account
// for the difference of the two trees.
func TestAlign(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	var trees []*Tree
	var names []string
	for i := range 25 {
		trees, names = append(trees, randomTree(r, 1+r.IntN(40))), append(names, fmt.Sprint(i))
	}
	trees, names = append(trees, &Tree{}), append(names, "empty")
	want, err := Trees(t.Context(), names, trees, nil)
	if err != nil {
		t.Fatal(err)
	}
	a, err := Align(t.Context(), names, trees, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := a.Distances(); !slices.Equal(got.d, want.d) {
		t.Fatalf("%v, want %v", got.d, want.d)
	}
	count := func(t *Tree, label string) (n int) {
		for _, l := range t.Labels {
			n += boolInt(l == label)
		}
		return n
	}
	numbers := map[string]int32{}
	for _, tree := range trees {
		tree.order(numbers)
	}
	for i := range trees {
		for j := i + 1; j < len(trees); j++ {
			by := map[int32]int{}
			edits := &a.edits[i*len(trees)+j]
			for k, l := range edits.label {
				by[l] = int(edits.count[k])
			}
			for label, number := range numbers {
				// Every node too many, or too few, of a label is an edit of it.
				if least := count(trees[i], label) - count(trees[j], label); by[number] < max(least, -least) {
					t.Fatalf("%d and %d: %d half edits of %s, which one has %d more of", i, j, by[number], label, least)
				}
			}
		}
	}
}

// Trees that two groups of labels tell apart stay apart whatever is drawn; what one label says
// is less sure. The same seed gives the same.
func TestAlignedSupport(t *testing.T) {
	var trees []*Tree
	names := []string{"a", "b", "c", "d", "e", "f"}
	for i := range names {
		tree := &Tree{}
		root := tree.add("game", -1)
		for k := range 20 {
			tree.add(fmt.Sprint([]string{"left", "right"}[i/3], k), root)
		}
		tree.add(names[i], root)
		if i < 2 {
			tree.add("weak", root)
		}
		trees = append(trees, tree)
	}
	a, err := Align(t.Context(), names, trees, nil)
	if err != nil {
		t.Fatal(err)
	}
	tree, err := a.Distances().Join()
	if err != nil {
		t.Fatal(err)
	}
	support, err := tree.Support(t.Context(), len(names), Combined(a.Resampled(), a.Resampled()), 200, 1)
	if err != nil {
		t.Fatal(err)
	}
	again, _ := tree.Support(t.Context(), len(names), Combined(a.Resampled(), a.Resampled()), 200, 1)
	sure, weak := false, false
	for node, s := range support {
		if again[node] != s {
			t.Error("the same seed gives other support")
		}
		leaves := node.Leaves()
		slices.Sort(leaves)
		switch {
		case slices.Equal(leaves, []int{0, 1, 2}) || slices.Equal(leaves, []int{3, 4, 5}):
			sure = s == 1
		case slices.Equal(leaves, []int{0, 1}):
			weak = s > 0.4 && s < 0.98
		}
	}
	if !sure || !weak {
		t.Errorf("support %v of %s", support, tree.NewickWith(names, support))
	}
	if text := tree.NewickWith(names, support); !strings.Contains(text, ")100:") {
		t.Errorf("the support is not in %s", text)
	}
}
