//go:build unix

package lsp

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// largest is the largest description of the public library, or of ours where that is not.
func largest(t *testing.T) (path, text string) {
	t.Helper()
	root := "../../../shared/library/lud"
	if _, err := os.Stat(root); err != nil {
		root = "../../library/lud"
	}
	err := filepath.WalkDir(root, func(file string, d os.DirEntry, err error) error {
		if err != nil || filepath.Ext(file) != ".lud" {
			return err
		}
		x, err := os.ReadFile(file)
		if len(x) > len(text) {
			path, text = file, string(x)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	path, err = filepath.Abs(path)
	if err != nil {
		t.Fatal(err)
	}
	return path, text
}

// TestLatency asks a server for completions and hovers all over the largest description, once it has
// checked it. What counts is the processor time from the message to the answer, of server and client
// together and of all threads: the machine may be busy.
func TestLatency(t *testing.T) {
	path, text := largest(t)
	c := start(t)
	c.request(1, "initialize", `{}`)
	uri := "file://" + filepath.ToSlash(path)
	open, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": map[string]any{
		"textDocument": map[string]any{"uri": uri, "languageId": "lgdl", "version": 1, "text": text}}})
	if err != nil {
		t.Fatal(err)
	}
	c.send(open)
	for !strings.Contains(string(c.receive()), "publishDiagnostics") {
	}
	lines := strings.Split(text, "\n")
	id := 1
	for _, method := range []string{"completion", "hover"} {
		var each []time.Duration
		for i := range 101 {
			line := len(lines) * i / 101
			id++
			before := spent(t)
			a := c.request(id, "textDocument/"+method,
				fmt.Sprintf(`{"textDocument":{"uri":%q},"position":{"line":%d,"character":%d}}`, uri, line, len(lines[line])/2))
			if a["error"] != nil {
				t.Fatal(a["error"])
			}
			if i > 0 { // the first reads the documentation
				each = append(each, spent(t)-before)
			}
		}
		slices.Sort(each)
		t.Logf("%s in %s, %d bytes: median %v, p95 %v", method, filepath.Base(path), len(text), each[50], each[95])
		if each[95] > 50*time.Millisecond {
			t.Errorf("%s takes %v at the 95th percentile", method, each[95])
		}
	}
}

func spent(t *testing.T) time.Duration {
	t.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
