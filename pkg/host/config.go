// Package host is the ground a service stands on: its configuration, its
// connections to NATS and PostgreSQL, its telemetry, its HTTP listener and its
// orderly end. A service's main is a call of Main; the astragal binary builds
// one Host for all services.
package host

import (
	"flag"
	"fmt"
	"io"
	"math"
	"net"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/peterbourgon/ff/v3"

	"github.com/astragal/astragal/pkg/access"
)

// Config is what every service can be told. Each field is a flag, a variable of the
// environment and a line of the file that ASTRAGAL_CONFIG names; the first of these wins.
type Config struct {
	Data      string // data directory, of the astragal binary alone
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

// Prefix begins the names of all variables of the environment; EnvironmentOf is the name
// of a setting's.
const Prefix = "ASTRAGAL"

func EnvironmentOf(setting string) string {
	return Prefix + "_" + strings.ToUpper(strings.ReplaceAll(setting, "-", "_"))
}

// Settings declares every setting as a flag that fills c: the only place where settings are named.
func (c *Config) Settings() *flag.FlagSet {
	fs := flag.NewFlagSet("settings", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.StringVar(&c.Data, "data", ".astragal", "data `directory`")
	fs.StringVar(&c.NATS, "nats", "nats://127.0.0.1:4222", "`URL` of the NATS server")
	fs.StringVar(&c.Postgres, "postgres", "postgres://astragal@127.0.0.1:5432/astragal",
		"`URL` of the PostgreSQL database")
	fs.StringVar(&c.Addr, "addr", "127.0.0.1:8080", "`address` to serve HTTP on (metrics, health, and the service's own)")
	choiceVar(fs, &c.Auth, "auth", access.Open, "who needs a key for the HTTP API: nobody (`open`), who wants "+
		"more than to look (read), or everybody (keys)", access.Modes...)
	fs.Var(truth{&c.Insecure}, "insecure", "let everybody who reaches this machine be an administrator, with --auth open")
	fs.StringVar(&c.Pyroscope, "pyroscope", "", "`URL` of a Pyroscope server to send profiles to")
	choiceVar(fs, &c.LogLevel, "log-level", "info", "debug, info, warn or error", "debug", "info", "warn", "error")
	choiceVar(fs, &c.LogFormat, "log-format", "json", "text or json", "text", "json")
	fs.StringVar(&c.Schedule, "schedule", "", "`cron` expression (minute hour day month weekday, UTC) by which what is "+
		"missing or out of date is evaluated again")
	countVar(fs, &c.SchedulePlayouts, "schedule-playouts", 1000, 1,
		"`number` of playouts per ruleset of scheduled evaluations")
	choiceVar(fs, &c.ScheduleMetrics, "schedule-metrics", "all",
		"what scheduled evaluations measure: `all`, choices, course or outcomes", "all", "choices", "course", "outcomes")
	countVar(fs, &c.Memory, "memory", 0, 0, "`MiB` of memory at which batches of playouts are stopped; 0 is three fifths "+
		"of what there is")
	countVar(fs, &c.Workers, "workers", runtime.NumCPU(), 1, "`number` of jobs to work on at once")
	return fs
}

// choice is a text that must be one of those allowed.
type choice struct {
	text    *string
	allowed []string
}

func (v choice) String() string {
	if v.text == nil {
		return "" // the zero value, which package flag looks at
	}
	return *v.text
}

func (v choice) Set(s string) error {
	if !slices.Contains(v.allowed, s) {
		return fmt.Errorf("%q, expected %s", s, strings.Join(v.allowed, ", "))
	}
	*v.text = s
	return nil
}

func choiceVar(fs *flag.FlagSet, field *string, name, value, usage string, allowed ...string) {
	*field = value
	fs.Var(choice{field, allowed}, name, usage)
}

// count is a number that is not smaller than low.
type count struct {
	n   *int
	low int
}

func (v count) String() string {
	if v.n == nil {
		return ""
	}
	return strconv.Itoa(*v.n)
}

func (v count) Set(s string) error {
	n, err := strconv.Atoi(s)
	if err != nil || n < v.low || n > math.MaxInt32 {
		return fmt.Errorf("%q is no number from %d to %d", s, v.low, math.MaxInt32)
	}
	*v.n = n
	return nil
}

func countVar(fs *flag.FlagSet, field *int, name string, value, low int, usage string) {
	*field = value
	fs.Var(count{field, low}, name, usage)
}

// truth is true or false; package flag's own does not say what was wrong.
type truth struct{ b *bool }

func (v truth) String() string   { return strconv.FormatBool(v.b != nil && *v.b) }
func (v truth) IsBoolFlag() bool { return true }
func (v truth) Set(s string) (err error) {
	if *v.b, err = strconv.ParseBool(s); err != nil {
		err = fmt.Errorf("%q, expected true or false", s)
	}
	return err
}

// Flags adds the flags of all settings but those left out to fs, which fill c when
// fs is parsed. Without a flag a setting is what the environment says, else the file that
// ASTRAGAL_CONFIG names (a setting and its value a line), else the default given for it or that of
// Settings. The error is about a value that is malformed, or a file that cannot be read.
func (c *Config) Flags(fs *flag.FlagSet, defaults map[string]string, leave ...string) error {
	all := c.Settings()
	for name, value := range defaults {
		if err := all.Lookup(name).Value.Set(value); err != nil {
			return fmt.Errorf("%s: %w", name, err) // our own mistake
		}
	}
	file := os.Getenv(EnvironmentOf("config"))
	err := ff.Parse(all, nil, ff.WithEnvVarPrefix(Prefix), ff.WithConfigFileVia(&file),
		ff.WithConfigFileParser(ff.PlainParser))
	all.VisitAll(func(f *flag.Flag) {
		if !slices.Contains(leave, f.Name) {
			fs.Var(f.Value, f.Name, f.Usage+" ("+EnvironmentOf(f.Name)+")")
		}
	})
	return err
}

// ParseConfig reads the flags in args over the environment, the file and the defaults.
func ParseConfig(service string, args []string, usage io.Writer) (Config, error) {
	fs := flag.NewFlagSet(service, flag.ContinueOnError)
	fs.SetOutput(usage)
	var c Config
	if err := c.Flags(fs, nil, "data"); err != nil {
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
