package lgdl_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/astragal/astragal/engine/lgdl"
)

// seeds are the descriptions of testdata, intact and broken.
func seeds(f *testing.F) {
	f.Helper()
	for _, pattern := range []string{"testdata/*.lud", "testdata/broken/*.lud"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			f.Fatal(err)
		}
		for _, path := range files {
			text, err := os.ReadFile(path)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(text)
		}
	}
}

// bound is far above what any input of a fuzzer's size may take.
const bound = 20 * time.Second

func within(t *testing.T, start time.Time) {
	t.Helper()
	if d := time.Since(start); d > bound {
		t.Fatalf("took %v", d)
	}
}

func FuzzScan(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, text []byte) {
		defer within(t, time.Now())
		at := 0
		for _, s := range lgdl.Tokens(text) {
			if s.Start < at || s.End <= s.Start || s.End > len(text) {
				t.Fatalf("span %v after offset %d of %d", s, at, len(text))
			}
			at = s.End
		}
		lgdl.Highlight(text)
		lgdl.Parse("fuzz", text)
		once, err := lgdl.Format("fuzz", text)
		if err != nil {
			return
		}
		twice, err := lgdl.Format("fuzz", once)
		if err != nil {
			t.Fatalf("formatted text is refused: %v\n%s", err, once)
		}
		if string(once) != string(twice) {
			t.Fatalf("not idempotent:\n%s\n%s", once, twice)
		}
	})
}

func FuzzExpand(f *testing.F) {
	seeds(f)
	defs := testDefines(f)
	f.Fuzz(func(t *testing.T, text []byte) {
		defer within(t, time.Now())
		d, err := lgdl.Read("fuzz", text)
		if err != nil {
			return
		}
		for _, sel := range selections(d) {
			if e, err := d.Expand(defs, sel); err == nil {
				e.Hash()
			}
		}
	})
}

func FuzzCheck(f *testing.F) {
	seeds(f)
	defs := testDefines(f)
	g := grammar()
	f.Fuzz(func(t *testing.T, text []byte) {
		defer within(t, time.Now())
		d, err := lgdl.Read("fuzz", text)
		if err != nil {
			return
		}
		if e, err := d.Expand(defs, lgdl.Selection{}); err == nil {
			e.Check(g)
		}
	})
}
