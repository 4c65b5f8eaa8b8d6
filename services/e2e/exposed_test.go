package e2e

import (
	"os/exec"
	"strings"
	"testing"
	"time"
)

// Whoever serves to other machines without keys has to say that it is meant, and malformed settings
// are refused (see also pkg/host): the programs start nothing.
func TestProgramsRefuse(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	build := func(name, pkg string) string {
		t.Helper()
		out, err := exec.Command("go", "build", "-ldflags=-s -w", "-o", dir+"/"+name, pkg).CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		return dir + "/" + name
	}
	astragal, gateway := build("astragal", "../astragal"), build("gateway", "../gateway/cmd/gateway")
	for _, c := range []struct {
		program, env string
		args         []string
		says         string
	}{
		{astragal, "", []string{"serve", "--data", dir + "/data", "--addr", ":0"}, "--auth read"},
		{astragal, "ASTRAGAL_WORKERS=abc", []string{"serve", "--data", dir + "/data", "--addr", "127.0.0.1:0"},
			"ASTRAGAL_WORKERS"},
		{astragal, "ASTRAGAL_MEMORY=much", []string{"key", "list", "--data", dir + "/data"}, "ASTRAGAL_MEMORY"},
		{gateway, "", []string{"--addr", ":0"}, "--auth read"},
		{gateway, "ASTRAGAL_WORKERS=0x", []string{"--addr", "127.0.0.1:0"}, "ASTRAGAL_WORKERS"},
	} {
		cmd := exec.Command(c.program, c.args...)
		cmd.Env = append(cmd.Environ(), c.env)
		cmd.WaitDelay = time.Second
		stop := time.AfterFunc(20*time.Second, func() { cmd.Process.Kill() })
		out, err := cmd.CombinedOutput()
		stop.Stop()
		if err == nil || !strings.Contains(string(out), c.says) {
			t.Errorf("%s %s %v: %v, %s", c.env, c.program, c.args, err, out)
		}
	}
}
