package main

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// arguments are what commands need beside flags to look at their flags.
var arguments = map[string][]string{
	"equivalent": {"a.lud", "b.lud"}, "convert": {"a.efg", "b.lud"}, "key": {"list"}, "trial": {"export", "a.lud"},
	"serve": {}, "simulate": {},
}

// numericFlag finds the flags with numbers in the help of a command; those of
// settings are called values there, and that of --memory MiB.
var numericFlag = regexp.MustCompile(`(?m)^  -([a-z-]+) (int|float|uint|duration|MiB|value)\b`)

// Every command refuses numbers that mean nothing, in one sentence that names the
// flag, before it does anything.
func TestNonsenseNumbers(t *testing.T) {
	tested := 0
	for name := range commands {
		_, _, help := runLine(t, name, "-h")
		if name == "trial" {
			_, _, help = runLine(t, name, "export", "-h")
		}
		for _, m := range numericFlag.FindAllStringSubmatch(help, -1) {
			flag, kind := m[1], m[2]
			values := []string{"-1", "-1000000"}
			if kind == "value" && flag != "workers" && flag != "schedule-playouts" {
				continue
			}
			switch kind {
			case "float":
				values = []string{"-1", "-0.001", "NaN", "Inf", "1e300"}
			case "duration":
				values = []string{"-1s", "-1000h"}
			case "uint":
				values = []string{"-1"}
			}
			if b, ok := flagBounds[flag]; ok && kind == "int" {
				values = append(values, strings.ReplaceAll(grouped(b.high+1), ",", ""))
			}
			if flag == "priority" {
				values = []string{"-9999999999"}
			}
			for _, v := range values {
				args, ok := arguments[name]
				if !ok {
					args = []string{"a.lud"}
				}
				line := append([]string{name}, args...)
				line = append(line, "--"+flag+"="+v)
				if strings.Contains(help, "\n  -data ") {
					line = append(line, "--data", filepath.Join(t.TempDir(), "none"))
				}
				status, out, errs := runLine(t, line...)
				if status != 2 || out != "" || !strings.Contains(errs, "-"+flag) ||
					!strings.Contains(errs, "usage: astragal "+name) {
					t.Errorf("%v: status %d, %s%s", line, status, out, errs)
				}
				tested++
			}
		}
	}
	if tested < 60 {
		t.Errorf("only %d cases", tested)
	}
}
