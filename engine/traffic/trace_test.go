package traffic_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/ruleset"
	"github.com/astragal/astragal/engine/trace"
	"github.com/astragal/astragal/engine/traffic"
)

// shared is the reference material beside the project; tests that need it are
// skipped where it is not.
const shared = "../../../shared"

// watcher counts a replayed trial.
type watcher struct {
	*traffic.Observer
}

func (w *watcher) Start(*game.Context) { w.Observer.Start(0) }

// tally is the traffic of a trace, read from its text alone: what happened, by
// phase, seat and place.
type tally map[string]int64

func (t tally) add(what string, phase, seat int, place string, n int64) {
	if n != 0 {
		t[fmt.Sprintf("%s phase %d seat %d at %s", what, phase, seat, place)] += n
	}
}

var (
	actionText = regexp.MustCompile(`\[(\w+):([^\[\]]*)\]`)
	moverText  = regexp.MustCompile(`^\[Move:mover=(-?\d+)`)
)

// read counts one recorded move.
func (t tally) read(h *trace.Header, b *traffic.Board, line *trace.Line, phase int) {
	played := line.Played[0]
	seat := 0
	if m := moverText.FindStringSubmatch(played); m != nil {
		seat, _ = strconv.Atoi(m[1])
	}
	if seat < 0 || seat > h.Players {
		seat = 0
	}
	sites := map[string]int{"Cell": h.Cells, "Vertex": h.Vertices, "Edge": h.Edges}[h.DefaultSite]
	for _, a := range actionText.FindAllStringSubmatch(played, -1) {
		field := map[string]string{}
		for _, f := range strings.Split(a[2], ",") {
			name, value, _ := strings.Cut(f, "=")
			field[name] = value
		}
		at := func(typ, site string) (int, bool) {
			n, err := strconv.Atoi(field[site])
			return n, err == nil && (field[typ] == "" || field[typ] == h.DefaultSite) && n >= 0 && n < sites
		}
		switch a[1] {
		case "Add", "Insert":
			if to, ok := at("type", "to"); ok {
				t.add("placements", phase, seat, fmt.Sprint(to), 1)
				t.add("visits", phase, seat, fmt.Sprint(to), 1)
			}
		case "Remove":
			if to, ok := at("type", "to"); ok && field["applied"] != "false" {
				t.add("captures", phase, seat, fmt.Sprint(to), 1)
			}
		case "Move", "StackMove":
			from, off := at("typeFrom", "from")
			to, on := at("typeTo", "to")
			if on {
				t.add("visits", phase, seat, fmt.Sprint(to), 1)
			}
			if n, err := strconv.Atoi(field["count"]); on && err == nil && a[1] == "Move" {
				t.add("sown", phase, seat, fmt.Sprint(to), int64(n))
			}
			switch {
			case on && off && from != to:
				t.moved(b, phase, seat, int32(from), int32(to))
			case on && !off:
				t.add("placements", phase, seat, fmt.Sprint(to), 1)
			case off && !on:
				t.add("captures", phase, seat, fmt.Sprint(from), 1)
			}
		}
	}
}

// moved counts a move between two sites of the board, along the line by the
// board's own radials.
func (t tally) moved(b *traffic.Board, phase, seat int, from, to int32) {
	topo := b.Topology()
	next := func(a, x int32) bool {
		for _, y := range topo.Neighbours(b.Type, board.RelAdjacent, a) {
			if y == x {
				return true
			}
		}
		return false
	}
	if next(from, to) || next(to, from) {
		t.add("moves", phase, seat, fmt.Sprintf("%d-%d", from, to), 1)
		return
	}
	var best []int32
	for _, r := range topo.RadialsFrom(b.Type, from) {
		for i := 1; i < len(r.Path) && (next(r.Path[i-1], r.Path[i]) || next(r.Path[i], r.Path[i-1])); i++ {
			if r.Path[i] == to && (best == nil || i+1 < len(best)) {
				best = r.Path[:i+1]
			}
		}
	}
	if best == nil {
		t.add("jumps", phase, seat, "", 1)
	}
	for i := 1; i < len(best); i++ {
		t.add("along", phase, seat, fmt.Sprintf("%d-%d", best[i-1], best[i]), 1)
	}
}

// counted are the counts in the form of a tally.
func counted(b *traffic.Board, c *traffic.Counts) tally {
	t := tally{}
	for phase := range c.Phases {
		for seat := range c.Seats {
			t.add("jumps", phase, seat, "", c.Jumps[phase*c.Seats+seat])
			for m := range traffic.Measure(traffic.NumMeasures) {
				for i := range b.Elements(m) {
					if m.OfPairs() {
						p := b.Pairs[i]
						t.add(m.String(), phase, seat, fmt.Sprintf("%d-%d", p[0], p[1]), c.At(m, phase, seat, i, false))
						t.add(m.String(), phase, seat, fmt.Sprintf("%d-%d", p[1], p[0]), c.At(m, phase, seat, i, true))
					} else {
						t.add(m.String(), phase, seat, fmt.Sprint(i), c.At(m, phase, seat, i, false))
					}
				}
			}
		}
	}
	return t
}

