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
	r, err := loader.Compile(ruleset.Source{File: "board.lud",
		Text: []byte(`(game "Board" (players 2) (equipment { ` + board +
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

// compiled draws a game after some random moves.
func compiled(t *testing.T, text string, plies int) string {
	t.Helper()
	loader, err := ruleset.NewLoader()
	if err != nil {
		t.Fatal(err)
	}
	r, err := loader.Compile(ruleset.Source{File: "game.lud", Text: []byte(text)})
	if err != nil {
		t.Fatal(err)
	}
	c, seed := game.NewContext(r.Plan()), rng.New(1)
	c.Start(&seed)
	for range plies {
		legal := c.Legal()
		c.Play(legal[seed.Below(len(legal))])
	}
	var b bytes.Buffer
	if err := r.Draw(&b, c, draw.Options{}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestBoardsLookLikeWhatTheyAre: the kind of a board follows from its shape and from how it
// is played.
func TestBoardsLookLikeWhatTheyAre(t *testing.T) {
	race := func(board, equipment, to string) string {
		return `(game "Race" (players 2) (equipment { ` + board + ` (dice num:1) ` + equipment + `
  (piece "Disc" Each (move (from (from)) (to ` + to + `))) })
  (rules (start { (place "Disc1" 0) (place "Disc2" 1) }) (play (do (roll) next:(forEach Piece)))
    (end (if (no Pieces Mover) (result Mover Win)))))`
	}
	ahead := `(trackSite Move steps:(count Pips))`
	for _, x := range []struct{ name, text, class string }{
		{"backgammon", race(`(board (rectangle 2 13) (track "T" {0..25} directed:True) use:Vertex)`, "", ahead), `fill="#a5502f"`},
		{"points", race(`(board (rectangle 3 5) (track "T" {0..14} directed:True) use:Vertex)`, "", ahead), `class="stone"`},
		{"sticks", race(`(board (rectangle 3 5) (track "T" {0..14} directed:True) use:Edge)`, "", ahead), `class="stick"`},
		{"ladders", race(`(board (square 4) (track "T" {0..15} directed:True))`, `(map { (pair 1 9) (pair 12 2) })`,
			`(mapEntry `+ahead+`)`), `class="ladder"`},
	} {
		svg := compiled(t, x.text, 0)
		if !strings.Contains(svg, x.class) {
			t.Errorf("%s: no %s", x.name, x.class)
		}
		if snakes := strings.Count(svg, `class="snake"`); (snakes == 1) != (x.name == "ladders") {
			t.Errorf("%s: %d snakes", x.name, snakes)
		}
	}
	sudoku := compiled(t, `(game "Small" (players 1) (equipment { (board (square 4) (values Cell (range 1 4)))
  (regions {Columns Rows SubGrids}) }) (rules (start (set { {0 1} })) (play (satisfy (all Different)))
  (end (if (is Solved) (result P1 Win)))))`, 0)
	if !strings.Contains(sudoku, `class="bold"`) {
		t.Error("the boxes of the puzzle have no bold outlines")
	}
	signs := compiled(t, `(game "Signs" (players 1) (equipment { (board (square 3) (values Vertex (range 1 3)) use:Vertex)
  (hints { (hint {0 1}) (hint {3 4}) } Vertex) (regions {Columns Rows}) })
  (rules (start (set Vertex { {8 1} })) (play (satisfy { (forAll Hint (< (from) (to))) (all Different) }))
  (end (if (is Solved) (result P1 Win)))))`, 0)
	if n := strings.Count(signs, "&lt;</text>"); n != 2 {
		t.Errorf("%d signs between squares, want 2", n)
	}
}

// TestTilesLieAsTheyMatch: in a line of play, equal halves touch, and doubles lie across.
func TestTilesLieAsTheyMatch(t *testing.T) {
	const text = `(game "Line" (players 2) (equipment { (board (rectangle 1 9)) (piece "Tile" Shared) })
  (rules (start { (place "Tile" 2 value:3) (place "Tile" 3 value:24) (place "Tile" 4 value:5) })
    (play (move Add (piece (id "Tile" Shared)) (to (sites Empty)))) (end (if (is Full) (result All Draw)))))
(metadata (graphics { (piece Style "Tile" Domino) }))`
	// The values are 7a + b: 0-3, 3-3, and 0-5, which does not match.
	turns := regexp.MustCompile(`rotate\((\d+) `).FindAllStringSubmatch(compiled(t, text, 0), -1)
	var got []string
	for _, m := range turns {
		got = append(got, m[1])
	}
	if s := strings.Join(got, " "); s != "270 0 270" {
		t.Errorf("the tiles are turned by %s", s)
	}
}

// beginning is the picture of a game as it begins.
func beginning(t *testing.T, text string) string {
	t.Helper()
	loader, err := ruleset.NewLoader()
	if err != nil {
		t.Fatal(err)
	}
	r, err := loader.Compile(ruleset.Source{File: "game.lud", Text: []byte(text)})
	if err != nil {
		t.Fatal(err)
	}
	c, seed := game.NewContext(r.Plan()), rng.New(1)
	c.Start(&seed)
	var b bytes.Buffer
	if err := r.Draw(&b, c, draw.Options{}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestPicturesFollowTheMetadata(t *testing.T) {
	picture := beginning(t, `
(game "Colours" (players 2) (equipment { (board (square 2)) (piece "Disc" Each) })
  (rules (start { (place "Disc1" 0) (place "Disc2" 1) }) (play (move Add (to (sites Empty)))) (end (if (is Full) (result All Draw)))))
(metadata (graphics { (player Colour P1 (colour KingCrimson)) (player Colour P2 (colour 1 2 300)) (board Colour Phase1 (colour "#00ff1a")) }))`)
	for _, want := range []string{`fill="#dc143c"`, `fill="#0102ff"`, `fill="#00ff1a"`} {
		if !strings.Contains(picture, want) {
			t.Errorf("missing %s", want)
		}
	}
}

// TestRenamedPieces draws pieces by the name that the metadata gives them where it is one that is drawn: one owner's,
// those of a state, and by their own letters where the name is that of an image alone.
func TestRenamedPieces(t *testing.T) {
	const letters = ">Ve<"
	for items, want := range map[string]int{
		"":                                     2,
		`(piece Rename piece:"Vex" "disc")`:    0,
		`(piece Rename P2 piece:"Vex" "disc")`: 1,
		`(piece Rename piece:"Vex" state:1 "Counter")`:                                 1,
		`(piece Rename piece:"Vex" state:0 "Square") (piece Rename state:1 "Counter")`: 0,
		`(piece Rename piece:"Other" "disc")`:                                          2,
		`(piece Rename piece:"Vex" "NoSuchImage")`:                                     2,
	} {
		picture := beginning(t, `
(game "Names" (players 2) (equipment { (board (square 2)) (piece "Vex" Each) (piece "Other" Each) })
  (rules (start { (place "Vex1" 0) (place "Vex2" 1 state:1) }) (play (move Add (to (sites Empty)))) (end (if (is Full) (result All Draw)))))
(metadata (graphics { `+items+` }))`)
		if n := strings.Count(picture, letters); n != want {
			t.Errorf("%s: letters on %d pieces, want %d", items, n, want)
		}
	}
}
