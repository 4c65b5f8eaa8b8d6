package engine_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A module of somebody else's uses the engine as a library: the program in
// testdata/outside, built far from the repository, where no workspace helps.
func TestOutside(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the engine for another module")
	}
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	module := fmt.Sprintf("module example.org/outside\n\ngo 1.26.0\n\n"+
		"require github.com/astragal/astragal/engine v0.4.0\n\n"+
		"replace github.com/astragal/astragal/engine => %s\n", here)
	for name, from := range map[string]string{"main.go": "testdata/outside/main.go", "go.sum": "go.sum", "go.mod": ""} {
		text := []byte(module)
		if from != "" {
			if text, err = os.ReadFile(from); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	game := filepath.Join(here, "..", "library", "lud", "race", "Breakthrough.lud")
	c := exec.CommandContext(t.Context(), "go", "run", ".", game)
	c.Dir, c.Env = dir, append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod -trimpath", "GOPROXY=off")
	out, err := c.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "100 plays, wins [") {
		t.Errorf("%v\n%s", err, out)
	}
}
