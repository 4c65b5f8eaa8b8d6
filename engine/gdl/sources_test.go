package gdl

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/efg"
	"github.com/astragal/astragal/engine/equiv"
	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/rbg"
	"github.com/astragal/astragal/engine/rng"
	"github.com/astragal/astragal/engine/ruleset"
)

func own(t testing.TB, name string) *Game {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "games", name))
	if err != nil {
		t.Fatal(err)
	}
	g, err := Load(name, text)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range g.Findings {
		if f.Severity > Note {
			t.Error(f)
		}
	}
	return g
}

// TestSameGameFromThreeSources compares our own descriptions of games in GDL, in
// Regular Boardgames and in L-GDL.
func TestSameGameFromThreeSources(t *testing.T) {
	lud, err := ruleset.NewLoader()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		gdl, rbg, lud string
		positions     int // bound of the comparison
		exhaustive    bool
	}{
		{"ticTacToe.kif", "ticTacToe.rbg", "line/Tic-Tac-Toe.lud", 600_000, true},
		{"connectFour.kif", "connectFour.rbg", "line/ConnectFour.lud", 20_000, false},
		{"breakthrough.gdl", "breakthrough.rbg", "race/Breakthrough.lud", 15_000, false},
	} {
		g := own(t, c.gdl)
		text, err := os.ReadFile(filepath.Join("..", "rbg", "testdata", c.rbg))
		if err != nil {
			t.Fatal(err)
		}
		r, err := rbg.Load(c.rbg, "regular", text)
		if err != nil {
			t.Fatal(err)
		}
		if text, err = os.ReadFile(filepath.Join("..", "..", "library", "lud", c.lud)); err != nil {
			t.Fatal(err)
		}
		l, err := lud.Compile(ruleset.Source{File: c.lud, Text: text})
		if err != nil {
			t.Fatal(err)
		}
		for name, other := range map[string]formal.Game{c.rbg: r, c.lud: l.Game()} {
			if testing.Short() && c.exhaustive {
				continue
			}
			res, err := equiv.Compare(context.Background(), g, other,
				equiv.Options{MaxPositions: c.positions, Playouts: 300, Contract: true, Payoffs: equiv.Outcomes})
			if err != nil {
				t.Errorf("%s and %s: %v", c.gdl, name, err)
				continue
			}
			if res.Difference != nil || strings.Contains(res.Evidence, "disagree") {
				t.Errorf("%s and %s differ: %v %s", c.gdl, name, res.Difference, res.Evidence)
			}
			if c.exhaustive != res.Equal || c.exhaustive == strings.Contains(res.Evidence, "no difference") {
				t.Errorf("%s and %s: %+v", c.gdl, name, res)
			}
			t.Logf("%s and %s: %s, %d positions, depth %d", c.gdl, name, res.Method, res.Positions, res.Depth)
		}
	}
}

// TestReasonersAgree walks small games on the network and by the prover together.
func TestReasonersAgree(t *testing.T) {
	for _, name := range []string{"ticTacToe.kif", "connectFour.kif", "breakthrough.gdl", "cups.kif"} {
		g := own(t, name)
		if _, err := g.Network(); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		a, err := g.Perft(4)
		if err != nil {
			t.Fatal(err)
		}
		b, err := g.proved().Perft(4)
		if err != nil {
			t.Fatal(err)
		}
		for d := range a {
			if a[d] != b[d] {
				t.Errorf("%s: perft(%d) is %d on the network and %d by the prover", name, d+1, a[d], b[d])
			}
		}
	}
}

// TestPlyWithoutAllocation plays on a network.
func TestPlyWithoutAllocation(t *testing.T) {
	for _, name := range []string{"ticTacToe.kif", "connectFour.kif", "breakthrough.gdl", "cups.kif"} {
		p, err := own(t, name).NewPlayer(nil)
		if err != nil {
			t.Fatal(err)
		}
		r := rng.New(1)
		play := func() {
			if _, over, err := p.Playout(&r, 1000); err != nil || !over {
				t.Fatal(over, err)
			}
		}
		for range 2000 { // what a joint move does is worked out when it is first made
			play()
		}
		if n := testing.AllocsPerRun(20, play); n != 0 {
			t.Errorf("%s: %.0f allocations in a playout", name, n)
		}
	}
}

// TestFaultsOfPlay meets what static checks cannot find.
func TestFaultsOfPlay(t *testing.T) {
	const frame = "(role a) (init (n 0)) (<= (next (n 1)) (true (n 0))) (<= terminal (true (n 1)))"
	for _, c := range []struct{ rules, want string }{
		{"(<= (legal a go) (true (n 1))) (goal a 1)", "role a has no legal move in the state {(n 0)}"},
		{"(legal a go) (<= (goal a 1) (true (n 0)))", "no goal for a in the terminal state {(n 1)}"},
		{"(legal a go) (goal a 1) (goal a 2)", "several goals for a in the terminal state {(n 1)}"},
		{"(legal a go) (goal a 1)", ""},
	} {
		g, err := Load("a.kif", []byte(frame+c.rules))
		if err != nil {
			t.Fatal(err)
		}
		for _, game := range []*Game{g, g.proved()} {
			p, err := game.NewPlayer(nil)
			if err != nil {
				t.Fatal(err)
			}
			r := rng.New(1)
			_, _, err = p.Playout(&r, 10)
			if err == nil {
				_, err = p.Goals()
			}
			pos := game.NewPosition()
			for !pos.Terminal() && pos.Moves() > 0 {
				pos.Apply(0)
			}
			formalErr := pos.(interface{ Err() error }).Err()
			for _, got := range []error{err, formalErr} {
				if text := fmt.Sprint(got); c.want == "" && got != nil || c.want != "" && text != c.want {
					t.Errorf("%s: %v, want %s", c.rules, got, c.want)
				}
			}
		}
	}
}

// TestCups follows a game of hidden information and chance of unequal weights to extensive form, GDL-II and back.
func TestCups(t *testing.T) {
	g := own(t, "cups.kif")
	if !g.Hidden() {
		t.Error("not GDL-II")
	}
	tree, err := efg.FromFormal(g.Merged(), efg.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	expected, err := tree.Expected(nil)
	if err != nil {
		t.Fatal(err)
	}
	if expected[0].RatString() != "100/3" || expected[1].RatString() != "50" {
		t.Errorf("expected payoffs %v", expected)
	}
	s := tree.Contract().Stats()
	// The hider knows the cup, of three; the seeker hears a rattle or not.
	if s.ChanceNodes != 1 || s.InfoSets[0] != 2 || s.InfoSets[1] != 3 {
		t.Errorf("%+v", s)
	}
	for _, o := range []efg.GDLOptions{{}, {Scaled: true}} {
		text, err := efg.GDL(tree, o)
		if err != nil {
			t.Fatal(err)
		}
		back, err := Load("back.kif", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		r, err := equiv.Compare(context.Background(), g, back, equiv.Options{Contract: true})
		if err != nil {
			t.Fatal(err)
		}
		if o.Scaled == r.Equal { // 75 becomes 100 when scaled
			t.Errorf("scaled %v: %+v", o.Scaled, r)
		}
	}
}
