package lgdl

import "testing"

// TestSlab asks for lists of all lengths in turn: none shares an element with another one, all are zero, and appending
// to one leaves the others alone.
func TestSlab(t *testing.T) {
	var s slab[int]
	var all [][]int
	for n := range 300 {
		for _, l := range [][]int{s.list(n), {*s.one()}} {
			for i := range l {
				if l[i] != 0 {
					t.Fatalf("element %d of a list of %d is %d", i, len(l), l[i])
				}
				l[i] = len(all) + 1
			}
			all = append(all, append(l, -1)[:len(l)])
		}
	}
	for k, l := range all {
		for _, v := range l {
			if v != k+1 {
				t.Fatalf("list %d has %d", k, v)
			}
		}
	}
}
