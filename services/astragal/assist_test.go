package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestCompleteCommand(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "a.lud")
	if err := os.WriteFile(file, []byte("(game \"A\"\n    (players 2)\n    (equip)\n)\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	status, out, errs := talk(t, "", "complete", file+":3:9")
	var c struct {
		Replace struct{ Start, End int }
		Items   []struct{ Label, Insert string }
	}
	if status != 0 || json.Unmarshal([]byte(out), &c) != nil {
		t.Fatalf("status %d: %s%s", status, out, errs)
	}
	if len(c.Items) != 1 || c.Items[0].Insert != "equipment" || c.Replace.Start != 31 || c.Replace.End != 34 {
		t.Errorf("%+v", c)
	}
	var found []struct {
		Severity string
		Repairs  []struct{ Title string }
	}
	status, out, errs = talk(t, "", "complete", "--check", file)
	if status != 0 || json.Unmarshal([]byte(out), &found) != nil || len(found) == 0 || found[0].Severity != "error" {
		t.Errorf("status %d: %s%s", status, out, errs)
	}
	for _, args := range [][]string{{"complete"}, {"complete", file + ":0:1"}, {"lsp", "x"}} {
		if status, _, _ := talk(t, "", args...); status != 2 {
			t.Errorf("%s: status %d", strings.Join(args, " "), status)
		}
	}
}
