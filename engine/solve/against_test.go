package solve

import (
	"context"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/astragal/astragal/engine/agent"
	"github.com/astragal/astragal/engine/efg"
	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/gdl"
	"github.com/astragal/astragal/engine/internal/enginetest"
)

func spec(t *testing.T, text string) agent.Spec {
	t.Helper()
	s, err := agent.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func response(t *testing.T, g formal.Game, by string) *Response {
	t.Helper()
	r, err := Respond(context.Background(), g, spec(t, by), 1, Options{})
	if err != nil || r.Undecided != "" {
		t.Fatalf("%+v, %v", r, err)
	}
	return r
}

// Against random play the first player of Tic-Tac-Toe reaches 191/192, and random play gives
// him 187/630 more wins than losses; both best responses to uniform play in Leduc hold'em
// gain 4.747222 together (OpenSpiel).
func TestResponsesToRandomPlay(t *testing.T) {
	r := response(t, enginetest.Ours(t, "line/Tic-Tac-Toe").Game(), "random")
	if r.Values[0].Cmp(big.NewRat(191, 192)) != 0 || r.Own[0].Cmp(big.NewRat(187, 630)) != 0 ||
		r.Own[1].Cmp(big.NewRat(-187, 630)) != 0 {
		t.Errorf("%+v", r)
	}
	g, err := gdl.Load("leduc.kif", []byte(file(t, "testdata/leduc.kif")))
	if err != nil {
		t.Fatal(err)
	}
	r = response(t, g, "random")
	both, _ := new(big.Rat).Add(r.Values[0], r.Values[1]).Float64()
	if both < 4.747222 || both > 4.747223 || r.Own[0].Cmp(big.NewRat(-5, 64)) != 0 {
		t.Errorf("%+v, together %v", r, both)
	}
}

// An agent that sees to the end leaves no more than the value; what it gets itself is what
// its play gives, and no response does worse than the agent.
func TestResponsesToSearch(t *testing.T) {
	g := enginetest.Ours(t, "blocking/PongHauKi").Game()
	if r := response(t, g, "alphabeta:8"); r.Values[0].Sign() < 0 || r.Values[1].Sign() < 0 {
		t.Errorf("%+v", r)
	}
	g = enginetest.Ours(t, "line/TsoroYematatu").Game()
	one, two := response(t, g, "uct:20"), response(t, g, "uct:20")
	for p := range one.Values {
		if one.Values[p].Cmp(two.Values[p]) != 0 || one.Values[p].Sign() < 0 {
			t.Errorf("%+v, again %+v", one, two)
		}
	}
	timed := spec(t, "uct:time=1s")
	if _, err := Respond(context.Background(), g, timed, 1, Options{}); err == nil {
		t.Error("no error of an agent that goes by the clock")
	}
}

// The definition, on random trees with hidden information: the best of all pure strategies.
func TestResponsesAgainstAllStrategies(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for k := range 60 {
		text := randomTree(r)
		g, err := efg.Read("random.efg", []byte(text), efg.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		tree := g.Contract()
		by := []string{"random", "uct:30"}[k%2]
		got := &Response{}
		if err := got.hidden(context.Background(), efg.Adapt(g), spec(t, by), 3); err != nil {
			t.Fatal(err)
		}
		b, err := strategyOf(context.Background(), tree, spec(t, by), 3)
		if err != nil {
			t.Fatal(err)
		}
		sets := 0
		for i := range tree.Sets {
			if tree.Sets[i].Owner != efg.Chance {
				sets++
			}
		}
		if sets > 9 {
			continue
		}
		for player := 1; player <= 2; player++ {
			var best *big.Rat
			pure(tree, player, b, func(b efg.Behaviour) {
				x, err := tree.Expected(b)
				if err != nil {
					t.Fatal(err)
				}
				if best == nil || x[player-1].Cmp(best) > 0 {
					best = x[player-1]
				}
			})
			if got.Values[player-1].Cmp(best) != 0 {
				t.Fatalf("game %d, player %d: %v, the best pure strategy gets %v\n%s", k, player, got.Values, best, text)
			}
		}
	}
}
