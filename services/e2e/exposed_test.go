package e2e

import (
	"io"
	"net"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/astragal/astragal/pkg/host"
)

// Whoever serves to other machines without keys has to say that it is meant.
func TestExposed(t *testing.T) {
	parse := func(env map[string]string, args ...string) (host.Config, error) {
		return host.ParseConfig("gateway", args, func(k string) string { return env[k] }, io.Discard)
	}
	for _, c := range []struct {
		addr string
		args []string
		ok   bool
	}{
		{"127.0.0.1:80", nil, true}, {"[::1]:80", nil, true}, {"[::]:80", nil, false}, {"0.0.0.0:80", nil, false},
		{"192.0.2.7:80", nil, false},
		{"[::]:80", []string{"--auth", "read"}, true}, {"[::]:80", []string{"--auth", "keys"}, true}, {"[::]:80",
			[]string{"--insecure"}, true}, {"[::]:80", []string{"--insecure=false"}, false},
	} {
		cfg, err := parse(nil, c.args...)
		if err != nil {
			t.Fatal(err)
		}
		addr, err := net.ResolveTCPAddr("tcp", c.addr)
		if err != nil {
			t.Fatal(err)
		}
		if err = cfg.CheckExposed(addr); (err == nil) != c.ok || err != nil && !strings.Contains(err.Error(), "--auth read") {
			t.Errorf("%s %v: %v", c.addr, c.args, err)
		}
	}
	if cfg, err := parse(nil); err != nil || cfg.CheckExposed(&net.TCPAddr{IP: net.ParseIP("127.0.0.1")}) != nil ||
		!strings.HasPrefix(cfg.Addr, "127.0.0.1:") {
		t.Errorf("the defaults are %+v, %v", cfg, err)
	}
	for name, value := range map[string]string{"ASTRAGAL_WORKERS": "abc", "ASTRAGAL_MEMORY": "-1",
		"ASTRAGAL_SCHEDULE_PLAYOUTS": "0", "ASTRAGAL_AUTH": "none", "ASTRAGAL_INSECURE": "perhaps",
		"ASTRAGAL_LOG_LEVEL": "loud", "ASTRAGAL_LOG_FORMAT": "xml", "ASTRAGAL_SCHEDULE_METRICS": "some"} {
		if _, err := parse(map[string]string{name: value}); err == nil || !strings.Contains(err.Error(), name) ||
			!strings.Contains(err.Error(), value) {
			t.Errorf("%s=%s: %v", name, value, err)
		}
	}
	if cfg, err := parse(map[string]string{"ASTRAGAL_WORKERS": "3"}, "--workers", "4"); err != nil || cfg.Workers != 4 {
		t.Errorf("the flag does not win: %+v, %v", cfg, err)
	}
}

// The same of the programs themselves, which are refused before they start anything.
func TestProgramsRefuse(t *testing.T) {
	dir := t.TempDir()
	build := func(name, pkg string) string {
		t.Helper()
		out, err := exec.Command("go", "build", "-o", dir+"/"+name, pkg).CombinedOutput()
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
