package rng

import "testing"

func TestSeedOf(t *testing.T) {
	r := New(7)
	for range 1000 {
		seed := r.Uint64()
		if got := SeedOf(Derive(seed, 0).State); got != seed {
			t.Fatalf("the seed of the stream of %d is %d", seed, got)
		}
	}
}
