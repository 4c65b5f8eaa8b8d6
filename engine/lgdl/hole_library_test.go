package lgdl_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/ludeme"
)

// incomplete returns the skeletons of the reference material, skipping the test
// where it is not there.
func incomplete(t *testing.T, folders ...string) []string {
	t.Helper()
	var files []string
	for _, f := range folders {
		_ = filepath.WalkDir(filepath.Join("../../../shared/reconstruction", f),
			func(path string, _ os.DirEntry, err error) error {
				if err == nil && filepath.Ext(path) == ".lud" {
					files = append(files, path)
				}
				return err
			})
	}
	if len(files) == 0 {
		t.Skip("no reference material")
	}
	return files
}

// faulty are skeletons with a mistake outside of their holes, which no filler repairs: an
// argument of the wrong type.
var faulty = map[string]bool{"Moo (Hunt).lud": true, "Lievre.lud": true, "Heian Dai Shogi.lud": true}

// TestSkeletonsOfTheReference reads every skeleton: each of its incomplete rulesets
// has holes, and each hole a place of the grammar.
func TestSkeletonsOfTheReference(t *testing.T) {
	defs, err := lgdl.LoadDefines(os.DirFS("../../../shared/library/def"))
	if err != nil {
		t.Skip(err)
	}
	holes, rulesets := 0, 0
	for _, file := range incomplete(t, "pending", "done", "test") {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		d, err := lgdl.Read(file, text)
		if err != nil {
			t.Error(err)
			continue
		}
		found := 0
		for _, sel := range selections(d) {
			e, err := d.Expand(defs, sel)
			if err != nil {
				t.Error(err)
				continue
			}
			if len(e.Holes) == 0 {
				continue
			}
			rulesets++
			found += len(e.Holes)
			s, err := e.Skeleton(ludeme.Grammar())
			if name := filepath.Base(file); err != nil || faulty[name] {
				if err == nil || !faulty[name] {
					t.Errorf("%s: a mistake outside the holes: %v", name, err)
				}
				continue
			}
			for _, h := range e.Holes {
				if len(s.Places[h]) == 0 {
					t.Errorf("%v: the hole %v has no place", h.Pos, h)
				}
			}
		}
		if found == 0 && filepath.Base(file) != "TestReconCommentedEnumeration.lud" {
			t.Errorf("%s: no holes", file)
		}
		holes += found
	}
	t.Logf("%d rulesets with %d holes", rulesets, holes)
}
