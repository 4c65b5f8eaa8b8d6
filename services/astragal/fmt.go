package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/astragal/astragal/engine/lgdl"
)

func init() {
	register(command{
		name:  "fmt",
		args:  "[-w | -d | -l] [FILE…]",
		short: "Lay L-GDL descriptions out in the canonical way; without FILE, from standard input",
		run:   format,
	})
}

func format(ctx context.Context, s *streams, args []string) error {
	fs := s.flags("fmt")
	write := fs.Bool("w", false, "write the result back to the file")
	diff := fs.Bool("d", false, "print what would change, line by line")
	names := fs.Bool("l", false, "print the names of the files whose layout would change")
	files, err := parse(fs, args)
	if err != nil {
		return err
	}
	if *write && *diff || *write && *names || *diff && *names {
		return usagef("-w, -d and -l exclude each other")
	}
	if len(files) == 0 {
		if *write || *names {
			return usagef("no FILE")
		}
		files = []string{"-"}
	}
	bad := false
	for _, file := range files {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		before, err := readText(s, file)
		if err != nil {
			return err
		}
		after, err := lgdl.Format(file, before)
		if err != nil {
			fmt.Fprintln(s.err, err)
			bad = true
			continue
		}
		switch changed := !bytes.Equal(before, after); {
		case *names && changed:
			fmt.Fprintln(s.out, file)
		case *diff && changed:
			writeDiff(s.out, file, string(before), string(after))
		case *write && changed:
			if err := replaceFile(file, after); err != nil {
				return err
			}
		case !*names && !*diff && !*write:
			if _, err := s.out.Write(after); err != nil {
				return err
			}
		}
	}
	if bad {
		return exitStatus(1)
	}
	return nil
}

// readText reads a description; "-" is standard input.
func readText(s *streams, file string) ([]byte, error) {
	if file == "-" {
		return io.ReadAll(s.in)
	}
	if formalisms[filepath.Ext(file)] != "lgdl" && filepath.Ext(file) != ".def" {
		return nil, fmt.Errorf("%s: only L-GDL descriptions (.lud, .def) have a layout", file)
	}
	return os.ReadFile(file)
}

// replaceFile replaces the contents of a file at once, so that a failure leaves
// the old ones.
func replaceFile(file string, text []byte) error {
	info, err := os.Stat(file)
	if err != nil {
		return err
	}
	tmp, err := os.CreateTemp(filepath.Dir(file), ".astragal-fmt-")
	if err != nil {
		return err
	}
	_, err = tmp.Write(text)
	err = errors.Join(err, tmp.Chmod(info.Mode().Perm()), tmp.Close())
	if err == nil {
		err = os.Rename(tmp.Name(), file)
	}
	if err != nil {
		return errors.Join(err, os.Remove(tmp.Name()))
	}
	return nil
}

// writeDiff prints the lines that go and those that come, with three lines around.
func writeDiff(w io.Writer, file, before, after string) {
	fmt.Fprintf(w, "--- %s\n+++ %s (formatted)\n", file, file)
	a, b := splitLines(before), splitLines(after)
	edits := diffLines(a, b)
	const around = 3
	for i := 0; i < len(edits); {
		if edits[i].op == ' ' {
			i++
			continue
		}
		start, end, last := max(0, i-around), i, i
		for ; end < len(edits) && end-last <= 2*around; end++ {
			if edits[end].op != ' ' {
				last = end
			}
		}
		end = min(len(edits), last+1+around)
		fmt.Fprintf(w, "@@ -%d +%d @@\n", edits[start].a+1, edits[start].b+1)
		for _, e := range edits[start:end] {
			fmt.Fprintf(w, "%c%s\n", e.op, e.text)
		}
		i = end
	}
}

func splitLines(s string) []string {
	s = strings.TrimSuffix(s, "\n")
	if s == "" {
		return nil
	}
	return strings.Split(s, "\n")
}

// edit is one line of a difference: kept (' '), gone ('-') or new ('+'), with the
// line numbers, from 0, that it or its successor has on either side.
type edit struct {
	op   byte
	a, b int
	text string
}

// diffLines compares line by line. It is exact for texts of ordinary length; where
// the middle that differs is too long to compare, it is replaced as a whole.
func diffLines(a, b []string) []edit {
	var edits []edit
	i, j := 0, 0
	keep := func() { edits = append(edits, edit{' ', i, j, a[i]}); i++; j++ }
	drop := func() { edits = append(edits, edit{'-', i, j, a[i]}); i++ }
	add := func() { edits = append(edits, edit{'+', i, j, b[j]}); j++ }
	for i < len(a) && j < len(b) && a[i] == b[j] {
		keep()
	}
	endA, endB := len(a), len(b)
	for endA > i && endB > j && a[endA-1] == b[endB-1] {
		endA--
		endB--
	}
	n, m := endA-i, endB-j
	const most = 16 << 20
	if n*m <= most {
		// common[x*(m+1)+y] is the length of the longest common subsequence of
		// what follows x lines of one middle and y lines of the other.
		common := make([]int32, (n+1)*(m+1))
		baseA, baseB := i, j
		for x := n - 1; x >= 0; x-- {
			for y := m - 1; y >= 0; y-- {
				if a[baseA+x] == b[baseB+y] {
					common[x*(m+1)+y] = common[(x+1)*(m+1)+y+1] + 1
				} else {
					common[x*(m+1)+y] = max(common[(x+1)*(m+1)+y], common[x*(m+1)+y+1])
				}
			}
		}
		for i < endA && j < endB {
			x, y := i-baseA, j-baseB
			switch {
			case a[i] == b[j]:
				keep()
			case common[(x+1)*(m+1)+y] >= common[x*(m+1)+y+1]:
				drop()
			default:
				add()
			}
		}
	}
	for i < endA {
		drop()
	}
	for j < endB {
		add()
	}
	for i < len(a) {
		keep()
	}
	return edits
}
