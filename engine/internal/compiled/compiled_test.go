package compiled

import (
	"os"
	"testing"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/gametest"
	"github.com/astragal/astragal/engine/internal/ir/wasm"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/rng"
)

// load compiles a description of our library that uses no defines.
func load(t *testing.T, file string) *game.Game {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return gametest.Compile(t, string(text))
}

// TestBackEnds checks that plays are the same bit for bit on both back ends, however
// many plies are played at a time.
func TestBackEnds(t *testing.T) {
	if !wasm.Supported() {
		t.Skip("wazero has no compiler for this platform: there is one back end")
	}
	for _, file := range []string{"line/Tic-Tac-Toe", "race/Breakthrough", "line/Gomoku"} {
		g := load(t, "../../../library/lud/"+file+".lud")
		c, err := New(g)
		if err != nil {
			t.Fatal(err)
		}
		p, err := lower.Game(g) // that of c is released
		if err != nil {
			t.Fatal(err)
		}
		if p.Only(lower.ForPositions); p.Finish(false, nil) != nil {
			t.Fatal("a program that was finished before cannot be finished")
		}
		fast, err := c.NewPlayer()
		if err != nil {
			t.Fatal(err)
		}
		slow, err := (&Game{p: p}).NewPlayer()
		if err != nil {
			t.Fatal(err)
		}
		for seed := range uint64(20) {
			a, b := rng.New(seed), rng.New(seed)
			fast.Start()
			for !fast.Run(&a, 7) {
			}
			slow.Start()
			if !slow.Run(&b, 1000) {
				t.Fatalf("%s: a play has no end", file)
			}
			if fast.Result() != slow.Result() || a != b {
				t.Errorf("%s, seed %d: %+v and %+v", file, seed, fast.Result(), slow.Result())
			}
		}
	}
}

// TestAllocations checks that playing allocates nothing.
func TestAllocations(t *testing.T) {
	c, err := New(load(t, "../../../library/lud/race/Breakthrough.lud"))
	if err != nil {
		t.Fatal(err)
	}
	p, err := c.NewPlayer()
	if err != nil {
		t.Fatal(err)
	}
	r := rng.New(1)
	if n := testing.AllocsPerRun(20, func() { p.Start(); p.Run(&r, 1000) }); n > 0 {
		t.Errorf("a play allocates %v times", n)
	}
}
