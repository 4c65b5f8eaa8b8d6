package agent_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/astragal/astragal/engine/ruleset"
)

// TestDeduce solves the deduction puzzles of our library, which random play does not,
// and refuses other games.
func TestDeduce(t *testing.T) {
	library := filepath.Join("..", "..", "library")
	loader, err := ruleset.NewLoader(os.DirFS(filepath.Join(library, "def")))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"Sudoku", "Futoshiki", "Kakuro", "LatinSquare", "MagicSquare", "GraphColouring"} {
		files, _ := filepath.Glob(filepath.Join(library, "lud", "*", name+".lud"))
		if len(files) != 1 {
			t.Fatalf("%d files of %s", len(files), name)
		}
		rs, err := loader.Compile(ruleset.Source{File: files[0], Text: read(t, files[0])})
		if err != nil {
			t.Fatal(err)
		}
		for _, by := range []string{"deduce:20000", "best:20000"} {
			moves, payoffs := meet(t, rs.Game(), 1, seeker(t, rs.Game(), by))
			if payoffs[0].Sign() <= 0 {
				t.Errorf("%s does not solve %s: %s", by, name, moves)
			}
		}
	}
	for formalism, g := range ticTacToe(t) {
		if _, err := team(t, "deduce:10").Sit(g); err == nil {
			t.Errorf("%s: the solver of puzzles plays Tic-Tac-Toe", formalism)
		}
	}
}
