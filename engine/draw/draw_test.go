package draw_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
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
		{"chess", cells(board.NewRectangle(board.Cell, 8, 8, 0, false)),
			draw.Options{Pieces: []draw.Piece{{Site: 0, Type: board.Cell, Owner: 1, Name: "Rook1"}}},
			map[string]int{"path": 65}},
		{"hex", cells(board.NewHex(board.ShapeHexagon, 3, 0)), draw.Options{Sites: true},
			map[string]int{"path": 19, "text": 19}},
		{"go", points(board.NewRectangle(board.Vertex, 9, 9, 0, false)),
			draw.Options{Labels: true, Pieces: []draw.Piece{{Site: 40, Owner: 2, Name: "Ball2"}}},
			map[string]int{"path": 144, "circle": 83, "text": 81}},
		{"edges", lines(board.NewRectangle(board.Edge, 2, 2, 0, false)),
			draw.Options{Pieces: []draw.Piece{{Site: 0, Type: board.Edge, Owner: 1}}}, map[string]int{"path": 6, "circle": 4}},
		{"mancala", points(board.NewMancala(2, 6, "Outer", 2)),
			draw.Options{Style: draw.Pits, Pieces: []draw.Piece{{Site: 1, Name: "Seed", Count: 4}}},
			map[string]int{"ellipse": 14, "circle": 4, "text": 1}},
		{"rings", cells(board.NewCircle(board.Cell, []int{4, 8}, false)), draw.Options{}, map[string]int{"path": 12}},
		{"hands", cells(board.NewRectangle(board.Cell, 3, 3, 0, false)),
			draw.Options{Hands: []draw.Hand{{Name: `A<"B`, Size: 3, Pieces: []draw.Piece{{Name: "Disc1", Owner: 1, Count: 5}}}}},
			map[string]int{"path": 9, "text": 2, "circle": 3}},
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
	if err := draw.SVG(io.Discard, top, draw.Options{Pieces: []draw.Piece{{Site: 4, Type: board.Cell,
		Name: "Disc"}}}); err == nil {
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
	with := elements(draw.Mark{Type: board.Cell, Site: 0, Kind: draw.Left, Note: "a < b"},
		draw.Mark{Type: board.Cell, Site: 1, Kind: draw.Reached},
		draw.Mark{Type: board.Cell, Site: 2, Kind: draw.Taken}, draw.Mark{Type: board.Cell, Site: 3, Kind: draw.Open},
		draw.Mark{Type: board.Cell, Site: 9, Kind: draw.Open}, draw.Mark{Type: board.Cell, Site: -1, Kind: draw.Open})
	if with["circle"] != bare["circle"]+3 || with["path"] != bare["path"]+1 || with["g"] != bare["g"]+4 {
		t.Errorf("marks add %v to %v", with, bare)
	}
}

// TestFaces draws what is known by what is written on it, and what is hidden.
func TestFaces(t *testing.T) {
	top := topology(t, board.Cell)(board.NewRectangle(board.Cell, 3, 3, 0, false))
	bare := count(t, drawn(t, top, draw.Options{}))
	for _, x := range []struct {
		piece draw.Piece
		want  map[string]int // elements more than on the empty board
	}{
		{draw.Piece{Kind: draw.Die, Faces: [2]int{5}}, map[string]int{"rect": 1, "circle": 5}},
		{draw.Piece{Kind: draw.Die, Faces: [2]int{9}}, map[string]int{"rect": 1, "text": 1}},
		{draw.Piece{Kind: draw.Domino, Faces: [2]int{6, 0}}, map[string]int{"rect": 1, "circle": 6, "path": 1}},
		{draw.Piece{Kind: draw.Card, Faces: [2]int{4, 13}}, map[string]int{"rect": 1, "text": 1, "path": 1}},
		{draw.Piece{Kind: draw.Number, Faces: [2]int{7}}, map[string]int{"text": 1}},
		{draw.Piece{Kind: draw.Covered, Name: "King1"}, map[string]int{"rect": 1, "path": 1, "text": 1}},
		{draw.Piece{Name: "Cross1"}, map[string]int{"path": 1}},
		{draw.Piece{Name: "Zebra1"}, map[string]int{"circle": 1, "text": 1}},
	} {
		x.piece.Type = board.Cell
		svg := drawn(t, top, draw.Options{Pieces: []draw.Piece{x.piece}})
		got := count(t, svg)
		for name, n := range x.want {
			if got[name]-bare[name] != n {
				t.Errorf("%+v: %d elements %s more, want %d", x.piece, got[name]-bare[name], name, n)
			}
		}
		if x.piece.Kind == draw.Covered && strings.Contains(string(svg), "King") {
			t.Error("a covered piece tells its name")
		}
	}
}

func drawn(t *testing.T, top *board.Topology, o draw.Options) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := draw.SVG(&b, top, o); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestTargets demands a target for every site, hands included, with its number.
func TestTargets(t *testing.T) {
	top := topology(t, board.Cell)(board.NewRectangle(board.Cell, 2, 12, 0, false))
	hands := []draw.Hand{{Name: "Hand1", First: 24, Size: 2}}
	for _, style := range []draw.Style{draw.Cells, draw.Points} {
		svg := string(drawn(t, top, draw.Options{Style: style, Targets: true, Hands: hands,
			Pieces: []draw.Piece{{Type: board.Cell, Site: 3, Name: "Man1", Count: 7}}}))
		for site := range 26 {
			if !strings.Contains(svg, fmt.Sprintf(`data-type="Cell" data-site="%d"`, site)) {
				t.Errorf("style %d: no target of site %d", style, site)
			}
		}
		if !strings.Contains(svg, ">7</text>") {
			t.Errorf("style %d: seven men are not numbered", style)
		}
	}
}

