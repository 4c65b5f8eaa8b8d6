package draw_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/draw"
)

func topology(t *testing.T, st board.SiteType) func(*board.Graph, error) *board.Topology {
	return func(g *board.Graph, err error) *board.Topology {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		top, err := board.NewTopology(g, board.Options{Default: st})
		if err != nil {
			t.Fatal(err)
		}
		return top
	}
}

// count returns how many elements of each name an SVG has, and fails when it
// is not well formed.
func count(t *testing.T, text []byte) map[string]int {
	t.Helper()
	n := map[string]int{}
	d := xml.NewDecoder(bytes.NewReader(text))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return n
		}
		if err != nil {
			t.Fatalf("not well formed: %v", err)
		}
		if e, ok := token.(xml.StartElement); ok {
			n[e.Name.Local]++
		}
	}
}

func TestBoards(t *testing.T) {
	cells := topology(t, board.Cell)
	points := topology(t, board.Vertex)
	lines := topology(t, board.Edge)
	for _, x := range []struct {
		name string
		top  *board.Topology
		o    draw.Options
		want map[string]int
	}{
		{"chess", cells(board.NewRectangle(board.Cell, 8, 8, 0, false)), draw.Options{Pieces: []draw.Piece{{Site: 0, Type: board.Cell, Owner: 1, Name: "Rook1"}}}, map[string]int{"path": 64, "text": 1}},
		{"hex", cells(board.NewHex(board.ShapeHexagon, 3, 0)), draw.Options{Sites: true}, map[string]int{"path": 19, "text": 19}},
		{"go", points(board.NewRectangle(board.Vertex, 9, 9, 0, false)), draw.Options{Labels: true, Pieces: []draw.Piece{{Site: 40, Owner: 2, Name: "Ball2"}}}, map[string]int{"path": 144, "circle": 83, "text": 81}},
		{"edges", lines(board.NewRectangle(board.Edge, 2, 2, 0, false)), draw.Options{Pieces: []draw.Piece{{Site: 0, Type: board.Edge, Owner: 1}}}, map[string]int{"path": 6, "circle": 4}},
		{"mancala", points(board.NewMancala(2, 6, "Outer", 2)), draw.Options{Style: draw.Pits, Pieces: []draw.Piece{{Site: 1, Name: "Seed", Count: 4}}}, map[string]int{"ellipse": 14, "circle": 4, "text": 1}},
		{"rings", cells(board.NewCircle(board.Cell, []int{4, 8}, false)), draw.Options{}, map[string]int{"path": 12}},
		{"hands", cells(board.NewRectangle(board.Cell, 3, 3, 0, false)), draw.Options{Hands: []draw.Hand{{Name: `A<"B`, Size: 3, Pieces: []draw.Piece{{Name: "Disc1", Owner: 1, Count: 5}}}}}, map[string]int{"path": 9, "text": 2, "circle": 3}},
	} {
		var b bytes.Buffer
		if err := draw.SVG(&b, x.top, x.o); err != nil {
			t.Errorf("%s: %v", x.name, err)
			continue
		}
		got := count(t, b.Bytes())
		for k, n := range x.want {
			if got[k] != n {
				t.Errorf("%s: %d elements %s, want %d", x.name, got[k], k, n)
			}
		}
		if s := b.String(); strings.Contains(s, "NaN") || strings.Contains(s, "Inf") {
			t.Errorf("%s: has places that are not numbers", x.name)
		}
	}
}

func TestHighStacksAreNumbered(t *testing.T) {
	top := topology(t, board.Cell)(board.NewRectangle(board.Cell, 3, 3, 0, false))
	for height, want := range map[int]int{5: 0, 20: 1} {
		var o draw.Options
		for range height {
			o.Pieces = append(o.Pieces, draw.Piece{Site: 4, Type: board.Cell, Owner: 1, Name: "Disc1"})
		}
		var b bytes.Buffer
		if err := draw.SVG(&b, top, o); err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(b.String(), ">20</text>"); n != want {
			t.Errorf("stack of %d: %d numbers", height, n)
		}
	}
}

func TestPieceOffTheBoard(t *testing.T) {
	top := topology(t, board.Cell)(board.NewRectangle(board.Cell, 2, 2, 0, false))
	if err := draw.SVG(io.Discard, top, draw.Options{Pieces: []draw.Piece{{Site: 4, Type: board.Cell, Name: "Disc"}}}); err == nil {
		t.Error("a piece beside the board is drawn")
	}
}

// Every mark is a sign of its own; those beside the board are left out.
func TestMarks(t *testing.T) {
	top := topology(t, board.Cell)(board.NewRectangle(board.Cell, 3, 3, 0, false))
	elements := func(marks ...draw.Mark) map[string]int {
		var b bytes.Buffer
		if err := draw.SVG(&b, top, draw.Options{Marks: marks}); err != nil {
			t.Fatal(err)
		}
		return count(t, b.Bytes())
	}
	bare := elements()
	with := elements(draw.Mark{Type: board.Cell, Site: 0, Kind: draw.Left, Note: "a < b"}, draw.Mark{Type: board.Cell, Site: 1, Kind: draw.Reached},
		draw.Mark{Type: board.Cell, Site: 2, Kind: draw.Taken}, draw.Mark{Type: board.Cell, Site: 3, Kind: draw.Open},
		draw.Mark{Type: board.Cell, Site: 9, Kind: draw.Open}, draw.Mark{Type: board.Cell, Site: -1, Kind: draw.Open})
	if with["circle"] != bare["circle"]+3 || with["path"] != bare["path"]+1 || with["g"] != bare["g"]+4 {
		t.Errorf("marks add %v to %v", with, bare)
	}
}
