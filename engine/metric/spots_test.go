package metric

import "testing"

// TestComing asks which positions are spots one after the other, and of another reservoir with
// the same seed looks ahead by various numbers, of which some are not met at once: both say the same.
func TestComing(t *testing.T) {
	for seed := range uint64(50) {
		var one, many reservoir
		one.reset(seed)
		many.reset(seed)
		for met := 0; met < 300; {
			ahead := 1 + met%64
			now := 1 + (met*7+int(seed))%ahead
			coming := *many.coming(ahead)
			for i := range now {
				want, got := one.next(), -1
				for k, is := range coming {
					if is>>i&1 != 0 {
						got = k
					}
				}
				if got != want {
					t.Fatalf("seed %d: position %d is spot %d, looking ahead %d", seed, met+i, want, got)
				}
			}
			many.pass(now)
			met += now
		}
		if one.taken() != many.taken() || one.met != many.met {
			t.Fatalf("seed %d: %d positions, looking ahead %d", seed, one.met, many.met)
		}
	}
}
