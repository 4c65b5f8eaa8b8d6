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
