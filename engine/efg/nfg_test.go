package efg

import (
	"bytes"
	"math/big"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/rng"
)

const battle = `NFG 1 R "Battle of the sexes" { "Row" "Column" }
{ { "opera" "match" }
  { "opera" "match" "home" } }
"two who want to meet"
{
  { "both at the opera" 2, 1 }
  { "both at the match" 1 2 }
}
1 0 0 2 0 0
`

func TestReadStrategic(t *testing.T) {
	g, err := ReadStrategic("battle.nfg", []byte(battle))
	if err != nil {
		t.Fatal(err)
	}
	if g.Comment != "two who want to meet" || g.Strategies[1][2] != "home" || len(g.Cells) != 6 {
		t.Errorf("%+v", g)
	}
	at := func(picks ...int) string {
		x := g.Payoffs(g.Cell(picks))
		return x[0].RatString() + " " + x[1].RatString()
	}
	if at(0, 0) != "2 1" || at(1, 1) != "1 2" || at(1, 0) != "0 0" || at(0, 1) != "0 0" {
		t.Error(at(0, 0), at(1, 1), at(1, 0), at(0, 1))
	}
	// The first player's strategies change fastest in files with payoffs, too.
	g, err = ReadStrategic("p.nfg", []byte(`NFG 1 D "" { "A" "B" } { 3 2 } 1 1 0 2 0 2 1 1 0 3 2 0.5`))
	if err != nil {
		t.Fatal(err)
	}
	if at(1, 0) != "0 2" || at(2, 1) != "2 1/2" || g.Strategies[0][2] != "3" {
		t.Error(at(1, 0), at(2, 1))
	}
}

func TestStrategicRoundTrip(t *testing.T) {
	g, err := ReadStrategic("battle.nfg", []byte(battle))
	if err != nil {
		t.Fatal(err)
	}
	var one, two bytes.Buffer
	if err := WriteStrategic(&one, g); err != nil {
		t.Fatal(err)
	}
	again, err := ReadStrategic("again.nfg", one.Bytes())
	if err != nil {
		t.Fatalf("%v\n%s", err, &one)
	}
	if err := WriteStrategic(&two, again); err != nil || one.String() != two.String() {
		t.Errorf("%v\n%s%s", err, &one, &two)
	}
	// Unfolded and made strategic again it is the same table.
	tree, err := FromFormal(g, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	back, err := tree.Strategic()
	if err != nil {
		t.Fatal(err)
	}
	for i := range g.Cells {
		for p, x := range g.Payoffs(i) {
			if x.Cmp(back.Payoffs(i)[p]) != 0 {
				t.Errorf("cell %d: %v, back %v", i, g.Payoffs(i), back.Payoffs(i))
			}
		}
	}
	if strings.Join(back.Strategies[1], "/") != "opera/match/home" {
		t.Error(back.Strategies)
	}
}

func TestStrategicFaults(t *testing.T) {
	for text, want := range map[string]string{
		`EFG 2 R "" { "A" }`:                                   "1:1: not an NFG file",
		`NFG 2 R "" { "A" }`:                                   "1:5: unsupported version",
		`NFG 1 R "" { } { } `:                                  "at least one player",
		`NFG 1 R "" { "A" "B" } { 2 0 } 1 2`:                   "1:28: player 2 has no strategy",
		`NFG 1 R "" { "A" "B" } { 2 } 1 2`:                     "strategies of 1 players, 2 are named",
		`NFG 1 R "" { "A" } { 2 2 } 1 2`:                       "more players than the 1 named",
		`NFG 1 R "" { "A" "B" } { 9 9 9 } 1`:                   "more players",
		`NFG 1 R "" { "A" "B" } { 9999 9999 } 1`:               "more than 1000000 choices",
		`NFG 1 R "" { "A" } { 2 } 1`:                           "payoffs of cell 2 of 2 missing",
		`NFG 1 R "" { "A" } { 2 } 1 2 3`:                       "text after the last of 2 cells",
		`NFG 1 R "" { "A" } { 2 } { { "" 1 } } 1 2`:            "outcome 2 of 1",
		`NFG 1 R "" { "A" } { 2 } { { "" 1, 2 } } 1 1`:         "2 payoffs for 1 players",
		`NFG 1 R "" { "A" } { 2 } { { 1 } } 1 1`:               "an outcome's name",
		`NFG 1 R "" { "A" } { { "a" 1 } } 1 1`:                 "a strategy's name",
		`NFG 1 R "" { "A" } { 1 } x`:                           "bad number 'x'",
		`NFG 1 R "" { "A" } { 1 } 1/0`:                         "division by zero",
		`NFG 1 R "" { "A" } { 999999999 } 1`:                   "more than 1000000 strategies",
		`NFG 1 R "" { "A" } { 1 } { { "" 1 } } 1 { { "" 2 } }`: "text after the last",
	} {
		_, err := ReadStrategic("x.nfg", []byte(text))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, expected %q", text, err, want)
		}
	}
}

