package draw_test

import (
	"bytes"
	"regexp"
	"testing"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/draw"
)

// TestStrips demands that a long line of squares is folded into rows of equal squares, with every
// square's target and the piece on it at one place, and that a short one is not.
func TestStrips(t *testing.T) {
	cells := topology(t, board.Cell)
	for _, x := range []struct{ squares, rows int }{{10, 1}, {55, 4}} {
		top := cells(board.NewRectangle(board.Cell, 1, x.squares, 0, false))
		last := int32(x.squares - 1)
		var b bytes.Buffer
		o := draw.Options{Targets: true, Pieces: []draw.Piece{{Site: last, Type: board.Cell, Owner: 1, Name: "Disc"}}}
		if err := draw.SVG(&b, top, o); err != nil {
			t.Fatal(err)
		}
		count(t, b.Bytes())
		heights := map[string]bool{}
		var at [2]string
		for _, m := range regexp.MustCompile(`data-type="Cell" data-site="\d+" data-x="([\d.]+)" data-y="([\d.]+)"`).FindAllStringSubmatch(b.String(), -1) {
			heights[m[2]] = true
			at = [2]string{m[1], m[2]}
		}
		if len(heights) != x.rows {
			t.Errorf("%d squares in %d rows, want %d", x.squares, len(heights), x.rows)
		}
		if disc := `<circle cx="` + at[0] + `" cy="` + at[1] + `"`; !bytes.Contains(b.Bytes(), []byte(disc)) {
			t.Errorf("%d squares: no %s where the last one is", x.squares, disc)
		}
	}
}
