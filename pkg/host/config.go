// Package host is the ground a service stands on: its configuration, its
// connections to NATS and PostgreSQL, its telemetry, its HTTP listener and its
// orderly end. A service's main is a call of Main; the astragal binary builds
// one Host for all services.
package host

import (
	"flag"
	"fmt"
	"io"
	"runtime"
	"strconv"
)

// Config is what every service can be told. Each field is a flag and an
// environment variable; the flag wins.
type Config struct {
	NATS      string // URL of the NATS server
	Postgres  string // URL of the catalogue's database
	Addr      string // HTTP listen address, "" for none
	Auth      string // who needs a key for the HTTP API: open, read or keys
	Pyroscope string // URL of a Pyroscope server, "" for none
	LogLevel  string
	LogFormat string
	Workers   int // jobs at once
	// Memory is the number of MiB of live memory at which batches of playouts are
	// stopped, to be tried again alone; 0 means three fifths of what there is.
	Memory int
	// Schedule is the cron expression by which the scheduler evaluates again
	// what is missing or out of date, with SchedulePlayouts playouts that measure
	// ScheduleMetrics (see catalogue.Params); "" never.
	Schedule         string
	SchedulePlayouts int
	ScheduleMetrics  string
}

// Setting documents one configuration value; see Settings.
type Setting struct{ Flag, Env, Default, Usage string }

// Settings lists every setting that a service understands.
func Settings() []Setting {
	return []Setting{
		{"nats", "ASTRAGAL_NATS", "nats://127.0.0.1:4222", "URL of the NATS server"},
		{"postgres", "ASTRAGAL_POSTGRES", "postgres://astragal@127.0.0.1:5432/astragal", "URL of the PostgreSQL database"},
		{"addr", "ASTRAGAL_ADDR", ":8080", "address to serve HTTP on (metrics, health, and the service's own)"},
		{"auth", "ASTRAGAL_AUTH", "open", "who needs a key for the HTTP API: open (nobody), read (who wants more than to look) or keys (everybody)"},
		{"pyroscope", "ASTRAGAL_PYROSCOPE", "", "URL of a Pyroscope server to send profiles to"},
		{"log-level", "ASTRAGAL_LOG_LEVEL", "info", "debug, info, warn or error"},
		{"log-format", "ASTRAGAL_LOG_FORMAT", "json", "text or json"},
		{"schedule", "ASTRAGAL_SCHEDULE", "", "cron expression (minute hour day month weekday, UTC) by which the scheduler re-evaluates"},
		{"schedule-playouts", "ASTRAGAL_SCHEDULE_PLAYOUTS", "1000", "playouts per ruleset of scheduled evaluations"},
		{"schedule-metrics", "ASTRAGAL_SCHEDULE_METRICS", "all", "what scheduled evaluations measure: all or outcomes"},
		{"memory", "ASTRAGAL_MEMORY", "0", "MiB of memory at which batches of playouts are stopped; 0 is three fifths of what there is"},
		{"workers", "ASTRAGAL_WORKERS", strconv.Itoa(runtime.NumCPU()), "jobs to work on at once"},
	}
}

// ParseConfig reads the flags in args over the environment over the defaults.
func ParseConfig(service string, args []string, getenv func(string) string, usage io.Writer) (Config, error) {
	fs := flag.NewFlagSet(service, flag.ContinueOnError)
	fs.SetOutput(usage)
	values := map[string]*string{}
	for _, s := range Settings() {
		def := s.Default
		if v := getenv(s.Env); v != "" {
			def = v
		}
		values[s.Flag] = fs.String(s.Flag, def, s.Usage+" ("+s.Env+")")
	}
	if err := fs.Parse(args); err != nil {
		return Config{}, err
	}
	if fs.NArg() > 0 {
		return Config{}, fmt.Errorf("unexpected argument %q", fs.Arg(0))
	}
	workers, err := strconv.Atoi(*values["workers"])
	if err != nil || workers < 1 {
		return Config{}, fmt.Errorf("workers: %q is not a positive number", *values["workers"])
	}
	playouts, err := strconv.Atoi(*values["schedule-playouts"])
	if err != nil || playouts < 1 {
		return Config{}, fmt.Errorf("schedule-playouts: %q is not a positive number", *values["schedule-playouts"])
	}
	memory, err := strconv.Atoi(*values["memory"])
	if err != nil || memory < 0 {
		return Config{}, fmt.Errorf("memory: %q is not a number of MiB", *values["memory"])
	}
	return Config{Memory: memory, Auth: *values["auth"], Schedule: *values["schedule"], SchedulePlayouts: playouts, ScheduleMetrics: *values["schedule-metrics"], NATS: *values["nats"], Postgres: *values["postgres"], Addr: *values["addr"], Pyroscope: *values["pyroscope"],
		LogLevel: *values["log-level"], LogFormat: *values["log-format"], Workers: workers}, nil
}
