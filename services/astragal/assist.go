package main

import (
	"context"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/astragal/astragal/engine"

	"github.com/astragal/astragal/engine/assist"
	"github.com/astragal/astragal/engine/lint"
	"github.com/astragal/astragal/pkg/release"
	"github.com/astragal/astragal/services/lsp"
)

func init() {
	register(command{
		name:  "lsp",
		args:  "",
		short: "Serve an editor by the Language Server Protocol, on standard input and output; see editors/",
		run:   serveEditor,
	})
	register(command{
		name:  "complete",
		args:  "[--defs DIR] [--check] FILE[:LINE:COLUMN]",
		short: "Print what may be written at a place, or what is wrong and how to mend it, as JSON",
		run:   completeAt,
	})
}

func serveEditor(ctx context.Context, s *streams, args []string) error {
	fs := s.flags("lsp")
	fs.Bool("stdio", true, "ignored: there is no other way, but editors say so")
	rest, err := parse(fs, args)
	if err != nil {
		return err
	}
	if len(rest) > 0 {
		return usagef("unexpected %q", rest[0])
	}
	return lsp.Serve(ctx, s.in, s.out, release.Of(engine.New().Version()).Version)
}

func completeAt(ctx context.Context, s *streams, args []string) error {
	flags := s.flags("complete")
	var defs string
	defsFlag(flags, &defs)
	check := flags.Bool("check", false, "print diagnostics with their repairs instead, of any formalism")
	rest, err := parse(flags, args)
	if err != nil {
		return err
	}
	if len(rest) != 1 {
		return usagef("expected one FILE")
	}
	file, line, column, err := placeIn(rest[0])
	if err != nil {
		return err
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var folders []fs.FS
	if dir := defsFolder(defs, file); dir != "" {
		folders = append(folders, os.DirFS(dir))
	}
	l, err := assist.NewLibrary(folders...)
	if err != nil {
		return err
	}
	enc := json.NewEncoder(s.out)
	enc.SetEscapeHTML(false)
	if *check {
		src := assist.Source{File: filepath.Base(file), Text: text, Library: libraryOf(file)}
		return enc.Encode(l.Diagnose(ctx, src, lint.Bounds{}).Diagnostics)
	}
	at := len(text)
	if line > 0 {
		at = byteAt(text, line, column)
	}
	return enc.Encode(l.Complete(text, at))
}

// placeIn takes FILE:LINE:COLUMN apart; line 0 is the end of the file.
func placeIn(arg string) (file string, line, column int, err error) {
	if _, err := os.Stat(arg); err == nil {
		return arg, 0, 0, nil
	}
	parts := strings.Split(arg, ":")
	if len(parts) < 3 {
		return arg, 0, 0, nil
	}
	n := len(parts)
	line, err1 := strconv.Atoi(parts[n-2])
	column, err2 := strconv.Atoi(parts[n-1])
	if err1 != nil || err2 != nil || line < 1 || column < 1 {
		return "", 0, 0, usagef("%q: expected FILE:LINE:COLUMN, both from 1", arg)
	}
	return strings.Join(parts[:n-2], ":"), line, column, nil
}

// byteAt is the offset of a line and a column in bytes, both from 1, or the end of the
// line or text if that is shorter.
func byteAt(text []byte, line, column int) int {
	at := 0
	for l := range strings.Lines(string(text)) {
		if line--; line == 0 {
			return at + min(column-1, len(strings.TrimRight(l, "\r\n")))
		}
		at += len(l)
	}
	return at
}
