package hand

import (
	"math/bits"
	"testing"

	"github.com/astragal/astragal/engine/rng"
)

// TestNth takes the bits of random sets one by one.
func TestNth(t *testing.T) {
	r := rng.New(1)
	for n := range 1000 {
		w := r.Uint64()
		for range n % 4 {
			w &= r.Uint64()
		}
		i := uint64(0)
		for left := w; left != 0; left &= left - 1 {
			if got, want := nth(w, i), bits.TrailingZeros64(left); got != want {
				t.Fatalf("bit %d of %#x is at %d, want %d", i, w, got, want)
			}
			i++
		}
	}
}
