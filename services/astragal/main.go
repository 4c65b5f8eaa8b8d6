// Command astragal is the laboratory's one binary for people: it runs every
// service in one process on embedded defaults, and it is the command line of
// the engine.
//
// Each subcommand is one file of this package that registers one command; this
// file only finds it, runs it and turns its error into an exit status. Human
// output and JSON go to standard output, errors and progress to standard error.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"sort"
	"strings"
	"syscall"

	"github.com/astragal/astragal/engine/garbage"
)

// command is one subcommand.
type command struct {
	// name is what the user types, for instance "check".
	name string
	// args describes the arguments after the name, for instance "[--json] FILE…".
	args string
	// short is one line for the overview, without a full stop.
	short string
	// run does the work. The context ends on interrupt. args are those after
	// the name; parse them with io.flags. An error becomes one line on standard
	// error and exit status 1; see usageError and exitStatus for other statuses.
	run func(ctx context.Context, io *streams, args []string) error
}

// streams is where a command reads and writes, so that tests can watch it.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

// commands is the registry, by name.
var commands = map[string]command{}

// register adds a command; each command file calls it from init.
func register(c command) {
	if _, twice := commands[c.name]; twice {
		panic("astragal: command " + c.name + " registered twice")
	}
	commands[c.name] = c
}

// usageError is a wrong use of a command: exit status 2.
type usageError struct{ msg string }

func (e usageError) Error() string { return e.msg }

// usagef returns a usageError.
func usagef(format string, args ...any) error { return usageError{fmt.Sprintf(format, args...)} }

// exitStatus is an error that was reported already: only the status is left.
type exitStatus int

func (s exitStatus) Error() string { return fmt.Sprintf("exit status %d", int(s)) }

// flags returns the flag set of command name, which prints its usage to the
// command's standard error. Parse with parse.
func (s *streams) flags(name string) *flag.FlagSet {
	fs := flag.NewFlagSet(name, flag.ContinueOnError)
	fs.SetOutput(s.err)
	fs.Usage = func() {
		c := commands[name]
		fmt.Fprintf(s.err, "usage: astragal %s %s\n\n%s.\n", c.name, c.args, c.short)
		hasFlags := false
		fs.VisitAll(func(*flag.Flag) { hasFlags = true })
		if hasFlags {
			fmt.Fprintln(s.err)
			fs.PrintDefaults()
		}
	}
	return fs
}

// parse parses args, allowing flags after and between the other arguments,
// which it returns. Everything after "--" is an argument. Numbers that mean
// nothing are refused.
func parse(fs *flag.FlagSet, args []string) ([]string, error) {
	rest, err := parseFlags(fs, args)
	if err != nil {
		return nil, err
	}
	fs.Visit(func(f *flag.Flag) {
		if err == nil {
			err = checkNumber(f)
		}
	})
	return rest, err
}

func parseFlags(fs *flag.FlagSet, args []string) ([]string, error) {
	// The flag package would answer a wrong flag with the whole help.
	help, w := fs.Usage, fs.Output()
	fs.Usage = func() {}
	fs.SetOutput(io.Discard)
	var rest []string
	for {
		before := len(args)
		if err := fs.Parse(args); errors.Is(err, flag.ErrHelp) {
			fs.SetOutput(w)
			help()
			return nil, exitStatus(0)
		} else if err != nil {
			return nil, usageError{err.Error()}
		}
		consumed := before - fs.NArg()
		if consumed > 0 && args[consumed-1] == "--" {
			return append(rest, fs.Args()...), nil
		}
		if fs.NArg() == 0 {
			return rest, nil
		}
		rest = append(rest, fs.Arg(0))
		args = fs.Args()[1:]
	}
}

// list is a flag that may be given several times.
type list []string

func (l *list) String() string     { return strings.Join(*l, ", ") }
func (l *list) Set(s string) error { *l = append(*l, s); return nil }

func overview(w io.Writer) {
	fmt.Fprint(w, "astragal is an open laboratory for traditional games.\n\nusage: astragal COMMAND [ARGUMENTS]\n\n")
	names := make([]string, 0, len(commands))
	for name := range commands {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		fmt.Fprintf(w, "  %-12s %s\n", name, commands[name].short)
	}
	fmt.Fprint(w, "\nastragal COMMAND -h explains a command.\n")
}

// dispatch runs the command that args names and returns the exit status.
func dispatch(ctx context.Context, s *streams, args []string) int {
	if len(args) == 0 {
		overview(s.err)
		return 2
	}
	name := args[0]
	if name == "help" || name == "-h" || name == "--help" {
		if len(args) < 2 {
			overview(s.out)
			return 0
		}
		name, args = args[1], []string{args[1], "-h"}
	}
	c, ok := commands[name]
	if !ok {
		fmt.Fprintf(s.err, "astragal: no command %q; astragal help lists them\n", name)
		return 2
	}
	err := c.run(ctx, s, args[1:])
	var status exitStatus
	var usage usageError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &status):
		return int(status)
	case errors.As(err, &usage):
		fmt.Fprintf(s.err, "astragal %s: %v\nusage: astragal %s %s\n", name, err, c.name, c.args)
		return 2
	case errors.Is(err, context.Canceled) && ctx.Err() != nil:
		fmt.Fprintf(s.err, "astragal %s: interrupted\n", name)
		return 130
	}
	fmt.Fprintf(s.err, "astragal %s: %v\n", name, err)
	return 1
}

func main() {
	garbage.Leave(garbage.Usual)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	status := dispatch(ctx, &streams{os.Stdin, os.Stdout, os.Stderr}, os.Args[1:])
	stop()
	os.Exit(status)
}
