package solve

import (
	"context"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/gdl"
	"github.com/astragal/astragal/engine/rbg"
	"github.com/astragal/astragal/engine/rng"
)

func sheet(t *testing.T, text string) *gdl.Game {
	t.Helper()
	g, err := gdl.Load("sheet.kif", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// without removes the line that begins with so much, and puts others in its place.
func without(t *testing.T, text, begin, instead string) string {
	t.Helper()
	i := strings.Index(text, begin)
	if i < 0 {
		t.Fatalf("no line %s", begin)
	}
	return text[:i] + instead + text[i+strings.IndexByte(text[i:], '\n'):]
}

// symmetric is a game, how many symmetries it has, and how many positions and ends up to them, 0 where that
// is not known.
type symmetric struct {
	name, text                  string
	symmetries, positions, ends int
}

// solve solves the game with and without symmetry, and demands the same values.
func (c symmetric) solve(t *testing.T, g formal.Game) {
	t.Helper()
	plain, err := Solve(context.Background(), g, Options{})
	if err != nil {
		t.Fatal(err)
	}
	a, err := Solve(context.Background(), g, Options{Symmetry: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%s: %d symmetries, %d of %d positions", c.name, a.Symmetries, a.Positions, plain.Positions)
	if a.Undecided != "" || a.Symmetries != c.symmetries || a.Winner != plain.Winner || a.Plies != plain.Plies ||
		a.Longest != plain.Longest || a.Values[0].Cmp(plain.Values[0]) != 0 || a.Values[1].Cmp(plain.Values[1]) != 0 {
		t.Errorf("%s: %+v, without symmetry %+v", c.name, a, plain)
	}
	if c.positions > 0 && (a.Positions != c.positions || a.Terminals != c.ends) {
		t.Errorf("%s: %d positions, %d ends", c.name, a.Positions, a.Terminals)
	}
	if a.Positions*c.symmetries < plain.Positions {
		t.Errorf("%s: %d positions up to symmetry stand for %d", c.name, a.Positions, plain.Positions)
	}
}

// TestSymmetry solves games with and without symmetry. Tic-Tac-Toe has 765 positions up to the eight
// symmetries of the square, of which 138 are ends. Other sets of lines have other
// symmetries, not only those of the square: without rows and one diagonal the columns may
// change places, and the two places of each that lie on no diagonal (3!·2³). All
// values stay what they are.
func TestSymmetry(t *testing.T) {
	text := file(t, "../gdl/testdata/games/ticTacToe.kif")
	four := file(t, "../gdl/testdata/games/connectFour.kif")
	for _, pair := range []string{"(column 5) (column 6) (column 7)", "(above 4 5) (above 5 6)",
		"(right 4 5) (right 5 6) (right 6 7)"} {
		four = strings.Replace(four, pair, "", 1)
	}
	four = strings.Replace(four, "(above 3 4)", "", 1) // 4 columns, 3 rows
	rising, rows := "(<= (three ?m) (true (cell 1 1 ?m))", "(<= (three ?m) (index ?r)"
	for _, c := range []symmetric{
		{"all lines", text, 8, 765, 138},
		{"one diagonal", without(t, text, rising, ""), 12, 0, 0},
		{"no rows", without(t, text, rows, ""), 8, 0, 0},
		{"no rows and one diagonal", without(t, without(t, text, rows, ""), rising, ""), 48, 0, 0},
		{"one row", without(t, text, rows, "(<= (three ?m) (true (cell 1 1 ?m)) (true (cell 2 1 ?m)) (true (cell 3 1 ?m)))"),
			6, 0, 0},
		{"one place is taken at first", strings.Replace(text, "(init (turn cross))",
			"(init (turn cross)) (init (cell 1 2 o))", 1), 2, 0, 0},
		{"four in a row on 4x3, rows alone", four, 24, 0, 0},
	} {
		c.solve(t, sheet(t, c.text))
	}
}

// TestImages walks plays and their images side by side: an image has the image of
// every position, and as many moves.
func TestImages(t *testing.T) {
	g := sheet(t, file(t, "../gdl/testdata/games/connectFour.kif"))
	symmetries, err := g.Symmetries()
	if err != nil || len(symmetries) != 2 {
		t.Fatalf("%d symmetries, %v", len(symmetries), err)
	}
	mirror := strings.NewReplacer("1", "7", "2", "6", "3", "5", "5", "3", "6", "2", "7", "1")
	key := func(p formal.Position) string {
		return string(p.(formal.Symmetric).AppendImage(nil, symmetries))
	}
	for seed := range uint64(5) {
		r := rng.New(seed)
		p, q := g.NewPosition(), g.NewPosition()
		for !p.Terminal() {
			i := r.Below(p.Moves())
			k := 0
			for q.MoveText(k) != mirror.Replace(p.MoveText(i)) {
				k++
			}
			p.Apply(i)
			q.Apply(k)
			if p.Moves() != q.Moves() || p.(formal.Joint).Pending() == 0 && key(p) != key(q) {
				t.Fatalf("seed %d: images differ", seed)
			}
		}
		if p.Payoffs()[0].Cmp(q.Payoffs()[0]) != 0 {
			t.Fatalf("seed %d: images end otherwise", seed)
		}
	}
}

// Connect Four on four columns and four rows is a draw and has 161,029
// positions, as John Tromp found.
func TestConnectFourOnFourByFour(t *testing.T) {
	if testing.Short() {
		t.Skip("three seconds")
	}
	g, err := rbg.Load("c4.rbg", "c4", []byte(file(t, "testdata/connectFour4x4.rbg")))
	if err != nil {
		t.Fatal(err)
	}
	if a := solved(t, g); a.Undecided != "" || a.Winner != 0 || a.Boards != 161_029 || a.Longest != 16 {
		t.Errorf("%+v", a)
	}
}
