package graphs_test

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/ludeme/graphs"
)

var loadDefines = sync.OnceValues(func() (*lgdl.Defines, error) {
	return lgdl.LoadDefines(os.DirFS("../../../../shared/library/def"))
})

// boards are the keywords of board items.
var boards = map[string]bool{"board": true, "boardless": true, "mancalaBoard": true, "surakartaBoard": true}

// findBoard returns the first board item below a node.
func findBoard(n *lgdl.Node) *lgdl.Node {
	if n.Kind == lgdl.Clause && boards[n.Text] {
		return n
	}
	for _, x := range n.Items {
		if b := findBoard(x); b != nil {
			return b
		}
	}
	return nil
}

// role turns the roles that own tracks in the library into players.
func role(e *lgdl.Expr) (int, error) {
	if n, err := strconv.Atoi(strings.TrimPrefix(e.Text, "P")); err == nil {
		return n, nil
	}
	if e.Text == "Neutral" {
		return 0, nil
	}
	return 0, fmt.Errorf("role %s", e.Text)
}

// libraryBoard builds the board of a game of the library with default options;
// nil for a match, which has none of its own.
func libraryBoard(t *testing.T, game string) (*graphs.Item, error) {
	t.Helper()
	file := filepath.Join(shared(t, "library/lud"), game)
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	defs, err := loadDefines()
	if err != nil {
		return nil, err
	}
	d, err := lgdl.Read(file, text)
	if err != nil {
		return nil, err
	}
	x, err := d.Expand(defs, lgdl.Selection{})
	if err != nil {
		return nil, err
	}
	node := findBoard(x.Game)
	if node == nil {
		return nil, nil
	}
	grammar, err := lgdl.NewGrammar(graphs.Rows, itemRows)
	if err != nil {
		return nil, err
	}
	e, err := grammar.Check(node, "item")
	if err != nil {
		return nil, err
	}
	return graphs.Board(e, role, false)
}

// present reports whether a game is in the library at hand.
func present(game string) bool {
	_, err := os.Stat(filepath.Join("../../../../shared/library/lud", game))
	return err == nil
}

// readRows reads a tab-separated file.
func readRows(t *testing.T, file string) [][]string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var rows [][]string
	for _, line := range strings.Split(strings.TrimSuffix(string(text), "\n"), "\n") {
		rows = append(rows, strings.Split(line, "\t"))
	}
	return rows
}

// TestLibraryBoards compares all distinct boards of the library with their
// recorded sizes and checksums.
func TestLibraryBoards(t *testing.T) {
	rows := readRows(t, filepath.Join(shared(t, "spec/boards"), "library-boards.tsv"))
	head := rows[0]
	game := map[string]string{} // by board: the first game that is at hand
	for _, row := range readRows(t, filepath.Join(shared(t, "spec/boards"), "library-games.tsv"))[1:] {
		if _, ok := game[row[1]]; !ok && present(row[0]) {
			game[row[1]] = row[0]
		}
	}
	if len(game) < 50 {
		t.Fatalf("only %d boards have a game at hand", len(game))
	}
	for _, row := range rows[1:] {
		if game[row[0]] == "" {
			continue
		}
		t.Run(row[0], func(t *testing.T) {
			item, err := libraryBoard(t, game[row[0]])
			if err != nil {
				t.Fatal(err)
			}
			top := item.Topology
			got := fmt.Sprintf("%v %d %d %d %d %t", top.Default(), top.Num(board.Vertex), top.Num(board.Edge),
				top.Num(board.Cell), top.NumSites(), top.Regular())
			if want := strings.Join(row[3:9], " "); got != want {
				t.Fatalf("%s: %s, want %s", game[row[0]], got, want)
			}
			have := sums(top)
			for k := 9; k < len(row); k++ {
				if have[head[k]].sum() != row[k] {
					t.Errorf("%s: the checksum of %s differs", game[row[0]], head[k])
				}
			}
		})
	}
}

// TestLibraryTracks compares the tracks of the library with the recorded ones.
func TestLibraryTracks(t *testing.T) {
	var game string
	var tracks []*board.Track
	for _, row := range readRows(t, filepath.Join(shared(t, "spec/boards"), "library-tracks.tsv")) {
		if row[0] == "GAMES" {
			game, tracks = "", nil
			for _, g := range strings.Split(row[1], ";") {
				if present(g) {
					game = g
					break
				}
			}
			if game == "" {
				continue
			}
			item, err := libraryBoard(t, game)
			if err != nil {
				t.Errorf("%s: %v", game, err)
				game = ""
				continue
			}
			tracks = item.Tracks
			continue
		}
		if game == "" {
			continue
		}
		if len(tracks) == 0 {
			t.Errorf("%s: no track %s", game, row[1])
			continue
		}
		track := tracks[0]
		tracks = tracks[1:]
		var sites, prev []string
		for _, e := range track.Elems {
			s := strconv.Itoa(int(e.Site))
			if e.Bump > 0 {
				s += "*" + strconv.Itoa(int(e.Bump))
			}
			sites = append(sites, s)
			prev = append(prev, strconv.Itoa(int(e.PrevIndex)))
		}
		got := fmt.Sprintf("%s owner=%d loop=%t internalLoop=%t %s prevIndex=%s", track.Name, track.Owner, track.Loop,
			track.InternalLoop,
			strings.Join(sites, " "), strings.Join(prev, ","))
		if want := strings.Join(row[1:], " "); got != want {
			t.Errorf("%s:\n%s, want\n%s", game, got, want)
		}
	}
}

// TestTraceHeaders compares the boards of all recorded games with the numbers
// of elements noted in the recordings.
func TestTraceHeaders(t *testing.T) {
	root := shared(t, "traces")
	n, missing := 0, 0
	err := filepath.WalkDir(root, func(path string, e os.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".jsonl.gz") || strings.HasSuffix(path, ".b.jsonl.gz") {
			return err
		}
		h, err := header(path)
		if err != nil {
			return err
		}
		item, err := libraryBoard(t, h.Game)
		if err != nil {
			t.Errorf("%s: %v", h.Game, err)
			return nil
		}
		if item == nil {
			missing++
			return nil
		}
		n++
		top := item.Topology
		got := [3]int{top.Num(board.Cell), top.Num(board.Vertex), top.Num(board.Edge)}
		if want := [3]int{h.Cells, h.Vertices, h.Edges}; got != want || top.Default().String() != h.DefaultSite {
			t.Errorf("%s: %v cells, vertices and edges, on %vs; want %v, on %ss", h.Game, got, top.Default(), want,
				h.DefaultSite)
		}
		for i, c := range h.Containers {
			if i == 0 && int(c[2].(float64)) != top.NumSites() {
				t.Errorf("%s: %d sites, want %v", h.Game, top.NumSites(), c[2])
			}
			if i == 1 && int(c[1].(float64)) != top.Span() {
				t.Errorf("%s: container 1 begins at %d, want %v", h.Game, top.Span(), c[1])
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d boards agree or are reported, %d games have none", n, missing)
	if n < 100 {
		t.Errorf("only %d recorded games found", n)
	}
}

type traceHeader struct {
	Game                   string
	DefaultSite            string
	Cells, Vertices, Edges int
	Containers             [][]any
}

func header(path string) (h traceHeader, err error) {
	f, err := os.Open(path)
	if err != nil {
		return h, err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return h, err
	}
	line, err := bufio.NewReaderSize(z, 1<<16).ReadBytes('\n')
	if err != nil {
		return h, err
	}
	return h, json.Unmarshal(line, &h)
}
