package compiled

import (
	"math"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/gametest"
	"github.com/astragal/astragal/engine/internal/ir/wasm"
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

// TestBackEnds checks that plays are the same bit for bit by machine code, by closures and where the former
// takes over from the latter within a play, however many plies are played at a time.
func TestBackEnds(t *testing.T) {
	if !wasm.Supported() {
		t.Skip("wazero has no compiler for this platform: there is one back end")
	}
	for _, file := range []string{"line/Tic-Tac-Toe", "race/Breakthrough", "line/Gomoku"} {
		g := load(t, "../../../library/lud/"+file+".lud")
		var players [3]*Player
		for i, worth := range []int64{0, 30000, math.MaxInt64} {
			c, err := New(g)
			if err != nil {
				t.Fatal(err)
			}
			c.worth, c.long = worth, worth
			if players[i], err = c.NewPlayer(); err != nil {
				t.Fatal(err)
			}
		}
		fast, both, slow := players[0], players[1], players[2]
		for seed := range uint64(20) {
			a, b, c := rng.New(seed), rng.New(seed), rng.New(seed)
			fast.Start()
			for !fast.Run(&a, 7) {
			}
			both.Start()
			slow.Start()
			if !slow.Run(&b, 1000) || !both.Run(&c, 1000) {
				t.Fatalf("%s: a play has no end", file)
			}
			if fast.Result() != slow.Result() || fast.Result() != both.Result() || a != b || a != c {
				t.Errorf("%s, seed %d: %+v, %+v and %+v", file, seed, fast.Result(), slow.Result(), both.Result())
			}
		}
		if fast.on.slow != nil || both.on.slow != nil || slow.on.slow == nil {
			t.Errorf("%s: not played by machine code, by both and by closures", file)
		}
	}
}

// TestLongCalls checks that machine code makes calls anew that take closures too long, from where they began.
func TestLongCalls(t *testing.T) {
	if !wasm.Supported() {
		t.Skip("wazero has no compiler for this platform: there is one back end")
	}
	late := 0
	for long := int64(1); long < 4000; long += 170 {
		var results [2]Result
		for i, most := range []int64{long, math.MaxInt64} {
			c, err := New(load(t, "../../../library/lud/race/Breakthrough.lud"))
			if err != nil {
				t.Fatal(err)
			}
			c.long, c.worth = most, math.MaxInt64
			p, err := c.NewPlayer()
			if err != nil {
				t.Fatal(err)
			}
			r := rng.New(7)
			if p.Start(); !p.Run(&r, 1000) {
				t.Fatal("the play does not end")
			}
			results[i] = p.Result()
			if fast := p.on.slow == nil; fast && i == 1 {
				t.Error("machine code takes over from calls that are short")
			} else if fast && long > 1 {
				late++
			}
		}
		if results[0] != results[1] {
			t.Errorf("with %d a call: %+v, else %+v", long, results[0], results[1])
		}
	}
	if late == 0 {
		t.Error("machine code has taken over from no call but the first")
	}
}

// TestHastened checks that machine code takes over from closures in all machines, also in those that
// play while it is made.
func TestHastened(t *testing.T) {
	if !wasm.Supported() {
		t.Skip("wazero has no compiler for this platform: there is one back end")
	}
	c, err := New(load(t, "../../../library/lud/race/Breakthrough.lud"))
	if err != nil {
		t.Fatal(err)
	}
	c.worth = 500000
	want, err := c.NewPlayer()
	if err != nil {
		t.Fatal(err)
	}
	r := rng.New(1)
	want.Start()
	want.Run(&r, 1000)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			p, err := c.NewPlayer()
			if err != nil {
				t.Error(err)
				return
			}
			play := func() {
				own := rng.New(1)
				if p.Start(); !p.Run(&own, 1000) || p.Result() != want.Result() || own != r {
					t.Errorf("%+v and %+v", p.Result(), want.Result())
				}
			}
			for range 200 {
				play()
			}
			for c.fast.Load() == nil { // another one makes it, which may take longer than all these plays
				time.Sleep(time.Millisecond)
			}
			if play(); p.on.slow != nil {
				t.Error("closures play on")
			}
		})
	}
	all.Wait()
}

// TestAllocations checks that playing allocates nothing.
func TestAllocations(t *testing.T) {
	c, err := New(load(t, "../../../library/lud/race/Breakthrough.lud"))
	if err != nil {
		t.Fatal(err)
	}
	c.Hasten()
	p, err := c.NewPlayer()
	if err != nil {
		t.Fatal(err)
	}
	r := rng.New(1)
	if n := testing.AllocsPerRun(20, func() { p.Start(); p.Run(&r, 1000) }); n > 0 {
		t.Errorf("a play allocates %v times", n)
	}
}
