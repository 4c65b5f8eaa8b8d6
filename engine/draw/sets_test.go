package draw_test

import (
	"crypto/sha256"
	"encoding/hex"
	"image/color"
	"os"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/draw"
)

// TestSets tells the three chesses from games that share some of their names.
func TestSets(t *testing.T) {
	for names, want := range map[string]draw.Kind{
		"General1 Advisor1 Elephant1 Horse1 Chariot1 Cannon1 Soldier1 General2": draw.Round,
		"Jiang1 Ma1 Ju1 Pao1 Zu1":                             draw.Round,
		"General Guard Elephant Horse Chariot Cannon Soldier": draw.Octagon,
		"Han1 Cho2 Sa1 Sang1 Ma1 Cha1 Po1 Byeong1 Jol2":       draw.Octagon,
		"King Gold Silver Knight Lance Bishop Rook Pawn":      draw.Wedge,
		"King Queen Rook Bishop Knight Pawn":                  draw.Man,
		"General Elephant Horse Boat Soldier":                 draw.Man,
		"Cannon1 Cannon2":                                     draw.Man,
		"Gold Silver":                                         draw.Man,
		"":                                                    draw.Man,
	} {
		if got := draw.SetOf(strings.Fields(names)); got != want {
			t.Errorf("%s: kind %d, want %d", names, got, want)
		}
	}
}

// TestInscribed writes characters on pieces of a set, those of each side, upside down where
// a wedge points down, in red on what is turned over, and letters for want of a character.
func TestInscribed(t *testing.T) {
	top := topology(t, board.Cell)(board.NewRectangle(board.Cell, 3, 3, 0, false))
	svg := func(x draw.Piece) string {
		x.Type = board.Cell
		return string(drawn(t, top, draw.Options{Pieces: []draw.Piece{x}}))
	}
	red := svg(draw.Piece{Kind: draw.Round, Name: "Cannon1", Owner: 1})
	black := svg(draw.Piece{Kind: draw.Round, Name: "Cannon2", Owner: 2})
	path := func(s string) string {
		_, s, _ = strings.Cut(s, `class="character"`)
		_, s, _ = strings.Cut(s, ` d="`)
		s, _, _ = strings.Cut(s, `"`)
		return s
	}
	if a, b := path(red), path(black); a == "" || b == "" || a == b {
		t.Error("the cannons of both sides bear the same character, or none")
	}
	turned := svg(draw.Piece{Kind: draw.Wedge, Name: "Tokin2", Owner: 2, Turn: 180})
	if !strings.Contains(turned, "rotate(180)") ||
		!strings.Contains(turned, "#b0241a") {
		t.Error("a promoted pawn of the second player is not red, or does not look down")
	}
	unknown := svg(draw.Piece{Kind: draw.Wedge, Name: "WindHorse1", Owner: 1})
	if !strings.Contains(unknown, ">WH</text>") {
		t.Error("a piece without a character has no letters")
	}
}

// TestCharacters demands that the outlines are as vendoring/characters.js wrote them, with
// the licence of the font.
func TestCharacters(t *testing.T) {
	sums, err := os.ReadFile("characters.SHA256SUMS")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(sums)) {
		sum, name, _ := strings.Cut(strings.TrimSpace(line), "  ")
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if got := sha256.Sum256(text); hex.EncodeToString(got[:]) != sum {
			t.Errorf("%s has another sum than characters.SHA256SUMS says", name)
		}
		if name == "characters.LICENSE" && !strings.Contains(string(text), "SIL OPEN FONT LICENSE") {
			t.Errorf("%s is not the licence of the font", name)
		}
	}
}

// TestShapesByWords finds the shape of a name of several words by the last of them.
func TestShapesByWords(t *testing.T) {
	top := topology(t, board.Cell)(board.NewRectangle(board.Cell, 3, 3, 0, false))
	for name, tag := range map[string]string{"SecondHex1": ">Se<", "King_noCross2": "", "Salta3Moon": ">3<"} {
		svg := string(drawn(t, top, draw.Options{Pieces: []draw.Piece{{Type: board.Cell, Name: name, Owner: 1}}}))
		if !draw.Shaped(name) || tag != "" && !strings.Contains(svg, tag) || tag == "" && strings.Contains(svg, "<text") {
			t.Errorf("%s has no shape, or another tag than %q", name, tag)
		}
	}
	svg := string(drawn(t, top, draw.Options{Pieces: []draw.Piece{{Type: board.Cell, Name: "Seven"}}}))
	if !strings.Contains(svg, ">7<") {
		t.Error("a piece that is a number is written in letters")
	}
}

// TestUnreadableColours: where a side has a colour that is too bright for characters, both
// have ours, lest they be alike.
func TestUnreadableColours(t *testing.T) {
	top := topology(t, board.Cell)(board.NewRectangle(board.Cell, 3, 3, 0, false))
	svg := string(drawn(t, top, draw.Options{Colours: map[int]color.NRGBA{1: {255, 255, 255, 255}, 2: {255, 0, 0, 255}},
		Pieces: []draw.Piece{{Type: board.Cell, Kind: draw.Round, Name: "Pao1", Owner: 1},
			{Type: board.Cell, Site: 1, Kind: draw.Round, Name: "Pao2", Owner: 2}}}))
	if !strings.Contains(svg, `fill="#a81f16"`) || !strings.Contains(svg, `fill="#221d19"`) ||
		strings.Contains(svg, "#ff0000") {
		t.Error("a white and a red side are not drawn in red and black")
	}
}

// TestWallsAndCages writes the clues of rows and columns into the black cells where they begin,
// and beside the board where there is none; those of cages into their corner.
func TestWallsAndCages(t *testing.T) {
	top := topology(t, board.Cell)(board.NewRectangle(board.Cell, 3, 3, 0, false))
	bare := count(t, drawn(t, top, draw.Options{}))
	clues := []draw.Clue{{Sites: []int32{4, 5}, Text: "11"}, {Sites: []int32{1, 4}, Text: "12"},
		{Sites: []int32{0, 1}, Text: "13"}}
	svg := drawn(t, top, draw.Options{Walls: []int32{3, 7}, Clues: clues})
	if n := strings.Count(string(svg), `class="wall"`); n != 2 {
		t.Errorf("%d walls, want 2", n)
	}
	// Two clues stand in walls, each with a line; that of the lowest row stands beside it.
	if got := count(t, svg); got["text"] != 3 || got["path"] != bare["path"]+2+2 {
		t.Errorf("%d clues, %d paths more", got["text"], got["path"]-bare["path"])
	}
	caged := string(drawn(t, top, draw.Options{Cages: [][]int32{{0, 1, 4}},
		Clues: []draw.Clue{{Sites: []int32{0, 1, 4}, Text: "9"}}}))
	path, _, _ := strings.Cut(caged, `class="cage"`)
	path = path[strings.LastIndex(path, "<path"):]
	if n := strings.Count(path, "M"); n != 8 { // the sides of three cells, without the two that they share
		t.Errorf("the cage has %d sides, want 8", n)
	}
}
