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

var update = flag.Bool("update", false, "record what the server answers now in testdata/*.jsonl")

// recorded is a line of a session: a message of the editor or of the server.
type recorded struct {
	Editor json.RawMessage `json:"editor,omitempty"`
	Server json.RawMessage `json:"server,omitempty"`
}

// root is what a recorded session has for the folder that it was recorded in.
const root = "/tmp/rec"

// client is the editor's side of a server.
type client struct {
	t    *testing.T
	in   *io.PipeWriter
	got  chan []byte // messages of the server, closed at its end
	done chan error
}

func start(t *testing.T) *client {
	t.Helper()
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	c := &client{t, inW, make(chan []byte, 1000), make(chan error, 1)}
	go func() {
		c.done <- Serve(context.Background(), inR, outW, "test")
		outW.Close()
	}()
	go func() {
		defer close(c.got)
		for out := bufio.NewReader(outR); ; {
			message, err := readFrame(out)
			if err != nil {
				return
			}
			c.got <- message
		}
	}()
	t.Cleanup(func() { inW.Close() })
	return c
}

// readFrame reads a message with its head.
func readFrame(r *bufio.Reader) ([]byte, error) {
	length := 0
	for {
		line, err := r.ReadString('\n')
		if err != nil {
			return nil, err
		}
		if line = strings.TrimSpace(line); line == "" {
			break
		}
		if _, err := fmt.Sscanf(line, "Content-Length: %d", &length); err != nil && strings.HasPrefix(line, "Content-Length") {
			return nil, err
		}
	}
	message := make([]byte, length)
	_, err := io.ReadFull(r, message)
	return message, err
}

func writeFrame(w io.Writer, message []byte) error {
	_, err := fmt.Fprintf(w, "Content-Length: %d\r\n\r\n%s", len(message), message)
	return err
}

func (c *client) send(message []byte) {
	c.t.Helper()
	if err := writeFrame(c.in, message); err != nil {
		c.t.Fatal(err)
	}
}

func (c *client) receive() []byte {
	c.t.Helper()
	select {
	case message, ok := <-c.got:
		if !ok {
			c.t.Fatal("the server is gone")
		}
		return message
	case <-time.After(time.Minute):
		c.t.Fatal("the server says nothing")
		return nil
	}
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

// TestRecordedSessions gives the server what editors said in sessions that were recorded
// between them and the server, and demands the answers of then: Neovim 0.7.2 with the snippet of
// editors/neovim (TestNeovim), and VS Code 1.96 with the extension of editors/vscode (TestVSCode).
func TestRecordedSessions(t *testing.T) {
	files, err := filepath.Glob("testdata/*.jsonl")
	if err != nil || len(files) < 2 {
		t.Fatalf("%d sessions: %v", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".jsonl"), func(t *testing.T) { replay(t, file) })
	}
}

// replay plays one session. Answers are told apart by their numbers and methods, since the
// server finds diagnostics beside other work; of those that a later change outdates, it may
// tell more or fewer than then.
func replay(t *testing.T, file string) {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.ToSlash(t.TempDir())
	c := start(t)
	var now bytes.Buffer
	answers := 0
	early := map[string][][]byte{}
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
		key := keyOf(t, r.Server)
		for len(early[key]) == 0 {
			got := c.receive()
			early[keyOf(t, got)] = append(early[keyOf(t, got)], got)
		}
		got := early[key][0]
		early[key] = early[key][1:]
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
	if polite := bytes.Contains(text, []byte(`"method":"exit"`)); polite {
		if err := c.end(); err != nil {
			t.Error(err)
		}
	} else { // the editor was closed, which the server takes for an end, too
		c.in.Close()
		c.end()
	}
	if answers < 10 {
		t.Errorf("only %d answers", answers)
	}
	if *update {
		if err := os.WriteFile(file, now.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// keyOf tells apart what a server may say at any time: an answer by its number, diagnostics
// by the text that they are of.
func keyOf(t *testing.T, message []byte) string {
	t.Helper()
	var m struct {
		ID     json.RawMessage
		Method string
		Params struct {
			URI     string
			Version int
		}
	}
	if err := json.Unmarshal(message, &m); err != nil {
		t.Fatalf("no message: %s", message)
	}
	return fmt.Sprintf("%s %s %s %d", m.ID, m.Method, m.Params.URI, m.Params.Version)
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
