package rg_test

import (
	"testing"

	"github.com/astragal/astragal/engine/rng"
)

// BenchmarkPlayout plays the games of the test data at random.
func BenchmarkPlayout(b *testing.B) {
	for _, name := range []string{"ticTacToe.rg", "connectFour.hrg", "breakthrough.hrg"} {
		s := load(b, name, read(b, "testdata/"+name)).NewState()
		b.Run(name, func(b *testing.B) {
			r := rng.New(1)
			for b.Loop() {
				s.Restart()
				s.Playout(&r, 10_000)
			}
		})
	}
}
