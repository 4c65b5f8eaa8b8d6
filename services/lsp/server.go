// Package lsp is the language server: it gives editors everywhere what package assist
// knows, over standard input and output, by the Language Server Protocol 3.17.
//
// A server holds the texts that are open. Requests are answered in order; diagnostics
// of a text are found beside, and those of a text that has changed since are dropped.
package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/astragal/astragal/engine/assist"
	"github.com/astragal/astragal/engine/lint"
)

// Server answers one editor.
type Server struct {
	version string
	conn    *jsonrpc2.Conn
	exit    chan struct{}
	once    sync.Once

	mu        sync.Mutex
	documents map[string]*document
	libraries map[string]*assist.Library
	shutdown  bool
	checks    sync.WaitGroup
}

// document is an open text.
type document struct {
	uri, path string
	version   int
	text      []byte
	lines     *assist.Lines
	found     []assist.Diagnostic // of this text, nil before they are known
	cancel    context.CancelFunc  // of the check under way
}

// stream is standard input and output as one.
type stream struct {
	io.Reader
	io.Writer
}

func (stream) Close() error { return nil }

// errExit ends a server that was not asked to shut down before.
var errExit = errors.New("the editor ended without shutdown")

// Serve answers an editor until it says exit or closes the input. Version is the
// program's, for the editor to show.
func Serve(ctx context.Context, in io.Reader, out io.Writer, version string) error {
	s := &Server{version: version, exit: make(chan struct{}), documents: map[string]*document{},
		libraries: map[string]*assist.Library{}}
	ready := make(chan struct{})
	handler := jsonrpc2.HandlerWithError(func(ctx context.Context, c *jsonrpc2.Conn, r *jsonrpc2.Request) (any, error) {
		<-ready
		return s.handle(ctx, r)
	})
	s.conn = jsonrpc2.NewConn(ctx, jsonrpc2.NewBufferedStream(stream{in, out}, jsonrpc2.VSCodeObjectCodec{}), handler)
	close(ready)
	select {
	case <-ctx.Done():
	case <-s.exit:
	case <-s.conn.DisconnectNotify():
	}
	s.mu.Lock()
	for _, d := range s.documents {
		d.cancel()
	}
	orderly := s.shutdown
	s.mu.Unlock()
	s.checks.Wait()
	if err := s.conn.Close(); err != nil && !errors.Is(err, jsonrpc2.ErrClosed) {
		return err
	}
	if !orderly {
		return errExit
	}
	return nil
}

// handle answers a request or takes note of a notification.
func (s *Server) handle(ctx context.Context, r *jsonrpc2.Request) (any, error) {
	s.mu.Lock()
	down := s.shutdown
	s.mu.Unlock()
	if down && r.Method != "exit" {
		return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidRequest, Message: "the server is shut down"}
	}
	switch r.Method {
	case "initialize":
		return s.initialize(), nil
	case "shutdown":
		s.mu.Lock()
		s.shutdown = true
		s.mu.Unlock()
		return nil, nil
	case "exit":
		s.once.Do(func() { close(s.exit) })
		return nil, nil
	case "textDocument/didOpen":
		return decode(r, func(p openParams) (any, error) {
			return nil, s.open(ctx, p.TextDocument.URI, p.TextDocument.Version, []byte(p.TextDocument.Text))
		})
	case "textDocument/didChange":
		return decode(r, func(p changeParams) (any, error) { return nil, s.change(ctx, p) })
	case "textDocument/didClose":
		return decode(r, func(p placeParams) (any, error) { return nil, s.close(ctx, p.TextDocument.URI) })
	case "textDocument/codeAction":
		return decode(r, s.actions)
	}
	if answer := places[r.Method]; answer != nil {
		return decode(r, func(p placeParams) (any, error) {
			d, err := s.document(p.TextDocument.URI)
			if err != nil {
				return nil, err
			}
			l, err := s.library(d.path)
			if err != nil {
				return nil, err
			}
			return answer(d, l, d.lines.Offset(p.Position.Line, p.Position.Character), p)
		})
	}
	if r.Notif || strings.HasPrefix(r.Method, "$/") {
		return nil, nil
	}
	return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeMethodNotFound, Message: "the server does not know " + r.Method}
}

// decode reads the parameters of a request for its answer.
func decode[P any](r *jsonrpc2.Request, answer func(P) (any, error)) (any, error) {
	var p P
	if r.Params == nil {
		return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: r.Method + " needs parameters"}
	}
	if err := json.Unmarshal(*r.Params, &p); err != nil {
		return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: err.Error()}
	}
	return answer(p)
}

// initialize says what the server can do.
func (s *Server) initialize() any {
	return map[string]any{
		"serverInfo": map[string]string{"name": "astragal", "version": s.version},
		"capabilities": map[string]any{
			"positionEncoding":           "utf-16",
			"textDocumentSync":           map[string]any{"openClose": true, "change": 2},
			"completionProvider":         map[string]any{"triggerCharacters": []string{"(", "\"", ":"}},
			"hoverProvider":              true,
			"definitionProvider":         true,
			"referencesProvider":         true,
			"renameProvider":             true,
			"foldingRangeProvider":       true,
			"documentSymbolProvider":     true,
			"documentFormattingProvider": true,
			"codeActionProvider":         map[string]any{"codeActionKinds": []string{"quickfix"}},
		},
	}
}

