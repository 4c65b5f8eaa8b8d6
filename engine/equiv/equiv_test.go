package equiv

import (
	"errors"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/efg"
	"github.com/astragal/astragal/engine/formal"
)

func read(t testing.TB, src string) *efg.Game {
	t.Helper()
	g, err := efg.Read("test.efg", []byte(src), efg.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func game(t testing.TB, src string) formal.Game { return efg.Adapt(read(t, src)) }

// peek: chance deals a card that Ann sees and Bob does not.
const peek = `EFG 2 R "Peek" { "Ann" "Bob" } ""
c "" 1 { "hi" 1/3 "lo" 2/3 } 0
p "hi" 1 1 { "bet" "fold" } 0
p "hi bet" 2 1 { "call" "pass" } 0
t "" 1 { 2 -2 }
t "" 2 { 1 -1 }
t "" 3 { -1 1 }
p "lo" 1 2 { "bet" "fold" } 0
p "lo bet" 2 1 { "call" "pass" } 0
t "" 4 { -2 2 }
t "" 2
t "" 3
`

func TestWalkCounts(t *testing.T) {
	r, err := Walk(game(t, peek), game(t, peek), Options{})
	if err != nil {
		t.Fatal(err)
	}
	got := fmt.Sprint(r.Equal, r.Positions, r.Terminals, r.ChanceNodes, r.Classes, r.Probability, r.Expected, r.ExpectedB)
	// The worked example of the specification, section 4.2: Ann has the classes
	// {0} {1} {2 3 4} {5} {6} {7 8 9} {10}, Bob {0} {1 5 6 10} {2 7} {3 8} {4 9}.
	if want := "true 11 6 1 [7 5] 1/1 [-5/12 5/12] [-5/12 5/12]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestWalkFindsTheShortestDifference(t *testing.T) {
	replace := func(pairs ...string) string {
		s := peek
		for i := 0; i < len(pairs); i += 2 {
			if !strings.Contains(s, pairs[i]) {
				t.Fatalf("nothing to replace: %s", pairs[i])
			}
			s = strings.Replace(s, pairs[i], pairs[i+1], 1)
		}
		return s
	}
	for _, test := range []struct{ name, b, want string }{
		{"payoff", replace("4 { -2 2 }", "4 { -2 3 }"),
			"after lo, bet, call: player 2 of A gets 2 in A, 3 in B"},
		{"probability", replace("1/3", "1/4", "2/3", "3/4"),
			"at the start: chance has other probabilities: 1/3 2/3 in A, 1/4 3/4 in B"},
		{"mover", replace(`p "hi" 1 1 {`, `p "hi" 2 9 {`),
			"after hi: player 1 decides in A, player 2 in B"},
		{"branches", replace(`{ "call" "pass" }`, `{ "call" }`, `{ "call" "pass" }`, `{ "call" }`, "t \"\" 2 { 1 -1 }\n", "", "t \"\" 2\n", ""),
			"after hi, bet: player 2 has 2 moves in A, 1 in B"},
		{"end", replace("t \"\" 3 { -1 1 }", "p \"\" 1 5 { \"x\" \"y\" } 0 t \"\" 3 { -1 1 } t \"\" 3"),
			"after hi, fold: the play is over in A, not in B"},
		{"Bob sees the card", replace(`p "lo bet" 2 1 {`, `p "lo bet" 2 2 {`),
			"after lo, bet: player 2 cannot tell this in A, but can in B, from the position after hi, bet"},
		{"Ann does not see the card", replace(`p "lo" 1 2 {`, `p "lo" 1 1 {`),
			"after lo: player 1 of A can tell this in A, but not in B, from the position after hi"},
		{"two differences, one sooner", replace("1 { 2 -2 }", "1 { 2 -3 }", `p "lo" 1 2 { "bet" "fold" }`, `p "lo" 2 2 { "bet" "fold" }`),
			"after lo: player 1 decides in A, player 2 in B"},
		{"labels do not count", replace(`"hi"`, `"high"`, `"bet"`, `"raise"`), ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, strict := range []bool{true, false} {
				compare := Compare
				if strict {
					compare = Walk
				}
				r, err := compare(game(t, peek), game(t, test.b), Options{})
				if err != nil {
					t.Fatal(err)
				}
				if r.Equal != (test.want == "") {
					t.Fatalf("strict %v: equal %v, difference %v", strict, r.Equal, r.Difference)
				}
				if strict && test.want != "" && r.Difference.String() != test.want {
					t.Errorf("\n got %v\nwant %s", r.Difference, test.want)
				}
			}
		})
	}
}

func TestReadings(t *testing.T) {
	const plain = `EFG 2 R "" { "A" "B" } p "" 1 1 { "1" "2" "10" } 0 t "" 1 { 1 0 } t "" 2 { 2 0 } t "" 3 { 3 0 }`
	for _, test := range []struct{ name, a, b, method string }{
		{"merged chance",
			`EFG 2 R "" { "A" } c "" 1 { "a" 1/3 "b" 2/3 } 0 t "" 1 { 1 } t "" 2 { 2 }`,
			`EFG 2 R "" { "A" } c "" 1 { "a" 1/3 "b" 1/3 "z" 0 "c" 1/3 } 0 t "" 1 { 1 } t "" 2 { 2 } t "" 3 { 3 } t "" 2`,
			"walk through both trees"},
		{"forced moves", plain,
			`EFG 2 R "" { "A" "B" } p "" 2 1 { "noop" } 0 p "" 1 1 { "1" "2" "10" } 0 t "" 1 { 1 0 } t "" 2 { 2 0 } p "" 2 2 { "noop" } 0 t "" 3 { 3 0 }`,
			"walk through both trees without forced moves"},
		{"numbered moves", plain,
			`EFG 2 R "" { "A" "B" } p "" 1 1 { "1" "10" "2" } 0 t "" 1 { 1 0 } t "" 3 { 3 0 } t "" 2 { 2 0 }`,
			"walk through both trees, numbered moves in order"},
		{"players exchanged", plain,
			`EFG 2 R "" { "A" "B" } p "" 2 1 { "1" "2" "10" } 0 t "" 1 { 0 1 } t "" 2 { 0 2 } t "" 3 { 0 3 }`,
			"walk through both trees, player 1 of A as player 2 of B"},
	} {
		t.Run(test.name, func(t *testing.T) {
			r, err := Compare(game(t, test.a), game(t, test.b), Options{})
			if err != nil {
				t.Fatal(err)
			}
			if !r.Equal || r.Method != test.method {
				t.Errorf("equal %v by %q, want %q; %v", r.Equal, r.Method, test.method, r.Difference)
			}
			if one := big.NewRat(1, 1); r.Equal && r.Probability.Cmp(one) != 0 {
				t.Errorf("probability %v, want 1", r.Probability)
			}
		})
	}
}

func TestBounds(t *testing.T) {
	a := game(t, peek)
	if _, err := Walk(a, a, Options{MaxPositions: 10}); !errors.Is(err, ErrBound) {
		t.Errorf("error %v, want the bound of positions", err)
	}
	if _, err := Walk(a, a, Options{MaxDepth: 2}); !errors.Is(err, ErrBound) {
		t.Errorf("error %v, want the bound of depth", err)
	}
	if _, err := Walk(a, a, Options{Players: []int{1, 1}}); err == nil {
		t.Error("a bad permutation was accepted")
	}
	r, err := Compare(a, a, Options{MaxPositions: 5})
	if err != nil {
		t.Fatal(err)
	}
	if !r.Equal || !strings.Contains(r.Method, "unfolding to depth 1; 2000 random playouts") {
		t.Errorf("equal %v by %s", r.Equal, r.Method)
	}
	if r, err := Compare(a, game(t, `EFG 2 R "" { "A" } t "" 0`), Options{}); err != nil || r.Equal {
		t.Errorf("games with 2 and 1 players: %v, %v", r, err)
	}
}

func TestUnfold(t *testing.T) {
	// The order of moves does not matter, nor do forced moves.
	const a = `EFG 2 R "" { "A" "B" } p "" 1 1 { "x" "y" } 0 t "" 1 { 1 0 } p "" 2 1 { "u" "v" } 0 t "" 1 t "" 2 { 0 0 }`
	const b = `EFG 2 R "" { "A" "B" } p "" 1 1 { "y" "x" } 0 p "" 2 1 { "v" "u" } 0 t "" 2 { 5 5 } t "" 1 { 100 0 } p "" 2 2 { "noop" } 0 t "" 1`
	const c = `EFG 2 R "" { "A" "B" } p "" 1 1 { "y" "x" } 0 p "" 2 1 { "v" "u" } 0 t "" 2 { 5 5 } t "" 1 { 0 100 } t "" 3 { 100 0 }`
	r, err := Unfold(game(t, a), game(t, b), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if !r.Equal || r.Method != "exhaustive unfolding to depth 2" || r.Positions != 5 {
		t.Errorf("equal %v by %s with %d positions: %v", r.Equal, r.Method, r.Positions, r.Difference)
	}
	if r, err = Unfold(game(t, a), game(t, c), Options{}); err != nil {
		t.Fatal(err)
	}
	if want := "after y, u: the play is over with [win loss] in A, the play is over with [loss win] in B"; r.Equal || r.Difference.String() != want {
		t.Errorf("\n got %v\nwant %s", r.Difference, want)
	}
}

func TestUnfoldMergesChance(t *testing.T) {
	const one = `EFG 2 R "" { "A" } c "" 1 { "a" 1/3 "b" 2/3 } 0 t "" 1 { 1 } t "" 2 { 0 }`
	const split = `EFG 2 R "" { "A" } c "" 1 { "x" 1/3 "y" 1/3 "z" 1/3 } 0 t "" 2 { 0 } t "" 1 { 1 } t "" 2`
	const other = `EFG 2 R "" { "A" } c "" 1 { "x" 1/6 "y" 1/2 "z" 1/3 } 0 t "" 2 { 0 } t "" 1 { 1 } t "" 2`
	for b, equal := range map[string]bool{split: true, other: false} {
		r, err := Unfold(game(t, one), game(t, b), Options{})
		if err != nil || r.Equal != equal {
			t.Errorf("%s: %v, %v, want equal %v", b, err, r, equal)
		}
	}
}

func TestSample(t *testing.T) {
	even := `EFG 2 R "" { "A" "B" } c "" 1 { "h" 1/2 "t" 1/2 } 0 t "" 1 { 1 0 } t "" 2 { 0 1 }`
	odd := strings.NewReplacer(`"h" 1/2`, `"h" 2/3`, `"t" 1/2`, `"t" 1/3`).Replace(even)
	for _, test := range []struct {
		b     string
		equal bool
	}{{even, true}, {odd, false}} {
		r, err := Sample(game(t, even), game(t, test.b), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if r.Equal != test.equal {
			t.Errorf("equal %v, want %v: %v", r.Equal, test.equal, r.Difference)
		}
	}
}

func corpus(t *testing.T) map[string]*efg.Game {
	t.Helper()
	dir := filepath.Join("..", "..", "..", "shared", "efg", "games")
	if _, err := os.Stat(dir); err != nil {
		t.Skip("no shared test data")
	}
	games := map[string]*efg.Game{}
	err := filepath.WalkDir(dir, func(path string, _ os.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".efg" {
			return err
		}
		src, err := os.ReadFile(path)
		if err == nil {
			games[filepath.Base(path)] = read(t, string(src))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return games
}

// TestCorpus compares every game with itself, with what remains without forced
// moves, and with itself after one payoff has changed.
func TestCorpus(t *testing.T) {
	for name, g := range corpus(t) {
		a := efg.Adapt(g)
		r, err := Walk(a, efg.Adapt(g.Prune()), Options{})
		if err != nil || !r.Equal {
			t.Errorf("%s: not equal to itself: %v %v", name, err, r)
			continue
		}
		if want, err := g.Expected(nil); err != nil || fmt.Sprint(r.Expected) != fmt.Sprint(want) {
			t.Errorf("%s: expected payoffs %v, want %v", name, r.Expected, want)
		}
		if r, err = Compare(a, efg.Adapt(g.Contract()), Options{}); err != nil || !r.Equal {
			t.Errorf("%s: not equal without forced moves: %v %v", name, err, r)
		}
		changed := g.Prune().Contract()
		if len(changed.Outcomes) == 0 {
			continue
		}
		payoff := changed.Outcomes[0].Payoffs[0]
		payoff.Add(payoff, big.NewRat(1, 7))
		if r, err = Compare(a, efg.Adapt(changed), Options{}); err != nil || r.Equal {
			t.Errorf("%s: a changed payoff was overlooked: %v", name, err)
		}
	}
}

// TestFromFormal unfolds every game through the common
// interface; information sets come back from the observations.
func TestFromFormal(t *testing.T) {
	for name, g := range corpus(t) {
		back, err := efg.FromFormal(efg.Adapt(g), efg.Limits{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if r, err := Walk(efg.Adapt(g), efg.Adapt(back), Options{}); err != nil || !r.Equal {
			t.Errorf("%s: %v %v", name, err, r.Difference)
		}
	}
}
