package trace_test

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/astragal/astragal/engine/ruleset"
	"github.com/astragal/astragal/engine/trace"
)

// recorded returns every step-th of the recorded traces beside the project, and
// the loader for their games; the test is skipped where there are none.
func recorded(t *testing.T, step int) (files []string, loader *ruleset.Loader) {
	t.Helper()
	if _, err := os.Stat(filepath.Join(shared, "traces")); err != nil {
		t.Skip("no recorded traces beside the project")
	}
	n := 0
	err := filepath.WalkDir(filepath.Join(shared, "traces"), func(path string, _ fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".jsonl.gz") {
			if n++; n%step == 0 {
				files = append(files, path)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	loader, err = ruleset.NewLoader(os.DirFS(filepath.Join(shared, "library", "def")))
	if err != nil {
		t.Fatal(err)
	}
	return files, loader
}

func read(t *testing.T, file string) *trace.Trace {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	tr, err := trace.Read(f)
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

func compile(t *testing.T, loader *ruleset.Loader, path string) *ruleset.Ruleset {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	rs, err := loader.Compile(ruleset.Source{File: path, Text: text,
		Library: os.DirFS(filepath.Join(shared, "library", "lud"))})
	if err != nil {
		t.Fatal(err)
	}
	return rs
}

// TestMoveTexts takes recorded moves apart and puts them together again.
func TestMoveTexts(t *testing.T) {
	files, _ := recorded(t, 15)
	n := 0
	check := func(text string) {
		m, err := trace.ParseMove(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if got := m.String(); got != text {
			t.Fatalf("%s is written %s", text, got)
		}
		n++
	}
	for _, file := range files {
		tr := read(t, file)
		for _, m := range tr.Header.Start {
			check(m)
		}
		for i := range tr.Plies {
			for _, m := range append(tr.Plies[i].Legal, tr.Plies[i].Played...) {
				check(m)
			}
		}
	}
	t.Logf("%d moves", n)
}

func TestMoveErrors(t *testing.T) {
	for text, want := range map[string]string{
		"Move":                                               `column 1: expected "[Move:"`,
		"[Move:from=1,actions=]":                             "a move needs a mover",
		"[Move:mover=x,actions=]":                            "expected a number",
		"[Move:mover=1,colour=2,actions=]":                   `no field "colour"`,
		"[Move:mover=1,actions=[Fly:to=1]]":                  `found "Fly"`,
		"[Move:mover=1,actions=[Add:to=1]]":                  "Add needs a field what",
		"[Move:mover=1,actions=[Add:what=1]]":                "Add needs a field to here",
		"[Move:mover=1,actions=[SetTemp:temp=]":              "expected a number",
		"[Move:mover=1,actions=[Add:type=Face,to=1,what=1]]": "expected Vertex, Edge or Cell",
		"[Move:mover=1,actions=[SetTemp:temp=3,temp=4]]":     "no field temp here",
		"[Move:mover=1,actions=]x":                           "expected the end",
		"[Move:mover=1,actions=[Pass:decision=true":          "not closed",
	} {
		if _, err := trace.ParseMove(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", text, err, want)
		}
	}
}

// TestTrials turns recorded traces into trial files, reads and replays them,
// and makes the traces again from them.
func TestTrials(t *testing.T) {
	step := 60
	if testing.Short() {
		step = 200
	}
	files, loader := recorded(t, step)
	replayed := 0
	for _, file := range files {
		tr := read(t, file)
		rs := compile(t, loader, filepath.Join(shared, "library", "lud", filepath.FromSlash(tr.Header.Game)))
		if !trace.Replay(rs.Plan(), tr, time.Minute).OK {
			continue // another test counts those
		}
		replayed++
		want := tr.Trial()
		var text bytes.Buffer
		if err := want.Write(&text); err != nil {
			t.Fatal(err)
		}
		got, err := trace.ReadTrial(strings.NewReader(strings.ReplaceAll(text.String(), "\n", "\r\n")))
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("%s: a trial file is read as\n%+v\nwant\n%+v", file, got, want)
		}
		if r := trace.ReplayTrial(rs.Plan(), got, time.Minute); !r.OK {
			t.Errorf("%s: ply %d: %s: %s", file, r.Ply, r.Stage, r.Detail)
		}
		full, err := got.Full(rs.Plan(), tr.Header.Game)
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		sameTrace(t, file, full, tr)
		got.Moves = got.Moves[:len(got.Moves)-1]
		got.Sizes = got.Sizes[:len(got.Sizes)-1]
		if r := trace.ReplayTrial(rs.Plan(), got, time.Minute); got.Ended && r.OK {
			t.Errorf("%s: a trial without its last move replays", file)
		}
	}
	t.Logf("%d of %d traces", replayed, len(files))
}

// sameTrace compares traces line by line, as far as both have the positions.
func sameTrace(t *testing.T, file string, got, want *trace.Trace) {
	t.Helper()
	if len(got.Plies) != len(want.Plies) {
		t.Errorf("%s: %d plies, want %d", file, len(got.Plies), len(want.Plies))
		return
	}
	lines := func(tr *trace.Trace) []string {
		var out []string
		for i := range want.Plies {
			l := tr.Plies[i]
			// Equal legal moves differ in the fields that are not compared.
			for j, m := range l.Legal {
				l.Legal[j] = trace.Canon(m, true)
			}
			l.LegalFnv = ""
			for j, m := range l.Played {
				l.Played[j] = trace.Canon(m, false)
			}
			if want.Plies[i].Mover == nil {
				l = trace.Line{Ply: l.Ply, N: l.N, Played: l.Played}
			}
			text, err := json.Marshal(&l)
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, string(text))
		}
		end, err := json.Marshal(tr.End)
		if err != nil {
			t.Fatal(err)
		}
		return append(out, string(end))
	}
	g, w := lines(got), lines(want)
	for i := range w {
		if g[i] != w[i] {
			t.Errorf("%s: line %d:\n%s\nwant\n%s", file, i, g[i], w[i])
			return
		}
	}
}

func TestTrialErrors(t *testing.T) {
	const head = "game=x.lud\nSTART GAME OPTIONS\nBoard Size/5x5\nEND GAME OPTIONS\n"
	const generator = "RNG internal state=1,2,3,4,5,6,7,-8\n"
	ok, err := trace.ReadTrial(strings.NewReader(head + generator +
		"Move=[Move:mover=1,from=2,to=2,actions=[Pass:decision=true]]\nSome other line\n" +
		"NEW LEGAL MOVES LIST\n[Move:mover=1,from=2,to=2,actions=[Pass:]]\nEND LEGAL MOVES " +
		"LIST\nwinner=2\nendtype=NaturalEnd\nrankings=0.0,2.0,1.0\nSANDBOX=true\nLUDII_VERSION=1.2.3\n"))
	if err != nil {
		t.Fatal(err)
	}
	if len(ok.Options) != 1 || len(ok.Moves) != 1 || len(ok.Legal) != 1 || ok.Sizes[0] != 1 ||
		ok.Placements != trace.Unknown || ok.Winner != 2 || !ok.Sandbox || ok.Rankings[2] != 1 {
		t.Errorf("read as %+v", ok)
	}
	for text, want := range map[string]string{
		"":                                "no trial",
		"gamer=x":                         "line 1: expected game=PATH",
		head:                              "no trial",
		head + "RNG internal state=1,2\n": "line 5: generator: 2 bytes",
		head + "RNG internal state=1,2,3,4,5,6,7,200\n":     "a byte from -128 to 127",
		head + generator + "Move=[Move:mover=1]\n":          "line 6: column",
		head + generator + "numInitialPlacementMoves=3\n":   "3 moves of the start rules",
		head + generator + "LEGAL MOVES LIST SIZE = many\n": "line 6: size: expected a number",
		head + generator + "rankings=0.0,best\n":            "rankings: expected a number",
	} {
		if _, err := trace.ReadTrial(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", text, err, want)
		}
	}
}

// TestPlayouts records playouts of the shipped rulesets: equal seeds give equal
// traces, different ones others, and what is recorded replays. One in four, all with ASTRAGAL_PROPERTIES=all: not seen
// without is a move of one of the other games that cannot be written down.
func TestPlayouts(t *testing.T) {
	loader, err := ruleset.NewLoader(os.DirFS("../../library/def"))
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("../../library/lud/*/*.lud")
	if err != nil || len(files) == 0 {
		t.Fatalf("no library: %v", err)
	}
	for i, file := range files {
		if i%4 != 0 && os.Getenv("ASTRAGAL_PROPERTIES") != "all" {
			continue
		}
		rs := compile(t, loader, file)
		var text [3]bytes.Buffer
		for i, seed := range []uint64{7, 7, 8} {
			tr, err := trace.Playout(t.Context(), rs.Plan(), file, seed, 60)
			if err != nil {
				t.Fatal(err)
			}
			if err := tr.Write(&text[i]); err != nil {
				t.Fatal(err)
			}
			back, err := trace.Read(bytes.NewReader(text[i].Bytes()))
			if err != nil {
				t.Fatal(err)
			}
			if r := trace.Replay(rs.Plan(), back, time.Minute); !r.OK || r.Plies == 0 {
				t.Errorf("%s: ply %d: %s: %s", file, r.Ply, r.Stage, r.Detail)
			}
			if r := trace.ReplayTrial(rs.Plan(), tr.Trial(), time.Minute); !r.OK {
				t.Errorf("%s: as a trial: ply %d: %s: %s", file, r.Ply, r.Stage, r.Detail)
			}
		}
		if text[0].String() != text[1].String() {
			t.Errorf("%s: equal seeds give different play", file)
		}
		if text[0].String() == text[2].String() {
			t.Errorf("%s: different seeds give the same play", file)
		}
	}
}
