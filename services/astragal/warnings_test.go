package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/lint"
)

// run runs a command line and returns its status and what it wrote.
func runCheck(t *testing.T, args ...string) (status int, out, errs string) {
	t.Helper()
	var o, e bytes.Buffer
	status = dispatch(t.Context(), &streams{strings.NewReader(""), &o, &e}, append([]string{"check"}, args...))
	return status, o.String(), e.String()
}

func TestCheckWarns(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	region := write("region.lud", lint.Lookup("W101").Bad.Text())
	unplayable := write("unplayable.lud", lint.Lookup("W003").Bad.Text())
	limit := write("limit.lud", lint.Lookup("W402").Bad.Text())
	tree := write("tree.efg", lint.Lookup("W503").Bad.Text())
	rules := write("rules.kif", lint.Lookup("W501").Bad.Text())
	twice := write("twice.lud", `(rulesets {
    (ruleset "Ruleset/One" { "Size/Small" })
    (ruleset "Ruleset/Two" { "Size/Large" })
})
(option "Size" <Size> args:{ <n> } { (item "Small" <3> "three")* (item "Large" <5> "five") })
`+strings.Replace(lint.Lookup("W201").Bad.Text(), "(square 4)", "(square <Size:n>)", 1))

	for _, c := range []struct {
		args   []string
		status int
		want   string // in the errors; "" for none
		number string // at the end of the output
	}{
		{[]string{region}, 0, region +
			`:11:49: warning W101: no region is called "Goals": these sites are none; did you mean "Goal"?` + "\n",
			"0 failed, 1 warning\n"},
		{[]string{"--werror", region}, 1, "W101", "1 warning\n"},
		{[]string{"--ignore", "W203,W101", "--werror", region}, 0, "", "0 warnings\n"},
		{[]string{"--ignore", "all", region, unplayable}, 0, "", "0 warnings\n"},
		{[]string{unplayable}, 0, unplayable + `:8:25: warning W003: this cannot be played: there is no piece named "Disc"`,
			"0 failed, 1 warning\n"},
		{[]string{"--play", unplayable}, 1, `there is no piece named "Disc"`, "1 failed, 0 warnings\n"},
		{[]string{limit}, 0, "", "0 warnings\n"},
		{[]string{"--play", limit}, 0, "warning W402: all of 20 random plays ran into the limit", "1 warning\n"},
		{[]string{tree}, 0, "warning W503", "1 warning\n"},
		{[]string{rules}, 0, "warning W501", "1 warning\n"},
		{[]string{"--rulesets", twice}, 0, "warning W201", "3 rulesets checked"},
	} {
		status, out, errs := runCheck(t, c.args...)
		if status != c.status || c.want == "" && errs != "" || !strings.Contains(errs, c.want) ||
			!strings.Contains(out, c.number) {
			t.Errorf("check %v: status %d\n%s%s", c.args, status, out, errs)
		}
	}
	if _, _, errs := runCheck(t, "--rulesets", twice); strings.Count(errs, "W201") != 1 {
		t.Errorf("rulesets repeat what is said of the file:\n%s", errs)
	}

	_, out, _ := runCheck(t, "--json", region)
	var line checkLine
	if err := json.Unmarshal([]byte(out), &line); err != nil || !line.OK || len(line.Warnings) != 1 {
		t.Fatalf("%v: %s", err, out)
	}
	want := lint.Warning{Code: "W101", Severity: lint.Suspect, File: region, Line: 11, Column: 49,
		Message: `no region is called "Goals": these sites are none`, Hint: `did you mean "Goal"?`}
	if line.Warnings[0] != want {
		t.Errorf("%+v", line.Warnings[0])
	}
}

func TestCheckExplains(t *testing.T) {
	status, out, _ := runCheck(t, "--explain", "W101")
	for _, want := range []string{"W101: unknown region (warning)", "Raised by", `(sites "Goals")`} {
		if status != 0 || !strings.Contains(out, want) {
			t.Errorf("status %d, %s", status, out)
		}
	}
	for _, args := range [][]string{{"--explain", "W999"}, {"--ignore", "W999", "x.lud"}} {
		if status, _, errs := runCheck(t, args...); status != 2 || !strings.Contains(errs, `no warning "W999"`) {
			t.Errorf("%v: status %d, %s", args, status, errs)
		}
	}
}
