package crate

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func write(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for name, text := range map[string]string{"run.sh": "true\n", "in.txt": "in", "out.csv": "a\n1\n", "note.txt": ""} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	r := &Run{Name: "A run", Description: "of a test", Published: "2026-01-02", License: "Apache-2.0",
		Author:  "Nobody & sons",
		Started: "2026-01-01T10:00:00Z", Ended: "2026-01-01T11:00:00Z",
		Software: []Software{{ID: "#s", Name: "S", Version: "1", Description: "d"}},
		Workflow: File{Path: "run.sh", Name: "Run", Format: "application/x-sh"},
		Inputs:   []File{{Path: "in.txt", Name: "In", Format: "text/plain", License: "CC-BY-4.0"}},
		Results:  []File{{Path: "out.csv", Name: "Out", Format: "text/csv", ConformsTo: []string{"https://x.example/"}}},
		Others:   []File{{Path: "note.txt", Name: "Note", Format: "text/plain", About: "out.csv"}},
		Parameters: []Parameter{{"seed", "the seed", "Integer", []string{"1"}},
			{"playouts", "how many", "Integer", []string{"1", "2"}}}}
	if err := r.Write(dir); err != nil {
		t.Fatal(err)
	}
	return dir
}

// What is written passes the rules, and is the same every time.
func TestWrite(t *testing.T) {
	dir := write(t)
	problems, err := Check(os.DirFS(dir))
	if err != nil || len(problems) > 0 {
		t.Errorf("%v: %s", err, strings.Join(problems, "\n"))
	}
	again := write(t)
	for _, name := range []string{MetadataFile, "ro-crate-preview.html"} {
		a, err := os.ReadFile(filepath.Join(dir, name))
		b, err2 := os.ReadFile(filepath.Join(again, name))
		if err != nil || err2 != nil || !bytes.Equal(a, b) {
			t.Errorf("%s differs: %v %v", name, err, err2)
		}
	}
	for _, id := range []string{"", "a b", "Apache 2", "-x"} {
		if CheckLicense(id) == nil {
			t.Errorf("the licence %q passes", id)
		}
	}
}

// Every rule is one that a crate can break.
func TestCheck(t *testing.T) {
	for _, c := range []struct{ from, to, want string }{
		{`"https://w3id.org/ro/crate/1.1/context"`, `"https://example.org/context"`, "@context lacks"},
		{`"about": {
        "@id": "./"
      }`, `"about": {
        "@id": "run.sh"
      }`, "is no CreativeWork about ./"},
		{`"conformsTo": [
        {
          "@id": "https://w3id.org/ro/crate/1.1"
        },`, `"conformsTo": [`, "does not conform to https://w3id.org/ro/crate/1.1"},
		{`"datePublished": "2026-01-02"`, `"datePublished": "yesterday"`, "is no time of ISO 8601"},
		{`"license": {
        "@id": "https://spdx.org/licenses/Apache-2.0"
      }`, `"license": ""`, "./ lacks license"},
		{`"mainEntity": {
        "@id": "run.sh"
      },`, "", "./ lacks mainEntity"},
		{`"ComputationalWorkflow"`, `"Thing"`, "is no ComputationalWorkflow"},
		{`"@type": "ComputerLanguage"`, `"@type": "Language"`, "is no ComputerLanguage"},
		{`"additionalType": "Integer",`, "", "lacks additionalType"},
		{`"exampleOfWork": {
        "@id": "#parameter-seed"
      },`, "", "is a work example of #parameter-seed, and does not say so"},
		{`"@type": "CreateAction"`, `"@type": "Action"`, "there is no CreateAction"},
		{`"startTime": "2026-01-01T10:00:00Z"`, `"startTime": "10"`, `startTime "10"`},
		{`"mentions": {
        "@id": "#run"
      },`, "", "does not mention #run"},
		{`"@id": "#sh",`, `"@id": "#bash",`, "refers to #sh, which is not described"},
		{`"@id": "note.txt",`, `"@id": "nota.txt",`, "nota.txt is not there"},
		{`"contentSize": "2"`, `"contentSize": "3"`, "in.txt has 2 bytes, and not 3"},
		{`"name": "Nobody & sons"`, `"name": {"first": "Nobody", "last": "x"}`, "has a nested entity"},
		{`"@type": "Organization",`, "", "#author has no @type"},
		{`"@id": "#bash"`, "", ""},
	} {
		dir := write(t)
		path := filepath.Join(dir, MetadataFile)
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if c.want != "" && !strings.Contains(string(text), c.from) {
			t.Fatalf("no %s in %s", c.from, text)
		}
		if err := os.WriteFile(path, []byte(strings.Replace(string(text), c.from, c.to, 1)), 0o644); err != nil {
			t.Fatal(err)
		}
		problems, err := Check(os.DirFS(dir))
		if err != nil || !strings.Contains(strings.Join(problems, "\n"), c.want) {
			t.Errorf("%s → %s: %v %q, want %s", c.from, c.to, err, problems, c.want)
		}
	}
	dir := write(t)
	if err := os.WriteFile(filepath.Join(dir, "out.csv"), []byte("a\n2\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if problems, _ := Check(os.DirFS(dir)); len(problems) != 1 || !strings.Contains(problems[0],
		"out.csv is not the file described") {
		t.Errorf("a changed file: %q", problems)
	}
	for _, text := range []string{"", "{", "[]"} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, MetadataFile), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := Check(os.DirFS(dir)); err == nil {
			t.Errorf("%q passes", text)
		}
	}
	if _, err := Check(os.DirFS(t.TempDir())); err == nil {
		t.Error("an empty folder passes")
	}
}
