package rg_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/efg"
	"github.com/astragal/astragal/engine/equiv"
	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/rbg"
	"github.com/astragal/astragal/engine/rg"
	"github.com/astragal/astragal/engine/rng"
)

func read(t testing.TB, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.FromSlash(name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func load(t testing.TB, name, text string) *rg.Game {
	t.Helper()
	f := rg.Load
	if strings.HasSuffix(name, ".hrg") {
		f = rg.LoadHigh
	}
	g, err := f(name, name, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func boardgame(t testing.TB, text string) *rbg.Game {
	t.Helper()
	g, err := rbg.Load("game.rbg", "game", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// smaller replaces pairs of words, each of which must be there.
func smaller(t testing.TB, text string, pairs ...string) string {
	t.Helper()
	for i := 0; i < len(pairs); i += 2 {
		if !strings.Contains(text, pairs[i]) {
			t.Fatalf("no %q in\n%s", pairs[i], text)
		}
		text = strings.ReplaceAll(text, pairs[i], pairs[i+1])
	}
	return text
}

// lowered writes a game at the low level and reads it again.
func lowered(t testing.TB, name, text string) *rg.Game {
	t.Helper()
	parse := rg.Parse
	if strings.HasSuffix(name, ".hrg") {
		parse = rg.ParseHigh
	}
	d, err := parse(name, name, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := d.Write(&b); err != nil {
		t.Fatal(err)
	}
	return load(t, "lowered.rg", b.String())
}

// TestProofs proves games written at both levels to be the same as their Regular
// Boardgames, and finds wrong ones different.
func TestProofs(t *testing.T) {
	connect, regular := read(t, "testdata/connectFour.hrg"), read(t, "../rbg/testdata/connectFour.rbg")
	three := []string{"0..6", "0..2", "0..5", "0..3", "C == 6", "C == 2", "R == 5", "R == 3"}
	threeRBG := []string{"[free, free, free, free, free, free, free]", "[free, free, free]",
		"line line line line line line)", "line line line line)"}
	pawns, regularPawns := read(t, "testdata/breakthrough.hrg"), read(t, "../rbg/testdata/breakthrough.rbg")
	narrow := []string{"C in 0..7", "C in 0..1", "R in 0..7", "R in 0..4", "R in 6..7", "R in 4..4", "R in 0..1",
		"R in 0..0", "R == 7", "R == 4", "C == 7", "C == 1"}
	narrowRBG := []string{"[d, d, d, d, d, d, d, d]", "[d, d]", "[l, l, l, l, l, l, l, l]", "[l, l]",
		"[none, none, none, none, none, none, none, none]", "[none, none]", "darks darks gap gap gap gap lights lights",
		"darks gap gap gap lights"}
	cases := []struct{ name, text, other string }{
		{"tic-tac-toe at the high level.hrg", read(t, "testdata/ticTacToe.hrg"), read(t, "../rbg/testdata/ticTacToe.rbg")},
		{"tic-tac-toe at the low level.rg", read(t, "testdata/ticTacToe.rg"), read(t, "../rbg/testdata/ticTacToe.rbg")},
		{"connect four on 3x4.hrg", smaller(t, connect, three...), smaller(t, regular, threeRBG...)},
		{"breakthrough on 2x5.hrg", smaller(t, pawns, narrow...), smaller(t, regularPawns, narrowRBG...)},
	}
	for _, c := range cases {
		if testing.Short() && strings.HasPrefix(c.name, "tic") {
			continue
		}
		g, other := load(t, c.name, c.text), boardgame(t, c.other)
		r, err := equiv.Compare(context.Background(), g, other, equiv.Options{MaxPositions: 5_000_000})
		if err != nil || !r.Equal {
			t.Errorf("%s: %v, %+v", c.name, err, r)
			continue
		}
		t.Logf("%s: %s, %d positions", c.name, r.Method, r.Positions)
		again := lowered(t, c.name, c.text)
		if x, y := perft(t, g, 5), perft(t, again, 5); !slices.Equal(x, y) {
			t.Errorf("%s: %v, lowered and read again %v", c.name, x, y)
		}
	}
	wrong := boardgame(t, smaller(t, cases[2].other, "[$ me = 100, other = 0]", "[$ me = 99, other = 0]"))
	r, err := equiv.Compare(context.Background(), load(t, cases[2].name, cases[2].text), wrong, equiv.Options{})
	if err != nil || r.Equal || r.Difference == nil {
		t.Errorf("a changed payoff is overlooked: %v, %+v", err, r)
	}
}

func perft(t testing.TB, g formal.Game, depth int) []uint64 {
	t.Helper()
	n, err := formal.Perft(context.Background(), g, depth)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestPerft counts move sequences of the games on their full boards like those of
// the Regular Boardgames.
func TestPerft(t *testing.T) {
	for name, depth := range map[string]int{"ticTacToe": 6, "connectFour": 5, "breakthrough": 4} {
		if testing.Short() {
			depth -= 2
		}
		g := load(t, name+".hrg", read(t, "testdata/"+name+".hrg"))
		want, err := boardgame(t, read(t, "../rbg/testdata/"+name+".rbg")).NewState().Perft(depth)
		if err != nil {
			t.Fatal(err)
		}
		if got := perft(t, g, depth); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}

// TestHiddenChance proves the card game of our test data against an extensive form.
func TestHiddenChance(t *testing.T) {
	g := load(t, "kuhn.rg", read(t, "testdata/kuhn.rg"))
	if !g.Hidden() || !g.Chance() {
		t.Errorf("hidden %t, chance %t", g.Hidden(), g.Chance())
	}
	tree, err := efg.Read("kuhn.efg", []byte(read(t, "../solve/testdata/kuhn.efg")), efg.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := equiv.Compare(context.Background(), g, efg.Adapt(tree), equiv.Options{OwnSets: true, Payoffs: equiv.Scaled})
	if err != nil || !r.Equal {
		t.Fatalf("%v, %+v", err, r)
	}
	back, err := efg.FromFormal(g, efg.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if r, err = equiv.Compare(context.Background(), g, efg.Adapt(back), equiv.Options{}); err != nil || !r.Equal {
		t.Fatalf("unfolded: %v, %+v", err, r)
	}
	shown := load(t, "kuhn.rg", smaller(t, read(t, "testdata/kuhn.rg"), "hide1, hide2: visible[ann] = 0",
		"hide1, hide2: visible[ann] = 1"))
	if r, err = equiv.Compare(context.Background(), shown, efg.Adapt(tree),
		equiv.Options{OwnSets: true, Payoffs: equiv.Scaled}); err != nil || r.Equal {
		t.Errorf("a card that is seen is overlooked: %v, %+v", err, r)
	}
}

// TestPlayout demands that playouts end as they should, allocate nothing, and are the same
// for the same seed.
func TestPlayout(t *testing.T) {
	for _, name := range []string{"ticTacToe.hrg", "connectFour.hrg", "breakthrough.hrg", "kuhn.rg"} {
		g := load(t, name, read(t, "testdata/"+name))
		s := g.NewState()
		for seed := range uint64(20) {
			r := rng.New(seed)
			s.Restart()
			plies, over := s.Playout(&r, 1000)
			if !over || s.Err() != nil || s.Moves() != 0 {
				t.Fatalf("%s, seed %d: %d plies, over %t, %v", name, seed, plies, over, s.Err())
			}
			again, q := g.NewState(), rng.New(seed)
			if n, _ := again.Playout(&q, 1000); n != plies || again.Score(1) != s.Score(1) || q != r {
				t.Fatalf("%s, seed %d: %d plies, again %d", name, seed, plies, n)
			}
		}
		r := rng.New(7)
		if n := testing.AllocsPerRun(20, func() { s.Restart(); s.Playout(&r, 1000) }); n > 0 {
			t.Errorf("%s: %v allocations a playout", name, n)
		}
	}
}

// TestReachabilityChangesNothing asks whether a node can be reached by way of any value of a type: the variable has its
// old value afterwards.
func TestReachabilityChangesNothing(t *testing.T) {
	g := load(t, "any.rg", `type Player = { a }; type Score = { 0 }; type Bit = { old, new };
var bit: Bit = old;
begin, choose: player = a;
choose, found: ? ask -> answer;
ask, answer: bit = Bit(*);
found, tagged: $$ bit;
tagged, end: player = a;`)
	p := g.NewPosition()
	if p.Moves() != 1 || p.MoveText(0) != "old" {
		t.Errorf("%d moves, the first one %s", p.Moves(), p.MoveText(0))
	}
}
