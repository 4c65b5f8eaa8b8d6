package rbg_test

import (
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/rbg"
	"github.com/astragal/astragal/engine/rng"
)

// small is a valid description; %R stands for its rules, %M for macros.
const small = `#players = a(5), b(5)
#pieces = e, x
#variables = v(3)
#board = rectangle(up,down,left,right,[e,e][x,e])
%M
#rules = %R
`

// What is missing is missed at a place, too.
func TestMissingSections(t *testing.T) {
	for text, want := range map[string]string{
		"":                              "x:1:1: missing section players",
		"// nothing\n":                  "x:2:1: missing section players",
		"#players = a(1)\n#pieces = e ": "x:2:13: missing section variables: the file ends without #variables",
	} {
		if _, err := rbg.Load("x", "x", []byte(text)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

func TestErrors(t *testing.T) {
	for _, test := range []struct{ macros, rules, want string }{
		{"", "->a {? up ->b} ->>", "x:6:20: switch inside a condition"},
		{"", "->a up^0 ->>", "x:6:17: power 0"},
		{"", "->a 5", "x:6:14: expected an action, found '5'"},
		{"", "->c up", "x:6:12: player c is not declared"},
		{"", "->a {e ->>", "x:6:17: unbalanced bracket, expected '}' or ',', found '->>'"},
		{"", "->a [$ v = 4294967296] ->>", "x:6:21: number 4294967296 is too large: the limit is 4294967295"},
		{"", "->a up~down", "x:6:16: tilde outside macro"},
		{"", "up +> down", "x:6:13: '+>' is reserved and not supported"},
		{"", `"up"`, `x:6:10: expected an action, found '"up"'`},
		{"", "up /* down", "x:6:13: comment opened by '/*' is not closed by '*/'"},
		{"", "up\n#rules = up", "x:7:2: second section rules"},
		{"#m =", "up", "x:5:2: empty macro m"},
		{"#m = ~up", "up", "x:5:6: tilde at the edge of the body of macro m"},
		{"#m = up #m = down", "up", "x:5:10: macro m with 0 parameters is already defined"},
		{"#m(p) = p", "m", "x:6:10: macro m needs arguments: expected '(' after its name"},
		{"#m(p) = p", "m(up", "x:6:11: arguments of macro m are not closed: expected ')'"},
		{"#m(p) = p~+", "m(up)", "x:5:11: pasting 'up' and '+' gives no token"},
		{"#m(p) = p q", "m(up)", "x:5:11: identifier q is not declared\n\tin expansion of macro m at 6:10"},
		{"#m(p) = p", "m(nowhere)", "x:6:12: identifier nowhere is not declared\n\tin expansion of argument p at 6:10"},
		{"#m = n #n = up", "m", "x:5:6: identifier n is not declared"},
		{"#board = q[e]{}", "up", "x:5:2: second section board"},
	} {
		src := strings.NewReplacer("%M", test.macros, "%R", test.rules).Replace(small)
		_, err := rbg.Load("x", "x", []byte(src))
		if err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%s / %s:\n\tgot  %v\n\twant %s", test.macros, test.rules, err, test.want)
		}
	}
}

func TestArithmetic(t *testing.T) {
	for _, test := range []struct {
		cond  string
		moves int
	}{
		{"7 - 2 + 3 == 8", 1}, {"7 - 2 - 3 == 2", 1}, {"2 * 7 / 2 == 6", 1}, {"(2 * 7) / 2 == 7", 1},
		{"1 - 5 < 0", 1}, {"(1 - 5) / 3 == 0 - 1", 1}, {"e == 3", 1}, {"e * x > 3", 0},
		{"1 / v == 0", 0}, {"1 / v != 0", 0}, {"4000000000 * 4000000000 * 4000000000 > 0", 0},
	} {
		src := strings.NewReplacer("%M", "", "%R", "->a {$ "+test.cond+"} ->>").Replace(small)
		g, err := rbg.Load("x", "x", []byte(src))
		if err != nil {
			t.Fatal(err)
		}
		if n := g.NewState().Moves(); n != test.moves {
			t.Errorf("%s: %d moves, want %d", test.cond, n, test.moves)
		}
	}
}

// TestMoves checks the identity of moves and the walks that could run in circles.
func TestMoves(t *testing.T) {
	for _, test := range []struct {
		rules string
		moves int
	}{
		{"->a (up* + down*)(left* + right*) ->>", 4},              // one per vertex where the switch happens
		{"->a ((up + down)* (left* right*)*)* {e} ->>", 3},        // loops in loops
		{"->a (({e} + {x}) right + right) ->>", 1},                // two walks, one move
		{"->a [x, e] ->>", 2},                                     // a choice of offs
		{"->a {e, x} ->>", 1},                                     // a check is no choice
		{"->a ({e} + {}) ->>", 1},                                 // {} never holds
		{"->a [] ->>", 0},                                         // [] is never possible
		{"->a [x] {? {x} [e] {e}} {x} ->>", 1},                    // a condition undoes what it did
		{"->a [$ v = 4] ->>", 0},                                  // beyond the bound
		{"->a [$ v = 3, v = v - 3] {$ v == 0} ->>", 1},            // left to right
		{"->a ([$ v = v + 1])* {$ v == 2} ->>", 1},                // a loop with a modifier
		{"->a . ->>", 1},                                          // a no-op
		{"->a ({e} right)* {! right} down {! {x}} ->>", 1},        // a ray
		{"->a ([$ v = v + 1] + [$ v = v + 1])^2 {e} down ->>", 4}, // different indices
		{"->a ((right {e} + left {e} + up {e})* [x]) ->>", 2},     // a flood
	} {
		src := strings.NewReplacer("%M", "", "%R", test.rules).Replace(small)
		g, err := rbg.Load("x", "x", []byte(src))
		if err != nil {
			t.Fatal(err)
		}
		if n := g.NewState().Moves(); n != test.moves {
			t.Errorf("%s: %d moves, want %d", test.rules, n, test.moves)
		}
	}
}

func TestLimits(t *testing.T) {
	for _, test := range []struct{ rules, want string }{
		{"->a ([x] [e])* {x} ->>", "move longer than 10000 modifiers"},
		{"->a ->> (->>)* {x} ->b ->>", "keeper does not finish within 1048576 moves"},
	} {
		src := strings.NewReplacer("%M", "", "%R", test.rules).Replace(small)
		g, err := rbg.Load("x", "x", []byte(src))
		if err != nil {
			t.Fatal(err)
		}
		s := g.NewState()
		if s.Moves() > 0 {
			s.Apply(0)
		}
		if s.Err() == nil || s.Err().Error() != test.want || s.Moves() != 0 {
			t.Errorf("%s: %v, want %s", test.rules, s.Err(), test.want)
		}
	}
}

// TestOwnGames plays the descriptions of testdata; their counts are well known.
func TestOwnGames(t *testing.T) {
	for file, want := range map[string][]uint64{
		"ticTacToe.rbg":    {9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872},
		"connectFour.rbg":  {7, 49, 343, 2401, 16807},
		"breakthrough.rbg": {22, 484, 11132, 256036},
	} {
		got, err := load(t, filepath.Join("testdata", file)).NewState().Perft(len(want))
		if err != nil {
			t.Fatal(err)
		}
		for d := range want {
			if got[d] != want[d] {
				t.Errorf("%s: perft(%d) = %d, want %d", file, d+1, got[d], want[d])
			}
		}
	}
}

func TestPosition(t *testing.T) {
	g := load(t, "testdata/ticTacToe.rbg")
	p := g.NewPosition()
	r := rng.New(0)
	p.Restart(&r)
	if p.Mover() != 1 || p.Moves() != 9 || p.MoveText(4) != "4@rx1y1" {
		t.Fatalf("mover %d, %d moves, %s", p.Mover(), p.Moves(), p.MoveText(4))
	}
	for range 2 { // cross takes the upper row, nought the lower
		p.Apply(0)
		p.Apply(p.Moves() - 1)
	}
	c := p.Clone()
	p.Apply(0)
	if !p.Terminal() || p.Payoffs()[0].Cmp(big.NewRat(100, 1)) != 0 || p.Payoffs()[1].Sign() != 0 {
		t.Errorf("terminal %v, payoffs %v", p.Terminal(), p.Payoffs())
	}
	if c.Terminal() || c.Moves() != 5 || c.Observation(1) == p.Observation(1) {
		t.Errorf("the clone follows its original: %s", c.Observation(1))
	}
}

// FuzzLoad feeds mutated descriptions: they must be refused or compiled, and
// what compiles must be playable without a panic.
func FuzzLoad(f *testing.F) {
	files, _ := filepath.Glob("testdata/*.rbg")
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(src)
	}
	f.Add([]byte(strings.NewReplacer("%M", "#m(p;q) = p~q", "%R", "->a m(u;p)^2 {? [x] up} ->> (down*)*").Replace(small)))
	f.Add([]byte("#players=a(1)#pieces=e#variables=#board=hexagon(p,q,r,s,t,u,[e][e,e][e])#rules=->a(p+q)*->>"))
	f.Add([]byte("#players=a(1)#pieces=e#variables=#board=q[e]{r:q}#rules=->a(r{e})*->>"))
	f.Fuzz(func(t *testing.T, src []byte) {
		if len(src) > 2000 {
			return
		}
		g, err := rbg.Load("fuzz", "fuzz", src)
		if err != nil {
			return
		}
		s, r := g.NewState(), rng.New(1)
		for range 20 {
			s.Moves()
			s.Random(&r)
		}
	})
}
