package embedded

import (
	"bytes"
	"context"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Tool runs one of PostgreSQL's client programs (pg_dump, pg_restore) on the database
// at a URL, and returns what it complained about as an error. The password goes
// through the environment, where other users do not see it.
func Tool(ctx context.Context, name, database string, args ...string) error {
	program, err := findTool(name)
	if err != nil {
		return err
	}
	env := os.Environ()
	if u, err := url.Parse(database); err == nil && u.User != nil {
		if password, ok := u.User.Password(); ok {
			u.User = url.User(u.User.Username())
			database, env = u.String(), append(env, "PGPASSWORD="+password)
		}
	}
	cmd := exec.CommandContext(ctx, program, append(args, "--dbname", database)...)
	var complaint bytes.Buffer
	cmd.Stderr, cmd.Env = &complaint, append(env, "LC_ALL=C")
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		lines := strings.Split(strings.TrimSpace(complaint.String()), "\n")
		return fmt.Errorf("%s: %w: %s", name, err, strings.Join(lines[:min(len(lines), 5)], "; "))
	}
	return nil
}

// findTool finds a program beside the server's binaries, or on the path.
func findTool(name string) (string, error) {
	bin, err := FindPostgres()
	if err == nil {
		if path := filepath.Join(bin, name); isProgram(path) {
			return path, nil
		}
	}
	path, err := exec.LookPath(name)
	if err != nil {
		return "", fmt.Errorf("%s is not on this machine; Debian has it in the package postgresql-client", name)
	}
	return path, nil
}

func isProgram(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0
}
