package main

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Commands that only look make no catalogue where there is none.
func TestNoData(t *testing.T) {
	data := filepath.Join(t.TempDir(), "none")
	for _, args := range [][]string{{"compare"}, {"export"}, {"key", "list"}, {"key", "create", "somebody"},
		{"key", "revoke", "somebody"}} {
		status, out, errs := runLine(t, append(args, "--data", data)...)
		if status != 1 || out != "" || !strings.Contains(errs, "there is no data in "+data) ||
			!strings.Contains(errs, "astragal import") {
			t.Errorf("%v: status %d, %s%s", args, status, out, errs)
		}
		if _, err := os.Stat(data); err == nil {
			t.Fatalf("%v made %s", args, data)
		}
	}
}

// Two commands may look at once, and one of them beside an app.
func TestKeyAndExport(t *testing.T) {
	needPostgres(t)
	lib, data := writeLibrary(t), filepath.Join(t.TempDir(), "data")
	if status, _, errs := runLine(t, "evaluate", "--data", data, "--playouts", "10",
		filepath.Join(lib, "gift.efg")); status != 0 {
		t.Fatal(errs)
	}
	if status, out, errs := runLine(t, "key", "create", "--data", data, "--role", "submit", "somebody"); status != 0 ||
		len(out) < 20 {
		t.Errorf("status %d, %s%s", status, out, errs)
	}
	o := catalogueFlags(flag.NewFlagSet("", flag.ContinueOnError))
	o.cfg.Data = data
	_, stop, err := openCatalogue(t.Context(), o, os.Stderr)
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	if status, out, errs := runLine(t, "key", "list", "--data", data); status != 0 || !strings.Contains(out, "somebody") {
		t.Errorf("status %d, %s%s", status, out, errs)
	}
	if status, _, errs := runLine(t, "evaluate", "--data", data, lib); status != 1 ||
		!strings.Contains(errs, "in use by another") {
		t.Errorf("evaluating beside one that looks: status %d, %s", status, errs)
	}
}

// Help shows the flags that matter to a command, and no others.
func TestHelp(t *testing.T) {
	for command, want := range map[string]string{
		"compare": "data postgres", "export": "data postgres", "key": "data postgres",
		"evaluate": "data nats postgres workers memory", "import": "data nats postgres workers memory",
		"simulate": "data nats postgres workers memory",
		"serve":    "data nats postgres workers memory auth schedule schedule-playouts schedule-metrics",
	} {
		_, _, help := runLine(t, command, "-h")
		for _, name := range []string{"data", "nats", "postgres", "workers", "memory", "auth", "schedule",
			"schedule-playouts", "schedule-metrics"} {
			has := strings.Contains(help, "\n  -"+name+" ")
			if should := strings.Contains(" "+want+" ", " "+name+" "); has != should {
				t.Errorf("%s -h: --%s is shown %v, want %v", command, name, has, should)
			}
		}
	}
}
