package metric

import "testing"

// TestFree asks which positions are spots one after the other, and of another reservoir with
// the same seed how many are none before the next: both say the same.
func TestFree(t *testing.T) {
	for seed := range uint64(50) {
		var one, many reservoir
		one.reset(seed)
		many.reset(seed)
		met := 0
		for met < 300 {
			for range many.free(1 + met%40) {
				if i := one.next(); i >= 0 {
					t.Fatalf("seed %d: position %d is spot %d, and was to be none", seed, met, i)
				}
				many.next()
				met++
			}
			a, b := one.next(), many.next()
			if a != b {
				t.Fatalf("seed %d: position %d is spot %d, looking ahead %d", seed, met, a, b)
			}
			met++
		}
		if one.taken() != many.taken() || one.met != many.met {
			t.Fatalf("seed %d: %d positions, looking ahead %d", seed, one.met, many.met)
		}
	}
}
