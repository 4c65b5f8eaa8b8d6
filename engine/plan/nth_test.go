package plan

import (
	"math/bits"
	"testing"

	"github.com/astragal/astragal/engine/rng"
)

// TestNth looks for every bit of sparse and dense words.
func TestNth(t *testing.T) {
	r := rng.New(1)
	for range 2000 {
		w := r.Uint64()
		switch r.Below(4) {
		case 0:
			w &= r.Uint64()
		case 1:
			w |= r.Uint64()
		case 2:
			w &= 255
		}
		rest := w
		for i := range bits.OnesCount64(w) {
			if want := bits.TrailingZeros64(rest); nth(w, i) != want {
				t.Fatalf("bit %d of %x is at %d, want %d", i, w, nth(w, i), want)
			}
			rest &= rest - 1
		}
	}
	if nth(^uint64(0), 63) != 63 {
		t.Errorf("the last bit is at %d", nth(^uint64(0), 63))
	}
}
