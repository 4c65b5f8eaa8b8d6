package ruleset_test

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/draw"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/rng"
	"github.com/astragal/astragal/engine/ruleset"
)

// picture draws the start of a game on a board.
func picture(t *testing.T, board string, o draw.Options) string {
	t.Helper()
	loader, err := ruleset.NewLoader()
	if err != nil {
		t.Fatal(err)
	}
	r, err := loader.Compile(ruleset.Source{File: "board.lud", Text: []byte(`(game "Board" (players 2) (equipment { ` + board +
		` (piece "Disc" Each) }) (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result All Draw)))))`)})
	if err != nil {
		t.Fatal(err)
	}
	c, seed := game.NewContext(r.Plan()), rng.New(1)
	c.Start(&seed)
	var b bytes.Buffer
	if err := r.Draw(&b, c, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestLoops counts the large arcs: each of the loops of a Surakarta board turns
// around all its corners, and race tracks have none.
func TestLoops(t *testing.T) {
	arc := regexp.MustCompile(`A[0-9.]+ [0-9.]+ 0 1 `)
	for board, want := range map[string]int{
		`(surakartaBoard (square 6) loops:2)`:                                                    8,
		`(surakartaBoard (square 6) loops:1)`:                                                    4,
		`(surakartaBoard (tri 6) loops:2)`:                                                       6,
		`(board (square 4) (track "Round" {0 1 2 3 7 11 15 14 13 12 8 4} loop:True) use:Vertex)`: 0,
	} {
		if n := len(arc.FindAllString(picture(t, board, draw.Options{}), -1)); n != want {
			t.Errorf("%s: %d loops, want %d", board, n, want)
		}
	}
}

func TestTracksAreDrawnOnRequest(t *testing.T) {
	way := draw.Options{Tracks: []draw.Track{{Owner: 1, Sites: []int32{0, 1, 2, 99, 3}}}}
	plain, shown := picture(t, `(board (square 2))`, draw.Options{}), picture(t, `(board (square 2))`, way)
	if a, b := strings.Count(plain, "<path"), strings.Count(shown, "<path"); b != a+2 {
		t.Errorf("%d paths became %d; want a line and an arrowhead more", a, b)
	}
}

func TestPicturesFollowTheMetadata(t *testing.T) {
	loader, err := ruleset.NewLoader()
	if err != nil {
		t.Fatal(err)
	}
	r, err := loader.Compile(ruleset.Source{File: "colours.lud", Text: []byte(`
(game "Colours" (players 2) (equipment { (board (square 2)) (piece "Disc" Each) })
  (rules (start { (place "Disc1" 0) (place "Disc2" 1) }) (play (move Add (to (sites Empty)))) (end (if (is Full) (result All Draw)))))
(metadata (graphics { (player Colour P1 (colour KingCrimson)) (player Colour P2 (colour 1 2 300)) (board Colour Phase1 (colour "#00ff1a")) }))`)})
	if err != nil {
		t.Fatal(err)
	}
	c, seed := game.NewContext(r.Plan()), rng.New(1)
	c.Start(&seed)
	var b bytes.Buffer
	if err := r.Draw(&b, c, draw.Options{}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`fill="#dc143c"`, `fill="#0102ff"`, `fill="#00ff1a"`} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("missing %s", want)
		}
	}
}
