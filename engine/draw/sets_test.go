package draw_test

import (
	"crypto/sha256"
	"encoding/hex"
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
	red, black := svg(draw.Piece{Kind: draw.Round, Name: "Cannon1", Owner: 1}), svg(draw.Piece{Kind: draw.Round, Name: "Cannon2", Owner: 2})
	path := func(s string) string {
		_, s, _ = strings.Cut(s, `class="character"`)
		_, s, _ = strings.Cut(s, ` d="`)
		s, _, _ = strings.Cut(s, `"`)
		return s
	}
	if a, b := path(red), path(black); a == "" || b == "" || a == b {
		t.Error("the cannons of both sides bear the same character, or none")
	}
	if turned := svg(draw.Piece{Kind: draw.Wedge, Name: "Tokin2", Owner: 2, Turn: 180}); !strings.Contains(turned, "rotate(180)") ||
		!strings.Contains(turned, "#b0241a") {
		t.Error("a promoted pawn of the second player is not red, or does not look down")
	}
	if unknown := svg(draw.Piece{Kind: draw.Wedge, Name: "WindHorse1", Owner: 1}); !strings.Contains(unknown, ">WH</text>") {
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
	if svg := string(drawn(t, top, draw.Options{Pieces: []draw.Piece{{Type: board.Cell, Name: "Seven"}}})); !strings.Contains(svg, ">7<") {
		t.Error("a piece that is a number is written in letters")
	}
}
