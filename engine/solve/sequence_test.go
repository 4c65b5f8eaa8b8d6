package solve

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/efg"
)

// randomTree writes a random two-player game whose payoffs add up to 3, in which
// players do not see some decisions. Sets are numbered by depth and by what the
// player himself did, so that nobody forgets.
func randomTree(r *rand.Rand) string {
	var b strings.Builder
	b.WriteString("EFG 2 R \"random\" { \"A\" \"B\" }\n")
	sets := [3]map[string]int{{}, {}, {}}
	chances, ends := 0, 0
	veil := r.IntN(4)
	depth := 2 + r.IntN(3)
	owners := make([]int, depth)
	for i := range owners {
		owners[i] = r.IntN(3)
	}
	var node func(d int, seen [3]string)
	node = func(d int, seen [3]string) {
		if d == depth {
			ends++
			x := big.NewRat(int64(r.IntN(13)-6), int64(1+r.IntN(3)))
			y := new(big.Rat).Sub(big.NewRat(3, 1), x)
			fmt.Fprintf(&b, "t \"\" %d \"\" { %s, %s }\n", ends, x.RatString(), y.RatString())
			return
		}
		p := owners[d]
		if p == 0 {
			chances++
			fmt.Fprintf(&b, "c \"\" %d \"\" { \"l\" 1/3 \"r\" 2/3 } 0\n", chances)
		} else {
			set, ok := sets[p][seen[p]]
			if !ok {
				set = len(sets[p]) + 1
				sets[p][seen[p]] = set
			}
			fmt.Fprintf(&b, "p \"\" %d %d \"\" { \"l\" \"r\" } 0\n", p, set)
		}
		for _, move := range "lr" {
			next := seen
			for q := 1; q <= 2; q++ {
				if q == p || (d+q+veil)%3 == 0 { // all others see nothing
					next[q] += string(move)
				} else {
					next[q] += "."
				}
			}
			node(d+1, next)
		}
	}
	node(0, [3]string{})
	return b.String()
}

// pure lists the pure strategies of a player as behaviours.
func pure(g *efg.Game, player int, rest efg.Behaviour, each func(efg.Behaviour)) {
	b := make(efg.Behaviour, len(g.Sets))
	copy(b, rest)
	var fill func(i int)
	fill = func(i int) {
		if i == len(g.Sets) {
			each(b)
			return
		}
		if g.Sets[i].Owner != player {
			fill(i + 1)
			return
		}
		for a := range g.Sets[i].Actions {
			b[i] = zeros(len(g.Sets[i].Actions))
			b[i][a].SetInt64(1)
			fill(i + 1)
		}
	}
	fill(0)
}

// No pure strategy of either player does better than the value against the other's
// optimal one: the definition, tried on all of them.
func TestHiddenAgainstAllStrategies(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	hidden, mixed := 0, 0
	for k := range 150 {
		text := randomTree(r)
		g, err := efg.Read("random.efg", []byte(text), efg.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		a := &Answer{}
		if err := a.hidden(context.Background(), efg.Adapt(g), Options{Sequences: 400}); err != nil {
			t.Fatalf("game %d: %v\n%s", k, err, text)
		}
		strategies := 1
		for i := range g.Sets {
			if g.Sets[i].Owner != efg.Chance {
				strategies *= 2
			}
			for _, x := range a.Strategies[i] {
				if !x.IsInt() {
					mixed++
				}
			}
		}
		if efg.Adapt(g).Hidden() {
			hidden++
		} else { // backward induction must agree
			if b, err := Solve(context.Background(), efg.Adapt(g), Options{}); err != nil || b.Values[0].Cmp(a.Values[0]) != 0 {
				t.Fatalf("game %d: %v by sequences, backward induction %+v, %v", k, a.Values, b, err)
			}
		}
		if strategies > 1<<9 {
			continue
		}
		for player := 1; player <= 2; player++ {
			pure(g, player, a.Strategies, func(b efg.Behaviour) {
				x, err := g.Expected(b)
				if err != nil {
					t.Fatal(err)
				}
				if x[player-1].Cmp(a.Values[player-1]) > 0 {
					t.Fatalf("game %d: player %d gets %v, more than the value %v\n%s", k, player, x, a.Values, text)
				}
			})
		}
	}
	if hidden < 50 || mixed < 50 {
		t.Errorf("%d games with hidden information, %d mixed decisions: too few to test", hidden, mixed)
	}
}

// Kuhn (1950): the first player loses 1/18 on average.
func TestKuhn(t *testing.T) {
	text, err := os.ReadFile("testdata/kuhn.efg")
	if err != nil {
		t.Fatal(err)
	}
	g, err := efg.Read("kuhn.efg", text, efg.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	a, err := Solve(context.Background(), efg.Adapt(g), Options{})
	if err != nil || a.Undecided != "" {
		t.Fatalf("%+v, %v", a, err)
	}
	if a.Values[0].Cmp(big.NewRat(-1, 18)) != 0 || a.Exploitability.Sign() != 0 || a.Sequences != [2]int{13, 13} {
		t.Errorf("%+v", a)
	}
	x, err := g.Expected(a.Strategies)
	if err != nil || x[0].Cmp(a.Values[0]) != 0 {
		t.Errorf("the strategies give %v, %v", x, err)
	}
}
