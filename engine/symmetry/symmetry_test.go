package symmetry_test

import (
	"fmt"
	"io/fs"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/ruleset"
	"github.com/astragal/astragal/engine/symmetry"
	"github.com/astragal/astragal/engine/traffic"
)

// shared is the reference material beside the project; tests that need it are
// skipped where it is not.
const shared = "../../../shared"

// brute counts the permutations that keep a graph by trying all of them: every
// vertex, in the order of a walk over the graph, gets every image that is still
// free, and is refused as soon as an edge to an earlier vertex is missing or too
// many. It stops at limit permutations, or two million trials.
func brute(n int, kinds map[[2]int32]int32, limit int) (count int, complete bool) {
	kind := func(a, b int32) int32 {
		if k, ok := kinds[[2]int32{min(a, b), max(a, b)}]; ok {
			return k
		}
		return -1
	}
	degree := make([]int, n)
	for e := range kinds {
		degree[e[0]]++
		degree[e[1]]++
	}
	var order []int32
	seen := make([]bool, n)
	for s := range int32(n) {
		queue := []int32{s}
		for len(queue) > 0 {
			v := queue[0]
			queue = queue[1:]
			if seen[v] {
				continue
			}
			seen[v] = true
			order = append(order, v)
			for w := range int32(n) {
				if kind(v, w) >= 0 && !seen[w] {
					queue = append(queue, w)
				}
			}
		}
	}
	image, used, trials := make([]int32, n), make([]bool, n), 0
	var place func(i int) bool
	place = func(i int) bool {
		if i == n {
			count++
			return count <= limit
		}
		v := order[i]
		for w := range int32(n) {
			trials++
			if trials > 2_000_000 {
				return false
			}
			if used[w] || degree[w] != degree[v] {
				continue
			}
			fits := true
			for _, x := range order[:i] {
				if kind(v, x) != kind(w, image[x]) {
					fits = false
					break
				}
			}
			if !fits {
				continue
			}
			used[w], image[v] = true, w
			on := place(i + 1)
			used[w] = false
			if !on {
				return false
			}
		}
		return true
	}
	complete = place(0)
	return count, complete
}

// plain makes a graph of edges of one kind.
func plain(t *testing.T, n int, edges ...[2]int32) (*symmetry.Graph, map[[2]int32]int32) {
	t.Helper()
	var list [][3]int32
	kinds := map[[2]int32]int32{}
	for _, e := range edges {
		list = append(list, [3]int32{e[0], e[1], 0})
		kinds[[2]int32{min(e[0], e[1]), max(e[0], e[1])}] = 0
	}
	g, err := symmetry.NewGraph(n, list)
	if err != nil {
		t.Fatal(err)
	}
	return g, kinds
}

func ring(n int32) (list [][2]int32) {
	for i := range n {
		list = append(list, [2]int32{i, (i + 1) % n})
	}
	return list
}

