// Package enginetest compiles L-GDL games for the tests of other packages: descriptions that stand in a test, and
// those of the project's own library. What cannot be read or compiled fails the test.
package enginetest

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/ruleset"
)

// Compile compiles the default ruleset of a description, which may use the library's known defines.
func Compile(t testing.TB, text string) *ruleset.Ruleset {
	t.Helper()
	return compile(t, "game.lud", text)
}

// Ours compiles the default ruleset of a game of the library, by its path below library/lud, such as
// "line/Tic-Tac-Toe".
func Ours(t testing.TB, path string) *ruleset.Ruleset {
	t.Helper()
	return compile(t, path, Text(t, path))
}

// Text is the description of a game of the library.
func Text(t testing.TB, path string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(library(t), "lud", strings.TrimSuffix(path, ".lud")+".lud"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func compile(t testing.TB, file, text string) *ruleset.Ruleset {
	t.Helper()
	loader, err := ruleset.NewLoader(os.DirFS(filepath.Join(library(t), "def")))
	if err != nil {
		t.Fatal(err)
	}
	rs, err := loader.Compile(ruleset.Source{File: file, Text: []byte(text)})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return rs
}

// library is the folder of the library: tests run in the folder of their package, somewhere below engine.
func library(t testing.TB) string {
	t.Helper()
	for dir := "library"; len(dir) < 64; dir = filepath.Join("..", dir) {
		if info, err := os.Stat(filepath.Join(dir, "lud")); err == nil && info.IsDir() {
			return dir
		}
	}
	t.Fatal("no folder library/lud above this package")
	return ""
}

// Number is the number that a variable of the environment holds, or what it is otherwise.
func Number(name string, otherwise uint64) uint64 {
	if n, err := strconv.ParseUint(os.Getenv(name), 10, 64); err == nil {
		return n
	}
	return otherwise
}