// TestTables draws points on boards of cells and of vertices, with a bar for the middle
// column of thirteen and men in rows, however far apart the rows are described.
func TestTables(t *testing.T) {
	for _, x := range []struct {
		name   string
		top    *board.Topology
		points int
	}{
		{"cells", topology(t, board.Cell)(board.NewRectangle(board.Cell, 2, 12, 0, false)), 24},
		{"vertices", topology(t, board.Vertex)(board.NewRectangle(board.Vertex, 2, 13, 0, false)), 24},
	} {
		st := x.top.Default()
		svg := drawn(t, x.top, draw.Options{Style: draw.Points, Targets: true,
			Pieces: []draw.Piece{{Type: st, Site: 0, Name: "Disc1", Owner: 1, Count: 3}}})
		if n := strings.Count(string(svg), `fill="#a5502f"`) + strings.Count(string(svg), `fill="#5f6b4d"`); n != x.points {
			t.Errorf("%s: %d points, want %d", x.name, n, x.points)
		}
		if n := strings.Count(string(svg), "site-target"); n != x.top.Num(st) {
			t.Errorf("%s: %d targets, want %d", x.name, n, x.top.Num(st))
		}
		if n := count(t, svg)["circle"]; n != 6 { // a disc and its ring for every man
			t.Errorf("%s: %d circles for three men", x.name, n)
		}
	}
}

// TestWindow draws the part of a large board that is in use.
func TestWindow(t *testing.T) {
	top := topology(t, board.Cell)(board.NewRectangle(board.Cell, 40, 40, 0, false))
	whole := count(t, drawn(t, top, draw.Options{}))["path"]
	part := draw.Options{Window: []int32{820}, Targets: true, Pieces: []draw.Piece{{Type: board.Cell, Site: 822, Name: "Disc1"}}}
	svg := string(drawn(t, top, part))
	if n := strings.Count(svg, `class="mat"`); whole != 1600 || n != 5*7 {
		t.Errorf("%d cells of %d are drawn, want 35", n, whole)
	}
	for site, want := range map[int]bool{820: true, 822: true, 821 + 40: true, 0: false, 820 + 400: false} {
		if strings.Contains(svg, fmt.Sprintf(`data-type="Cell" data-site="%d"`, site)) != want {
			t.Errorf("target of site %d: want %t", site, want)
		}
	}
}

// TestLargePieces lays pieces over all their cells: a domino as one tile whose halves show
// their own values, whichever way it lies.
func TestLargePieces(t *testing.T) {
	top := topology(t, board.Cell)(board.NewRectangle(board.Cell, 6, 6, 0, false))
	bare := count(t, drawn(t, top, draw.Options{}))
	for _, cells := range [][]int32{{0, 1, 6, 7, 2, 3, 8, 9}, {0, 1, 6, 7, 12, 13, 18, 19}} {
		with := count(t, drawn(t, top, draw.Options{Pieces: []draw.Piece{{Type: board.Cell, Kind: draw.Domino,
			Faces: [2]int{2, 3}, Cells: cells}}}))
		if with["rect"]-bare["rect"] != 1 || with["circle"]-bare["circle"] != 5 {
			t.Errorf("%v: %d rectangles, %d pips", cells, with["rect"]-bare["rect"], with["circle"]-bare["circle"])
		}
	}
	with := count(t, drawn(t, top, draw.Options{Pieces: []draw.Piece{{Type: board.Cell, Name: "L1", Owner: 1,
		Cells: []int32{0, 1, 2, 8}}}}))
	// In rim and filling: a spot for each of four cells, and a way between the three pairs of neighbours.
	if n := with["path"] - bare["path"]; n != 2*(4+3) {
		t.Errorf("a piece of four cells has %d strokes", n)
	}
}

// TestJumpsAndBoxes counts ladders, snakes, numbers and the sides of boxes.
func TestJumpsAndBoxes(t *testing.T) {
	top := topology(t, board.Cell)(board.NewRectangle(board.Cell, 4, 4, 0, false))
	svg := string(drawn(t, top, draw.Options{Jumps: []draw.Jump{{From: 0, To: 9, Ahead: true}, {From: 15, To: 2},
		{From: 3, To: 99}}, Steps: []int32{0, 1, 2, 3, 7}, Boxes: [][]int32{{0, 1, 4, 5}, {2, 3, 6, 7}}}))
	for class, want := range map[string]int{"ladder": 1, "snake": 1, "step": 5, "bold": 1} {
		if n := strings.Count(svg, `class="`+class+`"`); n != want {
			t.Errorf("%d of class %s, want %d", n, class, want)
		}
	}
	path := svg[:strings.Index(svg, `class="bold"`)]
	path = path[strings.LastIndex(path, "<path"):]
	if n := strings.Count(path, "M"); n != 14 { // eight sides each, two of them in common
		t.Errorf("the boxes have %d sides, want 14", n)
	}
}