// TestKnownGraphs: groups of graphs that are known.
func TestKnownGraphs(t *testing.T) {
	var complete, petersen, cube [][2]int32
	for i := range int32(7) {
		for j := range i {
			complete = append(complete, [2]int32{j, i})
		}
	}
	for i := range int32(5) {
		petersen = append(petersen, [2]int32{i, (i + 1) % 5}, [2]int32{i, i + 5}, [2]int32{i + 5, (i+2)%5 + 5})
	}
	for i := range int32(8) {
		for b := int32(1); b < 8; b *= 2 {
			if i&b == 0 {
				cube = append(cube, [2]int32{i, i | b})
			}
		}
	}
	factorial := new(big.Int).MulRange(1, 30)
	for _, x := range []struct {
		name  string
		n     int
		edges [][2]int32
		order *big.Int
	}{
		{"nothing", 0, nil, big.NewInt(1)}, {"point", 1, nil, big.NewInt(1)}, {"30 points", 30, nil, factorial},
		{"ring of 12", 12, ring(12), big.NewInt(24)}, {"complete 7", 7, complete, big.NewInt(5040)},
		{"Petersen", 10, petersen, big.NewInt(120)}, {"cube", 8, cube, big.NewInt(48)},
		{"two rings of 5", 10, append(ring(5), [][2]int32{{5, 6}, {6, 7}, {7, 8}, {8, 9}, {9, 5}}...), big.NewInt(200)},
		{"path", 4, [][2]int32{{0, 1}, {1, 2}, {2, 3}}, big.NewInt(2)},
		// The smallest asymmetric tree.
		{"asymmetric", 7, [][2]int32{{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {2, 6}}, big.NewInt(1)},
	} {
		g, kinds := plain(t, x.n, x.edges...)
		group, err := symmetry.Automorphisms(g)
		if err != nil {
			t.Fatal(err)
		}
		if group.Order().Cmp(x.order) != 0 {
			t.Errorf("%s: order %v, want %v", x.name, group.Order(), x.order)
		}
		if n, complete := brute(x.n, kinds, 10000); complete && big.NewInt(int64(n)).Cmp(group.Order()) != 0 {
			t.Errorf("%s: %v, by trial %d", x.name, group.Order(), n)
		}
	}
}

// TestRandomGraphs: all groups of small graphs agree with trying everything.
func TestRandomGraphs(t *testing.T) {
	state := uint64(1)
	next := func(n int) int {
		state = state*6364136223846793005 + 1442695040888963407
		return int(state>>33) % n
	}
	for range 400 {
		n := 2 + next(7)
		kinds, list := map[[2]int32]int32{}, [][3]int32{}
		for j := range int32(n) {
			for i := range j {
				if next(3) == 0 {
					k := int32(next(2))
					kinds[[2]int32{i, j}] = k
					list = append(list, [3]int32{j, i, k})
				}
			}
		}
		g, err := symmetry.NewGraph(n, list)
		if err != nil {
			t.Fatal(err)
		}
		group, err := symmetry.Automorphisms(g)
		if err != nil {
			t.Fatal(err)
		}
		want, complete := brute(n, kinds, 50000)
		if !complete || group.Order().Cmp(big.NewInt(int64(want))) != 0 {
			t.Fatalf("%v: order %v, by trial %d", list, group.Order(), want)
		}
	}
}

// boardOf is what the board of a game is.
func boardOf(t *testing.T, text string) *traffic.Board {
	t.Helper()
	loader, err := ruleset.NewLoader()
	if err != nil {
		t.Fatal(err)
	}
	rs, err := loader.Compile(
		ruleset.Source{File: "inline.lud", Text: []byte(`(game "B" (players 2) (equipment {(board ` + text +
			`) (piece "Disc" Each)}) (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))`)},
	)
	if err != nil {
		t.Fatal(err)
	}
	b, err := rs.Traffic()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestKnownBoards: orders of the groups of boards, and how many of their elements
// are turns and reflections.
func TestKnownBoards(t *testing.T) {
	for _, x := range []struct {
		board            string
		order, geometric int64
	}{
		{"(square 3)", 8, 8}, {"(square 8)", 8, 8}, {"(square 19) use:Vertex", 8, 8}, {"(rectangle 3 5)", 4, 4},
		{"(hex 3)", 12, 12}, {"(hex 5) use:Vertex", 12, 12}, {"(tri 4) use:Vertex", 6, 6}, {"(hex Diamond 5)", 4, 4},
		{"(square 5 diagonals:Alternating) use:Vertex", 8, 8}, // alquerque
		{"(square 5 diagonals:Alternating)", 4, 4},            // an odd number of squares, halved in turn
		{"(concentric Square rings:3) use:Vertex", 16, 8},     // nine men's morris, inside out too
		// twelve men's: corners and middles too, a ring of 8 times a path of 3
		{"(concentric Square rings:3 joinCorners:True) use:Vertex", 32, 8},
		{"(concentric Triangle rings:3) use:Vertex", 12, 6},
		{"(rectangle 1 6)", 2, 2}, {"(square 2) use:Vertex", 8, 8}, {"(concentric {8}) use:Vertex", 16, 16},
		{"(regular Star 5) use:Vertex", 10, 10}, {"(wedge 3) use:Vertex", 2, 2}, {"(tiling T3464 2) use:Vertex", 12, 12},
	} {
		b := boardOf(t, x.board)
		order, elements := check(t, x.board, b)
		if order.Cmp(big.NewInt(x.order)) != 0 || int64(elements) != x.geometric {
			t.Errorf("%s: order %v with %d geometric, want %d with %d", x.board, order, elements, x.order, x.geometric)
		}
	}
}

// check finds the group of a board and checks what can be checked of it; it returns
// its order and the number of geometric elements.
func check(t *testing.T, name string, b *traffic.Board) (*big.Int, int) {
	t.Helper()
	g := symmetry.Of(b)
	group, err := symmetry.Automorphisms(g)
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return big.NewInt(0), 0
	}
	kinds := map[[2]int32]int32{}
	for _, p := range b.Pairs {
		kinds[p] = 1
		if slices.Contains(b.Topology().Neighbours(b.Type, board.RelOrthogonal, p[0]), p[1]) ||
			slices.Contains(b.Topology().Neighbours(b.Type, board.RelOrthogonal, p[1]), p[0]) {
			kinds[p] = 0
		}
	}
	for _, p := range group.Generators {
		images := symmetry.PairImages(b, p)
		for i, to := range images {
			if to < 0 || kinds[b.Pairs[i]] != kinds[b.Pairs[to]] {
				t.Errorf("%s: a generator does not keep pair %v", name, b.Pairs[i])
			}
		}
	}
	const limit = 2000
	elements, all := group.Elements(limit)
	known := map[string]bool{}
	for _, p := range elements {
		known[fmt.Sprint(p)] = true
	}
	if all && (int64(len(known)) != group.Order().Int64() || elements[0][0] != 0) {
		t.Errorf("%s: %d different elements in a group of %v", name, len(known), group.Order())
	}
	if b.Sites > 100 { // too much for trial
		return group.Order(), len(symmetry.Geometric(b, g))
	}
	n, complete := brute(b.Sites, kinds, limit)
	switch {
	case complete && group.Order().Cmp(big.NewInt(int64(n))) != 0:
		t.Errorf("%s: order %v, by trial %d", name, group.Order(), n)
	case !complete && group.Order().Cmp(big.NewInt(int64(n-1))) < 0:
		t.Errorf("%s: order %v, by trial more than %d", name, group.Order(), n)
	}
	geometric := symmetry.Geometric(b, g)
	for _, p := range geometric {
		if all && !known[fmt.Sprint(p)] {
			t.Errorf("%s: an isometry is no element of the group", name)
		}
	}
	return group.Order(), len(geometric)
}

// TestLibrary: the groups of all boards of the reference's library agree with trial,
// which is complete for all boards of up to 12 sites but those with more than 2,000
// symmetries, and for most others of up to 100 sites.
func TestLibrary(t *testing.T) {
	root := filepath.Join(shared, "library", "lud")
	if _, err := os.Stat(root); err != nil {
		t.Skip("no library beside the project")
	}
	loader, err := ruleset.NewLoader(os.DirFS(filepath.Join(shared, "library", "def")))
	if err != nil {
		t.Fatal(err)
	}
	every, i := 6, 0 // a sample; all with ASTRAGAL_ALL
	if os.Getenv("ASTRAGAL_ALL") != "" {
		every = 1
	}
	boards, largest := map[string]bool{}, 0
	inside := 0
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".lud") {
			return err
		}
		if i++; i%every != 0 {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		rs, err := loader.Compile(ruleset.Source{File: path, Text: text, Library: os.DirFS(root)})
		if err != nil {
			return nil // other tests tell
		}
		b, err := rs.Traffic()
		if err != nil {
			return nil // a match
		}
		key := fmt.Sprint(b.Type, b.Sites, b.Pairs)
		if boards[key] {
			return nil
		}
		boards[key] = true
		largest = max(largest, b.Sites)
		order, geometric := check(t, filepath.Base(path), b)
		if order.Cmp(big.NewInt(int64(geometric))) > 0 {
			inside++
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d different boards of up to %d sites; %d have symmetries that are no isometries", len(boards), largest,
		inside)
}
