// Package host is the ground a service stands on: its configuration, its
// connections to NATS and PostgreSQL, its telemetry, its HTTP listener and its
// orderly end. A service's main is a call of Main; the astragal binary builds
// one Host for all services.
package host

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"net"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/astragal/astragal/pkg/access"
)

// Config is what every service can be told. Each field is a flag and an
// environment variable; the flag wins.
type Config struct {
	NATS      string // URL of the NATS server
	Postgres  string // URL of the catalogue's database
	Addr      string // HTTP listen address, "" for none
	Auth      string // who needs a key for the HTTP API: open, read or keys
	Insecure  bool   // other machines may be administrators without a key
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

// Setting is one value of the configuration: a flag, a variable of the
// environment, and what its text means.
type Setting struct {
	Flag, Env, Default, Usage string
	set                       func(c *Config, text string) error
}

// Settings lists every setting that a service understands: the only place where
// settings are read.
func Settings() []Setting {
	return []Setting{
		{"nats", "ASTRAGAL_NATS", "nats://127.0.0.1:4222", "`URL` of the NATS server",
			text(func(c *Config) *string { return &c.NATS })},
		{"postgres", "ASTRAGAL_POSTGRES", "postgres://astragal@127.0.0.1:5432/astragal", "`URL` of the PostgreSQL database",
			text(func(c *Config) *string { return &c.Postgres })},
		{"addr", "ASTRAGAL_ADDR", "127.0.0.1:8080", "`address` to serve HTTP on (metrics, health, and the service's own)",
			text(func(c *Config) *string { return &c.Addr })},
		{"auth", "ASTRAGAL_AUTH", access.Open, "who needs a key for the HTTP API: nobody (`open`), who wants more than to " +
			"look (read), or everybody (keys)",
			text(func(c *Config) *string { return &c.Auth }, access.Modes...)},
		{"insecure", "ASTRAGAL_INSECURE", "false", "let everybody who reaches this machine be an administrator, with " +
			"--auth open", setInsecure},
		{"pyroscope", "ASTRAGAL_PYROSCOPE", "", "`URL` of a Pyroscope server to send profiles to",
			text(func(c *Config) *string { return &c.Pyroscope })},
		{"log-level", "ASTRAGAL_LOG_LEVEL", "info", "debug, info, warn or error",
			text(func(c *Config) *string { return &c.LogLevel }, "debug", "info", "warn", "error")},
		{"log-format", "ASTRAGAL_LOG_FORMAT", "json", "text or json", text(func(c *Config) *string { return &c.LogFormat },
			"text", "json")},
		{"schedule", "ASTRAGAL_SCHEDULE", "", "`cron` expression (minute hour day month weekday, UTC) by which what is " +
			"missing or out of date is evaluated again",
			text(func(c *Config) *string { return &c.Schedule })},
		{"schedule-playouts", "ASTRAGAL_SCHEDULE_PLAYOUTS", "1000",
			"`number` of playouts per ruleset of scheduled evaluations",
			count(func(c *Config) *int { return &c.SchedulePlayouts }, 1)},
		{"schedule-metrics", "ASTRAGAL_SCHEDULE_METRICS", "all", "what scheduled evaluations measure: `all` or outcomes",
			text(func(c *Config) *string { return &c.ScheduleMetrics }, "all", "outcomes")},
		{"memory", "ASTRAGAL_MEMORY", "0", "`MiB` of memory at which batches of playouts are stopped; 0 is three fifths " +
			"of what there is",
			count(func(c *Config) *int { return &c.Memory }, 0)},
		{"workers", "ASTRAGAL_WORKERS", strconv.Itoa(runtime.NumCPU()), "`number` of jobs to work on at once",
			count(func(c *Config) *int { return &c.Workers }, 1)},
	}
}

// text sets a field to a text, one of those allowed if any are named.
func text(field func(*Config) *string, allowed ...string) func(*Config, string) error {
	return func(c *Config, s string) error {
		if len(allowed) > 0 && !slices.Contains(allowed, s) {
			return fmt.Errorf("%q, expected %s", s, strings.Join(allowed, ", "))
		}
		*field(c) = s
		return nil
	}
}

// count sets a field to a number that is not smaller than low.
func count(field func(*Config) *int, low int) func(*Config, string) error {
	return func(c *Config, s string) error {
		n, err := strconv.Atoi(s)
		if err != nil || n < low || n > math.MaxInt32 {
			return fmt.Errorf("%q is no number from %d to %d", s, low, math.MaxInt32)
		}
		*field(c) = n
		return nil
	}
}

func setInsecure(c *Config, s string) (err error) {
	if c.Insecure, err = strconv.ParseBool(s); err != nil {
		err = fmt.Errorf("%q, expected true or false", s)
	}
	return err
}

// value is a setting as the flag package sees it.
type value struct {
	setting Setting
	config  *Config
	text    string
}

func (v *value) String() string   { return v.text }
func (v *value) IsBoolFlag() bool { return v.setting.Flag == "insecure" }
func (v *value) Set(s string) error {
	err := v.setting.set(v.config, s)
	if err == nil {
		v.text = s
	}
	return err
}

// Flags adds the flags of all settings but those left out to fs, which fill c when
// fs is parsed. Without a flag a setting is what the environment says, else the
// default given for its flag or that of Settings. The error is about a variable of
// the environment that is malformed.
func (c *Config) Flags(fs *flag.FlagSet, getenv func(string) string, defaults map[string]string,
	leave ...string) error {
	var wrong []error
	for _, s := range Settings() {
		if slices.Contains(leave, s.Flag) {
			continue
		}
		v := &value{setting: s, config: c}
		def, given := defaults[s.Flag]
		if !given {
			def = s.Default
		}
		if err := v.Set(def); err != nil {
			wrong = append(wrong, fmt.Errorf("%s: %w", s.Flag, err)) // our own mistake
		}
		if env := getenv(s.Env); env != "" {
			if err := v.Set(env); err != nil {
				wrong = append(wrong, fmt.Errorf("%s: %w", s.Env, err))
			}
		}
		fs.Var(v, s.Flag, s.Usage+" ("+s.Env+")")
	}
	return errors.Join(wrong...)
}

// ParseConfig reads the flags in args over the environment over the defaults.
func ParseConfig(service string, args []string, getenv func(string) string, usage io.Writer) (Config, error) {
	fs := flag.NewFlagSet(service, flag.ContinueOnError)
	fs.SetOutput(usage)
	var c Config
	if err := c.Flags(fs, getenv, nil); err != nil {
		return Config{}, err
	}
	if err := fs.Parse(args); err != nil {
		return Config{}, err
	}
	if fs.NArg() > 0 {
		return Config{}, fmt.Errorf("unexpected argument %q", fs.Arg(0))
	}
	return c, nil
}

// CheckExposed refuses to serve without keys at an address that other machines
// reach, unless that is said to be meant.
func (c Config) CheckExposed(addr net.Addr) error {
	if c.Auth != access.Open && c.Auth != "" || c.Insecure {
		return nil
	}
	if tcp, ok := addr.(*net.TCPAddr); ok && tcp.IP.IsLoopback() {
		return nil
	}
	return fmt.Errorf("other machines can reach %s, and with --auth open everybody there would be an administrator: "+
		"choose --auth read (who wants more than to look needs a key) "+
		"or --auth keys (everybody does), listen on 127.0.0.1 only, or say --insecure if it is meant (ASTRAGAL_AUTH, "+
		"ASTRAGAL_INSECURE)", addr)
}