// The strategic form of a tree pays what its plans lead to: uniform choice of plans with the
// same reach gives what behaviour gives, checked where every plan is a move.
func TestReducedPlans(t *testing.T) {
	// Player 1 enters or stays out; after entering he fights or yields, not knowing chance.
	text := `EFG 2 R "Entry" { "One" "Two" } ""
c "" 1 "" { "a" 1/3 "b" 2/3 } 0
p "" 1 1 "" { "out" "in" } 0
t "" 1 "" { 0, 3 }
p "" 2 1 "" { "l" "r" } 0
p "" 1 2 "" { "x" "y" } 0
t "" 2 "" { 1, 1 }
t "" 3 "" { 2, 0 }
t "" 4 "" { 6, 0 }
p "" 1 1 "" { "out" "in" } 0
t "" 1 "" { 0, 3 }
p "" 2 1 "" { "l" "r" } 0
p "" 1 2 "" { "x" "y" } 0
t "" 5 "" { 4, 1 }
t "" 6 "" { 5, 0 }
t "" 7 "" { 9, 0 }
`
	g, err := Read("entry.efg", []byte(text), Limits{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := g.Strategic()
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(s.Strategies[0], ","); got != "1 *,2 1,2 2" || strings.Join(s.Strategies[1], ",") != "l,r" {
		t.Fatal(s.Strategies)
	}
	want := [][2]*big.Rat{
		{big.NewRat(0, 1), big.NewRat(3, 1)}, {big.NewRat(3, 1), big.NewRat(1, 1)}, {big.NewRat(4, 1), big.NewRat(0, 1)},
		{big.NewRat(0, 1), big.NewRat(3, 1)}, {big.NewRat(8, 1), big.NewRat(0, 1)}, {big.NewRat(8, 1), big.NewRat(0, 1)},
	}
	for i, w := range want {
		if x := s.Payoffs(i); x[0].Cmp(w[0]) != 0 || x[1].Cmp(w[1]) != 0 {
			t.Errorf("cell %d: %v, expected %v", i, x, w)
		}
	}
}

func TestStrategicPlay(t *testing.T) {
	g, err := ReadStrategic("battle.nfg", []byte(battle))
	if err != nil {
		t.Fatal(err)
	}
	r := rng.New(1)
	p := g.NewPosition()
	p.Restart(&r)
	if p.Mover() != 1 || p.Moves() != 2 || p.(formal.Joint).Pending() != 0 {
		t.Fatal("the start")
	}
	p.Apply(1)
	if p.Mover() != 2 || p.Moves() != 3 || p.(formal.Joint).Pending() != 1 || p.Observation(2) != "to choose" {
		t.Fatal("the second choice")
	}
	q := p.Clone()
	q.Apply(1)
	if !q.Terminal() || q.Payoffs()[1].RatString() != "2" || p.Terminal() || q.Observation(1) == p.Observation(1) {
		t.Fatal("the end")
	}
}
