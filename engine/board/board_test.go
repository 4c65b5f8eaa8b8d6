package board_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/board"
)

// must returns the topology of a graph.
func must(t testing.TB, st board.SiteType) func(*board.Graph, error) *board.Topology {
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

func TestSquareBoard(t *testing.T) {
	top := must(t, board.Cell)(board.NewRectangle(board.Cell, 3, 3, board.NoDiagonals, false))
	if v, e, c := top.Num(board.Vertex), top.Num(board.Edge), top.Num(board.Cell); v != 16 || e != 24 || c != 9 {
		t.Fatalf("%d vertices, %d edges, %d cells", v, e, c)
	}
	for _, x := range []struct {
		rel  board.Relation
		site int32
		want []int32
	}{
		{board.RelOrthogonal, 4, []int32{7, 5, 1, 3}},
		{board.RelDiagonal, 4, []int32{8, 2, 0, 6}},
		{board.RelAdjacent, 1, []int32{4, 5, 2, 0, 3}},
		{board.RelOff, 4, nil},
	} {
		if got := top.Neighbours(board.Cell, x.rel, x.site); !slices.Equal(got, x.want) {
			t.Errorf("%v neighbours of %d: %v, want %v", x.rel, x.site, got, x.want)
		}
	}
	var paths []string
	for _, r := range top.Radials(board.Cell, 4, board.All) {
		paths = append(paths, fmt.Sprint(r.Path, r.Distinct, r.Opposite))
	}
	want := "[4 7] true [4 1];[4 8] true [4 0];[4 5] true [4 3];[4 2] true [4 6];[4 1] false [4 7];[4 0] false [4 8];[4 " +
		"3] false [4 5];[4 6] false [4 2]"
	if got := strings.Join(paths, ";"); got != want {
		t.Errorf("radials of 4: %s, want %s", got, want)
	}
	if got := top.Label(board.Cell, 5); got != "C2" || top.Find(board.Cell, "C2") != 5 {
		t.Errorf("cell 5 is %q", got)
	}
	if got := top.Set(board.Cell, board.SideN); !slices.Equal(got, []int32{6, 7, 8}) {
		t.Errorf("north side %v", got)
	}
}

func TestHexBoard(t *testing.T) {
	top := must(t, board.Cell)(board.NewHex(board.ShapeHexagon, 2, 0))
	if got := top.Neighbours(board.Cell, board.RelOrthogonal, 3); !slices.Equal(got, []int32{6, 4, 1, 0, 2, 5}) {
		t.Errorf("neighbours of the middle: %v", got)
	}
	if got := fmt.Sprint(top.Supported(board.Cell, board.RelOrthogonal)); got != "[NNE E SSE SSW W NNW]" {
		t.Errorf("directions %v", got)
	}
	if got := top.ToCentre(board.Cell); !slices.Equal(got, []int32{1, 1, 1, 0, 1, 1, 1}) {
		t.Errorf("distances from the centre %v", got)
	}
}

func TestRelativeDirections(t *testing.T) {
	square := []board.Direction{board.N, board.NE, board.E, board.SE, board.S, board.SW, board.W, board.NW}
	for _, x := range []struct {
		r      board.RelativeDirection
		facing board.Direction
		want   string
	}{
		{board.Forward, board.N, "[N]"},
		{board.Backward, board.N, "[S]"},
		{board.Forwards, board.N, "[NW N NE]"},
		{board.Backwards, board.N, "[SE S SW]"},
		{board.Rightwards, board.N, "[NE E SE]"},
		{board.Leftwards, board.N, "[NW W SW]"},
		{board.FR, board.N, "[NE]"},
		{board.FLL, board.N, "[NW]"},
		{board.BR, board.N, "[SW]"},
		{board.Rightward, board.NNE, "[]"},
	} {
		if got := fmt.Sprint(board.Relative(nil, x.r, x.facing, square)); got != x.want {
			t.Errorf("%v facing %v: %s, want %s", x.r, x.facing, got, x.want)
		}
	}
	if got := board.Rotate(board.N, 3, square); got != board.SE {
		t.Errorf("N turned three times is %v", got)
	}
	if got := board.Rotate(board.Out, 1, square); got != board.NoDirection {
		t.Errorf("a facing of another family turns to %v", got)
	}
}

func TestWalk(t *testing.T) {
	top := must(t, board.Cell)(board.NewRectangle(board.Cell, 8, 8, board.NoDiagonals, false))
	if path, ok := top.Walk(nil, board.Cell, 0, board.N, []board.Turn{board.F, board.F, board.R, board.F}); !ok ||
		!slices.Equal(path, []int32{8, 16, 17}) {
		t.Errorf("knight's walk %v %t", path, ok)
	}
	if _, ok := top.Walk(nil, board.Cell, 0, board.W, []board.Turn{board.F}); ok {
		t.Error("a walk off the board succeeds")
	}
}

func TestTracks(t *testing.T) {
	top := must(t, board.Vertex)(board.NewMancala(2, 6, "None", 2))
	sites, err := top.TrackSites("0,E,N1,W")
	if err != nil {
		t.Fatal(err)
	}
	if want := []int32{0, 1, 2, 3, 4, 5, 11, 10, 9, 8, 7, 6}; !slices.Equal(sites, want) {
		t.Errorf("sites %v, want %v", sites, want)
	}
	track, err := board.NewTrack("Track", 0, true, true, []int32{3, 3, 4, 5, board.EndSite})
	if err != nil {
		t.Fatal(err)
	}
	want := []board.TrackElem{{3, 1, 4, 1, -2, 3}, {4, 0, 5, 2, -1, -1}, {5, 0, -2, 3, -1, -1}, {-2, 0, 3, 0, 5, 2}}
	if !slices.Equal(track.Elems, want) {
		t.Errorf("elements %v, want %v", track.Elems, want)
	}
	for _, bad := range []string{"", "N,E", "0,ENE", "0,,1", "0,E99999999999", "99999,E"} {
		if sites, err := top.TrackSites(bad); err == nil {
			t.Errorf("track %q gives %v", bad, sites)
		}
	}
}

// TestBounds checks that unreasonable boards are refused.
func TestBounds(t *testing.T) {
	refused := map[string]func() (*board.Graph, error){
		"large":       func() (*board.Graph, error) { return board.NewRectangle(board.Cell, 3000, 3000, 0, false) },
		"negative":    func() (*board.Graph, error) { return board.NewHex(board.ShapeHexagon, -3, 0) },
		"huge hex":    func() (*board.Graph, error) { return board.NewHex(board.ShapeStar, 4000, 0) },
		"rings":       func() (*board.Graph, error) { return board.NewCircle(board.Cell, []int{1 << 30}, false) },
		"outline":     func() (*board.Graph, error) { return board.NewSquareSides([]int{1 << 20, 5, 5}, 0) },
		"empty poly":  func() (*board.Graph, error) { return board.NewHexPoly(board.NewPoly(nil, 0)) },
		"no tiling":   func() (*board.Graph, error) { return board.NewTiling("T1", 3, 0) },
		"target":      func() (*board.Graph, error) { return board.NewTarget(board.Vertex, 3) },
		"edge to far": func() (*board.Graph, error) { return board.NewGraph([]board.Point{{}}, [][2]int{{0, 7}}) },
	}
	for name, make := range refused {
		if g, err := make(); err == nil {
			t.Errorf("%s: a graph with %d vertices", name, g.Num(board.Vertex))
		}
	}
}

// complete computes every part of a topology.
func complete(top *board.Topology) {
	for st := board.Vertex; st <= board.Cell; st++ {
		top.NeighbourTable(st, board.RelAll)
		if top.Num(st) > 0 {
			top.RadialsFrom(st, 0)
		}
		top.ToCentre(st)
	}
}

func BenchmarkSquare19(b *testing.B) {
	for b.Loop() {
		complete(must(b, board.Cell)(board.NewRectangle(board.Cell, 19, 19, board.NoDiagonals, false)))
	}
}

func BenchmarkBoardless41(b *testing.B) {
	for b.Loop() {
		complete(must(b, board.Cell)(board.NewRectangle(board.Cell, 41, 41, board.NoDiagonals, false)))
	}
}

// TestTwoSitesOnACircle: the two arcs between the sites of a ring of two are one edge.
func TestTwoSitesOnACircle(t *testing.T) {
	for _, x := range []struct {
		st    board.SiteType
		rings []int
		want  int
	}{
		{board.Vertex, []int{2, 2, 2}, 3 + 2*2},
		{board.Vertex, []int{1, 2, 2}, 2 + 2*2},
		{board.Vertex, []int{2, 3}, 1 + 3 + 1}, // the tops are joined
		{board.Vertex, []int{2, -2}, 1 + 2},    // the outer ring is not drawn
		{board.Cell, []int{1, 2}, 2 + 2},       // two circles, two walls
		{board.Cell, []int{3, 3}, 2*3 + 2*3},
	} {
		if got := must(t, x.st)(board.NewCircle(x.st, x.rings, false)).Num(board.Edge); got != x.want {
			t.Errorf("rings of %v %v: %d edges, want %d", x.rings, x.st, got, x.want)
		}
	}
}

// TestRotationRounds: the new place of a vertex is added up from the centre of the
// rotation, then what is due to its place across, then along: half a turn leaves
// the multiples of sin π that decide the order of neighbours in one direction.
func TestRotationRounds(t *testing.T) {
	g, err := board.NewGraph([]board.Point{{}, {X: 4}, {X: 4, Y: 4}, {X: 1, Y: 3}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if g, err = board.RotateGraph(g, 180); err != nil {
		t.Fatal(err)
	}
	const sin = 1.2246467991473532e-16 // of the number nearest to π
	for v, want := range []board.Point{{X: 4, Y: 3.9999999999999996}, {X: 2 * sin, Y: 4}, {X: -2 * sin, Y: 2 * sin},
		{X: 3, Y: 0.9999999999999999}} {
		if got := g.VertexPoint(int32(v)); got != want {
			t.Errorf("vertex %d is at %v, want %v", v, got, want)
		}
	}
}
