package equiv

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/astragal/astragal/engine/efg"
	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/rng"
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
	r, err := Walk(context.Background(), game(t, peek), game(t, peek), Options{})
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
		{"branches", replace(`{ "call" "pass" }`, `{ "call" }`, `{ "call" "pass" }`, `{ "call" }`, "t \"\" 2 { 1 -1 }\n", "",
			"t \"\" 2\n", ""),
			"after hi, bet: player 2 has 2 moves in A, 1 in B"},
		{"end", replace("t \"\" 3 { -1 1 }", "p \"\" 1 5 { \"x\" \"y\" } 0 t \"\" 3 { -1 1 } t \"\" 3"),
			"after hi, fold: the play is over in A, not in B"},
		{"Bob sees the card", replace(`p "lo bet" 2 1 {`, `p "lo bet" 2 2 {`),
			"after lo, bet: player 2 cannot tell this in A, but can in B, from the position after hi, bet"},
		{"Ann does not see the card", replace(`p "lo" 1 2 {`, `p "lo" 1 1 {`),
			"after lo: player 1 of A can tell this in A, but not in B, from the position after hi"},
		{"two differences, one sooner", replace("1 { 2 -2 }", "1 { 2 -3 }", `p "lo" 1 2 { "bet" "fold" }`,
			`p "lo" 2 2 { "bet" "fold" }`),
			"after lo: player 1 decides in A, player 2 in B"},
		{"labels do not count", replace(`"hi"`, `"high"`, `"bet"`, `"raise"`), ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, strict := range []bool{true, false} {
				compare := Compare
				if strict {
					compare = Walk
				}
				r, err := compare(context.Background(), game(t, peek), game(t, test.b), Options{})
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

// TestReadings shows that games that are the same by a weaker criterion only are
// different by default, and that the answer names the criterion.
func TestReadings(t *testing.T) {
	const plain = `EFG 2 R "" { "A" "B" } p "" 1 1 { "1" "2" "10" } 0 t "" 1 { 1 0 } t "" 2 { 2 0 } t "" 3 { 3 0 }`
	const hidden = `EFG 2 R "" { "A" "B" } p "" 1 1 { "l" "r" } 0 p "" 2 1 { "x" "y" } 0 t "" 1 { 1 0 } t "" 2 { 2 0 } p "" 2 1 { "x" "y" } 0 t "" 3 { 3 0 } t "" 4 { 4 0 }`
	for _, test := range []struct {
		name, a, b string
		o          Options
		method     string
	}{
		{"merged chance",
			`EFG 2 R "" { "A" } c "" 1 { "a" 1/3 "b" 2/3 } 0 t "" 1 { 1 } t "" 2 { 2 }`,
			`EFG 2 R "" { "A" } c "" 1 { "a" 1/3 "b" 1/3 "z" 0 "c" 1/3 } 0 t "" 1 { 1 } t "" 2 { 2 } t "" 3 { 3 } t "" 2`,
			Options{MergeChance: true},
			"walk through both trees, branches of chance taken together"},
		{"forced moves", plain,
			`EFG 2 R "" { "A" "B" } p "" 2 1 { "noop" } 0 p "" 1 1 { "1" "2" "10" } 0 t "" 1 { 1 0 } t "" 2 { 2 0 } p "" 2 2 { "noop" } 0 t "" 3 { 3 0 }`,
			Options{Contract: true},
			"walk through both trees, without forced moves"},
		{"players exchanged", plain,
			`EFG 2 R "" { "A" "B" } p "" 2 1 { "1" "2" "10" } 0 t "" 1 { 0 1 } t "" 2 { 0 2 } t "" 3 { 0 3 }`,
			Options{Players: []int{2, 1}},
			"walk through both trees, player 1 of A as player 2 of B"},
		{"scaled", plain,
			`EFG 2 R "" { "A" "B" } p "" 1 1 { "1" "2" "10" } 0 t "" 1 { 3 0 } t "" 2 { 5 0 } t "" 3 { 7 0 }`,
			Options{Payoffs: Scaled},
			"walk through both trees, payoffs up to their units"},
		{"outcomes", plain,
			`EFG 2 R "" { "A" "B" } p "" 1 1 { "1" "2" "10" } 0 t "" 1 { 3 0 } t "" 2 { 3 0 } t "" 3 { 7 1 }`,
			Options{Payoffs: Outcomes},
			"walk through both trees, payoffs as win, draw or loss"},
	} {
		t.Run(test.name, func(t *testing.T) {
			r, err := Compare(context.Background(), game(t, test.a), game(t, test.b), Options{})
			if err != nil || r.Equal || r.Difference == nil {
				t.Errorf("strictly: %+v, %v", r, err)
			}
			r, err = Compare(context.Background(), game(t, test.a), game(t, test.b), test.o)
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
	// Numbered moves may be sorted as texts, where information is hidden too.
	many := func(labels ...string) string {
		s := `EFG 2 R "" { "A" "B" } p "" 1 1 {`
		for _, l := range labels {
			s += " \"" + l + "\""
		}
		s += " } 0"
		for _, l := range labels {
			s += ` p "" 2 1 { "x" "y" } 0 t "" ` + l + ` { ` + l + ` 0 } t "" ` + l
		}
		return s
	}
	r, err := Compare(context.Background(), game(t, many("1", "2", "3", "4", "5", "6", "7", "8", "9", "10")),
		game(t, many("1", "10", "2", "3", "4", "5", "6", "7", "8", "9")), Options{})
	if err != nil || !r.Equal || r.Method != "walk through both trees, numbered moves in order" {
		t.Errorf("numbered moves: %+v, %v", r, err)
	}
	// Without hidden information the order of moves means nothing, with it much.
	for text, equal := range map[string]bool{plain: true, hidden: false} {
		other := strings.NewReplacer("{ 1 0 }", "{ 2 0 }", "{ 2 0 }", "{ 1 0 }").Replace(text)
		r, err := Compare(context.Background(), game(t, text), game(t, other), Options{})
		if err != nil || r.Equal != equal {
			t.Errorf("%s: %+v, %v", other, r, err)
		}
	}
}

// TestBounds shows that a bound leaves the games undecided and tells how far they agree.
func TestBounds(t *testing.T) {
	ctx := context.Background()
	a := game(t, peek)
	for _, c := range []struct {
		o     Options
		depth int
		want  string
	}{
		{Options{MaxPositions: 10}, 2, "not decided within 10 positions"},
		{Options{MaxDepth: 2}, 2, "not decided within plays of 2 moves"},
		{Options{MaxPositions: 5, Playouts: 100}, 1, "not decided within 5 positions"},
	} {
		for name, compare := range map[string]func(context.Context, formal.Game, formal.Game, Options) (*Result,
			error){"walk": Walk, "compare": Compare} {
			r, err := compare(ctx, a, a, c.o)
			if err != nil || r.Equal || r.Difference != nil || r.Undecided != c.want || r.Depth != c.depth {
				t.Errorf("%s %+v: %+v, %v", name, c.o, r, err)
			}
			if c.o.Playouts > 0 && name == "walk" {
				continue
			}
			if (r.Evidence == "100 random playouts of each show no difference") != (c.o.Playouts > 0) {
				t.Errorf("evidence %q", r.Evidence)
			}
		}
	}
	if _, err := Walk(ctx, a, a, Options{Players: []int{1, 1}}); err == nil {
		t.Error("a bad permutation was accepted")
	}
	if r, err := Compare(ctx, a, game(t, `EFG 2 R "" { "A" } t "" 0`), Options{}); err != nil || r.Equal ||
		r.Difference == nil {
		t.Errorf("games with 2 and 1 players: %v, %v", r, err)
	}
	stopped, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := Compare(stopped, endless{}, endless{}, Options{MaxPositions: 1 << 40}); !errors.Is(err,
		context.Canceled) {
		t.Errorf("error %v of an interrupted comparison", err)
	}
}

// endless is a game of perfect information, or of none, whose plays never end.
type endless struct{ blind bool }

func (endless) Formalism() string              { return "rbg" }
func (endless) Name() string                   { return "endless" }
func (endless) Players() []string              { return []string{"a", "b"} }
func (e endless) Hidden() bool                 { return e.blind }
func (e endless) NewPosition() formal.Position { return &endlessPosition{} }

type endlessPosition struct{ way []byte }

func (p *endlessPosition) Restart(*rng.SplitMix64)  { p.way = nil }
func (p *endlessPosition) Clone() formal.Position   { return &endlessPosition{slices.Clone(p.way)} }
func (p *endlessPosition) Terminal() bool           { return false }
func (p *endlessPosition) Mover() int               { return len(p.way)%2 + 1 }
func (p *endlessPosition) Moves() int               { return 3 }
func (p *endlessPosition) MoveText(i int) string    { return string(rune('a' + i)) }
func (p *endlessPosition) Probability(int) *big.Rat { return nil }
func (p *endlessPosition) Apply(i int)              { p.way = append(p.way, byte(i)) }
func (p *endlessPosition) Payoffs() []*big.Rat      { return nil }
func (p *endlessPosition) Observation(int) string   { return string(p.way) }

// TestTimeAndMemoryAreBounded compares games that never end with themselves.
func TestTimeAndMemoryAreBounded(t *testing.T) {
	ctx := context.Background()
	start := time.Now()
	told := 0
	r, err := Compare(ctx, endless{}, endless{},
		Options{MaxPositions: 1 << 40, Timeout: 1500 * time.Millisecond, Progress: func(Progress) { told++ }})
	if err != nil || r.Undecided != "not decided within 1.5s" || r.Depth < 5 || told == 0 {
		t.Errorf("%+v, %v, progress told %d times", r, err, told)
	}
	if d := time.Since(start); d > 10*time.Second {
		t.Errorf("took %v", d)
	}
	runtime.GC()
	limit := LiveBytes() + 64<<20
	limit &^= 1<<20 - 1
	most := uint64(0)
	done := make(chan bool)
	go func() { // measures, whatever the comparison says of itself
		for {
			select {
			case <-done:
				return
			case <-time.After(5 * time.Millisecond):
				most = max(most, LiveBytes())
			}
		}
	}()
	r, err = Compare(ctx, endless{blind: true}, endless{blind: true},
		Options{MaxPositions: 1 << 40, Memory: limit, Timeout: 2 * time.Minute})
	done <- true
	if err != nil || r.Undecided != fmt.Sprintf("not decided within %d MiB of memory", limit>>20) || r.Depth < 5 {
		t.Errorf("%+v, %v", r, err)
	}
	if most > limit*3/2 {
		t.Errorf("%d MiB were live, the limit is %d", most>>20, limit>>20)
	}
}

func TestUnfold(t *testing.T) {
	// The order of moves does not matter, nor do forced moves.
	const a = `EFG 2 R "" { "A" "B" } p "" 1 1 { "x" "y" } 0 t "" 1 { 1 0 } p "" 2 1 { "u" "v" } 0 t "" 1 t "" 2 { 0 0 }`
	const b = `EFG 2 R "" { "A" "B" } p "" 1 1 { "y" "x" } 0 p "" 2 1 { "v" "u" } 0 t "" 2 { 5 5 } t "" 1 { 100 0 } p "" 2 2 { "noop" } 0 t "" 1`
	const c = `EFG 2 R "" { "A" "B" } p "" 1 1 { "y" "x" } 0 p "" 2 1 { "v" "u" } 0 t "" 2 { 5 5 } t "" 1 { 0 100 } t "" 3 { 100 0 }`
	weaker := Options{Contract: true, Payoffs: Outcomes}
	r, err := Unfold(context.Background(), game(t, a), game(t, b), weaker)
	if err != nil {
		t.Fatal(err)
	}
	if !r.Equal || r.Depth != 2 || r.Positions != 5 {
		t.Errorf("equal %v by %s with %d positions: %v", r.Equal, r.Method, r.Positions, r.Difference)
	}
	if strict, err := Unfold(context.Background(), game(t, a), game(t, b), Options{}); err != nil || strict.Equal {
		t.Errorf("strictly: %+v, %v", strict, err)
	}
	if r, err = Unfold(context.Background(), game(t, a), game(t, c), weaker); err != nil {
		t.Fatal(err)
	}
	if want := "after y, u: the play is over with [win loss] in A, the play is over with [loss win] in B"; r.Equal ||
		r.Difference.String() != want {
		t.Errorf("\n got %v\nwant %s", r.Difference, want)
	}
}

func TestUnfoldMergesChance(t *testing.T) {
	const one = `EFG 2 R "" { "A" } c "" 1 { "a" 1/3 "b" 2/3 } 0 t "" 1 { 1 } t "" 2 { 0 }`
	const split = `EFG 2 R "" { "A" } c "" 1 { "x" 1/3 "y" 1/3 "z" 1/3 } 0 t "" 2 { 0 } t "" 1 { 1 } t "" 2`
	const other = `EFG 2 R "" { "A" } c "" 1 { "x" 1/6 "y" 1/2 "z" 1/3 } 0 t "" 2 { 0 } t "" 1 { 1 } t "" 2`
	for b, equal := range map[string]bool{split: true, other: false} {
		r, err := Unfold(context.Background(), game(t, one), game(t, b), Options{MergeChance: true})
		if err != nil || r.Equal != equal {
			t.Errorf("%s: %v, %v, want equal %v", b, err, r, equal)
		}
	}
}

func TestSample(t *testing.T) {
	even := `EFG 2 R "" { "A" "B" } c "" 1 { "h" 1/2 "t" 1/2 } 0 t "" 1 { 1 0 } t "" 2 { 0 1 }`
	odd := strings.NewReplacer(`"h" 1/2`, `"h" 2/3`, `"t" 1/2`, `"t" 1/3`).Replace(even)
	o, err := Options{Playouts: 2000}.orDefault(game(t, even), game(t, even))
	if err != nil {
		t.Fatal(err)
	}
	budget, cancel := newBudget(context.Background(), o)
	defer cancel()
	for b, want := range map[string]string{even: "show no difference", odd: "disagree: share of wins"} {
		s, err := sampleBoth(game(t, even), game(t, b), o, budget)
		if err != nil || !strings.Contains(s, want) {
			t.Errorf("%s, %v; want %s", s, err, want)
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
		r, err := Walk(context.Background(), a, efg.Adapt(g.Prune()), Options{})
		if err != nil || !r.Equal {
			t.Errorf("%s: not equal to itself: %v %v", name, err, r)
			continue
		}
		if want, err := g.Expected(nil); err != nil || fmt.Sprint(r.Expected) != fmt.Sprint(want) {
			t.Errorf("%s: expected payoffs %v, want %v", name, r.Expected, want)
		}
		if r, err = Compare(context.Background(), a, efg.Adapt(g.Contract()), Options{Contract: true}); err != nil ||
			!r.Equal {
			t.Errorf("%s: not equal without forced moves: %v %v", name, err, r)
		}
		changed := g.Prune().Contract()
		if len(changed.Outcomes) == 0 {
			continue
		}
		payoff := changed.Outcomes[0].Payoffs[0]
		payoff.Add(payoff, big.NewRat(1, 7))
		if r, err = Compare(context.Background(), a, efg.Adapt(changed), Options{Contract: true}); err != nil || r.Equal {
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
		if r, err := Walk(context.Background(), efg.Adapt(g), efg.Adapt(back), Options{}); err != nil || !r.Equal {
			t.Errorf("%s: %v %v", name, err, r.Difference)
		}
	}
}
