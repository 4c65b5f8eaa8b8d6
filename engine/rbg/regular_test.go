package rbg_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/equiv"
	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/rbg"
	"github.com/astragal/astragal/engine/rg"
)

// regular translates a Regular Boardgame to a Regular Game, which our reader takes.
func regular(t *testing.T, d *rbg.Description) *rg.Game {
	t.Helper()
	var b strings.Builder
	if err := d.WriteRegular(&b); err != nil {
		t.Fatal(err)
	}
	g, err := rg.Load("translation.rg", "translation", []byte(b.String()))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// described reads a description.
func described(t *testing.T, text string) (*rbg.Description, *rbg.Game) {
	t.Helper()
	d, err := rbg.Parse("game.rbg", "game", []byte(text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	g, err := rbg.Compile(d)
	if err != nil {
		t.Fatal(err)
	}
	return d, g
}

// counting is a game of arithmetic: of variables, scores and numbers of pieces, division by what may be zero, bounds
// that refuse, what is changed and asked inside of conditions, and names that Regular Games give a meaning.
const counting = `#players = begin(20), player(9)
#pieces = random, here, none
#variables = goals(5), end(3)
#board = keeper[random]{up: Place, m1: n1} Place[here]{up: n1} n1[none]{m1: keeper, up: keeper}
#rules = (
    ->begin (up* + m1)[random, none] {$ here < 3}
        ([$ goals = goals + 1, end = 6 / (3 - end)] + [$ begin = begin + goals * here, goals = random - 1])
    ->player {? up [here] {$ here == 1} up {none, here}} [$ player = 9 / goals] m1* {! {$ end > 2} up}
        [$ end = end + 1]
    ->> ({$ begin > player} [$ player = player - begin + 3] + {$ begin <= player} [$ begin = begin + 1])
)*
`

// TestRegularProofs proves translations to Regular Games, and finds them different from games with another payoff.
func TestRegularProofs(t *testing.T) {
	read := func(name string, pairs ...string) string {
		text, err := os.ReadFile("testdata/" + name + ".rbg")
		if err != nil {
			t.Fatal(err)
		}
		return strings.NewReplacer(pairs...).Replace(string(text))
	}
	cases := map[string]string{
		"counting": counting,
		"connect four on 3x4": read("connectFour", "[free, free, free, free, free, free, free]", "[free, free, free]",
			"line line line line line line)", "line line line line)"),
		"breakthrough on 2x5": read("breakthrough",
			"[d, d, d, d, d, d, d, d]", "[d, d]", "[l, l, l, l, l, l, l, l]", "[l, l]",
			"[none, none, none, none, none, none, none, none]", "[none, none]", "darks darks gap gap gap gap lights lights",
			"darks gap gap gap lights"),
		"many sums": "#players = a(9), b(9)\n#pieces = p, q, r, s\n#variables = x(40), y(40), z(40)\n" +
			"#board = rectangle(u,d,l,e,[p,q,r,s])\n" +
			"#rules = (->a e* ([p] + [s]) ([$ x = x + 9, y = x - q + z * 3] + [$ z = z + y + 1 - p * s - q + r / (s - 1)])" +
			"{$ x + y + p - q - s * r > z - 4 * x + r} ->b [$ a = p + q + r + s + x / 9 - z + y / 7] {$ x < 19 + s})*",
		"over at once":  "#players = a(1)\n#pieces = e\n#variables =\n#board = v[e]{}\n#rules = {}->a",
		"stuck at once": "#players = a(1)\n#pieces = e\n#variables =\n#board = v[e]{}\n#rules = ->a [$ a = 1] {} ->>",
		"a way of 5 rows": "#players = a(1)\n#pieces = e, f\n#variables =\n" +
			"#board = rectangle(u,d,l,r,[e,e][e,][e,f][,e][e,e])\n" +
			"#rules = ->a ((u+d+l+r)* [f] ->a)^2 (l d)* {f} [$ a = e / 3] ->> {}",
	}
	if !testing.Short() {
		cases["tic-tac-toe"] = read("ticTacToe")
	}
	for name, text := range cases {
		d, g := described(t, text)
		x := regular(t, d)
		r, err := equiv.Compare(context.Background(), g, x, equiv.Options{MaxPositions: 5_000_000})
		if err != nil || !r.Equal {
			t.Errorf("%s: %v, %+v", name, err, r)
			continue
		}
		t.Logf("%s: %s, %d positions", name, r.Method, r.Positions)
	}
	_, wrong := described(t, strings.Replace(counting, "9 / goals", "8 / goals", 1))
	d, _ := described(t, counting)
	r, err := equiv.Compare(context.Background(), wrong, regular(t, d), equiv.Options{})
	if err != nil || r.Equal || r.Difference == nil {
		t.Errorf("another payoff is overlooked: %v, %+v", err, r)
	}
}

// wild writes random rules for a turn: everything that a player can do, without switches.
type wild struct{ *rand.Rand }

func (w wild) arith(depth int) string {
	if depth == 0 || w.IntN(2) == 0 {
		return []string{"0", "1", "2", "x", "y", "a", "b", "p", "q"}[w.IntN(9)]
	}
	return "(" + w.arith(depth-1) + []string{" + ", " - ", " * ", " / "}[w.IntN(4)] + w.arith(depth-1) + ")"
}

func (w wild) move(depth int, inside bool) string {
	k := w.IntN(12)
	if depth == 0 {
		k = 5 + w.IntN(7)
	}
	switch k {
	case 0, 1:
		return w.move(depth-1, inside) + " " + w.move(depth-1, inside)
	case 2:
		return "(" + w.move(depth-1, inside) + " + " + w.move(depth-1, inside) + ")"
	case 3: // a star of what does not change anything
		return "(" + []string{"u", "r", "u + r", "(u r + r)*", "u {p, q}", "r* u", "."}[w.IntN(7)] + ")*"
	case 4:
		return []string{"{? ", "{! "}[w.IntN(2)] + w.move(depth-1, true) + "}"
	case 5, 6:
		return []string{"u", "r", "l", "(u + r)", "(u + .)"}[w.IntN(5)]
	case 7:
		return []string{"{p}", "{q, s}", "{p, q, s}", "{}", "{p, s}"}[w.IntN(5)]
	case 8, 9:
		return []string{"[p]", "[q]", "[s, p]"}[w.IntN(3)]
	case 10:
		return "[$ " + []string{"x", "y", "a", "b"}[w.IntN(4)] + " = " + w.arith(2) + "]"
	}
	return "{$ " + w.arith(1) + []string{" < ", " <= ", " > ", " >= ", " == ", " != "}[w.IntN(6)] + w.arith(1) + "}"
}

// TestRegularOfRandomRules proves translations of random rules.
func TestRegularOfRandomRules(t *testing.T) {
	games := 400
	if testing.Short() {
		games = 60
	}
	w := wild{rand.New(rand.NewPCG(4, 2026))}
	large, long := 0, 0
	for i := range games {
		turn := func() string {
			return "(" + w.move(3, false) + " + " + w.move(3, false) + " + " + w.move(2, false) + ")"
		}
		text := fmt.Sprintf(`#players = a(4), b(6)
#pieces = p, q, s
#variables = x(3), y(2), t(2)
#board = v0[p]{u: v1, r: v2} v1[q]{u: v3, l: v0} v2[p]{r: v0, l: v3, u: v2} v3[s]{u: v0}
#rules = ->a ([$ t = t + 1] %s ->> {! {p} {$ t == 1}} ->b %s ->a)*`, turn(), turn())
		d, g := described(t, text)
		r, err := equiv.Compare(context.Background(), g, regular(t, d), equiv.Options{MaxPositions: 3_000})
		if err != nil || r.Difference != nil {
			t.Fatalf("game %d: %v, %+v\n%s", i, err, r, text)
		}
		if !r.Equal {
			large++
		}
		if r.Positions > 20 {
			long++
		}
	}
	t.Logf("%d games, %d of more than 20 positions, %d too large to be proved", games, long, large)
	if long < games/4 || large > games/2 {
		t.Error("too few of a kind to test")
	}
}

// TestRegularCorpus translates the corpus, and counts the moves of translations on as many levels as take little time.
func TestRegularCorpus(t *testing.T) {
	want := map[string][]uint64{}
	for _, row := range table(t, "rbg_perft.tsv") {
		if n := number(t, row[2]); n <= perftNodes()/100 {
			want[row[0]] = append(want[row[0]], uint64(n))
		}
	}
	for file, counts := range want {
		t.Run(file, func(t *testing.T) {
			d := parse(t, filepath.Join(corpus, file))
			got, err := formal.Perft(context.Background(), regular(t, d), len(counts))
			if err != nil {
				t.Fatal(err)
			}
			for i, n := range got {
				if n != counts[i] {
					t.Errorf("perft(%d) = %d, want %d", i+1, n, counts[i])
				}
			}
		})
	}
}

// TestRegularRefused asks for translations that would be too large.
func TestRegularRefused(t *testing.T) {
	for _, c := range []struct{ variables, rules, why string }{
		{"x(4000000000)", "->a ([$ x = x + 1] ->a)*", "more than"},
		{"x(600), y(600)", "->a (([$ x = x + 1] + [$ y = y + 1]) {$ x < y} ->a)*", "table of more than"},
		{"x(600), y(600)", "->a (([$ x = x + 1] + [$ y = y + 1]) {$ x * y * x < 7} ->a)*", "table of more than"},
		{"x(1)", "->a ((([p]^60)^60)^60 ->a)*", "the automaton has more than"},
	} {
		d, err := rbg.Parse("game.rbg", "game", []byte("#players = a(1)\n#pieces = p\n#variables = "+c.variables+
			"\n#board = v[p]{}\n#rules = "+c.rules))
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		if err := d.WriteRegular(&b); err == nil || !strings.Contains(err.Error(), c.why) {
			t.Errorf("%s: %v", c.rules, err)
		}
	}
}
