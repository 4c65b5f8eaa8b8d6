package agent_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/rng"
	"github.com/astragal/astragal/engine/search"
)

// fragile is a game whose fast worlds fail from the fourth decision of a play on, and
// whose worlds by the rules do not, or without fast ones.
type fragile struct {
	formal.Game
	fast bool
	by   *int // worlds by the rules that were made
}

func (g fragile) NewWorld(v search.Values, rules bool) (search.World, search.Facts, error) {
	w, f, err := g.Game.(search.Maker).NewWorld(v, true)
	if rules || !g.fast {
		*g.by++
		return w, f, err
	}
	return &breaking{World: w}, f, err
}

// breaking is a world that breaks at the second position loaded.
type breaking struct {
	search.World
	loaded int
}

func (w *breaking) Load(p formal.Position, stacked bool) error {
	if w.loaded++; w.loaded > 1 {
		return search.Spoilt{Err: errors.New("no room")}
	}
	return w.World.Load(p, stacked)
}

// TestSpoilt checks that an agent whose world fails goes on by the rules to the end of
// the play, and begins the next one as any other.
func TestSpoilt(t *testing.T) {
	g := ticTacToe(t)["lgdl"]
	for _, name := range []string{"uct:50", "alphabeta:3,values=none", "flat:30"} {
		made := 0
		s := seeker(t, fragile{g, true, &made}, name)
		var plays [2][]int
		for k := range plays {
			live := rng.New(1)
			p := g.NewPosition()
			p.Restart(&live)
			for s.Start(3); !p.Terminal(); {
				i, err := s.Choose(t.Context(), p, &live)
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				plays[k] = append(plays[k], i)
				p.Apply(i)
			}
		}
		if made != 4 {
			t.Errorf("%s: %d worlds by the rules for two seats in two plays", name, made)
		}
		if !slices.Equal(plays[0], plays[1]) {
			t.Errorf("%s: %v and then %v", name, plays[0], plays[1])
		}
	}
}
