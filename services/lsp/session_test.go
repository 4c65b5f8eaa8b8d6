package lsp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"
)

var update = flag.Bool("update", false, "record what the server answers now in testdata/session.jsonl")

// recorded is a line of a session: a message of the editor or of the server.
type recorded struct {
	Editor json.RawMessage `json:"editor,omitempty"`
	Server json.RawMessage `json:"server,omitempty"`
}

// root is what the recorded session has for the folder that it was recorded in.
const root = "file:///tmp/rec"

// client is the editor's side of a server.
type client struct {
	t    *testing.T
	in   *io.PipeWriter
	out  *bufio.Reader
	done chan error
}

func start(t *testing.T) *client {
	t.Helper()
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	c := &client{t, inW, bufio.NewReader(outR), make(chan error, 1)}
	go func() {
		c.done <- Serve(context.Background(), inR, outW, "test")
		outW.Close()
	}()
	t.Cleanup(func() { inW.Close() })
	return c
}

func (c *client) send(message []byte) {
	c.t.Helper()
	if _, err := fmt.Fprintf(c.in, "Content-Length: %d\r\n\r\n%s", len(message), message); err != nil {
		c.t.Fatal(err)
	}
}

func (c *client) receive() []byte {
	c.t.Helper()
	length := 0
	for {
		line, err := c.out.ReadString('\n')
		if err != nil {
			c.t.Fatalf("the server is gone: %v", err)
		}
		line = strings.TrimSpace(line)
		if line == "" {
			break
		}
		fmt.Sscanf(line, "Content-Length: %d", &length)
	}
	message := make([]byte, length)
	if _, err := io.ReadFull(c.out, message); err != nil {
		c.t.Fatal(err)
	}
	return message
}

// end waits for the server to end.
func (c *client) end() error {
	c.t.Helper()
	select {
	case err := <-c.done:
		return err
	case <-time.After(20 * time.Second):
		c.t.Fatal("the server does not end")
		return nil
	}
}

// TestRecordedSession gives the server what Neovim 0.7.2 said in a session that was
// recorded between the two, and demands the answers of then.
func TestRecordedSession(t *testing.T) {
	const file = "testdata/session.jsonl"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	dir := "file://" + filepath.ToSlash(t.TempDir())
	c := start(t)
	var now bytes.Buffer
	answers := 0
	for line := range bytes.Lines(text) {
		var r recorded
		if err := json.Unmarshal(bytes.ReplaceAll(line, []byte(root), []byte(dir)), &r); err != nil {
			t.Fatal(err)
		}
		if r.Editor != nil {
			c.send(r.Editor)
			now.Write(line)
			continue
		}
		got := c.receive()
		answers++
		var want, have any
		if json.Unmarshal(r.Server, &want) != nil || json.Unmarshal(got, &have) != nil {
			t.Fatalf("no JSON: %s", got)
		}
		if !*update && !reflect.DeepEqual(versionless(want), versionless(have)) {
			t.Errorf("answer %d:\n got %s\nwant %s", answers, got, r.Server)
		}
		fmt.Fprintf(&now, "{\"server\": %s}\n", bytes.ReplaceAll(got, []byte(dir), []byte(root)))
	}
	if err := c.end(); err != nil {
		t.Error(err)
	}
	if answers < 15 {
		t.Errorf("only %d answers", answers)
	}
	if *update {
		if err := os.WriteFile(file, now.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// versionless drops the server's version from its answer to initialize.
func versionless(x any) any {
	if m, ok := x.(map[string]any); ok {
		if r, ok := m["result"].(map[string]any); ok {
			delete(r, "serverInfo")
		}
	}
	return x
}

// request sends a request and returns the answer with its number, skipping notifications.
func (c *client) request(id int, method, params string) map[string]any {
	c.t.Helper()
	c.send(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`, id, method, params))
	for {
		var m map[string]any
		if err := json.Unmarshal(c.receive(), &m); err != nil {
			c.t.Fatal(err)
		}
		if m["id"] == float64(id) {
			return m
		}
	}
}

func TestUnusualRequests(t *testing.T) {
	c := start(t)
	c.request(1, "initialize", `{}`)
	for i, x := range []struct{ method, params, want string }{
		{"textDocument/hover", `{"textDocument":{"uri":"file:///none.lud"},"position":{"line":0,"character":0}}`, "not open"},
		{"textDocument/hover", `[1]`, ""},
		{"textDocument/unheardOf", `{}`, "does not know"},
	} {
		a := c.request(2+i, x.method, x.params)
		if e := fmt.Sprint(a["error"]); a["error"] == nil || !strings.Contains(e, x.want) {
			t.Errorf("%s: %v", x.method, a)
		}
	}
	c.send([]byte(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///x/A.rbg","version":1,"text":"#players = "}}}`))
	a := c.receive()
	if !strings.Contains(string(a), "publishDiagnostics") || !strings.Contains(string(a), `"severity":1`) {
		t.Errorf("diagnostics of a regular game: %s", a)
	}
	far := `{"textDocument":{"uri":"file:///x/A.rbg"},"position":{"line":900,"character":900}}`
	if a := c.request(20, "textDocument/completion", far); a["error"] != nil {
		t.Errorf("beyond the text: %v", a)
	}
	c.request(30, "shutdown", `null`)
	if a := c.request(31, "textDocument/completion", far); a["error"] == nil {
		t.Error("answers after shutdown")
	}
	c.send([]byte(`{"jsonrpc":"2.0","method":"exit"}`))
	if err := c.end(); err != nil {
		t.Error(err)
	}
}

func TestEditorThatJustEnds(t *testing.T) {
	c := start(t)
	c.request(1, "initialize", `{}`)
	c.in.Close()
	if err := c.end(); err == nil {
		t.Error("an end without shutdown is no error")
	}
}
