package host

import (
	"flag"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// parse reads settings from arguments and an environment that has nothing else of ours.
func parse(t *testing.T, env map[string]string, args ...string) (Config, error) {
	t.Helper()
	t.Setenv(EnvironmentOf("config"), env[EnvironmentOf("config")])
	new(Config).Settings().VisitAll(func(f *flag.Flag) {
		t.Setenv(EnvironmentOf(f.Name), env[EnvironmentOf(f.Name)])
	})
	return ParseConfig("gateway", args, io.Discard)
}

// A flag wins over the environment, that over the file, and the file over the default.
func TestPrecedence(t *testing.T) {
	file := filepath.Join(t.TempDir(), "astragal.conf")
	text := "# for all services\nworkers 5\nlog-level debug\nmemory 100\n"
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	c, err := parse(t, map[string]string{"ASTRAGAL_CONFIG": file, "ASTRAGAL_WORKERS": "3", "ASTRAGAL_MEMORY": "200"},
		"--memory", "300")
	if err != nil || c.Memory != 300 || c.Workers != 3 || c.LogLevel != "debug" || c.LogFormat != "json" {
		t.Errorf("%+v, %v", c, err)
	}
}

// What is malformed is refused with its name and value, wherever it stands.
func TestMalformed(t *testing.T) {
	for name, value := range map[string]string{"ASTRAGAL_WORKERS": "abc", "ASTRAGAL_MEMORY": "-1",
		"ASTRAGAL_SCHEDULE_PLAYOUTS": "0", "ASTRAGAL_AUTH": "none", "ASTRAGAL_INSECURE": "perhaps",
		"ASTRAGAL_LOG_LEVEL":  "loud",
		"ASTRAGAL_LOG_FORMAT": "xml", "ASTRAGAL_SCHEDULE_METRICS": "some", "ASTRAGAL_CONFIG": "/no/such/file"} {
		if _, err := parse(t, map[string]string{name: value}); err == nil || !strings.Contains(err.Error(), value) {
			t.Errorf("%s=%s: %v", name, value, err)
		} else if name != "ASTRAGAL_CONFIG" && !strings.Contains(err.Error(), name) {
			t.Errorf("%s=%s: %v", name, value, err)
		}
	}
	for _, text := range []string{"workers abc", "wrokers 3", "auth none"} {
		file := filepath.Join(t.TempDir(), "astragal.conf")
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		_, err := parse(t, map[string]string{"ASTRAGAL_CONFIG": file})
		if err == nil || !strings.Contains(err.Error(), strings.Fields(text)[0]) {
			t.Errorf("file %q: %v", text, err)
		}
	}
	if _, err := parse(t, nil, "--workers", "0"); err == nil {
		t.Error("no workers are accepted")
	}
	if _, err := parse(t, nil, "stray"); err == nil || !strings.Contains(err.Error(), "stray") {
		t.Errorf("a stray argument: %v", err)
	}
}

// Defaults of a command stand behind everything else, and what is left out is no flag.
func TestFlags(t *testing.T) {
	parse(t, map[string]string{"ASTRAGAL_NATS": "nats://elsewhere"}) // sets the environment
	fs := flag.NewFlagSet("command", flag.ContinueOnError)
	var c Config
	if err := c.Flags(fs, map[string]string{"nats": "", "log-level": "warn"}, "addr"); err != nil {
		t.Fatal(err)
	}
	if c.NATS != "nats://elsewhere" || c.LogLevel != "warn" || fs.Lookup("addr") != nil || fs.Lookup("data") == nil {
		t.Errorf("%+v", c)
	}
}

// Whoever serves to other machines without keys has to say that it is meant.
func TestExposed(t *testing.T) {
	for _, c := range []struct {
		addr string
		args []string
		ok   bool
	}{
		{"127.0.0.1:80", nil, true}, {"[::1]:80", nil, true}, {"[::]:80", nil, false}, {"0.0.0.0:80", nil, false},
		{"192.0.2.7:80", nil, false},
		{"[::]:80", []string{"--auth", "read"}, true}, {"[::]:80", []string{"--auth", "keys"}, true},
		{"[::]:80", []string{"--insecure"}, true}, {"[::]:80", []string{"--insecure=false"}, false},
	} {
		cfg, err := parse(t, nil, c.args...)
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
	if cfg, err := parse(t, nil); err != nil || cfg.CheckExposed(&net.TCPAddr{IP: net.ParseIP("127.0.0.1")}) != nil ||
		!strings.HasPrefix(cfg.Addr, "127.0.0.1:") {
		t.Errorf("the defaults are %+v, %v", cfg, err)
	}
}