// document is an open text; an error names one that is not.
func (s *Server) document(uri string) (*document, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.documents[uri]
	if d == nil {
		return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: uri + " is not open"}
	}
	return d, nil
}

// library is that of the known defines beside a file: those of the folder def next to
// a folder lud, or def, above it.
func (s *Server) library(file string) (*assist.Library, error) {
	dir := defsBeside(file)
	s.mu.Lock()
	defer s.mu.Unlock()
	if l := s.libraries[dir]; l != nil {
		return l, nil
	}
	var folders []fs.FS
	if dir != "" {
		folders = append(folders, os.DirFS(dir))
	}
	l, err := assist.NewLibrary(folders...)
	if err != nil {
		return nil, fmt.Errorf("the defines of %s: %w", dir, err)
	}
	s.libraries[dir] = l
	return l, nil
}

func defsBeside(file string) string {
	for dir := filepath.Dir(file); dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		switch filepath.Base(dir) {
		case "def":
			return dir
		case "lud":
			beside := filepath.Join(filepath.Dir(dir), "def")
			if info, err := os.Stat(beside); err == nil && info.IsDir() {
				return beside
			}
		}
	}
	return ""
}

// maxText is the longest text that is taken, in bytes.
const maxText = 8 << 20

// open takes a text, or another version of one.
func (s *Server) open(ctx context.Context, uri string, version int, text []byte) error {
	if len(text) > maxText {
		return &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: fmt.Sprintf("a text of %d bytes is too long",
			len(text))}
	}
	check, cancel := context.WithCancel(context.WithoutCancel(ctx))
	d := &document{uri: uri, path: pathOf(uri), version: version, text: text, lines: assist.NewLines(text), cancel: cancel}
	s.mu.Lock()
	if old := s.documents[uri]; old != nil {
		old.cancel()
	}
	s.documents[uri] = d
	s.mu.Unlock()
	s.checks.Add(1)
	go func() {
		defer s.checks.Done()
		defer cancel()
		s.check(check, d)
	}()
	return nil
}

// check finds what is wrong with a text and tells the editor, unless the text has
// changed meanwhile.
func (s *Server) check(ctx context.Context, d *document) {
	l, err := s.library(d.path)
	if err != nil {
		return
	}
	src := assist.Source{File: d.path, Text: d.text, Library: os.DirFS(filepath.Dir(d.path))}
	found := l.Diagnose(ctx, src, lint.Bounds{}).Diagnostics
	s.mu.Lock()
	current := s.documents[d.uri] == d
	if current {
		d.found = found
	}
	s.mu.Unlock()
	if !current || ctx.Err() != nil {
		return
	}
	list := []diagnostic{}
	for _, x := range found {
		list = append(list, d.diagnostic(x))
	}
	// The editor may be gone: then nobody needs to know.
	_ = s.conn.Notify(ctx, "textDocument/publishDiagnostics", diagnosticsParams{d.uri, d.version, list})
}

func (d *document) diagnostic(x assist.Diagnostic) diagnostic {
	severity := map[assist.Severity]int{assist.Fault: 1, assist.Suspect: 2, assist.Notice: 3}[x.Severity]
	message := x.Message
	if x.Define != "" {
		message += "\nin the define " + x.Define
	}
	if x.Hint != "" {
		message += "\n" + x.Hint
	}
	return diagnostic{d.span(x.At), severity, x.Code, "astragal", message}
}

func (d *document) span(r assist.Range) span {
	var x span
	x.Start.Line, x.Start.Character = d.lines.Position(r.Start)
	x.End.Line, x.End.Character = d.lines.Position(r.End)
	return x
}

// change makes the changes of a text, each on what the one before left.
func (s *Server) change(ctx context.Context, p changeParams) error {
	d, err := s.document(p.TextDocument.URI)
	if err != nil {
		return err
	}
	text, lines := d.text, d.lines
	for _, c := range p.Changes {
		if c.Range == nil {
			text = []byte(c.Text)
		} else {
			from := lines.Offset(c.Range.Start.Line, c.Range.Start.Character)
			to := max(from, lines.Offset(c.Range.End.Line, c.Range.End.Character))
			text = []byte(string(text[:from]) + c.Text + string(text[to:]))
		}
		lines = assist.NewLines(text)
	}
	return s.open(ctx, p.TextDocument.URI, p.TextDocument.Version, text)
}

func (s *Server) close(ctx context.Context, uri string) error {
	d, err := s.document(uri)
	if err != nil {
		return err
	}
	d.cancel()
	s.mu.Lock()
	delete(s.documents, uri)
	s.mu.Unlock()
	return s.conn.Notify(ctx, "textDocument/publishDiagnostics", diagnosticsParams{uri, d.version, []diagnostic{}})
}

// pathOf is the path of a file by its URI; a URI of another kind stays as it is.
func pathOf(uri string) string {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" {
		return uri
	}
	return filepath.FromSlash(u.Path)
}
