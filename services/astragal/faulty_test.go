package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestPlayoutFaulty plays a GDL description that spoils a part of its plays.
func TestPlayoutFaulty(t *testing.T) {
	file := filepath.Join(t.TempDir(), "jam.kif")
	const text = `(role a) (init start) (choice win) (choice jam) (choice void)
(<= (legal a ?x) (true start) (choice ?x)) (<= (next ?x) (does a ?x))
(<= terminal (true win)) (<= terminal (true void)) (<= (goal a 100) (true win))`
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	status, out, errs := runCommand("playout", "-n", "300", "--json", file)
	var line playoutLine
	if err := json.Unmarshal([]byte(out), &line); err != nil || status != 0 {
		t.Fatalf("status %d: %s%s", status, out, errs)
	}
	jam, void := line.Faults["role a has no legal move"], line.Faults["no goal for a"]
	if line.Playouts+line.Faulty != 300 || jam < 50 || void < 50 || jam+void != line.Faulty ||
		line.Outcomes["P1"] != line.Playouts {
		t.Errorf("%s", out)
	}
	if _, out, _ = runCommand("playout", "-n", "300", "--threads", "2", file); !strings.Contains(out, "no goal for a") ||
		strings.Count(out, "faulty") != 2 {
		t.Errorf("%s", out)
	}
}

// TestCheckFindings checks that check tells the warnings and notes of GDL: names that
// differ only in case, relations without rules, and with --play fluents and moves that
// base and input leave out, and plays that cannot go on.
func TestCheckFindings(t *testing.T) {
	file := filepath.Join(t.TempDir(), "w.kif")
	const text = `(role a) (init (at Start)) (base (at start)) (input a go) (squee x)
(<= (legal a go) (true (at START)) (not (nowhere x)))
(<= (next (at end)) (does a go))
(<= terminal (true (at never))) (goal a 100)`
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	type finding struct {
		line, column int
		text         string
	}
	static := []finding{
		{1, 38, "'start' is the same name as 'Start' before: case does not matter"},
		{2, 42, "relation nowhere/1 has no rule and no fact: it is always false"},
	}
	played := []finding{
		{1, 29, "'base' does not list (at end), which holds in a play"},
		{1, 1, "role a has no legal move in the state {(at end)}"},
	}
	for _, c := range []struct {
		args     []string
		has, not []finding
	}{
		{[]string{"check", file}, static, played},
		{[]string{"check", "--json", file}, static, played},
		{[]string{"check", "--play", file}, append(static, played...), nil},
		{[]string{"check", "--play", "--json", file}, append(static, played...), nil},
	} {
		status, out, errs := runCommand(c.args...)
		for _, f := range c.has {
			place := fmt.Sprintf("%s:%d:%d: ", file, f.line, f.column)
			if slices.Contains(c.args, "--json") {
				place = fmt.Sprintf(`"line":%d,"column":%d,`, f.line, f.column)
			}
			if text := out + errs; !strings.Contains(text, f.text) || !strings.Contains(text, place) || status != 0 {
				t.Errorf("%v: status %d, lacks %s %q:\n%s%s", c.args[:len(c.args)-1], status, place, f.text, out, errs)
			}
		}
		for _, f := range c.not {
			if strings.Contains(out+errs, f.text) {
				t.Errorf("%v says %q without play", c.args[:len(c.args)-1], f.text)
			}
		}
	}
}
