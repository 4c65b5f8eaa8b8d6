package lsp

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestNeovim has Neovim open a broken description with the snippet of editors/neovim, ask
// all that an editor asks, and mend it.
func TestNeovim(t *testing.T) {
	nvim := program(t, "nvim")
	bin, session := recorder(t)
	dir, file := folder(t)
	seen := filepath.Join(t.TempDir(), "seen.json")
	lua := t.TempDir()
	snippet, err := os.ReadFile("../../editors/neovim/astragal.lua")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(lua, "lua"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(lua, "lua", "astragal.lua"), snippet, 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), nvim, "--headless", "-u", "NONE", "-i", "NONE", "--cmd", "set rtp^="+lua, "-S",
		"testdata/session.lua")
	cmd.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"), recordTo+"="+session,
		"ROW="+file, "SEEN="+seen, "XDG_STATE_HOME="+lua, "XDG_CACHE_HOME="+lua, "XDG_DATA_HOME="+lua)
	said, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	text, err := os.ReadFile(seen)
	if err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	var saw struct {
		Late   string
		Errors []struct {
			Line    int
			Message string
		}
		Mended                                                                 int
		Actions, Hover, Completion, Definition, References, Rename, Formatting json.RawMessage
		Symbols, Folds                                                         json.RawMessage
	}
	if err := json.Unmarshal(text, &saw); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	if saw.Late != "" || saw.Mended != 0 || len(saw.Errors) != 1 || saw.Errors[0].Line != 6 {
		t.Errorf("late:%s, errors %+v, %d after mending", saw.Late, saw.Errors, saw.Mended)
	}
	for _, x := range []struct {
		name string
		got  json.RawMessage
		want string
	}{
		{"actions", saw.Actions, `Add`}, {"hover", saw.Hover, `Line`}, {"completion", saw.Completion, `square`},
		{"definition", saw.Definition, `"line":0`}, {"references", saw.References, `"line":7`},
		{"rename", saw.Rename, `RowOfThree`}, {"symbols", saw.Symbols, `Row`}, {"folds", saw.Folds, `startLine`},
		{"formatting", saw.Formatting, `[`},
	} {
		if plain := strings.ReplaceAll(string(x.got), `": `, `":`); !strings.Contains(plain, x.want) {
			t.Errorf("%s: no %s in %s", x.name, x.want, x.got)
		}
	}
	keep(t, session, dir, "neovim")
}
