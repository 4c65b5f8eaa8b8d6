package lgdl_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/astragal/astragal/engine/lgdl"
)

// shared finds a directory of the shared material next to the repository, and
// skips the test where it is absent.
func shared(t testing.TB, elem ...string) string {
	t.Helper()
	dir := filepath.Join(append([]string{"..", "..", "..", "shared"}, elem...)...)
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("no shared material: %v", err)
	}
	return dir
}

func loadDefines(t testing.TB) *lgdl.Defines {
	t.Helper()
	defs, err := lgdl.LoadDefines(os.DirFS(shared(t, "library", "def")))
	if err != nil {
		t.Fatal(err)
	}
	return defs
}

// libraryFiles returns the paths of the library's descriptions.
func libraryFiles(t testing.TB) []string {
	t.Helper()
	var files []string
	err := filepath.WalkDir(shared(t, "library", "lud"), func(path string, e fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".lud") {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// selections returns the default and every combination that a ruleset names.
func selections(d *lgdl.Description) []lgdl.Selection {
	sel := []lgdl.Selection{{}}
	for _, r := range d.Rulesets() {
		for _, c := range r.Combinations(20) {
			sel = append(sel, lgdl.Selection{Ruleset: r.Heading, Options: c, Fallback: true})
		}
	}
	return sel
}

func TestLibraryChecks(t *testing.T) {
	defs := loadDefines(t)
	g := grammar()
	start := time.Now()
	var files, checked, bad int
	var expanding, checking time.Duration
	for _, path := range libraryFiles(t) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		files++
		d, err := lgdl.Read(filepath.Base(path), text)
		if err != nil {
			t.Errorf("read: %v", err)
			continue
		}
		for _, sel := range selections(d) {
			t0 := time.Now()
			e, err := d.Expand(defs, sel)
			t1 := time.Now()
			if err == nil {
				_, err = e.Check(g)
			}
			expanding += t1.Sub(t0)
			checking += time.Since(t1)
			checked++
			if err != nil {
				if bad++; bad <= 40 {
					t.Errorf("%s: %v", sel.Ruleset, err)
				}
				break
			}
		}
	}
	t.Logf("%d files, %d selections, %d files bad, %v (expanding %v, checking %v)", files, checked, bad, time.Since(start),
		expanding, checking)
}
