package bench

import (
	"os"
	"runtime/pprof"
	"strings"
)

// Profiled calls f and writes a profile of the processor time to a file, unless its name is empty.
func Profiled(file string, f func() error) error {
	if file == "" {
		return f()
	}
	out, err := os.Create(file)
	if err != nil {
		return err
	}
	defer out.Close()
	if err := pprof.StartCPUProfile(out); err != nil {
		return err
	}
	defer pprof.StopCPUProfile()
	return f()
}

// Selected reports whether a name contains one of the given ones, or is one that
// is given with = in front; no names select everything.
func Selected(name string, names []string) bool {
	for _, s := range names {
		if strings.EqualFold("="+name, s) || strings.Contains(strings.ToLower(name), strings.ToLower(s)) {
			return true
		}
	}
	return len(names) == 0
}
