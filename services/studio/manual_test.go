package studio

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
)

// Every document of this repository becomes a page, and every link inside the manual leads
// to a page, and to a heading where it names one.
func TestManual(t *testing.T) {
	embedded, err := load()
	if err != nil {
		t.Fatal(err)
	}
	s, dir := *embedded, t.TempDir()
	s.hasManual = true
	if err := s.manual(dir, os.DirFS("../..")); err != nil {
		t.Fatal(err)
	}
	pages, links := map[string]string{}, 0
	err = filepath.WalkDir(filepath.Join(dir, "manual"), func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(file)
		pages[file] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"README.html", "CONTRIBUTING.html", "docs/adding-a-ludeme.html", "library/README.html"} {
		if pages[filepath.Join(dir, "manual", name)] == "" {
			t.Errorf("no page %s", name)
		}
	}
	href := regexp.MustCompile(`href="([^":?]+)"`)
	for file, text := range pages {
		_, article, _ := strings.Cut(text, `<main id="main"`)
		for _, m := range href.FindAllStringSubmatch(article, -1) {
			to, heading, _ := strings.Cut(m[1], "#")
			target := file
			if to != "" {
				target = filepath.Join(filepath.Dir(file), to)
			}
			switch links++; {
			case pages[target] == "":
				t.Errorf("%s links to %s, which is no page", file, m[1])
			case heading != "" && !strings.Contains(pages[target], `id="`+heading+`"`):
				t.Errorf("%s links to %s, which has no such heading", file, m[1])
			}
		}
	}
	if links < 100 {
		t.Errorf("only %d links looked at", links)
	}
}

// What a document could do to a reader is left out: markup of its own, and links that are programs.
func TestManualIsSafe(t *testing.T) {
	embedded, err := load()
	if err != nil {
		t.Fatal(err)
	}
	s, dir := *embedded, t.TempDir()
	text := "# A & B\n\n<script>alert(1)</script>\n\n[x](javascript:alert(1)) [lost](engine/api.go) [here](docs/b.md#c)\n"
	repository := fstest.MapFS{"README.md": {Data: []byte(text)},
		"docs/b.md": {Data: []byte("## C\n\n[back](../README.md)")}}
	if err := s.manual(dir, repository); err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(filepath.Join(dir, "manual", "README.html"))
	if err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{"alert(1)</script>", `href="javascript`, `href="engine`} {
		if strings.Contains(string(page), bad) {
			t.Errorf("the page has %s", bad)
		}
	}
	for _, good := range []string{"A &amp; B", "lost", `href="docs/b.html#c"`} {
		if !strings.Contains(string(page), good) {
			t.Errorf("the page has no %s", good)
		}
	}
}
