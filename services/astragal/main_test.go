package main

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
)

func TestDispatch(t *testing.T) {
	register(command{name: "test-only", args: "[--n N] [--o S]… FILE…", short: "Exercise the registry",
		run: func(_ context.Context, s *streams, args []string) error {
			fs := s.flags("test-only")
			n := fs.Int("n", 1, "number")
			var o list
			fs.Var(&o, "o", "option")
			files, err := parse(fs, args)
			if err != nil {
				return err
			}
			switch *n {
			case 2:
				return usagef("n must not be %d", *n)
			case 3:
				return errors.New("broken")
			case 4:
				return exitStatus(7)
			}
			_, err = s.out.Write([]byte(strings.Join(append(files, o...), " ")))
			return err
		}})
	defer delete(commands, "test-only")
	for _, c := range []struct {
		args     string
		status   int
		out, err string // what the streams must contain
	}{
		{"", 2, "", "usage: astragal COMMAND"},
		{"help", 0, "Exercise the registry", ""},
		{"nonsense", 2, "", `no command "nonsense"`},
		{"test-only a --o x b --o y", 0, "a b x y", ""},
		{"test-only a -- --o", 0, "a --o", ""},
		{"test-only --n 2", 2, "", "n must not be 2\nusage: astragal test-only"},
		{"test-only --n 3", 1, "", "astragal test-only: broken"},
		{"test-only --n 4", 7, "", ""},
		{"test-only --bad", 2, "", "usage: astragal test-only"},
		{"test-only -h", 0, "", "Exercise the registry.\n"},
		{"help test-only", 0, "", "Exercise the registry.\n"},
	} {
		var out, errs bytes.Buffer
		status := dispatch(context.Background(), &streams{strings.NewReader(""), &out, &errs}, strings.Fields(c.args))
		if status != c.status || !strings.Contains(out.String(), c.out) || !strings.Contains(errs.String(), c.err) {
			t.Errorf("astragal %s: status %d, out %q, err %q; want %d, %q, %q", c.args, status, out.String(), errs.String(),
				c.status, c.out, c.err)
		}
	}
}