// TestTraces: the traffic of every recorded play that can be replayed equals, move
// for move, what its text says: every action of every move, and in the first hundred
// positions, which are recorded, every site that holds something.
func TestTraces(t *testing.T) {
	root := filepath.Join(shared, "traces")
	if _, err := os.Stat(root); err != nil {
		t.Skip("no recorded traces beside the project")
	}
	loader, err := ruleset.NewLoader(os.DirFS(filepath.Join(shared, "library", "def")))
	if err != nil {
		t.Fatal(err)
	}
	var files []string
	err = filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".jsonl.gz") {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	every := 4 // a sample of the traces; all with ASTRAGAL_ALL
	if os.Getenv("ASTRAGAL_ALL") != "" {
		every = 1
	}
	var equal, moves, left atomic.Int64
	next := make(chan string)
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for file := range next {
				switch n, err := compare(loader, file); {
				case err != nil:
					t.Errorf("%s: %v", file, err)
				case n < 0:
					left.Add(1)
				default:
					equal.Add(1)
					moves.Add(int64(n))
				}
			}
		})
	}
	for i, file := range files {
		if i%every == 0 {
			next <- file
		}
	}
	close(next)
	wg.Wait()
	t.Logf("%d plays with %d moves counted; %d left out: matches, puzzles, and those that do not replay", equal.Load(),
		moves.Load(), left.Load())
	if equal.Load() < int64(len(files)/every)*9/10 {
		t.Errorf("only %d of %d plays could be compared", equal.Load(), len(files)/every)
	}
}

// compare counts one trace in both ways; -1 moves when it cannot be counted.
func compare(loader *ruleset.Loader, file string) (int, error) {
	f, err := os.Open(file)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	x, err := trace.Read(f)
	if err != nil {
		return 0, err
	}
	path := filepath.Join(shared, "library", "lud", x.Header.Game)
	if !strings.HasSuffix(path, ".lud") {
		path += ".lud"
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return 0, err
	}
	rs, err := loader.Compile(
		ruleset.Source{File: path, Text: text, Library: os.DirFS(filepath.Join(shared, "library", "lud"))})
	if err != nil {
		return 0, err
	}
	g := rs.Plan()
	b, err := traffic.NewBoard(g)
	if err != nil || g.DeductionPuzzle {
		return -1, nil
	}
	counts := traffic.NewCounts(b, g.Players, len(g.Phases))
	w := &watcher{Observer: traffic.NewObserver(b, counts)}
	trial := &trace.Trial{RNG: x.Header.RNG, Start: x.Header.Start}
	want := tally{}
	for i := range x.Plies {
		// A ply counts while the positions before and after it are recorded.
		l, after := &x.Plies[i], x.End
		if i+1 < len(x.Plies) {
			after = &x.Plies[i+1]
		}
		if len(l.Phase) < g.Players || after == nil || len(after.Phase) < g.Players {
			break
		}
		phase := 0
		if m := *l.Mover; m > 0 && m <= len(l.Phase) {
			phase = l.Phase[m-1]
		}
		trial.Moves, trial.Legal = append(trial.Moves, l.Played[0]), append(trial.Legal, l.N)
		want.read(&x.Header, b, l, phase)
		want.held(x, b, i, phase, after.Sites)
	}
	if _, err := trial.Replay(g, w, time.Minute); err != nil {
		return -1, nil
	}
	if err := w.End(); err != nil {
		return 0, err
	}
	got := counted(b, counts)
	for k, n := range want {
		if got[k] != n {
			return 0, fmt.Errorf("%s: counted %d, recorded %d", k, got[k], n)
		}
	}
	for k, n := range got {
		if want[k] != n {
			return 0, fmt.Errorf("%s: counted %d, recorded %d", k, n, want[k])
		}
	}
	return len(trial.Moves), nil
}

// held counts the sites of the board that hold something after a move.
func (t tally) held(x *trace.Trace, b *traffic.Board, ply, phase int, sites [][]int) {
	seat := 0
	if m := moverText.FindStringSubmatch(x.Plies[ply].Played[0]); m != nil {
		seat, _ = strconv.Atoi(m[1])
	}
	if seat < 0 || seat > x.Header.Players {
		seat = 0
	}
	seen := map[int]bool{}
	for _, s := range sites {
		if s[0] == 0 && s[1] == int(b.Type) && s[2] < b.Sites && s[4] != 0 && !seen[s[2]] {
			seen[s[2]] = true
			t.add("stays", phase, seat, fmt.Sprint(s[2]), 1)
		}
	}
}
