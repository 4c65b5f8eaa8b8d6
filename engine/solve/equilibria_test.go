package solve

import (
	"context"
	"fmt"
	"io/fs"
	"math/big"
	"math/rand/v2"
	"os"
	"path"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/efg"
)

func nfg(t *testing.T, text string) *efg.Strategic {
	t.Helper()
	g, err := efg.ReadStrategic("x.nfg", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func equilibria(t *testing.T, g *efg.Strategic) *Equilibria {
	t.Helper()
	e, err := Enumerate(context.Background(), g)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func texts(q Equilibrium) string {
	var s []string
	for _, list := range q.Strategies {
		for _, x := range list {
			s = append(s, x.RatString())
		}
	}
	return strings.Join(s, " ")
}

// A game in which both want to do the same of n things has 2^n - 1 equilibria (Quint and
// Shubik 1997), the game of Shapley (1964) one, and matching pennies one.
func TestPublishedEquilibria(t *testing.T) {
	for n := 1; n <= 5; n++ {
		var b strings.Builder
		fmt.Fprintf(&b, `NFG 1 R "Coordination" { "A" "B" } { %d %d } `, n, n)
		for j := range n {
			for i := range n {
				x := 0
				if i == j {
					x = 1
				}
				fmt.Fprintf(&b, "%d %d ", x, x)
			}
		}
		if e := equilibria(t, nfg(t, b.String())); len(e.List) != 1<<n-1 {
			t.Errorf("coordination on %d: %d equilibria", n, len(e.List))
		}
	}
	shapley := equilibria(t, nfg(t, `NFG 1 R "Shapley" { "A" "B" } { 3 3 } 1 0 0 0 0 1  0 1 1 0 0 0  0 0 0 1 1 0`))
	if len(shapley.List) != 1 || texts(shapley.List[0]) != "1/3 1/3 1/3 1/3 1/3 1/3" ||
		shapley.List[0].Payoffs[0].RatString() != "1/3" {
		t.Errorf("Shapley: %+v", shapley.List)
	}
	battle := equilibria(t, nfg(t, `NFG 1 R "Battle" { "A" "B" } { 2 2 } 2 1 0 0 0 0 1 2`))
	got := map[string]bool{}
	for _, q := range battle.List {
		got[texts(q)] = true
	}
	if len(got) != 3 || !got["1 0 1 0"] || !got["0 1 0 1"] || !got["2/3 1/3 1/3 2/3"] {
		t.Errorf("battle of the sexes: %v", got)
	}
}

// Myerson (1991), figure 2.1: red or black with equal chances, an ante of 1, a raise of 1.
// His equilibrium: with black player 1 raises with probability 1/3, player 2 meets with 2/3.
func TestMyersonsCardGame(t *testing.T) {
	g, err := efg.Read("card.efg", []byte(`EFG 2 R "Cards" { "1" "2" } ""
c "" 1 "" { "red" 1/2 "black" 1/2 } 0
p "" 1 1 "red" { "raise" "fold" } 0
p "" 2 1 "" { "meet" "pass" } 0
t "" 1 "" { 2, -2 }
t "" 2 "" { 1, -1 }
t "" 2
p "" 1 2 "black" { "raise" "fold" } 0
p "" 2 1 "" { "meet" "pass" } 0
t "" 3 "" { -2, 2 }
t "" 2
t "" 4 "" { -1, 1 }
`), efg.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	e, err := Enumerate(context.Background(), efg.Adapt(g))
	if err != nil || len(e.List) != 1 {
		t.Fatalf("%+v, %v", e, err)
	}
	q := e.List[0]
	// Strategies by what to do with red and black: raise and raise, raise and fold, …
	if texts(q) != "1/3 2/3 0 0 2/3 1/3" || q.Payoffs[0].RatString() != "1/3" {
		t.Errorf("%v: %s pays %v", e.Game.Strategies, texts(q), q.Payoffs)
	}
}

// Games of the shared material: coordination on n things, and stripped-down poker (Reiley,
// Urbancic and Walker 2008), in which player 1 wins 1/3 and bluffs with probability 1/3.
func TestSharedEquilibria(t *testing.T) {
	want := map[string]int{"coord2.efg": 3, "coord3.efg": 7, "coord4.efg": 15, "stripped_down_poker.efg": 1}
	met := 0
	root := os.DirFS("../../../shared/efg/games")
	_ = fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		n, ok := want[path.Base(name)]
		if err != nil || !ok {
			return nil
		}
		text, err := fs.ReadFile(root, name)
		if err != nil {
			t.Fatal(err)
		}
		g, err := efg.Read(name, text, efg.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		e, err := Enumerate(context.Background(), efg.Adapt(g))
		if err != nil || len(e.List) != n {
			t.Errorf("%s: %d equilibria, %v; expected %d", name, len(e.List), err, n)
		}
		if n == 1 && (e.List[0].Payoffs[0].RatString() != "1/3" || !strings.Contains(texts(e.List[0]), "1/3")) {
			t.Errorf("%s: %v", name, e.List)
		}
		met++
		return nil
	})
	if met == 0 {
		t.Skip("without the shared material")
	}
}

// In random games, some of them degenerate, every equilibrium is one: no strategy earns more
// than it does. Zero-sum ones pay the value of the game.
func TestEquilibriaAreEquilibria(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	for k := range 200 {
		m, n := 1+r.IntN(4), 1+r.IntN(4)
		var b strings.Builder
		fmt.Fprintf(&b, `NFG 1 R "" { "A" "B" } { %d %d } `, m, n)
		zero := k%3 == 0
		for range m * n {
			x, y := r.IntN(7)-3, r.IntN(7)-3
			if zero {
				y = -x
			}
			fmt.Fprintf(&b, "%d %d ", x, y)
		}
		g := nfg(t, b.String())
		e := equilibria(t, g)
		if len(e.List) == 0 {
			t.Fatalf("no equilibrium, which there always is (Nash 1950): %s", &b)
		}
		for _, q := range e.List {
			for i := range m {
				for j := range n {
					gain := [2]*big.Rat{new(big.Rat), new(big.Rat)}
					for jj, w := range q.Strategies[1] {
						gain[0].Add(gain[0], new(big.Rat).Mul(w, g.Payoffs(g.Cell([]int{i, jj}))[0]))
					}
					for ii, w := range q.Strategies[0] {
						gain[1].Add(gain[1], new(big.Rat).Mul(w, g.Payoffs(g.Cell([]int{ii, j}))[1]))
					}
					if gain[0].Cmp(q.Payoffs[0]) > 0 || gain[1].Cmp(q.Payoffs[1]) > 0 {
						t.Fatalf("%s: %s pays %v, another strategy %v", &b, texts(q), q.Payoffs, gain)
					}
				}
			}
			if zero {
				a, err := Solve(context.Background(), g, Options{})
				if err != nil || a.Undecided != "" || a.Values[0].Cmp(q.Payoffs[0]) != 0 {
					t.Fatalf("%s: %v, the value is %+v, %v", &b, q.Payoffs, a, err)
				}
			}
		}
	}
	if _, err := Enumerate(context.Background(), nfg(t, `NFG 1 R "" { "A" } { 1 } 0`)); err == nil {
		t.Error("no error of one player")
	}
}
