package board_test

import (
	"testing"

	"github.com/astragal/astragal/engine/board"
)

// TestIsolatedVertices measures a board of very many vertices without edges, such as
// translations of trees have: each is a part of its own, and the perimeter has all.
func TestIsolatedVertices(t *testing.T) {
	points := make([]board.Point, 30_000)
	for i := range points {
		points[i] = board.Point{X: float64(i), Y: float64(-i % 9)}
	}
	g, err := board.NewGraph(points, nil)
	if err != nil {
		t.Fatal(err)
	}
	topology, err := board.NewTopology(g, board.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := board.Guard(func() {
		if n := len(topology.Set(board.Vertex, board.Perimeter)); n != len(points) {
			t.Errorf("%d vertices on the perimeter, want %d", n, len(points))
		}
	}); err != nil {
		t.Error(err)
	}
}
