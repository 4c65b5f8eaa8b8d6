package compiled

import (
	"testing"

	"github.com/astragal/astragal/engine/internal/ir/wasm"
	"github.com/astragal/astragal/engine/rng"
)

// TestPlays checks that plays come to the same whether they are made one by one or in calls that make several, whatever
// ends a call: that all are over, plies of one, or plies of all of them.
func TestPlays(t *testing.T) {
	if !wasm.Supported() {
		t.Skip("wazero has no compiler for this platform: plays are made one by one")
	}
	for _, file := range []string{"line/Tic-Tac-Toe", "line/ConnectFour", "race/Breakthrough", "line/Yavalath"} {
		c, err := NewPlays(load(t, "../../../library/lud/"+file+".lud"))
		if err != nil {
			t.Fatal(err)
		}
		c.Hasten()
		single, err := c.NewPlayer()
		if err != nil {
			t.Fatal(err)
		}
		several, err := c.NewPlayer()
		if err != nil {
			t.Fatal(err)
		}
		if file == "line/Tic-Tac-Toe" && several.Together() != MaxPlays {
			t.Errorf("%s: plays are made one by one", file)
		}
		for _, x := range []struct{ n, most, plies int }{
			{MaxPlays, 1000, 5000}, {MaxPlays, 1000, 100}, {10, 6, 5000}, {10, 6, 15}, {3, 1000, 1}, {1, 1000, 100},
		} {
			states, results := make([]rng.SplitMix64, x.n), make([]Result, x.n)
			for first := uint64(0); first < 50; {
				for i := range states {
					states[i] = rng.New(first + uint64(i))
				}
				over := several.Plays(states, x.most, x.plies, results)
				if over < x.n {
					for made := several.Made(); made < x.most && !several.Run(&states[over], min(7, x.most-made)); {
						made = several.Made()
					}
					results[over] = several.Result()
				}
				for i := range min(over+1, x.n) {
					r := rng.New(first + uint64(i))
					if single.Play(&r, x.most); single.Result() != results[i] || i == over && r != states[i] {
						t.Fatalf("%s, %+v, seed %d: %+v alone, and %+v", file, x, first+uint64(i), single.Result(), results[i])
					}
				}
				first += uint64(min(over+1, x.n))
			}
		}
	}
}
