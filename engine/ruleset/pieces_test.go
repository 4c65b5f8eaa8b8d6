package ruleset

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/draw"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/rng"
)

// TestFewPiecesAreLetters draws every kind of piece of our library by itself: few may be
// known by letters alone, for want of a shape.
func TestFewPiecesAreLetters(t *testing.T) {
	l := ourLoader(t)
	letters := regexp.MustCompile(`class="count">([A-Za-z]+)<`)
	kinds := 0
	var lettered []string
	files := map[string]bool{}
	for _, file := range ourFiles(t, l) {
		files[file] = true
	}
	for file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		r, err := l.Compile(Source{File: file, Text: text})
		if err != nil {
			t.Fatal(err)
		}
		look := r.looks()
		for i := 1; i < len(r.game.Components); i++ {
			k := &r.game.Components[i]
			x := draw.Piece{Name: k.Name, Owner: k.Owner, Plain: look.plain[i], Kind: look.kind(k)}
			if x.Kind == draw.Man && look.set != draw.Man && k.Owner > 0 {
				x.Kind = look.set
			}
			if k.Kind == "die" || x.Kind == draw.Card || x.Kind == draw.Domino {
				continue
			}
			var b bytes.Buffer
			hand := draw.Options{Hands: []draw.Hand{{Size: 1, Pieces: []draw.Piece{x}}}}
			if err := draw.SVG(&b, r.game.Topo, hand); err != nil {
				t.Fatal(err)
			}
			kinds++
			if letters.MatchString(b.String()) && !draw.Shaped(k.Name) {
				lettered = append(lettered, filepath.Base(file)+": "+k.Name)
			}
		}
	}
	slices.Sort(lettered)
	t.Logf("%d kinds of pieces, %d in letters: %s", kinds, len(lettered), strings.Join(lettered, ", "))
	if kinds < 500 || len(lettered) > kinds/20 {
		t.Errorf("%d of %d kinds of pieces are known by letters alone", len(lettered), kinds)
	}
}

// TestChessesOfTheEast draws their pieces as what they are: discs with the river between
// them, octagons, and wedges of which half point down.
func TestChessesOfTheEast(t *testing.T) {
	l := ourLoader(t)
	for _, x := range []struct {
		file, mark string
		most       int
	}{{"Xiangqi", `fill="#f1dcb0"`, 32}, {"Janggi", `fill="#f3e2bd"`, 32}, {"Shogi", `stroke="#7a5a2c"`, 40}} {
		file := filepath.Join(ourLibrary, "lud", "chess", x.file+".lud")
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		r, err := l.Compile(Source{File: file, Text: text})
		if err != nil {
			t.Fatal(err)
		}
		c, seed := game.NewContext(r.Plan()), rng.New(1)
		c.Start(&seed)
		var b bytes.Buffer
		if err := r.Draw(&b, c, draw.Options{}); err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(b.String(), x.mark); n != x.most {
			t.Errorf("%s: %d pieces, want %d", x.file, n, x.most)
		}
		if n := strings.Count(b.String(), `class="character"`); n != x.most {
			t.Errorf("%s: %d characters, want %d", x.file, n, x.most)
		}
		if n := strings.Count(b.String(), "rotate(180)"); x.file == "Shogi" && n != x.most {
			t.Errorf("%d pieces and characters point down, want %d", n, x.most)
		}
	}
}

// TestWallsOfPuzzles: the cells of a cross sum that no sum is about are black, and the sums
// of two squares are clues; sums that share no square are those of cages.
func TestWallsOfPuzzles(t *testing.T) {
	l := ourLoader(t)
	puzzle := func(hints, regions string) string {
		r, err := l.Compile(Source{File: "sums.lud", Text: []byte(`(game "Sums" (players 1) (equipment {
  (board (square 3) (values Cell (range 1 9))) (hints {` + hints + `}) ` + regions + ` (regions HintRegions) })
  (rules (play (satisfy { (is Sum (hint)) (all Different) })) (end (if (is Solved) (result P1 Win)))))`)})
		if err != nil {
			t.Fatal(err)
		}
		c, seed := game.NewContext(r.Plan()), rng.New(1)
		c.Start(&seed)
		var b bytes.Buffer
		if err := r.Draw(&b, c, draw.Options{Targets: true}); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	crossed := puzzle("(hint {1 2} 4) (hint {4 5} 6) (hint {1 4} 3) (hint {2 5} 7)", "")
	walls, clues := strings.Count(crossed, `class="wall"`), strings.Count(crossed, `class="clue count"`)
	if open := strings.Count(crossed, `class="candidates"`); walls != 5 || clues != 4 || open != 4 {
		t.Errorf("%d walls, %d clues and %d squares with candidates, want 5, 4 and 4", walls, clues, open)
	}
	caged := puzzle("(hint {0 1} 4) (hint {2 5 8} 6) (hint {3 4 6 7} 20)", "(regions {Rows Columns})")
	cages := strings.Count(caged, `class="cage"`)
	if walls := strings.Count(caged, `class="wall"`); walls != 0 || cages != 3 {
		t.Errorf("%d walls and %d cages, want 0 and 3", walls, cages)
	}
}

// TestColoursOfPlayers: they are those of the pieces in the picture.
func TestColoursOfPlayers(t *testing.T) {
	l := ourLoader(t)
	for file, want := range map[string]string{"chess/Xiangqi": "#a81f16 #221d19",
		"line/Tic-Tac-Toe": "#fbf7ee #2f2b28"} {
		text, err := os.ReadFile(filepath.Join(ourLibrary, "lud", file+".lud"))
		if err != nil {
			t.Fatal(err)
		}
		r, err := l.Compile(Source{File: file + ".lud", Text: text})
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(r.Colours(), " "); got != want {
			t.Errorf("%s: %s, want %s", file, got, want)
		}
	}
}
