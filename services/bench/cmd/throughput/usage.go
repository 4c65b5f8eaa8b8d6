package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/pprof"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// usage is time by the clock and of the processors.
type usage struct{ wall, processor time.Duration }

func (u usage) since(begin usage) usage {
	return usage{u.wall - begin.wall, u.processor - begin.processor}
}

// improve keeps the smaller of each.
func (u *usage) improve(v usage) {
	if u.wall == 0 || v.wall < u.wall {
		u.wall = v.wall
	}
	if u.processor == 0 || v.processor < u.processor {
		u.processor = v.processor
	}
}

var began = time.Now()

// now returns the time since the program began, and the processor time that it,
// the server postmaster with its children (0 for none) and other processes took.
func now(postmaster int, others ...int) usage {
	var self syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &self)
	u := usage{time.Since(began), time.Duration(self.Utime.Nano() + self.Stime.Nano())}
	for _, pid := range others {
		_, own, _ := stat(strconv.Itoa(pid))
		u.processor += own
	}
	if postmaster == 0 {
		return u
	}
	_, own, ended := stat(strconv.Itoa(postmaster))
	u.processor += own + ended
	entries, _ := os.ReadDir("/proc")
	for _, e := range entries {
		if parent, own, _ := stat(e.Name()); parent == postmaster {
			u.processor += own
		}
	}
	return u
}

// tick is the unit of processor times in /proc: 1/USER_HZ, 100 on every Linux.
const tick = 10 * time.Millisecond

// stat returns the parent of a process, its processor time, and that of its
// children that have ended; zeros when there is no such process.
func stat(pid string) (parent int, own, ended time.Duration) {
	text, err := os.ReadFile("/proc/" + pid + "/stat")
	if err != nil {
		return 0, 0, 0
	}
	// The name, in brackets, may have spaces.
	fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
	if len(fields) < 15 {
		return 0, 0, 0
	}
	number := func(i int) (n int64) { fmt.Sscan(fields[i], &n); return n }
	return int(number(1)), time.Duration(number(11)+number(12)) * tick, time.Duration(number(13)+number(14)) * tick
}

// readDefs returns the definition files below a folder by their path in it.
func readDefs(dir string) (map[string]string, error) {
	defs := map[string]string{}
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || !strings.HasSuffix(p, ".def") {
			return err
		}
		text, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(dir, p)
		defs[filepath.ToSlash(name)] = string(text)
		return err
	})
	return defs, err
}

// startProfile begins a profile, unless file is "", until the function returned is called.
func startProfile(file string) (stop func(), err error) {
	if file == "" {
		return func() {}, nil
	}
	f, err := os.Create(file)
	if err != nil {
		return nil, err
	}
	if err := pprof.StartCPUProfile(f); err != nil {
		f.Close()
		return nil, err
	}
	return func() { pprof.StopCPUProfile(); f.Close() }, nil
}
