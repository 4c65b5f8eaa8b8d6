package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestWithoutLines takes the lines from a small program: it still runs, under Node, and a
// trace of it names functions but no file; and what is cut off or no module is refused.
func TestWithoutLines(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("no node")
	}
	dir := t.TempDir()
	program := `package main

import (
	"os"
	"runtime"
)

func main() {
	pc, file, line, _ := runtime.Caller(0)
	println(runtime.FuncForPC(pc).Name(), file, line)
	if _, err := os.Open("none"); err != nil {
		panic("ended")
	}
}
`
	if err := os.WriteFile(filepath.Join(dir, "main.go"), []byte(program), 0o644); err != nil {
		t.Fatal(err)
	}
	build := exec.Command("go", "build", "-ldflags=-s -w", "-o", "a.wasm", "main.go")
	build.Dir = dir
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0", "GOWORK=off", "GO111MODULE=off")
	if text, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	module, err := os.ReadFile(filepath.Join(dir, "a.wasm"))
	if err != nil {
		t.Fatal(err)
	}
	lean, err := withoutLines(module)
	if err != nil {
		t.Fatal(err)
	}
	if len(lean) != len(module) || bytes.Equal(lean, module) {
		t.Errorf("%d bytes of %d, the same: %v", len(lean), len(module), bytes.Equal(lean, module))
	}
	if err := os.WriteFile(filepath.Join(dir, "b.wasm"), lean, 0o644); err != nil {
		t.Fatal(err)
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	run := filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec_node.js")
	for file, wanted := range map[string]string{"a.wasm": "main.go", "b.wasm": "main.main ? 0"} {
		text, _ := exec.Command(node, run, filepath.Join(dir, file)).CombinedOutput() // it panics by design
		if !strings.Contains(string(text), wanted) || !strings.Contains(string(text), "panic: ended") {
			t.Errorf("%s: no %q in %s", file, wanted, text)
		}
	}
	for _, bad := range [][]byte{nil, module[:7], module[:len(module)/2], lean[:100],
		[]byte("\x00asm\x01\x00\x00\x00\x0b\x03\xff\xff\x7f"),
		[]byte("\x00asm\x01\x00\x00\x00")} {
		if _, err := withoutLines(bad); err == nil {
			t.Errorf("%d bytes are taken for a program", len(bad))
		}
	}
}
