package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/pprof"
	"strings"
	"time"

	"github.com/astragal/astragal/engine/bench"
	"github.com/astragal/astragal/engine/ruleset"
)

// profiled is the processor time for which a slow game is played again.
const profiled = 400 * time.Millisecond

// profile plays a game again under the profiler and returns the functions that
// take most of the time themselves, and the ludemes below which it is taken.
func profile(loader *ruleset.Loader, s settings, x bench.Cost) (string, error) {
	if err := os.MkdirAll(s.why, 0o755); err != nil {
		return "", err
	}
	name := filepath.Join(s.why, bench.Short(x.File)+".pprof")
	f, err := os.Create(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	sample := s.sample
	sample.Time = profiled
	if err := pprof.StartCPUProfile(f); err != nil {
		return "", err
	}
	bench.MeasureFile(loader, s.dir, x.File, sample)
	pprof.StopCPUProfile()
	below, err := top(name, "-cum", `ludeme|metric\.`)
	if err != nil {
		return "", err
	}
	return below, nil
}

// row is a line of pprof's table: flat, flat%, sum%, cum, cum%, function.
var row = regexp.MustCompile(`^\s*\S+\s+(\S+%)\s+\S+%\s+\S+\s+(\S+%)\s+(.*)$`)

// top returns the first functions of a profile's table, with their shares.
func top(file, order, show string) (string, error) {
	var out, complaints bytes.Buffer
	cmd := exec.Command("go", "tool", "pprof", "-top", order, "-nodecount=400", "-show="+show, file)
	cmd.Stdout, cmd.Stderr = &out, &complaints
	if err := cmd.Run(); err != nil {
		os.Stderr.Write(complaints.Bytes())
		return "", err
	}
	var list []string
	for line := range strings.Lines(out.String()) {
		m := row.FindStringSubmatch(strings.TrimSpace(line))
		if m == nil {
			continue
		}
		name := m[3][strings.LastIndexByte(m[3], '/')+1:]
		if list = append(list, name+" "+m[2]); len(list) == functions {
			break
		}
	}
	return strings.Join(list, ", "), nil
}

// functions is the number of functions that are named for a game.
const functions = 6
