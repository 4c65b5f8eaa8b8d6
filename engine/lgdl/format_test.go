package lgdl_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/astragal/astragal/engine/lgdl"
)

// TestFormatLibrary checks that formatting is idempotent and changes no tree.
func TestFormatLibrary(t *testing.T) {
	defs := loadDefines(t)
	for i, path := range libraryFiles(t) {
		if testing.Short() && i%10 != 0 {
			continue
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Base(path)
		before := canonical(t, name, text, defs)
		once, err := lgdl.Format(name, text)
		if err != nil {
			t.Errorf("format: %v", err)
			continue
		}
		twice, err := lgdl.Format(name, once)
		if err != nil {
			t.Errorf("format again: %v", err)
			continue
		}
		if !bytes.Equal(once, twice) {
			t.Errorf("%s: formatting is not idempotent", name)
		}
		if after := canonical(t, name, once, defs); after != before {
			t.Errorf("%s: formatting changed the tree", name)
		}
		if a, b := bytes.Count(text, []byte("//")), bytes.Count(once, []byte("//")); a != b {
			t.Errorf("%s: %d comments became %d", name, a, b)
		}
	}
}

func canonical(t *testing.T, name string, text []byte, defs *lgdl.Defines) string {
	t.Helper()
	d, err := lgdl.Read(name, text)
	if err != nil {
		t.Errorf("read: %v", err)
		return ""
	}
	e, err := d.Expand(defs, lgdl.Selection{})
	if err != nil {
		t.Errorf("expand: %v", err)
		return ""
	}
	return e.Canonical()
}
