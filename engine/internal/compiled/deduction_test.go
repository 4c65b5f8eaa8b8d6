package compiled_test

import (
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/bench"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/compiled"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/rng"
)

// TestDeduction gives variables values and takes them back at random, and compares what is left to each, and
// whether all constraints hold, with the rules.
func TestDeduction(t *testing.T) {
	const folder = "../../../library/"
	known, err := lgdl.LoadDefines(os.DirFS(folder + "def"))
	if err != nil {
		t.Fatal(err)
	}
	files, puzzles := os.DirFS(folder+"lud"), 0
	err = fs.WalkDir(files, "puzzle", func(name string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".lud") {
			return err
		}
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		g, err := bench.Rules(known, name, text)
		if err != nil {
			return err
		}
		rules, err := game.NewDeduction(g)
		if err != nil || rules == nil {
			return err
		}
		code, err := compiled.NewDeduction(g)
		if err != nil {
			return err
		}
		puzzles++
		if !slices.Equal(code.Open(), rules.Open()) {
			t.Errorf("%s: open are %v, by the rules %v", name, code.Open(), rules.Open())
			return nil
		}
		draw, open := rng.New(7), rules.Open()
		values := g.ValueRange[g.DefaultType]
		for range 60 {
			v := open[draw.Intn(len(open))]
			if draw.Intn(4) == 0 {
				code.Unset(v)
				rules.Unset(v)
			} else {
				value := values[0] + draw.Intn(values[1]-values[0]+1)
				code.Set(v, value)
				rules.Set(v, value)
			}
			asked := open[draw.Intn(len(open))]
			got, err := code.Candidates(asked, nil)
			want, fault := rules.Candidates(asked, nil)
			if err != nil || fault != nil || !slices.Equal(got, want) {
				t.Fatalf("%s: variable %d may be %v (%v), by the rules %v (%v)", name, asked, got, err, want, fault)
			}
			holds, err := code.Satisfied()
			if by, _ := rules.Satisfied(); err != nil || holds != by {
				t.Fatalf("%s: all constraints hold: %v (%v), by the rules %v", name, holds, err, by)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if puzzles < 5 {
		t.Errorf("only %d puzzles were tried", puzzles)
	}
}
