package solve

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/internal/enginetest"
	"github.com/astragal/astragal/engine/ruleset"
)

// Published numbers: there are 8 magic squares of order 3 and 12 Latin ones, the graph of
// Petersen has 120 colourings with three colours, and a Sudoku one solution.
func TestPuzzles(t *testing.T) {
	for name, want := range map[string]int{"MagicSquare": 8, "LatinSquare": 12, "GraphColouring": 120, "Sudoku": 1} {
		a := solved(t, enginetest.Ours(t, "puzzle/"+name).Game())
		if a.Undecided != "" || a.Puzzle == nil || a.Puzzle.Solutions != want || a.Puzzle.More || a.Values != nil {
			t.Errorf("%s: %+v", name, a)
		}
		if (want == 1) != (a.Puzzle.Needs != "") {
			t.Errorf("%s: %+v", name, a.Puzzle)
		}
	}
	if a := solved(t, enginetest.Ours(t, "line/Tic-Tac-Toe").Game()); a.Puzzle != nil {
		t.Error("Tic-Tac-Toe is no puzzle")
	}
}

// squares writes a Latin square with some figures given, of which one may be wrong.
func squares(r *rand.Rand, size, given int) string {
	rows, columns, figures := r.Perm(size), r.Perm(size), r.Perm(size)
	var set []string
	for i, at := range r.Perm(size * size)[:given] {
		figure := figures[(rows[at/size]+columns[at%size])%size]
		if i == 0 && r.IntN(4) == 0 {
			figure = r.IntN(size)
		}
		set = append(set, fmt.Sprintf("{%d %d}", at, 1+figure))
	}
	return fmt.Sprintf(`(game "Square" (players 1) (equipment {(board (square %d) (values Cell (range 1 %d))) (regions {Rows Columns})})
 (rules (start (set {%s})) (play (satisfy (all Different))) (end (if (is Solved) (result P1 Win)))))`, size, size, strings.Join(set, " "))
}

// brute counts the solutions by trying everything.
func brute(t *testing.T, d formal.Deduction, open []int) (solutions int) {
	t.Helper()
	if len(open) == 0 {
		ok, err := d.Satisfied()
		if err != nil {
			t.Fatal(err)
		}
		if ok {
			return 1
		}
		return 0
	}
	for v := 1; v <= 4; v++ {
		d.Set(open[0], v)
		solutions += brute(t, d, open[1:])
	}
	d.Unset(open[0])
	return solutions
}

func TestPuzzlesAgainstTryingAll(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 1))
	loader, err := ruleset.NewLoader(os.DirFS("../../library/def"))
	if err != nil {
		t.Fatal(err)
	}
	needs := map[string]int{}
	counts := map[int]int{}
	for k := range 60 {
		text := squares(r, 4, 7+k%4)
		rs, err := loader.Compile(ruleset.Source{File: "square.lud", Text: []byte(text)})
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		g := rs.Game()
		a, err := Solve(context.Background(), g, Options{})
		if err != nil || a.Undecided != "" {
			t.Fatalf("%+v, %v", a, err)
		}
		d, err := g.(formal.Deducible).Deduction()
		if err != nil {
			t.Fatal(err)
		}
		if want := brute(t, d, d.Open()); a.Puzzle.Solutions != want {
			t.Fatalf("%d solutions, trying all %d\n%s", a.Puzzle.Solutions, want, text)
		}
		needs[a.Puzzle.Needs]++
		counts[min(a.Puzzle.Solutions, 2)]++
	}
	if counts[0] < 5 || counts[1] < 5 || counts[2] < 5 || needs[BySingles] < 5 {
		t.Errorf("solutions %v, needs %v: too few of a kind to test", counts, needs)
	}
}
