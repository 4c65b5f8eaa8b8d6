package ruleset_test

import (
	"flag"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/ruleset"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestBoards compares the boards of library/tilings.boards with our own golden
// set: their sizes, and a hash of all coordinates, labels, relations, directions
// and tracks. The set was written when all tables of the shared material
// agreed; it notices a change where those are absent.
func TestBoards(t *testing.T) {
	list, err := os.ReadFile(filepath.Join("..", "..", "library", "tilings.boards"))
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	boards := 0
	for line := range strings.Lines(string(list)) {
		name, expr, found := strings.Cut(strings.TrimSpace(line), " | ")
		if !found {
			continue
		}
		boards++
		fmt.Fprintf(&got, "%s\t%s\n", name, fingerprint(t, expr))
	}
	if boards < 60 {
		t.Fatalf("only %d boards", boards)
	}
	const golden = "testdata/boards.golden"
	if *update {
		if err := os.WriteFile(golden, []byte(got.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	a, b := strings.Split(got.String(), "\n"), strings.Split(string(want), "\n")
	for i := range max(len(a), len(b)) {
		if i >= len(a) || i >= len(b) {
			t.Fatalf("%d boards, golden %d", len(a)-1, len(b)-1)
		}
		if a[i] != b[i] {
			t.Errorf("got %s\nwant %s", a[i], b[i])
		}
	}
}

// fingerprint compiles a board and tells its sizes and hashes.
func fingerprint(t *testing.T, expr string) string {
	t.Helper()
	item := "(board " + expr + ")"
	for _, whole := range []string{"(mancalaBoard ", "(surakartaBoard ", "(boardless "} {
		if strings.HasPrefix(expr, whole) {
			item = expr
		}
	}
	loader, err := ruleset.NewLoader()
	if err != nil {
		t.Fatal(err)
	}
	r, err := loader.Compile(ruleset.Source{File: "board.lud",
		Text: []byte(`(game "Board" (players 2) (equipment { ` + item +
			` (piece "Disc" Each) }) (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result All Draw)))))`)})
	if err != nil {
		t.Fatalf("%s: %v", expr, err)
	}
	return describeBoard(r.Plan())
}

func describeBoard(g *game.Game) string {
	top := g.Topo
	h := fnv.New64a()
	for st := board.Vertex; st <= board.Cell; st++ {
		for i := range int32(top.Num(st)) {
			p := top.Point(st, i)
			// Coordinates to a millionth, without a sign for zero.
			fmt.Fprintf(h, "%d %d %d %d %s %d", st, int64(p.X*1e6+1e9+0.5), int64(p.Y*1e6+1e9+0.5), int64(p.Z*1e6+1e9+0.5),
				top.Label(st, i), top.Phase(st, i))
			for rel := board.RelOrthogonal; rel <= board.RelAll; rel++ {
				fmt.Fprint(h, top.Neighbours(st, rel, i))
			}
			for _, ray := range top.RadialsFrom(st, i) {
				fmt.Fprint(h, ray.Dir, ray.Path)
			}
		}
	}
	for _, t := range g.Tracks {
		fmt.Fprint(h, t.Name, t.Loop, t.Elems)
	}
	return fmt.Sprintf("%d vertices, %d edges, %d cells, %d tracks, %v\t%016x",
		top.Num(board.Vertex), top.Num(board.Edge), top.Num(board.Cell), len(g.Tracks), g.DefaultType, h.Sum64())
}
