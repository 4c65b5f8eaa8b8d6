package e2e

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/astragal/astragal/pkg/release"
)

// Two checkouts of the commit at hand, in directories with different names, give the
// same program, which knows the commit. What is not committed yet is not looked at.
func TestReproducibleBuild(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("builds the whole program twice")
	}
	for _, tool := range []string{"git", "make"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip(err)
		}
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	run := func(dir, name string, args ...string) string {
		t.Helper()
		c := exec.CommandContext(t.Context(), name, args...)
		c.Dir = dir
		out, err := c.CombinedOutput()
		if err != nil {
			t.Fatalf("%s %v: %v\n%s", name, args, err, out)
		}
		return strings.TrimSpace(string(out))
	}
	if err := exec.Command("git", "-C", root, "rev-parse", "HEAD").Run(); err != nil {
		t.Skip("no checkout of git")
	}
	commit := run(root, "git", "rev-parse", "HEAD")
	if makefile := run(root, "git", "show", "HEAD:Makefile"); !strings.Contains(makefile, "\nrelease:") {
		t.Skip("the commit has no target release")
	}
	var sums [][]byte
	for _, name := range []string{"one", "another/deeper"} {
		dir := filepath.Join(t.TempDir(), name)
		run("", "git", "clone", "--quiet", "--no-hardlinks", root, dir)
		run(dir, "git", "checkout", "--quiet", commit)
		lend(t, filepath.Join(root, packed), filepath.Join(dir, packed))
		run(dir, "make", "release")
		program := filepath.Join(dir, "dist", "astragal")
		text, err := os.ReadFile(program)
		if err != nil {
			t.Fatal(err)
		}
		sum := sha256.Sum256(text)
		sums = append(sums, sum[:])
		var i release.Info
		if err := json.Unmarshal([]byte(run(dir, program, "version", "--json")), &i); err != nil || i.Commit != commit ||
			i.Modified {
			t.Errorf("the program of commit %s says %+v, %v", commit, i, err)
		}
	}
	if !bytes.Equal(sums[0], sums[1]) {
		t.Errorf("two builds differ: %x and %x", sums[0], sums[1])
	}
}

// packed is the engine for browsers. To compress it takes longer than to build it, and is done anew only where the
// file that is there does not hold the same engine.
const packed = "services/studio/dist/engine.wasm.zst"

// lend copies a file, if there is one.
func lend(t *testing.T, from, to string) {
	t.Helper()
	text, err := os.ReadFile(from)
	if errors.Is(err, fs.ErrNotExist) {
		return
	}
	if err == nil {
		err = os.WriteFile(to, text, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}
