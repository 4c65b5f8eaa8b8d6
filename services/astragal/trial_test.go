package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// runCommand runs a command line and returns its status and output.
func runCommand(args ...string) (status int, out, errs string) {
	var o, e bytes.Buffer
	status = dispatch(context.Background(), &streams{strings.NewReader(""), &o, &e}, args)
	return status, o.String(), e.String()
}

// TestTrial exports a playout as a trial, replays it, converts it to a trace
// and back, and refuses what is not one.
func TestTrial(t *testing.T) {
	const library = "../../library"
	dir := t.TempDir()
	trl, jsonl, back := filepath.Join(dir, "a.trl"), filepath.Join(dir, "a.jsonl.gz"), filepath.Join(dir, "b.trl")
	must := func(want int, wantOut string, args ...string) string {
		t.Helper()
		status, out, errs := runCommand(args...)
		if status != want || !strings.Contains(out+errs, wantOut) {
			t.Fatalf("astragal %s: status %d: %s%s; want %d and %q", strings.Join(args, " "), status, out, errs, want, wantOut)
		}
		return out
	}
	game := filepath.Join(library, "lud", "line", "Tic-Tac-Toe.lud")
	text := must(0, "game=lud/line/Tic-Tac-Toe.lud\n", "trial", "export", "--seed", "5", game)
	if again := must(0, "", "trial", "export", "--seed", "5", game); again != text {
		t.Error("equal seeds give different trials")
	}
	if err := os.WriteFile(trl, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	must(0, "plies as recorded", "trial", "replay", "--library", library, trl)
	must(0, `"ok":true`, "trial", "replay", "--library", library, "--json", trl)
	must(0, "", "trial", "convert", "--library", library, trl, jsonl)
	must(0, "1 of 1 traces pass", "replay", "--library", library, jsonl)
	must(0, "", "trial", "convert", jsonl, back)
	if got, err := os.ReadFile(back); err != nil || string(got) != text {
		t.Errorf("back from the trace: %v\n%s\nwant\n%s", err, got, text)
	}

	// The first stone goes elsewhere: some later move has no place any more.
	moves := strings.Split(text, "Move=")
	bad := strings.Replace(text, "Move="+moves[1], "Move="+moves[2], 1)
	if err := os.WriteFile(trl, []byte(bad), 0o644); err != nil {
		t.Fatal(err)
	}
	must(1, "ply ", "trial", "replay", "--library", library, trl)
	must(1, "ply ", "trial", "convert", "--library", library, trl, jsonl)
	must(1, "see --library and --game", "trial", "replay", "--library", dir, "--json", back)
	must(1, "trace: line 1", "trial", "convert", game, back)
	must(1, "expected a file .trl", "trial", "export", "-o", filepath.Join(dir, "x.png"), game)
	must(2, "is not export, replay or convert", "trial", "dance")
	must(2, "usage: astragal trial", "trial")
}

// Recorded play names the file that it was played from, wherever that is, and
// finds it again; replay can be told another one.
func TestRecordedIdentity(t *testing.T) {
	text, err := os.ReadFile("../../library/lud/line/Tic-Tac-Toe.lud")
	if err != nil {
		t.Fatal(err)
	}
	root := t.TempDir()
	place := func(name string) string {
		file := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, text, 0o644); err != nil {
			t.Fatal(err)
		}
		return file
	}
	for _, c := range []struct {
		file, library, trial, trace string
	}{
		{"a/lud/line/T.lud", "a", "lud/line/T.lud", "line/T.lud"},
		{"a/lud/line/T.lud", "", "lud/line/T.lud", "line/T.lud"},
		{"lud/b/lud/line/T.lud", "", "lud/line/T.lud", "line/T.lud"},
		{"lud/b/lud/line/T.lud", ".", "lud/b/lud/line/T.lud", "b/lud/line/T.lud"},
		{"mine/games/T.lud", "mine", "./games/T.lud", "./games/T.lud"},
		{"mine/games/T.lud", "a", filepath.ToSlash(root) + "/mine/games/T.lud", filepath.ToSlash(root) + "/mine/games/T.lud"},
	} {
		file := place(c.file)
		args := []string{}
		if c.library != "" {
			args = []string{"--library", filepath.Join(root, c.library)}
		}
		jsonl, trl := filepath.Join(root, "x.jsonl"), filepath.Join(root, "x.trl")
		for _, out := range []string{jsonl, trl} {
			if status, _, errs := runCommand(append([]string{"trial", "export", "-o", out, file}, args...)...); status != 0 {
				t.Fatal(errs)
			}
		}
		trace, _ := os.ReadFile(jsonl)
		trial, _ := os.ReadFile(trl)
		if !strings.Contains(string(trace), `"game":"`+c.trace+`"`) || !strings.HasPrefix(string(trial),
			"game="+c.trial+"\n") {
			t.Errorf("%s from %q: trial %.60q, trace %.60q", c.file, c.library, trial, trace)
		}
		again := []string{"--library", filepath.Join(root, c.library)}
		if c.library == "" {
			again = []string{"--library", filepath.Dir(strings.TrimSuffix(file, "/line/T.lud"))}
		}
		for _, args := range [][]string{
			append([]string{"replay", jsonl}, again...), append([]string{"trial", "replay", trl}, again...),
			{"replay", "--game", file, jsonl}, {"trial", "replay", "--game", file, trl},
		} {
			if status, out, errs := runCommand(args...); status != 0 {
				t.Errorf("%v: %s%s", args, out, errs)
			}
		}
	}
	jsonl := filepath.Join(root, "x.jsonl")
	if status, out, _ := runCommand("replay", "--game", "../../library/lud/blocking/MuTorere.lud", jsonl); status != 1 ||
		!strings.Contains(out, "0 of 1") {
		t.Errorf("another game: status %d, %s", status, out)
	}
	if status, _, errs := runCommand("replay", "--ruleset", "Small", jsonl); status != 2 ||
		!strings.Contains(errs, "--game") {
		t.Errorf("a ruleset of no game: status %d, %s", status, errs)
	}
}
