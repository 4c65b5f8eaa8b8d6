package lsp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

// recordTo names the file that this program, started in place of astragal by an editor,
// records its session in; what passes is as with astragal.
const recordTo = "ASTRAGAL_LSP_RECORD"

func TestMain(m *testing.M) {
	if file := os.Getenv(recordTo); file != "" {
		if err := record(file); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// record serves the editor at standard input and output, and writes every message of both
// sides down as it passes.
func record(file string) error {
	out, err := os.OpenFile(file, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer out.Close()
	var mu sync.Mutex
	pass := func(side string, from io.Reader, to io.Writer) {
		for r := bufio.NewReader(from); ; {
			message, err := readFrame(r)
			if err != nil {
				return
			}
			mu.Lock()
			fmt.Fprintf(out, "{\"%s\": %s}\n", side, plain(message))
			mu.Unlock()
			if writeFrame(to, message) != nil {
				return
			}
		}
	}
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	go func() {
		pass("editor", os.Stdin, inW)
		inW.Close()
	}()
	passed := make(chan struct{})
	go func() {
		pass("server", outR, os.Stdout)
		close(passed)
	}()
	err = Serve(context.Background(), inR, outW, "recorded")
	outW.Close()
	<-passed
	return err
}

// plain is a message without needless escapes, such as those of slashes by Neovim, so that
// paths in it are found.
func plain(message []byte) []byte {
	var value any
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if json.Unmarshal(message, &value) != nil || e.Encode(value) != nil {
		return message
	}
	return bytes.TrimSpace(b.Bytes())
}

// recorder is a folder for an editor's PATH with a program astragal that is this one, and
// the file that it records in.
func recorder(t *testing.T) (bin, session string) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.Symlink(self, filepath.Join(dir, "astragal")); err != nil {
		t.Skip(err)
	}
	return dir, filepath.Join(dir, "session.jsonl")
}

// broken is a description with an error and a definition, which the editors mend.
const broken = `(define "Line" (is Line 3))

(game "Row"
    (players 2)
    (equipment { (board (square 3)) (piece "Disc" Each) })
    (rules
        (play (move Ad (to (sites Empty))))
        (end (if ("Line") (result Mover Win)))
    )
)
`

// folder is a new folder with a broken description; its name is short, as VS Code shows it.
func folder(t *testing.T) (dir, file string) {
	t.Helper()
	dir = t.TempDir()
	file = filepath.Join(dir, "Row.lud")
	if err := os.WriteFile(file, []byte(broken), 0o644); err != nil {
		t.Fatal(err)
	}
	return dir, file
}

// keep makes a recorded session the one of the tests, when they are run to update them.
func keep(t *testing.T, session, dir, name string) {
	t.Helper()
	text, err := os.ReadFile(session)
	if err != nil {
		t.Fatalf("nothing was recorded: %v", err)
	}
	if *update {
		text = bytes.ReplaceAll(text, []byte(filepath.ToSlash(dir)), []byte(root))
		if err := os.WriteFile(filepath.Join("testdata", name+".jsonl"), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// program is the path of a program of the machine; without it the test is left out.
func program(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Skipf("no %s", name)
	}
	return path
}
