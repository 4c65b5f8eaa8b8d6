package rbg

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/rng"
)

// Stones that fall as far as they can slide; those that may stop on the way do not. Both
// play as if nothing slid.
func TestSlides(t *testing.T) {
	text, err := os.ReadFile("testdata/connectFour.rbg")
	if err != nil {
		t.Fatal(err)
	}
	stops := strings.Replace(string(text), "({! down} + {? down {y, c}})", "({! down} + {? down {free, y, c}})", 1)
	if stops == string(text) {
		t.Fatal("the text has changed")
	}
	for want, text := range map[int]string{2: string(text), 0: stops} {
		g, err := Load("x.rbg", "x", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		slides, asked := 0, 0
		for i := range g.insts {
			if g.insts[i].slide {
				slides++
			}
			if g.insts[i].op == opIf {
				asked++
			}
		}
		if slides != want {
			t.Errorf("%d slides, expected %d", slides, want)
		}
		if asked == 0 {
			t.Error("a condition and its opposite are not seen to be the same")
		}
		slow := *g
		slow.insts = slices.Clone(g.insts)
		for i := range slow.insts {
			slow.insts[i].slide = false
		}
		fast, err := g.NewState().Perft(4)
		if err != nil {
			t.Fatal(err)
		}
		if plain, err := slow.NewState().Perft(4); err != nil || !slices.Equal(fast, plain) {
			t.Errorf("%v with slides, %v without, %v", fast, plain, err)
		}
		// Whole plays, of which perft sees the beginning only.
		a, b := g.NewState(), slow.NewState()
		for seed := range uint64(50) {
			r, q := rng.New(seed), rng.New(seed)
			a.Restart()
			b.Restart()
			n, _ := a.Playout(&r, 1000)
			m, _ := b.Playout(&q, 1000)
			if n != m || a.Score(1) != b.Score(1) {
				t.Fatalf("seed %d: %d plies and score %d with slides, %d and %d without", seed, n, a.Score(1), m, b.Score(1))
			}
		}
	}
}
