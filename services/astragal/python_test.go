package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// asCommand is the variable that makes the program of these tests the command itself.
const asCommand = "ASTRAGAL_TEST_AS_COMMAND"

func TestMain(m *testing.M) {
	if os.Getenv(asCommand) != "" {
		main()
	}
	os.Exit(runTests(m))
}

// runTests runs them with a folder of their own for databases that do not live in their data directories: those of
// root's tests, whose temporary directories PostgreSQL's user cannot reach. Nothing else would remove them.
func runTests(m *testing.M) int {
	dir, err := os.MkdirTemp("", "clusters")
	if err == nil {
		err = os.Chmod(dir, 0o711)
	}
	if err == nil {
		err = os.Setenv("ASTRAGAL_CLUSTERS", dir)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	return m.Run()
}

// commandEnvironment is the environment in which this program is the command.
func commandEnvironment() []string { return append(os.Environ(), asCommand+"=1") }

// The environment for Python is tested by tests in Python.
func TestPythonEnvironment(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("no python3")
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	run := exec.CommandContext(t.Context(), "python3", "-B", "-W", "error", "astragal_env_test.py", "-v")
	run.Dir = filepath.Join(root, "deploy", "examples")
	run.Env = append(commandEnvironment(), "ROOT="+root, "ASTRAGAL="+self)
	if out, err := run.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
